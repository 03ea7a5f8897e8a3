"""The first solution of a board, then a second one or the proof that there is none, in slices."""

from __future__ import annotations

from array import array

from numlink.engine.search.search import Search, Status
from numlink.engine.search.settled_covers import transferred
from numlink.exact.board_arrays import Board
from numlink.exact.first_solution import HEAD_START, FirstSolution
from numlink.exact.work import Searching, Slice
from numlink.model.puzzle import Solution
from numlink.model.rules import COVER, FREE


class SecondSolution(Searching):
    """A board's first solution, unless it is known, and then another one, in slices.

    The search that found the first solution goes on, or a new one begins near a `known` solution (if it is a model, it
    must be right).  Under COVER, after a head start, a transfer shows a second solution at once, or the search goes on
    among settled covers only.
    """

    def __init__(self, board: Board, known: Solution | array[int] | None = None) -> None:
        self.board = board
        self.first: array[int] | None = None
        self.second: array[int] | None = None
        self._finding = FirstSolution(board) if known is None else None
        self.searches = [] if self._finding is None else self._finding.searches
        self._search: Search | None = None  # the search for another solution
        self.asks_strict = False
        """Whether, under FREE, the first solution covers: then only another canonical one is sought (`strict`)."""
        self._settles = board.rules == COVER  # whether the search must still be restricted to settled covers
        if known is not None:
            self._begin_second(known if isinstance(known, array) else board.model(known))

    @property
    def all_touch(self) -> bool:
        """Whether every cover is known to touch itself: such a cover can be shortened, so the strict claim is false."""
        return self._finding is not None and self._finding.all_touch

    def met(self, model: array[int]) -> None:
        """Keep a solution found elsewhere: as the first, or as the second if it differs from the first."""
        if self.first is None:
            self.first = model
        elif model != self.first:
            self.second = model

    def turn(self, work: Slice) -> int | None:
        """Do a slice of work; return 0, 1 or 2 (for two or more) solutions once that is known, else None."""
        finding, search = self._finding, self._search
        if search is None:
            assert finding is not None
            status = finding.turn(work)
            if status is Status.REFUTED:
                return 0
            if finding.model is not None:
                self._begin_second(finding.model)
                if self.second is None and self._search is not None and not self._search.consistent:
                    return 1
        else:
            if self._settles:
                work = work.before(HEAD_START - search.conflicts)
            status = work.of(search)
            if status is Status.REFUTED:
                return 1
            if status is Status.SATISFIED:
                self.second = search.model()
            elif self._settles and search.conflicts >= HEAD_START:
                search.add_clauses(self.board.settled_clauses)
                self._settle()
        return None if self.second is None else 2

    def _begin_second(self, first: array[int]) -> None:
        """Keep the first solution and set up the search for another one."""
        self.first = first
        rules, finding = self.board.rules, self._finding
        self.asks_strict = rules == FREE and self.board.covers(first)
        if finding is not None and (rules.fill or self.asks_strict):
            self._search = finding.search
            if finding.settled:
                self._settle()
        else:
            self._search = self.board.linkings_search() if self.asks_strict else self.board.search()
            self.board.sweep(self._search)
            self._search.set_phases(first)
            self.searches.append(self._search)
        self._search.add_clause(self.board.other_than(first))

    def _settle(self) -> None:
        """Keep the second solution that a transfer shows, if any, now that the search considers only settled covers."""
        assert self.first is not None
        self._settles = False
        self.second = transferred(self.board.transfers, self.first)
