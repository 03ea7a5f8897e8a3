"""Makes puzzles of a wanted grade: draws one and, as long as it is too hard or too easy, changes a part of it.

If it is too hard, a window is annealed again where the rules of the grade decide nothing more; if it is too easy,
anywhere. The changed board is kept if it is no further from the grade; after STALE tries without progress a new one is
drawn. The seed decides every choice, and a clock can only end the work. What else was tried: bench/notes/difficulty.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from numlink.engine.deduction.reasoner import Reasoner
from numlink.engine.random import Random
from numlink.errors import BudgetEnded
from numlink.exact.budget import Budget
from numlink.making.recipe import Spec
from numlink.making.wish_values import Efforts, Misleading, write_effort
from numlink.model.puzzle import Puzzle
from numlink.reasoning.grade import MISLEADING, Grade
from numlink.reasoning.guesses import deception, misleading
from numlink.reasoning.human_solver import Deduced, Event, Looked
from numlink.reasoning.position import OPEN
from numlink.reasoning.rate import Tally, rate, tallied

FEWEST_TRIES, TRIES_TIMES_CELLS = 400, 51_200_000
"""The boards tried for a puzzle: TRIES_TIMES_CELLS // cells ** 2, but at least FEWEST_TRIES (notes/difficulty)."""

SMALLEST, SMALL_TRIES = 25, 1600  # up to SMALLEST cells, where boards may lack a grade, SMALL_TRIES boards are tried
STALE = 40  # tries without coming nearer to the grade, after which a new board is drawn (notes/difficulty)
OTHER_PAIRS = 4  # one change in OTHER_PAIRS, at random, also adds or removes a pair

GRADES = {str(grade): grade for grade in Grade if grade is not Grade.NONE}
"""The grades that can be asked for, by name, easiest first."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The wanted grade, (least, most) effort, and how much the board misleads; None and ANY: no wish."""

    grade: Grade | None = None
    effort: Efforts | None = None
    manner: Misleading = Misleading.ANY

    @property
    def is_grade(self) -> bool:
        return self == Aim(self.grade) != Aim()

    def __str__(self) -> str:
        """The aim in words; these words are part of the seed of every board, so they must never change."""
        if self.is_grade:
            return str(self.grade)
        grade = "" if self.grade is None else f"grade {self.grade}"
        effort = "" if self.effort is None else f"effort {write_effort(self.effort)}"
        manner = "" if self.manner is Misleading.ANY else f"manner {self.manner}"
        return ", ".join(filter(None, (grade, effort, manner)))


def in_words(aim: Aim) -> str:
    """The wanted board in words, for messages.

    >>> in_words(Aim(Grade.HARD)), in_words(Aim(effort=(2.0, 5.0), manner=Misleading.SLY))
    ('board of grade hard', 'sly board with an effort of 2..5')
    """
    manner = "" if aim.manner is Misleading.ANY else f"{aim.manner} "
    grade = "" if aim.grade is None else f" of grade {aim.grade}"
    effort = "" if aim.effort is None else f" with an effort of {write_effort(aim.effort)}"
    return f"{manner}board{grade}{effort}"


def aim_of(spec: Spec) -> Aim:
    return Aim(GRADES.get(spec.difficulty), spec.effort, spec.misleading)


NewBoard = Callable[[int], Puzzle]  # makes a puzzle from a seed; the puzzle has exactly one solution and carries it

Change = Callable[[Puzzle, int, int, int], Puzzle | None]
"""Changes a puzzle by a seed, around a cell, with so many more pairs (-1: one fewer); None if that fails."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A puzzle compared with an Aim.

    `side` is 1 if the puzzle is too hard, -1 if it is too easy, 0 if it fits; a smaller `distance` is nearer. `stuck`
    are cells at links of the solution that were still open when the puzzle proved to be too hard.
    """

    puzzle: Puzzle
    side: int
    distance: tuple[int, ...]
    stuck: tuple[int, ...] = ()


def tries_for(cells: int) -> int:
    """How many boards of `cells` cells are tried before the search gives up.

    >>> [tries_for(n * n) for n in (5, 8, 10, 15, 20)]
    [1600, 12500, 5120, 1011, 400]
    """
    return SMALL_TRIES if cells <= SMALLEST else max(FEWEST_TRIES, TRIES_TIMES_CELLS // cells**2)


def graded(
    draw: NewBoard, change: Change, aim: Aim, *, seed: int, tries: int, clock: Budget, remedy: str | None = None
) -> Puzzle:
    """A puzzle rated as `aim` says: drawn, then changed until it fits.

    Raises BudgetEnded if `tries` boards, or the time, were not enough; the message names the nearest grade and, after
    `tries`, what to ask for: `remedy` (None: another size).
    """
    stream = Random(f"difficulty {aim} {seed}")
    current = nearest = judge(draw(stream.word()), aim)
    number, stale = 1, 0
    while nearest.side != 0:
        if number >= tries:
            other = f"Give a {'smaller' if nearest.side > 0 else 'larger'} board, or another seed."
            raise BudgetEnded(f"no {in_words(aim)} among {number} tries: {_nearest(nearest, aim)}. {remedy or other}")
        if clock.ended:
            offer = "" if remedy is None else f". {remedy.rstrip('.')}"
            clock.require(f"a {in_words(aim)} was found in {number} tries: {_nearest(nearest, aim)}{offer}")
        number += 1
        afresh = stale >= STALE
        try:
            puzzle = draw(stream.word()) if afresh else _changed(current, change, stream)
        except BudgetEnded:
            if not clock.ended:
                raise
            number -= 1
            continue  # the clock has ended, which the message above reports
        judged = None if puzzle is None else judge(puzzle, aim)
        stale = 0 if judged is not None and (afresh or judged.distance < current.distance) else stale + 1
        if judged is not None and (afresh or judged.distance <= current.distance):
            current = judged
            nearest = min(nearest, judged, key=lambda one: one.distance)
    return nearest.puzzle


def judge(puzzle: Puzzle, aim: Aim) -> Judged:
    """`puzzle`, which carries its only solution, compared with `aim`; reasons no further than that needs."""
    least, most = (0.0, math.inf) if aim.effort is None else aim.effort
    if aim.grade is not None or aim.effort is not None:

        def beyond(tally: Tally) -> bool:
            return round(tally.effort, 3) > most or (aim.grade is not None and tally.grade > aim.grade)

        # called only after a step that decided links, so that the first links after a guess count as its result
        def enough(tally: Tally, event: Event) -> bool:
            return beyond(tally) and isinstance(event, Deduced | Looked) and bool(event.decided)

        tally = tallied(puzzle, proven=True, enough=enough)
        if beyond(tally):
            return _too_hard(puzzle, tally.solver.engine)
        effort = round(tally.effort, 3)
        apart = 0 if aim.grade is None else int(aim.grade) - int(tally.grade)
        if apart or effort < least:
            return Judged(puzzle, -1, (apart + (not aim.is_grade), -round(1000 * tally.effort)))
    return _judge_manner(puzzle, aim.manner)


def _judge_manner(puzzle: Puzzle, manner: Misleading) -> Judged:
    """A puzzle of the wanted grade and effort, compared with the wanted `manner`: with fewer pairs it misleads more."""
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
    """A puzzle that is too hard; its distance is the number of links that `engine` had left open when this showed."""
    assert puzzle.solution is not None
    drawn = {frozenset(pair) for path in puzzle.solution.paths for pair in pairwise(path)}
    links = zip(puzzle.grid.links(), engine.states(), strict=True)
    stuck = tuple(pair[0] for pair, state in links if state == OPEN and frozenset(pair) in drawn)
    return Judged(puzzle, 1, (1, engine.open_links), stuck)


def _changed(current: Judged, change: Change, stream: Random) -> Puzzle | None:
    """The board changed at a stuck cell if it is too hard, anywhere if it is too easy; None if that fails."""
    assert current.puzzle.solution is not None
    places = current.stuck or [cell for path in current.puzzle.solution.paths for cell in path]
    near = places[stream.below(len(places))]
    more = current.side if stream.below(OTHER_PAIRS) == 0 else 0
    return change(current.puzzle, stream.word(), near, more)


def _nearest(judged: Judged, aim: Aim) -> str:
    rating = rate(judged.puzzle, proven=True)
    more = "" if aim.is_grade else f", effort {rating.effort:g}, {rating.manner}"
    return f"the nearest was {rating.grade}{more}"
