"""Triangles, side by side in rows, one point up and one point down: up to three neighbours.

      /\\‾‾/\\‾‾/       A triangle points up if row + column is even.  The links are those of squares, without the link
     /__\\/__\\/        up from a triangle that points up and the link down from one that points down.
     \\  /\\  /\\

Seen from a corner, the middle of the triangle in row r and column c is X = c half sides to the right and Y thirds of a
row below: Y = 3 r + 2 if it points up, else 3 r + 1.  A sixth of a turn takes (X, Y) to ((X - Y) / 2, (3 X + Y) / 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from numlink.model.kinds.names import Feature, Kind
from numlink.model.kinds.pattern import Cell, Mark, Pattern, RowColumn
from numlink.model.kinds.square import CLOCKWISE
from numlink.model.symmetry import AnySymmetry, HexSymmetry

SIDE = 1.5
"""The length of a triangle's side in cell units; its inner circle, radius 0.43, has room for what squares show."""
HALF, ROW = SIDE / 2, SIDE * sqrt(3) / 2
THIRD = ROW / 3


def _cell(*, points_up: bool) -> Cell:
    flat = THIRD if points_up else -THIRD  # how far its level side is below its middle
    upwards = ((0.0, -2 * THIRD), (HALF, flat), (-HALF, flat))
    downwards = ((-HALF, flat), (HALF, flat), (0.0, 2 * THIRD))
    up, right, down, left = (-1, 0), (0, 1), (1, 0), (0, -1)
    steps = (None, right, down, left) if points_up else (up, right, None, left)
    return Cell(
        middle=(HALF, 2 * THIRD if points_up else THIRD),
        corners=upwards if points_up else downwards,
        steps=steps,
        sides=(1, 2, 3) if points_up else (0, 1, 3),
        aside=(0.45, 0.28 if points_up else -0.28),
        marks=(
            None,
            Mark(2, 0, "║", "╲" if points_up else "╱"),
            Mark(-1, 1, "═══", "───") if points_up else None,
            None,
        ),
    )


UP, DOWN = _cell(points_up=True), _cell(points_up=False)


def carried_triangles(positions: Sequence[RowColumn], symmetry: AnySymmetry) -> list[RowColumn]:
    """Where a symmetry takes (row, column) pairs, moved as far up and left as triangles still lie on triangles.

    >>> carried_triangles([(0, 0), (0, 1), (1, 0)], HexSymmetry.ROTATE_60)
    [(0, 1), (0, 2), (0, 0)]
    """
    assert isinstance(symmetry, HexSymmetry)
    turns, flip = symmetry.value
    turned = []
    for row, column in positions:
        x, y = column, 3 * row + (1 if row + column & 1 else 2)
        y = -y if flip else y
        for _ in range(turns):
            x, y = (x - y) // 2, (3 * x + y) // 2
        turned.append((y // 3, x))
    top, left = min(row for row, _ in turned), min(column for _, column in turned)
    left -= top + left & 1
    return [(row - top, column - left) for row, column in turned]


def _lines(row: int, column: int, width: int) -> tuple[int, ...]:
    """The three lines of triangles through a cell, as numbers: its row, then those rising and falling to the right."""
    return row, (row + column) // 2, width // 2 - (column - row + 1) // 2


TRIANGLE = Pattern(
    kind=Kind.TRIANGLE,
    columns=2,
    rows=2,
    across=HALF,
    down=ROW,
    cells=(UP, DOWN, DOWN, UP),
    feature=Feature.TRIANGLES,
    refused={
        Feature.WRAP: "a board of triangles does not wrap. Leave out the wrap, or make the board square.",
        Feature.BRIDGES: "a board of triangles has no bridges: a triangle has no way straight across. "
        "Leave the bridges out, or make the board square.",
    },
    ahead=(1, 2),
    ways=(3, 0, 1, 2),
    clockwise=CLOCKWISE,
    lines=_lines,
    line="line of triangles",
    symmetries=tuple(HexSymmetry),
    carry=carried_triangles,
    lacking={
        "ROTATE_180": "a rectangle of triangles needs an odd and an even side for it",
        "FLIP_COLUMNS": "a rectangle of triangles needs an odd number of columns for it",
    },
    text="ontriangles",
    sentence=" (cells are triangles side by side; where row and column, counted from 0, add up to an even number the "
    "triangle points up and has neighbours left, right and below, else left, right and above)",
    described="its cells are triangles",
)
