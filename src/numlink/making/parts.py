"""The parts into which cuts divide the paths of a solution, and what a cut forbids to other solutions.

path        a──1──2──u─v──6──7──8──b       marks: -1, 3, 8: the place before the first cell, the first cell of each
place       0  1  2  3 4  5  6  7  8               link that is cut, the last cell
partners    a <-> u,  v <-> b
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

DirectedLink = tuple[int, int]
"""Two cells in the order in which the solution's path passes them."""

Path = tuple[int, ...]


class Parts:
    """The parts of `paths` cut at `done`; `place` maps each link to (number of its path, from 1, and index in it)."""

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
        """Cut a link: its part becomes two."""
        number, index = self._place[link]
        first, last = link
        start, end = (self._paths[number - 1][place] for place in self._bounds(number, index))
        self._join(start, first)
        self._join(last, end)
        insort(self._marks[number - 1], index)

    def room(self, link: DirectedLink) -> int:
        """The cells of the shorter part that a cut at a link leaves; -1 if the link is cut already."""
        number, index = self._place[link]
        marks = self._marks[number - 1]
        if marks[bisect(marks, index) - 1] == index:
            return -1
        start, end = self._bounds(number, index)
        return min(index - start + 1, end - index)

    def widest(self, links: Iterable[DirectedLink]) -> DirectedLink | None:
        """The first link with the most room; None if that is less than two cells."""
        best = max(links, key=self.room, default=None)
        return best if best is not None and self.room(best) > 1 else None

    def turned(self, others: Mapping[int, Path]) -> Iterator[DirectedLink]:
        """Links of the paths numbered in `others` which the other path of the same number lacks or passes backwards."""
        for number, other in others.items():
            steps = set(pairwise(other))
            yield from (link for link in pairwise(self._paths[number - 1]) if link not in steps)

    def illegal_stretch(self, others: Mapping[int, Path]) -> Path | None:
        """A stretch of a path in `others` that joins ends of two different parts, or None.

        Each path begins at the first cell of the path with its number, and the paths together have all links cut:

            solution   a──1──2──u─v──6──b        a must reach u before v
            other      a──6──v─u──2──1──b        a──6──v joins ends of two parts
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
        """The places of the first and last cell of the part that has a link."""
        marks = self._marks[number - 1]
        after = bisect(marks, index)
        return marks[after - 1] + 1, marks[after]

    def _join(self, first: int, last: int) -> None:
        self._partner[first], self._partner[last] = last, first
