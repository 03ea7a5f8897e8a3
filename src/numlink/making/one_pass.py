"""Cuts in one pass: a walk over the solution (`engine.search.walk`) that is never kept waiting.

At another solution the path is cut where that one lacks a link; beside a query that has cost PATIENCE conflicts it is
cut too, whatever the query would have said: nearly all the work of a walk goes into a few queries, and a cut ends them.

    links of the solution  0 1 2 ... q-1   q   q+1 ... n      the walk asks from n down to 0; q costs too much:
    state                  not asked yet   !   refuted        cut the nearest link behind q that leaves two good parts
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from numlink.engine.search.search import Search, Status
from numlink.engine.search.walk import Walk
from numlink.exact.budget import Budget
from numlink.exact.encoded import Board
from numlink.exact.slices import Slice
from numlink.model.puzzle import Puzzle

PATIENCE = 300
"""Conflicts after which a query is cut short."""

SLICE = Slice(conflicts=100, propagations=200_000)
"""Between two looks at what the query has cost."""

NEAR = 16
"""Rows behind a query in which it may be cut short."""

DirectedLink = tuple[int, int]
"""Two cells in the order in which the solution's path passes them."""


class OnePass:
    """One walk over the solution of `puzzle`; `cuts` are those it made.

    `lengths` has the cells of each path of the solution to be cut, `place` the path and place of each of its links,
    `done` the links that are cut already.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        lengths: list[int],
        place: Mapping[DirectedLink, tuple[int, int]],
        done: Iterable[DirectedLink],
    ) -> None:
        assert puzzle.solution is not None
        self.cuts: set[DirectedLink] = set()
        self._lengths, self._place = lengths, place
        self._marks: dict[int, list[int]] = {}
        for link in done:
            self._mark(link)
        board = Board(puzzle)
        self._search: Search = board.search()
        self._walk = Walk(self._search, board.model(puzzle.solution))
        bridges = puzzle.layout.bridges
        index = board.link_index
        self._links = {
            index[min(pair), max(pair)]: pair for pair in place if bridges.isdisjoint(pair) and self._room(pair) >= 0
        }
        self._ends, self._width = board.links, puzzle.width
        self._total = len(board.links) // 2
        self._given_up = -1
        """Links still to be asked where no cut beside the query is left: it takes as long as it takes."""

    def run(self, clock: Budget, on_progress: Callable[[int, int], None] | None) -> array[int] | None:
        """Walk to the end; a solution met that lacks no link that can still be cut, or None.  Raises BudgetEnded."""
        while True:
            status = SLICE.of(self._walk)
            if status is Status.REFUTED:
                return None
            if status is Status.SATISFIED:
                model = self._search.model()
                lacking = [link for link in self._links if not model[link]]
                best = max(lacking, key=self._worth, default=None)
                if best is None or self._worth(best) < 2:
                    return model
                self._cut(best)
            elif self._walk.spent >= PATIENCE and self._walk.remaining != self._given_up:
                self._cut_short(int(self._walk.remaining) - 1)
            clock.require("the puzzle was unique")
            if on_progress is not None:
                on_progress(self._total - self._walk.remaining, self._total)

    def _cut_short(self, query: int) -> None:
        """Cut the nearest link behind a query that leaves two parts of two cells at least."""
        row, column = divmod(self._ends[2 * query], self._width)
        near: list[tuple[int, int, int]] = []
        for link in range(query, min(self._total, query + 2 * NEAR * self._width)):
            if link in self._links and self._worth(link) > 1:
                down, right = divmod(self._ends[2 * link], self._width)
                near.append((abs(down - row) + abs(right - column), -self._worth(link), link))
        if near:
            self._cut(min(near)[2])
        else:
            self._given_up = self._walk.remaining

    def _cut(self, link: int) -> None:
        pair = self._links[link]
        self._mark(pair)
        self.cuts.add(pair)
        self._walk.cut(link)

    def _mark(self, pair: DirectedLink) -> None:
        number, index = self._place[pair]
        self._marks.setdefault(number, []).append(index)

    def _worth(self, link: int) -> int:
        return self._room(self._links[link])

    def _room(self, pair: DirectedLink) -> int:
        """Cells of the shorter part that a cut leaves; -1 where there is one already."""
        number, index = self._place[pair]
        marks: list[int] = sorted([-1, *self._marks.get(number, ()), self._lengths[number - 1] - 1])
        if index in marks:
            return -1
        before, after = next((low, high) for low, high in pairwise(marks) if low < index < high)
        return min(index - before, after - index)
