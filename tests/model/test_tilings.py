"""Boards of polygons: which cells are neighbours, what makes no board, and that other kinds are tilings too."""

import copy
import json
import pickle
from fractions import Fraction
from itertools import pairwise, product
from math import dist, inf, nan
from random import Random

import pytest

from numlink import Grid, InputError, Kind, Layout, Puzzle, count, parse, prove
from numlink.model.kinds import PATTERNS
from numlink.model.kinds.pattern import Cell
from numlink.model.kinds.polygons import MOST_POLYGONS, clearance, contains, crosses, middle_of
from numlink.model.kinds.tiling import Tiling
from numlink.model.kinds.tiling_pattern import MOST_NEIGHBOURS
from numlink.model.rules import EVERY_RULES
from tests.boards import random_solved
from tests.samples_of_kinds import EXAMPLE_TILINGS
from tests.tilings import merged, polygons_of, random_polygons, refusal, tiled

SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]


def moved(polygon, right, down=0.0):
    return [(x + right, y + down) for x, y in polygon]


@pytest.mark.parametrize("kind", ["square", "hex", "triangle"])
def test_a_simple_kind_is_equal_to_its_tiling(kind):
    """The same links, so the same counts and verdicts, whatever the order of its corners."""
    random = Random(kind)
    for width, height in ((1, 1), (5, 1), (1, 4), (4, 3), (5, 5)):
        grid = Grid(width, height, layout=Layout(kind=kind))
        assert tiled(polygons_of(grid)).links() == grid.links()
    for _ in range(12):
        puzzle = random_solved(random, kind, most=4)
        same = Puzzle(len(puzzle.cells), 1, puzzle.cells, layout=Layout(tiling=polygons_of(puzzle.grid)))
        for rules in EVERY_RULES:
            assert count(puzzle, rules=rules) == count(same, rules=rules)
            assert prove(puzzle, rules=rules).answer is prove(same, rules=rules).answer


def shared(one, other):
    """Whether two polygons share a stretch of a side, by points along all sides; distant ones share none."""
    for axis in (0, 1):
        along, others = ([corner[axis] for corner in polygon] for polygon in (one, other))
        if max(along) < min(others) - 1e-6 or max(others) < min(along) - 1e-6:
            return False
    for start, end in pairwise([*one, one[0]]):
        for step in range(1, 200):
            x, y = (a + (b - a) * step / 200 for a, b in zip(start, end, strict=True))
            for here, there in pairwise([*other, other[0]]):
                if dist(here, (x, y)) + dist((x, y), there) < dist(here, there) + 1e-6:
                    return True
    return False


def test_neighbours_are_those_that_share_a_side():
    random = Random("sides")
    for _ in range(30):
        polygons = random_polygons(random, 9, spokes=12)
        grid = tiled(polygons)
        expected = [
            (one, other)
            for other in range(len(polygons))
            for one in range(other)
            if shared(polygons[one], polygons[other]) or shared(polygons[other], polygons[one])
        ]
        assert grid.links() == sorted(expected)


def test_the_pattern_of_a_tiling_agrees_with_itself():
    """Opposite directions lead back, a cell has a side where the cell behind it has one, middles lie inside."""
    random = Random("patterns")
    for _ in range(60):
        grid = tiled(random_polygons(random, 14, spokes=20))
        directions = len(grid.flat_slots(0))
        assert len(grid.pattern.ways) == directions == 2 * len(grid.pattern.ahead) == len({*grid.pattern.ways})
        for cell in range(grid.size):
            place = grid.pattern_cell(cell)
            around = grid.flat_slots(cell)
            assert {number for number in place.sides if number >= 0} == {
                n for n, other in enumerate(around) if other >= 0
            }
            for direction, other in enumerate(around):
                assert other < 0 or grid.flat_slots(other)[(direction + directions // 2) % directions] == cell
            area = sum(x * down - right * y for (x, y), (right, down) in pairwise([*place.corners, place.corners[0]]))
            assert area > 0
            assert sum(other >= 0 for other in around) > 8 or {*place.keys} >= {
                n for n, other in enumerate(around) if other >= 0
            }


def test_rounded_corners_and_bricks_join():
    apart = [SQUARE, moved(SQUARE, 1 + 1e-9), moved(SQUARE, 0.5, 1 - 1e-9)]
    assert tiled(apart).links() == [(0, 1), (0, 2), (1, 2)]
    assert tiled([SQUARE, moved(SQUARE, 1.01)]).links() == []
    corner = [SQUARE, moved(SQUARE, 1, 1)]
    assert tiled(corner).links() == []


HOSTILE = {
    "a list of polygons": "no",
    "1 to 5,000 polygons, not 0": [],
    "2 corners": [[(0, 0), (1, 1)]],
    "201 corners": [[(x, x * x) for x in range(201)]],
    "polygon 2 has the corner (nan, 0)": [SQUARE, [(nan, 0), (1, 1), (2, 0)]],
    "the corner (inf, 0)": [[(inf, 0), (1, 1), (2, 0)]],
    "the corner (1e+30, 0)": [[(1e30, 0), (1, 1), (2, 0)]],
    "the corner (10000": [[(10**400, 0), (1, 1), (2, 0)]],
    "the corner (True, 0)": [[(True, 0), (1, 1), (2, 0)]],
    "the corner 'ab'": [["ab", (1, 1), (2, 0)]],
    "the corner (1,)": [[(1,), (1, 1), (2, 0)]],
    "polygon 1 is 7": [7],
    "one point": [[(1, 1)] * 3],
    "no area": [SQUARE, [(0, 0), (1, 1), (2, 2)]],
    "visits one corner twice": [[(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 1)]],
    "crosses itself": [[(0, 0), (4, 0), (4, 4), (2, -2), (0, 4)]],
    "polygons 1 and 2 overlap": [SQUARE, moved(SQUARE, 0.5, 0.5)],
    "polygons 1 and 3 overlap": [SQUARE, moved(SQUARE, 1), [(0.2, 0.2), (0.4, 0.2), (0.3, 0.4)]],
    "overlap along a side that they share": [SQUARE, moved(SQUARE, 1), SQUARE],
}


@pytest.mark.parametrize("why", HOSTILE)
def test_polygons_that_are_no_board_are_refused_in_words(why):
    assert why in refusal(HOSTILE[why])


def test_polygons_that_would_take_long_are_refused_at_once():
    """Thousands of slivers along each other, too many polygons, and a hub with too many neighbours."""
    slivers = [[(0, 0), (1000, 10 * n), (1000, 10 * n + 9)] for n in range(400)]
    slivers += [[(10 * n, 5000), (10 * n + 9, 5000), (4000, -1000)] for n in range(400)]
    assert "overlap" in refusal(slivers)
    assert "1 to" in refusal([SQUARE] * (MOST_POLYGONS + 1))
    teeth = MOST_NEIGHBOURS + 1
    hub = [[(0, -1), (teeth, -1), (teeth, 0), (0, 0)], *(moved(SQUARE, n) for n in range(teeth))]
    assert f"polygon 1 has {teeth} neighbours" in refusal(hub)


def test_a_tiling_is_a_value():
    tiling = Tiling([SQUARE, moved(SQUARE, 1)])
    same = Tiling([SQUARE, moved(SQUARE, 1)])
    assert tiling == same
    assert hash(tiling) == hash(same)
    assert tiling != Tiling([moved(SQUARE, 1), SQUARE])
    assert pickle.loads(pickle.dumps(tiling)) == tiling == copy.deepcopy(tiling)
    assert Tiling.from_json(tiling.text) == tiling
    layout = Layout(tiling=tiling)
    assert layout.kind is Kind.TILING
    assert Kind.TILING not in PATTERNS
    assert repr(layout) == "Layout(kind=tiling, tiling=2 polygons)"
    assert Grid(2, 1, layout=layout).where(1) == "cell 2"


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"kind": "tiling"}, "is given by its polygons"),
        ({"tiling": [SQUARE], "kind": "hex"}, "of kind tiling, not hex"),
        ({"tiling": [SQUARE], "wrap": "rows"}, "does not wrap"),
        ({"tiling": [SQUARE], "layers": 2}, "has one layer"),
        ({"tiling": [SQUARE], "bridges": [0]}, "has no bridges"),
    ],
)
def test_features_without_meaning_on_a_tiling_are_refused(wish, why):
    with pytest.raises(InputError, match=why):
        Layout(**wish)


def test_a_board_of_another_size_does_not_fit_the_tiling():
    with pytest.raises(InputError, match="width 2, height 1, not width 2, height 2"):
        Grid(2, 2, layout=Layout(tiling=[SQUARE, moved(SQUARE, 1)]))


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("board: tiling\n1 1\n", 1, "is given by its polygons"),
        ("board: tiling\ntiling: [[[0,0],[1,0]\n1 1\n", 2, "not JSON"),
        ("board: tiling\ntiling: 7\n1 1\n", 2, "a list of polygons"),
        ("board: tiling\ntiling: [[[0,0],[1,0],[0,1]]]\n1 1\n", 2, "has its cells in one row: width 1, height 1"),
        (
            "board: hex\ntiling: [[[0,0],[1,0],[0,1]],[[1,0],[1,1],[0,1]]]\n1 1\n",
            1,
            "of kind tiling, not hex|Leave out",
        ),
        ("tiling: [[[0,0],[1,0],[0,1]],[[1,0],[NaN,1],[0,1]]]\n1 1\n", 1, "polygon 2 has the corner"),
    ],
)
def test_plain_text_names_the_line_of_what_is_wrong(text, line, why):
    with pytest.raises(InputError, match=why) as caught:
        parse(text)
    assert f"line {line}" in str(caught.value)


def test_merged_is_a_polygon_round_both():
    assert {*merged(SQUARE, moved(SQUARE, 1))} == {*SQUARE, *moved(SQUARE, 1)}


@pytest.mark.parametrize("name", ["rings.json", "cairo.json"])
def test_the_examples_are_boards(name):
    tiling = Tiling(json.loads((EXAMPLE_TILINGS / name).read_text())["polygons"])
    grid = Grid(len(tiling.polygons), 1, layout=Layout(tiling=tiling))
    assert len(list(grid.parts())) == 1
    assert len(grid.flat_slots(0)) <= 8


def test_the_data_of_a_pattern_compares_cells_in_proportion_to_their_number(monkeypatch):
    """The page gets each cell that differs from the others once; every cell of a tiling differs."""
    tiling = Tiling([[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for y in range(20) for x in range(20)])
    compared = []
    equal = Cell.__eq__
    monkeypatch.setattr(Cell, "__eq__", lambda cell, other: compared.append(cell) or equal(cell, other))
    assert tiling.data()["order"] == list(range(400))
    assert len(compared) < 800


def _inner_distance(points, x, y):
    """The distance from a point to the nearest side, found by walking along every side in small steps."""
    sides = zip(points, [*points[1:], points[0]], strict=True)
    spots = [
        (left + (over - left) * k / 200, top + (under - top) * k / 200)
        for (left, top), (over, under) in sides
        for k in range(201)
    ]
    return min(dist((x, y), spot) for spot in spots)


@pytest.mark.parametrize(
    "points",
    [
        ((0, 0), (4, 0), (4, 4), (3, 4), (3, 1), (1, 1), (1, 4), (0, 4)),
        ((0, 0), (1, 0), (1, 3), (4, 3), (4, 4), (0, 4)),
        ((0, 0), (6, 0), (6, 1), (3.5, 1), (3.5, 5), (2.5, 5), (2.5, 1), (0, 1)),
        ((0, 0), (5, 2), (0, 4), (1, 2)),
    ],
    ids=["U", "L", "T", "arrow"],
)
def test_the_middle_of_a_bent_polygon_is_as_far_from_its_sides_as_it_says(points):
    middle = middle_of(points)
    assert contains(points, middle)
    best = max(
        _inner_distance(points, x / 8, y / 8) for x in range(49) for y in range(41) if contains(points, (x / 8, y / 8))
    )
    assert _inner_distance(points, *middle) >= best - 0.05 * max(map(max, points)) - 0.03
    assert clearance(points, points[2]) == 0


def meet(one, other):
    """Whether two segments between lattice points meet, by exact arithmetic: in one point, or on one line."""
    ((a, b), (c, d)), ((e, f), (g, h)) = one, other
    down = (c - a) * (h - f) - (d - b) * (g - e)
    if down:
        shares = (
            Fraction((e - a) * (h - f) - (f - b) * (g - e), down),
            Fraction((e - a) * (d - b) - (f - b) * (c - a), down),
        )
        return all(0 <= share <= 1 for share in shares)
    if (c - a) * (f - b) != (d - b) * (e - a):
        return False
    return max(min(one), min(other)) <= min(max(one), max(other))  # of points on one line, in order


def test_segments_meet_or_lie_apart():
    places = list(product(range(3), range(3)))
    segments = [(one, other) for one, other in product(places, places) if one != other]
    for one, other in product(segments, segments):
        assert crosses(one, other) == meet(one, other), (one, other)
    assert not crosses(((0, 0), (1, 0)), ((2, 0), (3, 0)))
