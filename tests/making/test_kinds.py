"""Puzzles on boards beyond the rectangle: as wished, unique by engines with no part in making them, forever."""

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

import numlink
from numlink import COVER, FREE, NO_TOUCH, Grid, InputError, Layout
from numlink.exact.count import count
from numlink.making.annealing_board import Lattice
from numlink.making.classic import size_of
from numlink.making.lab.verdict import judge_puzzle
from numlink.making.recipe import Spec, fields_on, parse_recipe
from numlink.making.shapes import Outline, shaped
from numlink.making.wish_values import PathSymmetry
from numlink.model.rules import EVERY_RULES
from tests.boards import KINDS, random_grid, random_layout, random_solved
from tests.cli import assert_one_line_error
from tests.cli import numlink as run_numlink

GOLDEN = Path(__file__).parents[1] / "golden" / "generate_kinds.jsonl"

HEXAGON = shaped(Grid(7, 7, layout=Layout(kind="hex")), "hexagon")
WISHES = {
    "hex": {"width": 6, "board": "hex"},
    "hexagon": {"grid": HEXAGON},
    "rows": {"width": 7, "height": 5, "wrap": "rows"},
    "columns": {"width": 5, "height": 6, "wrap": "columns"},
    "torus": {"width": 6, "wrap": "both"},
    "walls": {"width": 7, "walls": "few"},
    "many walls": {"width": 7, "walls": "many"},
    "bridge": {"width": 6, "bridges": "few"},
    "bridges": {"width": 8, "bridges": 3},
    "layers": {"width": 4, "layers": 3},
    "vias": {"grid": Grid(5, 5, layout=Layout(layers=2, vias={0, 12, 24}))},
    "heart": {"grid": shaped(Grid(9, 9), "heart")},
    "walls given": {"width": 5, "walls": [(0, 5), (1, 6), (2, 7), (17, 18)]},
    "bridges given": {"width": 6, "bridges": [7, 8, 14]},
    "hex walls solids": {"width": 6, "board": "hex", "walls": "few", "solids": 2},
    "everything": {"width": 6, "wrap": "rows", "walls": "few", "bridges": 2, "layers": 2, "solids": "few"},
    "diagonal": {"width": 6, "board": "diagonal"},
    "diagonal and more": {
        "width": 6,
        "board": "diagonal",
        "wrap": "rows",
        "walls": "few",
        "bridges": 1,
        "solids": "few",
    },
}
GRADED = [("hexagon", "expert"), ("torus", "hard"), ("bridges", "easy"), ("many walls", "hard"), ("diagonal", "hard")]


@pytest.fixture
def run(capsys):
    return lambda *arguments: run_numlink(*map(str, arguments), capsys=capsys)


def made(name, seed, **more):
    return numlink.generate(seed=seed, **WISHES[name], **more)


def assert_sound(puzzle):
    """Check that the solution covers without touching, ends are apart, and search and frontier find no other."""
    assert numlink.check(puzzle, puzzle.solution, COVER) == []
    assert numlink.check(puzzle, puzzle.solution, NO_TOUCH) == []
    assert puzzle == puzzle.renumbered()
    for path in puzzle.solution.paths:
        assert len(path) >= 3
        assert not puzzle.grid.adjacent(path[0], path[-1])
    assert numlink.from_recipe(puzzle.recipe) == puzzle
    assert count(replace(puzzle, solution=None)) == 1


@pytest.mark.table(6)
@pytest.mark.parametrize("name", WISHES)
def test_puzzles_of_every_kind_are_unique(name):
    for seed in range(2):
        assert_sound(made(name, seed))


@pytest.mark.table(6)
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
@pytest.mark.parametrize("name", ["hexagon", "torus", "bridges", "walls", "layers"])
def test_puzzles_of_every_kind_under_all_rules(name, rules):
    puzzle = made(name, 5, rules=rules)
    assert puzzle.rules == rules
    verdict = numlink.prove(puzzle.with_solution(None), rules=rules, budget=20)
    assert verdict.answer is numlink.Answer.UNIQUE
    if not rules.fill:
        assert numlink.prove(puzzle.with_solution(None), rules=FREE, budget=20).answer is numlink.Answer.UNIQUE


@pytest.mark.parametrize("name", ["hexagon", "rows", "bridges", "many walls", "layers"])
def test_strict_puzzles_of_every_kind(name):
    puzzle = made(name, 3, claim="strict")
    assert numlink.prove(puzzle.with_solution(None), claim="strict", budget=20).answer is numlink.Answer.UNIQUE


def test_random_features_are_as_many_as_wished():
    for seed in range(6):
        assert len(made("bridges", seed).layout.bridges) == 3
        few, many = (len(made(name, seed).layout.walls) for name in ("walls", "many walls"))
        assert 1 <= few <= 3 < many
        assert len(made("hex walls solids", seed).solids()) == 2
    assert made("walls given", 1).layout.walls == {(0, 5), (1, 6), (2, 7), (17, 18)}


@pytest.mark.parametrize(
    ("symmetry", "wish"),
    [
        ("paths", {"width": 6, "board": "hex"}),
        ("paths-mirror", {"width": 7, "height": 6, "board": "hex"}),
        ("paths", {"grid": HEXAGON}),
        ("paths", {"width": 6, "wrap": "both"}),
        ("paths-mirror", {"width": 7, "bridges": 2}),
        ("paths", {"width": 7, "walls": "few"}),
        ("paths", {"width": 4, "layers": 2}),
    ],
)
def test_symmetric_paths_on_every_kind(symmetry, wish):
    puzzle = numlink.generate(seed=4, symmetry=symmetry, **wish)
    assert_sound(puzzle)
    spec = parse_recipe(puzzle.recipe)
    name = "ROTATE_180" if spec.symmetry is PathSymmetry.ROTATE else "FLIP_COLUMNS"
    image = puzzle.grid.image((numlink.HexSymmetry if puzzle.layout.kind.value == "hex" else numlink.Symmetry)[name])
    assert image is not None
    turned = {tuple(sorted((image[first], image[second]))) for first, second in puzzle.solution.links()}
    assert turned == puzzle.solution.links()


def golden_lines():
    """To write the file again: python -c "from tests.making.test_kinds import *; write()"."""
    boards = [made(name, 2015, style="lab") for name in WISHES]
    boards += [made(name, 2015, difficulty=grade, style="lab") for name, grade in GRADED]
    grids = [HEXAGON, Grid(6, 5, layout=Layout(wrap="both", layers=2)), shaped(Grid(9, 9), "ring")]
    return [numlink.dumps(board, "json") for board in boards] + [
        numlink.dumps(numlink.generate_classic(grid=grid, seed=2015), "json") for grid in grids
    ]


def write():
    GOLDEN.write_text("".join(golden_lines()))


def test_golden_boards_of_every_kind():
    assert golden_lines() == GOLDEN.read_text().splitlines(keepends=True)


# -- the lattice --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_lattice_has_the_links_of_its_grid(kind):
    random = Random(kind)
    for _ in range(30):
        grid = random_grid(random, kind)
        directions, flat = grid.lattice()
        links = {tuple(sorted((index // directions, there))) for index, there in enumerate(flat) if there >= 0}
        assert links == {tuple(sorted(link)) for link in grid.track_links()}
        for index, there in enumerate(flat):
            if there >= 0:
                back = (index + directions // 2) % directions
                assert flat[directions * there + back] == index // directions
        for cell in range(grid.size):
            assert sorted(other for other in grid.slots(cell) if other >= 0) == grid.beside(cell)


@pytest.mark.parametrize("kind", KINDS)
def test_an_image_keeps_the_links(kind):
    random = Random(f"image {kind}")
    found = 0
    for _ in range(40):
        grid = random_grid(random, kind, solids=False)
        for symmetry in grid.symmetries():
            image = grid.image(symmetry)
            if image is not None:
                found += 1
                links = set(grid.links())
                assert {tuple(sorted((image[a], image[b]))) for a, b in links} == links
    assert found > 30


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "bridges" in kind])
def test_every_cover_has_the_paths_that_bridges_force(kind):
    """If the chains of bridges are refused, no cover without touching exists; else each chain is in every cover."""
    random = Random(f"chains {kind}")
    refused = 0
    for _ in range(200):
        puzzle = random_solved(random, kind, touching=False)
        grid = puzzle.grid
        covers = len(grid.track_cells()) - len(grid.solids) == sum(map(len, puzzle.solution.paths))
        chains = Lattice(grid).chains
        refused += chains is None
        assert not (covers and chains is None and not numlink.check(puzzle, puzzle.solution, NO_TOUCH))
        cells = grid.track_cells()
        for chain, _ in product(chains or (), range(1)):
            assert all(cells[two] in grid.neighbours(cells[one]) for one, two in zip(chain, chain[1:], strict=False))
    assert refused


# -- shapes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", Outline)
@pytest.mark.parametrize("kind", ["square", "hex"])
def test_every_shape_is_connected_and_has_a_mirror_symmetry(shape, kind):
    for side in (9, 11, 14, 15):
        grid = shaped(Grid(side, side, layout=Layout(kind=kind) if kind == "hex" else Grid(1, 1).layout), shape)
        assert len(grid.solids) < 0.8 * grid.size
        if kind == "square" or side % 2:
            flipped = {cell // side * side + side - 1 - cell % side for cell in grid.solids}
            assert flipped == grid.solids


SHAPES = {
    Outline.HEXAGON: "XX.....XX X.......X X.......X ......... ......... ......... X.......X X.......X XX.....XX",
    Outline.DIAMOND: "XXXX.XXXX XXX...XXX XX.....XX X.......X ......... X.......X XX.....XX XXX...XXX XXXX.XXXX",
    Outline.DISC: "XX.....XX X.......X ......... ......... ......... ......... ......... X.......X XX.....XX",
    Outline.RING: "XX.....XX X.......X ......... ...XXX... ...XXX... ...XXX... ......... X.......X XX.....XX",
    Outline.CROSS: "XXX...XXX XXX...XXX XXX...XXX ......... ......... ......... XXX...XXX XXX...XXX XXX...XXX",
    Outline.HEART: "X...X...X ......... ......... ......... X.......X X.......X XX.....XX XXX...XXX XXXX.XXXX",
    Outline.STAR: "XXXX.XXXX XXXX.XXXX XXXX.XXXX ......... X.......X XXX...XXX XX.....XX XX..X..XX XXXXXXXXX",
    Outline.TRIANGLE: "XXXX.XXXX XXXX.XXXX XXX...XXX XXX...XXX XX.....XX XX.....XX X.......X X.......X .........",
}


@pytest.mark.parametrize("shape", Outline)
def test_shapes_of_nine_cells_stay_what_they_are(shape):
    """A seed and a shape make the same board forever."""
    solids = shaped(Grid(9, 9), shape).solids
    rows = ["".join("X" if 9 * row + column in solids else "." for column in range(9)) for row in range(9)]
    assert " ".join(rows) == SHAPES[shape]


def test_a_hexagon_of_side_six_has_91_cells():
    grid = shaped(Grid(11, 11, layout=Layout(kind="hex")), "hexagon")
    assert 121 - len(grid.solids) == 91
    assert all(grid.image(symmetry) is not None for symmetry in grid.symmetries())


def test_the_dark_part_of_a_picture_is_the_board(tmp_path, run):
    image = pytest.importorskip("PIL.Image")
    picture = image.new("RGBA", (40, 40), (0, 0, 0, 0))
    picture.paste((20, 20, 60, 255), (0, 0, 40, 20))
    picture.save(tmp_path / "half.png")
    for kind in ("square", "hex"):
        grid = shaped(Grid(8, 8, layout=Layout(kind=kind)), str(tmp_path / "half.png"))
        assert set(range(64)) - grid.solids >= set(range(24))
        assert grid.solids >= set(range(40, 64))
    result = run("new", "8", "--shape", tmp_path / "half.png", "--seed", "1")
    (puzzle,) = numlink.parse(result.out)
    assert puzzle.solids() == list(range(32, 64))


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {}">{}</svg>'


def test_an_svg_is_a_shape(tmp_path, run):
    pytest.importorskip("resvg_py")
    drawn = tmp_path / "half.svg"
    drawn.write_text(SVG.format("40 40", '<rect width="40" height="20" fill="#123"/>'))
    assert shaped(Grid(8, 8), str(drawn)).solids == set(range(32, 64))
    drawn.write_text(SVG.format("9 9000000", '<rect width="9" height="9000000"/>'))  # a long thin one takes no memory
    assert shaped(Grid(8, 8), str(drawn)).solids == set()
    for content, words in (
        ("<svg", "can't be drawn as SVG"),
        (SVG.format("40 40", ""), "leaves 0 connected cells"),
    ):
        drawn.write_text(content)
        result = run("new", "8", "--shape", drawn)
        assert (result.code, result.err.count("\n")) == (2, 1)
        assert words in result.err
    assert "not a shape" in run("new", "8", "--shape", "cat.eps").err
    assert "cannot read" in run("new", "8", "--shape", tmp_path / "none.svg").err


# -- classic and repair -------------------------------------------------------------------------------------------


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if "bridges" not in kind])
def test_classic_boards_on_any_grid(kind):
    random = Random(f"lab {kind}")
    for seed in range(20):
        grid = random_grid(random, kind)
        if grid.width == grid.height == 1:
            continue
        puzzle = numlink.generate_classic(grid=grid, seed=seed)
        assert puzzle.solids() == sorted({*grid.solids, *puzzle.solids()})
        assert numlink.from_recipe(puzzle.recipe) == puzzle
        assert numlink.check(puzzle, puzzle.solution, NO_TOUCH) == []
        alone = set(puzzle.solids()) - grid.solids
        assert not any(other in alone for cell in alone for other in grid.neighbours(cell))
    assert judge_puzzle(numlink.generate_classic(grid=Grid(6, 6), seed=3)).faults == ()


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", KINDS)
def test_repair_on_any_grid(kind):
    random = Random(f"repair {kind}")
    mended = 0
    for _ in range(60):
        if {"bridges", "triangle", "tiling"} & {
            *kind.split()
        }:  # on the last two, the lab's boards mostly have one solution
            loose = random_solved(random, kind, touching=False)
        else:
            width, height = (4, 5) if {"layers", "vias"} & {*kind.split()} else (9, 9)
            layout = random_layout(random, kind, width, height)
            grid = Grid(*size_of(None if layout.tiling else width, height, None, layout), layout=layout)
            loose = numlink.generate_classic(grid=grid, seed=random.randrange(100), rules=FREE)
        if mended == 3 or numlink.prove(loose).answer is not numlink.Answer.MULTIPLE:
            continue
        try:
            fixed = numlink.repair(loose, budget=20)
        except InputError:
            continue
        mended += 1
        assert fixed.puzzle.layout == loose.layout
        assert numlink.prove(fixed.puzzle.with_solution(None)).answer is numlink.Answer.UNIQUE
        assert all(change.told(loose.grid) for change in fixed.changes)
    assert mended


# -- bad input ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["8", "--board", "hex", "--wrap", "rows"], "does not wrap"),
        (["8", "--board", "hex", "--bridges", "1"], "no bridges"),
        (["2x5", "--wrap", "rows"], "rows of 2 cells cannot wrap"),
        (["5", "--bridges", "20"], "20 bridges on a board where 9 cells can be one"),
        (["5", "--board", "round"], "is not a known kind of board"),
        (["5", "--layers", "0"], "layers must be a number from 1"),
        (["5", "--walls", "some"], "no file 'some'"),
        (["5", "--bridges", "some"], "no file 'some'"),
        (["5", "--walls", "(0,1)"], "walls must be cells like '(0,1)|(0,2)"),
        (["5", "--bridges", "(0,1)|(0,2)"], "bridges must be cells like '(1,2)"),
        (["5", "--walls", "99"], "99 walls on a board with room for 15 at most"),
        (["5", "--walls", "(0,1)|(3,3)"], "which is not a neighbour"),
        (["5", "--shape", "cloud"], "is not a shape"),
        (["3x1", "--shape", "star"], "connected cells"),
        (["7", "--board", "hex", "--symmetry", "paths"], "even number of columns"),
        (["400", "--layers", "2"], "too large to prove"),
        (["--recipe", "numlink 1 5x5 seed=1", "--board", "hex"], "leave out --board"),
    ],
)
def test_impossible_boards_are_refused(run, arguments, words):
    assert_one_line_error(run("new", *arguments), words)


@pytest.mark.parametrize(
    ("key", "sign", "cells"), [("walls", "(1,1)|(1,2) (2,1)|(3,1)", ((7, 8), (13, 19))), ("bridges", "(1,2)", (8,))]
)
def test_walls_and_bridges_take_the_same_words(key, sign, cells, run, tmp_path):
    """For `new` and `batch`: none, few, many, a number, cells, a board in a file; and what Python takes."""
    board = "walls: (1,1)|(1,2) (2,1)|(3,1)\n" + ". . . . . .\n. . + . . .\n" + ". . . . . .\n" * 4
    (tmp_path / "board.txt").write_text(board)
    machine = ("--format", "jsonl", "--no-rating", "--workers", 1)
    for number, (word, most) in enumerate({"none": 0, "few": 99, "many": 99, "2": 2, "0": 0}.items()):
        [puzzle] = numlink.parse(run("new", "6", f"--{key}", word, "--seed", "1").out)
        made = numlink.generate(6, seed=1, **{key: int(word) if word.isdigit() else word})
        assert made.layout == puzzle.layout == numlink.from_recipe(puzzle.recipe).layout
        assert min(most, 1) <= len(getattr(puzzle.layout, key)) <= most
        assert word not in ("2", "0") or len(getattr(puzzle.layout, key)) == most
        wish = ("--count", 1, "--sizes", "6", "--seed", 1, f"--{key}", word, *machine)
        assert run("batch", *wish, "-o", tmp_path / str(number)).code == 0
        [again] = numlink.Dataset(tmp_path / str(number))
        options = {key: int(word) if word.isdigit() else word}
        assert [again.recipe] == [puzzle.recipe for puzzle in numlink.batch(1, 6, seed=1, **options)]
    for word in (sign, tmp_path / "board.txt"):
        [puzzle] = numlink.parse(run("new", "6", f"--{key}", word, "--seed", "1").out)
        assert getattr(puzzle.layout, key) == {*cells}
        made = numlink.generate(6, seed=1, **{key: cells})
        assert made.layout == puzzle.layout
        assert run("batch", *wish[:6], f"--{key}", word, *wish[8:], "-o", tmp_path / f"cells {number}").code == 0
        [again] = numlink.Dataset(tmp_path / f"cells {number}")
        assert getattr(again.layout, key) == {*cells}
        number += 1
    outcome = run("batch", "--count", 2, "--sizes", "6,7", "--seed", 1, f"--{key}", sign, "-o", tmp_path / "sizes")
    assert_one_line_error(outcome, f"{key} names cells, so all boards must have one size")


@pytest.mark.parametrize(
    ("board", "symmetry"), [("square", "rotate"), ("diagonal", "mirror"), ("hex", "none"), ("triangle", "none")]
)
def test_a_wished_number_of_walls_is_exact(board, symmetry):
    puzzle = numlink.generate(8, seed=2, board=board, walls=8, symmetry=symmetry)
    assert len(puzzle.layout.walls) == 8
    assert numlink.prove(puzzle.with_solution(None)).answer is numlink.Answer.UNIQUE


def test_walls_and_masks_from_files(tmp_path, run):
    (tmp_path / "walls.txt").write_text("walls: (0,0)|(0,1) (1,1)|(2,1)\n" + ". . . .\n" * 4)
    (tmp_path / "hex.txt").write_text("board: hex\nwalls: (0,0)|(0,1)\n" + ". . . .\n" * 4)
    (tmp_path / "apart.txt").write_text("walls: (0,0)|(2,2)\n" + ". . . .\n" * 4)
    (tmp_path / "none.txt").write_text(". . . .\n" * 4)
    result = run("new", "4", "--walls", tmp_path / "walls.txt", "--seed", "1")
    assert numlink.parse(result.out)[0].layout.walls == {(0, 1), (5, 9)}
    hexagons = run("new", "--mask", tmp_path / "hex.txt", "--seed", "1")
    assert numlink.parse(hexagons.out)[0].layout == Layout(kind="hex", walls=[(0, 1)])
    for name, size, words in [
        ("hex.txt", "4", "its kind is hex, not square"),
        ("walls.txt", "5", "its size is 4x4, not 5x5"),
        ("apart.txt", "4", "not a neighbour"),
        ("none.txt", "4", "has no walls"),
    ]:
        assert_one_line_error(run("new", size, "--walls", tmp_path / name), words)
    both = run("new", "--mask", tmp_path / "walls.txt", "--walls", "few")
    assert_one_line_error(both, "the grid sets walls")


def test_bridges_that_force_too_much_are_refused():
    with pytest.raises(InputError, match="fewer than four open neighbours"):
        numlink.generate(5, bridges=[6], mask=[1])
    with pytest.raises(InputError, match="force a path to fork"):
        numlink.generate(6, bridges=[7, 9, 20, 14])
    with pytest.raises(InputError, match="row 2, column 2"):
        numlink.generate(5, bridges=[6], mask=[6])
    with pytest.raises(InputError, match="Leave out width"):
        numlink.generate(5, grid=Grid(5, 5))
    with pytest.raises(InputError, match="crossed both ways"):
        numlink.generate_classic(grid=Grid(5, 5, layout=Layout(bridges={6})))


def test_a_recipe_names_everything_on_the_board():
    spec = Spec(
        5, 6, 3, board="square", wrap="rows", layers=2, vias=(3,), walls=[(8, 7), (0, 1)], bridges=(6, 16), mask=(29,)
    )
    assert spec.recipe == "numlink 1 5x6 seed=3 mask=20000000 wrap=rows layers=2 vias=3 walls=0-1,7-8 bridges=at:6,16"
    assert parse_recipe(spec.recipe) == spec
    assert parse_recipe("numlink 1 5x5 seed=3 layers=2 vias=none").vias == ()


def made_everywhere():
    """A line for each kind of work that the generator does on boards other than rectangles."""
    wishes = [
        {"width": 5, "board": "hex"},
        {"width": 6, "bridges": 2},
        {"width": 5, "symmetry": "rotate"},
        {"width": 4, "layers": 2, "claim": "strict"},
    ]
    grid = Grid(6, 6, layout=Layout(kind="hex"))
    boards = [numlink.generate(seed=3, **wish) for wish in wishes] + [numlink.generate_classic(grid=grid, seed=3)]
    return [numlink.dumps(board, "json").strip() for board in boards]


def test_compiled_and_uncompiled_make_the_same(uncompiled):
    code = "from tests.making.test_kinds import made_everywhere\nprint(*made_everywhere(), sep='\\n')"
    assert uncompiled("-W", "ignore", "-c", code).splitlines() == made_everywhere()


def test_vias_can_be_wished_for_a_grid_that_has_none():
    layers, with_vias = Layout(layers=2), Layout(layers=2, vias={0})
    assert fields_on(Grid(3, 3, layout=layers), {"vias": [4]})["vias"] == (4,)
    assert fields_on(Grid(3, 3, layout=with_vias), {"vias": [0]})["vias"] == {0}
    assert fields_on(Grid(3, 3, layout=with_vias), {"vias": None})["vias"] == {0}
    for vias in ((), {0}):
        with pytest.raises(InputError, match="the grid sets vias"):
            fields_on(Grid(3, 3, layout=Layout(layers=2, vias=vias)), {"vias": [4]})


@pytest.mark.parametrize("shape", ["cross", "disc", "ring", "diamond"])
def test_of_two_equal_parts_that_a_shape_leaves_the_first_stays(shape):
    halved = Grid(7, 5, frozenset(range(3, 35, 7)))
    assert {cell % 7 for cell in shaped(halved, shape).open_cells()} == {0, 1, 2}
    halved = Grid(5, 7, frozenset(range(15, 20)))
    assert {cell // 5 for cell in shaped(halved, shape).open_cells()} == {0, 1, 2}
