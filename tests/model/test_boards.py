"""Boards beyond the rectangle: the links of a Grid, what it refuses, symmetries, canonical forms, values."""

import pickle
from copy import deepcopy
from itertools import pairwise
from random import Random

import pytest

from numlink import Grid, HexSymmetry, InputError, Kind, Layout, Puzzle, Solution, Symmetry, Wrap, check
from numlink.datasets.rows import canonical_hash
from tests.boards import KINDS, random_grid, random_solved


def pairs(*links):
    return sorted(tuple(sorted(link)) for link in links)


def test_a_hexagon_has_six_neighbours_and_odd_columns_stand_higher():
    grid = Grid(3, 3, layout=Layout(kind="hex"))
    assert grid.neighbours(4) == [0, 1, 2, 3, 5, 7]
    assert grid.neighbours(0) == [1, 3, 4]
    assert grid.neighbours(1) == [0, 2, 4]
    assert len(grid.links()) == 6 + 10


def test_wraps_close_rows_columns_or_both():
    assert Grid(4, 1, layout=Layout(wrap="rows")).links() == pairs((0, 1), (1, 2), (2, 3), (0, 3))
    assert Grid(3, 3, layout=Layout(wrap="columns")).neighbours(0) == [1, 3, 6]
    assert Grid(3, 3, layout=Layout(wrap=Wrap.BOTH)).neighbours(0) == [1, 2, 3, 6]
    assert len(Grid(5, 4, layout=Layout(wrap=Wrap.BOTH)).links()) == 40


def test_walls_take_links_away_also_across_a_wrap():
    assert Grid(3, 1, layout=Layout(walls=[(2, 1)])).links() == [(0, 1)]
    assert Grid(3, 1, layout=Layout(wrap="rows", walls=[(0, 2)])).links() == Grid(3, 1).links()


def test_diagonals_make_eight_neighbours_and_none_at_a_bridge():
    grid = Grid(4, 3, layout=Layout(kind="diagonal"))
    assert grid.neighbours(5) == [0, 1, 2, 4, 6, 8, 9, 10]
    assert grid.neighbours(3) == [2, 6, 7]
    assert len(grid.links()) == 3 * 3 + 4 * 2 + 2 * 3 * 2
    assert Grid(3, 3, layout=Layout(kind="diagonal", wrap="both")).neighbours(0) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert Grid(3, 3, layout=Layout(kind="diagonal", wrap="rows")).neighbours(0) == [1, 2, 3, 4, 5]
    bridged = Grid(4, 4, layout=Layout(kind="diagonal", bridges=[5]))
    assert bridged.neighbours(5) == [1, 4, 6, 9]
    assert bridged.neighbours(0) == [1, 4]
    assert bridged.adjacent(1, 4)


DIAGONAL_WALLS = [
    ([], "both"),
    ([(0, 1)], "both"),  # the end of a wall
    ([(0, 1), (0, 2)], "1 2"),  # around a cell: they separate it from all cells, also from diagonal ones
    ([(0, 1), (2, 3)], "neither"),  # a wall that goes on
    ([(0, 2), (1, 3)], "neither"),
    ([(0, 1), (1, 3)], "0 3"),
    ([(0, 1), (1, 3), (0, 2)], "neither"),
    ([(0, 3)], "1 2"),
    ([(1, 2)], "0 3"),
]


@pytest.mark.parametrize(("walls", "opened"), DIAGONAL_WALLS)
def test_a_diagonal_is_open_if_a_way_round_its_corner_is(walls, opened):
    for solids in (frozenset(), frozenset({1}), frozenset({1, 2})):
        grid = Grid(2, 2, solids, Layout(kind="diagonal", walls=walls))
        across = {link for link in ((0, 3), (1, 2)) if solids.isdisjoint(link)}
        wanted = {"both": across, "neither": set()}.get(opened) if opened in ("both", "neither") else None
        if wanted is None:
            wanted = across & {tuple(map(int, opened.split()))}
        assert across & set(grid.links()) == wanted
        for first, second in across:
            assert grid.walled(first, second) == grid.walled(second, first) == ((first, second) not in wanted)


def test_layers_meet_everywhere_or_at_vias():
    assert Grid(2, 1, layout=Layout(layers=2)).links() == pairs((0, 1), (2, 3), (0, 2), (1, 3))
    assert Grid(2, 1, layout=Layout(layers=2, vias=[1])).links() == pairs((0, 1), (2, 3), (1, 3))
    grid = Grid(2, 2, layout=Layout(layers=3))
    assert [grid.position(cell) for cell in (0, 4, 11)] == [(0, 0, 0), (1, 0, 0), (2, 1, 1)]
    assert [grid.cell(*grid.position(cell)) for cell in range(12)] == list(range(12))
    assert grid.where(7) == "layer 2, row 2, column 2"


def test_a_bridge_has_two_tracks_and_each_of_its_links_ends_on_one():
    grid = Grid(3, 3, layout=Layout(bridges=[4]))
    assert grid.track_cells() == [*range(9), 4]
    down = {link for link, tracks in zip(grid.links(), grid.track_links(), strict=True) if 9 in tracks}
    assert down == {(1, 4), (4, 7)}
    assert [grid.track(4, other) for other in (1, 3, 5, 7)] == [9, 4, 4, 9]


@pytest.mark.parametrize("kind", KINDS)
def test_links_neighbours_and_tracks_agree(kind):
    random = Random(kind)
    for _ in range(100):
        grid = random_grid(random, kind)
        links = grid.links()
        assert links == sorted(set(links))
        assert sorted(links) == pairs(*((a, b) for a in grid.open_cells() for b in grid.neighbours(a) if a < b))
        assert all(grid.adjacent(a, b) and grid.adjacent(b, a) and not grid.walled(a, b) for a, b in links)
        cells = grid.track_cells()
        for (a, b), (first, second) in zip(links, grid.track_links(), strict=True):
            assert (cells[first], cells[second]) == (a, b)
            assert (grid.track(a, b), grid.track(b, a)) == (first, second)
        for cell in range(grid.size):
            assert grid.cell(*grid.position(cell)) == cell


REFUSED = [
    (4, 4, {"walls": [(0, 5)]}, "row 1, column 1: a wall towards row 2, column 2, which is not a neighbour"),
    (
        4,
        4,
        {"kind": "hex", "walls": [(1, 6)]},
        "not a neighbour. Its neighbours are row 1, column 1; row 1, column 3; row 2",
    ),
    (4, 4, {"bridges": [1]}, "row 1, column 2: a bridge on the edge of the board"),
    (2, 4, {"wrap": "rows"}, "rows of 2 cells cannot wrap"),
    (4, 1, {"wrap": "both"}, "columns of 1 cell cannot wrap"),
    (4, 4, {"kind": "hex", "wrap": "rows"}, "a hexagonal board does not wrap"),
    (4, 4, {"kind": "hex", "bridges": [5]}, "a hexagonal board has no bridges"),
    (4, 4, {"kind": "diagonal", "layers": 2}, "a board with diagonals has one layer"),
    (
        4,
        4,
        {"kind": "diagonal", "walls": [(0, 6)]},
        "not a neighbour. Its neighbours are row 1, column 2; row 2, column 1",
    ),
    (2, 4, {"kind": "diagonal", "wrap": "rows"}, "rows of 2 cells cannot wrap"),
    (4, 4, {"kind": "round"}, "'round' is not a known kind of board. Use one of square, hex, diagonal"),
    (4, 4, {"wrap": "all"}, "'all' is not a known wrap. Use one of none, rows, columns, both"),
    (4, 4, {"layers": 0}, "a board of 0 layers has no cells"),
    (4, 4, {"vias": [0]}, "vias connect layers, but this board has one"),
    (4, 4, {"layers": 2, "vias": [16]}, "layer 2, row 1, column 1: a via leads below the last layer"),
    (4, 4, {"layers": 2, "vias": [5], "bridges": [5]}, "layer 1, row 2, column 2: a via on a bridge"),
    (4, 4, {"bridges": [16]}, "bridge 16 lies outside a board of 4x4"),
    (4, 4, {"walls": [(15, 16)]}, "a wall's cell 16 lies outside"),
    (5000, 5000, {"layers": 2}, "a board of 5000x5000x2 is too large"),
]


@pytest.mark.parametrize(("width", "height", "layout", "message"), REFUSED)
def test_meaningless_boards_are_refused_in_words(width, height, layout, message):
    with pytest.raises(InputError) as caught:
        Grid(width, height, layout=Layout(**layout))
    assert message in str(caught.value)


def test_a_bridge_under_a_number_or_a_solid_is_refused():
    for content, message in ((1, "a bridge under number 1"), (-1, "a bridge on a block")):
        cells = [0] * 9
        cells[4] = content
        with pytest.raises(InputError, match=f"row 2, column 2: {message}"):
            Puzzle(3, 3, tuple(cells), layout=Layout(bridges=[4]))


def test_positions_have_three_parts_only_on_boards_with_layers():
    with pytest.raises(InputError, match=r"\(0,0\) is not a position of this board. Give layer, row and column"):
        Grid(2, 2, layout=Layout(layers=2)).cell(0, 0)
    with pytest.raises(InputError, match=r"\(2,0,0\) lies outside the board: layers are 0 to 1, rows are 0 to 1"):
        Grid(2, 2, layout=Layout(layers=2)).cell(2, 0, 0)
    with pytest.raises(InputError, match=r"\(0,0,0\) is not a position of this board. Give row and column"):
        Grid(2, 2).cell(0, 0, 0)


def neighbour_sets(grid):
    return {frozenset(link) for link in grid.links()}


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", KINDS)
def test_symmetries_and_copies_keep_links_and_tracks(kind):
    random = Random(kind)
    for _ in range(30):
        grid = random_grid(random, kind, most=4)
        placements = [grid.placement(symmetry) for symmetry in grid.symmetries()] + list(grid.copies())
        for placement in placements:
            place = placement.places
            assert {frozenset((place[a], place[b])) for a, b in grid.links()} == neighbour_sets(placement.grid)
            assert {place[cell] for cell in grid.open_cells()} == set(placement.grid.open_cells())
            for bridge in grid.layout.bridges:
                for one in grid.neighbours(bridge):
                    for other in grid.neighbours(bridge):
                        before = grid.track(bridge, one) == grid.track(bridge, other)
                        laid = (
                            placement.grid.track(place[bridge], place[one]),
                            placement.grid.track(place[bridge], place[other]),
                        )
                        assert before == (laid[0] == laid[1])


def test_hexagons_have_twelve_symmetries_and_a_board_of_side_two_keeps_its_shape_in_all():
    disc = Grid(3, 3, frozenset({6, 8}), Layout(kind="hex"))  # seven hexagons round the middle
    assert {disc.transformed(symmetry) for symmetry in HexSymmetry} == {disc}
    assert len({tuple(disc.placement(symmetry).places) for symmetry in HexSymmetry}) == 12
    assert len({place.places for place in disc.copies()}) == 12


def test_a_symmetry_of_another_kind_is_refused_everywhere():
    for layout, other, own in (
        ({}, HexSymmetry.ROTATE_60, "Symmetry"),
        ({"kind": "hex"}, Symmetry.ROTATE_90, "HexSymmetry"),
        ({}, "ROTATE_90", "Symmetry"),
    ):
        grid = Grid(3, 3, layout=Layout(**layout))
        puzzle = Puzzle(3, 3, (1, 1, 0, 0, 0, 0, 0, 0, 0), layout=grid.layout)
        solution = Solution(3, 3, ((0, 1),), grid.layout)
        turned = (grid.transformed, grid.image, grid.placement, puzzle.transformed, solution.transformed)
        for turn in turned:
            with pytest.raises(InputError, match=f"is for other boards. Use a {own}"):
                turn(other)


@pytest.mark.parametrize("kind", ["square", "diagonal", "hex"])
def test_bridges_are_not_on_the_rim(kind):
    bridges = [] if kind == "hex" else [12]
    plain, bridged = Grid(5, 5, layout=Layout(kind=kind)), Grid(5, 5, layout=Layout(kind=kind, bridges=bridges))
    rim = [cell for cell in range(25) if cell // 5 in (0, 4) or cell % 5 in (0, 4)]
    assert [cell for cell in range(25) if plain.on_rim(cell)] == rim
    assert [cell for cell in range(25) if bridged.on_rim(cell)] == rim


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", KINDS)
def test_all_copies_of_a_puzzle_share_a_canonical_form_and_stay_solved(kind):
    random = Random(kind)
    for _ in range(25):
        puzzle = random_solved(random, kind, most=4)
        canonical = puzzle.canonical()
        assert check(canonical, canonical.solution) == check(puzzle, puzzle.solution) == []
        assert canonical.canonical() == canonical
        for symmetry in puzzle.grid.symmetries():
            copy = puzzle.transformed(symmetry)
            assert check(copy, copy.solution) == []
            assert copy.solution == puzzle.solution.transformed(symmetry, solids=puzzle.solids())
            assert copy.canonical() == canonical
            renumbered = copy.renumbered()
            assert check(renumbered, renumbered.solution) == []
            assert renumbered.renumbered() == renumbered


def test_a_shifted_torus_and_layers_upside_down_are_the_same_puzzle():
    torus = Layout(wrap="both")
    one = Puzzle(3, 3, (1, 1, 0, 2, 0, 2, 0, 0, 0), layout=torus)
    assert one.canonical() == Puzzle(3, 3, (0, 0, 0, 0, 1, 1, 2, 2, 0), layout=torus).canonical()
    over = Puzzle(3, 1, (1, 0, 1, 0, 0, 2), layout=Layout(layers=2))
    assert over.canonical() == Puzzle(3, 1, (0, 0, 1, 2, 0, 2), layout=Layout(layers=2)).canonical()


@pytest.mark.parametrize("kind", KINDS)
def test_boards_pickle_copy_compare_and_print(kind):
    puzzle = random_solved(Random(kind), kind)
    for copy in (pickle.loads(pickle.dumps(puzzle)), deepcopy(puzzle)):
        assert copy == puzzle
        assert hash(copy) == hash(puzzle)
        assert copy.solution == puzzle.solution
        assert str(copy) == str(puzzle)
    if not puzzle.layout.plain:
        bare = Layout(layers=puzzle.layout.layers)
        assert Puzzle(puzzle.width, puzzle.height, puzzle.cells, layout=bare) != puzzle or puzzle.layout == bare


def test_a_board_prints_what_its_rows_cannot_show():
    puzzle = Puzzle(3, 3, (1, 0, 1, 2, 0, 2, 0, -1, 0), layout=Layout(bridges=[4], walls=[(0, 1)], wrap="rows"))
    assert str(puzzle) == "wrap: rows\nwalls: (0,0)|(0,1)\n1 . 1\n2 + 2\n. X ."
    layered = Puzzle(2, 1, (1, 0, 0, 1), layout=Layout(layers=2, vias=[0]))
    assert str(layered) == "layers: 2\nvias: (0,0)\n1 .\n---\n. 1"
    assert repr(Layout(kind=Kind.HEX, walls=[(1, 0)])) == "Layout(kind=hex, walls=[(0, 1)])"


def test_a_layout_equal_to_the_plain_one_is_plain():
    assert Puzzle(2, 1, (1, 1), layout=Layout()) == Puzzle(2, 1, (1, 1))
    assert str(Puzzle(2, 1, (1, 1), layout=Layout())) == str(Puzzle(2, 1, (1, 1)))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "bridges" not in kind])
def test_a_filled_board_gives_back_its_paths(kind):
    random = Random(kind)
    for _ in range(50):
        puzzle = random_solved(random, kind, touching=False)
        assert Solution.from_grid(puzzle.solution.rows(), layout=puzzle.layout) == puzzle.solution


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", KINDS)
def test_paths_of_random_solutions_use_links_only(kind):
    random = Random(kind)
    for _ in range(50):
        puzzle = random_solved(random, kind)
        links = set(puzzle.grid.links())
        assert all(tuple(sorted(step)) in links for path in puzzle.solution.paths for step in pairwise(path))


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", KINDS)
def test_the_hash_of_a_dataset_is_the_same_for_all_copies_and_another_for_other_layouts(kind):
    random = Random(kind)
    puzzle = random_solved(random, kind, most=4)
    hashes = {canonical_hash(puzzle.transformed(symmetry)) for symmetry in puzzle.grid.symmetries()}
    assert hashes == {canonical_hash(puzzle)}
    if not puzzle.layout.plain:
        bare = Puzzle(puzzle.width, puzzle.height * puzzle.layout.layers, puzzle.cells, puzzle.rules)
        assert canonical_hash(bare) not in hashes
