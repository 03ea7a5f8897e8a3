"""The coordinator of a dataset (make.py): gives tasks to workers, and is the only one to write shards.

While it looks for duplicates, the workers already make the next stretch. A *piece* is the part of a shard made by one
task.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, groupby, islice
from typing import NamedTuple

from numlink.datasets.codecs import VERSIONS, Attempt, Piece, codec, make_piece
from numlink.datasets.folder import Folder, checksum, shard_found
from numlink.datasets.manifest import MANIFEST, Manifest, WrittenShard
from numlink.datasets.plan import Plan, ShardFormat
from numlink.datasets.queries import Displaced, displaced
from numlink.datasets.rows import Row, first_row
from numlink.errors import InputError
from numlink.parallel import Pool

FIRST_STRETCH = 4  # shards of the first stretch
CROWDED = 10  # a dataset is crowded, and may run dry, if more than 1 / CROWDED of its rows are displaced
STUBBORN = 10  # it is also crowded if a displaced row is at least this attempt
CROWD = 100_000  # the most rows of a crowded dataset whose hashes are kept in memory
TURN = 2_000  # the most displaced rows that `_replace_crowded` replaces before it writes their shards


class Progressed(NamedTuple):
    """The progress of a run: puzzles that exist (`found` from earlier runs), puzzles wanted, and the present work."""

    done: int
    wanted: int
    words: str
    found: int


OnProgress = Callable[[Progressed], None]


def versions_of(plan: Plan) -> dict[str, str]:
    """{name: version} of everything besides the plan that the bytes of the shards depend on."""
    found = dict(zip(("numlink", "generator", "rating"), map(str, VERSIONS), strict=True))
    if not plan.rating:
        del found["rating"]
    if plan.format is ShardFormat.PARQUET:
        from numlink.datasets.parquet import arrow

        found["pyarrow"] = arrow().__version__
    return found


@dataclass(slots=True)
class Job:
    """A task to make all or some rows of a shard: `items` are their (index, first attempt).

    `again`: later attempts replace them; `kept`: other rows of the shard stay; `left` pieces are still missing.
    """

    shard: int
    items: list[Attempt]
    again: bool
    kept: bool
    left: int = 0
    pieces: dict[int, Piece] = field(default_factory=dict)

    def usable(self) -> list[Piece]:
        """The pieces that can be written now; for a new shard, those before the first missing one."""
        places = sorted(self.pieces)
        if not self.again:
            places = [place for number, place in enumerate(places) if place == number]
        return [self.pieces[place] for place in places]


Task = tuple[Job, int, list[Attempt]]  # (job, number of the piece in the job from 0, items of the piece)


class Run:
    def __init__(self, folder: Folder, plan: Plan, crew: Pool, on_progress: OnProgress, *, known: Manifest) -> None:
        """`known` is the manifest of the dataset in progress."""
        self.folder = folder
        self.plan = plan
        self.crew = crew
        self.on_progress = on_progress
        self.done = 0
        self.found = 0  # of `done`: puzzles from an earlier run
        self.adopted = False  # whether all shards of an earlier run have been checked
        self.displaced = 0  # of `done`: displaced rows
        self.tried = 0  # of `displaced`: rows that have a new attempt
        self.words = "made"
        self.codec = codec(plan.format)
        self.dry = plan.count if known.count is None else known.count  # the dataset ends before this index
        self.entries = dict(enumerate(known.shards))
        self.pending: dict[Future[Piece], tuple[Job, int]] = {}
        self.missing: deque[tuple[int, int]] = deque()  # (shard, how many of its first rows exist)
        self.under_way: dict[int, Job] = {}  # shard: its job
        self.ready: deque[Task] = deque()

    def finish(self) -> Manifest:
        """Make everything that is missing and return the final manifest; an interrupted run keeps what it made."""
        try:
            return self._finish()
        except BaseException:
            self._keep()
            raise

    @property
    def kept(self) -> int | None:
        """The number of puzzles in the folder; None until all shards of an earlier run have been checked."""
        return sum(entry.rows for entry in self.entries.values()) if self.adopted else None

    def _finish(self) -> Manifest:
        there = set(self.folder.names())
        for shard in range(-(-self.dry // self.plan.shard_size)):
            rows = 0
            if self.plan.shard_name(shard) in there:
                rows = self._rows_there(shard)
                self.done += rows
                self.found += rows
                self._report("checking what is there")
            if rows < self._rows(shard):
                self.missing.append((shard, rows))
        self.adopted = True
        end = min(FIRST_STRETCH, self.plan.shards)
        while True:
            self._report("made")
            self._work((), end)
            self._settle(end)
            # the dataset ends before index `dry`, which may be in a later stretch
            if end * self.plan.shard_size >= self.dry:
                for future in self.pending:
                    future.cancel()
                return self._close()
            end = min(2 * end, self.plan.shards)

    def _rows_there(self, shard: int) -> int:
        """The number of first rows that a shard has, 0 if it is damaged; sets its entry."""
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
        """The number of rows that a shard will have if the dataset ends at `dry`."""
        return min(self.dry, (shard + 1) * self.plan.shard_size) - shard * self.plan.shard_size

    def _report(self, words: str) -> None:
        self.words = words
        self.on_progress(Progressed(self.done - self.displaced, self.plan.count, words, self.found))

    def _free_check(self, held: dict[str, int], index: int, words: str) -> Callable[[str], bool]:
        """A function that says whether no index below `index` has a hash, and reports each call as progress."""
        asked = 0

        def is_free(name: str) -> bool:
            nonlocal asked
            asked += 1
            self._report(f"{words}, candidate {asked}")
            return held.get(name, index) >= index

        self._report(words)
        return is_free

    # -- making ------------------------------------------------------------------------------------------------

    def _work(self, jobs: Iterable[Job], end: int) -> None:
        """Do these jobs and make all shards below `end`; idle workers make shards below 2 * `end`."""
        first: Iterator[Task] | None = self._tasks(jobs)
        while True:
            while len(self.pending) < self.crew.width():
                task = next(first, None) if first is not None else None
                if task is None:
                    first, task = None, self._ahead(2 * end)
                if task is None:
                    break
                job, place, items = task
                items = [item for item in items if item[0] < self.dry]
                future = self.crew.executor.submit(make_piece, self.plan, items, VERSIONS)
                self.pending[future] = job, place
            unmade = (shard for shard, _ in islice(self.missing, 1))
            if first is None and min([*self.under_way, *unmade], default=end) >= end:
                return
            for future in wait(self.pending, return_when=FIRST_COMPLETED).done:
                self._take(*self.pending.pop(future), future.result())

    def _ahead(self, end: int) -> Task | None:
        while self.missing and self.missing[-1][0] * self.plan.shard_size >= self.dry:
            self.missing.pop()
        if not self.ready and self.missing and self.missing[0][0] < end:
            shard, kept = self.missing.popleft()
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
            self.tried += piece.made  # new puzzles may be duplicates too, as `_settle` will find
            self.words = f"replacing {self.displaced:,} duplicates, {self.tried:,} tried"
        else:
            self.done += piece.made
        self._report(self.words)
        if job.left == 0:
            self._replace(job.shard, [piece.data for piece in job.usable()], self._rows(job.shard), kept=job.kept)
            del self.under_way[job.shard]
            job.pieces.clear()

    def _keep(self) -> None:
        """Write the pieces of the jobs under way; a later run makes the rest."""
        for job in list(self.under_way.values()):
            pieces = job.usable()
            if not pieces:
                continue
            rows = self._rows(job.shard)
            if not job.again:
                rows = job.items[0][0] - job.shard * self.plan.shard_size + sum(piece.made for piece in pieces)
            with suppress(InputError):  # the run may have ended because nothing can be written
                self._replace(job.shard, [piece.data for piece in pieces], rows, kept=job.kept)

    def _replace(self, shard: int, pieces: list[bytes], rows: int, *, kept: bool) -> None:
        """Write a shard of `rows` rows from these pieces and, if `kept`, its other rows."""
        base = self._content(shard) if kept else None
        with self.folder.reading(self.plan.shard_name(shard)):
            content = self.codec.join(pieces, base)
        self._write(shard, content, rows)

    def _write(self, shard: int, content: bytes, rows: int) -> None:
        name = self.plan.shard_name(shard)
        self.folder.write(name, content)
        self.entries[shard] = WrittenShard(name, rows, len(content), checksum(content))

    # -- duplicates --------------------------------------------------------------------------------------------

    def _settle(self, end: int) -> None:
        """Replace displaced rows of the first `end` shards by later attempts until there are none."""
        while True:
            self._report("looking for duplicates")
            self.displaced = self.tried = 0
            end = min(end, -(-self.dry // self.plan.shard_size))
            names = [self.plan.shard_name(shard) for shard in range(end)]
            with displaced(self.folder, self.plan, names) as rows:
                self.displaced = rows.count
                held = min(end * self.plan.shard_size, self.plan.count)
                if held <= CROWD and (CROWDED * rows.count > held or rows.attempts >= STUBBORN):
                    if not self._replace_crowded(rows):
                        return
                    continue
                jobs = self._again(rows)
                first = next(jobs, None)
                if first is None:
                    return
                self._report(f"replacing {rows.count:,} duplicates")
                self._work(chain([first], jobs), end)

    def _replace_crowded(self, rows: Displaced) -> bool:
        """Replace the lowest displaced rows, each by its next attempt that no lower index has; False if none was.

        Replacing all at once would take as many rounds as the slowest row takes attempts.
        """
        held = dict(rows.database.execute('SELECT hash, min("index") FROM rows GROUP BY hash').fetchall())
        made: list[Row] = []
        try:
            for index, attempt, _ in islice(rows, TURN):
                if index >= self.dry:
                    break
                words = f"replacing {rows.count - len(made):,} duplicates"
                row = first_row(self.plan, index, attempt + 1, free=self._free_check(held, index, words))
                if row is None:
                    self.dry = index
                    break
                held[row["hash"]] = index
                made.append(row)
                self.displaced -= 1
        finally:  # writes the rows that were replaced, even if an exception ends the loop
            for shard, group in groupby(made, key=lambda row: int(row["index"]) // self.plan.shard_size):
                self._replace(shard, [self.codec.pack(list(group))], self._rows(shard), kept=True)
        return bool(made)

    def _again(self, rows: Iterable[tuple[int, int, int]]) -> Iterator[Job]:
        """A job for each shard with displaced rows; an index without another attempt sets `dry`."""
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
        entries = tuple(self.entries[shard] for shard in range(shards))
        found = Manifest(self.plan, self.plan.run, versions_of(self.plan), True, count, entries)
        self.folder.write(MANIFEST, found.to_bytes())
        self._report("done")
        return found

    def _content(self, shard: int) -> bytes:
        return self.folder.read(self.plan.shard_name(shard))
