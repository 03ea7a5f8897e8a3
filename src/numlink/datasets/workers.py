"""What a worker makes of a dataset: pieces of its shards, in this process, in others or on a Dask cluster (parallel).

Workers are pure functions: they get a plan and (index, attempt) pairs and hand back bytes; they write nothing.  So a
worker that is lost, or lives on after its coordinator was killed, can do no harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numlink.datasets.codecs import codec
from numlink.datasets.plan import Plan
from numlink.datasets.rows import Row, first_row
from numlink.errors import InputError
from numlink.making.recipe import GRADED_VERSION, VERSION
from numlink.version import __version__

Versions = tuple[str, int, int]

VERSIONS: Versions = (__version__, VERSION, GRADED_VERSION)
"""What coordinator and workers must agree on: (numlink, generator, rating)."""

Attempt = tuple[int, int]
"""(index, first attempt to try)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Rows of a shard as bytes, how many, and the index that ran dry, before which it ends."""

    data: bytes
    made: int
    dry: int | None


def make_piece(plan: Plan, items: Sequence[Attempt], versions: Versions = VERSIONS) -> Piece:
    """The rows of these items, each its first attempt from the given one on that is a puzzle of the wanted grade.

    Items are in order of their index; none is made from the first on that runs dry, since the dataset ends there.

    Raises InputError where the coordinator has other `versions` of numlink and its generator than this worker.
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
