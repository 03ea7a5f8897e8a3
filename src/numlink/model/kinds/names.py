"""The words for kinds of boards and for features of boards; files, options and messages use the values."""

from __future__ import annotations

from enum import Enum
from typing import Literal

PatternWord = Literal["square", "hex", "diagonal", "triangle"]  # the words of the kinds that a size alone lays out
KindWord = Literal[PatternWord, "tiling"]  # the words that are accepted in place of a Kind


class Kind(Enum):
    """The shape of a cell, and with it how many neighbours it can have on its layer."""

    SQUARE = "square"
    HEX = "hex"
    DIAGONAL = "diagonal"
    TRIANGLE = "triangle"
    TILING = "tiling"


class Feature(Enum):
    """What a board can have and a plain rectangle does not; the value names it in messages."""

    HEX = "hexagons"
    DIAGONALS = "diagonals"
    TRIANGLES = "triangles"
    TILING = "tilings"
    WRAP = "wraps"
    WALLS = "walls"
    BRIDGES = "bridges"
    LAYERS = "layers"


OF_KINDS = frozenset({Feature.HEX, Feature.DIAGONALS, Feature.TRIANGLES, Feature.TILING})
"""The features that stand for a kind of board other than squares."""
