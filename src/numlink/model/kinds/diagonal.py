"""Squares with up to eight neighbours, across corners too, where two links cross that do not meet."""

from __future__ import annotations

from dataclasses import replace

from numlink.model.kinds.names import Feature, Kind
from numlink.model.kinds.square import SQUARE

EIGHT = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Steps to the eight neighbours as (rows down, columns right), clockwise from up."""

DIAGONAL = replace(
    SQUARE,
    kind=Kind.DIAGONAL,
    cells=(replace(SQUARE.cells[0], steps=EIGHT, sides=(0, 2, 4, 6), keys=(0, 2, 4, 6, 1, 3, 5, 7)),),
    feature=Feature.DIAGONALS,
    refused={
        Feature.LAYERS: "a board with diagonals has one layer. Leave out the layers, or make the board square.",
    },
    ahead=(2, 4, 3, 1),
    ways=(3, 4, 0, 5, 1, 6, 2, 7),
    clockwise=None,
    square=False,
    straight=Kind.SQUARE,
    more_pairs=120,
    text="ondiagonals",
    described="its paths may go diagonally",
)
