"""Pictures of boards beyond the rectangle: places of cells, sides and paths compared with the grid; every back end."""

from collections import Counter
from math import dist, isclose, sqrt
from random import Random
from xml.etree import ElementTree

import pytest

import numlink
from numlink import Grid, InputError, Layout, Puzzle, Solution, render, svg
from numlink.making.shapes import shaped
from numlink.model.kinds.names import Kind
from numlink.model.words import written
from numlink.render.canvas import Canvas
from numlink.render.drawing import draw
from numlink.render.geometry import Geometry
from numlink.render.html import page
from numlink.render.picture import Motion, Options
from numlink.render.raster import image
from numlink.render.scene import compose
from tests.boards import KINDS, random_grid, random_solved

BEYOND = [kind for kind in KINDS if kind != "plain"]
REGULAR = [kind for kind in BEYOND if not kind.startswith("tiling")]
"""The middles of neighbours are one step apart."""

APART = {Kind.TRIANGLE: sqrt(3) / 2}
"""From middle to middle, where that is not 1."""


@pytest.mark.parametrize("kind", REGULAR)
def test_neighbours_lie_side_by_side_and_every_side_is_drawn_once(kind):
    random = Random(kind)
    for _ in range(40):
        grid = random_grid(random, kind, most=5)
        geometry = Geometry(grid)
        for cell in range(grid.size):
            x, y = geometry.centre(cell)
            assert 0 < x < geometry.width
            assert 0 < y < geometry.height
        flat = Grid(
            grid.width,
            grid.height,
            layout=Layout(
                kind=grid.pattern.straight or grid.layout.kind,
                layers=grid.layout.layers,
                vias=() if grid.layout.layers > 1 else None,
            ),
        )
        near = {pair for pair in flat.links() if not {*pair} & geometry.absent}
        step = APART.get(grid.layout.kind, 1)
        assert all(isclose(dist(geometry.centre(a), geometry.centre(b)), step) for a, b in near)
        sides = geometry.sides()
        walled = {pair for pair in grid.layout.walls if pair in near}
        assert len(sides.thin) == len(near - walled)
        assert len(sides.walls) == len(walled)
        corners = len(grid.pattern_cell(0).corners)
        shown = grid.size - len(geometry.absent)
        assert len(sides.rim) + len(sides.wraps) + 2 * len(near) == corners * shown
        assert len(sides.wraps) % 2 == 0
        assert len(sides.wraps) == len(sides.marks)
        across = [pair for pair in grid.links() if isclose(dist(*map(geometry.centre, pair)), sqrt(2))]
        assert len(list(geometry.diagonals())) == len(across)
        bars = list(geometry.corner_walls())
        assert len(bars) == len(grid.layout.walls - {tuple(sorted(pair)) for pair in flat.links()}) or grid.layout.wrap


@pytest.mark.parametrize("kind", REGULAR)
def test_a_path_breaks_only_where_it_wraps_or_changes_layer(kind):
    random = Random(kind)
    for _ in range(40):
        puzzle = random_solved(random, kind, most=5)
        geometry = Geometry(puzzle.grid)
        for path in puzzle.solution.paths:
            pieces = list(geometry.pieces(path))
            lengths = [dist(a, b) for piece in pieces for a, b in zip(piece.points, piece.points[1:], strict=False)]
            climbs = sum(a // puzzle.grid.plane != b // puzzle.grid.plane for a, b in zip(path, path[1:], strict=False))
            told = Counter(round(length, 6) for length in lengths)
            wraps = told.pop(0.7, 0) + told.pop(round(0.7 * sqrt(2), 6), 0)
            assert set(told) <= {round(APART.get(puzzle.layout.kind, 1), 6), round(sqrt(2), 6)}
            assert wraps == 2 * (len(pieces) - 1 - climbs)
            assert told.total() + wraps / 2 + climbs == len(path) - 1
            assert len(list(geometry.layer_marks(path))) == 2 * climbs
            overs = list(geometry.overs(path))
            assert len(overs) <= sum(cell in puzzle.layout.bridges for cell in path)
            assert all(geometry.centre(path[index]) == middle for index, middle in overs)


def test_what_lies_outside_the_outline_is_absent_and_what_lies_inside_is_a_block():
    hexes = Grid(3, 3, frozenset({6, 8, 4}), Layout(kind="hex"))
    assert Geometry(hexes).absent == {6, 8}
    cross = Puzzle.from_rows([[-1, 0, -1], [0, -1, 0], [-1, 0, -1]])
    scene = compose(cross)
    assert not scene.plain
    assert Geometry(scene.grid).absent == {0, 2, 6, 8}
    drawn = {part.role: part for layer in draw(scene).layers for part in layer.parts}
    assert len(drawn["solid"].shapes) == 1
    one_corner = Puzzle.from_rows([[-1, 0, 0], [0, 0, 0], [-1, 0, -1]])
    assert compose(one_corner).plain


@pytest.mark.parametrize("kind", BEYOND)
@pytest.mark.parametrize("theme", ["numbers", "colour"])
def test_svg_is_well_formed_and_says_what_the_board_is(kind, theme):
    puzzle = random_solved(Random(kind), kind, most=5)
    text = svg(puzzle, puzzle.solution, theme=theme, animated=True)
    root = ElementTree.fromstring(text)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    words = {"hex": "its cells are hexagons", "layers": "layers", "bridges": "bridges at row", "vias": "layers"}
    for word in kind.split():
        if word in words and not puzzle.layout.plain:
            assert words[word] in text or word == "bridges"
    assert svg(puzzle) != svg(Puzzle(puzzle.width, puzzle.height * puzzle.layout.layers, puzzle.cells))


@pytest.mark.table(3)
@pytest.mark.parametrize("name", render.names())
def test_every_back_end_draws_every_kind(name):
    for kind in ("hex walls", "torus walls bridges", "vias", "diagonal rows walls bridges"):
        puzzle = random_solved(Random(kind), kind, most=4)
        assert len(render.picture_named(name)([puzzle], Options(solved=True, scale=None))) > 500


def test_a_path_over_a_bridge_is_drawn_above_the_other():
    layout = Layout(bridges=[4])
    puzzle = Puzzle.from_rows([[-1, 2, -1], [1, 0, 1], [-1, 2, -1]], layout=layout)
    drawing = draw(compose(puzzle, Solution(3, 3, ((3, 4, 5), (1, 4, 7)), layout)))
    roles = [part.role for part in drawing.parts()]
    assert roles.count("casing") == 1
    assert roles.index("casing") > max(place for place, role in enumerate(roles) if role == "label")
    assert roles[roles.index("casing") + 1] == "path"


def test_a_growing_picture_and_another_boards_solution_are_refused():
    layout = Layout(bridges=[4])
    puzzle = Puzzle.from_rows([[-1, 2, -1], [1, 0, 1], [-1, 2, -1]], layout=layout)
    solution = Solution(3, 3, ((3, 4, 5), (1, 4, 7)), layout)
    with pytest.raises(InputError, match="row 2, column 2: a bridge"):
        Options(motion=Motion.GROWTH).drawing(puzzle.with_solution(solution))
    with pytest.raises(InputError, match="the solution is for another kind of board"):
        svg(puzzle, Solution(3, 3, ((3, 4, 5), (1, 4, 7))))


@pytest.mark.parametrize(
    "board",
    [
        Grid(5, 4, layout=Layout(kind="hex")),
        Grid(4, 4, layout=Layout(wrap="both", walls=[(5, 6)])),
        Grid(3, 3, layout=Layout(layers=2, vias=[1, 5])),
        shaped(Grid(7, 7), "diamond"),
    ],
)
def test_growth_can_be_animated_on_every_kind(board):
    """A set for each open cell, a union for each cell that a path takes; cells left over are solid only at the end."""
    puzzle = numlink.generate_classic(grid=board, seed=3)
    paths = puzzle.solution.paths
    open_cells = board.size - len(board.solids)
    drawing = Options(motion=Motion.GROWTH, mask=tuple(board.solids)).drawing(puzzle)
    said = [shape.text for layer in drawing.layers for part in layer.parts if part.role == "caption"
            for shape in part.shapes]  # fmt: skip
    assert said[0].startswith(f"{open_cells} cells, {open_cells} sets")
    unions = [text for text in said if text.startswith("set_union")]
    assert len(unions) == sum(len(path) - 1 for path in paths)
    first, second = (written(board.position(cell)) for cell in paths[0][:2])
    assert unions[0].startswith(f"set_union({first}, {second}): equal ranks")

    def solid(step):
        return sum(len(part.shapes) for part in drawing.parts(step) if part.role == "solid")

    left_over = set(puzzle.solids()) - board.solids
    assert (solid(0), solid(None) > 0) == (0, bool(left_over))


def test_a_picture_of_fractional_width_is_paper_to_its_edge():
    drawing = draw(compose(Puzzle.from_rows([[1, 0, 1]] * 1, layout=Layout(kind="hex"))))
    for scale in (37, 40, 41, 43):
        pixels = image(drawing, scale=scale)
        assert {pixels.getpixel((pixels.width - 1, y)) for y in range(pixels.height)} == {(255, 255, 255)}


WAYS = dict(zip(" ╹╸┛╺┗━┻╻┃┓┫┏┣┳╋", range(16), strict=True))
STEPS = {1: (0, -1, 8), 2: (-1, 0, 4), 4: (1, 0, 2), 8: (0, 1, 1)}


@pytest.mark.parametrize("kind", ["plain", "walls", "hex", "hex walls"])
def test_in_a_terminal_every_path_can_be_followed_from_end_to_end(kind):
    """Following the characters leads from each number to its partner and nowhere else."""
    random = Random(kind)
    for _ in range(40):
        puzzle = random_solved(random, kind, touching=False)
        canvas = Canvas(puzzle.grid)
        ends = {cell: (number, "@") for number, cells in puzzle.endpoints().items() for cell in cells}
        rows = canvas.drawn(ends, list(enumerate(puzzle.solution.paths, start=1)))
        text = {(x, y): sign for y, line in enumerate(rows.texts) for x, sign in enumerate(line)}
        for path in puzzle.solution.paths:
            seen, waiting = set(), [canvas.text_layout.places[path[0]]]
            for x, y in waiting:
                seen.add((x, y))
                ways = 15 if text[x, y] == "@" else WAYS[text[x, y]]
                for way, (right, down, back) in STEPS.items():
                    there = (x + right, y + down)
                    joined = text.get(there) == "@" or WAYS.get(text.get(there), 0) & back
                    if ways & way and joined and there not in seen and not (text[x, y] == text.get(there) == "@"):
                        waiting.append(there)
            reached = {cell for cell in ends if canvas.text_layout.places[cell] in seen}
            assert reached == {path[0], path[-1]}


def test_a_page_of_puzzles_says_what_a_board_has():
    puzzle = Puzzle(3, 3, (1, 0, 1, 2, 0, 2, 0, 0, 0), layout=Layout(wrap="rows", walls=[(0, 1)]))
    assert "3x3, with wraps and walls, rules cover" in page([puzzle], Options())


@pytest.mark.parametrize("name", render.names())
def test_every_kind_of_picture_refuses_an_empty_list(name):
    """One message for all kinds, with a remedy."""
    with pytest.raises(InputError, match=r"at least one( puzzle)?\.$"):
        render.picture_named(name)([], Options())
