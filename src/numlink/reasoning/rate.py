"""How hard a puzzle is for a person: by the rules it takes, and how many of them lie open at once.

`rate` solves the puzzle as a person would, each time with the cheapest tier of rules that says anything, all of its
deductions at once, and looks ahead only where no rule helps.  The figures do not depend on how the board is turned
or numbered.  docs/difficulty.md defines the grades and shows their spread.
"""

from __future__ import annotations

from collections.abc import Callable

from numlink.errors import InputError
from numlink.exact.budget import Budget, Seconds
from numlink.exact.strict import only_linking
from numlink.exact.verdict import Answer
from numlink.model.arguments import flag
from numlink.model.judge import require_legal
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import RulesLike
from numlink.reasoning.grade import WEIGHTS, Grade, Rating, Reading, grade_of
from numlink.reasoning.guesses import deception, detour, misleading
from numlink.reasoning.rules import Assume
from numlink.reasoning.walk import CarefulWalk, Contradicted, Deduced, Event, Guessed, Looked

STRICT_CONFLICTS = 50_000
"""Conflicts that the search may take to say whether a board is strict: a second or two, counted and not timed, so that
a board is always read in the same way."""

PROOF_SECONDS = 10.0
"""Seconds that the solver may take to say whether a board that look-ahead does not solve has one solution."""

_REMARKS = {
    Answer.MULTIPLE: "the board has more than one solution",
    Answer.NONE: "the board has no solution",
    Answer.UNKNOWN: "whether the board has one solution is unknown",
    Answer.UNIQUE: "no look-ahead of a person's depth solves it",
}

ASSUMED = (
    f"whether the board is strict is not known after {STRICT_CONFLICTS:,} conflicts; rated as if no path ran beside "
    "itself (S1)"
)
"""The remark of a rating that rests on an assumption."""


def rate(
    puzzle: Puzzle,
    *,
    rules: RulesLike | None = None,
    proven: bool = False,
    budget: Seconds = None,
    reading: Reading | str = Reading.STRICT,
) -> Rating:
    """The grade of `puzzle` under `rules` (None: its own), with the figures behind it.

    A board with no solution or several gets grade NONE and a remark.  Where no rule and no look-ahead solves it the
    solver is asked, for ten seconds at most; no answer in time is grade NONE with verdict UNKNOWN, never another
    grade, and so is a rating that `budget` seconds stopped (None: no limit but that of the solver).
    `proven`: the puzzle's own solution is known to be the only one, and nobody is asked.  `reading`: a board that is
    proven strict is rated as people solve it who expect that, others by their rules, and with RULES all of them; where
    that is not decided it is assumed, unless it leads to a contradiction.  The rating says which reading it used.
    Takes some milliseconds at 10x10; the same for all 8 symmetric copies and all numberings.
    Raises IllegalPuzzle where a number does not occur twice, InputError for an unknown reading.

    >>> from numlink import generate_classic
    >>> print(rate(generate_classic(7, seed=3)))
    easy (1): hardest tier 0, no look-ahead, bottleneck 68
    """
    require_legal(puzzle)
    puzzle = puzzle.with_rules(rules)
    proven = flag(proven, "proven")
    return tallied(puzzle, proven=proven, budget=budget, reading=reading_named(reading)).rating()


READINGS = (Reading.RULES, Reading.STRICT)
"""Those that can be asked for."""


def reading_named(word: Reading | str) -> Reading:
    """A reading to ask for by its word; raises InputError for any other."""
    if not isinstance(word, str) or word not in READINGS:
        raise InputError(f"{str(word)!r:.40} names no reading. Use one of {', '.join(READINGS)}.")
    return Reading(word)


def tallied(
    puzzle: Puzzle,
    *,
    proven: bool = False,
    budget: Seconds = None,
    reading: Reading = Reading.STRICT,
    enough: Callable[[Tally, Event], bool] | None = None,
) -> Tally:
    """The tally of a whole walk, or up to the event after which there is `enough`.

    A board that was assumed strict and contradicts itself is not: it is walked once more, by its rules.
    """
    tally = Tally(puzzle, proven=proven, budget=budget, reading=reading)
    for event in tally.walk:
        tally.add(event)
        if enough is not None and enough(tally, event):
            break
    if tally.contradicted and tally.reading is Reading.ASSUMED:
        return tallied(puzzle, proven=proven, budget=budget, reading=Reading.RULES, enough=enough)
    return tally


_READ_AS = {True: Reading.STRICT, False: Reading.RULES, None: Reading.ASSUMED}
"""The reading of a board, by whether it is strict; None: not decided."""


class Tally:
    """What a rating counts of a walk; `add` every event of `walk`, then ask for the `rating`."""

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        proven: bool = False,
        budget: Seconds = None,
        reading: Reading = Reading.STRICT,
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
                self.reading = Reading.RULES  # the rules alone say what would be assumed
        self.walk = CarefulWalk(
            puzzle,
            assume=Assume.NOTHING if self.reading is Reading.RULES else Assume.STRICT,
            solution=linking or solution,
            proof_seconds=PROOF_SECONDS,
            clock=clock,
        )
        self.effort = 0.0
        self.tiers = [0] * 6
        self.bottleneck = self.walk.engine.position.links
        self.hardest = 0
        self.looks = self.depth = self.longest = self.rounds = self.guesses = 0
        self.contradicted = False

    def add(self, event: Event) -> None:
        """Count one event."""
        if isinstance(event, Deduced):
            self._decided(event.tier, event.decided)
        elif isinstance(event, Looked):
            self.looks += 1
            self.depth = max(self.depth, event.strength.depth)
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
        """The grade so far; what is still to come never lowers it."""
        return grade_of(effort=self.effort, hardest=self.hardest, depth=self.depth, guesses=self.guesses)

    def rating(self) -> Rating:
        """The figures so far as a Rating."""
        solved = self.walk.solution is not None and not self.guesses
        solution, answer, remark = self._outcome(solved=solved)
        misled = None if solution is None else deception(self.puzzle, solution)
        return Rating(
            grade=Grade.NONE if solution is None else self.grade,
            rules=self.puzzle.rules,
            solved=solved,
            hardest_tier=self.hardest,
            tiers=tuple(self.tiers),
            bottleneck=self.bottleneck,
            looks=self.looks,
            depth=self.depth,
            longest=self.longest,
            rounds=self.rounds,
            guesses=self.guesses,
            detour=None if solution is None else detour(self.puzzle, solution),
            deception=misled,
            solution=solution,
            verdict=answer,
            remark=remark,
            effort=None if solution is None else round(self.effort, 3),
            misleading=None if misled is None else misleading(self.puzzle, misled),
            reading=self.reading,
        )

    def _outcome(self, *, solved: bool) -> tuple[Solution | None, Answer, str | None]:
        """The only solution where there is one and it is known, how many there are, and why there is no grade."""
        if solved and self.reading is Reading.ASSUMED:
            answer = self.walk.proof().answer
            one = answer in (Answer.UNIQUE, Answer.UNKNOWN)
            return self.walk.solution if one else None, answer, ASSUMED if one else _REMARKS[answer]
        if solved:
            return self.walk.solution, Answer.UNIQUE, None
        if self.contradicted:
            return None, Answer.NONE, _REMARKS[Answer.NONE]
        known = self.walk.known
        if self.walk.stopped and (known is None or known.answer in (Answer.UNIQUE, Answer.UNKNOWN)):
            limit = self.walk.clock.limit
            return None, Answer.UNKNOWN, f"the budget of {limit:g} seconds ended before the board was rated"
        verdict = self.walk.proof()
        unique = verdict.answer is Answer.UNIQUE
        remark = ASSUMED if unique and self.reading is Reading.ASSUMED else _REMARKS[verdict.answer]
        return verdict.solution if unique else None, verdict.answer, remark
