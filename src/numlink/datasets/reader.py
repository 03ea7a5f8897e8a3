"""Reads a dataset: puzzles in order or by index, rows as dicts, and rows that meet a condition."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate, islice
from typing import Any, SupportsIndex, overload

from numlink.datasets.codecs import Shard, codec
from numlink.datasets.folder import Folder, shards_found
from numlink.datasets.manifest import MANIFEST, ManifestObject
from numlink.datasets.queries import BadQuery, condition, query_columns, require_text, shards_open
from numlink.datasets.rows import PUZZLE, DamagedShard, Row, puzzle_of
from numlink.errors import InputError, quoted
from numlink.model.arguments import flag
from numlink.model.layout import sides_in_words
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted

KEPT = 1 << 28  # the most bytes of shards kept in memory


class Dataset:
    """The puzzles of a finished dataset in a folder or at a URL; a shard is read when one of its puzzles is needed.

    Iterating gives puzzles with solution and recipe, `rows()` dicts with all columns of docs/datasets.md; `data[i]` and
    `data[i:j]` keep the shards used last, up to 256 MB of them.  Raises InputError if the folder holds no dataset, an
    unfinished one (unless `unfinished`: then what exists is read) or a damaged file.

    >>> from tempfile import TemporaryDirectory
    >>> from numlink import batch
    >>> with TemporaryDirectory() as folder:
    ...     made = list(batch(3, "4", seed=1, output=folder, format="jsonl"))
    ...     data = Dataset(folder)
    ...     len(data), data[2] == made[2]
    (3, True)
    """

    def __init__(self, target: str, *, unfinished: bool = False) -> None:
        self.folder = Folder(target)
        target = self.folder.target
        unfinished = flag(unfinished, "unfinished")
        found = self.folder.manifest()
        if found is None:
            raise InputError(
                f"no dataset found in {target}: there is no {MANIFEST}. Name the folder or URL that batch wrote."
            )
        if not found.complete and not unfinished:
            raise InputError(f"the dataset in {target} is not finished. Resume with: numlink batch --resume {target}")
        self.contents = found
        self.plan = found.plan
        there = dict(enumerate(found.shards)) if found.complete else dict(shards_found(self.folder, self.plan))
        self.shards = tuple(there.values())
        # the number of each shard in the dataset: 0, 1, 2, ... in a finished one
        self.numbers = list(there)
        self._codec = codec(self.plan.format)
        self._ends = list(accumulate(entry.rows for entry in self.shards))
        self._kept: OrderedDict[int, Shard] = OrderedDict()
        self._verified: set[str] = set()

    def __reduce__(self) -> tuple[Any, ...]:  # another process gets the folder or URL, not the shards
        return partial(Dataset, unfinished=not self.contents.complete), (self.folder.target,)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @property
    def unfinished(self) -> str | None:
        """A sentence about a dataset that is not finished; None if it is."""
        if self.contents.complete:
            return None
        return (
            f"{self.folder.target} is not finished: {len(self):,} of {self.plan.count:,} puzzles are there, some may "
            f"still be replaced. Resume with: numlink batch --resume {self.folder.target}"
        )

    def __repr__(self) -> str:
        sizes = ", ".join(sides_in_words(*size, self.plan.wishes[0].tiling) for size in self.plan.sizes[:4])
        more = f" and {len(self.plan.sizes) - 4} more sizes" if len(self.plan.sizes) > 4 else ""
        return (
            f"<Dataset {self.folder.target}: {counted(len(self), 'puzzle')} of {sizes}{more}, rules {self.plan.rules}>"
        )

    def __iter__(self) -> Iterator[Puzzle]:
        return map(self.puzzle, self.rows())

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Puzzle]: ...
    def __getitem__(self, index: SupportsIndex | slice, /) -> Puzzle | list[Puzzle]:
        """Puzzle number `index`, or the list of puzzles of a slice."""
        places = range(len(self))
        if isinstance(index, slice):
            return [self._puzzle(place) for place in places[index]]
        if not hasattr(index, "__index__"):
            raise TypeError(f"a puzzle of a dataset has a number or a slice as its index, not {quoted(index)}")
        try:
            place = places[index]
        except IndexError:
            raise IndexError(f"the dataset has puzzles 0 to {len(self) - 1}, not {index}") from None
        return self._puzzle(place)

    @property
    def manifest(self) -> ManifestObject:
        """The manifest as a JSON object, with the names of docs/datasets.md."""
        return self.contents.to_json()

    def rows(self) -> Iterator[Row]:
        """Every row as a dict, in order; one shard is in memory at a time."""
        for shard in range(len(self.shards)):
            yield from self._rows(shard)

    def where(self, text: str | None = None, *, limit: int | None = None) -> Iterator[Row]:
        """The rows, at most `limit`, that meet a condition in SQL (None: all) like `size = "9x9" and pairs > 8`."""
        if text is None:
            yield from islice(self.rows(), limit)
            return
        for shard, place in self.places_where(text, limit=limit):
            yield self._row(shard, place)

    def places_where(self, text: str, *, limit: int | None = None) -> Iterator[tuple[int, int]]:
        """(shard, place in the shard), both from 0, of the rows that meet a condition, in order."""
        bound = "" if limit is None else f"LIMIT {int(limit)}"
        with self._selected('"index"', text, f'ORDER BY "index" {bound}') as found:
            for block in iter(lambda: found.fetchmany(1000), []):
                for (index,) in block:
                    yield self._place(index)

    def count(self, text: str | None = None) -> int:
        """The number of rows that meet a condition in SQL (None: of all rows)."""
        if text is None:
            return len(self)
        with self._selected("count(*)", text) as found:
            return int(found.fetchall()[0][0])

    @contextmanager
    def _selected(self, what: str, text: str, order: str = "") -> Iterator[Any]:
        require_text(text)
        clause = f"WHERE ({condition(text)}\n)"  # the line break ends a comment in the condition
        self.verify()
        try:
            with shards_open(self.folder, self.plan.format, self.names, [*query_columns()]) as rows:
                yield rows.execute(f"SELECT {what} FROM rows {clause} {order}")
        except BadQuery as error:
            known = ", ".join(query_columns())
            raise InputError(f"cannot use the condition {text!r}: {error} Columns: {known}.") from None

    def verify(self) -> None:
        """Compare each shard with the manifest, only once; raises InputError for a damaged one.

        On a disk, checksums are compared; behind a URL only sizes, because checksums would fetch all shards.
        """
        sizes = self.folder.sizes()
        for entry in self.shards:
            if entry.name not in self._verified:
                if self.folder.local or sizes.get(entry.name) != entry.bytes:
                    self.folder.content(entry)
                self._verified.add(entry.name)

    @property
    def dry(self) -> str | None:
        """What ran dry, like `hard 4x4 ran out of new puzzles: 3 of 400`; None if the dataset has all its puzzles."""
        words = self.contents.what_ran_dry
        return words and f"{words} ran out of new puzzles: {len(self):,} of {self.plan.count:,}"

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.shards]

    @property
    def paths(self) -> list[str]:
        """The shards as paths or URLs, for other libraries."""
        return [self.folder.url(name) for name in self.names]

    def _puzzle(self, there: int) -> Puzzle:
        shard = bisect_right(self._ends, there)
        return self.puzzle(self._row(shard, there - self.places(shard).start, PUZZLE))

    def _place(self, index: int) -> tuple[int, int]:
        number, row = divmod(index, self.plan.shard_size)
        shard = bisect_left(self.numbers, number)
        if self.numbers[shard : shard + 1] != [number]:
            raise InputError(f"{self.folder.target} has a row that says it is puzzle {index}, but no shard for that.")
        return shard, row

    def _row(self, shard: int, place: int, names: Sequence[str] | None = None) -> Row:
        if shard not in self._kept:
            self._kept[shard] = self.folder.shard(self.shards[shard], self._codec)
        self._kept.move_to_end(shard)
        while len(self._kept) > 1 and sum(kept.size for kept in self._kept.values()) > KEPT:
            self._kept.popitem(last=False)
        with self.folder.reading(self.shards[shard].name):
            row = self._kept[shard].row(place, names)
            require_place(row, self.numbers[shard] * self.plan.shard_size + place)
        return row

    def places(self, shard: int) -> range:
        """The places of a shard's puzzles, as in `data[place]`."""
        return range(self._ends[shard] - self.shards[shard].rows, self._ends[shard])

    def _rows(self, shard: int) -> Iterator[Row]:
        entry = self.shards[shard]
        first = self.numbers[shard] * self.plan.shard_size
        found = self._kept.get(shard) or self.folder.shard(entry, self._codec)
        with self.folder.reading(entry.name):
            for place, row in enumerate(found.rows()):
                require_place(row, first + place)
                yield row

    def puzzle(self, row: Row) -> Puzzle:
        return puzzle_in(self.folder, self.shards[self._place(row["index"])[0]].name, row)


def puzzle_in(folder: Folder, name: str, row: Row) -> Puzzle:
    """The puzzle of a row of the shard `name`; raises InputError if the row holds no board."""
    try:
        return puzzle_of(row)
    except InputError as error:
        problem = f"has no board in puzzle {row['index']}: {str(error).rstrip('.')}"
        raise folder.damage(name, problem) from None


def require_place(row: Row, index: int) -> None:
    if row["index"] != index:
        raise DamagedShard(f"has puzzle {row['index']} in place of puzzle {index}")
