"""What `rate` and `explain` say of a board is true, by brute force, on every kind of board and under all rules.

Most boards have no solution or several: neither function may call one of them unique or solved.
"""

from random import Random

import pytest

from numlink import Puzzle, check, explain, rate
from numlink.exact.verdict import Answer
from numlink.model.rules import EVERY_RULES, NO_TOUCH, Rules
from numlink.reasoning.grade import Grade
from numlink.reasoning.rules import Assume
from tests.boards import KINDS, random_board, small_board
from tests.oracle import linkings_of_puzzle


def answer_of(solutions):
    return (Answer.NONE, Answer.UNIQUE)[len(solutions)] if len(solutions) < 2 else Answer.MULTIPLE


def assert_true(puzzle, solutions):
    """Check that both accounts of a board agree with all its solutions."""
    right = answer_of(solutions)
    rating, explanation = rate(puzzle), explain(puzzle)
    assert rating.verdict is right, puzzle
    assert (rating.grade is Grade.NONE) == (right is not Answer.UNIQUE)
    assert explanation.answer is right, puzzle
    assert rating.solved <= (right is Answer.UNIQUE)
    assert explanation.solved <= (right is Answer.UNIQUE)
    for solution in (rating.solution, explanation.solution):
        if solution is not None:
            assert check(puzzle, solution) == []
            assert frozenset(solution.links()) in solutions


def boards(stream: Random, rules: Rules, number: int):
    for index in range(number):
        if index % 2:
            yield random_board(stream, *stream.choice([(2, 2), (3, 2), (4, 2), (3, 3), (4, 3)]), rules=rules, fewest=1)
        else:
            yield small_board(stream, stream.choice(KINDS), 11).with_rules(rules)


def test_no_board_without_a_solution_is_called_solved():
    """Rules of reasoning notice touching paths only where they look for them; the judge always does."""
    puzzle = Puzzle.from_rows([[1, 0], [1, 0]], rules=NO_TOUCH)
    assert rate(puzzle).verdict is Answer.NONE
    explanation = explain(puzzle)
    assert not explanation.solved
    assert explanation.answer is Answer.NONE
    assert "touches itself" in explanation.remark
    assert explain(puzzle, assume=Assume.STRICT).solved is False


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_ratings_and_explanations_are_true(rules):
    stream = Random(26)
    for puzzle in boards(stream, rules, 40):
        assert_true(puzzle, linkings_of_puzzle(puzzle))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_many_ratings_and_explanations_are_true(rules, seed):
    stream = Random(seed)
    for puzzle in boards(stream, rules, 400):
        assert_true(puzzle, linkings_of_puzzle(puzzle))
