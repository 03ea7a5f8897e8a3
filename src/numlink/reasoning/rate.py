"""How hard a puzzle is for a person: by the rules it takes, and how many of them lie open at once.

`rate` solves the puzzle as a person would, each time with the cheapest tier of rules that says anything, all of its
deductions at once, and looks ahead only where no rule helps.  The figures do not depend on how the board is turned
or numbered.  docs/difficulty.md defines the grades and shows their spread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from numlink.engine.deduction.reasoner import Reasoner
from numlink.exact.solve import prove
from numlink.exact.verdict import Answer, Verdict
from numlink.model.judge import require_legal
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Rules
from numlink.reasoning.deduce import Assume, Position, reasoner_for
from numlink.reasoning.guesses import deception, detour

LIGHT, FULL, DEEP = 0, 1, 2
"""Strengths of look-ahead: local rules only, with label domains, and looking ahead from inside a look-ahead."""

DEPTH = {LIGHT: 1, FULL: 1, DEEP: 2}

PROOF_SECONDS = 10.0
"""What the solver may take to say whether a board that look-ahead does not solve has one solution."""

DEEPEST = 60
"""Open links up to which tries inside tries are made: beyond, no person would, and it takes too long."""

LIGHT_WORK, FULL_WORK = 10_000_000, 10_000_000
"""Open links times cells, for FULL times numbers, up to which a pass is made: 40x40 boards, and 20x20."""

MOST_GUESSES = 20
"""Guesses after which no more are counted."""

FEW_LOOKS = 3
"""The most look-aheads of a hard puzzle; more make it an expert one."""


class Grade(IntEnum):
    """The grades in ascending order; NONE is for boards without exactly one solution."""

    NONE = 0
    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4
    EXTREME = 5

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Rating:
    """A grade and the figures behind it.

    `tiers[t]` is the number of links decided by tier t (0 local, 1 label domains, 2 regions and cuts, 3 no touching,
    4 unused, 5 look-ahead).  `bottleneck`: the fewest links that could be decided at once whenever the local rules
    were exhausted (all links, where they never were).  `looks`: how often all open links had to be tried, in vain or
    not, `depth` how many tries deep, `longest` the rounds of the longest refutation, `rounds` those of all.
    `guesses`: how often not even that said anything and the link that decides most had to be told from the solution.
    `solved`: without any.
    `detour`: links drawn per link of the straight distances; `deception`: the share of border-hugging and
    straight-route guesses that are wrong.  `verdict` and `remark` say why there is no grade or no solution by reasons.
    """

    grade: Grade
    rules: Rules
    solved: bool
    hardest_tier: int
    tiers: tuple[int, ...]
    bottleneck: int
    looks: int
    depth: int
    longest: int
    rounds: int
    guesses: int
    detour: float | None
    deception: float | None
    solution: Solution | None
    verdict: Answer = Answer.UNIQUE
    remark: str | None = None

    @property
    def number(self) -> int:
        """The grade as a number: 1 easy to 5 extreme, 0 without a grade."""
        return int(self.grade)

    @property
    def order(self) -> tuple[int, ...]:
        """What puzzles are sorted by, the easiest first."""
        return self.number, self.guesses, self.looks, self.hardest_tier, self.rounds, -self.bottleneck

    def __str__(self) -> str:
        if self.grade is Grade.NONE:
            return f"no grade: {self.remark}"
        looks = f"{self.looks} look-aheads {self.depth} deep" if self.looks else "no look-ahead"
        guesses = f", {self.guesses} guesses" if self.guesses else ""
        return (
            f"{self.grade} ({self.number}): hardest tier {self.hardest_tier}, {looks}{guesses}, "
            f"bottleneck {self.bottleneck}"
        )

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the contract: `grade` at top level and the figures behind it."""
        return {
            "grade": str(self.grade),
            "number": self.number,
            "rules": self.rules.name,
            "verdict": str(self.verdict),
            "solved": self.solved,
            "hardest_tier": self.hardest_tier,
            "tiers": list(self.tiers),
            "bottleneck": self.bottleneck,
            "looks": self.looks,
            "depth": self.depth,
            "longest": self.longest,
            "rounds": self.rounds,
            "guesses": self.guesses,
            "detour": self.detour,
            "deception": self.deception,
            "remark": self.remark,
        }


def rate(puzzle: Puzzle, rules: Rules | None = None, *, proven: bool = False, budget: float = PROOF_SECONDS) -> Rating:
    """The grade of `puzzle` under `rules` (None: its own), with the figures behind it.

    A board with no solution or several gets grade NONE and a remark.  Where no rule and no look-ahead solves it the
    solver is asked, for `budget` seconds; no answer in time is grade NONE with verdict UNKNOWN, never another grade.
    `proven`: the puzzle's own solution is known to be the only one, and nobody is asked.  Takes some milliseconds at
    10x10; the same for all 8 symmetric copies and all numberings.
    Raises IllegalPuzzle where a number does not occur twice.

    >>> from numlink import generate_classic
    >>> print(rate(generate_classic(7, seed=3)))
    easy (1): hardest tier 0, no look-ahead, bottleneck 68
    """
    puzzle = puzzle.with_rules(rules)
    require_legal(puzzle)
    walk = Walk(puzzle, proven=proven, budget=budget)
    for _ in walk:
        pass
    return walk.rating()


def within_reach(engine: Reasoner, strength: int) -> bool:
    """Whether a pass of look-ahead of this strength ends within about a second; counted, so the same everywhere."""
    work = engine.open_links * engine.position.size
    if strength == LIGHT:
        return bool(work <= LIGHT_WORK)
    if strength == FULL:
        return bool(work * engine.position.labels <= FULL_WORK)
    return bool(engine.open_links <= DEEPEST)


class Walk:
    """Solving by the cheapest means, one round after the other.

    Iterating yields the tier of each round (5: look-ahead); what had to be told counts for none.
    """

    def __init__(self, puzzle: Puzzle, *, proven: bool = False, budget: float = PROOF_SECONDS) -> None:
        self.puzzle = puzzle
        self.budget = budget
        self.engine: Reasoner = reasoner_for(puzzle, Assume.NOTHING)
        self.tiers = [0] * 6
        self.bottleneck = self.engine.position.links
        self.looks = self.strength = self.depth = self.longest = self.rounds = self.guesses = 0
        self.contradiction = False
        self.known: Verdict | None = None
        if proven and puzzle.solution is not None:
            self.known = Verdict(Answer.UNIQUE, puzzle.rules, solution=puzzle.solution)
            self._share()

    def __iter__(self) -> Iterator[int]:
        """Rounds until the board is solved, contradicts itself, or nothing helps."""
        while not self.engine.finished:
            tier = self.engine.advance(3)
            if tier == -2:
                self.contradiction = True
                return
            if tier == -1:
                if self._look():
                    tier = 5
                elif self._guess():
                    continue
                else:
                    return
            if tier > 0:
                self.bottleneck = min(self.bottleneck, self.engine.decided)
            self.tiers[tier] += self.engine.decided
            yield tier

    def _look(self) -> bool:
        """Look ahead, weakest strength first; False if none of them decides anything."""
        for strength in (LIGHT, FULL, DEEP):
            if not within_reach(self.engine, strength):
                return False
            if strength > LIGHT and self.verdict().answer in (Answer.MULTIPLE, Answer.NONE):
                return False  # no grade will come of it
            if strength == DEEP and (self.guesses or self.verdict().answer is not Answer.UNIQUE):
                return False
            self.looks += 1
            self.strength = max(self.strength, strength)
            self.depth = max(self.depth, DEPTH[strength])
            if self.engine.look(strength):
                self.longest = max(self.longest, self.engine.length)
                self.rounds += self.engine.length
                return True
        return False

    def _guess(self) -> bool:
        """Have the links that decide most told; False where that is too far, or the solution is not known."""
        if self.guesses == MOST_GUESSES or not within_reach(self.engine, LIGHT):
            return False
        if self.verdict().answer is not Answer.UNIQUE:
            return False
        self.engine.tell()
        self.guesses += 1
        self.bottleneck = 0
        return True

    def verdict(self) -> Verdict:
        """Whether the board has one solution; asked before the dearer look-aheads, which it halves, and for a guess."""
        if self.known is None:
            self.known = prove(self.puzzle, budget=self.budget)
            self._share()
        return self.known

    def _share(self) -> None:
        """Let the engine know the only solution."""
        if self.known and self.known.answer is Answer.UNIQUE and self.known.solution:
            self.engine.know(Position.solved(self.puzzle, self.known.solution).states)

    def rating(self) -> Rating:
        """The figures so far as a Rating."""
        solved = self.engine.finished and not self.contradiction and not self.guesses
        solution, remark, answer = None, None, Answer.UNIQUE
        if solved:
            solution = Position(self.puzzle, self.engine.states()).solution()
        elif self.contradiction:
            remark, answer = "the board has no solution", Answer.NONE
        else:
            verdict = self.verdict()
            solution, answer = verdict.solution, verdict.answer
            remark = {
                Answer.MULTIPLE: "the board has more than one solution",
                Answer.NONE: "the board has no solution",
                Answer.UNKNOWN: "whether the board has one solution is unknown",
                Answer.UNIQUE: "no look-ahead of a person's depth solves it",
            }[verdict.answer]
            if verdict.answer is not Answer.UNIQUE:
                solution = None
        hardest = max((tier for tier, links in enumerate(self.tiers) if links), default=0)
        return Rating(
            grade=Grade.NONE if solution is None else self._grade(solved, hardest),
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

    def _grade(self, solved: bool, hardest: int) -> Grade:
        """The table of docs/difficulty.md."""
        if not solved:
            return Grade.EXTREME
        if hardest <= 1:
            return Grade.EASY
        if hardest <= 3:
            return Grade.MEDIUM
        if self.strength == LIGHT and self.looks <= FEW_LOOKS:
            return Grade.HARD
        return Grade.EXPERT
