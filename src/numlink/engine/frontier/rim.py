"""Which numbers of a rectangle end on its rim: a sweep knows where their paths must come out."""

from __future__ import annotations


def rim_ends(width: int, cells: list[int]) -> list[tuple[int, int, int]]:
    """Number, first and second endpoint of each number that ends on the rim, clockwise from the upper right."""
    last = len(cells) - 1
    rim = (*range(width - 1, last + 1, width), *range(last, last - width, -1), *range(last + 1 - width, -1, -width))
    first = {number: cell for cell, number in reversed(list(enumerate(cells)))}
    ends = ((cells[cell], first[cells[cell]], cell) for cell in dict.fromkeys(rim) if cells[cell] > 0)
    return [(number, begin, end) for number, begin, end in ends if begin < end]
