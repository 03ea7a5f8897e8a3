"""Several ways to one answer take turns of equal cost, so that no way starves another.

    way        cost so far / share        whose turn?  The open way with the smallest
    search     3.1 ms / 0.5               cost / share + behind: here the linkings', until it is level with
    linkings   5.9 ms / 1                 the next way and a little ahead
    frontier   4.0 ms / 1  + 2 ms behind

Costs are counted work (`work`), so the way that ends first is the same on every machine.  `behind` decides who
begins: a way counts it as spent before its first turn, so that the others may spend as much alone.  With n ways open
the answer costs at most n times the cheapest way, plus the last turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

SHORTEST, LONGEST = 250_000, 8_000_000
"""Limits of a turn, in nanoseconds: the Python code of a turn takes 10 000; Ctrl-C may wait for the longest turn."""

AHEAD = 24
"""A turn goes on until its way is ahead of the next one by 1 / AHEAD of all work so far: so turns grow with the work,
and no more than that part is wasted."""


@dataclass(frozen=True, slots=True)
class OpenWay:
    """Where an open way stands before a turn.

    `go` works for some nanoseconds and returns the answer, or None where it is not known yet.  `cost`: the way's work
    so far in nanoseconds.  `share` and `behind`: see the module; both may differ from turn to turn, and a way whose
    share grows catches up with the others.  `early`: nanoseconds of its own that count once, whatever its share.
    """

    go: Callable[[int], int | None]
    cost: int
    share: float = 1.0
    behind: float = 0
    early: float = 0

    @property
    def spent(self) -> float:
        """The figure that decides whose turn is next: cost / share + behind, with `early` of the cost undivided."""
        if self.cost <= self.early:
            return self.behind + self.cost
        return self.behind + self.early + (self.cost - self.early) / self.share


def next_turn(ways: Sequence[OpenWay], cost: int) -> tuple[OpenWay, int]:
    """The way that has spent least, and for how many nanoseconds it goes on.

    `ways`: those that are open, one at least; of two that have spent as much the first one goes on.  `cost`: the work
    of all ways so far, closed ones included.
    """
    waiting = sorted([(way.spent, place) for place, way in enumerate(ways)])
    spent, place = waiting[0]
    way = ways[place]
    ahead = max(SHORTEST, min(LONGEST, cost // AHEAD))
    lead = waiting[1][0] - spent if len(waiting) > 1 else LONGEST
    return way, int(min(LONGEST, max(lead * way.share, 0) + ahead))
