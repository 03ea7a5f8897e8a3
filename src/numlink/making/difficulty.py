"""Puzzles of a wanted grade: draw one, see where it is too hard or too easy, and change it there until it fits.

    draw ── judge ── fits: done
     ^        ^ │
     │        │ ├── too hard: a window is annealed anew where the means of the grade come to a stop
     │        │ ├── too easy: a window is annealed anew anywhere
     │        └─┘   the outcome is kept if it is no farther from the grade
     └── no nearer for a while

Of four windows one gets a path more where the board is too hard, and a path fewer where it is too easy.  A board is
judged no farther than its grade asks: that it is too hard to be easy is known after a fraction of a full rating, and
a changed board costs a fraction of a drawn one.  At 15x15 an easy board takes 0.45 s where drawing boards and cutting
paths took 3.2 s, and it has 20 pairs instead of 21.

Tried and left: cutting a path where the rules come to a stop, as half or a quarter of the changes; no faster, and an
easy 15x15 had 28 or 24 pairs.  More pairs from the start: an easy 15x15 then takes 32 to 40.

The order of the tries, the seeds of all of them and every comparison follow from the seed, and nothing looks at a
clock but to give up; so the same seed gives the same puzzle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from numlink.engine.deduction.reasoner import Reasoner
from numlink.engine.random import Random
from numlink.errors import BudgetEnded, InputError
from numlink.exact.budget import Budget, Seconds
from numlink.making.recipe import Spec
from numlink.making.wishes import Difficulty, Efforts, Misleading, write_effort
from numlink.model.puzzle import Puzzle
from numlink.reasoning.grade import MISLEADING, Grade, Rating
from numlink.reasoning.guesses import deception, misleading
from numlink.reasoning.position import OPEN
from numlink.reasoning.rate import Tally, rate, tallied
from numlink.reasoning.walk import Deduced, Event, Looked

FEWEST_TRIES, MOST_TRIES, CELLS_TRIED = 300, 1600, 40_000
"""Boards tried before giving up: as many as have CELLS_TRIED cells together, within these bounds.  An expert 5x5, which
is rare, took 100 tries in the median of 20 seeds and 1136 at worst; 1600 that find nothing take 0.5 s at 3x3."""

STALE = 20
"""Tries without coming nearer after which a board is drawn anew."""

OTHER_PAIRS = 4
"""A change also changes the number of pairs, by one, with probability 1 in OTHER_PAIRS."""

ORDERED = {str(grade): grade for grade in (Grade.EASY, Grade.MEDIUM, Grade.HARD, Grade.EXPERT, Grade.EXTREME)}
"""What can be ordered, by name."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What is wanted of a rating beside its grade: the least and the most effort, and the manner."""

    grade: Grade | None = None
    effort: Efforts | None = None
    manner: Misleading = Misleading.ANY

    @property
    def is_grade(self) -> bool:
        """Whether a grade is all that is wanted."""
        return self == Aim(self.grade) != Aim()

    def __str__(self) -> str:
        """Part of the seed of every board that is made so."""
        if self.is_grade:
            return str(self.grade)
        grade = "" if self.grade is None else f"grade {self.grade}"
        effort = "" if self.effort is None else f"effort {write_effort(self.effort)}"
        manner = "" if self.manner is Misleading.ANY else f"manner {self.manner}"
        return ", ".join(filter(None, (grade, effort, manner)))


def told(aim: Aim) -> str:
    """A board as wished, in words.

    >>> told(Aim(Grade.HARD)), told(Aim(effort=(2.0, 5.0), manner=Misleading.SLY))
    ('board of grade hard', 'sly board with an effort of 2..5')
    """
    manner = "" if aim.manner is Misleading.ANY else f"{aim.manner} "
    grade = "" if aim.grade is None else f" of grade {aim.grade}"
    effort = "" if aim.effort is None else f" with an effort of {write_effort(aim.effort)}"
    return f"{manner}board{grade}{effort}"


def aim_of(spec: Spec) -> Aim:
    """What a spec wants of ratings."""
    grade = None if spec.difficulty is Difficulty.ANY else grade_named(spec.difficulty)
    return Aim(grade, spec.effort, spec.misleading)


class Generate(Protocol):
    """Makes a puzzle with exactly one solution, which it carries, from a seed."""

    def __call__(self, *, seed: int) -> Puzzle: ...


class Change(Protocol):
    """Makes another such puzzle from one, with `more` pairs more, by annealing what lies around cell `near` anew; None
    where that fails."""

    def __call__(self, puzzle: Puzzle, *, seed: int, near: int, more: int) -> Puzzle | None: ...


@dataclass(frozen=True, slots=True)
class Graded:
    """A puzzle of the wanted grade, its rating, and how many tries it took."""

    puzzle: Puzzle
    rating: Rating
    tries: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A puzzle held against a grade.

    `side` is 1 where it is too hard, -1 where it is too easy, 0 where it has the grade; `distance` compares with
    that of other puzzles held against the same grade; `stuck` are the cells where the means of the grade said no more.
    """

    puzzle: Puzzle
    side: int
    distance: tuple[int, ...]
    stuck: tuple[int, ...] = ()


def grade_named(name: str) -> Grade:
    """The grade that can be ordered under this name; raises InputError for any other word."""
    if name not in ORDERED:
        raise InputError(f"{name!r} names no difficulty. Use one of {', '.join(ORDERED)}, or any.")
    return ORDERED[name]


def tries_for(cells: int) -> int:
    """How many boards of this many cells are tried before giving up.

    >>> [tries_for(n * n) for n in (5, 10, 20)]
    [1600, 400, 300]
    """
    return max(FEWEST_TRIES, min(MOST_TRIES, CELLS_TRIED // max(1, cells)))


def graded(
    generate: Generate,
    grade: Grade | Aim,
    *,
    seed: int,
    change: Change | None = None,
    tries: int = FEWEST_TRIES,
    budget: Seconds = None,
    remedy: str | None = None,
) -> Graded:
    """A puzzle of exactly `grade`, or rated as an Aim says: drawn by `generate`, then by `change` of the nearest so
    far (None: drawn anew).

    Deterministic for a seed as long as `generate` and `change` are.  Raises BudgetEnded when `tries` boards or
    `budget` seconds were not enough; the message names the nearest grade, as the size may not carry the one wanted,
    and ends with `remedy` where it is known what to ask for.
    """
    clock = Budget.of(budget)
    aim = Aim(grade) if isinstance(grade, Grade) else grade
    stream = Random(f"difficulty {aim} {seed}")
    current = nearest = judge(generate(seed=stream.word()), aim)
    number, stale = 1, 0
    while nearest.side != 0:
        if number >= tries:
            other = f"Give a {'smaller' if nearest.side > 0 else 'larger'} board, or another seed."
            raise BudgetEnded(f"no {told(aim)} among {tries} tries: {_nearest(nearest, aim)}. {remedy or other}")
        if clock.ended:
            clock.require(f"a {told(aim)} was found in {number} tries: {_nearest(nearest, aim)}")
        number += 1
        afresh = change is None or stale >= STALE
        puzzle = generate(seed=stream.word()) if change is None or afresh else _changed(current, change, stream)
        judged = None if puzzle is None else judge(puzzle, aim)
        stale = 0 if judged is not None and (afresh or judged.distance < current.distance) else stale + 1
        if judged is not None and (afresh or judged.distance <= current.distance):
            current = judged
            nearest = min(nearest, judged, key=lambda one: one.distance)
    return Graded(nearest.puzzle, rate(nearest.puzzle, proven=True), number)


def judge(puzzle: Puzzle, grade: Grade | Aim) -> Judged:
    """`puzzle`, of which the only solution is known, held against `grade`, by no more reasoning than that takes.

    Grade and effort first, then how it misleads: of that the more pairs a board has the less.
    """
    aim = Aim(grade) if isinstance(grade, Grade) else grade
    least, most = (0.0, math.inf) if aim.effort is None else aim.effort
    if aim.grade is not None or aim.effort is not None:

        def beyond(tally: Tally) -> bool:
            return round(tally.effort, 3) > most or (aim.grade is not None and tally.grade > aim.grade)

        # asked where links were decided, so that the first ones after a guess count with it
        def enough(tally: Tally, event: Event) -> bool:
            return beyond(tally) and isinstance(event, Deduced | Looked) and bool(event.decided)

        tally = tallied(puzzle, proven=True, enough=enough)
        if beyond(tally):
            return _too_hard(puzzle, tally.walk.engine)
        effort = round(tally.effort, 3)
        apart = 0 if aim.grade is None else int(aim.grade) - int(tally.grade)
        if apart or effort < least:
            return Judged(puzzle, -1, (apart + (not aim.is_grade), -round(1000 * tally.effort)))
    return _judge_manner(puzzle, aim.manner)


def _judge_manner(puzzle: Puzzle, manner: Misleading) -> Judged:
    assert puzzle.solution is not None
    if manner is Misleading.ANY:
        return Judged(puzzle, 0, (0,))
    found = misleading(puzzle, deception(puzzle, puzzle.solution))
    bounds = (0.0, *MISLEADING, math.inf)
    place = list(Misleading).index(manner) - 1
    if found < bounds[place]:
        return Judged(puzzle, -1, (0, round(1000 * (bounds[place] - found))))
    if found >= bounds[place + 1]:
        return Judged(puzzle, 1, (0, 1 + round(1000 * (found - bounds[place + 1]))))
    return Judged(puzzle, 0, (0,))


def _too_hard(puzzle: Puzzle, engine: Reasoner) -> Judged:
    """What is too hard for a grade, with the engine where that showed.

    The more links are still open, the farther; how many grades it is too hard would take a full rating to know.
    """
    assert puzzle.solution is not None
    drawn = {frozenset(pair) for path in puzzle.solution.paths for pair in pairwise(path)}
    links = zip(puzzle.grid.links(), engine.states(), strict=True)
    stuck = tuple(pair[0] for pair, state in links if state == OPEN and frozenset(pair) in drawn)
    return Judged(puzzle, 1, (1, engine.open_links), stuck)


def _changed(current: Judged, change: Change, stream: Random) -> Puzzle | None:
    """Another board: too hard a one changed where it is stuck, too easy a one anywhere."""
    assert current.puzzle.solution is not None
    places = current.stuck or [cell for path in current.puzzle.solution.paths for cell in path]
    near = places[stream.below(len(places))]
    more = current.side if stream.below(OTHER_PAIRS) == 0 else 0
    return change(current.puzzle, seed=stream.word(), near=near, more=more)


def _nearest(judged: Judged, aim: Aim) -> str:
    rating = rate(judged.puzzle, proven=True)
    more = "" if aim.is_grade else f", effort {rating.effort:g}, {rating.manner}"
    return f"the nearest was {rating.grade}{more}"
