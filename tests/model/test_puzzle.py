"""The model: grids, puzzles, solutions, symmetries, tracing; wide boards first, as they reveal swapped indices."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numlink import (
    COVER,
    FREE,
    Grid,
    InputError,
    Puzzle,
    Rules,
    Solution,
    Symmetry,
    check,
    generate_classic,
)
from numlink.model.rules import EVERY_RULES
from numlink.model.sizes import MOST_SIZES, parse_size, parse_sizes
from tests.sample import sample_puzzle

grown = st.builds(
    generate_classic,
    st.integers(1, 9),
    st.integers(2, 9),
    seed=st.integers(0, 2**32),
    rules=st.sampled_from(EVERY_RULES),
)


def test_rules_have_names():
    assert [rules.name for rules in EVERY_RULES] == ["cover", "no-touch", "free", "free-no-touch"]
    assert all(Rules.named(str(rules)) == rules for rules in EVERY_RULES)
    with pytest.raises(InputError, match=r"'Cover' is not a known rule set\. Use one of cover, no-touch"):
        Rules.named("Cover")


def test_links_in_scan_order():
    assert Grid(3, 2, frozenset({1})).links() == [(0, 3), (2, 5), (3, 4), (4, 5)]
    assert Grid(1, 1).links() == []
    assert len(Grid(5, 4).links()) == 4 * 4 + 5 * 3


@given(st.integers(1, 6), st.integers(1, 6))
def test_geometry_agrees_with_distance(width, height):
    grid = Grid(width, height)
    for cell in range(grid.size):
        row, column = grid.position(cell)
        assert grid.cell(row, column) == cell
        near = {other for other in range(grid.size) if abs(other // width - row) + abs(other % width - column) == 1}
        assert set(grid.neighbours(cell)) == near == {other for other in range(grid.size) if grid.adjacent(cell, other)}


def test_the_eight_symmetries_differ():
    grid = Grid(3, 2)
    assert len({(grid.transformed(s).width, grid.placement(s).places) for s in Symmetry}) == 8


@pytest.mark.parametrize(
    ("width", "height", "cells", "message"),
    [
        (0, 3, (), "has no cells"),
        (2, 2, (0, 0, 0), "has 4 cells, not 3"),
        (2, 1, (0, -2), "a cell holds -2"),
        (2, 1, (0, 2_000_000), "number 2000000 is too large"),
        (100_000, 100_000, (), "too large"),
    ],
)
def test_nonsense_is_refused(width, height, cells, message):
    with pytest.raises(InputError, match=message):
        Puzzle(width, height, cells)


def test_positions_outside_are_refused():
    with pytest.raises(InputError, match=r"\(2,0\) lies outside the board: rows are 0 to 1"):
        Solution.from_positions(3, 2, [[(2, 0)]])


@given(grown)
def test_a_filled_board_gives_back_its_paths(puzzle):
    assert Solution.from_grid(puzzle.solution.rows()) == puzzle.solution
    assert Puzzle.from_solution(puzzle.solution, solids=puzzle.solids(), rules=puzzle.rules) == puzzle


def test_equality_is_about_the_board():
    puzzle = sample_puzzle()
    assert puzzle == puzzle.with_solution(None)
    assert hash(puzzle) == hash(puzzle.with_solution(None))
    assert puzzle != puzzle.with_rules(Rules(fill=False))
    assert puzzle.with_rules(None) is puzzle
    assert puzzle.with_rules(COVER) is puzzle


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 1], [1, 1]], "forms a loop"),
        ([[1, 1, 1], [1, 1, 0]], "row 1, column 2: number 1 has 3 neighbours with that number"),
        ([[1, 1, 0, 1, 1]], "row 1, column 4: number 1 is not connected"),
        ([[1, 0]], "has only one cell"),
        ([[1], [1, 1]], "rows of equally many"),
        ([], "rows of equally many"),
    ],
)
def test_ambiguous_boards_are_refused(rows, message):
    with pytest.raises(InputError, match=message):
        Solution.from_grid(rows)


def test_sizes():
    assert parse_size("9") == (9, 9)
    assert parse_size("12x8") == (12, 8)
    for text in ("", "x", "9x", "-3", "1e3", "9 x 8", "٣", "9" * 30):
        with pytest.raises(InputError, match="a size is one number like 9"):
            parse_size(text)


def test_a_range_has_as_many_sizes_as_its_message_allows():
    assert len(parse_sizes(f"2..{MOST_SIZES + 1}")) == MOST_SIZES
    with pytest.raises(InputError, match=f"more than {MOST_SIZES:,} of them"):
        parse_sizes(f"2..{MOST_SIZES + 2}")


def test_rules_by_name():
    puzzle = Puzzle.from_rows([[1, 1]])
    assert puzzle.with_rules("free").rules == Puzzle(2, 1, (1, 1), "free").rules == Rules.of("free") == FREE
    for wrong in (lambda: puzzle.with_rules("fre"), lambda: Puzzle(2, 1, (1, 1), "fre")):
        with pytest.raises(InputError, match=r"'fre' is not a known rule set\."):
            wrong()
    with pytest.raises(InputError, match=r"rules must be a Rules such as numlink\.FREE, or their name, not 7"):
        puzzle.with_rules(7)


@pytest.mark.parametrize("rows", [None, 5, [1, 2], "12", [[1.0, 1.0]], [["x"]]])
@pytest.mark.parametrize("read", [Puzzle.from_rows, Solution.from_grid])
def test_rows_that_are_not_whole_numbers_are_refused_in_words(read, rows):
    with pytest.raises(InputError, match="a cell must be a whole number"):
        read(rows)


def test_arrays_of_numpy_are_rows():
    numpy = pytest.importorskip("numpy")
    rows = [[1, 1, 2], [1, 2, 2]]
    assert Solution.from_grid(numpy.array(rows)) == Solution.from_grid(rows)
    assert Puzzle.from_rows(numpy.array(rows)) == Puzzle.from_rows(rows)
    with pytest.raises(InputError, match="a cell must be a whole number"):
        Solution.from_grid(numpy.array([1, 2]))


@pytest.mark.parametrize("path", [(-3, 1, 2), (0, 7), (0, 1, 3)])
def test_a_path_that_leaves_the_board_never_becomes_another_path(path):
    """As an index, -3 would be the first cell, and a wrong solution would be a right one."""
    puzzle = Puzzle(3, 1, (1, 0, 1), solution=Solution(3, 1, (path,)))
    assert check(puzzle, puzzle.solution)
    for work in (puzzle.canonical, lambda: puzzle.transformed(Symmetry.IDENTITY), puzzle.solution.rows):
        with pytest.raises(InputError, match="path 1 has cell"):
            work()
