"""The first solution of a board in slices, and what is tried while no search has found one."""

from __future__ import annotations

from array import array

from numlink.engine.parts import is_contradictory
from numlink.engine.search.search import Search, Status
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.counting import Counting
from numlink.exact.few_touches import FewTouches
from numlink.exact.verdict import Effort
from numlink.exact.work import Slice
from numlink.model.rules import COVER, NO_TOUCH

HEAD_START = 100
"""Conflicts of a search for a first solution before a second search, for one that does not touch, joins it."""

EACH = Slice(conflicts=50, propagations=2_000)
"""A turn of each of the two searches for a first solution, about 0.3 ms."""

EACH_FEW = Slice(conflicts=200, propagations=8_000)
"""The turn of a search for a solution that touches at few places: four times that of the other one."""

FOR_EVER = 1 << 30
"""More conflicts and propagations than one slice has."""

BEFORE_A_LOOK = 100
"""Conflicts that a search has before `is_impossible` is called: most searches end earlier."""

BEFORE_THE_COUNT = 2_000
"""Conflicts that a search has before the frontier counts beside it; searches on the boards of bench take fewer."""

LARGEST_COUNTED = 100
"""Cells of the largest board counted beside a search: on larger ones a count takes longer than any search known."""


def _sweep(search: Search, board: Board) -> None:
    """Let a search without touching sweep the board, if it is a rectangle."""
    if board.rectangle:
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

    Where every cell is filled and touching is allowed, a second search looks for a solution that does not touch.  Such
    a solution counts as well, nearly always exists, and is found far sooner, as little is left to choose.
    Where there is none, a search for
    one that touches at few places follows (`few_touches`).  With `canonical` only canonical solutions are searched.
    The first search then looks at settled covers only, of which there is one if there is any (`transfers`).

    Both searches take turns of EACH, which slices may cut: how long slices are never changes what is found, nor when.
    """

    def __init__(self, board: Board, *, canonical: bool = False) -> None:
        self.board = board
        search = board.search(canonical=canonical)
        if board.rules == NO_TOUCH and not canonical:
            _sweep(search, board)
        self.searches: list[Search] = [search]
        self.model: array[int] | None = None
        # all_touch: every solution touches itself; refuted: `is_impossible` has shown that there is none
        self.all_touch = self.refuted = False
        self._looks = True
        self.settled = False
        """Whether `search` looks at settled covers only."""
        self._apart: Search | None = None
        self.few: FewTouches | None = None
        """The search for a solution that touches at few places, once it has begun."""
        self._beside = False
        """Whether it is the turn of the search beside the first one."""
        self._until = 0, 0
        """After the head start: at how many conflicts and propagations of the search that runs the other one has its
        turn."""

    @property
    def search(self) -> Search:
        """The search for all solutions (with `canonical`: for all canonical ones)."""
        return self.searches[0]

    @property
    def _looks_beside(self) -> bool:
        """Whether a second search may help."""
        rules = self.board.rules
        return rules.fill and rules.touch and (self.board.rectangle or not self.all_touch)

    def turn(self, work: Slice) -> Status:
        """A slice of work; SATISFIED: the solution is in `model`; REFUTED: there is none; PAUSED: not known yet."""
        if self.search.conflicts < HEAD_START:  # alone, as on most boards to their end: no turns to share out
            status = self._turn_search(work.before(HEAD_START - self.search.conflicts))
            if status is Status.PAUSED and self.search.conflicts >= HEAD_START:
                self._settle()
                self._change()
            return status
        conflicts, propagations = self._done()
        ends = conflicts + work.conflicts, propagations + work.propagations
        status = Status.PAUSED
        while status is Status.PAUSED and conflicts < ends[0] and propagations < ends[1]:
            status = self._part(Slice(ends[0] - conflicts, ends[1] - propagations))
            conflicts, propagations = self._done()
        return status

    def _settle(self) -> None:
        """Look at settled covers only, where every cell is passed and paths may touch."""
        self.settled = self.board.rules == COVER
        if self.settled:
            self.search.add_clauses(self.board.settled_clauses)

    def _done(self) -> tuple[int, int]:
        """Conflicts and propagations of all searches so far."""
        return sum([each.conflicts for each in self.searches]), sum([each.propagations for each in self.searches])

    def _part(self, work: Slice) -> Status:
        """A part of a slice, until the turn of a search is over."""
        search = self.searches[-1] if self._beside else self.search
        conflicts, propagations = self._until
        left = Slice(conflicts - search.conflicts, propagations - search.propagations)
        work = Slice(min(work.conflicts, left.conflicts), min(work.propagations, left.propagations))
        status = self._turn_beside(work) if self._beside else self._turn_search(work)
        if status is Status.PAUSED and (search.conflicts >= conflicts or search.propagations >= propagations):
            self._change()
        return status

    def _change(self) -> None:
        """Give the other search its turn."""
        self._beside = not self._beside and self._looks_beside
        if self._beside:
            self._begin_beside()
        search = self.searches[-1] if self._beside else self.search
        alone = not (self._beside or self._looks_beside)
        few = self._beside and self.few is not None
        each = Slice(FOR_EVER, FOR_EVER) if alone else EACH_FEW if few else EACH
        self._until = search.conflicts + each.conflicts, search.propagations + each.propagations

    def _turn_search(self, work: Slice) -> Status:
        """A slice of the search for all solutions."""
        status = work.of(self.search)
        if status is Status.SATISFIED:
            self.model = self.search.model()
        elif status is Status.PAUSED and self._is_impossible():
            return Status.REFUTED
        return status

    def _is_impossible(self) -> bool:
        """Whether `is_impossible` refutes the board; computed once, after BEFORE_A_LOOK conflicts."""
        if self._looks and self.search.conflicts >= BEFORE_A_LOOK:
            self._looks = False
            self.refuted = is_impossible(self.board)
        return self.refuted

    def _begin_beside(self) -> None:
        """Make the search for a solution that does not touch or, where there is none, for one that touches little."""
        if self._apart is None:
            self._apart = self.board.under(NO_TOUCH).search()
            _sweep(self._apart, self.board)
            self.searches.append(self._apart)
        elif self.all_touch and self.few is None:
            self.few = FewTouches(self.board)
            self.searches.append(self.few.search)

    def _turn_beside(self, work: Slice) -> Status:
        """A slice of the second search."""
        asked = self.few or self._apart
        assert asked is not None
        status = asked.turn(work) if isinstance(asked, FewTouches) else work.of(asked)
        if status is Status.SATISFIED:
            self.model = asked.model if isinstance(asked, FewTouches) else asked.model()
            assert self.model is not None
            self.search.set_phases(self.model)
        elif status is Status.REFUTED and isinstance(asked, Search):
            self.all_touch = True
            self._change()
            return Status.PAUSED
        return status


class Beside:
    """What is tried beside a search for the first solution of `board`: call `turn` after each slice of the search."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.looked = False
        self.total: int | None = None
        self.counting: Counting | None = None

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return Effort() if self.counting is None else self.counting.effort

    def turn(self, conflicts: int) -> int | None:
        """A slice of work; `conflicts` is how many the search has had so far.

        Returns 0, 1 or 2 (for two or more) solutions once that is known, else None.
        """
        if conflicts >= BEFORE_A_LOOK and not self.looked:
            self.looked = True
            self.total = 0 if is_impossible(self.board) else None
        if self.total is None and conflicts >= BEFORE_THE_COUNT and len(self.board.cells) <= LARGEST_COUNTED:
            if self.counting is None:
                self.counting = Counting(self.board, saturate=True)
            self.total = None if self.counting.out_of_reach else self.counting.turn()
        return self.total

    def models(self, clock: Budget) -> list[array[int]]:
        """Up to two solutions that the count has found, one entry a link; none where time or memory ended before."""
        counting = self.counting
        if counting is None or not self.total:
            return []
        counting.keep_layers()
        return [] if counting.run(clock) is None else counting.models(self.total)
