"""The pattern of a tiling, made of its polygons; this module is imported only for boards of polygons."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, dist, pi

from numlink.errors import InputError
from numlink.model.kinds.directions import directions
from numlink.model.kinds.names import Feature, Kind
from numlink.model.kinds.pattern import Cell, Pattern, Point, Polygon
from numlink.model.kinds.polygons import Mosaic, clearance, crosses
from numlink.model.symmetry import Symmetry

ROOM, AVERAGE = 0.46, 0.6
"""The room of a cell is the distance from its middle to its nearest side.  ROOM: pictures are scaled so that the
smallest room is 0.46 cell units, and a disc of radius 0.39 fits.  AVERAGE: a smallest room below this share of the
median room counts as that share, so that one narrow cell does not enlarge the whole picture."""

CACHED = 8
"""Patterns of tilings kept in memory, each of up to 12 MB (5,000 polygons); files and datasets mostly have one."""

MOST_NEIGHBOURS = 64
"""The most neighbours of a cell; the one with the most sets the number of directions of all cells."""

ARROWS = (-0.5, 0.0, 0.5, 1.0, -0.25, 0.25, 0.75, -0.75)
"""The angle of each key of `Cell.keys`, in half turns clockwise from the right: -0.5 is up."""

ASIDE = 0.38
"""A cosine, of 68 degrees: a key leads to a neighbour only if the angle between both is smaller than that."""

REFUSED = {
    Feature.WRAP: "a tiling does not wrap: its polygons say what lies beside what. Leave out the wrap.",
    Feature.BRIDGES: "a tiling has no bridges: its cells have no way straight across. Leave the bridges out.",
    Feature.LAYERS: "a tiling has one layer. Leave out the layers, or make the board square.",
}


@lru_cache(maxsize=CACHED)
def tiling_pattern(polygons: tuple[Polygon, ...]) -> Pattern:
    """The pattern of a tiling: as wide as its board, so that no cell is repeated."""
    mosaic = Mosaic(polygons)
    count = len(polygons)
    links = sorted({(cell, other) for cell, behind in enumerate(mosaic.behind) for other in behind if cell < other})
    _require_few(count, links)
    unit = _unit(mosaic)
    ways = directions(count, links)
    middles = [((x - mosaic.left) / unit, (y - mosaic.top) / unit) for x, y in mosaic.middles]
    swept = [(round(1000 * y), round(1000 * x)) for x, y in middles]
    half = len(ways[0]) // 2
    return Pattern(
        kind=Kind.TILING,
        columns=count,
        across=0.0,
        down=0.0,
        cells=tuple(_cell(mosaic, cell, unit, middles, ways[cell]) for cell in range(count)),
        feature=Feature.TILING,
        refused=REFUSED,
        ahead=tuple(range(half)),
        ways=_ways(half),
        lines=lambda row, column, width: (),
        level=False,
        aligned=False,
        sweep=lambda row, column: swept[column],
        symmetries=(Symmetry.IDENTITY,),
        more_pairs=20,
        text="ontilings",
        sentence=" (cells are polygons, numbered in the order given; those that share a side are neighbours)",
        described="its cells are polygons",
    )


def _require_few(count: int, links: list[tuple[int, int]]) -> None:
    beside = [0] * count
    for link in links:
        for cell in link:
            beside[cell] += 1
    most = max(range(count), key=beside.__getitem__)
    if beside[most] > MOST_NEIGHBOURS:
        raise InputError(
            f"polygon {most + 1} has {beside[most]} neighbours, and a cell may have {MOST_NEIGHBOURS}. Part it in two."
        )


def _unit(mosaic: Mosaic) -> float:
    """The length of one cell unit, in the units of the polygons' coordinates."""
    rooms = sorted(clearance(mosaic.points(cell), middle) for cell, middle in enumerate(mosaic.middles))
    return max(rooms[0], AVERAGE * rooms[len(rooms) // 2]) / ROOM


def _ways(half: int) -> tuple[int, ...]:
    """Per direction the number that the rules of deduction use for it, so that `way ^ 2` leads back."""
    ahead = [way + way // 2 * 2 for way in range(half)]
    return tuple(ahead + [way ^ 2 for way in ahead])


def _cell(mosaic: Mosaic, cell: int, unit: float, middles: list[Point], around: list[int]) -> Cell:
    """A polygon as a cell of the pattern; `around` has the neighbour in each direction, -1 for none."""
    x, y = mosaic.middles[cell]
    direction = {other: number for number, other in enumerate(around) if other >= 0}
    return Cell(
        middle=middles[cell],
        corners=tuple(((right - x) / unit, (down - y) / unit) for right, down in mosaic.points(cell)),
        steps=tuple(None if other < 0 else (0, other - cell) for other in around),
        sides=tuple(direction.get(other, -1) for other in mosaic.behind[cell]),
        keys=_keys(middles, cell, around),
        bends=tuple(None if other < 0 else _bend(mosaic, cell, other, unit) for other in around),
    )


def _bend(mosaic: Mosaic, cell: int, other: int, unit: float) -> Point | None:
    """Where a line from middle to middle bends so that it stays in both cells: in the middle of the longest side that
    they share, in cell units from the middle of `cell`.

    None if a straight line stays in both cells: it crosses a shared side and no other side.
    """
    ends = mosaic.middles[cell], mosaic.middles[other]
    sides = [*mosaic.sides(cell), *mosaic.sides(other)]
    between = [side for side, behind in zip(mosaic.sides(cell), mosaic.behind[cell], strict=True) if behind == other]
    crossed = [side for side in sides if crosses(ends, side)]
    if {frozenset(side) for side in crossed} <= {frozenset(side) for side in between} and len(crossed) == 2:
        return None
    (left, top), (right, down) = max(between, key=lambda side: dist(*side))
    return ((left + right) / 2 - ends[0][0]) / unit, ((top + down) / 2 - ends[0][1]) / unit


def _keys(middles: list[Point], cell: int, around: list[int]) -> tuple[int, ...]:
    """For each key the direction of the neighbour at the smallest angle to it, -1 if every angle is 68 degrees or more.

    A neighbour without a key then takes the nearest key that leads nowhere or whose neighbour has a second key.
    """
    x, y = middles[cell]
    ways = {
        number: atan2(middles[other][1] - y, middles[other][0] - x) for number, other in enumerate(around) if other >= 0
    }
    near = [{number: round(cos(angle - turn * pi), 6) for number, angle in ways.items()} for turn in ARROWS]
    best = [max(found, key=found.__getitem__, default=-1) for found in near]
    keys = [number if found.get(number, 0) > ASIDE else -1 for number, found in zip(best, near, strict=True)]
    for number in ways:
        if number not in keys:
            for key in sorted(range(len(keys)), key=lambda key: -near[key][number]):
                if keys[key] < 0 or keys.count(keys[key]) > 1:
                    keys[key] = number
                    break
    return tuple(keys)
