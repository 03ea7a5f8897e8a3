"""A second solution near a known one, in small windows: everything outside a window stays as it is.

Two solutions of a board usually differ in one small place, so this finds a second one far sooner than a search of the
whole board (bench/notes/windows.md).  Windows are squares of a rectangle, elsewhere the tracks nearest to one; small
windows come first, each overlapping its neighbours by half.  Under rules without touching, the whole solution is
judged; under FREE, a path that touches itself is shortened first.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from numlink.engine.arrays import degrees_of, labels_of
from numlink.engine.search.search import Search, Status
from numlink.engine.search.windows import Windows
from numlink.exact.board_arrays import Board
from numlink.exact.ladder import pulled_straight
from numlink.exact.verdict import Effort
from numlink.exact.work import Searching, Slice
from numlink.model.rules import FREE

SIDES = (6, 10, 14, 20)  # sides of the windows, in cells; windows larger than half of the board are left out

PATIENCE = Slice(conflicts=50, propagations=10_000)
"""What one window may cost at first; ten times as much in each later round.  Most take fewer than 10 conflicts."""

CUTTING_COST, LAYING_COST = 15_000, 50
"""Nanoseconds to cut out a window with its search, and for each link of the board, besides counted work (`work`)."""


class NearbySolution:
    """Another solution of `board` near `first`, in slices: `second` once found; `ended` if there is none."""

    def __init__(self, board: Board, first: array[int]) -> None:
        self.board, self.first = board, first
        self.second = pulled_straight(board, first) if board.rules == FREE else None
        self.ended = False
        self.again = False
        """Whether every window was searched once; those that took too long are now searched again and again."""
        self.effort = Effort()
        self.cost = LAYING_COST * len(first)  # counted work so far, in nanoseconds
        self._windows = Windows(board.cells, board.links, first)
        self._waiting: list[_Asked] = []  # windows that took too long
        self._side = 0  # the side of the largest windows searched
        self._left = self._rounds()

    @property
    def clear_within(self) -> int:
        """The side of the largest windows that, like all smaller ones, hold no other solution; 0 for none."""
        open_sides = [asked.side for asked in self._waiting] + [self._side + 1]
        return max((side for side in SIDES if side < min(open_sides)), default=0)

    def turn(self, cost: int) -> int | None:
        """Search windows for `cost` nanoseconds; return 2 once another solution is found, else None."""
        until = self.cost + cost
        while self.second is None and not self.ended and self.cost < until:
            self.ended = next(self._left, None) is None
        return None if self.second is None else 2

    def _rounds(self) -> Iterator[bool]:
        """Search one window after another, then those that took too long; yields after each."""
        for side in SIDES:
            if 2 * side * side > self.board.open_tracks and side > SIDES[0]:
                break
            for tracks in self._of_side(side):
                asked = self._cut(side, tracks)
                if asked is not None and self._ask(asked, PATIENCE):
                    self._waiting.append(asked)
                yield True
            self._side = side
        self.again = True
        patience = PATIENCE
        while self._waiting:
            patience = Slice(10 * patience.conflicts, 10 * patience.propagations)
            for asked in self._waiting[:]:
                if not self._ask(asked, patience):
                    self._waiting.remove(asked)
                yield True

    def _of_side(self, side: int) -> Iterator[array[int]]:
        """The windows of one side: squares half a side apart, or balls of as many tracks.

        Every track lies in the inner half of some ball.
        """
        if not self.board.rectangle:
            inner: set[int] = set()
            for track in range(len(self.board.cells)):
                if track not in inner and self.board.cells[track] >= 0:
                    ball = self._windows.ball(track, side * side)
                    inner.update(ball[: len(ball) // 2 + 1])
                    yield ball
            return
        width, height = self.board.puzzle.width, self.board.puzzle.height
        tall, wide = min(side, height), min(side, width)
        for top in sorted({*range(0, height - tall, side // 2), height - tall}):
            for left in sorted({*range(0, width - wide, side // 2), width - wide}):
                rows = range(top * width + left, (top + tall) * width + left, width)
                yield array("i", [cell for row in rows for cell in range(row, row + wide)])

    def _cut(self, side: int, tracks: array[int]) -> _Asked | None:
        """A window and the search for another solution in it; None if no path lies inside."""
        self.cost += CUTTING_COST
        part = self._windows.cut(tracks)
        if part is None:
            return None
        cells, links, model, numbers = part
        labels, degrees = labels_of(cells), degrees_of(cells, 2 if self.board.rules.fill else 3)
        search = Search(len(cells), links, labels=labels, degrees=degrees, touching=self.board.rules.touch)
        search.set_phases(model)
        search.add_clause(self.board.other_than(model))
        return _Asked([search], side, numbers)

    def _ask(self, asked: _Asked, patience: Slice) -> bool:
        """Search a window, return whether it needs more time; another solution of the board is kept in `second`."""
        search = asked.searches[0]
        cost, effort = asked.cost, asked.effort
        status = patience.of(search)
        self.cost += asked.cost - cost
        self.effort += asked.effort - effort
        if status is Status.SATISFIED:
            found, model = self.first[:], search.model()
            for link, on in zip(asked.numbers, model, strict=True):
                found[link] = on
            if not self.board.rules.touch and not self.board.holds(found, self.board.rules):
                search.add_clause(self.board.other_than(model))  # it touches itself outside the window
                return True
            self.second = found
        return status is Status.PAUSED


@dataclass(frozen=True, slots=True)
class _Asked(Searching):
    """A window being searched: its search, its side, and the board's number of each of its links."""

    searches: list[Search]
    side: int
    numbers: array[int]
