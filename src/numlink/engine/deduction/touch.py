"""N1 to N5: what follows where no path may run beside itself.

N1   ┌─        N3  a turn is copied along its diagonal        N4  ┌──      the turn's two neighbours of t are
     │ ·           until an end of a number or a wall             │ ┌──    on one path, so t leaves by neither
 the other two     ┌────                                          │ │t
 sides are off     │┌───   N5  and no line may cross it
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.deduction.terrain import Terrain

if not cython.compiled:
    from numlink.engine.deduction.deduction import Deduction

# The code of each rule in reasoning/rules.py; every record begins with the code of its rule.
N1 = cython.declare(cython.int, 11)
N2 = cython.declare(cython.int, 12)
N3 = cython.declare(cython.int, 13)
N4 = cython.declare(cython.int, 14)
N5 = cython.declare(cython.int, 15)


@cython.final
@cython.cclass
class Touching:
    """The rules N1 to N5 on one position without touching; scratch arrays only."""

    def __init__(self, position: Deduction, terrain: Terrain) -> None:
        size = position.size
        self.position = position
        self.square = terrain.square
        self.listed = terrain.cycles is not None
        self.cycles = terrain.cycles or array("i", [0])
        self.members = array("i", bytes(4 * size))
        self.met_by = array("i", bytes(4 * size))
        self.meetings = array("B", bytes(size))
        self.barred = array("i", bytes(4 * (position.labels + 1)))
        self.blocker = self.blame = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def squares(self) -> cython.void:
        """N1: of the four links around a corner point at most two are drawn.

        Sound: three of them join four cells into a path whose first and last cell lie side by side.
        """
        cell: cython.int
        corner: cython.int
        width: cython.int = self.position.width
        drawn: cython.int
        if self.listed:
            self.rings()
            return
        for cell in range(self.position.size - width):
            if cell % width == width - 1:
                continue
            corner = cell + width + 1
            drawn = self.position.count[self.position.on[cell] & 3] + self.position.count[self.position.on[corner] & 12]
            if drawn > 2:
                self.position.note(N1, 2, cell, corner, drawn)
                self.position.clash()
            elif drawn == 2:
                self.position.note(N1, 1, cell, corner, drawn)
                self.position.propose_mask(cell, self.position.open[cell] & 3, 2)
                self.position.propose_mask(corner, self.position.open[corner] & 12, 2)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rings(self) -> cython.void:
        """N1 on the rings of three and four links of any board: of these all but two at most are drawn.

        Sound: all but one of them join their cells into a path whose first and last cell lie side by side.
        """
        at: cython.int = 0
        index: cython.int
        length: cython.int
        drawn: cython.int
        while self.cycles[at]:
            length = self.cycles[at]
            drawn = 0
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

    # ------------------------------------------------------------------------------------------ N2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apart(self) -> cython.void:
        """N2: neighbours on one path are linked; so fragments side by side without a link are on different paths.

        Two fragments side by side in two places cannot be one path either: both links would close a ring, and
        with one drawn the other place touches.  Both fragments of a number side by side: their link is drawn.
        """
        cell: cython.int
        total: cython.int
        self.position.survey()
        for cell in range(self.position.size):
            self.met_by[cell] = -1
        for cell in range(self.position.labels + 1):
            self.barred[cell] = -1
        for cell in range(self.position.size):
            if self.position.capacity[cell] and self.position.fragment[cell] == cell:
                total = self.gather(cell)
                self.count_meetings(cell, total)
                if self.position.fragment_label[cell] == 0:
                    self.judge_fragment(cell, total)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather(self, name: cython.int) -> cython.int:
        """The cells of a fragment into `members`, from one end to the other; returns how many."""
        cell: cython.int = name
        total: cython.int = 0
        way: cython.int
        came: cython.int = 0
        mask: cython.int
        while True:
            self.members[total] = cell
            total += 1
            mask = self.position.on[cell] & ~came
            if mask == 0 or total >= self.position.size:
                return total
            way = self.position.lowest[mask]
            cell = self.position.beside[8 * cell + way]
            came = 1 << (way ^ 2)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_meetings(self, name: cython.int, total: cython.int) -> cython.void:
        """How often this fragment lies beside each other one (2: twice, or beside a link that is off)."""
        index: cython.int
        way: cython.int
        mask: cython.int
        cell: cython.int
        other: cython.int
        beside: cython.int
        number: cython.int = self.position.fragment_label[name]
        for index in range(total):
            cell = self.members[index]
            mask = self.position.exits[cell] & ~self.position.on[cell]
            while mask:
                way = self.position.lowest[mask]
                mask &= mask - 1
                other = self.position.beside[8 * cell + way]
                beside = self.position.fragment[other]
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge_fragment(self, name: cython.int, total: cython.int) -> cython.void:
        """Links of a fragment without a number that would join it to a path it is apart from."""
        index: cython.int
        way: cython.int
        mask: cython.int
        cell: cython.int
        other: cython.int
        beside: cython.int
        for index in range(total):
            cell = self.members[index]
            mask = self.position.open[cell]
            while mask:
                way = self.position.lowest[mask]
                mask &= mask - 1
                other = self.position.beside[8 * cell + way]
                beside = self.position.fragment[other]
                if beside == name:
                    continue
                if self.meetings[beside] == 2:
                    self.position.note(N2, 1, cell, other, 0)
                    self.position.propose(self.position.link_of[8 * cell + way], 2)
                elif self.position.fragment_label[beside] and self.barred[self.position.fragment_label[beside]] == name:
                    self.position.note(N2, 3, cell, other, self.position.fragment_label[beside])
                    self.position.propose(self.position.link_of[8 * cell + way], 2)

    # ------------------------------------------------------------------------------------------ N3 to N5

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spike_fails(self, cell: cython.int, one: cython.int, two: cython.int) -> cython.int:
        """Which rule forbids `cell` to turn in the directions `one` and `two`, 0 if none does.

        The diagonal cell z between both: its links towards the turn would give three sides of a square, so it
        uses neither.  A solid z allows the turn.  An end of a number must leave by one of its other two links
        (N4).  A free cell that is used must turn the same way, and so must the next on the diagonal: it fails
        where a link for that is missing (N3) or a line crosses (N5).  Where cells may stay empty, an untouched z
        ends the reasoning, and so does a z that is not joined to both neighbours (a wall, a bridge, the rim) or could
        leave for another layer, and a ray that comes back where the board wraps.
        """
        z: cython.int = cell
        corner: cython.int
        other: cython.int
        towards: cython.int = (1 << (one ^ 2)) | (1 << (two ^ 2))
        turn: cython.int = (1 << one) | (1 << two)
        while True:
            corner = self.position.beside[8 * z + one]
            other = self.position.beside[8 * z + two]
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turns(self) -> cython.void:
        """N3 to N5: weigh the two-link choices of every free cell against the turns its diagonals allow."""
        cell: cython.int
        one: cython.int
        two: cython.int
        mask: cython.int
        rule: cython.int
        worst: cython.int
        some: cython.int
        every: cython.int
        if not self.square:
            return
        for cell in range(self.position.size):
            if self.position.capacity[cell] != 2 or self.position.needs[cell] <= 0 or self.position.exits[cell] > 15:
                continue
            some = 0
            every = 15
            worst = 16
            self.blame = cell
            for one in range(4):
                for two in range(one + 1, 4):
                    mask = (1 << one) | (1 << two)
                    if (self.position.on[cell] | self.position.open[cell]) & mask != mask:
                        continue
                    if self.position.on[cell] & ~mask:
                        continue
                    rule = 0 if two == one + 2 else self.spike_fails(cell, one, two)
                    if rule:
                        if rule < worst:
                            worst = rule
                            self.blame = self.blocker
                    else:
                        some |= mask
                        every &= mask
            if worst < 16:
                self.judge_turns(cell, worst, some, every)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge_turns(self, cell: cython.int, rule: cython.int, some: cython.int, every: cython.int) -> cython.void:
        """Rule out the open links of a cell outside mask `some`; draw those of mask `every` unless it may stay empty.

        `some`: links of at least one choice left; `every`: links of all of them.
        """
        if some == 0 and not self.position.optional(cell):
            self.position.note(rule, 3, cell, self.blame, 0)
            self.position.clash()
            return
        self.position.note(rule, 1, cell, self.blame, 0)
        self.position.propose_mask(cell, self.position.open[cell] & ~some, 2)
        if not self.position.optional(cell):
            self.position.note(rule, 2, cell, self.blame, 0)
            self.position.propose_mask(cell, self.position.open[cell] & every, 1)
