"""Is a cover strict?  Four walks take turns, one from each corner: a board that is hard for one is easy for another.

Canonical linkings (`engine.search.no_touch`) and walks (`engine.search.walk`) both know a direction: corners flip
*down*, and questions are asked from the last link to the first.  A cover whose paths do not touch themselves is
canonical whichever way is down, so the board can be turned, and the first answer counts:

    ┌─>──────┐
    v        v       a walk that ends refuted: the cover is the only linking, strict
    │        │       another linking: not strict; where most covers have one it is found at once
    ^        ^
    └──────<─┘       else the one that has come farthest goes on alone; paused: given up, not known

Conflicts on 40 covers of 15x15 with 11 pairs, as annealed: to the second linking, where there is one, 1 200 in the mean
from one corner (and 11 of 40 not done in 3 000), below 100 from the best of eight copies in two of three; the two
strict ones take 1 200 from the best copy and more than 3 000 from most others.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TypeAlias

from numlink.engine.arrays import carried, degrees_of, labels_of, link_cells, links_followed
from numlink.engine.search.no_touch import canonical_clauses, valley_clauses
from numlink.engine.search.search import Search, Status
from numlink.engine.search.walk import Walk
from numlink.exact.slices import SLICE
from numlink.model.puzzle import Puzzle

Turned: TypeAlias = tuple[int, int, int]
"""A copy of a board, as `engine.arrays.carried` takes it."""

CORNERS: tuple[Turned, ...] = ((1, 0, 0), (1, 1, 1), (0, 1, 0), (0, 0, 1))
"""The copies of a board that bring each corner to the top left once."""

TURNS = (50, 200)
"""Conflicts each walk may have taken after each round of turns: of 15x15 with 10 pairs a strict cover took 34 700
conflicts in all, 45 100 with a third round up to 600; with 11 pairs, and 36x20 with 31, about as many."""

PROMISING = ((32, 120), (8, 40))
"""(32, 120): after 1/32 of its patience a walk has at most 120 questions left, or the cover is given up.  Conflicts for
a strict cover of 36x20 with 31 pairs: 258 000, without the first 364 000; of 15x15 with 11 pairs 9 % more."""


def patience(cells: int) -> int:
    """Conflicts up to which one walk goes on alone: the larger the board, the rarer and dearer are strict covers.

    Of 106 strict covers of 15x15 with 11 pairs the best corner takes 200 to 11 800, in the median 5 600; 27 of 36x20
    with 31 pairs took 1 000 to 120 000, in the median 36 000.

    >>> patience(225), patience(720)
    (12656, 129600)
    """
    return cells * cells // 4


class Corners:
    """Four walks over the solution of a puzzle on a plain rectangle, of which the paths must not touch themselves.

    The same work on every machine.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        if puzzle.solution is None:
            raise ValueError("corners ask about a puzzle whose solution is known")
        self.puzzle, self.solution = puzzle, puzzle.solution
        self.walks: list[tuple[Search, Walk]] = []

    @property
    def conflicts(self) -> int:
        """Conflicts of all walks so far."""
        return sum(search.conflicts for search, _ in self.walks)

    def run(self, breathe: Callable[[], None]) -> Status:
        """REFUTED: there is no other linking, the cover is strict; SATISFIED: there is one; PAUSED: not soon told.

        `breathe` is called between slices of about 10 ms and may raise.
        """
        status = self.take_turns(breathe, TURNS)
        most = patience(len(self.puzzle.cells))
        for part, questions in (*PROMISING, (1, 0)):
            if status is Status.PAUSED:
                status = self._go_on(self._farthest, most // part, breathe)
            if status is not Status.PAUSED or self.walks[self._farthest][1].remaining > questions:
                break
        return status

    def prove(self, breathe: Callable[[], None]) -> Status:
        """REFUTED or SATISFIED, however long it takes."""
        status = self.take_turns(breathe, TURNS)
        while status is Status.PAUSED:
            index = self._farthest
            status = self._go_on(index, self.walks[index][0].conflicts + patience(len(self.puzzle.cells)), breathe)
        return status

    def take_turns(self, breathe: Callable[[], None], turns: Sequence[int]) -> Status:
        """Walk from every corner up to each number of conflicts; PAUSED where none has come to its end."""
        for most in turns:
            for index, copy in enumerate(CORNERS):
                if index == len(self.walks):
                    self.walks.append(self._walk(copy))
                if (status := self._go_on(index, most, breathe)) is not Status.PAUSED:
                    return status
        return Status.PAUSED

    @property
    def _farthest(self) -> int:
        """The index of the walk with the fewest questions left."""
        return min(range(len(self.walks)), key=lambda index: self.walks[index][1].remaining)

    def _go_on(self, index: int, most: int, breathe: Callable[[], None]) -> Status:
        """Go on with one walk until it has taken `most` conflicts in all."""
        search, walk = self.walks[index]
        status = Status.PAUSED
        while status is Status.PAUSED and search.conflicts < most:
            status = walk.run(min(SLICE.conflicts, most - search.conflicts), SLICE.propagations)
            if status is Status.PAUSED:
                breathe()
        return status

    def _walk(self, copy: Turned) -> tuple[Search, Walk]:
        """One copy of the board: the search for its canonical linkings, and the walk over the cover."""
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
