"""Is a cover strict?  Four walks take turns, one from each corner: a board that is hard from one is easy from another.

Canonical linkings (`canonical_squares`) and walks (`uniqueness`) depend on a direction: corners flip
*down*, and queries go from the last link to the first.  A cover whose paths do not touch themselves is canonical in all
directions, so each of four turned copies of the board can be walked, and the first answer counts:

    ┌─>──────┐
    v        v       refuted: the cover is the only linking, so it is strict
    │        │       satisfied: there is another linking, so it is not strict; mostly found at once
    ^        ^
    └──────<─┘       else the walk with the fewest queries left goes on alone; paused: given up, not known
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TypeAlias

from numlink.engine.arrays import carried, degrees_of, labels_of, link_cells, links_followed
from numlink.engine.search.canonical_squares import canonical_clauses, valley_clauses
from numlink.engine.search.search import Search, Status
from numlink.engine.search.uniqueness import Walk
from numlink.exact.work import SLICE
from numlink.model.puzzle import Puzzle

Turned: TypeAlias = tuple[int, int, int]
"""A symmetric copy of a board, one of `engine.arrays.COPIES`."""

CORNERS: tuple[Turned, ...] = ((1, 0, 0), (1, 1, 1), (0, 1, 0), (0, 0, 1))
"""Four copies of a board, each with another corner at the top left."""

TURNS = (50, 200)
"""Conflicts that each walk has in all after the first and the second round of turns (bench/notes/strict_walks.md)."""

EARLY = 1_000
"""Conflicts that each walk has before `turn` goes on with one: a second linking is often found within these."""

PROMISING = ((32, 120), (8, 40))
"""(part, queries): after 1 / part of its patience the best walk has at most this many queries left, or the cover is
given up (bench/notes/strict_walks.md)."""


def _at_once() -> None:
    """What is called between slices where the caller looks at the clock between turns."""


def patience(cells: int) -> int:
    """Conflicts that one walk may have when it goes on alone: strict covers of larger boards take longer proofs.

    >>> patience(225), patience(720)
    (12656, 129600)
    """
    return cells * cells // 4


class StrictWalks:
    """Four walks over the solution of a puzzle on a plain rectangle; its paths must not touch themselves.

    All limits are counted work, so the answer is the same on every machine.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        if puzzle.solution is None:
            raise ValueError("corners ask about a puzzle whose solution is known")
        self.puzzle, self.solution = puzzle, puzzle.solution
        self.walks: list[tuple[Search, Walk]] = []
        self.ended: list[Status] = []
        """How each walk's last turn ended."""

    @property
    def conflicts(self) -> int:
        """Conflicts of all walks so far."""
        return sum(search.conflicts for search, _ in self.walks)

    def run(self, breathe: Callable[[], None], longest: int | None = None) -> Status:
        """REFUTED: there is no other linking, the cover is strict; SATISFIED: there is one; PAUSED: not soon told, or
        not in `longest` conflicts of all walks.

        `breathe` is called between slices of about 10 ms and may raise an exception to stop the work.
        """
        status = self.take_turns(breathe, TURNS)
        most = patience(len(self.puzzle.cells))
        if longest is not None:
            most = min(most, longest)
        for part, questions in (*PROMISING, (1, 0)):
            if status is Status.PAUSED:
                status = self._go_on(self._farthest, most // part, breathe)
            if status is not Status.PAUSED or self.walks[self._farthest][1].remaining > questions:
                break
        return Status.PAUSED if longest is not None and self.conflicts > longest else status

    def prove(self, breathe: Callable[[], None]) -> Status:
        """REFUTED or SATISFIED as in `run`, however long it takes."""
        status = self.take_turns(breathe, TURNS)
        while status is Status.PAUSED:
            index = self._farthest
            status = self._go_on(index, self.walks[index][0].conflicts + patience(len(self.puzzle.cells)), breathe)
        return status

    def turn(self, conflicts: int) -> Status:
        """About `conflicts` of one walk: first of each in turn, up to EARLY; after that of the walk that leads."""
        for most in (*TURNS, EARLY):
            for index, copy in enumerate(CORNERS):
                if index == len(self.walks):
                    self._begin(copy)
                done = self.walks[index][0].conflicts
                if done < most:
                    return self._go_on(index, min(most, done + conflicts), _at_once)
        index = self._farthest
        return self._go_on(index, self.walks[index][0].conflicts + conflicts, _at_once)

    def other(self) -> list[tuple[int, int]]:
        """After SATISFIED: the links of another linking, each as two cells of the puzzle with the smaller first."""
        walked = next(index for index, status in enumerate(self.ended) if status is Status.SATISFIED)
        copy, (search, _) = CORNERS[walked], self.walks[walked]
        puzzle = self.puzzle
        place = carried(puzzle.width, puzzle.height, copy)
        back = {there: cell for cell, there in enumerate(place)}
        cells = array("i", [puzzle.cells[back[there]] for there in range(len(place))])
        size = (puzzle.height, puzzle.width) if copy[0] else (puzzle.width, puzzle.height)
        ends = [back[there] for there in link_cells(*size, cells)]
        pairs = zip(ends[::2], ends[1::2], strict=True)
        return [(min(pair), max(pair)) for pair, on in zip(pairs, search.model(), strict=True) if on]

    def take_turns(self, breathe: Callable[[], None], turns: Sequence[int]) -> Status:
        """Let each walk go on up to the conflicts of each round; PAUSED where no walk has ended."""
        for most in turns:
            for index, copy in enumerate(CORNERS):
                if index == len(self.walks):
                    self._begin(copy)
                if (status := self._go_on(index, most, breathe)) is not Status.PAUSED:
                    return status
        return Status.PAUSED

    @property
    def _farthest(self) -> int:
        """The index of the walk with the fewest queries left."""
        return min(range(len(self.walks)), key=lambda index: self.walks[index][1].remaining)

    def _go_on(self, index: int, most: int, breathe: Callable[[], None]) -> Status:
        """Let walk `index` go on until it has had `most` conflicts in all or ends."""
        search, walk = self.walks[index]
        status = Status.PAUSED
        while status is Status.PAUSED and search.conflicts < most:
            status = walk.run(min(SLICE.conflicts, most - search.conflicts), SLICE.propagations)
            if status is Status.PAUSED:
                breathe()
        self.ended[index] = status
        return status

    def _begin(self, copy: Turned) -> None:
        """One more walk."""
        self.walks.append(self._walk(copy))
        self.ended.append(Status.PAUSED)

    def _walk(self, copy: Turned) -> tuple[Search, Walk]:
        """For one copy of the board the search for its canonical linkings, and the walk over the cover in it."""
        puzzle = self.puzzle
        place = carried(puzzle.width, puzzle.height, copy)
        width, height = (puzzle.height, puzzle.width) if copy[0] else (puzzle.width, puzzle.height)
        cells = array("i", [0]) * len(place)
        following = array("i", [-1]) * len(place)
        for cell, number in enumerate(puzzle.cells):
            cells[place[cell]] = number
        for path in self.solution.paths:
            for cell, after in zip(path, path[1:], strict=False):
                following[place[cell]] = place[after]
        links = link_cells(width, height, cells)
        search = Search(len(cells), links, labels=labels_of(cells), degrees=degrees_of(cells, 3))
        search.add_clauses(canonical_clauses(width, height, cells))
        search.add_clauses(valley_clauses(width, height, cells))
        return search, Walk(search, links_followed(links, following))
