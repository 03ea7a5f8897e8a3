"""A first solution that touches itself at few places, for boards of which every solution does, in slices.

A search without touching leaves little to choose, one with touching nearly everything.  Between the two: every unit
square has a *switch*, and the local clauses of the square (`engine.search.no_touch`) hold while it is off.  All begin
off.  Where that is refuted, the search names the switches that cannot all stay off, and half of them go on:

    all off  ->  refuted by 19 of them  ->  10 go on  ->  refuted by 11  ->  6 more  ->  a solution

What was learned stays true, as learned clauses name switches too.  Where a choice of switches takes long, another one
begins with all off.

Conflicts to the first solution on drawings of the family walls without their walls, seeds from 3000 and 4000 on, of 140
cells and more, that can only touch, 20 000 at most a board: 16 660 in all.  A patience of 400 or 3 000: 26 831 and
44 781; a quarter of the named switches on, or all: 50 390 and 40 119.  Plain searches take 75 822 on one of them and
are not done after 164 000 on another.
"""

from __future__ import annotations

from array import array

from numlink.engine import arrays
from numlink.engine.random import Random
from numlink.engine.search.no_touch import switched_clauses
from numlink.engine.search.search import Search, Status
from numlink.exact.encoded import Board
from numlink.exact.slices import Slice

PATIENCE = 1_000
"""Conflicts with one choice of switches before another choice begins."""

CELL_OF_A_SWITCH = 4
"""The degree of the two cells of a switch: nothing is asked of them."""


class FewTouches:
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
        self.search.add_clauses(switched_clauses(width, height, board.cells, first=self._links, laid=board.laid))
        self.model: array[int] | None = None
        self._random = Random("few touches")
        self._all = range(self._links, self._links + size)
        self._begin()

    def _begin(self) -> None:
        """Switch all off."""
        self._on: set[int] = set()
        self._since = self.search.conflicts
        self._assume()

    def _assume(self) -> None:
        """Let the search work with the present choice."""
        self.search.assume(array("i", [2 * link + (link not in self._on) for link in self._all]))

    def exclude(self, clause: array[int]) -> None:
        """Ask for a solution that satisfies one more clause, with the present choice of switches."""
        self.search.add_clause(clause)
        self._since = self.search.conflicts

    def turn(self, work: Slice) -> Status:
        """A slice of work; REFUTED: the board has no solution at all."""
        status = work.before(self._since + PATIENCE - self.search.conflicts).of(self.search)
        if status is Status.SATISFIED:
            self.model = self.search.model()[: self._links]
        elif status is Status.REFUTED:
            named = [literal >> 1 for literal in self.search.failed()]
            if not named:
                return status
            self._switch_on([link for link in named if link not in self._on])
            return Status.PAUSED
        elif self.search.conflicts >= self._since + PATIENCE:
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
