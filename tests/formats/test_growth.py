"""Reading and writing take work proportional to the board in every format, even with many walls or bridges."""

import pytest

from numlink import Layout, NumlinkError, Puzzle, Solution, formats
from tests.work import steps_of

SIDE = 7
"""The side of the smaller boards; mzucker holds at most twice as much."""
LAID = {
    "plain": lambda side: Layout(),
    "walls": lambda side: Layout(walls=[(cell, cell + side) for cell in range(0, side * (side - 1), 2)]),
    "bridges": lambda side: Layout(bridges=[row * side + 1 for row in range(1, side - 1, 2)]),
    "hexagons": lambda side: Layout(kind="hex", walls=[(cell, cell + side) for cell in range(0, side * (side - 1), 2)]),
    "torus": lambda side: Layout(wrap="both"),
    "layers": lambda side: Layout(layers=2, vias=range(0, side * side, 2)),
}
"""Name -> side -> a layout with parts all over the board."""


def in_rows(side, layout):
    """A board whose rows are paths."""
    paths = [range(first, first + side) for first in range(0, side * side * layout.layers, side)]
    return Puzzle.from_solution(Solution(side, side, paths, layout))


def holds(format, laid):
    """Whether a format has room for such boards."""
    try:
        return bool(formats.dumps([in_rows(SIDE, LAID[laid](SIDE))], format))
    except NumlinkError:
        return False


HELD = [(name, laid) for name in formats.names(written=True) for laid in LAID if holds(name, laid)]


@pytest.mark.parametrize(("format", "laid"), HELD)
def test_work_is_proportional_to_the_board(format, laid):
    """flowfree took 48 s for 80x80 cells with 3 200 walls when each cell rebuilt the board."""
    work = []
    for side in (SIDE, 2 * SIDE):
        puzzle = in_rows(side, LAID[laid](side))
        text = formats.dumps([puzzle], format)
        formats.parse(text, format)
        work.append((
            steps_of(lambda puzzle=puzzle: formats.dumps([puzzle], format)),
            steps_of(lambda text=text: formats.parse(text, format)),
        ))  # fmt: skip
    (few_written, few_read), (written, read) = work
    assert written < 5 * few_written
    assert read < 5 * few_read


def test_the_growth_test_covers_every_format():
    assert {name for name, _ in HELD} == set(formats.names(written=True))
    assert {laid for _, laid in HELD} == set(LAID)
