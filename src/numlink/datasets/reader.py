"""Reading a dataset: puzzles one by one, tables shard by shard, conditions, checks."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from numlink.datasets.duplicates import condition, displaced, duck, shards_open
from numlink.datasets.folder import MANIFEST, Folder, checksum
from numlink.datasets.plan import ShardFormat, plan_from
from numlink.datasets.rows import COLUMNS, Row, canonical_hash, puzzle_of
from numlink.datasets.shards import arrow, rows_of, schema
from numlink.datasets.workers import pool
from numlink.errors import InputError, NumlinkError
from numlink.exact.prove import prove
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle

if TYPE_CHECKING:
    import duckdb
    import pyarrow


class Dataset:
    """The puzzles of a finished dataset in a folder or behind a URL, read shard by shard when they are asked for.

    `manifest` is what manifest.json says, `plan` what it was made from.  Iterating gives puzzles with solution and
    recipe; `rows()` gives dicts with all columns of docs/datasets.md, `tables()` Arrow tables.  Raises InputError
    where there is no dataset or an unfinished one.
    """

    def __init__(self, target: str) -> None:
        self.folder = Folder(target)
        found = self.folder.manifest()
        if found is None:
            raise InputError(f"{target} holds no dataset: there is no {MANIFEST}.")
        if not found["complete"]:
            raise InputError(f"the dataset in {target} is not finished. Go on with: numlink batch --resume {target}")
        self.manifest = found
        self.plan = plan_from(found["options"])
        self.shards: list[dict[str, Any]] = found["shards"]
        self._ends = list(accumulate(shard["rows"] for shard in self.shards))

    def __len__(self) -> int:
        return int(self.manifest["count"])

    def __iter__(self) -> Iterator[Puzzle]:
        return map(puzzle_of, self.rows())

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Puzzle]: ...
    def __getitem__(self, index: SupportsIndex | slice, /) -> Puzzle | list[Puzzle]:
        """Puzzle `index`, or a list of the puzzles of a slice; reads the whole shards that they are in."""
        places = range(len(self))
        if isinstance(index, slice):
            wanted = places[index]
            found = [puzzle_of(row) for row in self._pick(iter(sorted(wanted)))]
            return found[::-1] if wanted.step < 0 else found
        if not hasattr(index, "__index__"):
            raise TypeError(f"a puzzle of a dataset has a number or a slice as its index, not {index!r:.40}")
        try:
            place = places[index]
        except IndexError:
            raise IndexError(f"the dataset holds puzzles 0 to {len(self) - 1}, not {index}") from None
        return next(puzzle_of(row) for row in self._pick(iter([place])))

    def rows(self) -> Iterator[Row]:
        """Every row as a dict, in order, one shard in memory at a time."""
        for shard in range(len(self.shards)):
            yield from self._rows(shard)

    def tables(self) -> Iterator[pyarrow.Table]:
        """Every shard as an Arrow table."""
        for shard in range(len(self.shards)):
            yield arrow().Table.from_pylist(list(self._rows(shard)), schema())

    def where(self, text: str | None = None, *, limit: int | None = None) -> Iterator[Row]:
        """The rows that fulfil a condition in SQL, such as `size = "9x9" and pairs > 8`, in order of their index."""
        bound = "" if limit is None else f"LIMIT {int(limit)}"
        with self._selected('"index"', text, f'ORDER BY "index" {bound}') as found:
            wanted = (index for block in iter(lambda: found.fetchmany(1000), []) for (index,) in block)
            yield from self._pick(wanted)

    def count(self, text: str | None = None) -> int:
        """How many rows fulfil a condition."""
        with self._selected("count(*)", text) as found:
            return int(found.fetchall()[0][0])

    @contextmanager
    def _selected(self, what: str, text: str | None, order: str = "") -> Iterator[duckdb.DuckDBPyConnection]:
        """The result of a query over all rows; raises InputError for a condition that is none."""
        clause = f"WHERE ({condition(text)}\n)" if text else ""  # the line ends a comment
        duckdb = duck()
        with shards_open(self.folder, self.names, self.filtered) as rows:
            try:
                found = rows.execute(f"SELECT {what} FROM rows {clause} {order}")
            except (duckdb.ProgrammingError, duckdb.DataError) as error:
                raise InputError(
                    f"cannot use the condition {text!r}: {_reason(str(error))} Columns: {', '.join(self.filtered)}."
                ) from None
            yield found

    @property
    def dry(self) -> str | None:
        """What ran dry, like `hard 4x4 ran dry: 3 of 400 puzzles`, or None where the dataset has all puzzles."""
        words = what_ran_dry(self.manifest)
        return words and f"{words} ran dry: {len(self):,} of {self.plan.count:,} puzzles"

    @property
    def names(self) -> list[str]:
        """The files of the shards."""
        return [shard["name"] for shard in self.shards]

    @property
    def paths(self) -> list[str]:
        """The shards as paths or URLs, for other libraries."""
        return [self.folder.url(name) for name in self.names]

    @property
    def filtered(self) -> list[str]:
        """Columns that a condition can name."""
        return [name for name, kind in COLUMNS.items() if not kind.startswith("list")]

    def _pick(self, indices: Iterator[int]) -> Iterator[Row]:
        """The rows with these ascending indices."""
        rows: Iterator[Row] = iter(())
        last = -1
        for index in indices:
            shard = bisect_right(self._ends, index)
            if shard != last:
                rows, last = iter(self._rows(shard)), shard
            yield next(row for row in rows if row["index"] == index)

    def _rows(self, shard: int) -> Iterator[Row]:
        return rows_of(self.plan.format, self.folder.read(self.shards[shard]["name"]))


def what_ran_dry(manifest: dict[str, Any]) -> str | None:
    """`4x4` or `hard 4x4`; None where nothing did."""
    dry = manifest["dry"] or {}
    return " ".join(dry[key] for key in ("grade", "size") if key in dry) or None


def _reason(error: str) -> str:
    """What DuckDB says of a condition, without what it does not know of it."""
    reason = error.splitlines()[0].partition(": ")[2]
    if unknown := re.match('Referenced column "(.+)" not found', reason):
        return f"there is no column {unknown[1]}; if it is a word, put it in quotes: '{unknown[1]}'."
    if reason == 'syntax error at or near ")"':  # most often the one that was put around it
        return "it breaks off, or has a bracket too many."
    return reason.rstrip(".!") + "."


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: rows read, puzzles proven again, and a sentence for each fault (the first 20)."""

    rows: int
    proven: int
    faults: tuple[str, ...]


def check_dataset(
    target: str, *, every: int = 1, workers: int | None = None, duplicates: bool = True
) -> Iterator[tuple[int, Checked]]:
    """Check a dataset shard by shard: `(rows of the shard, report so far)` each time; the last report is of all.

    Checksums and the order of rows are verified for all; of every `every`-th puzzle the hash is computed, the
    solution judged and uniqueness proven again from nothing (0: of none).  At last duplicates are looked for in all.
    """
    data = Dataset(target)
    rows = proven = 0
    faults: list[str] = []
    with pool(workers) as hands:
        starts = [0, *data._ends]
        tasks = [
            (target, data.plan.format, shard, start, every) for shard, start in zip(data.shards, starts, strict=False)
        ]
        for (made, again, found), shard in zip(
            _in_order(hands.executor, hands.width(), tasks), data.shards, strict=True
        ):
            rows, proven = rows + made, proven + again
            faults += found
            yield shard["rows"], Checked(rows, proven, tuple(faults[:20]))
    if rows != len(data):
        faults.append(f"the shards hold {rows:,} puzzles, the manifest says {len(data):,}.")
    extra = {name for name in data.folder.names() if name.endswith(f".{data.plan.format}")} - set(data.names)
    faults += [f"{name} is not in the manifest." for name in sorted(extra)]
    if duplicates and not faults:
        with displaced(data.folder, data.names) as twice:
            faults += [f"puzzle {index} is puzzle {first} again." for index, _, first in islice(twice, 20)]
    yield 0, Checked(rows, proven, tuple(faults[:20]))


def _in_order(executor: Any, width: int, tasks: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, int, list[str]]]:
    """Results of check_shard in the order of the tasks, at most `width` under way."""
    waiting: deque[Any] = deque()
    for task in tasks:
        waiting.append(executor.submit(check_shard, *task))
        if len(waiting) >= width:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def check_shard(
    target: str, format: ShardFormat, shard: dict[str, Any], start: int, every: int
) -> tuple[int, int, list[str]]:
    """Rows, puzzles proven again, and faults of one shard whose first row has index `start`."""
    name = shard["name"]
    try:
        content = Folder(target).read(name)
    except NumlinkError as error:
        return (
            0,
            0,
            [f"{str(error).removesuffix(' Is the dataset whole?')} If it is lost: numlink batch --resume {target}"],
        )
    if checksum(content) != shard["sha256"]:
        remedy = f"numlink batch --resume {target}"
        if len(content) != shard["bytes"]:
            return 0, 0, [f"{name} is not what the manifest says: its size differs. Make it again: {remedy}"]
        return 0, 0, [f"{name} is not what the manifest says: its checksum differs. Delete it, then: {remedy}"]
    faults: list[str] = []
    rows = proven = 0
    for rows, row in enumerate(rows_of(format, content), start=1):
        index = start + rows - 1
        if row["index"] != index:
            faults.append(f"{name}: row {rows} is puzzle {row['index']}, not {index}.")
        if every and index % every == 0:
            proven += 1
            faults += (f"puzzle {row['index']}: {fault}" for fault in _row_faults(row))
    if rows != shard["rows"]:
        faults.append(f"{name} has {rows:,} rows, the manifest says {shard['rows']:,}.")
    return rows, proven, faults


def _row_faults(row: Row) -> Iterator[str]:
    """What is wrong with a puzzle taken by itself."""
    puzzle = puzzle_of(row)
    assert puzzle.solution is not None
    problems = [str(fault) for fault in check(puzzle, puzzle.solution)]
    yield from problems
    if row["hash"] != canonical_hash(puzzle):
        yield "its hash is not that of the board."
    if not problems:
        verdict = prove(puzzle, claim=row["claim"])
        if verdict.answer != "unique":
            yield str(verdict)
