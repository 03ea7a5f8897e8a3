"""The search in slices: a first solution, and a second one."""

from __future__ import annotations

from array import array

from numlink.engine.search.search import Search, Status
from numlink.engine.search.transfers import transferred
from numlink.engine.search.walk import Walk
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.few_touches import FewTouches
from numlink.exact.impossible import BEFORE_A_LOOK, is_impossible
from numlink.exact.verdict import Effort
from numlink.exact.work import SLICE, Slice
from numlink.model.puzzle import Solution
from numlink.model.rules import COVER, NO_TOUCH

HEAD_START = 100
"""Conflicts of a search for a first solution before a second search, for one that does not touch, joins it."""

EACH = Slice(conflicts=50, propagations=2_000)
"""A turn of each of the two searches for a first solution, about 0.3 ms."""

EACH_FEW = Slice(conflicts=200, propagations=8_000)
"""The turn of a search for a solution that touches at few places (`few_touches`): four times that of the other one.

Milliseconds of counted work of both to the first solution on the 155 boards of `few_touches`, by the share of this one;
with the cheaper one for each board 860:

      0     0.5     0.7     0.8     0.9       1
    5 839   1 719   1 340   1 251   1 190   1 145"""

FOR_EVER = 1 << 30
"""More conflicts and propagations than one slice has."""

SETTLED_AFTER = 100
"""Conflicts of a walk before it looks at settled covers only; other searches do so when others join them."""

BEFORE_THE_WALK = 100
"""Conflicts that a search for a second solution has before a walk from the first solution takes its place."""

SOON_ANOTHER = 100
"""Conflicts of the search for solutions that touch at few places, before others are asked for a second one.  It took 2
in the median, and more than 100 on 8 of 112 boards (`few_touches`)."""

A_SHORT_WALK = 300
"""Conflicts of a walk on a board that is no rectangle, or of which every solution touches itself, before the search
goes on.  There a walk mostly finds a second solution at once, but takes long for a proof, as the order of the links
helps little.  Seconds of counted work of the search, at most 0.3 s a board, by conflicts of the walk:

    family         0    100    300    900   to the end
    bridges     0.88   0.73   0.76   0.80         1.93
    layers      0.82   0.80   0.81   0.86         1.33
    diagonals   0.30   0.21   0.21   0.21         0.51"""

# Rejected: on rectangles the first solution's backbone (`engine.search`) after a walk of 100, 300 or 1 000 conflicts.
# Seconds of counted work:
#
#     searches look at     boards             without   with
#     all covers           57 of app, new     2.20      1.46
#     all covers           60 of scattered    1.25      0.77
#     settled covers       48 of app          2.14      2.30   2.34   2.11
#     settled covers       50 of scattered    0.99      1.05   0.98   0.98


def effort_of(*searches: Search) -> Effort:
    """The counted work of several searches together."""
    conflicts = decisions = propagations = 0
    for search in searches:
        conflicts += search.conflicts
        decisions += search.decisions
        propagations += search.propagations
    return Effort(conflicts, decisions, propagations)


def run(search: Search, clock: Budget, *, conflicts: int | None = None) -> Status:
    """Run `search` to an answer; PAUSED when the budget ends or after `conflicts` more conflicts."""
    last = None if conflicts is None else search.conflicts + conflicts
    while True:
        status = SLICE.of(search)
        if status is not Status.PAUSED or clock.ended or (last is not None and search.conflicts >= last):
            return status


def _sweep(search: Search, board: Board) -> None:
    """Let a search without touching sweep the board, if it is a rectangle."""
    if board.rectangle:
        search.sweep(board.puzzle.width)


class FirstSolution:
    """The first solution of a board, in slices.

    Where every cell is filled and touching is allowed, a second search looks for a solution that does not touch.  Such
    a solution counts as well, nearly always exists, and is found far sooner, as little is left to choose (lab boards
    60x60, medians of 4: 420 conflicts instead of 194 000, 0.02 s instead of 2.3 s).  Where there is none, a search for
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


class SecondSolution:
    """A board's first solution, unless it is known, and then another one, in slices.

    Most second solutions, and most proofs that there is none, take fewer than a hundred conflicts.  After that, where
    touching is allowed, a walk in a search of its own takes over, as with a known solution: on the 11 boards of
    `sparse`, 3 303 conflicts instead of 17 872.  On boards beyond the rectangle the walk is short (A_SHORT_WALK).
    Then, under COVER, a transfer shows a second solution at once, or all searches look at settled covers only.
    A search for solutions that touch at few places, where there is one, is asked for the second one before all others.
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
