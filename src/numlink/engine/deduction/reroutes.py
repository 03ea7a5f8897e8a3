"""U1 and U2: valid only on boards known to have one solution, so never used to prove that.

U1, the parallel flip, in a square (or a rhombus):

    a──b      A path runs a→b and later c→d, in the same direction, along two opposite sides.  With a─c and b─d instead,
    c──d      the path still joins its ends: a→c, back along itself to b, →d and on.

U2, window re-routing:

    a──b  c    a  b──c    Two fillings of a window with the same links across its border differ by closed walks whose
          │    │          links are alternately drawn and not drawn, here around two squares.  Swapping drawn and not
    d──e  f    d  e──f    drawn along a walk keeps the number of links of every cell.  If the swap also joins the same
                          ends of lines and closes no loop, it gives a second solution, whatever else is drawn.

All such walks in a 3x3 window are tried, except single squares: a flip of one square that keeps the ends joined is U1.
Only the links of the walk must be known, not those of the whole window.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers
from numlink.engine.deduction.assignment import Terrain

if not cython.compiled:
    from numlink.engine.deduction.assignment import U1, U2
    from numlink.engine.deduction.deduction import Deduction

# Links of the longest walk, the one around four squares; shorter walks are padded with `-`.
LONGEST = cython.declare(cython.int, 8)

WALKS = (
    b"001223--" b"011233--"  # around two squares: 3x2 and 2x3 cells
    b"00112233"  # around four squares
    b"00121233" b"00112323" b"01012233" b"01122303"  # around three of the four
    b"23010123" b"23011032"  # two squares that share one corner: around the upper left, then the lower right one
    b"03212103" b"03211230"  # the same for the upper right and the lower left one
)  # fmt: skip
"""Closed walks of LONGEST ways each: 0 right, 1 down, 2 left, 3 up, `-` after the end of a shorter walk.

If two squares share a corner, one walk goes round the second one clockwise and one anticlockwise.  `trace` rejects a
walk that does not close on a board."""


@cython.final
@cython.cclass
class Reroutes:
    """U1 and U2 on one position, under rules by which every cell is used and paths may touch themselves."""

    def __init__(self, position: Deduction, terrain: Terrain) -> None:
        self.position = position
        self.cell_of = array("i", range(position.size))
        for cell, track in enumerate(terrain.down or ()):
            self.cell_of[track] = cell
        self.walks = array("B", WALKS)
        self.walk_count = len(WALKS) // LONGEST
        self.partner, self.ring, self.cells = integers(position.size), integers(LONGEST), integers(LONGEST)
        self.drawn, self.open, self.off = integers(2), integers(2), integers(2)

    def flips(self) -> cython.void:
        """U1, if the solution is unique: a link that would run beside its own path, in the same direction, is off."""
        self.position.survey()
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
                    # the path ends in `cell` and would go on in `way`: did it go from `across` to `beyond` before?
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
        if self.position.place[end] == 0:
            return self.position.place[first] > self.position.place[second]
        return self.position.place[first] < self.position.place[second]

    def scan(self) -> cython.void:
        """U2, if the solution is unique: an open link is off if drawing it would make a swap possible."""
        for start in range(self.position.size):
            for walk in range(self.walk_count):
                if not self.trace(start, LONGEST * walk):
                    continue
                for side in range(2):
                    if self.open[side] == 1 and self.off[side] == 0 and self.drawn[1 - side] == 0:
                        self.judge(side)

    def trace(self, start: cython.int, walk: cython.int) -> cython.bint:
        """Lay a walk from `start`: links, cells, sums of both sides; False if it does not fit or both are drawn."""
        cell: cython.int = start
        self.ring_size = 0
        for side in range(2):
            self.drawn[side] = self.open[side] = self.off[side] = 0
        for step in range(LONGEST):
            way: cython.int = self.walks[walk + step] - 48
            if way < 0:
                break
            link: cython.int = self.position.link_of[8 * cell + way]
            if link < 0:
                return False
            side = step & 1
            self.drawn[side] += self.position.state[link] == 1
            self.off[side] += self.position.state[link] == 2
            self.open[side] += self.position.state[link] == 0
            if self.drawn[0] and self.drawn[1]:
                return False
            self.ring[step] = link
            self.cells[step] = cell
            self.ring_size = step + 1
            cell = self.position.beside[8 * cell + way]
        return cell == start

    def judge(self, side: cython.int) -> cython.void:
        """Propose off for the only open link of `side`, whose others are drawn, if it would make the swap possible."""
        last: cython.int = -1
        for step in range(side, self.ring_size, 2):
            if self.position.state[self.ring[step]] == 0:
                last = self.ring[step]
        if self.closed(last):
            return
        self.toggle(last)
        if self.all_closed(1 - side) and self.same_ends():
            self.say(last)
        self.toggle(last)

    def all_closed(self, side: cython.int) -> cython.bint:
        """Whether no open link of `side` of the walk, 0 or 1 (see `trace`), can still be drawn."""
        for step in range(side, self.ring_size, 2):
            if self.position.state[self.ring[step]] == 0 and not self.closed(self.ring[step]):
                return False
        return True

    def closed(self, link: cython.int) -> cython.bint:
        """Whether a cell of `link` already has all its links, by the masks `on`."""
        here: cython.int = self.position.first[link]
        there: cython.int = self.position.second[link]
        return (
            self.position.count[self.position.on[here]] >= self.position.capacity[here]
            or self.position.count[self.position.on[there]] >= self.position.capacity[there]
        )

    def toggle(self, link: cython.int) -> cython.void:
        """Draw or erase a link on trial, only in the masks `on` of its cells."""
        self.position.on[self.position.first[link]] ^= self.position.first_bit[link]
        self.position.on[self.position.second[link]] ^= self.position.second_bit[link]

    def same_ends(self) -> cython.bint:
        """Whether the swap joins the same ends of lines along the walk, and closes no loop."""
        same: cython.bint = True
        for step in range(self.ring_size):
            one: cython.int = self.reach(self.cells[step], False)
            other: cython.int = self.reach(self.cells[step], True)
            if one < 0:
                return False
            # `partner` need not be cleared: the swap keeps the set of ends, so entries read below were written here
            self.partner[one] = other
            self.partner[other] = one
        for step in range(self.ring_size):
            self.toggle(self.ring[step])
        for step in range(self.ring_size):
            one = self.reach(self.cells[step], False)
            if one < 0 or self.partner[one] != self.reach(self.cells[step], True):
                same = False
                break
        for step in range(self.ring_size):
            self.toggle(self.ring[step])
        return same

    def reach(self, cell: cython.int, onward: cython.bint) -> cython.int:
        """The end of the line from `cell` along its first drawn link, or its second if `onward`; -1 on a loop."""
        mask: cython.int = self.position.on[cell]
        count: cython.int = 0
        if onward:
            mask &= mask - 1
        while mask:
            way: cython.int = self.position.lowest[mask]
            cell = self.position.beside[8 * cell + way]
            mask = self.position.on[cell] & ~(1 << (way ^ 2))
            count += 1
            if count > self.position.size:
                return -1
        return cell

    def say(self, link: cython.int) -> cython.void:
        """Propose that a link is off; note the first and last cell of the rectangle around the walk."""
        width: cython.int = self.position.width
        top: cython.int = 0x7FFFFFFF
        left: cython.int = width
        bottom = right = 0
        for step in range(self.ring_size):
            row: cython.int = self.cell_of[self.cells[step]] // width
            column: cython.int = self.cell_of[self.cells[step]] % width
            top = min(top, row)
            bottom = max(bottom, row)
            left = min(left, column)
            right = max(right, column)
        self.position.note(U2, 1, top * width + left, bottom * width + right, 0)
        self.position.propose(link, 2)
