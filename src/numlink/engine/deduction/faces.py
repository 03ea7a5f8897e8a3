"""A10, planarity: paths that would have to cross.  Also A6 and A10 after one further link.

The drawn and open links form a graph in the plane.  Walk along the border of one of its faces, turning clockwise at
every cell, and write down the numbers of the open ends on the way.  The order x y x y is impossible: the paths of x and
y would cross.  If the links cannot be drawn in the plane (bridges, layers, a board that wraps both ways), A10 concludes
nothing; a cylinder can be drawn in the plane.

    3 . . 5        around the outer face: 3 5 3 5
    . . . .
    5 . . 3
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers
from numlink.engine.deduction.assignment import Terrain

if not cython.compiled:
    from numlink.engine.deduction.assignment import A6, A10
    from numlink.engine.deduction.cuts import Cuts
    from numlink.engine.deduction.deduction import Deduction


@cython.final
@cython.cclass
class Faces:
    """The rule A10, and tries of one link by A6 and A10, on one position; it remembers where `try_links` paused."""

    def __init__(self, position: Deduction, cuts: Cuts, terrain: Terrain) -> None:
        self.position = position
        self.cuts = cuts
        self.flat = terrain.clockwise is not None
        self.clockwise = array("B", terrain.clockwise or bytes(8))
        self.walked = array("B", bytes(position.size))
        # The ends met on a walk, as 2 * number + (0 or 1); an end is met at most six times.
        self.met, self.times = integers(4 * (4 * position.labels + 8)), integers(position.labels + 1)
        self.crossing_a = self.crossing_b = self.slice = 0
        self.paused = False

    def crossed(self) -> cython.bint:
        """Whether two numbers, `crossing_a` and `crossing_b`, come as x y x y around a face, which no rules allow.

        Loops of their paths and chords inside the face would cross once, but two loops cross an even number of times.
        """
        if not self.flat:
            return False
        for cell in range(self.position.size):
            self.walked[cell] = 0
        for cell in range(self.position.size):
            mask: cython.int = (self.position.open[cell] | self.position.on[cell]) & ~self.walked[cell]
            while mask:
                way: cython.int = self.position.lowest[mask]
                if self.walk(cell, way):
                    return True
                mask &= ~self.walked[cell]
        return False

    def walk(self, start: cython.int, start_way: cython.int) -> cython.bint:
        """Walk around the face beside the link from `start` in `start_way`; return whether two numbers cross on it."""
        cell: cython.int = start
        way: cython.int = start_way
        total = both = 0
        while True:
            self.walked[cell] |= 1 << way
            number: cython.int = self.position.label[cell]
            if number and self.position.needs[cell] > 0:
                self.met[total] = 2 * number + (self.position.mate[self.position.ends[2 * number]] == cell)
                total += 1
            cell = self.position.beside[8 * cell + way]
            mask: cython.int = self.position.open[cell] | self.position.on[cell]
            # take the next clockwise way, counted from the way back, that has a link: the face stays on the same side
            way = self.clockwise[way ^ 2]
            while not mask & (1 << way):
                way = self.clockwise[way]
            if cell == start and way == start_way:
                break
        if total < 4:
            return False
        for mask in range(total):
            self.times[self.met[mask] >> 1] = 0
        for mask in range(total):
            self.times[self.met[mask] >> 1] |= 1 << (self.met[mask] & 1)
        for mask in range(total):
            number = self.met[mask] >> 1
            if self.times[number] == 3:
                self.met[both] = self.met[mask]
                both += 1
        return both >= 4 and self.interleaved(both)

    def interleaved(self, total: cython.int) -> cython.bint:
        """Whether two numbers come as x y x y in the first `total` entries of `met`, each 2 * number + (0 or 1)."""
        for left in range(total):
            for right in range(left + 1, total):
                if self.met[left] ^ self.met[right] != 1:
                    continue
                for index in range(total):
                    self.times[self.met[index] >> 1] = 0
                for index in range(left + 1, right):
                    self.times[self.met[index] >> 1] |= 1 << (self.met[index] & 1)
                for index in range(total):
                    number: cython.int = self.met[index] >> 1
                    if (index < left or index > right) and number != self.met[left] >> 1:
                        if self.times[number] & (2 >> (self.met[index] & 1)):
                            self.crossing_a = self.met[left] >> 1
                            self.crossing_b = number
                            return True
        return False

    def planarity(self) -> cython.void:
        """A10 on the present position: it is impossible if two numbers would have to cross."""
        if self.crossed():
            self.position.note(A10, 2, self.crossing_a, self.crossing_b, 0)
            self.position.clash()

    def try_links(self) -> cython.void:
        """A6 and A10 after one more link, which is off if it strands something or numbers cross; `slice` tries a call.

        Only links at a cell that wants one more are tried, as no other removes a cell from the live graph.
        """
        mark: cython.int = self.position.trail_size
        recording: cython.bint = self.position.recording
        was_clean: cython.bint = self.position.dirty_size == 0
        tried: cython.int = 0
        first: cython.int = self.next_link if self.paused else 0
        self.paused = False
        # links that are set or proposed are not tried
        for link in range(first, self.position.links):
            if self.position.state[link] or self.position.want[link]:
                continue
            here: cython.int = self.position.first[link]
            there: cython.int = self.position.second[link]
            if self.position.needs[here] != 1 and self.position.needs[there] != 1:
                continue
            if self.slice and tried >= self.slice:
                self.next_link = link
                self.paused = True
                break
            tried += 1
            self.position.recording = False
            verdict = about_a = about_b = 0
            self.position.assign(link, 1)
            if not self.position.conflict:
                self.close_exits(here)
                self.close_exits(there)
                if self.cuts.strands():
                    verdict = A6
                elif self.crossed():
                    verdict = A10
                    about_a = self.crossing_a
                    about_b = self.crossing_b
            self.position.undo(mark)
            self.position.recording = recording
            if verdict == A6:
                self.position.note(A6, 4, here, there, self.cuts.lost)
                self.position.propose(link, 2)
            elif verdict == A10:
                self.position.note(A10, 1, here, about_a, about_b)
                self.position.propose(link, 2)
        if was_clean:
            self.position.clear_dirty()

    def close_exits(self, cell: cython.int) -> cython.void:
        """Turn off the open links of a cell if it has all the links it needs."""
        mask: cython.int = self.position.open[cell]
        if self.position.needs[cell] > 0:
            return
        while mask:
            self.position.assign(self.position.link_of[8 * cell + self.position.lowest[mask]], 2)
            mask &= mask - 1
