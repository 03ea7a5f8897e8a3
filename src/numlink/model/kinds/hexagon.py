"""Hexagons in columns, odd columns (from 0) half a cell higher: up to six neighbours.

With *doubled* rows, x = column and y = 2 * row - (1 if column is odd), the six neighbours of every hexagon (x, y) are
(x, y ± 2) and (x ± 1, y ± 1).  With cube coordinates x, z = (y - x) / 2, -x - z a turn by a sixth shifts the three
coordinates cyclically and changes their signs.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from numlink.model.kinds.names import Feature, Kind
from numlink.model.kinds.pattern import Cell, Mark, Pattern, Point, RowColumn
from numlink.model.symmetry import AnySymmetry, HexSymmetry

SIDE = 1 / sqrt(3)
"""The length of a hexagon's side in cell units: the hexagon is one unit high and has corners left and right."""
CORNERS: tuple[Point, ...] = (
    (-SIDE, 0.0),
    (-SIDE / 2, -0.5),
    (SIDE / 2, -0.5),
    (SIDE, 0.0),
    (SIDE / 2, 0.5),
    (-SIDE / 2, 0.5),
)
MARKS = (None, Mark(3, 0, "╲"), Mark(1, 1, "╱"), Mark(0, 1, "═"), None, None)
"""`Cell.marks`: the character that shows a wall in each direction, at a place where plain text draws no path."""


def _cell(middle: Point, up: int, lower: int) -> Cell:
    """A cell of row r whose neighbours in the columns left and right of it are in rows r + up and r + up + 1."""
    down = up + 1
    return Cell(
        middle=middle,
        corners=CORNERS,
        steps=((-1, 0), (up, 1), (down, 1), (1, 0), (down, -1), (up, -1)),
        sides=(5, 0, 1, 2, 3, 4),
        keys=(0, 2 if up else 1, 3, 4 if up else 5, 1, 2, 4, 5),
        aside=(0.17, 0.34),
        lower=lower,
        marks=MARKS,
    )


def carried_hex(positions: Sequence[RowColumn], symmetry: AnySymmetry) -> list[RowColumn]:
    """Where a symmetry takes (row, column) pairs of hexagons, moved so that the smallest row and column are 0.

    >>> carried_hex([(0, 0), (1, 0), (1, 1)], HexSymmetry.ROTATE_60)
    [(0, 1), (0, 0), (1, 1)]
    """
    assert isinstance(symmetry, HexSymmetry)
    turns, flip = symmetry.value
    doubled = [_turned(column, 2 * row - (column & 1), turns, flip) for row, column in positions]
    left = min(x for x, _ in doubled)
    shifted = [(x - left, y - (left & 1)) for x, y in doubled]
    rows = [(y + (x & 1)) // 2 for x, y in shifted]
    top = min(rows)
    return [(row - top, x) for row, (x, _) in zip(rows, shifted, strict=True)]


def _turned(x: int, y: int, turns: int, flip: bool) -> RowColumn:
    """Where a flip top to bottom, then `turns` sixths of a turn clockwise about (0, 0), take (x, y) in doubled rows."""
    if flip:
        y = -y
    z = (y - x) // 2
    for _ in range(turns):
        x, z = -z, x + z
    return x, 2 * z + x


def _lines(row: int, column: int, width: int) -> tuple[int, ...]:
    """The three lines of hexagons through a cell, as numbers: its column, those that rise and fall to the right."""
    return column, row + column // 2, row - (column + 1) // 2 + width // 2


def _regular(width: int, height: int) -> list[bool]:
    """For each cell, whether it lies in the largest regular hexagon of cells that fits into the middle of the board."""
    reach = (min(width, height) - 1) // 2
    column, row = (width - 1) // 2, (height - 1) // 2
    middle = 2 * row - column % 2
    inside = []
    for cell in range(width * height):
        across = abs(cell % width - column)
        down = abs(2 * (cell // width) - cell % width % 2 - middle)
        inside.append(max(across, (across + down) // 2) <= reach)
    return inside


HEXAGON = Pattern(
    kind=Kind.HEX,
    columns=2,
    across=1.5 * SIDE,
    cells=(_cell((SIDE, 1.0), 0, 1), _cell((SIDE, 0.5), -1, 0)),
    feature=Feature.HEX,
    refused={
        Feature.WRAP: "a hexagonal board does not wrap. Leave out the wrap, or make the board square.",
        Feature.BRIDGES: "a hexagonal board has no bridges: a hexagon has three ways straight across, not two. "
        "Leave the bridges out, or make the board square.",
    },
    ahead=(2, 3, 1),
    ways=(3, 4, 0, 1, 6, 2),
    clockwise=bytes((1, 6, 3, 4, 0, 0, 2, 0)),
    lines=_lines,
    line="line of hexagons",
    level=False,
    sweep=lambda row, column: (2 * row - (column & 1), column),
    norm=((1 / (1.5 * SIDE), 0), (SIDE, 1), (SIDE, -1)),
    symmetries=tuple(HexSymmetry),
    carry=carried_hex,
    lacking={
        "ROTATE_180": "a rectangle of hexagons needs an even number of columns for it",
        "FLIP_COLUMNS": "a rectangle of hexagons needs an odd number of columns for it",
    },
    more_pairs=20,
    outlines={"hexagon": _regular},
    text="onhexes",
    sentence=" (cells are hexagons in columns, odd columns, counted from 0, half a cell higher)",
    described="its cells are hexagons",
)
