"""Proving: exactly one solution, none, or two to show.

Two engines stand behind `prove`, the search over links and the frontier that counts; they take turns in growing
slices of counted work, and the first to end gives the verdict.  Either alone would do: what one finds hard is
mostly easy for the other (sparse boards with touching allowed for the search, wide boards for the frontier).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from numlink.errors import InputError
from numlink.exact.budget import Budget, Seconds
from numlink.exact.by_frontier import Counting
from numlink.exact.by_search import SLICE, SecondSearch, Slice
from numlink.exact.encoded import Board
from numlink.exact.solve import CONTRADICTION
from numlink.exact.strict import prove_strict
from numlink.exact.verdict import Answer, Verdict
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Claim, RulesLike

BESIDE_THE_FRONTIER = Slice(conflicts=150, propagations=100_000)
"""What the search may do once the frontier takes turns with it: a third of the time, as that then mostly wins."""

HEAD_START = 400
"""Conflicts the search may have before the frontier is called: most boards need fewer in all."""

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
    """One proof of uniqueness: the search and the frontier taking turns."""

    def __init__(self, board: Board, known: Solution | None, clock: Budget) -> None:
        self.board = board
        self.clock = clock
        self.search = SecondSearch(board, known)
        self.frontier: Counting | None = None

    def verdict(self) -> Verdict:
        """Take turns until one engine knows, or the time is over."""
        total = self._total()
        reason = None
        if total is None:
            reason = self.clock.ended_before("the proof")
        elif total == 0:
            reason = CONTRADICTION
        effort = self.search.effort
        return Verdict(
            Answer.UNKNOWN if total is None else (Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE)[total],
            self.board.rules,
            solution=self.board.solution(self.search.first) if self.search.first is not None else None,
            second=self.board.solution(self.search.second) if self.search.second is not None else None,
            reason=reason,
            effort=effort if self.frontier is None else effort + self.frontier.effort,
            seconds=self.clock.seconds,
        )

    def _total(self) -> int | None:
        """0, 1 or 2 (for more) solutions; None when the time is over."""
        states = 0
        while not self.clock.ended:
            total = self.search.turn(SLICE if self.frontier is None else BESIDE_THE_FRONTIER)
            if total is None and self.search.search.conflicts >= HEAD_START:
                if self.frontier is None:
                    self.frontier = Counting(self.board, saturate=True)
                    states = self.frontier.slice // 4
                total = self._frontier_turn(self.frontier, states)
                states = min(2 * states, self.frontier.slice)
            if total is not None:
                return total
        return None

    def _frontier_turn(self, frontier: Counting, states: int) -> int | None:
        """A slice of the frontier; when it ends, it also provides the witnesses that are still missing."""
        known = frontier.total is not None
        total = frontier.turn(states)
        if known or total is None:
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
