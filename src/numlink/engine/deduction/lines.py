"""A8 on rows, columns and diagonals: the numbers that must cross a line, and the places where they can cross.

`terrain.families` has the lines: on a rectangle rows, columns and both diagonals; on hexagons the three straight
directions; with layers the same lines through all layers, and the layers themselves; on a board that wraps, the lines
that still separate it.
"""

from __future__ import annotations

import cython

from numlink.engine.arrays import integers
from numlink.engine.deduction.assignment import Terrain

if not cython.compiled:
    from numlink.engine.deduction.assignment import A8
    from numlink.engine.deduction.deduction import Deduction


@cython.final
@cython.cclass
class Lines:
    """The rule A8 on the straight lines of one position; it keeps only scratch arrays."""

    def __init__(self, position: Deduction, terrain: Terrain) -> None:
        size: cython.int = position.size
        self.position = position
        # line_of[family * size + cell]: the line of a cell; lines[family]: the number of lines
        # members[family * size + begin[family * (most + 1) + line] ...]: the cells of a line, up to those of the next
        self.families = len(terrain.families)
        self.line_of, self.members = integers(self.families * size), integers(self.families * size)
        self.lines = integers(self.families)
        self.most = 2 + max((max(lines) for lines in terrain.families), default=0)
        self.begin = integers((self.families + 1) * (self.most + 1))
        for family in range(self.families):
            lines: cython.int[::1] = terrain.families[family]
            base: cython.int = family * (self.most + 1)
            for cell in range(size):
                line: cython.int = lines[cell]
                self.line_of[family * size + cell] = line
                self.begin[base + line + 1] += 1
                if self.lines[family] <= line:
                    self.lines[family] = line + 1
            for line in range(self.most):
                self.begin[base + line + 1] += self.begin[base + line]
            # list the cells of each line in ascending order; `begin` moves to the next free place and is then reset
            for cell in range(size):
                line = base + lines[cell]
                self.members[family * size + self.begin[line]] = cell
                self.begin[line] += 1
            for line in range(self.most, 0, -1):
                self.begin[base + line] = self.begin[base + line - 1]
            self.begin[base] = 0
        self.separated, self.seen = integers(self.most + 2), integers(size)

    def scan(self) -> cython.void:
        """A8: a number whose open ends lie strictly on opposite sides of a line needs its own place on the line.

        The places are the untouched cells on the line and the fragments without a number that meet it; no link skips a
        line.  More numbers than places are a contradiction.  If there are as many, no link joins two places, a place of
        one cell has a link to either side, and an open end on the line goes on to its number's side.  A later position
        never concludes less.
        """
        if self.families:
            self.position.survey()
        for family in range(self.families):
            last: cython.int = self.lines[family]
            base: cython.int = family * self.position.size
            for line in range(last + 2):
                self.separated[line] = 0
            for number in range(1, self.position.labels + 1):
                here: cython.int = self.position.mate[self.position.ends[2 * number]]
                if self.position.needs[here] <= 0:
                    continue
                there: cython.int = self.line_of[base + self.position.mate[self.position.ends[2 * number + 1]]]
                here = self.line_of[base + here]
                if here > there:
                    line = here
                    here = there
                    there = line
                if here < there:
                    self.separated[here + 1] += 1
                    self.separated[there] -= 1
            waiting: cython.int = 0
            for line in range(last):
                waiting += self.separated[line]
                self.judge_line(family, line, waiting)

    def judge_line(self, family: cython.int, line: cython.int, waiting: cython.int) -> cython.void:
        """Judge one line that `waiting` numbers must cross, by A8."""
        places: cython.int = 0
        base: cython.int = family * self.position.size
        start: cython.int = base + self.begin[family * (self.most + 1) + line]
        stop: cython.int = base + self.begin[family * (self.most + 1) + line + 1]
        for index in range(start, stop):
            self.seen[self.position.fragment[self.members[index]]] = 0
        for index in range(start, stop):
            cell: cython.int = self.members[index]
            if self.position.capacity[cell] and self.position.fragment_label[cell] == 0:
                self.seen[self.position.fragment[cell]] += 1
                places += self.seen[self.position.fragment[cell]] == 1
        if waiting > places:
            self.position.note(A8, 3, family, line, waiting)
            self.position.clash()
        elif waiting == places:
            self.position.note(A8, 1, family, line, waiting)
            for index in range(start, stop):
                cell = self.members[index]
                if self.position.capacity[cell] and self.position.fragment_label[cell] == 0:
                    if not self.judge_place(family, line, cell):
                        self.position.note(A8, 4, family, line, waiting)
                        self.position.clash()
                        return
            for index in range(start, stop):
                cell = self.members[index]
                if self.position.label[cell] and self.position.needs[cell] > 0:
                    self.position.note(A8, 2, family, line, cell)
                    self.judge_end(family, line, cell)

    def judge_place(self, family: cython.int, line: cython.int, cell: cython.int) -> cython.bint:
        """Propose what follows for a cell in a place of a full line; return False if no number can cross there."""
        along = before = after = 0
        mask: cython.int = self.position.open[cell] | self.position.on[cell]
        while mask:
            way: cython.int = self.position.lowest[mask]
            mask &= mask - 1
            other: cython.int = self.line_of[family * self.position.size + self.position.beside[8 * cell + way]]
            if other == line:
                along |= 1 << way
            elif other < line:
                before |= 1 << way
            else:
                after |= 1 << way
        self.position.propose_mask(cell, along & self.position.open[cell], 2)
        if self.seen[self.position.fragment[cell]] > 1:
            return True
        return self.judge_side(cell, before) and self.judge_side(cell, after)

    def judge_side(self, cell: cython.int, side: cython.int) -> cython.bint:
        """Propose what follows if exactly one link of the mask `side` is drawn; return False if that is impossible."""
        drawn: cython.int = self.position.count[self.position.on[cell] & side]
        left: cython.int = side & self.position.open[cell]
        if drawn > 1 or (drawn == 0 and left == 0):
            return False
        if drawn == 1:
            self.position.propose_mask(cell, left, 2)
        elif self.position.count[left] == 1:
            self.position.propose_mask(cell, left, 1)
        return True

    def judge_end(self, family: cython.int, line: cython.int, cell: cython.int) -> cython.void:
        """At an open end on a full line, exclude links that do not lead to the side of its number's other end."""
        number: cython.int = self.position.label[cell]
        far: cython.int = self.position.mate[self.position.ends[2 * number]]
        base: cython.int = family * self.position.size
        mask: cython.int = self.position.open[cell]
        if far == cell:
            far = self.position.mate[self.position.ends[2 * number + 1]]
        far = self.line_of[base + far]
        if far == line:
            return
        while mask:
            at: cython.int = 8 * cell + self.position.lowest[mask]
            mask &= mask - 1
            other: cython.int = self.line_of[base + self.position.beside[at]]
            if other == line or (other < line) != (far < line):
                self.position.propose(self.position.link_of[at], 2)
