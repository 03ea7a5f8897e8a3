"""Several ways to one answer take turns, so that each has cost the same: none starves another.

    way        open      cost so far / share        whose turn?  The open way with the least of
    search     always    3.1 ms / 0.5               cost / share + behind: here the frontier's, for about as long as
    linkings   yes       5.9 ms / 1                 brings it level with the next one and a little ahead
    frontier   yes       4.0 ms / 1  + 2 ms behind

Costs are counted work (`slices`), so who ends first is the same on every machine.  `behind` says who begins: it is
what a way counts as having spent before its first turn, which the others may use up alone.  With n ways open the
answer costs n times the cheapest way at most, and the slices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SHORTEST, LONGEST = 250_000, 8_000_000
"""Nanoseconds of one turn: a turn of Python around the core takes 10 000, and Ctrl-C waits for the longest."""

AHEAD = 24
"""A turn goes on until its way is ahead of the next by this part of all that was spent: longer turns as work grows, and
at most that part too much."""


@dataclass(slots=True)
class OneWay:
    """One way: what it has cost in nanoseconds, how it goes on for some more, and whether it can still help."""

    go: Callable[[int], int | None]
    cost: Callable[[], int]
    open: Callable[[], bool] = lambda: True
    share: float = 1.0
    behind: float = 0

    @property
    def spent(self) -> float:
        """What counts when turns are given."""
        return self.cost() / self.share + self.behind


class Turns:
    """The ways to one answer; `turn` until it says something."""

    def __init__(self, *ways: OneWay) -> None:
        self.ways = list(ways)

    @property
    def cost(self) -> int:
        """Nanoseconds of counted work by all ways."""
        return sum(way.cost() for way in self.ways)

    @property
    def open(self) -> bool:
        """Whether any way is."""
        return any(way.open() for way in self.ways)

    def turn(self) -> int | None:
        """One turn of the way that has cost least; what it says.  At least one way must be open."""
        waiting = sorted((way.spent, place) for place, way in enumerate(self.ways) if way.open())
        spent, place = waiting[0]
        way = self.ways[place]
        ahead = max(SHORTEST, min(LONGEST, self.cost // AHEAD))
        lead = waiting[1][0] - spent if len(waiting) > 1 else LONGEST
        return way.go(int(min(LONGEST, max(lead * way.share, 0) + ahead)))
