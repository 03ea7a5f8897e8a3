"""Puzzles of a wanted grade: draw, rate, and change what is nearest until one fits.

Too hard a board is made easier by cutting a path in two: where paths may touch, this cannot bring a second solution
(whatever solves the cut board solves the whole one with the cut link drawn), elsewhere it is proven again.  Too easy
a board is changed by `change`, where the caller has a way to re-anneal a part of it, or drawn anew.

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
from numlink.puzzle import COVER, Puzzle, Solution
from numlink.rating import Grade, Rating, rate
from numlink.solver import prove
from numlink.verdict import Answer

TRIES = 300
"""Boards drawn or changed before giving up."""

CHANGES = 3
"""Of four tries so many change the nearest board so far, where there is a way to change it."""

SHORTEST = 3
"""The fewest cells of a path after a cut."""

PROOF_SECONDS = 10.0
"""What a proof after a cut may take; then the search gives up, as a clock may not shape a board."""

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
    """A puzzle of exactly `grade`, from `generate`, by cuts and, where given, by `change` of the nearest one so far.

    Deterministic for a seed as long as `generate` and `change` are.  `watch` is told of every try.  Raises
    BudgetEnded when `tries` boards or `budget` seconds were not enough; the message names the nearest grade found,
    as the size or the number of pairs may not carry the one wanted.
    """
    clock = Budget(budget)
    stream = Random(f"difficulty {grade} {seed}")
    nearest: tuple[Puzzle, Rating] | None = None
    for number in range(1, tries + 1):
        draw = stream.word()
        if nearest is None or number % (CHANGES + 1) == 0:
            puzzle = generate(seed=draw)
        elif nearest[1].grade > grade:
            puzzle = cut(nearest[0], seed=draw)
        else:
            puzzle = generate(seed=draw) if change is None else change(nearest[0], seed=draw)
        rating = rate(puzzle, proven=True)
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


def distance(rating: Rating, grade: Grade) -> tuple[int, int, int]:
    """How far a rating is from a grade: in grades, then in what is too much or too little of what makes it hard.

    Of a board that is too hard: the links left undecided, then the look-aheads, then the links of tiers 2 and up.
    """
    apart = rating.number - int(grade)
    if not rating.solved:
        return abs(apart), -sum(rating.tiers), 0
    hard_links = sum(rating.tiers[2:])
    return (apart, rating.looks, hard_links) if apart > 0 else (-apart, -rating.looks, -hard_links)


def cut(puzzle: Puzzle, *, seed: int) -> Puzzle:
    """`puzzle` with one path of its solution cut in two, both parts of at least SHORTEST cells; still one solution.

    The same puzzle where there is no such path, no known solution, or the cut brings a second solution, which it
    cannot under `cover`.  The recipe no longer holds and is dropped.  Raises BudgetEnded where a proof takes too long.
    """
    solution = puzzle.solution
    if solution is None:
        return puzzle
    stream = Random(f"cut {seed}")
    room = [max(0, len(path) - 2 * SHORTEST + 1) for path in solution.paths]
    if not any(room):
        return puzzle
    place = stream.below(sum(room))
    index = 0
    while place >= room[index]:
        place -= room[index]
        index += 1
    path, at = solution.paths[index], place + SHORTEST
    paths = (*solution.paths[:index], path[:at], path[at:], *solution.paths[index + 1 :])
    parted = Solution(puzzle.width, puzzle.height, paths)
    after = Puzzle.from_solution(parted, solids=puzzle.solids(), rules=puzzle.rules, numbered=True)
    if puzzle.rules == COVER:
        return after
    verdict = prove(after, budget=PROOF_SECONDS).verdict
    if verdict is Answer.UNKNOWN:
        raise BudgetEnded(f"no proof after a cut within {PROOF_SECONDS:g} seconds. Give a smaller board.")
    return after if verdict is Answer.UNIQUE else puzzle


def _so_far(rating: Rating, tries: int) -> str:
    return f"the nearest of {tries} was {rating.grade}"
