"""A second solution of a board in slices, or the proof that there is none, once the first one is known."""

from __future__ import annotations

from array import array

from numlink.engine.search.search import Search, Status
from numlink.engine.search.settled_covers import transferred
from numlink.engine.search.uniqueness import Walk
from numlink.exact.board_arrays import Board
from numlink.exact.few_touches import FewTouches
from numlink.exact.first_solution import FirstSolution
from numlink.exact.work import Slice
from numlink.model.puzzle import Solution
from numlink.model.rules import COVER

SETTLED_AFTER = 100
"""Conflicts of a walk before it looks at settled covers only; other searches do so when others join them."""

BEFORE_THE_WALK = 100
"""Conflicts that a search for a second solution has before a walk from the first solution takes its place."""

SOON_ANOTHER = 100
"""Conflicts of the search for solutions that touch at few places, before others are asked for a second one."""

A_SHORT_WALK = 300
"""Conflicts of a walk where it is seldom a proof: on boards that are no rectangles, or if every solution touches."""


class SecondSolution:
    """A board's first solution, unless it is known, and then another one, in slices.

    Most second solutions, and most proofs that there is none, take fewer than a hundred conflicts.  After that, where
    touching is allowed, a walk in a search of its own takes over, as with a known solution.  On boards beyond the
    rectangle the walk is short (A_SHORT_WALK).  Then, under COVER, a transfer shows a second solution at once, or all
    searches look at settled covers only.  A search for solutions that touch at few places, where there is one, is asked
    for the second one before all others.
    """

    def __init__(self, board: Board, known: Solution | None = None) -> None:
        self.board = board
        self.first: array[int] | None = None if known is None else board.model(known)
        self.second: array[int] | None = None
        # Where cells may stay empty, search canonical solutions: they are few, and exist if any solution does.
        self._finding = FirstSolution(board, canonical=not board.rules.fill) if self.first is None else None
        self.searches: list[Search] = [] if self._finding is None else self._finding.searches
        self._asking: Search | None = None
        """The search for any other solution; it waits while a walk runs."""
        self._walk_after: int | None = None
        """At how many conflicts of that search a walk takes its place; None where no walk is to come."""
        self._settled = False
        """Whether all searches look at settled covers only; then no transfer applies to the first solution."""
        self._few: FewTouches | None = None
        """The search for another solution that touches at few places, while it is asked."""
        self._few_until = 0
        if self.first is not None:
            self._running: Search | Walk = self._walk()

    @property
    def conflicts(self) -> int:
        """Conflicts of all searches so far."""
        return sum([search.conflicts for search in self.searches])

    @property
    def all_touch(self) -> bool:
        """Whether every solution is known to touch itself: then it can be shortened, so the strict claim is false."""
        return self._finding is not None and self._finding.all_touch

    @property
    def _walks_briefly(self) -> bool:
        """Whether a walk is short (A_SHORT_WALK)."""
        return self.all_touch or not self.board.rectangle

    def met(self, model: array[int]) -> None:
        """Keep a solution found elsewhere: as the first, or as the second if it differs from the first."""
        if self.first is None:
            self.first = model
        elif model != self.first:
            self.second = model

    def turn(self, work: Slice) -> int | None:
        """A slice of work; 0, 1 or 2 (for two or more) solutions once that is known, else None."""
        if self.first is None:
            assert self._finding is not None
            status = self._finding.turn(work)
            if status is Status.SATISFIED and self._finding.model is not None:
                self._begin_second(self._finding)
            return 0 if status is Status.REFUTED else self._two_known
        if self._few is not None:
            return self._turn_few(work)
        running = self._running
        if self._walk_after is not None:
            assert self._asking is not None
            work = work.before(self._walk_after - self._asking.conflicts)
        elif isinstance(running, Walk):
            if self._may_settle:
                work = work.before(SETTLED_AFTER - running.search.conflicts)
            if self._walks_briefly:
                work = work.before(A_SHORT_WALK - running.search.conflicts)
        status = work.of(running)
        if status is Status.PAUSED:
            self._change()
            return self._two_known
        if status is Status.REFUTED:
            return 1
        self.second = (running if isinstance(running, Search) else running.search).model()
        return 2

    @property
    def _two_known(self) -> int | None:
        """2 once a second solution is known, else None."""
        return None if self.second is None else 2

    def _begin_second(self, finding: FirstSolution) -> None:
        """Keep the first solution, and ask for another one."""
        first, few = finding.model, finding.few
        assert first is not None
        self.first = first
        if finding.settled:
            self._settle()
        self._running = self._ask(self.searches[0] if self.board.rules.fill else None)
        if self.board.rules.touch:
            self._walk_after = self._running.conflicts + BEFORE_THE_WALK
        if few is not None:
            few.exclude(self.board.other_than(first))
            self._few, self._few_until = few, few.search.conflicts + SOON_ANOTHER

    def _turn_few(self, work: Slice) -> int | None:
        """A slice of the search for another solution that touches at few places; then the others are asked."""
        assert self._few is not None
        status = self._few.turn(work.before(self._few_until - self._few.search.conflicts))
        if status is Status.SATISFIED:
            self.second = self._few.model
            return 2
        if status is Status.PAUSED and self._few.search.conflicts >= self._few_until:
            self._few = None
        return 1 if status is Status.REFUTED else None

    def _change(self) -> None:
        """Change from the search to the walk, or back, where its conflicts are used up."""
        running = self._running
        if isinstance(running, Search):
            if self._walk_after is not None and running.conflicts >= self._walk_after:
                self._walk_after = None
                if self._may_settle:
                    self._settle(running)
                if self.second is None:
                    self._running = self._walk()
        else:
            if self._may_settle and running.search.conflicts >= SETTLED_AFTER:
                self._settle(running.search)
            if self._walks_briefly and running.search.conflicts >= A_SHORT_WALK:
                self._running = self._asking or self._ask(None)

    @property
    def _may_settle(self) -> bool:
        """Whether searches look at all covers, and could look at settled ones only."""
        return not self._settled and self.board.rules == COVER

    def _settle(self, *searches: Search) -> None:
        """Keep the second solution that a transfer shows, or let `searches` and later ones look at settled covers only.

        A search for a first solution that looks at those already is not among `searches`.
        """
        assert self.first is not None
        self._settled = True
        self.second = transferred(self.board.transfers, self.first)
        if self.second is None:
            for search in searches:
                search.add_clauses(self.board.settled_clauses)

    def _new_search(self) -> Search:
        """A new search, for settled covers only once `_settled`."""
        self.searches.append(self.board.search())
        if self._settled:
            self.searches[-1].add_clauses(self.board.settled_clauses)
        return self.searches[-1]

    def _walk(self) -> Walk:
        """A walk from the first solution in a new search."""
        assert self.first is not None
        return Walk(self._new_search(), self.first)

    def _ask(self, search: Search | None) -> Search:
        """The search for any other solution: `search`, which has found the first, or a new one."""
        assert self.first is not None
        if search is None:
            search = self._new_search()
            search.set_phases(self.first)
        search.add_clause(self.board.other_than(self.first))
        self._asking = search
        return search
