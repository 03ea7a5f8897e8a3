"""A7 and A9 on rectangles of cells: they count the links that leave a rectangle.

With layers, a rectangle contains its cells on all layers; a bridge counts with both tracks.  Where the board wraps,
rectangles wrap too, so the sums cover the board twice; one that goes all the way round has no border in that direction.

Prefix sums answer each rectangle with a few additions.  Three sums along each border count the drawn links (kind 0),
the open ones (1), and the open ones whose lower, or right, cell is black (2):

    down[which][r][c] = links of kind `which` that cross from row r - 1 to row r in columns 0 .. c - 1

        left   right                          down[w][top][right]    - down[w][top][left]      over the upper border
    top  ┌─8─8─8─┐      bits of a cell:     + down[w][bottom][right] - down[w][bottom][left]   over the lower one
         4       1        8                 + right[w][left][bottom] - right[w][left][top]     over the left one
         4       1      4 · 1               + right[w][right][bottom] - right[w][right][top]   over the right one
  bottom └─2─2─2─┘        2                 = links of kind w that leave the rectangle
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers
from numlink.engine.deduction.assignment import Terrain

if not cython.compiled:
    from numlink.engine.deduction.assignment import A7, A9
    from numlink.engine.deduction.deduction import Deduction


@cython.final
@cython.cclass
class Borders:
    """The rules A7 and, while `parity` is set, A9 on all rectangles of a position."""

    def __init__(self, position: Deduction, terrain: Terrain) -> None:
        width, height = position.width, position.height
        self.wide = (2 if terrain.wraps_rows else 1) * width + 1
        self.tall = (2 if terrain.wraps_columns else 1) * height + 1
        self.plane = self.wide * self.tall
        self.position = position
        self.silent = terrain.down is None or not terrain.square  # a diagonal link leaves a rectangle at its corner
        self.downward = terrain.down or array("i", [0])
        self.cells = width * height
        self.stacked = self.cells * terrain.layers
        self.wraps_rows, self.wraps_columns = terrain.wraps_rows, terrain.wraps_columns
        self.coloured = position.fill and 2 not in terrain.black
        self.down, self.right_of = integers(3 * self.plane), integers(3 * self.plane)
        self.terminals, self.tilts = integers(self.plane), integers(self.plane)
        self.slice = 0
        self.parity = self.paused = False

    def add_up(self) -> cython.void:
        """Compute all prefix sums of the present position."""
        wide: cython.int = self.wide
        plane: cython.int = self.plane
        for row in range(self.tall - 1):
            for column in range(wide - 1):
                # the index of the link up: in row order along the border above this row
                at: cython.int = row * wide + column
                # the index of the link to the left: in column order along the border left of this column
                here: cython.int = column * self.tall + row
                for kind in range(3):
                    self.down[kind * plane + at + 1] = self.down[kind * plane + at]
                    self.right_of[kind * plane + here + 1] = self.right_of[kind * plane + here]
                there: cython.int = at + wide + 1
                above: cython.int = there - wide
                self.terminals[there] = self.terminals[there - 1] + self.terminals[above] - self.terminals[above - 1]
                self.tilts[there] = self.tilts[there - 1] + self.tilts[above] - self.tilts[above - 1]
                cell: cython.int = self.cell_at(row, column)
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
                    self.right_of[here + 1] += self.position.on[cell] >> 2 & 1
                    self.right_of[plane + here + 1] += is_open
                    self.right_of[2 * plane + here + 1] += is_open & black
                    self.terminals[there] += self.position.terminal[cell] > 0
                    self.tilts[there] += self.position.needs[cell] if black else -self.position.needs[cell]
                    cell += self.cells

    def cell_at(self, row: cython.int, column: cython.int) -> cython.int:
        """The cell in a row and column on the first layer; they may lie beyond the board where it wraps."""
        if row >= self.position.height:
            row -= self.position.height
        if column >= self.position.width:
            column -= self.position.width
        return row * self.position.width + column

    def over(self, kind: cython.int, side: cython.int) -> cython.int:
        """The number of links of a kind across a side, 0 upper, 1 lower, 2 left, 3 right; 0 at a rim without wrap."""
        if side < 2:
            line: cython.int = self.bottom if side == 1 else self.top
            if not self.round_columns and (line == 0 or line == self.position.height):
                return 0
            line = kind * self.plane + line * self.wide
            return self.down[line + self.right] - self.down[line + self.left]
        line = self.right if side == 3 else self.left
        if not self.round_rows and (line == 0 or line == self.position.width):
            return 0
        line = kind * self.plane + line * self.tall
        return self.right_of[line + self.bottom] - self.right_of[line + self.top]

    def crossing(self, kind: cython.int) -> cython.int:
        """The number of links of a kind that leave the rectangle."""
        return self.over(kind, 0) + self.over(kind, 1) + self.over(kind, 2) + self.over(kind, 3)

    def crossing_black(self) -> cython.int:
        """The number of open links from black cells inside; at the lower and right side kind 2 counts the others."""
        return self.over(2, 0) + self.over(2, 2) + self.over(1, 1) - self.over(2, 1) + self.over(1, 3) - self.over(2, 3)

    def inside(self, table: cython.int[::1]) -> cython.int:
        """The sum of a table over the cells of the rectangle."""
        low: cython.int = self.top * self.wide
        high: cython.int = self.bottom * self.wide
        return table[high + self.right] - table[low + self.right] - table[high + self.left] + table[low + self.left]

    def single_ends(self) -> cython.int:
        """How many numbers have exactly one end in the rectangle: at least as many links, drawn or not, leave it."""
        total: cython.int = 0
        for number in range(1, self.position.labels + 1):
            within: cython.int = 0
            for side in range(2):
                cell: cython.int = self.position.ends[2 * number + side] % self.cells
                row: cython.int = cell // self.position.width
                column: cython.int = cell - row * self.position.width - self.left
                row -= self.top
                if row < 0:
                    row += self.position.height
                if column < 0:
                    column += self.position.width
                within += row < self.bottom - self.top and column < self.right - self.left
            total += within & 1
        return total

    def propose_border(self, black: cython.int, white: cython.int) -> cython.void:
        """Propose `black` for open links out of black cells of the rectangle, `white` for the others."""
        for column in range(self.left, self.right):
            if self.top > 0 or self.round_columns:
                self.propose_exit(self.top, column, 8, black, white)
            if self.bottom < self.position.height or self.round_columns:
                self.propose_exit(self.bottom - 1, column, 2, black, white)
        for row in range(self.top, self.bottom):
            if self.left > 0 or self.round_rows:
                self.propose_exit(row, self.left, 4, black, white)
            if self.right < self.position.width or self.round_rows:
                self.propose_exit(row, self.right - 1, 1, black, white)

    def propose_exit(
        self, row: cython.int, column: cython.int, bit: cython.int, black: cython.int, white: cython.int
    ) -> cython.void:
        """On each layer, propose `black` or `white`, by its track's colour, for a cell's open link in the way `bit`."""
        cell: cython.int = self.cell_at(row, column)
        while cell < self.stacked:
            track: cython.int = self.downward[cell] if bit & 10 else cell
            if self.position.open[track] & bit:
                self.position.propose_mask(track, bit, black if self.position.black[track] & 1 else white)
            cell += self.cells

    def rectangles(self) -> cython.void:
        """Judge every rectangle by A7 and A9, O(width² height²); pause after about `slice` of them (0: never)."""
        width: cython.int = self.position.width
        height: cython.int = self.position.height
        looked: cython.int = 0
        if self.silent:
            return
        if not self.paused:
            self.add_up()
            self.next_top = 0
            self.next_bottom = 1
        self.paused = False
        for top in range(self.next_top, height):
            last: cython.int = top + height - 1 if top and self.wraps_columns else height
            for bottom in range(self.next_bottom if top == self.next_top else top + 1, last + 1):
                if self.slice and looked > self.slice:
                    self.next_top = top
                    self.next_bottom = bottom
                    self.paused = not self.position.conflict
                    return
                looked += width * (width + 1) // 2
                self.top = top
                self.bottom = bottom
                self.round_columns = self.wraps_columns and bottom - top < height
                for left in range(width):
                    self.left = left
                    for right in range(left + 1, (left + width if left and self.wraps_rows else width + 1)):
                        self.right = right
                        self.round_rows = self.wraps_rows and right - left < width
                        self.judge()

    def judge(self) -> cython.void:
        """Judge the present rectangle by A7 and A9."""
        drawn: cython.int = self.crossing(0)
        undecided: cython.int = self.crossing(1)
        within: cython.int = self.inside(self.terminals)
        if undecided <= 1 or drawn + undecided <= within:
            self.judge_parity(drawn, undecided, within)
        if self.parity and self.coloured and undecided:
            self.judge_tilt(undecided)

    def note(self, rule: cython.int, variant: cython.int, detail: cython.int) -> cython.void:
        """Note `rule` with the rectangle, as its first and last cell on the first layer, and with `detail`."""
        first: cython.int = self.cell_at(self.top, self.left)
        self.position.note(rule, variant, first, self.cell_at(self.bottom - 1, self.right - 1), detail)

    def judge_parity(self, drawn: cython.int, undecided: cython.int, within: cython.int) -> cython.void:
        """A7: the links across have the parity of the ends inside; each number with one end inside needs one."""
        if undecided == 0:
            if drawn + within & 1:
                self.note(A7, 15, drawn)
                self.position.clash()
        elif undecided == 1:
            self.note(A7, 11, drawn)
            must: cython.int = 1 if drawn + within & 1 else 2
            self.propose_border(must, must)
        if drawn + undecided <= within:
            must = self.single_ends()
            if drawn + undecided < must:
                self.note(A7, 16, must)
                self.position.clash()
            elif drawn + undecided == must and undecided:
                self.note(A7, 12, must)
                self.propose_border(1, 1)

    def judge_tilt(self, undecided: cython.int) -> cython.void:
        """A9: at an extreme tilt (`cuts`) all open links across are decided; beyond it, nothing is possible."""
        tilt: cython.int = self.inside(self.tilts)
        black: cython.int = self.crossing_black()
        if tilt > black or -tilt > undecided - black:
            self.note(A9, 15, tilt)
            self.position.clash()
        elif tilt == black:
            self.note(A9, 11, tilt)
            self.propose_border(1, 2)
        elif -tilt == undecided - black:
            self.note(A9, 12, tilt)
            self.propose_border(2, 1)
