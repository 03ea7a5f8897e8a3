"""The task of a worker: to make a piece of a shard, in this process, in other processes or on a Dask cluster.

A task is a pure function from a plan and (index, attempt) pairs to bytes, and writes no files.  So a worker that is
lost, or that lives on after its coordinator was killed, can do no harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numlink.datasets.codecs import codec
from numlink.datasets.plan import Plan
from numlink.datasets.rows import Row, first_row
from numlink.errors import InputError
from numlink.version import GENERATOR_VERSION, GRADE_VERSION, __version__

Versions = tuple[str, int, int]

VERSIONS: Versions = (__version__, GENERATOR_VERSION, GRADE_VERSION)
"""The versions (numlink, generator, rating), which must be the same for coordinator and workers."""

Attempt = tuple[int, int]
"""(index, number of the first attempt to try)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows of a shard: their bytes, their number, and the index that ran dry, None if none did.

    A piece ends before an index that ran dry.
    """

    data: bytes
    made: int
    dry: int | None


def make_piece(plan: Plan, items: Sequence[Attempt], versions: Versions = VERSIONS) -> Piece:
    """The rows of these items: of each the first attempt, from the given one on, that is a puzzle of the wanted grade.

    Items are in order of their index.  No rows are made from the first index on that runs dry, because the dataset ends
    there.  Raises InputError if the coordinator has other `versions` than this worker.
    """
    if versions != VERSIONS:
        theirs, ours = ("numlink {} with generator {} and rating {}".format(*pair) for pair in (versions, VERSIONS))
        raise InputError(f"the coordinator has {theirs}, a worker {ours}. Install the same on both.")
    rows: list[Row] = []
    for index, first in items:
        row = first_row(plan, index, first)
        if row is None:
            return Piece(codec(plan.format).pack(rows), len(rows), index)
        rows.append(row)
    return Piece(codec(plan.format).pack(rows), len(rows), None)
