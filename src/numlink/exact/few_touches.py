"""A search in slices for a solution that touches itself at few places, for boards whose solutions all do.

A search without touching has few choices, one with touching very many.  This one lies between them: every unit square
has a *switch*, and the local clauses of the square (`canonical_squares`) hold while it is off.  At first all are off.
When that is refuted, the search names switches that cannot all stay off, and half of them are turned on:

    all off  ->  refuted by 19 of them  ->  10 go on  ->  refuted by 11  ->  6 more  ->  a solution

Learned clauses mention switches too, so they stay true.  If a choice of switches takes long, another one begins with
all switches off.

What else was tried: bench/notes/few_touches.md.
"""

from __future__ import annotations

from array import array

from numlink.engine import arrays
from numlink.engine.random import Random
from numlink.engine.search.canonical_squares import switched_clauses
from numlink.engine.search.search import Search, Status
from numlink.exact.board_arrays import Board
from numlink.exact.work import Searching, Slice

PATIENCE = 300
"""One choice of switches may have this many conflicts, times the Luby sequence 1 1 2 1 1 2 4 ..."""

CELL_OF_A_SWITCH = 4  # the degree of the two cells of a switch: they are not constrained


class FewTouches(Searching):
    """The search, for rectangles with or without walls under COVER; after SATISFIED, `model` is a solution."""

    def __init__(self, board: Board) -> None:
        self._links = len(board.links) // 2
        size = len(board.cells)
        ends = array("i", range(size, 3 * size))
        labels, degrees = arrays.labels_of(board.cells), arrays.degrees_of(board.cells, 2)
        self.search = Search(
            3 * size,
            board.links + ends,
            labels=labels + array("i", bytes(4 * len(ends))),
            degrees=degrees + array("i", [CELL_OF_A_SWITCH]) * len(ends),
        )
        width, height = board.puzzle.width, board.puzzle.height
        self.search.add_clauses(switched_clauses(width, height, board.cells, first=self._links, laid=board.links))
        self.search.aims_under_assumptions = True
        self.searches = [self.search]
        self.model: array[int] | None = None
        self._random = Random("few touches")
        self._luby = 0, 0  # how many choices have begun, and the Luby factor of the last one
        self._all = range(self._links, self._links + size)
        self._begin()

    def _begin(self) -> None:
        """Turn all switches off and take the next number of the Luby sequence (in Knuth's formulation)."""
        begun, patience = self._luby
        self._luby = (begun + 1, 1) if begun & -begun == patience else (begun, 2 * patience)
        self._on: set[int] = set()
        self._since = self.search.conflicts
        self._assume()

    @property
    def _until(self) -> int:
        """The number of conflicts at which another choice begins."""
        return self._since + PATIENCE * self._luby[1]

    def _assume(self) -> None:
        """Make the search assume the present choice."""
        self.search.assume(array("i", [2 * link + (link not in self._on) for link in self._all]))

    def turn(self, work: Slice) -> Status:
        """Do a slice of work; REFUTED means that the board has no solution at all."""
        status = work.before(self._until - self.search.conflicts).of(self.search)
        if status is Status.SATISFIED:
            self.model = self.search.model()[: self._links]
        elif status is Status.REFUTED:
            named = [literal >> 1 for literal in self.search.failed()]
            if not named:
                return status
            self._switch_on([link for link in named if link not in self._on])
            return Status.PAUSED
        elif self.search.conflicts >= self._until:
            self._begin()
        return status

    def _switch_on(self, named: list[int]) -> None:
        """Turn on half of the named switches, at least one."""
        for left in range(len(named), len(named) // 2, -1):
            place = self._random.below(left)
            self._on.add(named[place])
            named[place] = named[left - 1]
        self._since = self.search.conflicts
        self._assume()
