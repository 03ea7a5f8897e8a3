"""The task of a worker, a pure function from a plan and (index, attempt) pairs to bytes that writes no files."""

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
"""The versions of numlink, generator and rating, the same for coordinator and workers."""

Attempt = tuple[int, int]
"""(index, number of the first attempt to try)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows of a shard: their bytes and number, and the index that ran dry, before which they end; else None."""

    data: bytes
    made: int
    dry: int | None


def make_piece(plan: Plan, items: Sequence[Attempt], versions: Versions = VERSIONS) -> Piece:
    """The rows of these items: of each the first attempt, from the given one on, that is a puzzle of the wanted grade.

    Items are in order; from the first index that runs dry no rows are made. Raises InputError for other `versions`.
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
