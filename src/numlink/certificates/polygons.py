"""The neighbours of cells that a certificate gives as polygons.

tiling: [[[0,0],[1,0],[1,1],[0,1]], ...]     per cell its corners [x, y], as JSON

Two cells are neighbours where a side of one lies along a side of the other: over a stretch longer than NEAR they are at
most twice NEAR apart.  Only sides that meet the same square of a grid over the board are compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product
from math import hypot, isfinite, sqrt

from .forms import CertificateLines

Side = tuple[float, float, float, float]  # x and y where a side begins, then where it ends
NEAR = 1e-4  # tolerance when sides are matched, as a share of the larger of the board's width and height
MOST_LOOKS = 2_000
"""Steps of work for each side, on average, above which the polygons are refused.  Putting a side into a square of the
grid is one step, comparing the n sides in one square is n * n steps.  A wall of 5,000 bricks takes 30."""


def polygon_neighbours(text: str, cells: int, lines: CertificateLines) -> list[set[int]]:
    """For each cell those that share a side with it; NoProof unless `text` is `cells` polygons in JSON, few enough."""
    sides = [(cell, side) for cell, corners in enumerate(_polygons(text, cells, lines)) for side in _sides(corners)]
    found: list[set[int]] = [set() for _ in range(cells)]
    xs = [x for _, side in sides for x in side[::2]]
    ys = [y for _, side in sides for y in side[1::2]]
    extent = max(max(xs) - min(xs), max(ys) - min(ys))
    looks = MOST_LOOKS * len(sides)
    squares: dict[tuple[int, int], list[tuple[int, Side]]] = {}
    for cell, side in sides:
        for square in _squares(side, extent / sqrt(len(sides)) or 1.0, NEAR * extent):
            squares.setdefault(square, []).append((cell, side))
            looks -= 1
            if looks < 0:
                raise lines.wrong("the sides of the polygons are too long and too many to be compared")
    for near in squares.values():
        looks -= len(near) ** 2
        if looks < 0:
            raise lines.wrong("the sides of the polygons lie too close to each other to be compared")
        for (one, side), (other, along) in combinations(near, 2):
            if one != other and other not in found[one] and _lie_along(side, along, NEAR * extent):
                found[one].add(other)
                found[other].add(one)
    return found


def _polygons(text: str, cells: int, lines: CertificateLines) -> list[list[tuple[float, float]]]:
    """The corners of each polygon; raises NoProof unless `text` is `cells` polygons in JSON."""
    try:
        given = [[(x * 1.0, y * 1.0) for x, y in corners] for corners in json.loads(text)]  # no texts
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise lines.wrong("polygons are lists of corners [x, y], as JSON") from None
    if len(given) != cells or any(len(set(corners)) < 3 for corners in given):
        raise lines.wrong(f"a board of {cells} cells has as many polygons, of three different corners or more")
    if not all(isfinite(part) and abs(part) <= 1e9 for corners in given for point in corners for part in point):
        raise lines.wrong("the corners of polygons are numbers up to 1e9")
    return given


def _sides(corners: list[tuple[float, float]]) -> Iterator[Side]:
    """The sides of a polygon that have a length."""
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        if start != end:
            yield *start, *end


def _squares(side: Side, wide: float, near: float) -> Iterator[tuple[int, int]]:
    """The squares of a grid, `wide` on a side, that the box around a side meets when enlarged by `near`."""
    x, y, last_x, last_y = side
    across = range(int((min(x, last_x) - near) // wide), int((max(x, last_x) + near) // wide) + 1)
    down = range(int((min(y, last_y) - near) // wide), int((max(y, last_y) + near) // wide) + 1)
    return product(across, down)


def _lie_along(one: Side, other: Side, near: float) -> bool:
    """Whether two sides run beside each other over more than `near`, all of it at most `2 * near` apart."""
    x, y, last_x, last_y = one
    length = hypot(last_x - x, last_y - y)
    right, down = (last_x - x) / length, (last_y - y) / length
    ends = sorted(
        ((there - x) * right + (under - y) * down, (under - y) * right - (there - x) * down)
        for there, under in (other[:2], other[2:])
    )
    (begin, aside), (end, last_aside) = ends
    low, high = max(0.0, begin), min(length, end)
    if high - low <= near or end <= begin:
        return False
    lean = (last_aside - aside) / (end - begin)
    return all(abs(aside + lean * (at - begin)) <= 2 * near for at in (low, high))
