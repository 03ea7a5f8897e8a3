"""Measures the directions of a picture's edges, which reveal cells that are not squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from PIL import Image

BINS = 36
"""The number of directions of edges, 5 degrees each; opposite directions are the same."""

LEAST = 20
"""The least strength of an edge (eight times the difference, of 255, of two neighbours): noise has any direction."""

SURE, SURELY_DIAGONAL = 2.0, 2.3
"""`Slants` above these reveal the cells; pixels add a few diagonal edges."""


@dataclass(frozen=True, slots=True)
class Slants:
    """How many times as many edges there are in two slanted directions as in those next to them.

    `hexagons`: as of hexagons with corners left and right, or of triangles; `turned`: as of hexagons with corners at
    the top and at the bottom; `diagonals`: at 45 degrees.  Discs have edges in all directions.
    """

    hexagons: float
    turned: float
    diagonals: float

    @property
    def words(self) -> str:
        """What these edges surely belong to, in words; else ''."""
        if max(self.hexagons, self.turned) > SURE:
            return "hexagonal or triangular cells"
        return "diagonal links" if self.diagonals > SURELY_DIAGONAL else ""


def slants_of(picture: Image.Image) -> Slants:
    """The slanted edges that a picture shows."""
    grey = np.asarray(picture.convert("L"), dtype=np.int16)
    smooth_down = grey[:, :-2] + 2 * grey[:, 1:-1] + grey[:, 2:]
    smooth_right = grey[:-2] + 2 * grey[1:-1] + grey[2:]
    down, right = smooth_down[2:] - smooth_down[:-2], smooth_right[:, 2:] - smooth_right[:, :-2]
    edge = np.maximum(np.abs(down), np.abs(right)) > LEAST
    angles = np.arctan2(down[edge].astype(np.float32), right[edge].astype(np.float32)) % np.pi
    bins = np.bincount((angles * (BINS / np.pi) + 0.5).astype(int) % BINS, minlength=BINS)
    near = bins + np.roll(bins, 1) + np.roll(bins, -1)
    ratios = near / ((np.roll(near, 3) + np.roll(near, -3) + 1) / 2)
    # an edge is at right angles to the way in which the picture changes
    return Slants(*(float(ratios[[angle * BINS // 180, -angle * BINS // 180]].min()) for angle in (30, 60, 45)))
