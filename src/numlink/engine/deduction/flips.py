"""U1, the parallel flip: valid only on boards known to have one solution, so never used while proving that.

a──b      A path runs a→b and later c→d in the same direction along two opposite sides of a square (or a rhombus).
c──d      With a─c and b─d in their place the path still joins its ends: a→c, back along itself to b, →d and on.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from numlink.engine.deduction.deduction import Deduction

# Codes of rules, as in reasoning/rules.py.
U1 = cython.declare(cython.int, 16)


@cython.final
@cython.cclass
class ParallelFlips:
    """The rule U1 on one position, for rules under which every cell is used and paths may touch themselves."""

    def __init__(self, position: Deduction) -> None:
        self.position = position
        self.place = array("i", bytes(4 * position.size))

    def number_cells(self) -> cython.void:
        """Set `place` for every cell: its place on its fragment, 0 at the fragment's smaller end."""
        start: cython.int
        self.position.survey()
        for start in range(self.position.size):
            if self.position.fragment[start] != start:
                continue
            cell: cython.int = start
            came: cython.int = 0
            count: cython.int = 0
            while True:
                self.place[cell] = count
                count += 1
                mask: cython.int = self.position.on[cell] & ~came
                if mask == 0 or count > self.position.size:
                    break
                way: cython.int = self.position.lowest[mask]
                cell = self.position.beside[8 * cell + way]
                came = 1 << (way ^ 2)

    def scan(self) -> cython.void:
        """U1: an open link is off if it would run beside a drawn link of its own path, in the same direction.

        Sound where the solution is unique: with both links drawn the flip gives a second one, whatever else is drawn.
        """
        cell: cython.int
        self.number_cells()
        for cell in range(self.position.size):
            ways: cython.int = self.position.open[cell] if self.position.needs[cell] > 0 else 0
            while ways:
                way: cython.int = self.position.lowest[ways]
                ways &= ways - 1
                onward: cython.int = self.position.beside[8 * cell + way]
                turns: cython.int = self.position.exits[cell] & ~((1 << way) | (1 << (way ^ 2)))
                while turns:
                    turn: cython.int = self.position.lowest[turns]
                    turns &= turns - 1
                    across: cython.int = self.position.beside[8 * cell + turn]
                    beyond: cython.int = self.position.beside[8 * across + way]
                    # the path ends in `cell` and would go on in `way`: did it pass from `across` to `beyond` before?
                    if (
                        self.position.on[across] & (1 << way)
                        and self.position.beside[8 * onward + turn] == beyond
                        and self.position.fragment[across] == self.position.fragment[cell]
                        and self.goes(across, beyond, cell)
                    ):
                        self.position.note(U1, 1, cell, onward, across)
                        self.position.propose(self.position.link_of[8 * cell + way], 2)

    def goes(self, first: cython.int, second: cython.int, end: cython.int) -> cython.bint:
        """Whether the fragment that ends in `end` passes `first` before `second` when walked towards `end`."""
        if self.place[end] == 0:
            return self.place[first] > self.place[second]
        return self.place[first] < self.place[second]
