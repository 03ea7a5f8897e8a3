"""A7 and A9 on rectangles: counting what crosses straight borders.

Prefix sums make each rectangle a matter of some additions.  Between row r - 1 and row r lie the downward links of
row r - 1; three sums along that border count the drawn ones, the open ones, and the open ones whose lower cell is
black; likewise between columns, for the right cell:

    down[which][r][c] = links of kind `which` that cross from row r - 1 to row r in columns 0 .. c - 1
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from numlink.engine.deduction.deduction import Deduction

A7 = cython.declare(cython.int, 7)
A9 = cython.declare(cython.int, 9)


@cython.final
@cython.cclass
class Borders:
    """The rules A7 and A9 on the rectangles of one position; scratch arrays only."""

    def __init__(self, position: Deduction) -> None:
        width, height = position.width, position.height
        table = 4 * (width + 1) * (height + 1)
        self.position = position
        self.plane = (width + 1) * (height + 1)
        self.down = array("i", bytes(3 * table))
        self.right = array("i", bytes(3 * table))
        self.terminals = array("i", bytes(table))
        self.tilts = array("i", bytes(table))
        self.slice = 0
        self.paused = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_up(self) -> cython.void:
        """Fill all prefix sums."""
        width: cython.int = self.position.width
        height: cython.int = self.position.height
        plane: cython.int = self.plane
        row: cython.int
        column: cython.int
        cell: cython.int
        at: cython.int
        here: cython.int
        black: cython.int
        is_on: cython.int
        is_open: cython.int
        for row in range(height):
            for column in range(width):
                cell = row * width + column
                black = 1 - (row + column & 1)
                at = row * (width + 1) + column
                # the link up: kept in row order along the border above this row
                is_on = self.position.on[cell] >> 3 & 1
                is_open = self.position.open[cell] >> 3 & 1
                self.down[at + 1] = self.down[at] + is_on
                self.down[plane + at + 1] = self.down[plane + at] + is_open
                self.down[2 * plane + at + 1] = self.down[2 * plane + at] + (is_open & black)
                # the link to the left: kept in column order along the border left of this column
                here = column * (height + 1) + row
                is_on = self.position.on[cell] >> 2 & 1
                is_open = self.position.open[cell] >> 2 & 1
                self.right[here + 1] = self.right[here] + is_on
                self.right[plane + here + 1] = self.right[plane + here] + is_open
                self.right[2 * plane + here + 1] = self.right[2 * plane + here] + (is_open & black)
                at = (row + 1) * (width + 1) + column + 1
                self.terminals[at] = (
                    self.terminals[at - 1]
                    + self.terminals[at - width - 1]
                    - self.terminals[at - width - 2]
                    + (self.position.terminal[cell] > 0)
                )
                here = self.position.needs[cell]
                self.tilts[at] = (
                    self.tilts[at - 1]
                    + self.tilts[at - width - 1]
                    - self.tilts[at - width - 2]
                    + (here if black else -here)
                )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def crossing(
        self, which: cython.int, top: cython.int, bottom: cython.int, left: cython.int, right: cython.int
    ) -> cython.int:
        """Links of a kind (0 drawn, 1 open) that leave rows top .. bottom - 1, columns left .. right - 1."""
        base: cython.int = which * self.plane
        wide: cython.int = self.position.width + 1
        tall: cython.int = self.position.height + 1
        total: cython.int = 0
        if top > 0:
            total += self.down[base + top * wide + right] - self.down[base + top * wide + left]
        if bottom < self.position.height:
            total += self.down[base + bottom * wide + right] - self.down[base + bottom * wide + left]
        if left > 0:
            total += self.right[base + left * tall + bottom] - self.right[base + left * tall + top]
        if right < self.position.width:
            total += self.right[base + right * tall + bottom] - self.right[base + right * tall + top]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def crossing_black(self, top: cython.int, bottom: cython.int, left: cython.int, right: cython.int) -> cython.int:
        """Open links that leave the rectangle from a black cell of it."""
        wide: cython.int = self.position.width + 1
        tall: cython.int = self.position.height + 1
        one: cython.int = self.plane
        two: cython.int = 2 * self.plane
        at: cython.int
        total: cython.int = 0
        if top > 0:
            at = two + top * wide
            total += self.down[at + right] - self.down[at + left]
        if bottom < self.position.height:
            at = bottom * wide
            total += self.down[one + at + right] - self.down[one + at + left]
            total -= self.down[two + at + right] - self.down[two + at + left]
        if left > 0:
            at = two + left * tall
            total += self.right[at + bottom] - self.right[at + top]
        if right < self.position.width:
            at = right * tall
            total += self.right[one + at + bottom] - self.right[one + at + top]
            total -= self.right[two + at + bottom] - self.right[two + at + top]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def inside(
        self, table: cython.int, top: cython.int, bottom: cython.int, left: cython.int, right: cython.int
    ) -> cython.int:
        """The sum over the rectangle: 0 of terminals, 1 of tilts."""
        wide: cython.int = self.position.width + 1
        if table == 0:
            return (
                self.terminals[bottom * wide + right]
                - self.terminals[top * wide + right]
                - self.terminals[bottom * wide + left]
                + self.terminals[top * wide + left]
            )
        return (
            self.tilts[bottom * wide + right]
            - self.tilts[top * wide + right]
            - self.tilts[bottom * wide + left]
            + self.tilts[top * wide + left]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def single_ends(self, top: cython.int, bottom: cython.int, left: cython.int, right: cython.int) -> cython.int:
        """s: how many numbers have exactly one of their two cells in the rectangle."""
        number: cython.int
        side: cython.int
        cell: cython.int
        column: cython.int
        row: cython.int
        within: cython.int
        total: cython.int = 0
        for number in range(1, self.position.labels + 1):
            within = 0
            for side in range(2):
                cell = self.position.ends[2 * number + side]
                row = cell // self.position.width
                column = cell - row * self.position.width
                within += top <= row and row < bottom and left <= column and column < right
            total += within & 1
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def propose_border(
        self,
        top: cython.int,
        bottom: cython.int,
        left: cython.int,
        right: cython.int,
        black_value: cython.int,
        white_value: cython.int,
    ) -> cython.void:
        """Set the open links leaving the rectangle, by the colour of their cell inside it."""
        row: cython.int
        column: cython.int
        for column in range(left, right):
            if top > 0:
                self.propose_exit(top, column, 8, black_value, white_value)
            if bottom < self.position.height:
                self.propose_exit(bottom - 1, column, 2, black_value, white_value)
        for row in range(top, bottom):
            if left > 0:
                self.propose_exit(row, left, 4, black_value, white_value)
            if right < self.position.width:
                self.propose_exit(row, right - 1, 1, black_value, white_value)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def propose_exit(
        self, row: cython.int, column: cython.int, bit: cython.int, black: cython.int, white: cython.int
    ) -> cython.void:
        cell: cython.int = row * self.position.width + column
        if self.position.open[cell] & bit:
            self.position.propose_mask(cell, bit, white if row + column & 1 else black)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rectangles(self) -> cython.void:
        """A7 and A9 on every rectangle: O(width² height²) of them, some 20 additions each.

        After `slice` rectangles (0: never) it pauses between two bands of rows, and the next call goes on from there.
        """
        top: cython.int
        bottom: cython.int
        left: cython.int
        right: cython.int
        drawn: cython.int
        undecided: cython.int
        within: cython.int
        looked: cython.int = 0
        if not self.paused:
            self.add_up()
            self.next_top = 0
            self.next_bottom = 1
        self.paused = False
        for top in range(self.next_top, self.position.height):
            for bottom in range(self.next_bottom if top == self.next_top else top + 1, self.position.height + 1):
                if self.slice and looked > self.slice:
                    self.next_top = top
                    self.next_bottom = bottom
                    self.paused = not self.position.conflict
                    return
                looked += self.position.width * (self.position.width + 1) // 2
                for left in range(self.position.width):
                    for right in range(left + 1, self.position.width + 1):
                        drawn = self.crossing(0, top, bottom, left, right)
                        undecided = self.crossing(1, top, bottom, left, right)
                        within = self.inside(0, top, bottom, left, right)
                        if undecided <= 1 or drawn + undecided <= within:
                            self.judge_parity(top, bottom, left, right, drawn, undecided, within)
                        if self.position.fill and undecided:
                            self.judge_tilt(top, bottom, left, right, undecided)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def corners(
        self,
        rule: cython.int,
        variant: cython.int,
        top: cython.int,
        bottom: cython.int,
        left: cython.int,
        right: cython.int,
        detail: cython.int,
    ) -> cython.void:
        """Note a rectangle by its first and last cell."""
        width: cython.int = self.position.width
        self.position.note(rule, variant, top * width + left, (bottom - 1) * width + right - 1, detail)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge_parity(
        self,
        top: cython.int,
        bottom: cython.int,
        left: cython.int,
        right: cython.int,
        drawn: cython.int,
        undecided: cython.int,
        within: cython.int,
    ) -> cython.void:
        """A7: the crossings have the parity of the terminals inside and are at least the numbers that must cross."""
        must: cython.int
        if undecided == 0:
            if drawn + within & 1:
                self.corners(A7, 15, top, bottom, left, right, drawn)
                self.position.clash()
        elif undecided == 1:
            self.corners(A7, 11, top, bottom, left, right, drawn)
            must = 1 if drawn + within & 1 else 2
            self.propose_border(top, bottom, left, right, must, must)
        if drawn + undecided <= within:
            must = self.single_ends(top, bottom, left, right)
            if drawn + undecided < must:
                self.corners(A7, 16, top, bottom, left, right, must)
                self.position.clash()
            elif drawn + undecided == must and undecided:
                self.corners(A7, 12, top, bottom, left, right, must)
                self.propose_border(top, bottom, left, right, 1, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge_tilt(
        self, top: cython.int, bottom: cython.int, left: cython.int, right: cython.int, undecided: cython.int
    ) -> cython.void:
        """A9: drawn exits from black minus drawn exits from white are the tilt; at an extreme all are decided."""
        tilt: cython.int = self.inside(1, top, bottom, left, right)
        black: cython.int = self.crossing_black(top, bottom, left, right)
        if tilt > black or -tilt > undecided - black:
            self.corners(A9, 15, top, bottom, left, right, tilt)
            self.position.clash()
        elif tilt == black:
            self.corners(A9, 11, top, bottom, left, right, tilt)
            self.propose_border(top, bottom, left, right, 1, 2)
        elif -tilt == undecided - black:
            self.corners(A9, 12, top, bottom, left, right, tilt)
            self.propose_border(top, bottom, left, right, 2, 1)
