"""The ways to lay a board on itself or on another board: eight of a rectangle, twelve of hexagons.

Hexagons stand in columns, odd columns half a cell higher.  In *doubled* rows y = 2 * row - (column odd) the six
neighbours of (x, y) are (x, y ± 2) and (x ± 1, y ± 1), everywhere alike; with cube coordinates x, z = (y - x) / 2,
-x - z a sixth of a turn is a cyclic shift with all signs changed (the classic scheme: redblobgames.com, "Hexagonal
Grids"; the map here is our own).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum


class Symmetry(Enum):
    """The eight ways to lay a rectangle on itself or its transpose; the value: `(transpose, flip rows, flip columns)`.

    A cell is first transposed, then flipped.
    """

    IDENTITY = (False, False, False)
    ROTATE_90 = (True, False, True)
    ROTATE_180 = (False, True, True)
    ROTATE_270 = (True, True, False)
    FLIP_ROWS = (False, True, False)
    FLIP_COLUMNS = (False, False, True)
    TRANSPOSE = (True, False, False)
    ANTITRANSPOSE = (True, True, True)


class HexSymmetry(Enum):
    """The twelve ways to lay hexagons on hexagons; the value: `(sixths of a turn clockwise, flip rows first)`."""

    IDENTITY = (0, False)
    ROTATE_60 = (1, False)
    ROTATE_120 = (2, False)
    ROTATE_180 = (3, False)
    ROTATE_240 = (4, False)
    ROTATE_300 = (5, False)
    FLIP_ROWS = (0, True)
    FLIP_ROTATE_60 = (1, True)
    FLIP_ROTATE_120 = (2, True)
    FLIP_COLUMNS = (3, True)
    FLIP_ROTATE_240 = (4, True)
    FLIP_ROTATE_300 = (5, True)


def square_steps(width: int, height: int, symmetry: Symmetry) -> tuple[int, int, int]:
    """Where a symmetry takes the first cell of a width x height rectangle, and how far a row and a column further are.

    >>> square_steps(3, 2, Symmetry.ROTATE_90)  # 0 1 2 / 3 4 5 becomes 3 0 / 4 1 / 5 2
    (1, -1, 2)
    """
    transpose, flip_rows, flip_columns = symmetry.value
    wide, high = (height, width) if transpose else (width, height)
    down = -wide if flip_rows else wide
    right = -1 if flip_columns else 1
    start = (wide * (high - 1) if flip_rows else 0) + (wide - 1 if flip_columns else 0)
    return (start, right, down) if transpose else (start, down, right)


def carried_hex(positions: Sequence[tuple[int, int]], symmetry: HexSymmetry) -> list[tuple[int, int]]:
    """Where a symmetry takes (row, column) pairs of hexagons, moved so that the smallest row and column are 0.

    >>> carried_hex([(0, 0), (1, 0), (1, 1)], HexSymmetry.ROTATE_60)
    [(0, 1), (0, 0), (1, 1)]
    """
    turns, flip = symmetry.value
    doubled = [_turned(column, 2 * row - (column & 1), turns, flip) for row, column in positions]
    left = min(x for x, _ in doubled)
    shifted = [(x - left, y - (left & 1)) for x, y in doubled]
    rows = [(y + (x & 1)) // 2 for x, y in shifted]
    top = min(rows)
    return [(row - top, x) for row, (x, _) in zip(rows, shifted, strict=True)]


def _turned(x: int, y: int, turns: int, flip: bool) -> tuple[int, int]:
    """One hexagon in doubled rows, flipped and turned about (0, 0)."""
    if flip:
        y = -y
    z = (y - x) // 2
    for _ in range(turns):
        x, z = -z, x + z
    return x, 2 * z + x
