"""Proving: exactly one solution, none, or two to show.

Three ways lead there, and take turns by counted work; which of them ends first never changes an answer:

    search     a first solution, then another (`by_search`); alone at first, as most boards need no more
    strict     once a solution is known that covers and is canonical: is it the only canonical linking?  Then it is the
               only solution under all four rules (docs/algorithms.md).  A refutation says nothing about them.  Both
               engines try it: the search for a second canonical linking, the frontier by counting them
    frontier   counts all solutions (`by_frontier`); for narrow boards

The boards people play are nearly all strict, which is far cheaper to prove than that they are unique: of 40 large
official levels the worst takes 16 000 conflicts for a second canonical linking, or 600 000 states to count them, where
second covers took 100 000 to 1 400 000 conflicts and covers ten times as many states.  Boards that are not strict
mostly fall to the frontier.  The search keeps a tenth of the work: it finds second solutions where there are some.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from numlink.errors import InputError
from numlink.exact.budget import Budget, Seconds
from numlink.exact.by_frontier import Counting
from numlink.exact.encoded import Board
from numlink.exact.slices import SLICE
from numlink.exact.solve import CONTRADICTION
from numlink.exact.strict import prove_strict
from numlink.exact.verdict import Answer, Verdict
from numlink.exact.ways import Ways
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Claim, RulesLike

FIRST_TURN = 100
"""Conflicts of the first turn; turns double up to a whole slice."""

BEFORE_THE_FRONTIER = 400
"""Conflicts that search and strict may have together before the frontier is called to a board up to 11 cells wide;
twice as many with every further column, as the frontier's cost grows like that."""

BESIDE_STRICT = 0.05
"""The part of a slice for counting covers while strict is tried."""

BESIDE_THE_FRONTIER = {True: 0.1, False: 0.75}
"""The search's part of a turn beside the frontier, while strict is tried and when it is not."""

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

    A known `solution` makes the proof faster.  `claim="strict"` asks instead whether there is exactly one linking even
    if cells may stay empty, and it covers the board (what magazines expect); `rules` play no part in it.  UNKNOWN where
    `budget` seconds ended first.  Raises IllegalPuzzle where a number does not occur twice, InputError where
    `solution` is not one.

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
        self.ways = Ways(board, known)
        self.frontier: Counting | None = None
        self._only_one = False
        """Whether the frontier has counted one solution, be there one to show or not."""
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
        search = self.ways.search
        return Verdict(
            Answer.UNKNOWN if total is None else (Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE)[total],
            self.board.rules,
            solution=self.board.solution(search.first) if search.first is not None else None,
            second=self.board.solution(search.second) if search.second is not None else None,
            reason=reason,
            strict=self.ways.is_strict,
            effort=self.ways.effort if self.frontier is None else self.ways.effort + self.frontier.effort,
            seconds=self.clock.seconds,
        )

    def _total(self) -> int | None:
        """0, 1 or 2 (for more) solutions; None when the time is over."""
        conflicts = FIRST_TURN
        while not self.clock.ended:
            total = self.ways.turn(conflicts, BESIDE_THE_FRONTIER[self.ways.tries_strict] if self._sweeps() else 1.0)
            if total is None and (self.frontier is not None or self.ways.conflicts >= self._before_frontier):
                total = self._frontier_turn(conflicts)
            if total is not None:
                return total
            conflicts = min(2 * conflicts, SLICE.conflicts)
        return None

    def _sweeps(self) -> bool:
        """Whether the frontier is at work."""
        return self.frontier is not None and not self.frontier.out_of_reach and self.frontier.total is None

    def _frontier_turn(self, conflicts: int) -> int | None:
        """A slice of the frontier; when it ends, it also provides the witnesses that are still missing."""
        if self.frontier is None:
            self.frontier = Counting(self.board, saturate=True)
        if not self._sweeps():
            return 1 if self._only_one and self.ways.search.first is not None else None
        states = self.frontier.slice * conflicts // SLICE.conflicts
        total = self.frontier.turn(int(states * BESIDE_STRICT) if self.ways.tries_strict else states)
        if total is None:
            return None
        if total == 0 or (total == 1 and self.ways.search.first is not None):
            return total
        return self._witnesses(total)

    def _witnesses(self, total: int) -> int | None:
        """One or two solutions from the frontier; None where there is no room for traces or layers.

        A verdict shows its solutions, so the search goes on until it has found them: the first one of a board that is
        known to have no other, else a second one.  The count alone is never told.
        """
        assert self.frontier is not None
        self._only_one = total == 1
        self.frontier.keep_layers()
        if self.frontier.run(self.clock) is None:
            return None
        for found in self.frontier.models(total):
            if self.ways.search.first is None:
                self.ways.search.first = found
            elif found != self.ways.search.first:
                self.ways.search.second = found
        return total
