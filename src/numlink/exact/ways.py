"""Is there a second solution?  Asked directly and by the strict claim, taking turns."""

from __future__ import annotations

from numlink.exact.by_frontier import Counting
from numlink.exact.by_search import SecondSolution, effort_of
from numlink.exact.encoded import Board
from numlink.exact.slices import SLICE, Slice
from numlink.exact.strict import Linkings, SecondLinking
from numlink.exact.verdict import Answer, Effort
from numlink.model.judge import check
from numlink.model.puzzle import Solution
from numlink.model.rules import FREE, NO_TOUCH

BEFORE_STRICT = {True: 100, False: 2_000}
"""Conflicts the search may have alone, where touching is allowed; without it strict is no easier to prove."""

BEFORE_LINKINGS = 20_000
"""Conflicts in all before canonical linkings are counted beside the search for a second one, in equal parts: on the 40
levels of flow-large 1.5 s (the count not needed), after 12 000, 8 000, 4 000 conflicts 1.8, 2.2, 2.3 s."""

BESIDE_STRICT = 0.1
"""The search's part of a turn while strict is tried beside it."""


class Ways:
    """None, one or several solutions, in slices: by a second solution, or none, or by the strict claim.

    Once a solution is known that covers and is canonical: is it the only canonical linking?  Then it is the only
    solution under all four rules, and `is_strict`.  Where that is refuted nothing follows, and the search goes on.

    Two engines try it, by turns: the search for a second canonical linking, and the frontier, which counts them (0:
    there is no linking at all).  The frontier takes the direction in which it counts cheapest for "down"; a solution
    that covers and does not touch itself is canonical whichever way is down, and no other is strict.
    """

    def __init__(self, board: Board, known: Solution | None = None) -> None:
        self.board = board
        # Where cells may stay empty and paths may touch, linkings are solutions: strict and search are one.
        alike = board.rules == FREE
        self.search: SecondSolution | SecondLinking = (SecondLinking if alike else SecondSolution)(board, known)
        self.strict: Linkings | None = None
        self.linkings: Counting | None = None
        self.tries_strict = not alike
        self.is_strict: bool | None = None

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        effort = effort_of(*self.search.searches)
        if self.strict is not None:
            effort += self.strict.effort
        return effort if self.linkings is None else effort + self.linkings.effort

    @property
    def conflicts(self) -> int:
        """Those of all searches so far."""
        return self.search.conflicts + (0 if self.strict is None else self.strict.conflicts)

    def turn(self, conflicts: int, part: float = 1.0) -> int | None:
        """Some conflicts for strict, a `part` of them for the search; 0, 1 or 2 (for more) solutions once known."""
        young = isinstance(self.search, SecondSolution) and self.search.is_young
        if self.tries_strict and self.strict is not None and not young:
            part = min(part, BESIDE_STRICT)
        total = self.search.turn(Slice(int(conflicts * part), int(SLICE.propagations * part)))
        if isinstance(self.search, SecondLinking):
            self.is_strict = self.search.is_strict(total)
        elif self.tries_strict and self.search.all_touch:
            self.tries_strict = self.is_strict = False
        if total is None and self.tries_strict and self.search.conflicts >= BEFORE_STRICT[self.board.rules.touch]:
            total = self._strict_turn(Slice(conflicts, SLICE.propagations))
            if total is None and self.tries_strict and self._conflicts_so_far() >= BEFORE_LINKINGS:
                total = self._linkings_turn(conflicts)
        return total

    def _conflicts_so_far(self) -> int:
        return self.search.conflicts + (self.strict.searches[0].conflicts if self.strict is not None else 0)

    def _strict_turn(self, work: Slice) -> int | None:
        """A slice of the strict proof, once there is a solution to start from; 1, or 2 where it met a witness."""
        first = self.search.first
        if first is None:
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

    def _linkings_turn(self, conflicts: int) -> int | None:
        """A slice of counting canonical linkings; 0 or 1 where that settles it."""
        if self.linkings is None:
            self.linkings = Counting(self.board, linkings=True)
        total = self.linkings.total
        if total is None and not self.linkings.out_of_reach:
            total = self.linkings.turn(self.linkings.slice * conflicts // SLICE.conflicts)
        if total == 0:
            return 0
        if total == 1 and self.search.first is not None:
            self.tries_strict = False
            self.is_strict = not check(self.board.puzzle, self.board.solution(self.search.first), NO_TOUCH)
            return 1 if self.is_strict else None
        if total is not None and total > 1:
            self.tries_strict = self.is_strict = False
        return None
