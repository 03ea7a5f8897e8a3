"""The first solution of a board in slices, and what is tried while no search has found one."""

from __future__ import annotations

from array import array

from numlink.engine.parts import is_contradictory
from numlink.engine.search.search import Search, Status
from numlink.exact.board_arrays import Board
from numlink.exact.few_touches import FewTouches
from numlink.exact.work import FOR_EVER, Slice, work_of
from numlink.model.rules import COVER, FREE, NO_TOUCH

HEAD_START = 100
"""Conflicts of a search for a first solution before a second search, for one that does not touch, joins it."""

EACH = Slice(conflicts=50, propagations=2_000)
"""A turn of each of the two searches for a first solution, about 0.3 ms."""

EACH_LONGER = Slice(conflicts=200, propagations=8_000)
"""The turn of the search that is the likelier one: for few touches under COVER, for any solution beside covers."""

BEFORE_A_LOOK = 100
"""Conflicts that a search has before `is_impossible` is called: most searches end earlier."""


def sweep(search: Search, board: Board) -> None:
    """Let a search sweep the board line by line, if it is one without touching and the board a rectangle."""
    if board.rectangle and board.rules == NO_TOUCH:
        search.sweep(board.puzzle.width)


def is_impossible(board: Board) -> bool:
    """Whether one of these reasons shows that a board has no solution; False proves nothing.  O(cells).

    Always: the ends of a number lie in two parts of the board that no links join.  Where cells must be filled: a part
    has no number; a cell has too few links; or in a part whose links all join black and white, the two colours need
    unequal numbers of links.
    """
    return is_contradictory(board.cells, board.links, board.rules.fill)


class FirstSolution:
    """The first solution of a board, in slices.

    A solution that does not touch itself and fills every cell is one under all rules (`ladder`), and it is found far
    sooner than any other, as little is left to choose.  So where the rules allow more, a search for such a solution
    joins the search for any.  Where there is none, a search for one that touches at few places follows under COVER
    (`few_touches`), and under FREE a search under COVER.  Where cells may stay empty the search for any looks at
    canonical solutions only; under COVER at settled ones, of which there is one if there is any (`transfers`).

    Both take turns of EACH, which slices may cut: how long slices are never changes what is found, nor when.
    `search`: what to search with, a new search if None.  With `all_touch` every solution is known to touch itself.
    """

    def __init__(self, board: Board, search: Search | None = None, *, all_touch: bool = False) -> None:
        self.board = board
        self.search = board.search(canonical=not board.rules.fill) if search is None else search
        sweep(self.search, board)
        self.model: array[int] | None = None
        # all_touch: every cover touches itself; refuted: `is_impossible` has shown that there is no solution
        self.all_touch, self.refuted = all_touch, False
        self.found_itself = False
        """Whether the model is one of `search`."""
        self._looks = True
        self.settled = False
        """Whether `search` looks at settled covers only."""
        self._apart: Search | None = None
        self.few: FewTouches | None = None
        """The search for a solution that touches at few places, once it has begun."""
        self._covers: FirstSolution | None = None
        """Under FREE: the search under COVER, once it has begun."""
        self._beside = False
        """Whether it is the turn of the search beside the first one."""
        self._until = 0, 0
        """After the head start: at how many conflicts and propagations of the search that runs the other one has its
        turn."""

    @property
    def searches(self) -> list[Search]:
        """All searches so far, for their counted work."""
        few = None if self.few is None else self.few.search
        found = [search for search in (self.search, self._apart, few) if search is not None]
        return found if self._covers is None else found + self._covers.searches

    @property
    def _looks_beside(self) -> bool:
        """Whether a second search may help."""
        rules = self.board.rules
        if rules == NO_TOUCH or (self._covers is not None and self._covers.refuted):
            return False
        return not self.all_touch or rules == FREE or (rules == COVER and self.board.rectangle)

    def turn(self, work: Slice) -> Status:
        """A slice of work; SATISFIED: the solution is in `model`; REFUTED: there is none; PAUSED: not known yet."""
        if self.search.conflicts < HEAD_START:  # alone, as on most boards to their end: no turns to share out
            status = self._turn_search(work.before(HEAD_START - self.search.conflicts))
            if status is Status.PAUSED and self.search.conflicts >= HEAD_START:
                self._settle()
                self._change()
            return status
        conflicts, propagations = work_of(self.searches)
        ends = conflicts + work.conflicts, propagations + work.propagations
        status = Status.PAUSED
        while status is Status.PAUSED and conflicts < ends[0] and propagations < ends[1]:
            status = self._part(Slice(ends[0] - conflicts, ends[1] - propagations))
            conflicts, propagations = work_of(self.searches)
        return status

    def _settle(self) -> None:
        """Look at settled covers only, where every cell is passed and paths may touch."""
        self.settled = self.board.rules == COVER
        if self.settled:
            self.search.add_clauses(self.board.settled_clauses)

    def _running(self) -> tuple[int, int]:
        """Conflicts and propagations so far of the search whose turn it is."""
        return work_of(self.searches[1:] if self._beside else [self.search])

    def _part(self, work: Slice) -> Status:
        """A part of a slice, until the turn of a search is over."""
        conflicts, propagations = self._running()
        left = Slice(self._until[0] - conflicts, self._until[1] - propagations)
        work = Slice(min(work.conflicts, left.conflicts), min(work.propagations, left.propagations))
        status = self._turn_beside(work) if self._beside else self._turn_search(work)
        conflicts, propagations = self._running()
        if status is Status.PAUSED and (conflicts >= self._until[0] or propagations >= self._until[1]):
            self._change()
        return status

    def _change(self) -> None:
        """Give the other search its turn."""
        self._beside = not self._beside and self._looks_beside
        if self._beside:
            self._begin_beside()
        alone = not (self._beside or self._looks_beside)
        longer = (self._beside and self.few is not None) or (not self._beside and self._covers is not None)
        each = Slice(FOR_EVER, FOR_EVER) if alone else EACH_LONGER if longer else EACH
        conflicts, propagations = self._running()
        self._until = conflicts + each.conflicts, propagations + each.propagations

    def _turn_search(self, work: Slice) -> Status:
        """A slice of the search for all solutions."""
        status = work.of(self.search)
        if status is Status.SATISFIED:
            self.model, self.found_itself = self.search.model(), True
        elif status is Status.REFUTED:
            self.refuted = True
        elif self._looks and self.search.conflicts >= BEFORE_A_LOOK:
            self._looks = False
            self.refuted = is_impossible(self.board)
            return Status.REFUTED if self.refuted else status
        return status

    def _begin_beside(self) -> None:
        """Make the search for a solution that does not touch or, where there is none, the one that follows."""
        if not self.all_touch and self._apart is None:
            apart = self.board.under(NO_TOUCH)
            self._apart = apart.search()
            sweep(self._apart, apart)
        elif self.all_touch and self.board.rules == FREE and self._covers is None:
            self._covers = FirstSolution(self.board.under(COVER), all_touch=True)
        elif self.all_touch and self.board.rules == COVER and self.few is None:
            self.few = FewTouches(self.board)

    def _turn_beside(self, work: Slice) -> Status:
        """A slice of the second search."""
        asked = self._covers or self.few or self._apart
        assert asked is not None
        status = work.of(asked) if isinstance(asked, Search) else asked.turn(work)
        if status is Status.SATISFIED:
            self.model = asked.model() if isinstance(asked, Search) else asked.model
            assert self.model is not None
            self.search.set_phases(self.model)
        elif status is Status.REFUTED and isinstance(asked, FewTouches):
            self.refuted = True
        elif status is Status.REFUTED:
            self.all_touch = True
            self._change()
            return Status.PAUSED
        return status
