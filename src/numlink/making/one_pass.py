"""Repair in one pass: cuts are made during a single walk over the solution (`engine.search.walk`).

If the walk finds another solution, a path is cut at a link that the other solution lacks.  If a query takes PATIENCE
conflicts, a path is cut near it as well, without waiting for the answer: a few queries would take nearly all the time
of a walk, and a cut makes them easy.

    links of the solution  0 1 2 ... q-1   q   q+1 ... n      the walk asks from n down to 0; query q takes too long:
    state                  not asked yet   !   refuted        cut the nearest link of q, q+1, ... that leaves two parts
                                                              of two cells at least
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
"""Conflicts of one query after which a path is cut near it."""

SLICE = Slice(conflicts=100, propagations=200_000)
"""The work before the conflicts of a query are looked at again."""

NEAR = 16
"""How many rows of cells below a query are looked at for a link to cut."""

DirectedLink = tuple[int, int]
"""Two cells in the order in which the solution's path passes them."""


class OnePass:
    """One walk over the solution of `puzzle`; `cuts` are the links that it cut.

    `lengths` are the numbers of cells of the uncut paths, `place` maps each of their links to (number of the path,
    index of the link in it), `done` are the links that were cut before.
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
        """The walk's `remaining` links at a query near which nothing can be cut: this query may take any time."""

    def run(self, clock: Budget, on_progress: Callable[[int, int], None] | None) -> array[int] | None:
        """Walk to the end; returns None, or the model of another solution if no link that it lacks can be cut.

        `on_progress` is called with the links asked so far and their number.  Raises BudgetEnded.
        """
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
        """Cut the nearest link after a query that leaves two parts of two cells at least; if there is none, go on."""
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
        """Cut the path at a link, given by its number in the search."""
        pair = self._links[link]
        self._mark(pair)
        self.cuts.add(pair)
        self._walk.cut(link)

    def _mark(self, pair: DirectedLink) -> None:
        number, index = self._place[pair]
        self._marks.setdefault(number, []).append(index)

    def _worth(self, link: int) -> int:
        """`_room` of a link given by its number in the search."""
        return self._room(self._links[link])

    def _room(self, pair: DirectedLink) -> int:
        """The cells of the shorter part that a cut at a link leaves; -1 if the link is cut already."""
        number, index = self._place[pair]
        marks: list[int] = sorted([-1, *self._marks.get(number, ()), self._lengths[number - 1] - 1])
        if index in marks:
            return -1
        before, after = next((low, high) for low, high in pairwise(marks) if low < index < high)
        return min(index - before, after - index)
