"""N1 to N5: what follows if no path may touch itself.

N1   ┌─        N3  a turn is copied along its diagonal        N4  ┌──      both neighbours of t at the turn are on one
     │ ·           until an end of a number or a wall             │ ┌──    path: the endpoint t has links to neither
 the other two     ┌────                                          │ │t
 sides are off     │┌───   N5  and no line may cross it

N2   neighbours on one path are linked, so two fragments side by side without a link are on different paths
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers
from numlink.engine.deduction.assignment import Terrain

if not cython.compiled:
    from numlink.engine.deduction.assignment import N1, N2, N3, N4, N5
    from numlink.engine.deduction.deduction import Deduction


@cython.final
@cython.cclass
class Touching:
    """The rules N1 to N5 on one position without touching; it keeps only scratch arrays."""

    def __init__(self, position: Deduction, terrain: Terrain) -> None:
        size = position.size
        self.position = position
        self.square = terrain.square
        self.listed = terrain.cycles is not None
        self.cycles = terrain.cycles or array("i", [0])
        self.members, self.met_by, self.meetings = integers(size), integers(size), array("B", bytes(size))
        self.barred = integers(position.labels + 1)
        self.blocker = self.blame = 0

    def squares(self) -> cython.void:
        """N1: at most two links around a unit square are drawn; with three, a path would touch itself."""
        width: cython.int = self.position.width
        if self.listed:
            self.rings()
            return
        for cell in range(self.position.size - width):
            if cell % width == width - 1:
                continue
            corner: cython.int = cell + width + 1
            drawn: cython.int = self.position.count[self.position.on[cell] & 3]
            drawn += self.position.count[self.position.on[corner] & 12]
            if drawn > 2:
                self.position.note(N1, 2, cell, corner, drawn)
                self.position.clash()
            elif drawn == 2:
                self.position.note(N1, 1, cell, corner, drawn)
                self.position.propose_mask(cell, self.position.open[cell] & 3, 2)
                self.position.propose_mask(corner, self.position.open[corner] & 12, 2)

    def rings(self) -> cython.void:
        """N1 on the rings of three and four links of any board: at least two links of a ring are not drawn."""
        at: cython.int = 0
        while self.cycles[at]:
            length: cython.int = self.cycles[at]
            drawn: cython.int = 0
            for index in range(at + 1, at + 1 + length):
                drawn += self.position.state[self.cycles[index]] == 1
            if drawn > length - 2:
                self.position.note(N1, 4, at, length, drawn)
                self.position.clash()
            elif drawn == length - 2:
                self.position.note(N1, 3, at, length, drawn)
                for index in range(at + 1, at + 1 + length):
                    if self.position.state[self.cycles[index]] == 0:
                        self.position.propose(self.cycles[index], 2)
            at += 1 + length

    def apart(self) -> cython.void:
        """N2: neighbours on one path are linked, so fragments side by side unlinked, or twice, are on two paths."""
        self.position.survey()
        for cell in range(self.position.size):
            self.met_by[cell] = -1
        for cell in range(self.position.labels + 1):
            self.barred[cell] = -1
        for cell in range(self.position.size):
            if self.position.capacity[cell] and self.position.fragment[cell] == cell:
                total: cython.int = self.gather(cell)
                self.count_meetings(cell, total)
                if self.position.fragment_label[cell] == 0:
                    self.judge_fragment(cell, total)

    def gather(self, name: cython.int) -> cython.int:
        """List in `members` the cells of the fragment that begins at its end `name`; return their number."""
        cell: cython.int = name
        total = came = 0
        while True:
            self.members[total] = cell
            total += 1
            mask: cython.int = self.position.on[cell] & ~came
            if mask == 0 or total >= self.position.size:
                return total
            way: cython.int = self.position.lowest[mask]
            cell = self.position.beside[8 * cell + way]
            came = 1 << (way ^ 2)

    def count_meetings(self, name: cython.int, total: cython.int) -> cython.void:
        """Count in `meetings` the places, at most 2, where each other fragment lies beside `name` (of `total` cells).

        2, which a link that is off also sets, means two paths: `barred[number]` is then `name`.  Two fragments of one
        number clash if it is 2, and otherwise must be linked.
        """
        number: cython.int = self.position.fragment_label[name]
        for index in range(total):
            cell: cython.int = self.members[index]
            mask: cython.int = self.position.exits[cell] & ~self.position.on[cell]
            while mask:
                way: cython.int = self.position.lowest[mask]
                mask &= mask - 1
                other: cython.int = self.position.beside[8 * cell + way]
                beside: cython.int = self.position.fragment[other]
                if beside == name:
                    self.position.note(N2, 4, cell, other, 0)
                    self.position.clash()
                    continue
                if self.met_by[beside] != name:
                    self.met_by[beside] = name
                    self.meetings[beside] = 0
                if self.position.open[cell] & (1 << way):
                    self.meetings[beside] += self.meetings[beside] < 2
                else:
                    self.meetings[beside] = 2
                if number and number == self.position.fragment_label[beside]:
                    if self.meetings[beside] == 2:
                        self.position.note(N2, 4, cell, other, number)
                        self.position.clash()
                    else:
                        self.position.note(N2, 2, cell, other, number)
                        self.position.propose(self.position.link_of[8 * cell + way], 1)
                elif self.meetings[beside] == 2 and self.position.fragment_label[beside]:
                    self.barred[self.position.fragment_label[beside]] = name

    def judge_fragment(self, name: cython.int, total: cython.int) -> cython.void:
        """Propose off for links from a fragment without a number to a fragment of necessarily another path."""
        for index in range(total):
            cell: cython.int = self.members[index]
            mask: cython.int = self.position.open[cell]
            while mask:
                way: cython.int = self.position.lowest[mask]
                mask &= mask - 1
                other: cython.int = self.position.beside[8 * cell + way]
                beside: cython.int = self.position.fragment[other]
                if beside == name:
                    continue
                if self.meetings[beside] == 2:
                    self.position.note(N2, 1, cell, other, 0)
                    self.position.propose(self.position.link_of[8 * cell + way], 2)
                elif self.position.fragment_label[beside] and self.barred[self.position.fragment_label[beside]] == name:
                    self.position.note(N2, 3, cell, other, self.position.fragment_label[beside])
                    self.position.propose(self.position.link_of[8 * cell + way], 2)

    def spike_fails(self, cell: cython.int, one: cython.int, two: cython.int) -> cython.int:
        """The rule that forbids `cell` links in both directions `one` and `two`, 0 for none; sets `blocker`.

            a ···· z      The cell has links to a and b; with a link to a or b, z would lie on a path beside itself.
            │      ·      So z, if used, has links in the same two directions, and so has the next cell on the
            cell ─ b      diagonal.

        Forbidden if an end of a number on the diagonal has no other link left (N4), if a link that a cell needs for the
        same turn is off (N3), or if a line crosses the diagonal (N5).  Allowed if the diagonal reaches anything but a
        square cell that must be used, or `cell` itself on a board that wraps.
        """
        z: cython.int = cell
        towards: cython.int = (1 << (one ^ 2)) | (1 << (two ^ 2))
        turn: cython.int = (1 << one) | (1 << two)
        while True:
            corner: cython.int = self.position.beside[8 * z + one]
            other: cython.int = self.position.beside[8 * z + two]
            if corner < 0 or other < 0:
                return 0
            z = self.position.beside[8 * corner + two]
            if z < 0 or z != self.position.beside[8 * other + one] or z == cell or self.position.exits[z] > 15:
                return 0
            self.blocker = z
            if self.position.capacity[z] == 1:
                if self.position.on[z] & towards or not (self.position.on[z] | self.position.open[z]) & ~towards:
                    return N4
                return 0
            if self.position.optional(z):
                return 0
            if self.position.on[z] & ~turn:
                return N5
            if (self.position.on[z] | self.position.open[z]) & turn != turn:
                return N3

    def turns(self) -> cython.void:
        """N3 to N5, if `square` holds: try all pairs of links of unfinished cells; conclude from those left."""
        if not self.square:
            return
        for cell in range(self.position.size):
            if self.position.capacity[cell] != 2 or self.position.needs[cell] <= 0 or self.position.exits[cell] > 15:
                continue
            some: cython.int = 0
            every: cython.int = 15
            worst: cython.int = 16
            self.blame = cell
            for one in range(4):
                for two in range(one + 1, 4):
                    mask: cython.int = (1 << one) | (1 << two)
                    if (self.position.on[cell] | self.position.open[cell]) & mask != mask:
                        continue
                    if self.position.on[cell] & ~mask:
                        continue
                    rule: cython.int = 0 if two == one + 2 else self.spike_fails(cell, one, two)
                    if rule:
                        if rule < worst:
                            worst = rule
                            self.blame = self.blocker
                    else:
                        some |= mask
                        every &= mask
            if worst < 16:
                self.judge_turns(cell, worst, some, every)

    def judge_turns(self, cell: cython.int, rule: cython.int, some: cython.int, every: cython.int) -> cython.void:
        """Propose off for open links of `cell` outside `some` and, if it must be used, on for those in `every`."""
        if some == 0 and not self.position.optional(cell):
            self.position.note(rule, 3, cell, self.blame, 0)
            self.position.clash()
            return
        self.position.note(rule, 1, cell, self.blame, 0)
        self.position.propose_mask(cell, self.position.open[cell] & ~some, 2)
        if not self.position.optional(cell):
            self.position.note(rule, 2, cell, self.blame, 0)
            self.position.propose_mask(cell, self.position.open[cell] & every, 1)
