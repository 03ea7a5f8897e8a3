"""The places of cells on a board with cells of any shape, layers, walls, wraps or bridges.

Lengths are in widths of a cell, x to the right, y downwards.  This file computes points; drawing.py makes shapes of
them.  The board's kind gives the outline of a cell (`numlink.model.kinds`).  Layers lie side by side:

    ┌──┬──┐   ┌──┬──┐
    ├──┼──┤   ├──┼──┤
    └──┴──┘   └──┴──┘

Solid cells joined to the rim by solid cells are *absent*: they are outside the board's shape and not drawn.
On a board of squares there are absent cells only if the four corners of the layer are solid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise, starmap
from math import hypot

from numlink.model.grid import Grid
from numlink.model.kinds.pattern import Point as Point
from numlink.model.reach import reached
from numlink.render.theme import TILE_CORNER, TILE_GAP

Segment = tuple[Point, Point]  # the two ends of a straight line
GAP = 1.0  # distance between two layers
BEYOND = 0.2  # length of a wrapping path beyond the rim
TICK = 0.13  # length of an open diagonal's stroke on each side of the corner, as a share of the way between the cells
RAIL = 0.27  # distance of the rails of a bridge from its middle


@dataclass(slots=True)
class Sides:
    """The sides of all cells, by what is on their other side: `thin` another cell, `walls` a wall, `rim` nothing,
    `wraps` the cell over the rim."""

    thin: list[Segment] = field(default_factory=list)
    walls: list[Segment] = field(default_factory=list)
    rim: list[Segment] = field(default_factory=list)
    wraps: list[Segment] = field(default_factory=list)
    marks: list[tuple[Point, Point, Point]] = field(default_factory=list)
    """For each side in `wraps`, a chevron that points outwards."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A part of a path that is one line; it begins at the path's cell number `start`, counted from 0."""

    start: int
    points: tuple[Point, ...]


class Geometry:
    """The geometry of a board; `width` and `height` are those of all layers together, `across` the width of one."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        left, top, self.across, self.height = grid.pattern.extent(grid.width, grid.height)
        self.width = grid.layout.layers * (self.across + GAP) - GAP
        places = (divmod(cell, grid.width) for cell in range(grid.plane))
        self._centres = [(x - left, y - top) for x, y in starmap(grid.pattern.middle, places)]

    @cached_property
    def round(self) -> float:
        """The radius of the corners of tiles: less if the narrowest cell is narrower than a square."""
        narrowest = min(map(_narrow, {self.grid.pattern_cell(cell).corners for cell in range(self.grid.plane)}))
        return TILE_CORNER * min(1.0, 2 * narrowest)

    def centre(self, cell: int) -> Point:
        layer, place = divmod(cell, self.grid.plane)
        x, y = self._centres[place]
        return x + layer * (self.across + GAP), y

    def outline(self, cell: int, share: float = 1.0) -> tuple[Point, ...]:
        """The corners of a cell, closed by the first one; `share` shrinks the outline around the middle."""
        x, y = self.centre(cell)
        corners = self.grid.pattern_cell(cell).corners
        return tuple((x + share * right, y + share * down) for right, down in (*corners, corners[0]))

    def tile(self, cell: int) -> tuple[Point, ...]:
        """The corners of a cell's tile; a line around it, 2 * `round` wide, makes them round and leaves a gap."""
        x, y = self.centre(cell)
        corners = self.grid.pattern_cell(cell).corners
        return tuple((x + right, y + down) for right, down in inside(corners, TILE_GAP + self.round))

    def sides(self) -> Sides:
        """The sides of all cells that are not absent; a side between two cells occurs once."""
        found = Sides()
        for cell in range(self.grid.size):
            if cell in self.absent:
                continue
            for side, (other, wrapped) in zip(pairwise(self.outline(cell)), self.behind[cell], strict=True):
                if wrapped is not None and not self.grid.walled(cell, wrapped):
                    found.wraps.append(side)
                    found.marks.append(self._chevron(cell, side))
                elif other is None or other in self.absent:
                    found.rim.append(side)
                elif self.grid.walled(cell, other):
                    found.walls += [side] if cell < other else []
                elif cell < other:
                    found.thin.append(side)
        return found

    def bridges(self) -> Iterator[Segment]:
        """The rails of the bridges: two whole ones across, and the visible ends of the two that go down below them."""
        for cell in sorted(self.grid.layout.bridges):
            x, y = self.centre(cell)
            for side in (-RAIL, RAIL):
                yield (x - 0.44, y + side), (x + 0.44, y + side)
                yield (x + side, y - 0.44), (x + side, y - RAIL)
                yield (x + side, y + RAIL), (x + side, y + 0.44)

    def diagonals(self) -> Iterator[Segment]:
        """A short stroke over the corner for each pair of cells that meet there without a wall between them.

        Pairs that meet over a wrapped rim have none.
        """
        for here, there in self._across_corners():
            if not self.grid.walled(here, there):
                yield self._across(here, there, TICK)

    def corner_walls(self) -> Iterator[Segment]:
        """A bar across each corner where `layout.walls` has a wall between two diagonal neighbours."""
        for here, there in self._across_corners():
            if (here, there) in self.grid.layout.walls:
                (x, y), (right, down) = self._across(here, there, TICK)
                middle, half = ((x + right) / 2, (y + down) / 2), ((right - x) / 2, (down - y) / 2)
                yield (middle[0] + half[1], middle[1] - half[0]), (middle[0] - half[1], middle[1] + half[0])

    def _across_corners(self) -> Iterator[tuple[int, int]]:
        """The pairs of diagonal neighbours on a board with diagonals, smaller cell first; none over the rim."""
        grid = self.grid
        for here in grid.open_cells() if grid.pattern.straight else ():
            for there in grid.flat_slots(here)[1::2]:
                if here < there and there not in grid.solids and self._exit(here, there) is None:
                    yield here, there

    def _across(self, here: int, there: int, half: float) -> Segment:
        """The middle part of the line between two cells: `half` of its length on each side of its middle."""
        (x, y), (right, down) = self.centre(here), self.centre(there)
        return tuple((x + (right - x) * share, y + (down - y) * share) for share in (0.5 - half, 0.5 + half))  # type: ignore[return-value]

    def shafts(self) -> Iterator[Point]:
        """The middles of the rings that mark vias: in a corner of each cell from which a via goes up or down."""
        vias = self.grid.layout.vias or frozenset()
        for cell in sorted(vias | {cell + self.grid.plane for cell in vias}):
            yield self.corner(cell)

    def corner(self, cell: int) -> Point:
        """The point in a cell where a via or a change of layers is marked."""
        x, y = self.centre(cell)
        right, down = self.grid.pattern_cell(cell).aside
        return x + right, y + down

    def pieces(self, path: Sequence[int]) -> Iterator[Stroke]:
        """A path as lines: a new line begins after each step over the rim or to another layer."""
        if self.grid.layout.plain and path:
            yield Stroke(0, tuple(map(self.centre, path)))
            return
        start = 0
        points = [self.centre(path[0])] if path else []
        for index, (here, there) in enumerate(pairwise(path), start=1):
            exits = self._exit(here, there)
            if exits is not None or self.grid.changes_layer(here, there):
                if exits is not None:
                    points.append(exits)
                yield Stroke(start, tuple(points))
                start = index
                entry = self._exit(there, here)
                points = [entry] if entry is not None else []
            elif (bend := self.bend(here, there)) is not None:
                points.append(bend)
            points.append(self.centre(there))
        if points:
            yield Stroke(start, tuple(points))

    def bend(self, here: int, there: int) -> Point | None:
        """The point where the line between two neighbours bends; None if the line is straight."""
        bends = self.grid.pattern_cell(here).bends
        found = bends[self.grid.flat_slots(here).index(there)] if bends and self.grid.adjacent(here, there) else None
        x, y = self.centre(here)
        return None if found is None else (x + found[0], y + found[1])

    def layer_marks(self, path: Sequence[int]) -> Iterator[tuple[Point, bool]]:
        """Two marks for each step of a path to another layer: at the cell it leaves, then at the cell it enters.

        A mark is (point, whether the other cell is on a layer with a higher number).
        """
        for here, there in pairwise(path):
            if self.grid.changes_layer(here, there):
                yield self.corner(here), there > here
                yield self.corner(there), here > there

    def overs(self, path: Sequence[int]) -> Iterator[tuple[int, Point]]:
        """(index in the path, middle) of each bridge that a path crosses straight across."""
        for index, (before, cell, after) in enumerate(zip(path, path[1:], path[2:], strict=False), start=1):
            same_row = before // self.grid.width == cell // self.grid.width == after // self.grid.width
            if cell in self.grid.layout.bridges and same_row:
                yield index, self.centre(cell)

    @cached_property
    def behind(self) -> list[list[tuple[int | None, int | None]]]:
        """For each cell and side: (the cell beyond it, None), (None, the cell over the rim) or (None, None)."""

        def behind(cell: int, other: int) -> tuple[int | None, int | None]:
            return (None, None) if other < 0 else (None, other) if self._far(cell, other) else (other, None)

        around = ([*self.grid.flat_slots(cell), -1] for cell in range(self.grid.size))  # direction -1: no cell
        return [
            [behind(cell, beside[direction]) for direction in self.grid.pattern_cell(cell).sides]
            for cell, beside in enumerate(around)
        ]

    def _far(self, here: int, there: int) -> bool:
        """Whether two neighbours on a layer meet over the rim."""
        wrap = self.grid.layout.wrap
        if not (wrap.rows or wrap.columns):
            return False
        (x, y), (other_x, other_y) = self.centre(here), self.centre(there)
        return abs(x - other_x) > 1.5 or abs(y - other_y) > 1.5

    def _chevron(self, cell: int, side: Segment) -> tuple[Point, Point, Point]:
        """A chevron just outside a side of a cell, pointing away from the cell."""
        x, y = self.centre(cell)
        (left, top), (right, bottom) = side
        out_x, out_y = (left + right) / 2 - x, (top + bottom) / 2 - y
        tip = (x + out_x * 1.36, y + out_y * 1.36)
        back_x, back_y = x + out_x * 1.2, y + out_y * 1.2
        return (back_x + out_y * 0.16, back_y + out_x * 0.16), tip, (back_x - out_y * 0.16, back_y - out_x * 0.16)

    def _exit(self, here: int, there: int) -> Point | None:
        """The point beyond the rim where a path that wraps from one cell to another ends; None if it does not wrap."""
        if self.grid.changes_layer(here, there) or not self.grid.adjacent(here, there):
            return None
        (x, y), (other_x, other_y) = self.centre(here), self.centre(there)
        right, down = _onward(other_x - x), _onward(other_y - y)
        if self._far(here, there):
            return (x + (0.5 + BEYOND) * right, y + (0.5 + BEYOND) * down)
        return None

    @cached_property
    def absent(self) -> frozenset[int]:
        """The absent cells; see the top of the file."""
        grid = self.grid
        plane, width = grid.plane, grid.width
        corners = {0, width - 1, plane - width, plane - 1}
        starts = [
            cell
            for first in range(0, grid.size, plane)
            if not grid.pattern.boxed or {first + corner for corner in corners} <= grid.solids
            for cell in range(first, first + plane)
            if cell in grid.solids and any(other is None for other, _ in self.behind[cell])
        ]
        return frozenset(
            reached(starts, lambda cell: grid.solids.intersection(other for other, _ in self.behind[cell]))
        )


def _onward(distance: float) -> int:
    """The direction of a step along an axis: -1, 0 or 1; a distance over 1.5 means the other way, over the rim."""
    back = abs(distance) > 1.5
    return 0 if not distance else 1 if (distance > 0) != back else -1


def needs_geometry(grid: Grid) -> bool:
    """Whether a board needs a Geometry: it is not a plain rectangle, or its four corners are solid."""
    if not grid.layout.plain:
        return True
    last = grid.plane - 1
    return {0, grid.width - 1, last - grid.width + 1, last} <= grid.solids


@cache
def inside(corners: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """The corners of a polygon, relative to its middle, moved `by` inwards, at most half of the way to the middle."""
    sides = _sides(corners)
    far = min(by, _narrow(corners) / 2)
    found = []
    for (x, y, right, down), (_, _, before, above) in zip(sides, [sides[-1], *sides], strict=False):
        share = far / max(0.2, 1 + right * before + down * above)
        found.append((x + share * (right + before), y + share * (down + above)))
    return tuple(found)


def _sides(corners: Sequence[Point]) -> list[tuple[float, float, float, float]]:
    """(x, y of its beginning, right, down of its inward unit normal) of each side."""
    pairs = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    turn = 1 if sum(x * to_y - y * to_x for (x, y), (to_x, to_y) in pairs) > 0 else -1
    found = []
    for (x, y), (to_x, to_y) in pairs:
        length = turn * hypot(to_x - x, to_y - y)
        found.append((x, y, (y - to_y) / length, (to_x - x) / length))
    return found


def _narrow(corners: Sequence[Point]) -> float:
    """The smallest distance of a side from the middle."""
    return min(abs(x * right + y * down) for x, y, right, down in _sides(corners))
