"""Checks a dataset: the checksums of all files, hashes and solutions of puzzles, and fresh proofs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated

from numlink import parallel
from numlink.datasets.codecs import codec
from numlink.datasets.folder import Folder, ServiceFailed
from numlink.datasets.manifest import DryObject, WrittenShard
from numlink.datasets.plan import Plan
from numlink.datasets.queries import displaced
from numlink.datasets.reader import Dataset
from numlink.datasets.rows import DamagedShard, Row, canonical_hash, puzzle_of
from numlink.errors import InputError, raising
from numlink.exact.prove import prove
from numlink.exact.verdict import Answer
from numlink.model.judge import check
from numlink.model.rules import Claim

SHOWN_FAULTS = 20  # the most faults that are listed


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check of a dataset."""

    rows: int
    proven: Annotated[int, "puzzles proven again"]
    faults: Annotated[tuple[str, ...], "the first ones, in words"]
    dry: DryObject | None


def check_dataset(
    target: str, *, every: int = 1, workers: int | None = None, unfinished: bool = False
) -> Iterator[tuple[int, Checked]]:
    """Check a dataset shard by shard: yields (rows of the shard, result so far), and at the end (0, final result).

    For every `every`-th puzzle (0: none), the hash is computed, the solution judged and the claim proven again; then
    come files that do not belong there and, if no fault was found, puzzles that occur twice. `unfinished` accepts a
    dataset in progress. Raises InputError if there is no dataset or no good manifest; a damaged shard is a fault.
    """
    data = Dataset(target, unfinished=unfinished)
    rows = proven = 0
    faults: list[str] = []
    tasks = zip(data.shards, data.numbers, strict=True)
    checked = parallel.map(partial(check_shard, target, data.plan, every), tasks, workers=workers)
    for (made, again, problems), entry in zip(raising(checked), data.shards, strict=True):
        rows, proven = rows + made, proven + again
        faults += problems
        yield entry.rows, Checked(rows, proven, tuple(faults[:SHOWN_FAULTS]), data.contents.dry)
    extra = {name for name in data.folder.names() if name.endswith(f".{data.plan.format}")} - set(data.names)
    why = "is not in the manifest" if data.contents.complete else "is not a complete shard; it will be made again"
    faults += [f"{name} {why}." for name in sorted(extra)]
    if not faults and data.contents.complete:
        with displaced(data.folder, data.plan, data.names) as twice:
            faults += [f"puzzle {index} repeats puzzle {first}." for index, _, first in islice(twice, SHOWN_FAULTS)]
    yield 0, Checked(rows, proven, tuple(faults[:SHOWN_FAULTS]), data.contents.dry)


def check_shard(target: str, plan: Plan, every: int, task: tuple[WrittenShard, int]) -> tuple[int, int, list[str]]:
    """(rows, puzzles proven again, faults) of a shard, given as its entry and number; `every` as in `check_dataset`."""
    entry, shard = task
    name = entry.name
    remedy = f"Make it again: numlink batch --resume {target}"
    try:
        content = Folder(target, missing=remedy).content(entry)
    except ServiceFailed:
        raise
    except InputError as error:
        return 0, 0, [str(error)]
    faults: list[str] = []
    rows = proven = 0
    try:
        found = codec(plan.format).read(content)
        for rows, (there, _, _) in enumerate(found.identities(), start=1):
            index = shard * plan.shard_size + rows - 1
            if there != index:
                faults.append(f"{name}: row {rows} is puzzle {there}, not {index}.")
            if every and index % every == 0:  # reading a row takes ten times as long as reading its index
                proven += 1
                faults += (f"puzzle {there}: {fault}" for fault in _row_faults(found.row(rows - 1)))
    except DamagedShard as error:
        return rows, proven, [*faults, f"{name} {error}. {remedy}"]
    if rows != entry.rows:
        faults.append(f"{name} has {rows:,} rows, but the manifest says {entry.rows:,}.")
    return rows, proven, faults


def _row_faults(row: Row) -> Iterator[str]:
    try:
        puzzle = puzzle_of(row)
        claim = Claim(row["claim"])
    except ValueError:
        yield "its claim is not valid."
        return
    except InputError as error:
        yield str(error)
        return
    problems = [str(fault) for fault in check(puzzle, puzzle.solution)]
    yield from problems
    if row["hash"] != canonical_hash(puzzle):
        yield "its hash does not match the board."
    if not problems:
        verdict = prove(puzzle, claim=claim)
        if verdict.answer is not Answer.UNIQUE:
            yield str(verdict)
