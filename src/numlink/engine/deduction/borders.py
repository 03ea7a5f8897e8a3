"""A7 and A9 on rectangles of cells: counting the links that leave a rectangle.

With layers, a rectangle contains its cells on all layers; a bridge counts with both tracks.  Where the board wraps, the
rectangles do too: the sums cover the board twice side by side.  A rectangle that goes all the way round has no border
in that direction.

Prefix sums answer each rectangle with a few additions.  The border between row r - 1 and row r is crossed by the
downward links of row r - 1.  Three sums along each border count the drawn links (kind 0), the open ones (1), and the
open ones whose lower cell is black (2); for borders between columns, whose right cell is black:

    down[which][r][c] = links of kind `which` that cross from row r - 1 to row r in columns 0 .. c - 1

        left   right                          down[w][top][right]    - down[w][top][left]      over the upper border
    top  ┌─8─8─8─┐      bits of a cell:     + down[w][bottom][right] - down[w][bottom][left]   over the lower one
         4       1        8                 + right[w][left][bottom] - right[w][left][top]     over the left one
         4       1      4 · 1               + right[w][right][bottom] - right[w][right][top]   over the right one
  bottom └─2─2─2─┘        2                 = links of kind w that leave the rectangle

Rows run from `top` to `bottom - 1`, columns from `left` to `right - 1`.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.deduction.assignment import Terrain

if not cython.compiled:
    from numlink.engine.deduction.deduction import Deduction

# Codes of rules, as in reasoning/rules.py.
A7 = cython.declare(cython.int, 7)
A9 = cython.declare(cython.int, 9)


@cython.final
@cython.cclass
class Borders:
    """The rules A7 and, while `parity` is set, A9 on the rectangles of a position; keeps where `rectangles` paused."""

    def __init__(self, position: Deduction, terrain: Terrain) -> None:
        width, height = position.width, position.height
        self.wide = (2 if terrain.wraps_rows else 1) * width
        self.tall = (2 if terrain.wraps_columns else 1) * height
        self.plane = (self.wide + 1) * (self.tall + 1)
        table = 4 * self.plane
        self.position = position
        self.silent = terrain.down is None or not terrain.square  # a diagonal link leaves a rectangle at its corner
        self.downward = terrain.down or array("i", [0])
        self.cells = width * height
        self.stacked = self.cells * terrain.layers
        self.wraps_rows, self.wraps_columns = terrain.wraps_rows, terrain.wraps_columns
        self.coloured = position.fill and 2 not in terrain.black
        self.parity = False
        self.down = array("i", bytes(3 * table))
        self.right = array("i", bytes(3 * table))
        self.terminals = array("i", bytes(table))
        self.tilts = array("i", bytes(table))
        self.slice = 0
        self.paused = False

    def add_up(self) -> cython.void:
        """Fill all prefix sums from the position as it is now."""
        width: cython.int = self.wide
        height: cython.int = self.tall
        plane: cython.int = self.plane
        row: cython.int
        column: cython.int
        for row in range(height):
            for column in range(width):
                # the link up: kept in row order along the border above this row
                at: cython.int = row * (width + 1) + column
                self.down[at + 1] = self.down[at]
                self.down[plane + at + 1] = self.down[plane + at]
                self.down[2 * plane + at + 1] = self.down[2 * plane + at]
                # the link to the left: kept in column order along the border left of this column
                here: cython.int = column * (height + 1) + row
                self.right[here + 1] = self.right[here]
                self.right[plane + here + 1] = self.right[plane + here]
                self.right[2 * plane + here + 1] = self.right[2 * plane + here]
                there: cython.int = (row + 1) * (width + 1) + column + 1
                above: cython.int = there - width - 1
                self.terminals[there] = self.terminals[there - 1] + self.terminals[above] - self.terminals[above - 1]
                self.tilts[there] = self.tilts[there - 1] + self.tilts[above] - self.tilts[above - 1]
                cell: cython.int = row * self.position.width + column
                if row >= self.position.height:
                    cell -= self.cells
                if column >= self.position.width:
                    cell -= self.position.width
                while cell < self.stacked:
                    below: cython.int = self.downward[cell]
                    black: cython.int = self.position.black[below] & 1
                    is_open: cython.int = self.position.open[below] >> 3 & 1
                    self.down[at + 1] += self.position.on[below] >> 3 & 1
                    self.down[plane + at + 1] += is_open
                    self.down[2 * plane + at + 1] += is_open & black
                    if below != cell:  # a bridge, whose tracks may differ in colour where the board wraps
                        self.tilts[there] += self.position.needs[below] if black else -self.position.needs[below]
                        black = self.position.black[cell] & 1
                    is_open = self.position.open[cell] >> 2 & 1
                    self.right[here + 1] += self.position.on[cell] >> 2 & 1
                    self.right[plane + here + 1] += is_open
                    self.right[2 * plane + here + 1] += is_open & black
                    self.terminals[there] += self.position.terminal[cell] > 0
                    self.tilts[there] += self.position.needs[cell] if black else -self.position.needs[cell]
                    cell += self.cells

    def crossing(
        self, which: cython.int, top: cython.int, bottom: cython.int, left: cython.int, right: cython.int
    ) -> cython.int:
        """How many links of a kind (0 drawn, 1 open) leave the rectangle; a rim counts only where the board wraps."""
        base: cython.int = which * self.plane
        wide: cython.int = self.wide + 1
        tall: cython.int = self.tall + 1
        total: cython.int = 0
        if top > 0 or self.round_columns:
            total += self.down[base + top * wide + right] - self.down[base + top * wide + left]
        if bottom < self.position.height or self.round_columns:
            total += self.down[base + bottom * wide + right] - self.down[base + bottom * wide + left]
        if left > 0 or self.round_rows:
            total += self.right[base + left * tall + bottom] - self.right[base + left * tall + top]
        if right < self.position.width or self.round_rows:
            total += self.right[base + right * tall + bottom] - self.right[base + right * tall + top]
        return total

    def crossing_black(self, top: cython.int, bottom: cython.int, left: cython.int, right: cython.int) -> cython.int:
        """How many open links leave the rectangle from a black cell inside it.

        Kind 2 knows the colour of the lower or right cell.  Behind the lower and the right border that cell is outside:
        there the open links from a black cell are those to a white one.
        """
        wide: cython.int = self.wide + 1
        tall: cython.int = self.tall + 1
        one: cython.int = self.plane
        two: cython.int = 2 * self.plane
        total: cython.int = 0
        if top > 0 or self.round_columns:
            at: cython.int = two + top * wide
            total += self.down[at + right] - self.down[at + left]
        if bottom < self.position.height or self.round_columns:
            at = bottom * wide
            total += self.down[one + at + right] - self.down[one + at + left]
            total -= self.down[two + at + right] - self.down[two + at + left]
        if left > 0 or self.round_rows:
            at = two + left * tall
            total += self.right[at + bottom] - self.right[at + top]
        if right < self.position.width or self.round_rows:
            at = right * tall
            total += self.right[one + at + bottom] - self.right[one + at + top]
            total -= self.right[two + at + bottom] - self.right[two + at + top]
        return total

    def inside(
        self, table: cython.int, top: cython.int, bottom: cython.int, left: cython.int, right: cython.int
    ) -> cython.int:
        """A sum over the cells of the rectangle: of terminals (table 0) or of tilts (table 1)."""
        wide: cython.int = self.wide + 1
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

    def single_ends(self, top: cython.int, bottom: cython.int, left: cython.int, right: cython.int) -> cython.int:
        """How many numbers have exactly one end in the rectangle; at least as many links leave it, drawn ones too."""
        number: cython.int
        side: cython.int
        total: cython.int = 0
        for number in range(1, self.position.labels + 1):
            within: cython.int = 0
            for side in range(2):
                cell: cython.int = self.position.ends[2 * number + side] % self.cells
                row: cython.int = cell // self.position.width
                column: cython.int = cell - row * self.position.width - left
                row -= top
                if row < 0:
                    row += self.position.height
                if column < 0:
                    column += self.position.width
                within += row < bottom - top and column < right - left
            total += within & 1
        return total

    def propose_border(
        self,
        top: cython.int,
        bottom: cython.int,
        left: cython.int,
        right: cython.int,
        black_value: cython.int,
        white_value: cython.int,
    ) -> cython.void:
        """Propose `black_value` for open links out of black cells of the rectangle, `white_value` for the others."""
        row: cython.int
        column: cython.int
        for column in range(left, right):
            if top > 0 or self.round_columns:
                self.propose_exit(top, column, 8, black_value, white_value)
            if bottom < self.position.height or self.round_columns:
                self.propose_exit(bottom - 1, column, 2, black_value, white_value)
        for row in range(top, bottom):
            if left > 0 or self.round_rows:
                self.propose_exit(row, left, 4, black_value, white_value)
            if right < self.position.width or self.round_rows:
                self.propose_exit(row, right - 1, 1, black_value, white_value)

    def propose_exit(
        self, row: cython.int, column: cython.int, bit: cython.int, black: cython.int, white: cython.int
    ) -> cython.void:
        """Propose a value for the open link of a cell in the way of `bit`, on each layer, by its track's colour."""
        cell: cython.int = row * self.position.width + column
        if row >= self.position.height:
            cell -= self.cells
        if column >= self.position.width:
            cell -= self.position.width
        while cell < self.stacked:
            track: cython.int = self.downward[cell] if bit & 10 else cell
            if self.position.open[track] & bit:
                self.position.propose_mask(track, bit, black if self.position.black[track] & 1 else white)
            cell += self.cells

    def rectangles(self) -> cython.void:
        """A7 and A9 on every rectangle: O(width² height²) of them, about 20 additions each.

        After about `slice` rectangles (0: never) it returns, with `paused` set unless there is a conflict; the next
        call goes on with the sums of the first.
        """
        top: cython.int
        bottom: cython.int
        left: cython.int
        right: cython.int
        last_bottom: cython.int
        last_right: cython.int
        looked: cython.int = 0
        if self.silent:
            return
        if not self.paused:
            self.add_up()
            self.next_top = 0
            self.next_bottom = 1
        self.paused = False
        for top in range(self.next_top, self.position.height):
            last_bottom = top + self.position.height - 1 if top and self.wraps_columns else self.position.height
            for bottom in range(self.next_bottom if top == self.next_top else top + 1, last_bottom + 1):
                if self.slice and looked > self.slice:
                    self.next_top = top
                    self.next_bottom = bottom
                    self.paused = not self.position.conflict
                    return
                looked += self.position.width * (self.position.width + 1) // 2
                self.round_columns = self.wraps_columns and bottom - top < self.position.height
                for left in range(self.position.width):
                    last_right = left + self.position.width - 1 if left and self.wraps_rows else self.position.width
                    for right in range(left + 1, last_right + 1):
                        self.round_rows = self.wraps_rows and right - left < self.position.width
                        drawn: cython.int = self.crossing(0, top, bottom, left, right)
                        undecided: cython.int = self.crossing(1, top, bottom, left, right)
                        within: cython.int = self.inside(0, top, bottom, left, right)
                        if undecided <= 1 or drawn + undecided <= within:
                            self.judge_parity(top, bottom, left, right, drawn, undecided, within)
                        if self.parity and self.coloured and undecided:
                            self.judge_tilt(top, bottom, left, right, undecided)

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
        """Note `rule` with a rectangle, told by its first and its last cell on the first layer, and `detail`."""
        width: cython.int = self.position.width
        bottom = (bottom - 1) % self.position.height
        right = (right - 1) % width
        self.position.note(rule, variant, top * width + left, bottom * width + right, detail)

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
        """A7 on one rectangle: propose the links across its border that a count decides; clash where no number fits.

        The number of links across is odd or even as that of the ends inside is, and at least that of the numbers with
        one end inside.  `drawn` and `undecided` count links across, `within` ends inside.
        """
        if undecided == 0:
            if drawn + within & 1:
                self.corners(A7, 15, top, bottom, left, right, drawn)
                self.position.clash()
        elif undecided == 1:
            self.corners(A7, 11, top, bottom, left, right, drawn)
            must: cython.int = 1 if drawn + within & 1 else 2
            self.propose_border(top, bottom, left, right, must, must)
        if drawn + undecided <= within:
            must = self.single_ends(top, bottom, left, right)
            if drawn + undecided < must:
                self.corners(A7, 16, top, bottom, left, right, must)
                self.position.clash()
            elif drawn + undecided == must and undecided:
                self.corners(A7, 12, top, bottom, left, right, must)
                self.propose_border(top, bottom, left, right, 1, 1)

    def judge_tilt(
        self, top: cython.int, bottom: cython.int, left: cython.int, right: cython.int, undecided: cython.int
    ) -> cython.void:
        """A9 on one rectangle: at an extreme tilt (`cuts`) all open links across are decided; beyond it is a clash."""
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
