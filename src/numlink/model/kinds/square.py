"""Squares: with up to four neighbours, which share a side, or with up to eight, across corners too."""

from __future__ import annotations

from dataclasses import replace

from numlink.model.kinds.names import Feature, Kind
from numlink.model.kinds.pattern import Cell, Pattern, Point
from numlink.model.symmetry import Symmetry

CORNERS: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
ARROWS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # steps up, right, down and left as (rows down, columns right)

CLOCKWISE = bytes((1, 2, 3, 0, 0, 0, 0, 0))
"""For each way of deduction (0 right, 1 down, 2 left, 3 up) the next clockwise; squares do not use the last four."""


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
    boxed=True,
    norm=((1, 1), (1, -1)),
    symmetries=tuple(Symmetry),
)

EIGHT = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # steps clockwise from up, as ARROWS

# two links across corners cross where four cells meet, but paths on them do not meet
DIAGONAL = replace(
    SQUARE,
    kind=Kind.DIAGONAL,
    cells=(replace(SQUARE.cells[0], steps=EIGHT, sides=(0, 2, 4, 6), keys=(0, 2, 4, 6, 1, 3, 5, 7)),),
    feature=Feature.DIAGONALS,
    refused={Feature.LAYERS: "a board with diagonals has one layer. Leave out the layers, or make the board square."},
    ahead=(2, 4, 3, 1),
    ways=(3, 4, 0, 5, 1, 6, 2, 7),
    clockwise=None,
    square=False,
    straight=Kind.SQUARE,
    more_pairs=120,
    text="ondiagonals",
    described="its paths may go diagonally",
)
