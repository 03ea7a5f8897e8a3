"""The drawing of the terminal's game, of which a move changes only some lines."""

import random
from itertools import pairwise

import pytest

from numlink import generate_classic, prove
from numlink.game.state import State
from numlink.render import canvas as drawer
from numlink.render.canvas import LARGE, SMALL, TINY, Canvas
from numlink.render.geometry import needs_geometry
from numlink.terminal.redrawing import Redrawing
from tests.samples_of_kinds import KINDS, board_of_kind

SHOWN = [kind for kind in KINDS if board_of_kind(kind).layout.tiling is None]


def ends_of(state):
    return {cell: (number, str(number)) for number, cells in state.ends.items() for cell in cells}


def drawn_anew(canvas, state, tried, free):
    return canvas.drawn(
        ends_of(state),
        [(state.puzzle.cells[strand[0]], strand) for strand in state.strands],
        tried=tried,
        lines=[*state.lines, *pairwise(free)],
        crosses=state.crosses,
    )


def states(puzzle, stream):
    """States that differ a little or much, with notes."""
    paths = [path for path in (puzzle.solution or prove(puzzle).solution).paths if path]
    links = sorted(puzzle.grid.links())
    strands = {path[0]: path for path in paths}
    for _ in range(12):
        for path in stream.sample(paths, stream.choice((1, 1, len(paths)))):
            strands[path[0]] = path[: stream.randint(1, len(path))]
        notes = [frozenset(stream.sample(links, stream.randint(0, 2))) for _ in range(2)]
        yield State(puzzle, tuple(sorted(path for path in strands.values() if len(path) > 1)), *notes)


@pytest.mark.parametrize("kind", SHOWN)
def test_lines_drawn_again_make_the_drawing_that_a_new_one_would_be(kind):
    puzzle = board_of_kind(kind)
    stream = random.Random(kind)
    for setting in (LARGE,) if needs_geometry(puzzle.grid) else (LARGE, SMALL, TINY):
        for below in (False, True):
            canvas = Canvas(puzzle.grid, setting, below=below)
            drawing = Redrawing(canvas, ends_of(State.start(puzzle)))
            for state in states(puzzle, stream):
                tried = frozenset(number for number in state.ends if stream.random() < 0.2)
                free = stream.choice([(), stream.choice(sorted(puzzle.grid.links()))])
                drawing.show(state, tried=tried, free=free)
                anew = drawn_anew(canvas, state, tried, free)
                assert drawing.rows.lines() == anew.lines()
                assert drawing.rows.numbers == anew.numbers
                assert drawing.rows.inks == anew.inks


def test_a_move_draws_only_the_paths_beside_it(monkeypatch):
    """Of a board of 60x60 a path of eight cells at most and those beside it; where nothing changed, none."""
    cells = 0

    def counted(self, number, path, add=drawer._Pipes.add):
        nonlocal cells
        cells += len(path)
        add(self, number, path)

    monkeypatch.setattr(drawer._Pipes, "add", counted)
    puzzle = generate_classic(60, seed=1)
    paths = sorted(puzzle.solution.paths)
    chosen = next(path for path in paths if 4 <= len(path) <= 8)
    drawing = Redrawing(Canvas(puzzle.grid, TINY), {})
    drawing.show(State(puzzle, tuple(paths)), tried=frozenset(), free=())
    assert cells == sum(map(len, paths))
    cells = 0
    without = State(puzzle, tuple(path for path in paths if path != chosen))
    drawing.show(without, tried=frozenset(), free=())
    assert 0 < cells < sum(map(len, paths)) / 2
    cells = 0
    drawing.show(State(puzzle, without.strands), tried=frozenset(), free=())
    assert cells == 0
