"""The directions of a picture's edges, which tell cells that are no squares."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from numlink.pictures.opening import COARSE, shrunk_to

if TYPE_CHECKING:
    from PIL import Image

BINS = 36
"""Directions of edges that are told apart, 5 degrees each; an edge has no front and back."""

LEAST = 20
"""Edges are at least so strong (eight times the difference, of 255, of two neighbours): noise has any direction."""


class Slant(Enum):
    """The cells that edges in two slanted directions tell, in words."""

    HEXAGONS = "hexagonal (or triangular) cells"
    TURNED_HEXAGONS = "hexagonal (or triangular) cells, turned"
    DIAGONALS = "ways along diagonals"


SLANTS = ((30, 150, 2.0, Slant.HEXAGONS), (60, 120, 2.0, Slant.TURNED_HEXAGONS), (45, 135, 2.3, Slant.DIAGONALS))
"""What edges at right angles to two directions (in degrees) are, and how many times as many they have as the directions
beside them; discs have edges in all directions, and pixels make a few more diagonal."""


def slanted(picture: Image.Image) -> Slant | None:
    """The slanted edges that a picture shows, if it shows clearly more of them than discs have."""
    shrunk = shrunk_to(picture, COARSE)
    grey = np.asarray((picture.reduce(shrunk) if shrunk > 1 else picture).convert("L"), dtype=np.int16)
    smooth_down = grey[:, :-2] + 2 * grey[:, 1:-1] + grey[:, 2:]
    smooth_right = grey[:-2] + 2 * grey[1:-1] + grey[2:]
    down, right = smooth_down[2:] - smooth_down[:-2], smooth_right[:, 2:] - smooth_right[:, :-2]
    edge = np.maximum(np.abs(down), np.abs(right)) > LEAST
    angles = np.arctan2(down[edge].astype(np.float32), right[edge].astype(np.float32)) % np.pi
    bins = np.bincount((angles * (BINS / np.pi) + 0.5).astype(int) % BINS, minlength=BINS)
    near = bins + np.roll(bins, 1) + np.roll(bins, -1)
    beside = (np.roll(near, 3) + np.roll(near, -3) + 1) / 2
    for one, other, times, slant in SLANTS:
        if all((near > times * beside)[degree * BINS // 180] for degree in (one, other)):
            return slant
    return None
