"""The first solution of a board, in slices, by several searches that take turns."""

from __future__ import annotations

from array import array

from numlink.engine.search.search import Status
from numlink.exact.board_arrays import Board
from numlink.exact.few_touches import FewTouches
from numlink.exact.work import Searching, Slice
from numlink.model.rules import COVER, NO_TOUCH

HEAD_START = 100  # conflicts of a search for a first solution, by activity under COVER, before another one joins it

SHORTER, LONGER = Slice(conflicts=50, propagations=2_000), Slice(conflicts=200, propagations=8_000)
"""Turns of the search for any solution and of the joining one, about 0.3 and 1.2 ms (bench/notes/windows.md)."""


class FirstSolution(Searching):
    """The first solution of a board, in slices.

    A solution that does not touch itself and fills every cell is a solution under all rules (`ladder`), and it is found
    far sooner than any other, as there are few choices.  So where the rules allow more, a search for such a solution
    joins the search for any solution; if there is none, on rectangles under COVER, a search for one that touches at few
    places (`few_touches`) follows it.  Where cells may stay empty, the search for any solution considers only canonical
    ones; under COVER only settled ones, of which there is one if there is any (`transfers`).

    Turns are never cut short, so the length of slices never changes what is found.  `all_touch`: whether every solution
    is known to touch itself.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.search = board.first_search()
        board.sweep(self.search, after=HEAD_START if board.rules == COVER else 0)
        self.searches = [self.search]
        self.model: array[int] | None = None
        self.all_touch = False
        self.settled = False  # whether `search` considers only settled covers
        self._joined = False  # whether the head start is over
        self._beside: FirstSolution | FewTouches | None = None
        """The search that has joined, if any; it takes turns with `search`."""
        self._is_beside = False  # whether the last turn was that of `_beside`

    def turn(self, work: Slice) -> Status:
        """Do a slice of work: SATISFIED with a solution in `model`, REFUTED if there is none, PAUSED if undecided."""
        conflicts, propagations = self.spent
        ends = conflicts + work.conflicts, propagations + work.propagations
        status = Status.PAUSED
        while status is Status.PAUSED and conflicts < ends[0] and propagations < ends[1]:
            self._is_beside = self._beside is not None and not self._is_beside
            status = self._turn_beside() if self._is_beside else self._turn_search(work)
            conflicts, propagations = self.spent
        return status

    def _turn_search(self, work: Slice) -> Status:
        """Take a turn of `search`: `work` if it is alone, else SHORTER."""
        if not self._joined:
            work = work.before(HEAD_START - self.search.conflicts)
        elif self._beside is not None:
            work = SHORTER
        status = work.of(self.search)
        if status is Status.SATISFIED:
            self.model = self.search.model()
        elif status is Status.PAUSED and not self._joined and self.search.conflicts >= HEAD_START:
            self._joined = True
            if self.board.is_impossible:
                return Status.REFUTED
            self.settled = self.board.rules == COVER
            if self.settled:
                self.search.add_clauses(self.board.settled_clauses)
            if self.board.rules != NO_TOUCH:
                self._join(FirstSolution(self.board.under(NO_TOUCH)))
        return status

    def _join(self, beside: FirstSolution | FewTouches) -> None:
        """Make a search take turns with `search`."""
        self._beside = beside
        self.searches += beside.searches

    def _turn_beside(self) -> Status:
        """Take a turn of `_beside`; once it has shown that all solutions touch themselves, FewTouches replaces it."""
        assert self._beside is not None
        status = self._beside.turn(LONGER if self.board.rectangle else SHORTER)
        if status is Status.SATISFIED:
            self.model = self._beside.model
            assert self.model is not None
            self.search.set_phases(self.model)
        elif status is Status.REFUTED and not self.all_touch:
            self.all_touch, self._beside = True, None
            if self.board.rectangle and self.board.rules == COVER:
                self._join(FewTouches(self.board))
            return Status.PAUSED
        return status
