"""All solutions of a board one by one, in slices."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from numlink.engine.frontier.directions import below
from numlink.engine.search.search import Search, Status
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.verdict import Effort
from numlink.exact.work import CONFLICT_COST, SLICE, Slice, cost_of, effort_of

MOST_LISTED = 5_000
"""Solutions that a `Listing` finds before it gives up; boards with more are left to the frontier."""

SOLUTION_COST = 10
"""Conflicts that each listed solution counts as, when work is measured."""


class Listing:
    """Counts solutions by finding each once, in slices; with `keep`, `models` lists those found."""

    def __init__(self, board: Board, *, keep: bool = False) -> None:
        self.board = board
        self.search: Search = board.search()
        self.found = 0
        self.keep = keep
        self.models: list[array[int]] = []

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return effort_of([self.search])

    @property
    def given_up(self) -> bool:
        """Whether more than MOST_LISTED solutions were found: it stops there."""
        return self.found > MOST_LISTED

    @property
    def cost(self) -> int:
        """Counted work so far, in nanoseconds (see `work`)."""
        return cost_of([self.search]) + CONFLICT_COST * SOLUTION_COST * self.found

    def turn(self, work: Slice = SLICE) -> bool:
        """A slice of work; True when all solutions have been found."""
        conflicts = work.conflicts
        until = self.search.propagations + work.propagations
        while conflicts > 0 and self.search.propagations < until and not self.given_up:
            before = self.search.conflicts
            status = Slice(conflicts, until - self.search.propagations).of(self.search)
            if status is Status.REFUTED:
                return True
            if status is Status.PAUSED:
                return False
            self.found += 1
            model = self.search.model()
            if self.keep:
                self.models.append(model)
            self.search.add_clause(self.board.other_than(model))
            conflicts -= SOLUTION_COST + self.search.conflicts - before
        return False


@dataclass(frozen=True, slots=True)
class Listed:
    """All solutions of a board as models; has the `total`, `heat` and `sample` of a Race with kept layers."""

    models: list[array[int]]
    effort: Effort

    @property
    def total(self) -> int:
        """How many solutions there are."""
        return len(self.models)

    def heat(self) -> list[int]:
        """For every link how many solutions use it."""
        return [sum(uses) for uses in zip(*self.models, strict=True)]

    def sample(self, random: object) -> list[int]:
        """The links of a uniformly random solution; `random` is an `engine.random.Random`."""
        return [link for link, on in enumerate(self.models[below(random, len(self.models))]) if on]


def listed(board: Board, clock: Budget, purpose: str) -> Listed | None:
    """All solutions, None where there are more than MOST_LISTED; raises BudgetEnded."""
    listing = Listing(board, keep=True)
    while not listing.turn():
        if listing.given_up:
            return None
        clock.require(purpose)
    return Listed(
        sorted(listing.models), listing.effort
    )  # sorted: samples do not depend on the order in which the search finds them
