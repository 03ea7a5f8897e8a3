"""Several ways to one answer take turns of equal cost, so that no way starves another.

    way        cost so far / share        whose turn?  The open way with the smallest
    search     3.1 ms / 0.5               cost / share + behind: here the linkings', until it is level with
    linkings   5.9 ms / 1                 the next way and a little ahead
    frontier   4.0 ms / 1  + 2 ms behind

Costs are counted work (`work`), so the way that ends first is the same on every machine.  `behind` decides who begins:
a way counts it as spent before its first turn, so that the others may spend as much alone.  With n ways open the answer
costs at most n times the cheapest way, plus the last turns.  bench/notes/race.md has the figures behind the settings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from numlink.exact.board_arrays import Board
from numlink.model.kinds.names import Feature
from numlink.model.rules import FREE

SHORTEST, LONGEST = 250_000, 8_000_000
"""Limits of a turn, in nanoseconds: the Python code of a turn takes 10 000; Ctrl-C may wait for the longest turn."""

AHEAD = 24
"""A turn goes on until its way leads by 1 / AHEAD of all work so far, so no more than that part is wasted."""

NEARLY_DONE = 8.0
"""By how much the share of a count grows at most: the others go on, as some guesses are ten times too low."""

HURRY = 3.0
"""The share of a count grows by HURRY times all work so far over the work that it has left (bench/notes/race.md)."""

MANY_LISTED = 100
"""Solutions after which a listing beside a count mostly has far more to come."""

CROSSING = frozenset({Feature.BRIDGES, Feature.LAYERS, Feature.WRAP, Feature.DIAGONALS})
"""What makes a board's links cross or lead round its rim."""


class WayName(Enum):
    """The ways, as `race` describes them."""

    SEARCH = auto()
    WINDOWS = auto()
    LINKINGS = auto()
    STRICT = auto()
    COVERS = auto()
    RUNGS = auto()
    LISTING = auto()


def start(way: WayName, board: Board) -> tuple[float, int]:
    """A way's share of the work, and the nanoseconds that the others may spend before it begins."""
    if way is WayName.WINDOWS:
        return (4.0 if board.rules.touch else 0.05), 1_000_000
    if way is WayName.RUNGS:
        return 0.2, 100_000_000
    if way is WayName.LINKINGS:
        return 1.0, 5_000_000 if board.rules == FREE else 1_000_000
    if way is WayName.STRICT:
        return 1.0, 1_500_000
    if way is WayName.COVERS:
        return (0.5 if board.rectangle and board.rules != FREE else 0.1), 5_000_000
    flat = not board.rectangle and CROSSING.isdisjoint(board.puzzle.layout.features())
    return (0.3 if flat and board.rules.touch and board.rules.fill else 1.0), 0


def hurry(left: int | None, work: int) -> float:
    """By how much the share of a count grows, 1 to NEARLY_DONE, that has `left` nanoseconds to go (None: not known).

    `work`: the work of all ways so far.
    """
    if left is None or left >= HURRY * work:
        return 1.0
    return min(NEARLY_DONE, HURRY * work / max(1, left))


def listing_share(board: Board, found: int) -> float:
    """The share of a listing that has `found` solutions, beside the exact count; wide boards are slow to count."""
    if found >= MANY_LISTED:
        return 0.05
    return 0.1 if board.rectangle and board.rules.touch else 3.0


@dataclass(frozen=True, slots=True)
class OpenWay:
    """Where an open way stands before a turn.

    `go` works for some nanoseconds and returns the answer, or None where it is not known yet.  `cost`: the way's work
    so far in nanoseconds.  `share` and `behind`: see the module; a way whose share grows catches up with the others.
    """

    go: Callable[[int], int | None]
    cost: int
    share: float = 1.0
    behind: float = 0

    @property
    def spent(self) -> float:
        """The figure that decides whose turn is next."""
        return self.cost / self.share + self.behind


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
