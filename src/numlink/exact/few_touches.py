"""A first solution that touches itself at few places, for boards of which every solution does, in slices.

A search without touching leaves little to choose, one with touching nearly everything.  Between the two: every unit
square has a *switch*, and the local clauses of the square (`canonical_squares`) hold while it is off.  All begin
off.  Where that is refuted, the search names the switches that cannot all stay off, and half of them go on:

    all off  ->  refuted by 19 of them  ->  10 go on  ->  refuted by 11  ->  6 more  ->  a solution

What was learned stays true, as learned clauses name switches too.  Where a choice of switches takes long, another one
begins with all off.

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
"""Conflicts with one choice of switches before another choice begins, times the Luby sequence 1 1 2 1 1 2 4 ..."""

CELL_OF_A_SWITCH = 4
"""The degree of the two cells of a switch: nothing is asked of them."""


class FewTouches(Searching):
    """The search; after SATISFIED `model` is a solution.  For rectangles, with or without walls, under COVER."""

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
        self._luby = 0, 0
        """How many choices have begun, and what the last one's patience is times PATIENCE."""
        self._all = range(self._links, self._links + size)
        self._begin()

    def _begin(self) -> None:
        """Switch all off, and have the next patience of the Luby sequence (Knuth's way to write it)."""
        begun, patience = self._luby
        self._luby = (begun + 1, 1) if begun & -begun == patience else (begun, 2 * patience)
        self._on: set[int] = set()
        self._since = self.search.conflicts
        self._assume()

    @property
    def _until(self) -> int:
        """At how many conflicts another choice begins."""
        return self._since + PATIENCE * self._luby[1]

    def _assume(self) -> None:
        """Let the search work with the present choice."""
        self.search.assume(array("i", [2 * link + (link not in self._on) for link in self._all]))

    def turn(self, work: Slice) -> Status:
        """A slice of work; REFUTED: the board has no solution at all."""
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
        """Switch half of the named switches on, at least one."""
        for left in range(len(named), len(named) // 2, -1):
            place = self._random.below(left)
            self._on.add(named[place])
            named[place] = named[left - 1]
        self._since = self.search.conflicts
        self._assume()
