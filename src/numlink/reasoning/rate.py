"""How hard a puzzle is for a person: by the rules it takes, and how many of them lie open at once.

`rate` solves the puzzle as a person would, each time with the cheapest tier of rules that says anything, all of its
deductions at once, and looks ahead only where no rule helps.  The figures do not depend on how the board is turned
or numbered.  docs/difficulty.md defines the grades and shows their spread.
"""

from __future__ import annotations

from numlink.exact.budget import Budget
from numlink.exact.verdict import Answer
from numlink.model.judge import require_legal
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Rules
from numlink.reasoning.grade import Grade, Rating, grade_of
from numlink.reasoning.guesses import deception, detour
from numlink.reasoning.position import Position
from numlink.reasoning.walk import CarefulWalk, Contradicted, Deduced, Event, Guessed, Looked, Strength

PROOF_SECONDS = 10.0
"""What the solver may take to say whether a board that look-ahead does not solve has one solution."""

_REMARKS = {
    Answer.MULTIPLE: "the board has more than one solution",
    Answer.NONE: "the board has no solution",
    Answer.UNKNOWN: "whether the board has one solution is unknown",
    Answer.UNIQUE: "no look-ahead of a person's depth solves it",
}


def rate(puzzle: Puzzle, rules: Rules | None = None, *, proven: bool = False, budget: float | None = None) -> Rating:
    """The grade of `puzzle` under `rules` (None: its own), with the figures behind it.

    A board with no solution or several gets grade NONE and a remark.  Where no rule and no look-ahead solves it the
    solver is asked, for ten seconds at most; no answer in time is grade NONE with verdict UNKNOWN, never another
    grade, and so is a rating that `budget` seconds stopped (None: no limit but that of the solver).
    `proven`: the puzzle's own solution is known to be the only one, and nobody is asked.  Takes some milliseconds at
    10x10; the same for all 8 symmetric copies and all numberings.
    Raises IllegalPuzzle where a number does not occur twice.

    >>> from numlink import generate_classic
    >>> print(rate(generate_classic(7, seed=3)))
    easy (1): hardest tier 0, no look-ahead, bottleneck 68
    """
    puzzle = puzzle.with_rules(rules)
    require_legal(puzzle)
    tally = Tally(puzzle, proven=proven, budget=budget)
    for event in tally.walk:
        tally.add(event)
    return tally.rating()


class Tally:
    """What a rating counts of a walk; `add` every event of `walk`, then ask for the `rating`."""

    def __init__(self, puzzle: Puzzle, *, proven: bool = False, budget: float | None = None) -> None:
        self.puzzle = puzzle
        self.walk = CarefulWalk(puzzle, proven=proven, proof_seconds=PROOF_SECONDS, clock=Budget(budget))
        self.tiers = [0] * 6
        self.bottleneck = self.walk.engine.position.links
        self.strength = Strength.LIGHT
        self.looks = self.depth = self.longest = self.rounds = self.guesses = 0
        self.contradicted = False

    def add(self, event: Event) -> None:
        """Count one event."""
        if isinstance(event, Deduced):
            self._decided(event.tier, event.decided)
        elif isinstance(event, Looked):
            self.looks += 1
            self.strength = max(self.strength, event.strength)
            self.depth = max(self.depth, event.strength.depth)
            self.longest = max(self.longest, event.rounds)
            self.rounds += event.rounds
            if event.decided:
                self._decided(5, event.decided)
        elif isinstance(event, Guessed):
            self.guesses += 1
            self.bottleneck = 0
        elif isinstance(event, Contradicted):
            self.contradicted = True

    def _decided(self, tier: int, links: int) -> None:
        self.tiers[tier] += links
        if tier > 0:
            self.bottleneck = min(self.bottleneck, links)

    def rating(self) -> Rating:
        """The figures so far as a Rating."""
        engine = self.walk.engine
        solved = engine.finished and not self.contradicted and not self.guesses
        solution, answer, remark = self._outcome(solved=solved)
        hardest = max((tier for tier, links in enumerate(self.tiers) if links), default=0)
        grade = grade_of(solved=solved, hardest=hardest, looks=self.looks, strength=self.strength)
        return Rating(
            grade=Grade.NONE if solution is None else grade,
            rules=self.puzzle.rules,
            solved=solved,
            hardest_tier=hardest,
            tiers=tuple(self.tiers),
            bottleneck=self.bottleneck,
            looks=self.looks,
            depth=self.depth,
            longest=self.longest,
            rounds=self.rounds,
            guesses=self.guesses,
            detour=None if solution is None else detour(self.puzzle, solution),
            deception=None if solution is None else deception(self.puzzle, solution),
            solution=solution,
            verdict=answer,
            remark=remark,
        )

    def _outcome(self, *, solved: bool) -> tuple[Solution | None, Answer, str | None]:
        """The only solution where there is one and it is known, how many there are, and why there is no grade."""
        if solved:
            return Position(self.puzzle, self.walk.engine.states()).solution(), Answer.UNIQUE, None
        if self.contradicted:
            return None, Answer.NONE, _REMARKS[Answer.NONE]
        known = self.walk.known
        if self.walk.stopped and (known is None or known.answer in (Answer.UNIQUE, Answer.UNKNOWN)):
            limit = self.walk.clock.limit
            return None, Answer.UNKNOWN, f"the budget of {limit:g} seconds ended before the board was rated"
        verdict = self.walk.proof()
        unique = verdict.answer is Answer.UNIQUE
        return verdict.solution if unique else None, verdict.answer, _REMARKS[verdict.answer]
