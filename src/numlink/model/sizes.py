"""Sizes as people write them, and how large the numbers on a board may be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from numlink.errors import InputError

SIZE = re.compile(r"([0-9]+)(?:[xX]([0-9]+))?")

GRIDS_KEPT = 8  # grids whose links and neighbours stay in memory: the boards of a batch mostly have one size

CELLS_KEPT = 2_500  # cells of the largest of these grids: its links and neighbours take 1 MB


def largest_number(size: int) -> int:
    """The largest number a board of `size` cells may hold: it bounds the memory of a list indexed by number."""
    return max(1_000_000, size)


MOST_SIZES = 1_000  # the most sizes in a range like 5..10; a longer range is probably a typo


def parse_size(text: str) -> tuple[int, int]:
    """(width, height) from `9` or `12x8`; raises InputError for anything else.

    >>> parse_size("12x8")
    (12, 8)
    """
    match = SIZE.fullmatch(text.strip())
    if not match or max(len(part or "") for part in match.groups()) > 9:
        raise InputError(f"a size is one number like 9 or a width and a height like 12x8, not {text[:40]!r}.")
    width = int(match[1])
    return width, int(match[2] or width)


def parse_sizes(text: str | Sequence[str]) -> tuple[tuple[int, int], ...]:
    """(width, height) of every size in a text like `5,7..9,12x8`, or in its words; InputError for anything else.

    >>> parse_sizes("5,7..9,12x8")
    ((5, 5), (7, 7), (8, 8), (9, 9), (12, 8))
    """
    words = text.split(",") if isinstance(text, str) else text
    return tuple(size for word in words for size in _sizes(word.strip()))


def _sizes(word: str) -> list[tuple[int, int]]:
    first, dots, last = word.partition("..")
    start = parse_size(first)
    if not dots:
        return [start]
    end = parse_size(last)
    if start[0] != start[1] or end[0] != end[1]:
        raise InputError(f"a range of sizes is for squares, like 7..12, not {word[:40]!r}.")
    if start > end:
        raise InputError(f"the range {word} is empty. Give the smaller size first, like 5..10.")
    if end[0] - start[0] >= MOST_SIZES:
        raise InputError(f"a range of sizes is like 7..12, and {word[:40]} has more than {MOST_SIZES:,} of them.")
    return [(side, side) for side in range(start[0], end[0] + 1)]
