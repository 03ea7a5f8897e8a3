"""The coordinator of a dataset: hands out pieces, writes shards, has duplicates replaced; the only one that writes.

While it looks for duplicates among the shards of one stretch, the workers already make the next.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, groupby, islice

from numlink.datasets.codecs import codec
from numlink.datasets.duplicates import Displaced, displaced
from numlink.datasets.edition import MANIFEST
from numlink.datasets.folder import Folder, checksum
from numlink.datasets.found import shard_found
from numlink.datasets.manifest import Manifest, WrittenShard
from numlink.datasets.plan import Plan, ShardFormat
from numlink.datasets.rows import Row, first_row
from numlink.datasets.workers import VERSIONS, Attempt, Piece, make_piece
from numlink.errors import InputError
from numlink.parallel import Pool

FIRST_STRETCH = 4
"""Shards made before the first look at how many rows are displaced."""

CROWDED = 10
"""A size is crowded when more than 1 row in 10 is displaced (its puzzle is there already): it may soon run dry."""

STUBBORN = 10
"""Attempts of one displaced row from which on its size counts as crowded, even where few are displaced."""

CROWD = 100_000
"""Rows of the largest size whose hashes the coordinator holds all at once.  Larger sizes have too many puzzles to
get crowded."""

SMALL = 36
"""Cells of the largest board that may have hardly any puzzles of a grade: all expert 5x5 that were found are one
puzzle, and no extreme 6x6 was found."""

FORETOLD = 20
"""Indices up to which small boards are made in advance, to see whether their grade runs dry."""

TURN = 2_000
"""Displaced rows, the lowest first, that `_crowd` replaces before it writes their shards."""


@dataclass(frozen=True, slots=True)
class Progressed:
    """How far a run is: puzzles there, `found` of them from an earlier run, puzzles wanted, and what is being done."""

    done: int
    found: int
    wanted: int
    words: str


OnProgress = Callable[[Progressed], None]


def versions_of(plan: Plan) -> dict[str, str]:
    """What the bytes of the shards depend on beside the plan."""
    found = dict(zip(("numlink", "generator", "rating"), map(str, VERSIONS), strict=True))
    if not plan.rating:
        del found["rating"]
    if plan.format is ShardFormat.PARQUET:
        from numlink.datasets.parquet import arrow

        found["pyarrow"] = arrow().__version__
    return found


@dataclass(slots=True)
class Job:
    """A shard to be made, or some of its rows; `pieces` fills up as the workers hand them in.

    `again`: the rows are there and propose their next attempt; `kept`: the shard's other rows are there and stay.
    """

    shard: int
    items: list[Attempt]
    again: bool
    kept: bool
    left: int = 0
    pieces: dict[int, Piece] = field(default_factory=dict)

    def usable(self) -> list[Piece]:
        """The pieces that a shard can be written with now: all, but of a new shard only those before the first gap."""
        places = sorted(self.pieces)
        if not self.again:
            places = [place for number, place in enumerate(places) if place == number]
        return [self.pieces[place] for place in places]


Task = tuple[Job, int, list[Attempt]]
"""A job, which piece of it this is (from 0), and the piece's items."""


class Run:
    """One run of the coordinator: the only one that writes."""

    def __init__(self, folder: Folder, plan: Plan, hands: Pool, on_progress: OnProgress, *, known: Manifest) -> None:
        """`known` may say where the dataset ends and what its first shards are."""
        self.folder = folder
        self.plan = plan
        self.hands = hands
        self.on_progress = on_progress
        self.done = 0
        self.found = 0  # of `done`: puzzles of an earlier run
        self.adopted = False  # whether all shards that were there have been looked at
        self.displaced = 0  # of `done`: rows whose puzzle a lower index holds
        self.tried = 0  # of `displaced`: rows with a new attempt
        self.words = "made"
        self.codec = codec(plan.format)
        self.dry = plan.count if known.count is None else known.count  # no puzzle from here on
        self.entries = dict(enumerate(known.shards))
        self.pending: dict[Future[Piece], tuple[Job, int]] = {}
        self.missing: deque[int] = deque()
        self.short: dict[int, int] = {}  # how many rows are there, by missing shard
        self.under_way: dict[int, Job] = {}  # by shard
        self.ready: deque[Task] = deque()

    def finish(self) -> Manifest:
        """Make all that is missing; the final manifest.  Whatever ends it early, what is made is kept."""
        try:
            return self._finish()
        except BaseException:
            self._keep()
            raise

    @property
    def kept(self) -> int | None:
        """How many puzzles are in the folder; None before all shards that were there have been looked at."""
        return sum(entry.rows for entry in self.entries.values()) if self.adopted else None

    def _finish(self) -> Manifest:
        there = set(self.folder.names())
        for shard in range(-(-self.dry // self.plan.shard_size)):
            rows = 0
            if self.plan.shard_name(shard) in there:
                rows = self._rows_there(shard)
                self.done += rows
                self.found += rows
                self._tell("looking at what is there")
            if rows < self._rows(shard):
                self.missing.append(shard)
                self.short[shard] = rows
        self.adopted = True
        if (self.plan.difficulty or self.plan.rated) and self.dry == self.plan.count:
            self._foretell()
        end = min(FIRST_STRETCH, self.plan.shards)
        while True:
            self._tell("made")
            self._make(end)
            self._settle(end)
            # there is no puzzle from index `dry` on, which may lie ahead of this stretch
            if end * self.plan.shard_size >= self.dry:
                for future in self.pending:
                    future.cancel()
                return self._close()
            end = min(2 * end, self.plan.shards)

    def _rows_there(self, shard: int) -> int:
        """How many of its first rows a shard holds: all, fewer where its run was stopped, 0 where it is damaged."""
        content = self._content(shard)
        known = self.entries.get(shard)
        if known and len(content) == known.bytes and checksum(content) == known.sha256:
            return known.rows
        self.entries.pop(shard, None)
        found = shard_found(self.plan, shard, content)
        if found is None or found.rows > self._rows(shard):
            return 0
        self.entries[shard] = found
        return found.rows

    def _rows(self, shard: int) -> int:
        """How many rows a shard will have, as far as is known."""
        return min(self.dry, (shard + 1) * self.plan.shard_size) - shard * self.plan.shard_size

    def _tell(self, words: str) -> None:
        self.words = words
        self.on_progress(Progressed(self.done - self.displaced, self.found, self.plan.count, words))

    def _foretell(self) -> None:
        """Find out whether a grade of a small size soon runs dry, before whole shards of it are made in vain.

        A puzzle has one grade and one size up to symmetry, so others have no say in it; this is the definition.
        """
        held: dict[str, int] = {}
        for index in range(min(FORETOLD, self.dry)):
            width, height = self.plan.size(index)
            if width * height > SMALL:
                continue
            row = first_row(self.plan, index, free=self._asker(held, index, f"trying puzzle {index}"))
            if row is None:
                self.dry = index
                return
            held[row["hash"]] = index

    def _asker(self, held: dict[str, int], index: int, words: str) -> Callable[[str], bool]:
        """A function: whether no index below `index` holds the puzzle of a hash.  It tells how often it was asked."""
        asked = 0

        def is_free(name: str) -> bool:
            nonlocal asked
            asked += 1
            self._tell(f"{words}, candidate {asked}")
            return held.get(name, index) >= index

        self._tell(words)
        return is_free

    # -- making ------------------------------------------------------------------------------------------------

    def _make(self, end: int) -> None:
        """Have the missing ones of the first `end` shards made."""

        def made() -> bool:
            return min(self.under_way, default=end) >= end and (not self.missing or self.missing[0] >= end)

        self._work(iter(()), made, end)

    def _fill(self, jobs: Iterable[Job], end: int) -> None:
        """Have these jobs done before anything else; workers that they leave idle make shards behind `end`."""
        last: list[bool] = []

        def tasks() -> Iterator[Task]:
            yield from self._tasks(jobs)
            last.append(True)

        self._work(tasks(), lambda: bool(last) and not any(job.again for job, _ in self.pending.values()), end)

    def _work(self, first: Iterator[Task], done: Callable[[], bool], end: int) -> None:
        """Keep a bounded number of pieces under way, those of `first` first, and write each shard once it is whole."""
        while True:
            while len(self.pending) < self.hands.width():
                task = next(first, None) or self._ahead(2 * end)
                if task is None:
                    break
                job, place, items = task
                items = [item for item in items if item[0] < self.dry]
                future = self.hands.executor.submit(make_piece, self.plan, items, VERSIONS)
                self.pending[future] = job, place
            if done():
                return
            for future in wait(self.pending, return_when=FIRST_COMPLETED).done:
                self._take(*self.pending.pop(future), future.result())

    def _ahead(self, end: int) -> Task | None:
        """A piece of the first missing shard, if there is one below `end`."""
        while self.missing and self.missing[-1] * self.plan.shard_size >= self.dry:
            self.missing.pop()
        if not self.ready and self.missing and self.missing[0] < end:
            shard = self.missing.popleft()
            kept = self.short.get(shard, 0)
            items = [(index, 0) for index in self.plan.indices(shard)[kept:]]
            self.ready.extend(self._tasks([Job(shard, items, again=False, kept=kept > 0)]))
        return self.ready.popleft() if self.ready else None

    def _tasks(self, jobs: Iterable[Job]) -> Iterator[Task]:
        for job in jobs:
            step = self.plan.piece
            starts = range(0, len(job.items), step)
            job.left = len(starts)
            self.under_way[job.shard] = job
            for place, start in enumerate(starts):
                yield job, place, job.items[start : start + step]

    def _take(self, job: Job, place: int, piece: Piece) -> None:
        job.pieces[place] = piece
        job.left -= 1
        self.dry = self.dry if piece.dry is None else min(self.dry, piece.dry)
        if job.again:
            self.tried += piece.made  # `_settle` looks again for duplicates among them
            self.words = f"replacing {self.displaced:,} duplicates, {self.tried:,} tried"
        else:
            self.done += piece.made
        self._tell(self.words)
        if job.left == 0:
            self._replace(job.shard, [piece.data for piece in job.usable()], self._rows(job.shard), kept=job.kept)
            del self.under_way[job.shard]
            job.pieces.clear()

    def _keep(self) -> None:
        """Write what is made of the shards under way: a run that goes on makes the rest of each."""
        for job in list(self.under_way.values()):
            pieces = job.usable()
            if not pieces:
                continue
            rows = self._rows(job.shard)
            if not job.again:
                rows = job.items[0][0] - job.shard * self.plan.shard_size + sum(piece.made for piece in pieces)
            with suppress(InputError):  # what ended the run may be that nothing can be written
                self._replace(job.shard, [piece.data for piece in pieces], rows, kept=job.kept)

    def _replace(self, shard: int, pieces: list[bytes], rows: int, *, kept: bool) -> None:
        """Write a shard of `rows` rows: these pieces and (`kept`) its other rows."""
        base = self._content(shard) if kept else None
        with self.folder.reading(self.plan.shard_name(shard)):
            content = self.codec.join(pieces, base)
        self._write(shard, content, rows)

    def _write(self, shard: int, content: bytes, rows: int) -> None:
        self.folder.write(self.plan.shard_name(shard), content)
        self._remember(shard, content, rows)

    # -- duplicates --------------------------------------------------------------------------------------------

    def _settle(self, end: int) -> None:
        """Replace rows of the first `end` shards that hold the puzzle of a lower index, until no two hold the same."""
        while True:
            self._tell("looking for duplicates")
            self.displaced = self.tried = 0
            end = min(end, -(-self.dry // self.plan.shard_size))
            names = [self.plan.shard_name(shard) for shard in range(end)]
            with displaced(self.folder, self.plan, names) as rows:
                self.displaced = rows.count
                held = min(end * self.plan.shard_size, self.plan.count)
                if held <= CROWD and (CROWDED * rows.count > held or rows.attempts >= STUBBORN):
                    if not self._crowd(rows):
                        return
                    continue
                jobs = self._again(rows)
                first = next(jobs, None)
                if first is None:
                    return
                self._tell(f"replacing {rows.count:,} duplicates")
                self._fill(chain([first], jobs), end)

    def _crowd(self, rows: Displaced) -> bool:
        """Replace the lowest displaced rows, each by its next attempt that no lower index holds; False if none was.

        Asking all rows at once, round by round, would take as many rounds as the slowest row takes attempts.
        """
        held = rows.holders()
        made: list[Row] = []
        try:
            for index, attempt, _ in islice(rows, TURN):
                if index >= self.dry:
                    break
                words = f"replacing {rows.count - len(made):,} duplicates"
                row = first_row(self.plan, index, attempt + 1, free=self._asker(held, index, words))
                if row is None:
                    self.dry = index
                    break
                held[row["hash"]] = index
                made.append(row)
                self.displaced -= 1
        finally:  # what was replaced so far is kept
            for shard, group in groupby(made, key=lambda row: int(row["index"]) // self.plan.shard_size):
                self._replace(shard, [self.codec.pack(list(group))], self._rows(shard), kept=True)
        return bool(made)

    def _again(self, rows: Iterable[tuple[int, int, int]]) -> Iterator[Job]:
        """The displaced rows below the dry one, shard by shard, each with its next attempt."""
        for shard, group in groupby(rows, key=lambda row: row[0] // self.plan.shard_size):
            items = []
            for index, attempt, _ in group:
                if index >= self.dry:
                    break
                if attempt + 1 >= self.plan.attempts:
                    self.dry = index
                    break
                items.append((index, attempt + 1))
            if items:
                yield Job(shard, items, again=True, kept=True)

    # -- the end -----------------------------------------------------------------------------------------------

    def _close(self) -> Manifest:
        """Cut the dataset where a size ran dry, and write the manifest."""
        count = self.dry
        shards = -(-count // self.plan.shard_size)
        there = self.folder.names()
        for shard in range(self.plan.shards - 1, shards - 1, -1):
            if self.plan.shard_name(shard) in there:
                self.folder.delete(self.plan.shard_name(shard))
        if count < self.plan.count and count % self.plan.shard_size:
            base = self._content(shards - 1)
            with self.folder.reading(self.plan.shard_name(shards - 1)):
                content = self.codec.cut(base, count % self.plan.shard_size)
            self._write(shards - 1, content, self._rows(shards - 1))
        entries = tuple(self._entry(shard) for shard in range(shards))
        found = Manifest(self.plan, self.plan.run, versions_of(self.plan), True, count, entries)
        self.folder.write(MANIFEST, found.to_bytes())
        self._tell("done")
        return found

    def _entry(self, shard: int) -> WrittenShard:
        """What the manifest says of a shard."""
        if shard not in self.entries:
            self._remember(shard, self._content(shard), self._rows(shard))
        return self.entries[shard]

    def _content(self, shard: int) -> bytes:
        return self.folder.read(self.plan.shard_name(shard))

    def _remember(self, shard: int, content: bytes, rows: int) -> None:
        name = self.plan.shard_name(shard)
        self.entries[shard] = WrittenShard(name, rows, len(content), checksum(content))
