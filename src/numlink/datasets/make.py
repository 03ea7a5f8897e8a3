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
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from typing import Any, Literal

from numlink.datasets.folder import CONFIGURATION, LOCK, MANIFEST, Folder
from numlink.datasets.plan import Plan, ShardFormat, plan_from
from numlink.datasets.reader import Dataset, what_ran_dry
from numlink.datasets.rows import first_row, puzzle_of
from numlink.datasets.run import OnProgress, Run, manifest_text, versions_of
from numlink.datasets.workers import pool
from numlink.errors import InputError
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Claim, Rules


def batch(
    count: int,
    sizes: int | str | Iterable[int | str] = "9",
    *,
    seed: int,
    difficulty: str | None = None,
    rules: Rules | None = None,
    proof: Claim | Literal["unique", "strict"] = Claim.UNIQUE,
    rating: bool = True,
    output: str | None = None,
    shard_size: int = 5_000,
    format: ShardFormat | Literal["parquet", "jsonl"] = ShardFormat.PARQUET,
    workers: int | None = 1,
    dask: str | None = None,
) -> Iterator[Puzzle]:
    """`count` puzzles of these sizes in turn, no two the same up to symmetry and numbering, each with its solution.

    Sizes are like 9, "7..12", "9,12x8" or a list of such.  Without `output` puzzles are made one by one in this
    process, which remembers a hash of each (about 100 bytes).  With it, the dataset is first made in that folder or URL
    by `workers` processes (None: one for each core) or by the Dask cluster at `dask`, going on where an earlier run was
    stopped, and then read back shard by shard.  Either way the puzzles are the same.  Where a size runs dry they are
    fewer than `count`.  Raises InputError for what cannot be.

    >>> [puzzle.seed for puzzle in batch(2, "5", seed=1)]
    [2134586338640084752, 2316334895690867336]
    """
    words = sizes if isinstance(sizes, int | str) else list(sizes)
    plan = plan_from(
        {"count": count, "sizes": words, "seed": seed, "difficulty": difficulty, "rules": rules, "proof": proof}
        | {"rating": rating, "shard-size": shard_size, "format": format}
    )
    return _in_turn(plan) if output is None else _by_folder(plan, output, workers, dask)


def _in_turn(plan: Plan) -> Iterator[Puzzle]:
    """The definition of a dataset, literally."""
    held: set[str] = set()
    for index in range(plan.count):
        row = first_row(plan, index, free=lambda name: name not in held)
        if row is None:
            return
        held.add(row["hash"])
        yield puzzle_of(row)


def _by_folder(plan: Plan, output: str, workers: int | None, dask: str | None) -> Iterator[Puzzle]:
    make_dataset(output, plan, workers=workers, dask=dask)
    yield from Dataset(output)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to: puzzles there, puzzles wanted, what ran dry (`12x8`, `hard 12x8`), whether it was idle."""

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
    on_progress: OnProgress | None = None,
    note: Callable[[str], None] | None = None,
) -> Outcome:
    """Make the dataset of `plan` in a folder or URL, or go on with what is there (`plan` None: whatever it is).

    In a finished one, shards that are missing or have another number of bytes than the manifest says are made again.
    Raises InputError where another run lies or writes there, where the folder cannot be written, where the disk is
    full; what is there stays whole then, and the next call goes on with it.
    """
    note = note or (lambda _: None)
    folder = Folder(target)
    found = folder.manifest()
    if plan is None:
        plan = _plan_there(folder, found)
    elif found is None:
        folder.make()
    _refuse_other(folder, plan, found)
    # a kill between the last byte and the release leaves a lock in a finished folder: taking it over clears it
    if found is not None and found["complete"] and LOCK not in folder.names() and not _damaged(folder, found):
        return _outcome(found, idle=True)
    with folder.locked(plan.run):
        found = folder.manifest()  # another run may have begun, or ended, meanwhile
        _refuse_other(folder, plan, found)
        damaged = [] if found is None else _damaged(folder, found)
        if found is not None and found["complete"] and not damaged:
            return _outcome(found, idle=True)
        if found is None:
            _refuse_shards(folder)
            folder.write(CONFIGURATION, plan.to_toml().encode())
            folder.write(MANIFEST, manifest_text(plan, complete=False))
        elif found["versions"] != versions_of(plan):
            note(
                f"begun with {_words(found['versions'])}, going on with {_words(versions_of(plan))}: bytes may differ."
            )
        if damaged:
            more = f" and {len(damaged) - 1:,} more" if len(damaged) > 1 else ""
            note(f"{damaged[0]}{more} missing or damaged: made again.")
            _take_apart(folder, {**(found or {}), "complete": False}, damaged)
        try:
            with pool(workers, dask) as hands:
                finished = Run(folder, plan, hands, on_progress or (lambda *_: None), known=found or {}).finish()
        except BrokenExecutor:
            raise InputError(
                f"a worker process was lost (killed, or out of memory). Go on with: numlink batch --resume {target}"
            ) from None
    return _outcome(finished)


def _damaged(folder: Folder, manifest: dict[str, Any]) -> list[str]:
    """Shards that are not there or have other bytes in number than the manifest says, if it was ever finished."""
    sizes = folder.sizes()
    return [shard["name"] for shard in manifest.get("shards", ()) if sizes.get(shard["name"]) != shard["bytes"]]


def _take_apart(folder: Folder, manifest: dict[str, Any], damaged: list[str]) -> None:
    """Remove damaged shards.  The manifest is unfinished first, and keeps its checksums for the others."""
    folder.write(MANIFEST, json.dumps(manifest, indent=1).encode() + b"\n")
    for name in set(damaged) & set(folder.names()):
        folder.delete(name)


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
            f"run {found['run']} in {folder.target} was begun by another numlink that makes other puzzles "
            f"({_words(found['versions'])}; now {_words(versions_of(plan))}). Finish it with that one, or start anew."
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
    return Outcome(manifest["count"], manifest["options"]["count"], what_ran_dry(manifest), idle)


def _words(versions: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())
