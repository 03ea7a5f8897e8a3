"""Boards as characters: box characters, colour on request, the width of the terminal."""

import io
import re

import pytest

from numlink import Grid, Layout, Puzzle, Solution, generate_classic
from numlink.model.characters import boxed, boxed_width
from numlink.render.canvas import LARGE, SMALL, TINY, Canvas
from numlink.render.terminal import boxed_spans, coloured, columns, plain, unicode_spans, wants_colour
from tests.work import calls_of

PUZZLE = Puzzle.from_rows([[1, 0, 2, -1], [0, 0, 0, -1], [1, 0, 0, 2]])
SOLUTION = Solution(4, 3, ((0, 4, 8), (2, 1, 5, 9, 10, 11)))


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_pipes():
    assert plain(unicode_spans(PUZZLE, SOLUTION)) == ("┌─────────┐\n│ 1 ╭─2 █ │\n│ │ │ · █ │\n│ 1 ╰───2 │\n└─────────┘")


def test_the_rim_is_open_only_where_the_board_wraps():
    """The corners lie outside the board's shape; the rim next to them is closed."""
    cross = Puzzle.from_rows([[-1, 1, -1], [0, 0, 0], [-1, 1, -1]], layout=Layout(wrap="both"))
    assert plain(unicode_spans(cross)).split("\n")[1:4] == ["    │ 1 │    ", "────┘   └────", "┊           ┊"]


def test_a_run_of_solid_cells_has_no_gap():
    assert "█████" in plain(unicode_spans(Puzzle(4, 1, (-1, -1, -1, 0))))


def test_numbers_of_three_digits_line_up():
    puzzle = Puzzle(4, 1, (100, 0, 0, 100))
    text = plain(unicode_spans(puzzle, Solution(4, 1, ((),) * 99 + ((0, 1, 2, 3),))))
    assert text.splitlines()[1] == "│ 100─────────100 │"
    assert len({len(line) for line in text.splitlines()}) == 1


def test_letters():
    assert "A" in plain(unicode_spans(PUZZLE, theme="letters"))


@pytest.mark.parametrize("layout", [Layout(), Layout(walls=[(1, 2)])])
def test_a_path_that_jumps_is_drawn_without_a_pipe(layout):
    puzzle = Puzzle(3, 2, (1, 0, 1, 0, 0, 0), layout=layout)
    jumps = Solution(3, 2, ((0, 2, 4),), layout)
    assert plain(unicode_spans(puzzle, jumps)) == plain(unicode_spans(puzzle))


def test_a_cross_on_a_free_line_is_visible():
    for setting, drawn in ((LARGE, "│ ╶─×─╴ │"), (SMALL, "│ ╶××╴ │"), (TINY, "│ ╶×╴ │")):
        lines = Canvas(Grid(2, 1), setting).drawn({}, [], lines=[(1, 0)], crosses=[(0, 1)]).lines()
        assert lines[1] == drawn


@pytest.mark.parametrize("solution", [None, SOLUTION])
def test_colour_changes_no_character(solution):
    for spans in (unicode_spans(PUZZLE, solution), boxed_spans(PUZZLE, solution)):
        assert re.sub("\x1b\\[[0-9;]*m", "", coloured(spans)) == plain(spans)


def test_boxes_are_the_boxes_of_the_assignment():
    puzzle = generate_classic(9, seed=5)
    assert plain(boxed_spans(puzzle)) == boxed(puzzle.rows())
    assert boxed_width(puzzle.rows()) == boxed(puzzle.rows()).index("\n")


def test_colours_are_limited_to_those_of_the_terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert "\x1b[1;38;2;79;85;203m" in coloured(unicode_spans(PUZZLE))
    monkeypatch.setenv("COLORTERM", "")
    assert "\x1b[1;38;5;" in coloured(unicode_spans(PUZZLE))
    monkeypatch.setenv("NO_COLOR", "1")  # --color always wins
    assert "\x1b[" in coloured(unicode_spans(PUZZLE))


def test_when_colour_is_used(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour("auto", Terminal())
    assert not wants_colour("auto", io.StringIO())
    assert wants_colour("always", io.StringIO())
    assert not wants_colour("never", Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour("auto", Terminal())
    assert wants_colour("always", Terminal())
    monkeypatch.setenv("NO_COLOR", "")
    assert wants_colour("auto", Terminal())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour("auto", Terminal())


def test_width_of_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "57")
    assert columns(Terminal()) == 57
    assert columns(io.StringIO()) is None
    monkeypatch.setenv("COLUMNS", "wide")
    assert columns(Terminal()) is None


def test_a_plain_rectangle_is_written_cell_by_cell(monkeypatch):
    """It needs no table of characters, and its work is proportional to the cells."""
    monkeypatch.setattr("numlink.render.terminal.Canvas", None)
    small, large = (generate_classic(side, seed=1) for side in (40, 80))
    work = [calls_of(lambda board=board: unicode_spans(board, board.solution)) for board in (small, large)]
    assert work[1] < 4.5 * work[0]
    assert work[1] < 7 * 80 * 80


def test_wrong_solutions_are_drawn_as_far_as_possible():
    """A step from the end of a row to the next row is not drawn; a path may cross a solid cell."""
    puzzle = Puzzle(3, 2, (1, 0, 0, 0, -1, 1))
    assert plain(unicode_spans(puzzle, Solution(3, 2, ((0, 1, 2, 3, 4, 5),)))) == (
        "┌───────┐\n│ 1───╴ │\n│ ╶───1 │\n└───────┘"
    )
    assert plain(unicode_spans(Puzzle(1, 3, (1, 0, 1)), Solution(1, 3, ((0, 1, 2),)))) == (
        "┌───┐\n│ 1 │\n│ │ │\n│ 1 │\n└───┘"
    )
