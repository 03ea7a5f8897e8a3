"""Every fault code with one minimal bad board, and the verdicts on the assignment's sample under all rules."""

import pytest

from numlink import COVER, FREE, NO_TOUCH, FaultCode, IllegalPuzzle, Puzzle, Solution, check
from numlink.model.judge import require_legal
from numlink.model.rules import EVERY_RULES
from tests.sample import sample_puzzle

# code: (rows, paths or None, rules, cells of the first such fault)
MINIMAL = {
    FaultCode.NUMBER_ONCE: ([[1]], None, COVER, ((0, 0),)),
    FaultCode.NUMBER_TOO_OFTEN: ([[1, 1, 1]], None, COVER, ((0, 0), (0, 1), (0, 2))),
    FaultCode.WRONG_SIZE: ([[1, 1]], Solution(3, 1, ((0, 1),)), COVER, ()),
    FaultCode.MISSING_PATH: ([[1, 1]], [], COVER, ((0, 0), (0, 1))),
    FaultCode.EXTRA_PATH: ([[0, 0]], [[0, 1]], COVER, ((0, 0),)),
    FaultCode.OUTSIDE: ([[1, 1]], [[0, 1, 2]], COVER, ()),
    FaultCode.SHORT_PATH: ([[1, 1]], [[0]], COVER, ((0, 0),)),
    FaultCode.WRONG_ENDS: ([[1, 1, 0]], [[0, 1, 2]], COVER, ((0, 0), (0, 2))),
    FaultCode.JUMP: ([[1, 0, 1]], [[0, 2]], FREE, ((0, 0), (0, 2))),
    FaultCode.ON_SOLID: ([[1, -1, 1]], [[0, 1, 2]], COVER, ((0, 1),)),
    FaultCode.REPEATED_CELL: ([[1, 0, 1]], [[0, 1, 0, 1, 2]], COVER, ((0, 0),)),
    FaultCode.CROSSING: ([[1, 1]], Solution(2, 1, ((0, 1), (0, 1))), COVER, ((0, 0),)),
    FaultCode.THROUGH_ENDPOINT: ([[1, 2, 1, 2]], [[0, 1, 2], [1, 2, 3]], COVER, ((0, 1),)),
    FaultCode.UNCOVERED: ([[1, 1, 0]], [[0, 1]], COVER, ((0, 2),)),
    FaultCode.TOUCHES_ITSELF: ([[1, 1], [0, 0]], [[0, 2, 3, 1]], NO_TOUCH, ((0, 0), (0, 1))),
}


def test_every_code_has_a_board():
    assert set(MINIMAL) == set(FaultCode)


@pytest.mark.parametrize("code", MINIMAL, ids=lambda code: code.value)
def test_minimal_bad_board(code):
    rows, paths, rules, cells = MINIMAL[code]
    puzzle = Puzzle.from_rows(rows)
    solution = Solution(puzzle.width, puzzle.height, tuple(map(tuple, paths))) if isinstance(paths, list) else paths
    found = [fault for fault in check(puzzle, solution, rules) if fault.code == code]
    assert found, check(puzzle, solution, rules)
    assert found[0].cells == cells
    assert str(found[0]) == found[0].message
    assert found[0].message.endswith(".")
    if cells:
        assert found[0].message.startswith(f"row {cells[0][0] + 1}, column {cells[0][1] + 1}: ")


def test_sample_is_right_under_all_rules():
    puzzle = sample_puzzle()
    for rules in EVERY_RULES:
        assert check(puzzle, puzzle.solution, rules) == []


def test_a_touching_cover_is_right_where_touching_is_allowed():
    puzzle = Puzzle.from_rows([[1, 1], [0, 0]])
    assert check(puzzle, Solution(2, 2, ((0, 2, 3, 1),))) == []
    assert check(puzzle, Solution(2, 2, ((0, 1),)), FREE) == []


def test_all_faults_are_listed():
    puzzle = Puzzle.from_rows([[1, 2, 3], [3, 3, -1]])
    assert [fault.code for fault in check(puzzle)] == [FaultCode.NUMBER_ONCE] * 2 + [FaultCode.NUMBER_TOO_OFTEN]
    with pytest.raises(IllegalPuzzle, match=r"row 1, column 1: number 1 occurs once.*and 2 more") as caught:
        require_legal(puzzle)
    assert len(caught.value.faults) == 3
