"""Numbers of numpy work as Python's do: the same answers, the same bytes."""

import json

import numpy as np
import pytest

import numlink
from numlink import formats

whole, real = np.int64, np.float32
CELLS = (1, 0, 1, 2, 0, 2)


def generated(number, **wishes):
    puzzle = numlink.generate(number(5), number(5), seed=number(1), **wishes)
    return puzzle.recipe, numlink.dumps(puzzle, "json")


ANSWERS = {
    "Puzzle": lambda number: numlink.Puzzle(number(3), number(2), CELLS, seed=number(5)),
    "Solution": lambda number: numlink.Solution(number(3), number(2), ((number(0), number(1), number(2)), ())),
    "Grid": lambda number: numlink.Grid(number(3), number(2)).links(),
    "Layout": lambda number: numlink.Layout(layers=number(2), vias=[number(0)], walls=[(number(0), number(1))]),
    "generate pairs": lambda number: generated(number, pairs=number(4), min_length=number(3)),
    "generate range": lambda number: generated(number, pairs=(number(4), number(5))),
    "generate walls": lambda number: generated(number, walls=number(2), layers=number(1)),
    "generate bridges": lambda number: generated(number, bridges=number(1)),
    "generate solids": lambda number: generated(number, solids=number(1), mask=[number(3)]),
    "generate effort": lambda number: generated(number, effort=(number(0), number(9))),
    "classic": lambda number: numlink.dumps(numlink.generate_classic(number(5), number(4), seed=number(1)), "json"),
    "census": lambda number: numlink.census(number(3), number(2)),
    "solutions": lambda number: list(numlink.solutions(numlink.Puzzle(3, 2, CELLS), limit=number(1))),
    "batch": lambda number: numlink.dumps(list(numlink.batch(number(2), number(5), seed=number(1))), "json"),
    "sample": lambda number: numlink.sample(numlink.Puzzle(3, 2, CELLS), seed=number(1)),
    "reveal": lambda number: numlink.Game.start(numlink.Puzzle(3, 2, CELLS)).reveal(number(1)).save(),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_numbers_of_numpy_are_taken(name):
    assert ANSWERS[name](whole) == ANSWERS[name](int)


@pytest.mark.parametrize("format", [name for name in formats.names(written=True) if formats.format_named(name).write])
def test_a_board_with_a_size_of_numpy_is_written_as_any_other(format):
    """JSON and penpa used to fail with a TypeError."""
    cells = (*CELLS, 3, 0, 3)
    board = numlink.Puzzle(3, 3, cells, solution=numlink.Solution(3, 3, ((0, 1, 2), (3, 4, 5), (6, 7, 8))))
    other = numlink.Puzzle(whole(3), np.uint8(3), np.array(cells), solution=board.solution)
    assert numlink.dumps(other, format) == numlink.dumps(board, format)
    assert (type(other.width), type(other.height)) == (int, int)
    json.dumps(numlink.prove(other).to_json())


@pytest.mark.parametrize("ask", [numlink.solve, numlink.prove, numlink.count, numlink.rate, numlink.explain])
def test_seconds_of_numpy_are_taken(ask):
    assert ask(numlink.Puzzle(3, 2, CELLS), budget=real(60)) is not None
    for wrong in (real("nan"), real(-1), np.array([1.0, 2.0]), np.bool_(True)):
        with pytest.raises(numlink.InputError, match="a budget must be a number of seconds"):
            ask(numlink.Puzzle(3, 2, CELLS), budget=wrong)


def test_a_board_one_cell_wide_says_so_in_numbers():
    assert json.loads(numlink.dumps(numlink.Puzzle(True, 2, (1, 1)), "json"))["width"] == 1
    assert type(numlink.Puzzle(True, 2, (1, 1)).width) is int
