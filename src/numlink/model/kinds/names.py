"""The words for kinds of boards and for what boards can have; the values are those of files, options and messages."""

from __future__ import annotations

from enum import Enum
from typing import Literal

KindWord = Literal["square", "hex", "diagonal", "triangle", "tiling"]
"""The words that are accepted in place of a Kind."""


class Kind(Enum):
    """The shape of a cell, and with it how many neighbours it can have on its layer."""

    SQUARE = "square"
    HEX = "hex"
    DIAGONAL = "diagonal"
    TRIANGLE = "triangle"
    TILING = "tiling"


class Feature(Enum):
    """What a board can have that a plain rectangle has not; the value names it in messages."""

    HEX = "hexagons"
    DIAGONALS = "diagonals"
    TRIANGLES = "triangles"
    TILING = "tilings"
    WRAP = "wraps"
    WALLS = "walls"
    BRIDGES = "bridges"
    LAYERS = "layers"


OF_KINDS = frozenset({Feature.HEX, Feature.DIAGONALS, Feature.TRIANGLES, Feature.TILING})
"""The features that come with a kind of board: its cells have other neighbours than those up, down, left and right."""
