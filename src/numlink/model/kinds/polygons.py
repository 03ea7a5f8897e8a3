"""Polygons that lie side by side: their corners, the sides they share, and the faults that make them no board.

    ┌───────┬───────┐      Corners within NEAR count as one.  If a corner lies on a side of another polygon, the side
    │   0   │   1   │      is cut there, as between bricks: the lower side of 0 becomes two, shared with 2 and with 3.
    ├───┬───┴───┬───┤
    │ 2 │   3   │ 4 │      Followed clockwise, two polygons pass a shared side in opposite directions.  Two polygons
    └───┴───────┴───┘      that pass a side in the same direction overlap.

Corners and sides are looked up in equal squares that cover the board; work is linear in the number of corners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise, product
from math import hypot, inf, isfinite, sqrt
from typing import Any

from numlink.errors import InputError, quoted
from numlink.model.kinds.pattern import Point, Polygon
from numlink.model.words import counted

Bin = tuple[int, int]  # column and row of one of the squares in which corners and sides are looked up

NEAR = 1e-4
"""Corners this close count as one, as a share of the board's longer side: files round corners to four digits."""

MOST_POLYGONS, MOST_CORNERS, FARTHEST = 5_000, 200, 1e9
"""The most polygons of a board, the most corners of a polygon, the largest coordinate of a corner."""

MOST_LOOKS = 400
"""The most looks at squares, corners and sides per corner of a board, 10,000 more in all; 5,000 bricks take 40 each."""


def read_polygons(given: Any) -> tuple[Polygon, ...]:
    """Polygons from lists of corners [x, y]; raises InputError for anything else, and for too many."""
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        raise InputError(f"a tiling must be a list of polygons, each a list of corners [x, y], not {quoted(given)}.")
    found = tuple(_polygon(index, corners) for index, corners in enumerate(given, start=1))
    if not 1 <= len(found) <= MOST_POLYGONS:
        raise InputError(f"a tiling has 1 to {MOST_POLYGONS:,} polygons, not {len(found):,}.")
    return found


def _polygon(index: int, corners: Any) -> Polygon:
    if isinstance(corners, str) or not hasattr(corners, "__iter__"):
        raise InputError(f"polygon {index} is {quoted(corners)}. Give a list of corners [x, y].")
    found = tuple(_corner(index, corner) for corner in corners)
    if not 3 <= len(found) <= MOST_CORNERS:
        raise InputError(f"polygon {index} has {counted(len(found), 'corner')}. Give 3 to {MOST_CORNERS}.")
    return found


def _corner(index: int, corner: Any) -> Point:
    try:
        x, y = corner
        if type(x) is bool or type(y) is bool or isinstance(corner, str):
            raise TypeError
        point = float(x) + 0.0, float(y) + 0.0  # -0.0 becomes 0.0
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"polygon {index} has the corner {quoted(corner)}. Give two numbers, [x, y].") from None
    if not all(isfinite(part) and abs(part) <= FARTHEST for part in point):
        raise InputError(f"polygon {index} has the corner {quoted(corner)}. Give numbers up to {FARTHEST:.0e}.")
    return point


class Mosaic:
    """Polygons with their common corners and sides.

    corners   every different corner, as (x, y)
    rings     for each polygon its corners clockwise, also those of others on its sides, as indices into `corners`
    behind    for each polygon and side, from a corner to the next, the polygon on the other side, -1 for none
    middles   for each polygon a point in it far from its sides

    Raises InputError, which counts polygons from 1, if one has no area or crosses itself, or if two overlap.
    """

    def __init__(self, polygons: Sequence[Polygon]) -> None:
        xs = [x for polygon in polygons for x, _ in polygon]
        ys = [y for polygon in polygons for _, y in polygon]
        self.left, self.top = min(xs), min(ys)
        self.extent = max(max(xs) - self.left, max(ys) - self.top)
        self.near = NEAR * self.extent
        if not self.near:
            raise InputError("all corners of the tiling are one point. Give polygons with an area.")
        self.corners: list[Point] = []
        self.rings = self._merged(polygons)
        self.wide = max(2 * self.near, self.extent / sqrt(len(self.corners)))
        self.looks = MOST_LOOKS * len(self.corners) + 10_000
        self._cut_sides()
        self.behind = self._behind()
        self.middles = [middle_of(self.points(index)) for index in range(len(self.rings))]
        self._require_no_crossings()
        self._require_apart()

    def points(self, polygon: int) -> list[Point]:
        """The corners of a polygon, clockwise."""
        return [self.corners[corner] for corner in self.rings[polygon]]

    def sides(self, polygon: int) -> list[tuple[Point, Point]]:
        """The sides of a polygon, clockwise."""
        points = self.points(polygon)
        return list(pairwise([*points, points[0]]))

    def _merged(self, polygons: Sequence[Polygon]) -> list[list[int]]:
        """`rings` before sides are cut: corners nearer than `near` are merged into one of `corners`."""
        squares: dict[Bin, list[int]] = {}
        rings = []
        for index, polygon in enumerate(polygons, start=1):
            ring = [self._number(point, squares) for point in polygon]
            ring = [corner for before, corner in pairwise([ring[-1], *ring]) if corner != before]
            if len({*ring}) < len(ring):
                raise InputError(f"polygon {index} visits one corner twice. Give simple polygons; split it in two.")
            points = [self.corners[corner] for corner in ring]
            area = area_of(points) if len(ring) > 2 else 0.0
            around = sum(hypot(x - left, y - top) for (left, top), (x, y) in pairwise([*points[-1:], *points]))
            if abs(area) <= self.near * around / 2:
                raise InputError(f"polygon {index} has almost no area: its corners lie on one line. Correct it.")
            rings.append(ring if area > 0 else ring[::-1])
        return rings

    def _number(self, point: Point, squares: dict[Bin, list[int]]) -> int:
        """The index of the corner at a point, a new one if none is near; `squares` are as wide as `near`."""
        across, down = (
            int((part - first) / self.near) for part, first in zip(point, (self.left, self.top), strict=True)
        )
        for square in product(range(across - 1, across + 2), range(down - 1, down + 2)):
            for corner in squares.get(square, ()):
                x, y = self.corners[corner]
                if hypot(point[0] - x, point[1] - y) <= self.near:
                    return corner
        squares.setdefault((across, down), []).append(len(self.corners))
        self.corners.append(point)
        return len(self.corners) - 1

    # ------------------------------------------------------------------ squares

    def _square(self, x: float, y: float) -> Bin:
        """The square, `wide` units wide, in which a point lies."""
        return int((x - self.left) / self.wide), int((y - self.top) / self.wide)

    def _squares_along(self, start: Point, end: Point) -> Iterator[Bin]:
        """The squares that a side passes, and those whose rim it comes nearer than `near`."""
        (x, y), (last_x, last_y) = sorted((start, end))
        first, last = self._square(x - self.near, 0)[0], self._square(last_x + self.near, 0)[0]
        slope = (last_y - y) / (last_x - x) if last_x > x else 0.0
        for column in range(first, last + 1):
            left = min(max(self.left + column * self.wide - self.near, x), last_x)
            right = min(max(self.left + (column + 1) * self.wide + self.near, x), last_x)
            heights = [y, last_y] if last_x - x <= self.near else [y + slope * (left - x), y + slope * (right - x)]
            for row in range(
                self._square(0, min(heights) - self.near)[1], self._square(0, max(heights) + self.near)[1] + 1
            ):
                self._look()
                yield column, row

    def _look(self) -> None:
        """Count one look; raise InputError when the board has used up its looks."""
        self.looks -= 1
        if self.looks < 0:
            raise InputError(
                "the polygons of the tiling lie too close to tell which sides they share: many corners lie along one "
                "side, or many overlap. Give polygons that do not overlap, of sizes that are not too different."
            )

    # ------------------------------------------------------------------ sides

    def _cut_sides(self) -> None:
        """Cut every side that is not exactly a side of another polygon at each corner that lies on it."""
        squares: dict[Bin, list[int]] = {}
        for corner, point in enumerate(self.corners):
            squares.setdefault(self._square(*point), []).append(corner)
        sides = {side for ring in self.rings for side in pairwise([*ring, ring[0]])}
        for index, ring in enumerate(self.rings, start=1):
            cut: list[int] = []
            for start, end in pairwise([*ring, ring[0]]):
                cut.append(start)
                if (end, start) not in sides:
                    cut += self._corners_on(start, end, squares)
            if len({*cut}) < len(cut):
                raise InputError(f"polygon {index} touches itself. Give simple polygons; split it in two.")
            ring[:] = cut

    def _corners_on(self, start: int, end: int, squares: dict[Bin, list[int]]) -> list[int]:
        """The corners that lie on a side between its ends, in order from its start."""
        (x, y), (last_x, last_y) = self.corners[start], self.corners[end]
        right, down = last_x - x, last_y - y
        length = hypot(right, down)
        found: dict[int, float] = {}
        for square in self._squares_along(self.corners[start], self.corners[end]):
            for corner in squares.get(square, ()):
                self._look()
                over, under = self.corners[corner][0] - x, self.corners[corner][1] - y
                along, aside = (over * right + under * down) / length, (over * down - under * right) / length
                if corner not in (start, end) and abs(aside) <= self.near and 0 < along < length:
                    found[corner] = along
        return sorted(found, key=found.__getitem__)

    def _behind(self) -> list[list[int]]:
        """`behind`; raises InputError if two polygons pass a side in the same direction."""
        owner: dict[tuple[int, int], int] = {}
        for index, ring in enumerate(self.rings):
            for side in pairwise([*ring, ring[0]]):
                if side in owner:
                    raise InputError(
                        f"polygons {owner[side] + 1} and {index + 1} overlap along a side that they share. "
                        "Give polygons that do not overlap."
                    )
                owner[side] = index
        return [[owner.get((end, start), -1) for start, end in pairwise([*ring, ring[0]])] for ring in self.rings]

    def _require_no_crossings(self) -> None:
        """Raise InputError if two sides cross."""
        squares: dict[Bin, list[tuple[int, int, int]]] = {}
        for index, ring in enumerate(self.rings):
            for (start, end), other in zip(pairwise([*ring, ring[0]]), self.behind[index], strict=True):
                if other > index:
                    continue  # the polygon on the other side adds this side
                for square in self._squares_along(self.corners[start], self.corners[end]):
                    for before, here, there in squares.get(square, ()):
                        self._look()
                        if {here, there}.isdisjoint((start, end)) and self._cross(start, end, here, there):
                            raise InputError(_crossing(before, index))
                    squares.setdefault(square, []).append((index, start, end))

    def _require_apart(self) -> None:
        """Raise InputError if one polygon lies inside another, whose sides need not cross."""
        squares: dict[Bin, list[int]] = {}
        for index, middle in enumerate(self.middles):
            squares.setdefault(self._square(*middle), []).append(index)
        for index in range(len(self.rings)):
            points = self.points(index)
            low = self._square(min(x for x, _ in points), min(y for _, y in points))
            high = self._square(max(x for x, _ in points), max(y for _, y in points))
            for square in product(range(low[0], high[0] + 1), range(low[1], high[1] + 1)):
                self._look()
                for other in squares.get(square, ()):
                    self._look()
                    if other != index and contains(points, self.middles[other]):
                        raise InputError(
                            f"polygons {min(index, other) + 1} and {max(index, other) + 1} overlap: one lies inside "
                            "the other. Give polygons that do not overlap; split the outer one in two around a hole."
                        )

    def _cross(self, start: int, end: int, here: int, there: int) -> bool:
        """Whether two sides cross, more than `near` away from their ends."""
        a, b, c, d = (self.corners[corner] for corner in (start, end, here, there))
        return (
            _turn(a, b, c) * _turn(a, b, d) < 0
            and _turn(c, d, a) * _turn(c, d, b) < 0
            and min(abs(_turn(a, b, c)), abs(_turn(a, b, d))) > self.near * hypot(b[0] - a[0], b[1] - a[1])
            and min(abs(_turn(c, d, a)), abs(_turn(c, d, b))) > self.near * hypot(d[0] - c[0], d[1] - c[1])
        )


def _crossing(one: int, other: int) -> str:
    """The message for two polygons, or one (equal indices from 0), whose sides cross."""
    if one == other:
        return f"polygon {one + 1} crosses itself. Give simple polygons; split it in two."
    both = f"polygons {min(one, other) + 1} and {max(one, other) + 1}"
    return f"{both} overlap: their sides cross. Give polygons that do not overlap."


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of a triangle, above 0 if its corners are clockwise (y downwards)."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crosses(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two line segments have a point in common; touching counts, also of segments on one straight line."""
    (a, b), (c, d) = one, other
    for axis in (0, 1):  # apart along an axis; for segments on one line, whose turns are all 0, only this test finds it
        if max(a[axis], b[axis]) < min(c[axis], d[axis]) or max(c[axis], d[axis]) < min(a[axis], b[axis]):
            return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def area_of(points: Sequence[Point]) -> float:
    """The area of a polygon, above 0 if its corners are clockwise (y downwards)."""
    first_x, first_y = points[0]  # coordinates relative to a corner: near 0 rounding is small
    around = [(x - first_x, y - first_y) for x, y in points]
    return sum(x * down - right * y for (x, y), (right, down) in pairwise([*around, around[0]])) / 2


def contains(points: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a polygon."""
    x, y = point
    inside = False
    for (left, top), (right, down) in pairwise([*points, points[0]]):
        if (top > y) != (down > y) and x < left + (right - left) * (y - top) / (down - top):
            inside = not inside
    return inside


def clearance(points: Sequence[Point], point: Point) -> float:
    """The distance from a point to the nearest side of a polygon, negative if the point lies outside."""
    x, y = point
    least = inf
    for (left, top), (over, under) in pairwise([*points, points[0]]):
        right, down = over - left, under - top
        share = ((x - left) * right + (y - top) * down) / (right * right + down * down)
        share = min(1.0, max(0.0, share))
        far = (x - left - share * right) ** 2 + (y - top - share * down) ** 2
        least = min(least, far)
    return sqrt(least) if contains(points, point) else -sqrt(least)


def centroid(points: Sequence[Point]) -> Point:
    """The centroid of a polygon."""
    first_x, first_y = points[0]
    around = [(x - first_x, y - first_y) for x, y in points]
    over = under = 0.0
    for (x, y), (right, down) in pairwise([*around, around[0]]):
        weight = x * down - right * y
        over, under = over + (x + right) * weight, under + (y + down) * weight
    area = 6 * area_of(points)
    return first_x + over / area, first_y + under / area


def middle_of(points: Sequence[Point]) -> Point:
    """A point in a polygon far from its sides; the best one is farther by at most a twentieth of the longer extent.

    The centroid will do if it is half as far as a convex polygon allows; else squares that may hold a better point are
    divided into four, the best first.
    """
    best = centroid(points)
    least = clearance(points, best)
    lengths = sum(hypot(x - left, y - top) for (left, top), (x, y) in pairwise([*points, points[0]]))
    if least >= area_of(points) / lengths:  # a convex polygon has at most twice that
        return best
    left, top = min(x for x, _ in points), min(y for _, y in points)
    half = max(max(x for x, _ in points) - left, max(y for _, y in points) - top) / 2
    fine = half / 10
    waiting = [(-(least + 2 * half), left + half, top + half, half)]
    while waiting and -waiting[0][0] > least + fine:
        _, x, y, half = heappop(waiting)
        half /= 2
        for place in ((x - half, y - half), (x + half, y - half), (x - half, y + half), (x + half, y + half)):
            room = clearance(points, place)
            if room > least:
                best, least = place, room
            if room + half * 1.4143 > least + fine:
                heappush(waiting, (-(room + half * 1.4143), *place, half))
    return best
