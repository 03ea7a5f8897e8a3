"""The work on large boards with many bridges and walls grows as the board does, and no faster."""

from unittest import mock

import pytest

from numlink import Layout, Puzzle, Solution, check, dumps, judge_text, svg
from numlink.model import grid
from tests.work import calls_of, steps_of


def bridges(side):
    """A bridge at every second row and column."""
    return Layout(bridges=[row * side + column for row in range(1, side - 1, 2) for column in range(1, side - 1, 2)])


def walls(side):
    """A wall at the right of every second cell of every second row."""
    places = [row * side + column for row in range(0, side, 2) for column in range(0, side - 1, 2)]
    return Layout(walls=[(cell, cell + 1) for cell in places])


def layers(side):
    """A second layer, to which every second cell of the first leads."""
    return Layout(layers=2, vias=range(0, side * side, 2))


def nearly_empty(side, layout):
    """A board with one number and a path of one cell: every other cell has a fault."""
    size = side * side * layout.layers
    return Puzzle(side, side, (1, *[0] * (size - 2), 1), layout=layout), Solution(side, side, ((0,),), layout)


def in_rows(side, layout):
    """A board whose rows are paths, if it has no walls or layers: every bridge is crossed in only one direction."""
    paths = [range(first, first + side) for first in range(0, side * side * layout.layers, side)]
    solution = Solution(side, side, paths, layout)
    return Puzzle.from_solution(solution), solution


@pytest.mark.parametrize("made", [nearly_empty, in_rows])
@pytest.mark.parametrize("laid", [bridges, walls, layers])
def test_all_faults_of_a_board_are_found_in_linear_time(made, laid):
    """A board of 81x81 with 1 600 bridges or walls took 45 s to check: each fault built the whole board again."""
    work = {}
    for side in (11, 21):
        puzzle, solution = made(side, laid(side))
        check(puzzle, solution)
        work[side] = calls_of(lambda puzzle=puzzle, solution=solution: check(puzzle, solution, "no-touch"))
    assert work[21] < 5 * work[11], work


def test_the_tracks_of_bridges_are_numbered_once():
    """They used to be sorted at each cell of a path over a bridge."""
    puzzle, solution = in_rows(21, bridges(21))
    grid._tracks_down.cache_clear()
    assert len(check(puzzle, solution)) == 100
    assert grid._tracks_down.cache_info().misses == 1


@pytest.mark.parametrize("laid", [bridges, walls, layers])
def test_a_picture_is_drawn_in_linear_time(laid):
    """The description counts many bridges, like many solid cells, instead of naming their places: that was too long to
    listen to, and each place built the whole board again."""
    work = {}
    for side in (11, 21):
        puzzle, _ = nearly_empty(side, laid(side))
        svg(puzzle)
        work[side] = calls_of(lambda puzzle=puzzle: svg(puzzle))
    assert work[21] < 5 * work[11], work


def test_a_description_names_the_places_of_few_bridges_only():
    assert "25 bridges" not in svg(nearly_empty(11, bridges(11))[0])
    assert "bridges at row 2, column 2; row 2, column 4" in svg(nearly_empty(11, bridges(11))[0])
    assert ", 36 bridges, " in svg(nearly_empty(13, bridges(13))[0])


def told_in_words(side):
    """How many times the answer to a board with one path over all cells reads the board's cells."""
    rows = [range(row * side, (row + 1) * side)[:: -1 if row % 2 else 1] for row in range(side)]
    solution = Solution(side, side, ([cell for row in rows for cell in row],))
    puzzle = Puzzle.from_solution(solution)
    answer = "path 1: " + " ".join(f"({row},{column})" for row, column in solution.positions()[0])
    with mock.patch.object(Puzzle, "solids", autospec=True, side_effect=Puzzle.solids) as asked:
        assert judge_text(puzzle, answer).correct
    return asked.call_count


def test_an_answer_in_words_is_judged_in_linear_time():
    """Each place in it built the whole board again: 10 000 places took seconds."""
    assert told_in_words(12) == told_in_words(6)


@pytest.mark.parametrize("format", ["plain", "json"])
def test_many_layers_are_written_in_linear_time(format):
    """4 000 layers joined everywhere took 7 s: each via went through all layers, and each line between two moved the
    rest."""

    def written(layers):
        layout = Layout(layers=layers, vias=range(2 * (layers - 1)))
        puzzle = Puzzle(2, 1, (1, 1, *[0] * (2 * layers - 2)), layout=layout)
        return steps_of(lambda: dumps(puzzle, format))

    written(2)  # modules are loaded at the first call
    assert written(400) < 2.5 * written(200)
