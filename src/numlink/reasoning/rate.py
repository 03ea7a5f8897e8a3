"""How hard a puzzle is for a person: the rules it needs, and how many links each round of deduction decides.

`rate` solves the puzzle in rounds.  Each round makes all deductions of the lowest tier of rules that has any; links are
tried only if no rule helps.  The figures stay the same when the board is turned or its numbers are renamed.
docs/difficulty.md defines the grades and shows how often each occurs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numlink.errors import quoted, unknown_name
from numlink.exact.budget import Budget, Seconds
from numlink.exact.strict import only_linking
from numlink.exact.verdict import Answer
from numlink.model.arguments import flag
from numlink.model.judge import require_legal
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import RulesLike
from numlink.reasoning.grade import WEIGHTS, Grade, Rating, Reading, grade_of, intensity_of
from numlink.reasoning.guesses import count_open, deception, detour, misleading
from numlink.reasoning.human_solver import Contradicted, Deduced, Event, Guessed, HumanSolver, Looked, Strength
from numlink.reasoning.rules import Assume

STRICT_CONFLICTS = 50_000  # to decide whether a board is strict: counted, so that every machine decides alike
PROOF_SECONDS = 10.0  # for the exact solver, to decide whether a board has one solution

_REMARKS = {
    Answer.MULTIPLE: "the board has more than one solution",
    Answer.NONE: "the board has no solution",
    Answer.UNKNOWN: "unknown whether the board has one solution",
    Answer.UNIQUE: "no look-ahead as deep as a person's solves it",
}

LONG_REASONING = 3  # the tier of the rules about paths that do not touch themselves

ASSUMED = (
    f"unknown after {STRICT_CONFLICTS:,} conflicts whether the board is strict; rated as if no path touched itself (S1)"
)
"""The remark of a rating with the reading ASSUMED."""


def rate(
    puzzle: Puzzle,
    *,
    rules: RulesLike | None = None,
    proven: bool = False,
    budget: Seconds = None,
    reading: Reading | str = Reading.STRICT,
) -> Rating:
    """The grade of `puzzle` under `rules` (None: its own), with the figures behind it.

    A board with no solution or several gets the grade NONE and a remark.  If rules and look-ahead do not solve a board,
    the exact solver is asked, for at most ten seconds.  Without an answer in time the grade is NONE and the verdict
    UNKNOWN, and likewise if `budget` seconds end first (None: no other limit).  `proven`: the puzzle's own solution is
    known to be the only one, so the exact solver is not asked.

    `reading` STRICT: a board that is proven strict is rated as people who expect that would solve it, any other board
    by its rules; if the proof is given up, strictness is assumed, unless that leads to a contradiction.  RULES: all
    boards are rated by their rules.  The rating says which reading was used.  It is the same for all symmetric copies
    of a board and for all numberings.  Raises IllegalPuzzle if a number does not occur twice, InputError for an
    unknown reading.

    >>> from numlink import generate_classic
    >>> print(rate(generate_classic(7, seed=3)))
    *     easy, hardest idea: what a single cell forces
    """
    require_legal(puzzle)
    puzzle = puzzle.with_rules(rules)
    proven = flag(proven, "proven")
    return tallied(puzzle, proven=proven, budget=budget, reading=reading_named(reading)).rating()


READINGS = (Reading.RULES, Reading.STRICT)  # the readings that can be asked for


def reading_named(word: Reading | str) -> Reading:
    """The reading for a word of READINGS; raises InputError for any other word."""
    if not isinstance(word, str) or word not in READINGS:
        raise unknown_name("reading", word if isinstance(word, str) else quoted(word), READINGS)
    return Reading(word)


def tallied(
    puzzle: Puzzle,
    *,
    proven: bool = False,
    budget: Seconds = None,
    reading: Reading = Reading.STRICT,
    enough: Callable[[Tally, Event], bool] | None = None,
) -> Tally:
    """The tally of all events, or up to the first event for which `enough(tally, event)` is True.

    If the assumption of strictness leads to a contradiction, the board is not strict and is rated again by its rules.
    """
    budget = Budget.of(budget)  # one clock for both runs
    tally = Tally(puzzle, proven=proven, budget=budget, reading=reading)
    for event in tally.solver:
        tally.add(event)
        if enough is not None and enough(tally, event):
            break
    if tally.contradicted and tally.reading is Reading.ASSUMED:
        return tallied(puzzle, proven=proven, budget=budget, reading=Reading.RULES, enough=enough)
    return tally


_COUNTED = ("bottleneck", "looks", "depth", "longest", "rounds", "guesses", "reading")  # copied from the tally
_READ_AS = {True: Reading.STRICT, False: Reading.RULES, None: Reading.ASSUMED}
"""The reading of a board that is strict (True), not strict (False), or undecided (None)."""


class Tally:
    """Counts the human solver's events for a rating: call `add` with every event of `solver`, then `rating`.

    The fields mean the same as in Rating.
    """

    def __init__(
        self, puzzle: Puzzle, *, proven: bool = False, budget: Seconds = None, reading: Reading = Reading.STRICT
    ) -> None:
        self.puzzle = puzzle
        clock = Budget.of(budget)
        solution = puzzle.solution if proven else None
        linking = None
        self.reading = Reading.RULES
        if reading is Reading.STRICT:
            strict, linking = only_linking(puzzle, solution, conflicts=STRICT_CONFLICTS, clock=clock)
            self.reading = _READ_AS[strict]
            if self.reading is Reading.ASSUMED and not puzzle.rules.touch:
                self.reading = Reading.RULES  # these rules forbid touching, so only filling could be assumed
        self.solver = HumanSolver(
            puzzle,
            assume=Assume.NOTHING if self.reading is Reading.RULES else Assume.STRICT,
            solution=linking or solution,
            proof_seconds=PROOF_SECONDS,
            clock=clock,
        )
        self.effort = 0.0
        self._cells = count_open(puzzle)
        self.tiers = [0] * 6
        self.bottleneck = self.solver.engine.position.links
        self.hardest = 0
        self.looks = self.depth = self.longest = self.rounds = self.guesses = 0
        self.contradicted = False

    def add(self, event: Event) -> None:
        if isinstance(event, Deduced):
            self._decided(event.tier, event.decided)
        elif isinstance(event, Looked):
            self.looks += 1
            self.depth = max(self.depth, 2 if event.strength is Strength.DEEP else 1)
            self.longest = max(self.longest, event.rounds)
            self.rounds += event.rounds
            if event.decided:
                self._decided(5, event.decided)
        elif isinstance(event, Guessed):
            self.guesses += 1
            self.effort += 1
            self.bottleneck = 0
        elif isinstance(event, Contradicted):
            self.contradicted = True

    def _decided(self, tier: int, links: int) -> None:
        self.tiers[tier] += links
        self.hardest = max(self.hardest, tier)
        if tier > 0:
            self.bottleneck = min(self.bottleneck, links)
        self.effort += WEIGHTS[tier] / links

    @property
    def grade(self) -> Grade:
        """The grade by the events so far; later events never lower it."""
        return grade_of(intensity=self.intensity, hardest=self.hardest, depth=self.depth, guesses=self.guesses)

    @property
    def intensity(self) -> float:
        """The effort so far for each 100 open cells."""
        return intensity_of(self.effort, self._cells)

    def rating(self) -> Rating:
        """The figures so far as a Rating; asks the exact solver if they do not show how many solutions there are."""
        solved = self.solver.solution is not None and not self.guesses
        solution, answer, remark = self._outcome(solved=solved)
        rated: dict[str, Any] = {"grade": Grade.NONE, "detour": None, "deception": None}
        if solution is not None:
            misled = deception(self.puzzle, solution)
            rated = {"grade": self.grade, "detour": detour(self.puzzle, solution), "deception": misled}
            rated |= {"effort": round(self.effort, 3), "intensity": self.intensity}
            rated["misleading"] = misleading(self.puzzle, misled)
        return Rating(
            rules=self.puzzle.rules,
            solved=solved,
            hardest_tier=self.hardest,
            tiers=tuple(self.tiers),
            solution=solution,
            verdict=answer,
            remark=remark,
            **{name: getattr(self, name) for name in _COUNTED},
            **rated,
        )

    def _outcome(self, *, solved: bool) -> tuple[Solution | None, Answer, str | None]:
        """(solution, number of solutions, remark); the solution to rate by is the only one, or the one found with
        strictness assumed, or None.
        """
        if solved and self.reading is Reading.ASSUMED:
            answer = self.solver.proof().answer
            one = answer in (Answer.UNIQUE, Answer.UNKNOWN)
            return self.solver.solution if one else None, answer, ASSUMED if one else _REMARKS[answer]
        if solved:
            return self.solver.solution, Answer.UNIQUE, None
        if self.contradicted:
            return None, Answer.NONE, _REMARKS[Answer.NONE]
        known = self.solver.known
        if self.solver.stopped and (known is None or known.answer in (Answer.UNIQUE, Answer.UNKNOWN)):
            return None, Answer.UNKNOWN, self.solver.clock.ended_before("the board was rated")
        verdict = self.solver.proof()
        unique = verdict.answer is Answer.UNIQUE
        remark = ASSUMED if unique and self.reading is Reading.ASSUMED else _REMARKS[verdict.answer]
        return verdict.solution if unique else None, verdict.answer, remark


def long_rounds(puzzle: Puzzle, clock: Budget | None = None) -> int:
    """The rounds of long reasoning (tier 3) that a strict puzzle, which carries its only linking, takes.

    If the `clock` ends, the rounds so far.
    """
    solver = HumanSolver(puzzle, assume=Assume.STRICT, solution=puzzle.solution, proof_seconds=0, clock=clock)
    return sum(isinstance(event, Deduced) and event.tier == LONG_REASONING for event in solver)
