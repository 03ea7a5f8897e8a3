"""The ways to lay a board on itself or on another board: eight of a rectangle, twelve of hexagons."""

from __future__ import annotations

from enum import Enum


class Symmetry(Enum):
    """The eight ways to lay a rectangle on itself or its transpose: first `transpose`, then flip rows, flip columns."""

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


AnySymmetry = Symmetry | HexSymmetry


def square_steps(width: int, height: int, symmetry: Symmetry) -> tuple[int, int, int]:
    """The cell to which a symmetry takes cell 0 of a rectangle, and what a row down and a column right add to it.

    >>> square_steps(3, 2, Symmetry.ROTATE_90)  # 0 1 2 / 3 4 5 becomes 3 0 / 4 1 / 5 2
    (1, -1, 2)
    """
    transpose, flip_rows, flip_columns = symmetry.value
    wide, high = (height, width) if transpose else (width, height)
    down = -wide if flip_rows else wide
    right = -1 if flip_columns else 1
    start = (wide * (high - 1) if flip_rows else 0) + (wide - 1 if flip_columns else 0)
    return (start, right, down) if transpose else (start, down, right)
