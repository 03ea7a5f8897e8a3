"""Difficulty to order: the grade is met, the same seed gives the same board, giving up says what was near."""

import pytest

from numlink import check, generate, prove
from numlink.difficulty import ORDERED, cut, grade_named, graded
from numlink.engine.random import Random
from numlink.errors import BudgetEnded, InputError
from numlink.puzzle import COVER, NO_TOUCH, Puzzle
from numlink.rating import Grade, rate
from numlink.verdict import Answer
from tests.deduction_boards import deduction_boards


def from_the_shelf(*, seed: int) -> Puzzle:
    """A stand-in for the generator: one of the thirty boards."""
    boards = deduction_boards()
    return boards[Random(seed).below(len(boards))]


@pytest.mark.bulk
@pytest.mark.parametrize("name", ORDERED)
def test_every_grade_is_found(name):
    grade = grade_named(name)
    found = graded(from_the_shelf, grade, seed=7)
    assert found.rating.grade is grade is rate(found.puzzle).grade
    again = graded(from_the_shelf, grade, seed=7)
    assert (again.puzzle, again.tries) == (found.puzzle, found.tries)


@pytest.mark.bulk
def test_too_easy_a_board_is_changed():
    asked = []

    def change(puzzle, *, seed):
        asked.append(rate(puzzle).grade)
        return from_the_shelf(seed=seed)

    found = graded(from_the_shelf, Grade.EXPERT, seed=3, change=change)
    assert found.rating.grade is Grade.EXPERT
    assert asked
    assert all(grade < Grade.EXPERT for grade in asked)


@pytest.mark.bulk
@pytest.mark.parametrize("rules", [COVER, NO_TOUCH], ids=str)
def test_cuts_keep_one_solution(rules):
    puzzle = generate(7, seed=5, rules=rules)
    for seed in range(8):
        parted = cut(puzzle, seed=seed)
        assert parted.pairs == puzzle.pairs + (parted != puzzle)
        assert prove(parted).verdict is Answer.UNIQUE
        assert check(parted, parted.solution) == []
        assert cut(puzzle, seed=seed) == parted
    assert cut(puzzle.with_solution(None), seed=1).pairs == puzzle.pairs


@pytest.mark.bulk
@pytest.mark.parametrize("name", ORDERED)
def test_grades_of_real_boards(name):
    """The generator's own boards, which are hard as a rule, made easier where that was asked for."""
    found = graded(lambda seed: generate(7, seed=seed), grade_named(name), seed=11)
    assert str(found.rating.grade) == name
    assert prove(found.puzzle).verdict is Answer.UNIQUE


def test_giving_up_says_what_was_near():
    def small(*, seed):
        return Puzzle.from_rows([[1, 0, 1], [2, 0, 2]])

    with pytest.raises(BudgetEnded, match=r"the nearest of 20 was easy\. Give a larger board"):
        graded(small, Grade.EXPERT, seed=1, tries=20)
    with pytest.raises(BudgetEnded, match="budget"):
        graded(small, Grade.EXPERT, seed=1, budget=0.0)
    with pytest.raises(InputError, match="names no difficulty"):
        grade_named("fiendish")
