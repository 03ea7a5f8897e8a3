"""Several ways to one answer take turns of equal cost, so that no way starves another.

    way        open      cost so far / share        whose turn?  The open way with the smallest
    search     always    3.1 ms / 0.5               cost / share + behind: here the linkings', until it is level with
    linkings   yes       5.9 ms / 1                 the next way and a little ahead
    frontier   yes       4.0 ms / 1  + 2 ms behind

Costs are counted work (`slices`), so the way that ends first is the same on every machine.  `behind` decides who
begins: a way counts it as spent before its first turn, so that the others may spend as much alone.  With n ways open
the answer costs at most n times the cheapest way, plus the last turns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SHORTEST, LONGEST = 250_000, 8_000_000
"""Limits of a turn, in nanoseconds: the Python code of a turn takes 10 000; Ctrl-C may wait for the longest turn."""

AHEAD = 24
"""A turn goes on until its way is ahead of the next one by 1 / AHEAD of all work so far: so turns grow with the work,
and no more than that part is wasted."""


@dataclass(slots=True)
class OneWay:
    """One way: `go` works for some nanoseconds and returns the answer or None; `cost` is its work so far.

    `open`: whether it can still help.  `share` and `behind`: see the module.  Both may change: a way whose share grows
    catches up with the others.  `early`: nanoseconds of its own that count once, whatever its share.
    """

    go: Callable[[int], int | None]
    cost: Callable[[], int]
    open: Callable[[], bool] = lambda: True
    share: Callable[[], float] = lambda: 1.0
    behind: Callable[[], float] = lambda: 0
    early: float = 0

    @property
    def spent(self) -> float:
        """The figure that decides whose turn is next, see `spent_by`."""
        return self.spent_by(self.cost())

    def spent_by(self, cost: int) -> float:
        """That figure once the way has cost `cost`: cost / share + behind, with `early` of the cost undivided."""
        if cost <= self.early:
            return self.behind() + cost
        return self.behind() + self.early + (cost - self.early) / self.share()


class Turns:
    """The ways to one answer; call `turn` until it returns one."""

    def __init__(self, *ways: OneWay) -> None:
        self.ways = list(ways)

    @property
    def cost(self) -> int:
        """Counted work of all ways together, in nanoseconds."""
        return sum([way.cost() for way in self.ways])

    @property
    def open(self) -> bool:
        """Whether any way is open."""
        return any(way.open() for way in self.ways)

    def turn(self) -> int | None:
        """Give a turn to the open way that has spent least; returns its answer or None.  One must be open."""
        costs = [way.cost() for way in self.ways]
        waiting = sorted([(way.spent_by(costs[place]), place) for place, way in enumerate(self.ways) if way.open()])
        spent, place = waiting[0]
        way = self.ways[place]
        ahead = max(SHORTEST, min(LONGEST, sum(costs) // AHEAD))
        lead = waiting[1][0] - spent if len(waiting) > 1 else LONGEST
        return way.go(int(min(LONGEST, max(lead * way.share(), 0) + ahead)))
