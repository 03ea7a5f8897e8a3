"""Repair in one pass: cuts are made during a single walk over the solution (`engine.search.uniqueness`).

If the walk finds another solution, a path is cut at a link that this one lacks. If a query takes PATIENCE conflicts,
the nearest link that the walk has reached and whose cut leaves two parts of two cells is cut, without an answer. If
every cut at a link that the other solution lacks would leave a part of one cell, a link is cut that this solution
passes backwards or with another path, and a clause forbids the stretch by which it joins the ends of two parts.
"""

from __future__ import annotations

from array import array
from bisect import bisect, insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from numlink.engine.search.search import Search, Status
from numlink.engine.search.uniqueness import Walk
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.work import Slice
from numlink.model.puzzle import Puzzle, Solution

DirectedLink = tuple[int, int]  # two cells in the order in which the solution's path passes them

Path = tuple[int, ...]


class Parts:
    """The parts of `paths` cut at `done`; `place` maps each link to (number of its path, from 1, and index in it).

    path        a──1──2──u─v──6──7──8──b       marks: -1, 3, 8: the place before the first cell, the first cell of each
    place       0  1  2  3 4  5  6  7  8               link that is cut, the last cell
    partners    a <-> u,  v <-> b
    """

    def __init__(
        self, paths: tuple[Path, ...], place: Mapping[DirectedLink, tuple[int, int]], done: Iterable[DirectedLink]
    ) -> None:
        self._paths, self._place = paths, place
        self._marks = [[-1, len(path) - 1] for path in paths]
        self._partner: dict[int, int] = {}
        for path in paths:
            if path:
                self._join(path[0], path[-1])
        for link in done:
            self.cut(link)

    def cut(self, link: DirectedLink) -> None:
        number, index = self._place[link]
        first, last = link
        start, end = (self._paths[number - 1][place] for place in self._bounds(number, index))
        self._join(start, first)
        self._join(last, end)
        insort(self._marks[number - 1], index)

    def room(self, link: DirectedLink) -> int:
        """The cells of the shorter part that a cut at a link leaves; -1 if it is already cut."""
        number, index = self._place[link]
        marks = self._marks[number - 1]
        if marks[bisect(marks, index) - 1] == index:
            return -1
        start, end = self._bounds(number, index)
        return min(index - start + 1, end - index)

    def widest(self, links: Iterable[DirectedLink]) -> DirectedLink | None:
        """The first link with the most room; None if this is less than two cells."""
        best = max(links, key=self.room, default=None)
        return best if best is not None and self.room(best) > 1 else None

    def turned(self, others: Mapping[int, Path]) -> Iterator[DirectedLink]:
        """Links of the paths numbered in `others` that the other path of the number lacks or passes backwards."""
        for number, other in others.items():
            steps = set(pairwise(other))
            yield from (link for link in pairwise(self._paths[number - 1]) if link not in steps)

    def illegal_stretch(self, others: Mapping[int, Path]) -> Path | None:
        """A stretch of a path in `others` that joins ends of two different parts, or None.

        Each path begins at the first cell of the path with its number; together they have all links that are cut.
        """
        for path in others.values():
            begin = 0
            for at in range(1, len(path)):
                if begin == at:
                    continue  # the second end of a link that is cut: the next part
                partner = self._partner.get(path[at])
                if partner is not None:
                    if partner != path[begin]:
                        return path[begin : at + 1]
                    begin = at + 1
        return None

    def _bounds(self, number: int, index: int) -> tuple[int, int]:
        marks = self._marks[number - 1]
        after = bisect(marks, index)
        return marks[after - 1] + 1, marks[after]

    def _join(self, first: int, last: int) -> None:
        self._partner[first], self._partner[last] = last, first


PATIENCE = 300  # conflicts of one query after which a path is cut near it (notes/repair)
SLICE = Slice(conflicts=100, propagations=200_000)  # the work before the conflicts of a query are looked at again
NEAR = 16  # rows below a query in which a link to cut is sought


class OnePass:
    """One walk over the solution of `puzzle`; `cuts` are the links that it cut.

    `paths` are the uncut paths, `place` maps each of their links to (number of the path, index of the link in it),
    `done` are the links that were cut before.  `joined` gives the paths of a solution of `puzzle` with the cuts undone.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        paths: tuple[Path, ...],
        place: Mapping[DirectedLink, tuple[int, int]],
        done: Iterable[DirectedLink],
        joined: Callable[[Solution], list[list[int]]],
    ) -> None:
        assert puzzle.solution is not None
        self.cuts: set[DirectedLink] = set()
        self._place, self._joined = place, joined
        self._parts = Parts(paths, place, done)
        self._board = board = Board(puzzle)
        self._search: Search = board.search()
        self._walk = Walk(self._search, board.model(puzzle.solution), near=True)
        bridges = puzzle.layout.bridges
        self._index = index = board.link_index
        self._links = {
            index[min(pair), max(pair)]: pair
            for pair in place
            if bridges.isdisjoint(pair) and self._parts.room(pair) >= 0
        }
        self._pairs = set(self._links.values())
        self._ends, self._width = board.links, puzzle.width
        self._from: dict[int, list[int]] = {}  # links that can be cut, by their first cell
        for link in sorted(self._links):
            self._from.setdefault(self._ends[2 * link], []).append(link)
        self._total = len(board.links) // 2
        self._given_up = -1
        """The walk's `remaining` links at a query near which nothing can be cut: this query may take any time."""

    def run(self, clock: Budget, on_progress: Callable[[int, int], None] | None) -> array[int] | None:
        """Walk to the end; returns None, or the model of another solution if no further cut excludes it.

        `on_progress` is called with the number of links done so far and the number of all.  Raises BudgetEnded.
        """
        while True:
            status = SLICE.of(self._walk)
            if status is Status.REFUTED:
                return None
            if status is Status.SATISFIED:
                model = self._search.model()
                if not self._exclude(model):
                    return model
            elif self._walk.spent >= PATIENCE and self._walk.remaining != self._given_up:
                self._cut_short(int(self._walk.remaining) - 1)
            clock.require("the puzzle was unique")
            if on_progress is not None:
                on_progress(self._total - self._walk.remaining, self._total)

    def _exclude(self, model: array[int]) -> bool:
        """Exclude another solution, by a further cut if the present ones do not; False if no cut does."""
        lacking = [pair for link, pair in self._links.items() if not model[link]]
        pair = self._parts.widest(lacking)
        if pair is not None:
            self._cut(pair)
            return True
        every = self._joined(self._board.solution(model))
        others = {number: tuple(every[number - 1]) for number in sorted({self._place[pair][0] for pair in lacking})}
        stretch = self._parts.illegal_stretch(others)
        if stretch is None:
            pair = self._parts.widest(pair for pair in self._parts.turned(others) if pair in self._pairs)
            if pair is None:
                return False
            self._cut(pair)
            stretch = self._parts.illegal_stretch(others)
            assert stretch is not None  # the path passes the link backwards or not at all, and so reaches another end
        off = [2 * self._index[min(pair), max(pair)] + 1 for pair in pairwise(stretch)]
        self._search.add_clause(array("i", off))
        return True

    def _cut_short(self, query: int) -> None:
        """Cut the nearest link to a query, asked now or before, that leaves two parts of two cells, if there is one."""
        place = divmod(self._ends[2 * query], self._width)
        for distance in range(NEAR + self._width):
            near = [link for cell in self._ring(place, distance) for link in self._from.get(cell, ()) if link >= query]
            pair = self._parts.widest(self._links[link] for link in sorted(near))
            if pair is not None:
                self._cut(pair)
                return
        self._given_up = self._walk.remaining

    def _ring(self, place: tuple[int, int], distance: int) -> Iterator[int]:
        """Cells of this row and the NEAR rows below that are `distance` rows plus columns away."""
        row, column = place
        for down in range(max(0, distance - self._width), min(distance, NEAR) + 1):
            for aside in {distance - down, down - distance}:
                if 0 <= column + aside < self._width:
                    yield (row + down) * self._width + column + aside

    def _cut(self, pair: DirectedLink) -> None:
        self._parts.cut(pair)
        self.cuts.add(pair)
        self._walk.cut(self._index[min(pair), max(pair)])
