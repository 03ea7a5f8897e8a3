"""A second solution of a board in slices, or the proof that there is none, once the first one is known."""

from __future__ import annotations

from array import array

from numlink.engine.search.search import Search, Status
from numlink.engine.search.settled_covers import transferred
from numlink.engine.search.uniqueness import Walk
from numlink.exact.board_arrays import Board
from numlink.exact.first_solution import FirstSolution, sweep
from numlink.exact.work import Searching, Slice
from numlink.model.puzzle import Solution
from numlink.model.rules import COVER, FREE

CHANGE_AFTER = 100
"""Conflicts of a search for a second solution before a walk takes its place, and of a walk before it looks at settled
covers only: most boards take fewer."""


class SecondSolution(Searching):
    """A board's first solution, unless it is known, and then another one, in slices.

    Most second solutions, and most proofs that there is none, take fewer than a hundred conflicts.  After that, on
    rectangles where touching is allowed, a walk in a search of its own takes over, as with a known solution; elsewhere
    the order of the links says little, and the search goes on.  Then, under COVER, a transfer shows a second solution
    at once, or all searches look at settled covers only.
    """

    def __init__(self, board: Board, known: Solution | None = None) -> None:
        self.board = board
        self.first: array[int] | None = None if known is None else board.model(known)
        self.second: array[int] | None = None
        self._finding = FirstSolution(board) if self.first is None else None
        self.searches = [] if self._finding is None else self._finding.searches
        self._change_at: int | None = None
        """At how many conflicts of the search that runs the next change comes; None where none is to come."""
        self.asks_strict = False
        """Whether, under FREE, the first solution covers: then only another canonical one is looked for (`strict`)."""
        self._settled = False
        """Whether new searches look at settled covers only; then no transfer applies to the first solution."""
        self._running: Search | Walk
        if self.first is not None:
            self._begin_second(self.first)

    @property
    def all_touch(self) -> bool:
        """Whether every cover is known to touch itself: then it can be shortened, so the strict claim is false."""
        return self._finding is not None and self._finding.all_touch

    def met(self, model: array[int]) -> None:
        """Keep a solution found elsewhere: as the first, or as the second if it differs from the first."""
        if self.first is None:
            self.first = model
        elif model != self.first:
            self.second = model

    def turn(self, work: Slice) -> int | None:
        """A slice of work; 0, 1 or 2 (for two or more) solutions once that is known, else None."""
        if self.first is None:
            finding = self._finding
            assert finding is not None
            status = finding.turn(work)
            if status is Status.SATISFIED:
                assert finding.model is not None
                self._begin_second(finding.model, finding)
            return 0 if status is Status.REFUTED else self._two_known
        running = self._running
        search = running if isinstance(running, Search) else running.search
        if self._change_at is not None:
            work = work.before(self._change_at - search.conflicts)
        status = work.of(running)
        if status is Status.REFUTED:
            return 1
        if status is Status.SATISFIED:
            self.second = search.model()
        elif self._change_at is not None and search.conflicts >= self._change_at:
            self._change(search)
        return self._two_known

    @property
    def _two_known(self) -> int | None:
        """2 once a second solution is known, else None."""
        return None if self.second is None else 2

    def _begin_second(self, first: array[int], finding: FirstSolution | None = None) -> None:
        """Keep the first solution, and ask for another one."""
        self.first = first
        rules = self.board.rules
        self.asks_strict = rules == FREE and self.board.covers(first)
        if finding is None and self.board.rectangle and not self.asks_strict:
            self._running = self._walk()
            return
        if finding is not None and finding.settled:
            self._settle()
        may_go_on = rules.fill or self.asks_strict
        search = finding.search if finding is not None and may_go_on else self._new_search()
        self._running = self._ask(search)
        if rules.touch and not self.asks_strict:
            self._change_at = search.conflicts + CHANGE_AFTER

    def _change(self, search: Search) -> None:
        """After some conflicts of a search or walk: look at settled covers only; a walk takes the place of a search."""
        self._change_at = None
        if not self._settled and self.board.rules == COVER:
            self._settle()
            search.add_clauses(self.board.settled_clauses)
        if isinstance(self._running, Search) and self.board.rectangle and not self.all_touch and self.second is None:
            self._running = self._walk()

    def _settle(self) -> None:
        """Keep the second solution that a transfer shows; later searches look at settled covers only."""
        assert self.first is not None
        self._settled = True
        self.second = transferred(self.board.transfers, self.first)

    def _new_search(self) -> Search:
        """A new search, for settled covers only once `_settled`."""
        assert self.first is not None
        search = self.board.linkings_search() if self.asks_strict else self.board.search()
        if self.asks_strict:
            sweep(search, self.board)
        search.set_phases(self.first)
        self.searches.append(search)
        if self._settled:
            search.add_clauses(self.board.settled_clauses)
        return search

    def _walk(self) -> Walk:
        """A walk from the first solution in a new search."""
        search = self._new_search()
        assert self.first is not None
        self._change_at = None if self._settled else CHANGE_AFTER
        return Walk(search, self.first)

    def _ask(self, search: Search) -> Search:
        """Ask `search` for any other solution."""
        assert self.first is not None
        search.add_clause(self.board.other_than(self.first))
        return search
