"""Puzzles of a wanted grade: draw, rate, and change what is nearest until one fits.

The order of the tries, the seeds of all of them and every comparison follow from the seed, and nothing looks at a
clock but to give up; so the same seed gives the same puzzle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from numlink.budget import Budget
from numlink.engine.random import Random
from numlink.errors import BudgetEnded, InputError
from numlink.puzzle import Puzzle
from numlink.rating import Grade, Rating, rate

TRIES = 300
"""Boards drawn or changed before giving up."""

CHANGES = 3
"""Of four tries so many change the nearest board so far, where there is a way to change one."""

ORDERED = {str(grade): grade for grade in (Grade.EASY, Grade.MEDIUM, Grade.HARD, Grade.EXPERT)}
"""What can be ordered, by name."""


class Generate(Protocol):
    """Makes a puzzle with exactly one solution from a seed."""

    def __call__(self, *, seed: int) -> Puzzle: ...


class Change(Protocol):
    """Makes another puzzle with exactly one solution from one, by re-annealing a part of it."""

    def __call__(self, puzzle: Puzzle, *, seed: int) -> Puzzle: ...


@dataclass(frozen=True, slots=True)
class Graded:
    """A puzzle of the wanted grade, its rating, and how many boards were rated on the way."""

    puzzle: Puzzle
    rating: Rating
    tries: int


def grade_named(name: str) -> Grade:
    """The grade that can be ordered under this name; raises InputError for any other word."""
    if name not in ORDERED:
        raise InputError(f"{name!r} names no difficulty. Use one of {', '.join(ORDERED)}.")
    return ORDERED[name]


def graded(
    generate: Generate,
    grade: Grade,
    *,
    seed: int,
    change: Change | None = None,
    tries: int = TRIES,
    budget: float | None = None,
    watch: Callable[[int, Rating], None] | None = None,
) -> Graded:
    """A puzzle of exactly `grade`, from `generate` and, where given, by `change` from the nearest one so far.

    Deterministic for a seed as long as `generate` and `change` are.  `watch` is told of every try.  Raises
    BudgetEnded when `tries` boards or `budget` seconds were not enough; the message names the nearest grade found,
    as the size or the number of pairs may not carry the one wanted.
    """
    clock = Budget(budget)
    stream = Random(f"difficulty {grade} {seed}")
    nearest: tuple[Puzzle, Rating] | None = None
    for number in range(1, tries + 1):
        draw = stream.word()
        if change is not None and nearest is not None and number % (CHANGES + 1):
            puzzle = change(nearest[0], seed=draw)
        else:
            puzzle = generate(seed=draw)
        rating = rate(puzzle)
        if watch is not None:
            watch(number, rating)
        if rating.grade is grade:
            return Graded(puzzle, rating, number)
        if nearest is None or distance(rating, grade) < distance(nearest[1], grade):
            nearest = puzzle, rating
        clock.require(f"a board of grade {grade} was found; {_so_far(nearest[1], number)}")
    assert nearest is not None, "at least one try"
    raise BudgetEnded(
        f"no board of grade {grade} among {tries} tries: {_so_far(nearest[1], tries)}. "
        f"{'Give a smaller board or more pairs' if nearest[1].grade > grade else 'Give a larger board or fewer pairs'}."
    )


def distance(rating: Rating, grade: Grade) -> tuple[int, int]:
    """How far a rating is from a grade: in grades, then in look-aheads to add or to lose."""
    apart = rating.number - int(grade)
    return abs(apart), rating.looks if apart > 0 else -rating.looks


def _so_far(rating: Rating, tries: int) -> str:
    return f"the nearest of {tries} was {rating.grade}"
