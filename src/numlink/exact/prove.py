"""Proving: exactly one solution, none, or two to show.

Three ways lead there, and take turns by counted work; which of them ends first never changes an answer:

    search     a first solution, then another (`by_search`); alone at first, as most boards need no more
    strict     once a solution is known that covers and is canonical: is it the only canonical linking?  Then it is the
               only solution under all four rules (docs/algorithms.md).  A refutation says nothing about them
    frontier   counts all solutions (`by_frontier`); for narrow boards

The boards people play are nearly all strict, which is far cheaper to prove than that they are unique: the 40 largest
official levels of the corpus take 28 000 conflicts in the median for a second cover and 3 900 for a second canonical
linking.  Boards that are not strict mostly fall to the frontier.  The search keeps a fifth of the work: it finds second
solutions where there are some.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from numlink.errors import InputError
from numlink.exact.budget import Budget, Seconds
from numlink.exact.by_frontier import Counting
from numlink.exact.by_search import SLICE, SecondSolution, Slice, effort_of
from numlink.exact.encoded import Board
from numlink.exact.solve import CONTRADICTION
from numlink.exact.strict import Linkings, SecondLinking, prove_strict
from numlink.exact.verdict import Answer, Effort, Verdict
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE, Claim, RulesLike

FIRST_TURN = 100
"""Conflicts of the first turn; turns double up to a whole slice."""

BEFORE_STRICT = {True: 100, False: 2_000}
"""Conflicts the search may have alone, where touching is allowed; without it strict is no easier to prove."""

BEFORE_THE_FRONTIER = 400
"""Conflicts that search and strict may have together before the frontier is called to a board up to 11 cells wide;
twice as many with every further column, as the frontier's cost grows like that."""

BESIDE = {(False, False): 1.0, (True, False): 0.25, (False, True): 0.375, (True, True): 0.2}
"""The search's part of a turn where (strict, frontier) take turns with it."""

ClaimLike: TypeAlias = Claim | Literal["unique", "strict"]
"""A claim or its word."""


def prove(
    puzzle: Puzzle,
    solution: Solution | None = None,
    rules: RulesLike | None = None,
    *,
    claim: ClaimLike = Claim.UNIQUE,
    budget: Seconds = None,
) -> Verdict:
    """Whether `puzzle` has exactly one solution under `rules` (None: its own), with a witness either way.

    A known `solution` makes the proof faster; InputError where it is wrong.  `claim="strict"` asks instead for
    exactly one linking under FREE that also covers (what Nikoli expects); `rules` play no part in it.  UNKNOWN
    where `budget` seconds ended first.

    >>> from numlink import Puzzle
    >>> square = Puzzle.from_rows([[1, 1], [0, 0]])
    >>> str(prove(square)), prove(square, claim="strict").answer.value
    ('exactly one solution, under cover', 'multiple')
    """
    clock = Budget.of(budget)
    if _claim(claim) is Claim.STRICT:
        return prove_strict(puzzle, clock)
    return _Proof(Board(puzzle, rules), solution, clock).verdict()


def _claim(claim: ClaimLike) -> Claim:
    try:
        return Claim(claim)
    except ValueError:
        raise InputError(f"{claim!r:.40} names no claim. Use one of {', '.join(Claim)}.") from None


class _Proof:
    """One proof of uniqueness: three ways to it, taking turns."""

    def __init__(self, board: Board, known: Solution | None, clock: Budget) -> None:
        self.board = board
        self.clock = clock
        # Where cells may stay empty and paths may touch, linkings are solutions: strict and search are one.
        alike = board.rules == FREE
        self.search: SecondSolution | SecondLinking = (SecondLinking if alike else SecondSolution)(board, known)
        self.strict: Linkings | None = None
        self.tries_strict = not alike
        self.is_strict: bool | None = None
        self.frontier: Counting | None = None
        wider = max(0, min(board.puzzle.width, board.puzzle.height) - 11)
        self._before_frontier = BEFORE_THE_FRONTIER << min(wider, 8)

    def verdict(self) -> Verdict:
        """Take turns until one way ends, or the time is over."""
        total = self._total()
        reason = None
        if total is None:
            reason = self.clock.ended_before("the proof")
        elif total == 0:
            reason = CONTRADICTION
        if isinstance(self.search, SecondLinking):
            self.is_strict = self.search.is_strict(total)
        return Verdict(
            Answer.UNKNOWN if total is None else (Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE)[total],
            self.board.rules,
            solution=self.board.solution(self.search.first) if self.search.first is not None else None,
            second=self.board.solution(self.search.second) if self.search.second is not None else None,
            reason=reason,
            strict=self.is_strict,
            effort=self._effort(),
            seconds=self.clock.seconds,
        )

    def _effort(self) -> Effort:
        effort = effort_of(*self.search.searches)
        if self.strict is not None:
            effort += self.strict.effort
        return effort if self.frontier is None else effort + self.frontier.effort

    def _total(self) -> int | None:
        """0, 1 or 2 (for more) solutions; None when the time is over."""
        conflicts = FIRST_TURN
        while not self.clock.ended:
            others = (self.tries_strict and self.strict is not None, self._sweeps())
            part = Slice(int(conflicts * BESIDE[others]), int(SLICE.propagations * BESIDE[others]))
            total = self.search.turn(part)
            if total is None and self.tries_strict:
                total = self._strict_turn(Slice(conflicts, SLICE.propagations))
            if total is None and (self.frontier is not None or self._effort().conflicts >= self._before_frontier):
                total = self._frontier_turn(conflicts)
            if total is not None:
                return total
            conflicts = min(2 * conflicts, SLICE.conflicts)
        return None

    def _sweeps(self) -> bool:
        """Whether the frontier is at work."""
        return self.frontier is not None and not self.frontier.out_of_reach and self.frontier.total is None

    def _strict_turn(self, work: Slice) -> int | None:
        """A slice of the strict proof, once there is a solution to start from; 1, or 2 where it met a witness."""
        first = self.search.first
        if first is None or self.search.conflicts < BEFORE_STRICT[self.board.rules.touch]:
            return None
        if self.strict is None:
            self.strict = Linkings(self.board.puzzle, first)
        if not self.strict.models:  # it leaves cells empty, or is not canonical
            answer: Answer | None = Answer.MULTIPLE
        else:
            answer = self.strict.turn(work)
        if answer is None:
            return None
        self.tries_strict = False
        self.is_strict = answer is Answer.UNIQUE
        if self.is_strict:
            return 1
        for model in self.strict.models[1:]:
            if not check(self.board.puzzle, self.board.solution(model), self.board.rules):
                self.search.second = model
                return 2
        return None

    def _frontier_turn(self, conflicts: int) -> int | None:
        """A slice of the frontier; when it ends, it also provides the witnesses that are still missing."""
        if self.frontier is None:
            self.frontier = Counting(self.board, saturate=True)
        if not self._sweeps():
            return None
        # A conflict costs about 15 us, as 250 states do; alone beside the search the frontier has twice that.
        states = self.frontier.slice * conflicts // SLICE.conflicts
        total = self.frontier.turn(states // 2 if self.tries_strict else states)
        if total is None:
            return None
        if total == 0 or (total == 1 and self.search.first is not None):
            return total
        return self._witnesses(total)

    def _witnesses(self, total: int) -> int | None:
        """One or two solutions from the frontier's layers; None (and the search goes on) where they do not fit."""
        counting = Counting(self.board, keep=True)
        if counting.run(self.clock) is None:
            return None
        for rank in range(total):
            found = counting.model(rank)
            if self.search.first is None:
                self.search.first = found
            elif found != self.search.first:
                self.search.second = found
        return total
