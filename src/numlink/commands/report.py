"""How the puzzles of a stream ended, and what that makes of the exit code."""

from __future__ import annotations

from collections.abc import Iterable

WORST_FIRST = (2, 3, 1, 0)
"""A stream of puzzles exits with the worst of their codes, in this order."""


def worst(codes: Iterable[int]) -> int:
    """The exit code of a stream whose puzzles ended with `codes`."""
    return min(codes, key=WORST_FIRST.index, default=0)
