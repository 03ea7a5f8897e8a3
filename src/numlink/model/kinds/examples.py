"""A small board of each kind except squares, with its solution: books show it beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from numlink.model.kinds.names import Kind

EXAMPLES: Mapping[Kind, tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]] = {
    Kind.HEX: (
        ((0, 0, 0, 1), (0, 2, 0, 3), (0, 0, 3, 2), (1, 0, 0, 0)),
        ((3, 2, 1, 0, 4, 8, 12), (5, 9, 13, 14, 15, 11), (7, 6, 10)),
    ),
    Kind.TRIANGLE: (
        ((0, 0, 0, 0, 0), (1, 0, 2, 0, 0), (0, 0, 3, 0, 1), (0, 2, 0, 0, 3), (4, 0, 0, 0, 4)),
        ((5, 0, 1, 2, 3, 4, 9, 8, 13, 14), (7, 6, 11, 10, 15, 16), (12, 17, 18, 19), (20, 21, 22, 23, 24)),
    ),
    Kind.DIAGONAL: (
        ((1, 2, 1, 3), (0, 0, 0, 0), (0, 0, 3, 0), (4, 0, 2, 4)),
        ((0, 5, 2), (1, 4, 8, 13, 14), (3, 7, 10), (12, 9, 6, 11, 15)),
    ),
    Kind.TILING: (((0, 1, 2, 1, 0, 0, 2, 0, 3, 0, 3, 0, 0),), ((1, 7, 12, 11, 5, 4, 3), (2, 0, 6), (8, 9, 10))),
}
"""Kind -> rows of cells, and the paths of the only solution under each of the four rules (a test proves that)."""

_SIXTHS = ((1.0, 0.0), (0.5, 0.87), (-0.5, 0.87), (-1.0, 0.0), (-0.5, -0.87), (0.5, -0.87), (1.0, 0.0))
"""The corners of a hexagon with sides of length 1 round (0, 0); the first corner is repeated as the last."""


def _ring(near: int) -> list[tuple[tuple[float, float], ...]]:
    """Six cells in a ring round (0, 0), with inner corners at distance `near` from it and outer ones at `near` + 1."""
    far = near + 1
    return [
        ((near * x, near * y), (far * x, far * y), (far * right, far * down), (near * right, near * down))
        for (x, y), (right, down) in pairwise(_SIXTHS)
    ]


POLYGONS = {Kind.TILING: (_SIXTHS[:-1], *_ring(1), *_ring(2))}
"""The polygons of the example that is a tiling: a hexagon inside two rings."""
