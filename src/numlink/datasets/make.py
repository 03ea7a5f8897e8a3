"""Makes datasets: millions of puzzles without duplicates, the same bytes whatever the workers and interruptions.

*Attempt* a of index i is a candidate puzzle that the plan, i and a determine. Puzzle i is the first attempt of index i
that no lower index has: a matching in the sense of Gale and Shapley (1962). Every index proposes its attempts in order,
and the lowest index that proposes a puzzle keeps it, so the order of proposals does not matter. The dataset is made in
stretches; their displaced rows propose again until there are no duplicates.

The shards hold all the state, so a run can resume after any interruption. Who calls whom:

    batch, numlink batch ──> plan: what is wanted ──> make_dataset: is there a run to resume?  takes the lock
                                                        └─> run.Run: stretches, tasks, duplicates; the only writer
     rows.first_row <── codecs.make_piece, in other processes <──┤
       └─> plan.candidate ──> making.generate                     ├─> queries: which rows are displaced
     batch without output ──> rows.first_row, one by one          └─> folder: atomic writes (stores, locks)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from typing import Any, Literal, Unpack

from numlink.datasets.folder import Folder, checksum
from numlink.datasets.manifest import CONFIGURATION, LOCK, MANIFEST, Manifest
from numlink.datasets.plan import Plan, ShardFormat, plan_from
from numlink.datasets.reader import Dataset
from numlink.datasets.rows import first_row, puzzle_of
from numlink.datasets.run import OnProgress, Run, versions_of
from numlink.errors import InputError, quoted
from numlink.making.classic import require_one_layout
from numlink.making.recipe import fields_on
from numlink.making.wish_values import Difficulty
from numlink.making.wishes import DatasetWishes, require_keywords, spelled_out
from numlink.model.arguments import flag, instance, python_number, seed_of
from numlink.model.grid import Grid
from numlink.model.kinds.tiling import tiling_of
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle
from numlink.parallel import pool, require_workers


@spelled_out(DatasetWishes)
def batch(
    count: int,
    sizes: int | str | Iterable[int | str] | None = None,
    *,
    seed: int,
    grid: Grid | None = None,
    layout: Layout | None = None,
    rating: bool = True,
    output: str | None = None,
    shard_size: int = 5_000,
    format: ShardFormat | Literal["parquet", "jsonl"] = ShardFormat.PARQUET,
    workers: int | None = 1,
    dask: str | None = None,
    **wishes: Unpack[DatasetWishes],
) -> Iterator[Puzzle]:
    """Make `count` puzzles of these sizes in turn, with solutions, no two equal up to symmetry and numbering.

    `sizes` are like 9, "7..12", "9,12x8" or a list of these; None: 9, or the size of `grid` or `tiling`.  `seed`
    decides all boards.  Wishes are those of `generate`: `difficulty` (also a list or range of grades, in turn),
    `rules`, `claim`, `solids`, `min_length`, `board`, `tiling`, `wrap`, `layers`, `vias`, `walls`, `bridges` or all
    about boards as a `layout` or `grid`, `effort`, `misleading`, `clues` (a single size), and `symmetry`, `style`
    ("lab" unless given) and `pairs`, of which a list takes turns.  `rating=False`: unrated boards, which saves time.

    Without `output` the puzzles are made one by one in this process, which keeps a hash of each (about 100 bytes).
    With `output`, a folder or URL, a dataset is made there first and read back: in shards of `shard_size` puzzles in
    the `format` "parquet" or "jsonl", by `workers` processes (None: one for each core) or by the Dask cluster at
    `dask`, going on where an earlier run stopped.  The puzzles are the same either way, and fewer than `count` if a
    size has no more different ones.  Raises InputError for wishes that cannot be met and an unusable `output`.

    >>> [puzzle.seed for puzzle in batch(2, "5", seed=1)]
    [2134586338640084752, 2316334895690867336]
    """
    require_keywords(batch, DatasetWishes, wishes)
    require_one_layout(grid, layout)
    wished: dict[str, Any] = {name: value for name, value in wishes.items() if value is not None}
    if layout is not None:
        wished = fields_on(layout, wished)
    if grid is not None:
        if sizes is not None:
            raise InputError("the grid sets the size. Leave sizes= out.")
        instance(grid, Grid, "a grid")
        sizes = f"{grid.width}x{grid.height}"
        wished = fields_on(grid, wished)
        wished["mask"] = (wished["mask"],)
    if sizes is None and wished.get("tiling") is not None:
        sizes = "x".join(map(str, tiling_of(wished["tiling"]).size))
    words = _words_of(sizes)
    require_workers(workers)
    if isinstance(wished.get("difficulty"), str) and wished["difficulty"] == Difficulty.ANY:
        del wished["difficulty"]
    plan = plan_from(
        {"count": python_number(count), "sizes": words, "seed": None if seed is None else seed_of(seed)}
        | {"rating": flag(rating, "rating"), "shard-size": python_number(shard_size), "format": format}
        | wished
    )
    return _made(plan, output, workers, dask)


def _words_of(sizes: object) -> int | str | list[int | str]:
    if sizes is None:
        return "9"
    sizes = python_number(sizes)
    if isinstance(sizes, int | str):
        return sizes
    try:
        if isinstance(sizes, bytes):
            raise TypeError
        return list(sizes)  # type: ignore[call-overload,no-any-return]  # asked just here
    except TypeError:
        raise InputError(f"sizes must be like 9, '7..12', '9,12x8' or a list of these, not {quoted(sizes)}.") from None


def _made(plan: Plan, output: str | None, workers: int | None, dask: str | None) -> Iterator[Puzzle]:
    if output is not None:
        make_dataset(output, plan, workers=workers, dask=dask)
        yield from Dataset(output)
        return
    held: set[str] = set()
    for index in range(plan.count):
        row = first_row(plan, index, free=lambda name: name not in held)
        if row is None:
            return
        held.add(row["hash"])
        yield puzzle_of(row)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`count` of `wanted` puzzles exist; `dry` is what ran dry (`hard 12x8`); `idle`: there was nothing to do."""

    count: int
    wanted: int
    dry: str | None = None
    idle: bool = False


def make_dataset(
    target: str,
    plan: Plan | None = None,
    *,
    count: int | None = None,
    workers: int | None = None,
    dask: str | None = None,
    on_progress: OnProgress | None = None,
    note: Callable[[str], None] | None = None,
) -> Outcome:
    """Make the dataset of `plan` in a folder or at a URL, or resume the one that is there (`plan` None: its plan).

    A dataset with the same options and a smaller count grows (`count` alone asks for this too). Missing and damaged
    shards are made again. `note` is called with sentences for the user. Raises InputError if the folder holds another
    run, is in use or cannot be written, or if a worker is lost. What was made is kept for the next call.
    """
    note = note or (lambda _: None)
    folder = Folder(target)
    run: Run | None = None
    try:
        found = folder.manifest()
        plan = _plan_for(folder, found, plan, count)
        if found is None:
            folder.make()
        # a process killed at its very end leaves its lock in a finished folder: resuming takes over the lock
        elif _is_done(folder, found, plan) and LOCK not in folder.names():
            return _outcome(found, idle=True)
        with folder.locked(plan.run):
            found = folder.manifest()  # again: another run may have begun or ended before the lock was taken
            plan = _plan_for(folder, found, plan, None)
            if found is not None and _is_done(folder, found, plan):
                return _outcome(found, idle=True)
            begun = _begun(folder, found, plan, note)
            if found is None or found.plan.count < plan.count:
                for words in plan.room():
                    note(words)
            with pool(workers, dask, again=f"resume with numlink batch --resume ... --dask {dask}") as crew:
                run = Run(folder, plan, crew, on_progress or (lambda _: None), known=begun)
                return _outcome(run.finish())
    except KeyboardInterrupt:
        note(_stopped(folder, run))
        raise
    except BrokenExecutor:
        raise InputError(
            f"a worker process was lost (killed, or out of memory). Resume with: numlink batch --resume {target}"
        ) from None


def _stopped(folder: Folder, run: Run | None) -> str:
    """What a stopped run leaves in the folder, and how to resume; `run` None: it had not begun."""
    if run is not None and run.kept is not None:
        there = f"{run.kept:,} of {run.plan.count:,} puzzles are kept"
    elif folder.begun:
        there = "what was there is kept"
    else:
        return "stopped before the dataset was started. Run the same command again."
    return f"stopped, {there}. Resume with: numlink batch --resume {folder.target}"


def _plan_for(folder: Folder, found: Manifest | None, plan: Plan | None, count: int | None) -> Plan:
    """The plan to follow in a folder whose manifest is `found`: `plan`, or the manifest's, with `count` if given."""
    if found is None:
        if plan is None:
            raise InputError(f"no dataset to resume in {folder.target} (no {MANIFEST}). Start one with -o.")
        return plan
    there = found.plan
    plan = plan or there
    if count is not None:
        plan = replace(plan, count=count)
    if replace(there, count=plan.count) != plan:
        raise InputError(
            f"{folder.target} contains run {found.run}, but this would be run {plan.run}. Choose another folder, "
            f"or resume the one there: numlink batch --resume {folder.target}"
        )
    if there.run != found.run:
        raise InputError(
            f"run {found.run} in {folder.target} was started by another version of numlink that makes other puzzles "
            f"({_words(found.versions)}; now {_words(versions_of(plan))}). Finish it with that one, or start over."
        )
    if plan.count < there.count:
        raise InputError(
            f"{folder.target} has {there.count:,} puzzles, and a dataset can only grow. "
            f"Ask for that many or more, or choose another folder for {plan.count:,}."
        )
    if there.shard_name(0) != plan.shard_name(0):
        raise InputError(
            f"{plan.count:,} puzzles in files of {plan.shard_size:,} need longer file names than the files in "
            f"{folder.target} have. Start over with a larger shard_size=."
        )
    return plan


def _is_done(folder: Folder, found: Manifest, plan: Plan) -> bool:
    """Whether the dataset is complete for this plan, with all its files unchanged."""
    return (
        found.complete
        and found.plan == plan
        and not _damaged(folder, found)
        and CONFIGURATION in folder.names()
        and folder.read(CONFIGURATION) == plan.to_toml().encode()
    )


def _begun(folder: Folder, found: Manifest | None, plan: Plan, note: Callable[[str], None]) -> Manifest:
    """Write and return a manifest with this plan in progress; it keeps the entries of known shards.

    It is written before anything else changes, so that the dataset does not look complete after a kill.
    """
    if found is None:
        for name in folder.names():
            if name.endswith((".parquet", ".jsonl")):
                raise InputError(f"{folder.target} contains {name} but no {MANIFEST}. Choose an empty folder.")
        found = Manifest(plan, plan.run, versions_of(plan))
        folder.write(CONFIGURATION, plan.to_toml().encode())
        folder.write(MANIFEST, found.to_bytes())
        return found
    versions = versions_of(plan)
    if found.versions != versions:
        note(f"started with {_words(found.versions)}, resumed with {_words(versions)}: bytes may differ.")
    damaged = _damaged(folder, found) if found.complete else []
    if damaged:
        more = f" and {len(damaged) - 1:,} more" if len(damaged) > 1 else ""
        note(f"{damaged[0]}{more} missing or damaged: made again.")
    # a size that ran dry stays dry, whatever the count
    ends = found.count if found.dry or plan.count == found.plan.count else None
    begun = Manifest(plan, plan.run, versions, False, ends, found.shards)
    folder.write(MANIFEST, begun.to_bytes())
    folder.write(CONFIGURATION, plan.to_toml().encode())
    for name in set(damaged) & set(folder.names()):
        folder.delete(name)
    return begun


def _damaged(folder: Folder, found: Manifest) -> list[str]:
    sizes = folder.sizes()
    return [
        entry.name
        for entry in found.shards
        if sizes.get(entry.name) != entry.bytes or checksum(folder.read(entry.name)) != entry.sha256
    ]


def _outcome(manifest: Manifest, *, idle: bool = False) -> Outcome:
    count = manifest.plan.count if manifest.count is None else manifest.count
    return Outcome(count, manifest.plan.count, manifest.what_ran_dry, idle)


def _words(versions: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())
