"""The pattern of a tiling, made of its polygons; this module is imported only for boards of polygons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, dist, pi

from numlink.errors import InputError
from numlink.model.kinds.names import Feature, Kind
from numlink.model.kinds.pattern import Cell, Pattern, Point, Polygon
from numlink.model.kinds.polygons import Mosaic, clearance, crosses
from numlink.model.symmetry import Symmetry

ROOM, AVERAGE = 0.46, 0.6
"""ROOM: cell units from the middle of the narrowest cell to its side, so that a disc of radius 0.39 fits.  AVERAGE: a
cell narrower than this share of the median counts as that wide, so that it does not enlarge the whole picture."""

CACHED = 8
"""Patterns of tilings kept in memory, each of up to 12 MB (5,000 polygons); files and datasets mostly have one."""

MOST_NEIGHBOURS = 64  # the most neighbours of a cell; the one with the most sets the number of directions of all cells

ARROWS = (-0.5, 0.0, 0.5, 1.0, -0.25, 0.25, 0.75, -0.75)
"""The angle of each key of `Cell.keys`, in half turns clockwise from the right: -0.5 is up."""

ASIDE = 0.38  # the cosine of 68 degrees: a key leads to a neighbour only if the angle between them is smaller

REFUSED = {
    Feature.WRAP: "a tiling does not wrap: its polygons already say which cells are neighbours. Leave out the wrap.",
    Feature.BRIDGES: "a tiling has no bridges: its cells have no way straight across. Leave the bridges out.",
    Feature.LAYERS: "a tiling has one layer. Leave out the layers, or make the board square.",
}


@lru_cache(maxsize=CACHED)
def tiling_pattern(polygons: tuple[Polygon, ...]) -> Pattern:
    """The pattern of a tiling: it is as wide as the board, so that no cell is repeated."""
    mosaic = Mosaic(polygons)
    count = len(polygons)
    links = sorted({(cell, other) for cell, behind in enumerate(mosaic.behind) for other in behind if cell < other})
    _require_few(count, links)
    rooms = sorted(clearance(mosaic.points(cell), middle) for cell, middle in enumerate(mosaic.middles))
    unit = max(rooms[0], AVERAGE * rooms[len(rooms) // 2]) / ROOM  # one cell unit, in units of the corners
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
    beside = Counter(cell for link in links for cell in link)
    most = max(range(count), key=beside.__getitem__)
    if beside[most] > MOST_NEIGHBOURS:
        raise InputError(
            f"polygon {most + 1} has {beside[most]} neighbours, but a cell can have {MOST_NEIGHBOURS}. Split it in two."
        )


def _ways(half: int) -> tuple[int, ...]:
    """For each direction the number that the rules of deduction use for it; number `way ^ 2` leads back."""
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
    """Where on its longest shared side a line between two middles bends to stay in both cells; None: it is straight.

    In cell units from the middle of `cell`. A straight line will do if it crosses a shared side and no other side.
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
    """For each key, the direction of the neighbour at the smallest angle to it; -1 if that is 68 degrees or more.

    A neighbour without a key then takes the nearest one that leads nowhere or whose neighbour has a second key.
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


# ------------------------------------------------------------------------------------------ directions

# Directions for boards of polygons: each cell's links get different numbers, and of n numbers d + n / 2 is opposite to
# d.  Links are oriented so that at each cell as many lead in as out, give or take one; then they are halved until in
# each part p no cell has two links out or in.  Such a link is direction p at its first cell, p + n / 2 at the other.
# Both steps walk along links.  O(links * log(n)).
#
#     0 ── 1 ── 2        oriented 0>1, 1>2, 2>3, 3>0        part 0 {0>1, 1>2, 2>3, 3>0}: one link in, one link out
#     │         │                                           of each cell
#     └─── 3 ───┘

FEWEST_PARTS = 2  # the fewest parts of the links: two parts give four directions, one for each arrow of a keyboard


def directions(count: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """For each cell from 0 to count - 1 and each direction, the cell that the link there leads to, -1 for no link.

    The number of directions is the largest number of links of a cell, rounded up to a power of two, and at least 4.

    >>> directions(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    [[1, -1, 3, -1], [2, -1, 0, -1], [3, -1, 1, -1], [0, -1, 2, -1]]
    """
    parts = [[link for walk in _walks(count, links) for link in walk]]  # oriented
    while len(parts) < FEWEST_PARTS or any(_most(part) > 1 for part in parts):
        parts = [half for part in parts for half in _halves(count, part)]
    found = [[-1] * (2 * len(parts)) for _ in range(count)]
    for number, part in enumerate(parts):
        for start, end in part:
            found[start][number] = end
            found[end][number + len(parts)] = start
    return found


def _most(links: Sequence[tuple[int, int]]) -> int:
    """The largest number of links out of one cell, or into one cell."""
    return max(Counter(side for link in links for side in enumerate(link)).values(), default=0)


def _halves(count: int, links: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The links in two parts: each has half (rounded up or down) of the links out of each cell and of those into it."""
    halves: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for walk in _walks(2 * count, [(start, count + end) for start, end in links]):
        for place, (start, end) in enumerate(walk):
            halves[place % 2].append((min(start, end), max(start, end) - count))
    return halves


def _walks(count: int, links: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Walks that together pass every link once, each a list of (cell, next cell); those from odd degrees come first."""
    around: list[list[int]] = [[] for _ in range(count)]
    for place, link in reversed([*enumerate(links)]):
        for cell in link:
            around[cell].append(place)
    left = [len(places) for places in around]
    walked = [False] * len(links)
    walks = []
    for odd_only in (True, False):
        for start in range(count):
            while left[start] > 0 and (left[start] % 2 or not odd_only):
                walk = []
                here = start
                while left[here] > 0:
                    place = around[here].pop()
                    if walked[place]:
                        continue
                    walked[place] = True
                    there = sum(links[place]) - here
                    walk.append((here, there))
                    left[here] -= 1
                    left[there] -= 1
                    here = there
                walks.append(walk)
    return walks
