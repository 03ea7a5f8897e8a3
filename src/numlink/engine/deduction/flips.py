"""U1, the parallel flip: a rule for boards known to have one solution only, never used while proving that.

a──b      One path runs a→b and later c→d the same way along two opposite sides of a square.
c──d      Then a─c and b─d in their place make another cover: a→c, back along the path to b, →d and on.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from numlink.engine.deduction.deduction import Deduction

U1 = cython.declare(cython.int, 16)


@cython.final
@cython.cclass
class ParallelFlips:
    """The rule U1 on one position, for rules under which every cell is used and paths may touch themselves."""

    def __init__(self, position: Deduction) -> None:
        self.position = position
        self.place = array("i", bytes(4 * position.size))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number_cells(self) -> cython.void:
        """The place of every cell along its fragment, counted from the fragment's smaller end."""
        start: cython.int
        cell: cython.int
        count: cython.int
        mask: cython.int
        came: cython.int
        way: cython.int
        self.position.survey()
        for start in range(self.position.size):
            if self.position.fragment[start] != start:
                continue
            cell = start
            came = 0
            count = 0
            while True:
                self.place[cell] = count
                count += 1
                mask = self.position.on[cell] & ~came
                if mask == 0 or count > self.position.size:
                    break
                way = 0
                while not mask & (1 << way):
                    way += 1
                cell += self.position.step[way]
                came = 1 << (way ^ 2)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def scan(self) -> cython.void:
        """Off is an open link that would run along a drawn one of its own path, the same way.

        Sound where the solution is unique: drawing it makes the flip possible, whatever else is drawn.
        """
        cell: cython.int
        side: cython.int
        way: cython.int
        across: cython.int
        turn: cython.int
        self.number_cells()
        for cell in range(self.position.size):
            if self.position.needs[cell] <= 0:
                continue
            for way in range(4):
                if not self.position.open[cell] & (1 << way):
                    continue
                for side in range(2):
                    turn = (way + 1 + 2 * side) & 3
                    if not self.position.exits[cell] & (1 << turn):
                        continue
                    across = cell + self.position.step[turn]
                    # the path comes to its end `cell` and would go on in direction `way`: did it go that way beside it?
                    if (
                        self.position.on[across] & (1 << way)
                        and self.position.exits[cell + self.position.step[way]] & (1 << turn)
                        and self.position.fragment[across] == self.position.fragment[cell]
                        and self.goes(across, across + self.position.step[way], cell)
                    ):
                        self.position.note(U1, 1, cell, cell + self.position.step[way], across)
                        self.position.propose(self.position.link_of[4 * cell + way], 2)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def goes(self, first: cython.int, second: cython.int, end: cython.int) -> cython.bint:
        """Whether the fragment passes `first` before `second` on its way to its end `end`."""
        if self.place[end] == 0:
            return self.place[first] > self.place[second]
        return self.place[first] < self.place[second]
