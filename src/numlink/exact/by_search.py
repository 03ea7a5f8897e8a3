"""The search in slices: the one place that knows how much of it goes between two looks at the clock."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from numlink.engine.search.search import Search, Status
from numlink.engine.search.walk import Walk
from numlink.exact.budget import Budget
from numlink.exact.encoded import Board
from numlink.exact.verdict import Effort
from numlink.model.puzzle import Solution


@dataclass(frozen=True, slots=True)
class Slice:
    """What one turn of the search may do."""

    conflicts: int
    propagations: int

    def of(self, search: Search | Walk) -> Status:
        """That much of a search or a walk."""
        return search.run(self.conflicts, self.propagations)


SLICE = Slice(conflicts=400, propagations=200_000)
"""About 10 ms compiled."""

MOST_LISTED = 5_000
"""Solutions that are listed one by one beside the frontier; boards with more are the frontier's alone."""

SOLUTION_COST = 10
"""Conflicts that a listed solution counts for."""


def effort_of(search: Search) -> Effort:
    """What a search has counted."""
    return Effort(conflicts=search.conflicts, decisions=search.decisions, propagations=search.propagations)


def run(search: Search, clock: Budget, *, conflicts: int | None = None) -> Status:
    """Run to a verdict; PAUSED when the time is over or `conflicts` more have come."""
    last = None if conflicts is None else search.conflicts + conflicts
    while True:
        status = SLICE.of(search)
        if status is not Status.PAUSED or clock.ended or (last is not None and search.conflicts >= last):
            return status


class SecondSearch:
    """A board's first solution, or a known one, and then another, in slices."""

    def __init__(self, board: Board, known: Solution | None = None) -> None:
        self.board = board
        self.search = board.search()
        self.first: array[int] | None = None if known is None else board.model(known)
        self.second: array[int] | None = None
        self._running: Search | Walk = self.search if self.first is None else Walk(self.search, self.first)

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return effort_of(self.search)

    def turn(self, work: Slice) -> int | None:
        """A slice of work; 0, 1 or 2 (for more) solutions as soon as that is known."""
        status = work.of(self._running)
        if status is Status.PAUSED:
            return None
        if status is Status.REFUTED:
            return 0 if self.first is None else 1
        if self.first is None:
            self.first = self.search.model()
            self.search.add_clause(self.board.other_than(self.first))
            return None
        self.second = self.search.model()
        return 2


class Listing:
    """Counts by finding every solution once, in slices."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.search: Search = board.search()
        self.found = 0

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return effort_of(self.search)

    @property
    def given_up(self) -> bool:
        """Whether there are too many to list."""
        return self.found > MOST_LISTED

    def turn(self) -> bool:
        """A slice of work; True when all solutions have been found."""
        conflicts = SLICE.conflicts
        until = self.search.propagations + SLICE.propagations
        while conflicts > 0 and self.search.propagations < until and not self.given_up:
            before = self.search.conflicts
            status = Slice(conflicts, until - self.search.propagations).of(self.search)
            if status is Status.REFUTED:
                return True
            if status is Status.PAUSED:
                return False
            self.found += 1
            self.search.add_clause(self.board.other_than(self.search.model()))
            conflicts -= SOLUTION_COST + self.search.conflicts - before
        return False
