"""The directions of a picture's edges, which tell cells that are no squares: hexagons, triangles, crossed squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numlink.pictures.opening import COARSE, shrunk_to

if TYPE_CHECKING:
    from PIL import Image

BINS = 36
"""Directions of edges that are told apart, 5 degrees each; an edge has no front and back."""

LEAST = 24.0
"""Edges are at least so strong (eight times the difference, of 255, of two neighbours): noise has any direction."""

WORDS = (
    ((30, 150), 2.0, "hexagonal (or triangular) cells"),
    ((60, 120), 2.0, "hexagonal (or triangular) cells"),
    ((45, 135), 2.3, "ways along diagonals"),
)
"""What edges in two slanted directions (in degrees) are, and how many times as many they have as the directions beside
them; discs have edges in all directions, and pixels make a few more diagonal."""


def other_cells(picture: Image.Image) -> str:
    """Words for the cells that a picture shows if they are no plain squares; else ''."""
    shrunk = shrunk_to(picture, COARSE)
    grey = np.asarray((picture.reduce(shrunk) if shrunk > 1 else picture).convert("L"), dtype=np.float32)
    smooth_down = grey[:, :-2] + 2 * grey[:, 1:-1] + grey[:, 2:]
    smooth_right = grey[:-2] + 2 * grey[1:-1] + grey[2:]
    down, right = smooth_down[2:] - smooth_down[:-2], smooth_right[:, 2:] - smooth_right[:, :-2]
    edge = np.hypot(down, right) > LEAST
    angles = np.arctan2(down[edge], right[edge]) % np.pi
    bins = np.bincount((angles * (BINS / np.pi) + 0.5).astype(int) % BINS, minlength=BINS)
    near = bins + np.roll(bins, 1) + np.roll(bins, -1)
    beside = (np.roll(near, 3) + np.roll(near, -3) + 1) / 2
    for degrees, times, words in WORDS:
        if all((near > times * beside)[degree * BINS // 180] for degree in degrees):
            return words
    return ""
