"""Difficulty to order: the grade is met, the same seed gives the same board, giving up says what was near."""

import pytest

from numlink.difficulty import ORDERED, grade_named, graded
from numlink.engine.random import Random
from numlink.errors import BudgetEnded, InputError
from numlink.puzzle import Puzzle
from numlink.rating import Grade, rate
from tests.deduction_boards import deduction_boards


def from_the_shelf(*, seed: int) -> Puzzle:
    """A stand-in for the generator: one of the thirty boards."""
    boards = deduction_boards()
    return boards[Random(seed).below(len(boards))]


@pytest.mark.parametrize("name", ORDERED)
def test_every_grade_is_found(name):
    grade = grade_named(name)
    found = graded(from_the_shelf, grade, seed=7)
    assert found.rating.grade is grade is rate(found.puzzle).grade
    again = graded(from_the_shelf, grade, seed=7)
    assert (again.puzzle, again.tries) == (found.puzzle, found.tries)


def test_changes_start_from_the_nearest():
    asked = []

    def change(puzzle, *, seed):
        asked.append(puzzle)
        return from_the_shelf(seed=seed)

    found = graded(from_the_shelf, Grade.HARD, seed=3, change=change)
    assert found.rating.grade is Grade.HARD
    assert len(asked) == sum(1 for number in range(2, found.tries + 1) if number % 4)


def test_giving_up_says_what_was_near():
    def small(*, seed):
        return Puzzle.from_rows([[1, 0, 1], [2, 0, 2]])

    with pytest.raises(BudgetEnded, match=r"the nearest of 20 was easy\. Give a larger board"):
        graded(small, Grade.EXPERT, seed=1, tries=20)
    with pytest.raises(BudgetEnded, match="budget"):
        graded(small, Grade.EXPERT, seed=1, budget=0.0)
    with pytest.raises(InputError, match="names no difficulty"):
        grade_named("fiendish")
