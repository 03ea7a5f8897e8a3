"""Squares with up to four neighbours, those with which they share a side."""

from __future__ import annotations

from numlink.model.kinds.names import Kind
from numlink.model.kinds.pattern import Cell, Pattern, Point
from numlink.model.symmetry import Symmetry

CORNERS: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
ARROWS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # steps up, right, down and left as (rows down, columns right)

CLOCKWISE = bytes((1, 2, 3, 0, 0, 0, 0, 0))
"""Per way of deduction (0 right, 1 down, 2 left, 3 up) the next one clockwise; squares do not use the last four."""


def square_lines(row: int, column: int, width: int) -> tuple[int, ...]:
    """The four lines through a cell, as numbers: its row, its column, its diagonals that rise and that fall."""
    return row, column, row + column, row - column + width - 1


SQUARE = Pattern(
    kind=Kind.SQUARE,
    cells=(Cell(middle=(0.5, 0.5), corners=CORNERS, steps=ARROWS, sides=(0, 1, 2, 3)),),
    ahead=(1, 2),
    ways=(3, 0, 1, 2),
    clockwise=CLOCKWISE,
    lines=square_lines,
    square=True,
    boxes=True,
    boxed=True,
    norm=((1, 1), (1, -1)),
    symmetries=tuple(Symmetry),
)
