"""Sizes as people write them, and how large the numbers on a board may be."""

from __future__ import annotations

import re

from numlink.errors import InputError

SIZE = re.compile(r"([0-9]+)(?:[xX]([0-9]+))?")


def largest_number(size: int) -> int:
    """The largest number a board of `size` cells may hold: it bounds what a list indexed by number can cost."""
    return max(1_000_000, size)


def parse_size(text: str) -> tuple[int, int]:
    """(width, height) from `9` or `12x8`; raises InputError for anything else.

    >>> parse_size("12x8")
    (12, 8)
    """
    match = SIZE.fullmatch(text.strip())
    if not match or max(len(part or "") for part in match.groups()) > 9:
        raise InputError(f"a size is one number like 9 or a width and a height like 12x8, not {text!r}.")
    width = int(match[1])
    return width, int(match[2] or width)
