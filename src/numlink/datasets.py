"""Datasets: puzzles by the million, without duplicates, the same bytes whoever makes them and however often stopped.

Puzzle i is its first attempt that no lower index already holds.  Every index proposes its attempts in order, and of
several that propose the same puzzle the lowest holds it; a rejection is final, for a puzzle only ever passes to a
still lower index.  So proposals may be made and rejected in any order (Gale and Shapley 1962), with one result:

    make the missing shards of a stretch, every index its attempt 0
    while duplicates: the displaced propose their next attempt, their shards are written again
    next stretch, twice as long

The shards are the state: each row holds its index, attempt and hash, so a run goes on from whatever a kill has left.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field
from itertools import chain, groupby, islice
from typing import Any

from numlink.dataset_duplicates import Displaced, displaced
from numlink.dataset_files import CONFIGURATION, MANIFEST, Folder, checksum
from numlink.dataset_plan import Plan, plan_from
from numlink.dataset_reader import Dataset
from numlink.dataset_rows import Row, arrow, cut, join, make_row, pack, puzzle_of
from numlink.dataset_workers import VERSIONS, Crew, Item, Piece, crew, make_piece
from numlink.errors import InputError
from numlink.puzzle import Puzzle, Rules
from numlink.recipe import VERSION

FIRST_STRETCH = 4
"""Shards of the first stretch."""

CROWDED = 10
"""Of `CROWDED` rows more than one displaced: the size is small and may soon run dry."""

CROWD = 100_000
"""Rows up to which the coordinator holds all hashes at once to help a crowded size; no larger one gets crowded."""

TURN = 2_000
"""Displaced rows, the lowest first, that a crowded size has replaced before their shards are written."""

Watch = Callable[[int, int, str], None]
"""Called with puzzles made, puzzles wanted, and what is being done."""


def batch(
    count: int,
    sizes: str | Iterable[str] = "9",
    *,
    seed: int,
    difficulty: str | None = None,
    rules: Rules | None = None,
    proof: str = "unique",
    rating: bool = True,
    output: str | None = None,
    shard_size: int = 5_000,
    format: str = "parquet",
    workers: int | None = 1,
    dask: str | None = None,
) -> Iterator[Puzzle]:
    """`count` puzzles of these sizes in turn, no two the same up to symmetry and numbering, each with its solution.

    Without `output` they are made one by one in this process, which remembers a hash of each (about 100 bytes).  With
    it, the dataset is first made in that folder or URL by `workers` processes (None: one for each core) or by the Dask
    cluster at `dask`, going on where an earlier run was stopped, and then read back shard by shard.  Either way the
    puzzles are the same.  Where a size runs dry they are fewer than `count`.  Raises InputError for what cannot be.

    >>> [puzzle.seed for puzzle in batch(2, "5", seed=1)]
    [2134586338640084752, 2316334895690867336]
    """
    words = sizes if isinstance(sizes, str) else list(sizes)
    plan = plan_from(
        {"count": count, "sizes": words, "seed": seed, "difficulty": difficulty, "rules": rules, "proof": proof}
        | {"rating": rating, "shard-size": shard_size, "format": format}
    )
    return _in_turn(plan) if output is None else _by_folder(plan, output, workers, dask)


def _in_turn(plan: Plan) -> Iterator[Puzzle]:
    """The definition of a dataset, literally."""
    held: set[str] = set()
    for index in range(plan.count):
        rows = (make_row(plan, index, attempt) for attempt in range(plan.attempts))
        row = next((row for row in rows if row is not None and row["hash"] not in held), None)
        if row is None:
            return
        held.add(row["hash"])
        yield puzzle_of(row)


def _by_folder(plan: Plan, output: str, workers: int | None, dask: str | None) -> Iterator[Puzzle]:
    make_dataset(output, plan, workers=workers, dask=dask)
    yield from Dataset(output)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to: puzzles there, puzzles wanted, the size that ran dry, whether there was nothing to do."""

    count: int
    wanted: int
    dry: str | None = None
    idle: bool = False


def make_dataset(
    target: str,
    plan: Plan | None = None,
    *,
    workers: int | None = None,
    dask: str | None = None,
    watch: Watch | None = None,
    note: Callable[[str], None] | None = None,
) -> Outcome:
    """Make the dataset of `plan` in a folder or URL, or go on with what is there (`plan` None: whatever it is).

    Raises InputError where another run lies or writes there, where the folder cannot be written, where the disk is
    full; what is there stays whole then, and the next call goes on with it.
    """
    folder = Folder(target)
    found = folder.manifest()
    if plan is None:
        plan = _plan_there(folder, found)
    elif found is None:
        folder.make()
    _refuse_other(folder, plan, found)
    if found is not None and found["complete"]:
        return _outcome(found, idle=True)
    with folder.locked(plan.run):
        found = folder.manifest()  # another run may have begun, or ended, meanwhile
        _refuse_other(folder, plan, found)
        if found is not None and found["complete"]:
            return _outcome(found, idle=True)
        if found is None:
            _refuse_shards(folder)
            folder.write(CONFIGURATION, plan.to_toml().encode())
            folder.write(MANIFEST, _manifest(plan, complete=False))
        elif found["versions"] != _versions(plan) and note is not None:
            note(f"begun with {_words(found['versions'])}, going on with {_words(_versions(plan))}: bytes may differ.")
        try:
            with crew(workers, dask) as hands:
                finished = _Run(folder, plan, hands, watch or (lambda *_: None)).finish()
        except BrokenExecutor:
            raise InputError(
                f"a worker process was lost (killed, or out of memory). Go on with: numlink batch --resume {target}"
            ) from None
    return _outcome(finished)


def _plan_there(folder: Folder, found: dict[str, Any] | None) -> Plan:
    if found is None:
        raise InputError(f"{folder.target} holds no dataset to go on with (no {MANIFEST}). Start one with -o.")
    return plan_from(found["options"])


def _refuse_other(folder: Folder, plan: Plan, found: dict[str, Any] | None) -> None:
    """Raise InputError where the folder is another run's, naming it."""
    if found is None or found["run"] == plan.run:
        return
    if plan_from(found["options"]) == plan:
        raise InputError(
            f"run {found['run']} in {folder.target} was begun by another version of the generator "
            f"({found['versions'].get('generator')}, now {VERSION}). Finish it with that numlink, or start anew."
        )
    raise InputError(
        f"{folder.target} holds run {found['run']}, this would be run {plan.run}. Choose another folder, "
        f"or go on with the one there: numlink batch --resume {folder.target}"
    )


def _refuse_shards(folder: Folder) -> None:
    for name in folder.names():
        if name.endswith((".parquet", ".jsonl")):
            raise InputError(f"{folder.target} holds {name} but no {MANIFEST}. Choose an empty folder.")


def _outcome(manifest: dict[str, Any], *, idle: bool = False) -> Outcome:
    dry = manifest["dry"]
    return Outcome(manifest["count"], manifest["options"]["count"], dry and dry["size"], idle)


def _versions(plan: Plan) -> dict[str, str]:
    """What the bytes of the shards depend on beside the plan."""
    found = dict(zip(("numlink", "generator"), map(str, VERSIONS), strict=True))
    return found | ({"pyarrow": arrow().__version__} if plan.format == "parquet" else {})


def _words(versions: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def _manifest(plan: Plan, *, complete: bool, **more: Any) -> bytes:
    text = {
        "dataset": 1,
        "run": plan.run,
        "complete": complete,
        "options": plan.options(),
        "versions": _versions(plan),
        **more,
    }
    return json.dumps(text, indent=1).encode() + b"\n"


@dataclass(slots=True)
class _Job:
    """A shard to be made, or (`again`) some of its rows; `pieces` fills up as the workers hand them in."""

    shard: int
    items: list[Item]
    again: bool
    left: int = 0
    pieces: dict[int, bytes] = field(default_factory=dict)


class _Run:
    """One run of the coordinator: the only one that writes."""

    def __init__(self, folder: Folder, plan: Plan, hands: Crew, watch: Watch) -> None:
        self.folder = folder
        self.plan = plan
        self.hands = hands
        self.watch = watch
        self.done = 0
        self.words = "made"
        self.dry = plan.count  # no puzzle from here on
        self.sums: dict[int, dict[str, Any]] = {}

    def finish(self) -> dict[str, Any]:
        """Make all that is missing; the final manifest."""
        there = set(self.folder.names())
        whole = {shard for shard in range(self.plan.shards) if self._whole(shard, there)}
        self.done = sum(len(self.plan.indices(shard)) for shard in whole)
        begin, end = 0, min(FIRST_STRETCH, self.plan.shards)
        while True:
            self._tell("made")
            missing = (shard for shard in range(begin, end) if shard not in whole)
            self._fill(_Job(shard, [(index, 0) for index in self.plan.indices(shard)], False) for shard in missing)
            self._settle(end)
            if end == self.plan.shards or self.dry < self.plan.count:
                return self._close()
            begin, end = end, min(2 * end, self.plan.shards)

    def _whole(self, shard: int, there: set[str]) -> bool:
        """Whether a shard is there with all its rows."""
        name = self.plan.shard_name(shard)
        return name in there and rows_in(self.folder, name) == len(self.plan.indices(shard))

    def _tell(self, words: str) -> None:
        self.words = words
        self.watch(self.done, self.plan.count, words)

    # -- making ------------------------------------------------------------------------------------------------

    def _fill(self, jobs: Iterable[_Job]) -> None:
        """Have the pieces of these jobs made, a bounded number at a time, and write each shard once it is whole."""
        tasks = self._tasks(jobs)
        pending: dict[Future[Piece], tuple[_Job, int]] = {}
        while True:
            for job, place, items in islice(tasks, max(0, self.hands.width() - len(pending))):
                pending[self.hands.executor.submit(make_piece, self.plan, items, VERSIONS)] = job, place
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                job, place = pending.pop(future)
                self._take(job, place, future.result())

    def _tasks(self, jobs: Iterable[_Job]) -> Iterator[tuple[_Job, int, list[Item]]]:
        for job in jobs:
            step = self.plan.piece
            starts = range(0, len(job.items), step)
            job.left = len(starts)
            for place, start in enumerate(starts):
                yield job, place, job.items[start : start + step]

    def _take(self, job: _Job, place: int, piece: Piece) -> None:
        job.pieces[place] = piece.data
        job.left -= 1
        self.dry = min(self.dry, *piece.dry) if piece.dry else self.dry
        if not job.again:
            self.done += piece.made
        self._tell(self.words)
        if job.left == 0:
            self._replace(job.shard, [job.pieces[place] for place in sorted(job.pieces)], again=job.again)
            job.pieces.clear()

    def _replace(self, shard: int, pieces: list[bytes], *, again: bool) -> None:
        """Write a shard that consists of these pieces or (`again`) has some rows replaced by them."""
        base = self.folder.read(self.plan.shard_name(shard)) if again else None
        self._write(shard, join(self.plan.format, pieces, base))

    def _write(self, shard: int, content: bytes) -> None:
        self.folder.write(self.plan.shard_name(shard), content)
        self.sums[shard] = {"bytes": len(content), "sha256": checksum(content)}

    # -- duplicates --------------------------------------------------------------------------------------------

    def _settle(self, end: int) -> None:
        """Have the displaced rows of the first `end` shards propose again until no two hold the same puzzle."""
        names = [self.plan.shard_name(shard) for shard in range(end)]
        while True:
            self._tell("looking for duplicates")
            with displaced(self.folder, names) as rows:
                held = end * self.plan.shard_size
                if CROWDED * rows.count > held and held <= CROWD:
                    if not self._crowd(rows):
                        return
                    continue
                jobs = self._again(rows)
                first = next(jobs, None)
                if first is None:
                    return
                self._tell(f"replacing {rows.count:,} duplicates")
                self._fill(chain([first], jobs))

    def _crowd(self, rows: Displaced) -> bool:
        """Have the lowest displaced rows propose until one is held by no lower index; False where none is left.

        Asking all at once by rounds would take as many rounds as the unluckiest row takes attempts.
        """
        held = rows.holders()
        made: list[Row] = []
        for index, attempt, _ in islice(rows, TURN):
            if index >= self.dry:
                break
            row = next(self._free(index, attempt + 1, held), None)
            if row is None:
                self.dry = index
                break
            held[row["hash"]] = index
            made.append(row)
            self._tell(f"replacing {rows.count - len(made):,} duplicates")
        for shard, group in groupby(made, key=lambda row: int(row["index"]) // self.plan.shard_size):
            self._replace(shard, [pack(self.plan.format, list(group))], again=True)
        return bool(made)

    def _free(self, index: int, first: int, held: dict[str, int]) -> Iterator[Row]:
        """The attempts of an index, from the `first` on, whose puzzles no lower index holds."""
        for attempt in range(first, self.plan.attempts):
            row = make_row(self.plan, index, attempt)
            if row is not None and held.get(row["hash"], index) >= index:
                yield row

    def _again(self, rows: Iterable[tuple[int, int, int]]) -> Iterator[_Job]:
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
                yield _Job(shard, items, True)

    # -- the end -----------------------------------------------------------------------------------------------

    def _close(self) -> dict[str, Any]:
        """Cut the dataset where a size ran dry, and write the manifest."""
        count = self.dry
        shards = -(-count // self.plan.shard_size)
        there = self.folder.names()
        for shard in range(self.plan.shards - 1, shards - 1, -1):
            if self.plan.shard_name(shard) in there:
                self.folder.delete(self.plan.shard_name(shard))
        if count < self.plan.count and count % self.plan.shard_size:
            name = self.plan.shard_name(shards - 1)
            self._write(shards - 1, cut(self.plan.format, self.folder.read(name), count % self.plan.shard_size))
        width, height = self.plan.size(count)
        text = _manifest(
            self.plan,
            complete=True,
            count=count,
            dry={"index": count, "size": f"{width}x{height}"} if count < self.plan.count else None,
            shards=[self._entry(shard, count) for shard in range(shards)],
        )
        self.folder.write(MANIFEST, text)
        found: dict[str, Any] = json.loads(text)
        return found

    def _entry(self, shard: int, count: int) -> dict[str, Any]:
        """What the manifest says of a shard."""
        name = self.plan.shard_name(shard)
        if shard not in self.sums:
            content = self.folder.read(name)
            self.sums[shard] = {"bytes": len(content), "sha256": checksum(content)}
        rows = min(count, (shard + 1) * self.plan.shard_size) - shard * self.plan.shard_size
        return {"name": name, "rows": rows, **self.sums[shard]}


def rows_in(folder: Folder, name: str) -> int:
    """How many rows a shard has; -1 for one that cannot be read."""
    with folder.open(name) as file:
        if name.endswith(".jsonl"):
            return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
        pa = arrow()
        try:
            return int(pa.parquet.read_metadata(file).num_rows)
        except (pa.ArrowInvalid, OSError):
            return -1
