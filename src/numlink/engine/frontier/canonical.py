"""Counting canonical linkings (`search.canonical_squares`) for the strict claim: none, one, or two and more.

A canonical linking may leave cells empty.  None of its squares has three used sides, and a corner that opens downwards
needs, on the diagonal below it, the same corner, an endpoint or a solid.  The sweep goes cell by cell as in `touching`,
with the same codes of slots.  A corner *marks* the empty slot below its opening, which tells the cell under that slot
what it must be:

    cell    ┌──┐                 TURNS_RIGHT: a corner from right to down, or an endpoint that no link enters from the
     slot   │  ¦  <- mark        left.  TURNS_LEFT: the mirror image.  TURNS_BOTH: only an endpoint can be both.

Corners whose diagonal leaves the board are forbidden.  Around a square that lacks a link because of a wall, neither
rule holds.  Most cells leave no choice, so states are kept and merged only between two rows; within a row the choices
form a tree, walked depth first:

    row r    A ──┬── x            stack   for each open choice its cell, the other way, and the slots before it
                 └──┬── B         x       a dead end: no plug may run into another number's endpoint, ...
    row r+1         └── C         B, C    merged with equal states, counted 1 or 2 = "two or more"
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

from numlink.engine.arrays import integers, link_cells
from numlink.engine.frontier.codes import live_codes, rim_ends

if not cython.compiled:
    from numlink.engine.frontier.codes import CLOSE, OPEN, PAIR, RIM, ByteSlots
    from numlink.engine.frontier.sweep import LAYER, ROOM, SLICE

# The bits of `ways`.  DOWN, RIGHT: one plug leaves the cell in that direction; ARC: an arc begins and both its plugs
# leave; NOTHING: the cell stays empty; END: no plug leaves, those that came in meet or end in the cell.
DOWN = cython.declare(cython.int, 1)
RIGHT = cython.declare(cython.int, 2)
ARC = cython.declare(cython.int, 4)
NOTHING = cython.declare(cython.int, 8)
END = cython.declare(cython.int, 16)
# Values of a slot, which is one byte.
CODES = cython.declare(cython.int, 256)
# The highest code of a number; the codes above it are marks.
TOP = cython.declare(cython.int, 252)
# Marks of an empty slot: what the cell below it must be, see the module's docstring.
TURNS_RIGHT = cython.declare(cython.int, 253)
TURNS_LEFT = cython.declare(cython.int, 254)
TURNS_BOTH = cython.declare(cython.int, 255)
# Boards with this many columns or more are refused: no sweep could finish one.
WIDEST_ROW = 1000
# States that are looked up together.
TOGETHER = 32


def links_and_bends(
    width: cython.int, height: cython.int, cells: cython.int[::1], laid: array[int] | None = None
) -> tuple[array[int], array[int], array[int]]:
    """For each cell and one more: its links, whether the square to its lower right is whole, where a path may bend.

    Links: 1 right, 2 down.  Bends: 1 right to down, 2 left to down, only if the cell diagonally below allows it too.
    """
    size: cython.int = width * height
    may_array = integers(size + 1)
    whole_array, bends_array = array("b", bytes(size + 1)), array("b", bytes(size + 1))
    may: cython.int[::1] = may_array
    whole: cython.schar[::1] = whole_array
    bends: cython.schar[::1] = bends_array
    ends_array = link_cells(width, height, cells) if laid is None else laid
    left: cython.bint
    if len(ends_array):
        ends: cython.int[::1] = ends_array
        for at in range(len(ends_array) // 2):
            may[ends[2 * at]] |= 2 if ends[2 * at + 1] - ends[2 * at] == width else 1
    for cell in range(size - width - 1):
        whole[cell] = may[cell] == 3 and may[cell + 1] & 2 != 0 and may[cell + width] & 1 != 0
    for cell in range(size - width - 1, -1, -1):
        if cells[cell] != 0 or not may[cell] & 2:
            continue
        for left in range(2):
            corner: cython.int = cell - 1 if left else cell  # upper left cell of the square in which the path bends
            if corner >= 0 and may[corner] & 1:
                diagonal: cython.int = cell + width - 1 if left else cell + width + 1
                if cells[diagonal] != 0 or bends[diagonal] >> left & 1 or not whole[corner]:
                    bends[cell] |= 1 << left
    return may_array, whole_array, bends_array


@cython.final
@cython.cclass
class CanonicalSweep(ByteSlots):
    """Counts the canonical linkings of one board: 0, 1, or 2 = "two or more"; down is towards the last row.

    Each row is a layer (`cell`).  `cells` as for Sweep; `laid`: two cells for each link, if walls remove some;
    `visited`: choices, and states before rows.  ValueError if the frontier is too wide or a number does not occur
    twice.
    """

    def __init__(
        self,
        width: int,
        height: int,
        cells: Sequence[int],
        *,
        laid: Sequence[int] | None = None,
        beam: int = 0,
        cap_bytes: int = 2_000_000_000,
    ) -> None:
        if width >= WIDEST_ROW:
            raise ValueError(f"a sweep goes over a board of fewer than {WIDEST_ROW} columns, not {width}x{height}")
        if width < 1 or height < 1 or len(cells) != width * height:
            raise ValueError(f"a board of {width}x{height} needs {width * height} cells, got {len(cells)}")
        ByteSlots.__init__(self, 1, height, [0] * height, beam=beam, cap_bytes=cap_bytes)
        self.lay_slots(width + 1)
        self.across, self.last = width, width * height
        self.fanout, self.block, self.fan = TOGETHER, 1, 0
        self.cells = content = array("i", [*cells, 0])
        self.column_of = integers(self.last)
        for cell in range(self.last):
            self.column_of[cell] = cell % width
        self.may, self.whole, self.rooted = links_and_bends(
            width, height, content, None if laid is None else array("i", laid)
        )
        words = len(self.work) >> 3
        self.stack = array("Q", bytes(8 * words * self.slots))
        self.stack_cell, self.stack_way = integers(self.slots), integers(self.slots)
        self.rim_start = integers(self.last + 1)
        self._begin(words, hopeless=self._name(list(cells)))

    def _name(self, cells: list[int]) -> bool:
        """Give endpoints codes and note which are half seen at each cell; True if more are open than slots exist."""
        index, needed = live_codes(cells)
        if needed > self.slots:
            return True
        if PAIR + self.slots // 2 + needed > TOP + 1:
            raise ValueError(f"a frontier of {self.slots} slots is too wide: sweep the board the other way")
        self.code_at, self.second = array("i", bytes(4 * self.last + 4)), array("b", bytes(self.last + 1))
        now = bytearray(CODES)
        now[TOP + 1 :] = bytes([1]) * (CODES - 1 - TOP)  # 1: not the code of a pair; codes above TOP are marks
        once = bytearray()
        ends, rim, open_now = rim_ends(self.across, cells), list[int](), list[int]()
        at_rim = {number for number, *_ in ends}
        for cell in range(self.last):
            self.rim_start[cell] = len(rim)
            if self.cells[cell] > 0:
                number = cells[cell]
                code: cython.int = TOP - index[number]
                self.code_at[cell] = code
                self.second[cell] = now[code] != 0
                now[code] = 0 if now[code] != 0 else RIM if number in at_rim else 1
                if number in at_rim:
                    open_now = [TOP - index[number] for number, begin, end in ends if begin <= cell < end]
            once += now
            rim += open_now
        self.rim_start[self.last] = len(rim)
        self.rim = array("i", rim or [0])
        self.once = array("b", once or now)
        return False

    def run(self, limit: cython.longlong) -> cython.int:
        """Like `Sweep.run`, but state by state: in a row, a state may have any number of successors."""
        while self.source < self.size:
            if self.visited >= limit:
                return SLICE
            if self.fresh_size >= self.cap or not self.has_room():
                return ROOM
            self.expand(self.source)
            self.source += 1
            self.visited += 1
        self.settle()
        return LAYER

    def settle(self) -> cython.void:
        """Put the states listed in `out` into the fresh layer with the counts in `out_shift`; equal states count 2."""
        while not self.has_room():
            self.enlarge()
        self.foresee(self.fan)
        for which in range(self.fan):
            target: cython.Py_ssize_t = self.place(which) + self.words
            self.fresh[target] = 2 if self.fresh[target] else self.out_shift[which]
        self.fan = 0

    def expand(self, source: cython.Py_ssize_t) -> cython.void:
        """Take state `source` through the row in all ways, depth first, and list each resulting state."""
        cell: cython.int = self.cell * self.across
        end: cython.int = cell + self.across
        depth: cython.int = 0
        alive: cython.bint = True
        for word in range(self.words):
            self.work_words[word] = self.layer[source * self.stride + word]
        while True:
            while alive and cell < end:
                ways: cython.int = self.ways(cell)
                way: cython.int = ways & -ways
                if ways != way:
                    self.stack_cell[depth] = cell
                    self.stack_way[depth] = ways ^ way
                    for word in range(self.words):
                        self.stack[depth * self.words + word] = self.work_words[word]
                    depth += 1
                    self.visited += 1
                alive = way != 0 and self.go(cell, way)
                cell += 1
            if alive:
                self.move_up(self.fan * self.words)
                self.out_shift[self.fan] = cython.cast(cython.int, self.layer[source * self.stride + self.words])
                self.fan += 1
                if self.fan == self.fanout:
                    self.settle()
            if depth == 0:
                return
            depth -= 1
            cell = self.stack_cell[depth]
            for word in range(self.words):
                self.work_words[word] = self.stack[depth * self.words + word]
            alive = self.go(cell, self.stack_way[depth])
            cell += 1

    def ways(self, cell: cython.int) -> cython.int:
        """What the state in `work` may do in `cell`: at most two bits of DOWN ... END, or 0 if it cannot go on."""
        column: cython.int = self.column_of[cell]
        left: cython.int = self.work[column]
        up: cython.int = self.work[column + 1]
        kind: cython.int = self.cells[cell]
        mark = ways = 0
        if up > TOP:
            mark = up
            up = 0
        if kind != 0:
            return self.ways_of_end(cell, left, up, mark) if kind > 0 else END if left + up == 0 else 0
        if up:
            if left:  # the two ends of one arc would make a free loop
                return END if left != OPEN or up != CLOSE else 0
            if self.may[cell] & 2 and self.fits_into(up, cell + self.across):
                ways = DOWN
            if self.may[cell] & 1 and self.fits_into(up, cell + 1):
                beyond: cython.int = self.work[column + 2]
                # A plug from above into the next cell would be the third side of the square to the upper right, which
                # only a wall at that square allows.
                if beyond == 0 or beyond == TURNS_LEFT or (beyond <= TOP and not self.whole[cell - self.across]):
                    ways |= RIGHT
            return ways
        if left:
            # A mark can only be TURNS_LEFT here: a cell that TURNS_RIGHT has no link to the left.
            if self.may[cell] & 2 and self.rooted[cell] & 2:
                before: cython.int = self.work[column - 1]
                # The corner opens over the slot below the cell before.  That slot must be empty, or another corner
                # opens over it too and an endpoint or solid lies below it, or a wall removes a link of the square.
                free: cython.bint = (
                    before == 0
                    or (before == TURNS_RIGHT and self.cells[cell + self.across - 1] != 0)
                    or not self.whole[cell - 1]
                )
                if free and self.fits_into(left, cell + self.across):
                    ways = DOWN
            if mark == 0 and self.may[cell] & 1 and self.fits_into(left, cell + 1):
                beyond = self.work[column + 2]
                if beyond != TURNS_RIGHT and beyond != TURNS_BOTH:
                    ways |= RIGHT
            return ways
        if mark == 0:
            ways = NOTHING
        if self.rooted[cell] & 1 and (mark == 0 or mark == TURNS_RIGHT):
            beyond = self.work[column + 2]
            if beyond != TURNS_RIGHT and beyond != TURNS_BOTH:
                ways |= ARC
        return ways

    def ways_of_end(self, cell: cython.int, left: cython.int, up: cython.int, mark: cython.int) -> cython.int:
        """`ways` for an endpoint; `left`, `up`: the incoming plugs; `mark`: the mark above it."""
        column: cython.int = self.column_of[cell]
        code: cython.int = left | up
        ways = joined = 0
        if left and up:
            return 0
        # Neighbouring endpoints of one number are joined: any other path is longer, so not canonical.
        if self.may[cell] & 1 and self.cells[cell + 1] == self.cells[cell]:
            joined = RIGHT
        elif self.may[cell] & 2 and self.cells[cell + self.across] == self.cells[cell]:
            joined = DOWN
        if code:
            return END if not joined and (code < PAIR or (code == self.code_at[cell] and self.second[cell])) else 0
        # The second endpoint's plug becomes one of a pair.
        code = PAIR if self.second[cell] else self.code_at[cell]
        if self.may[cell] & 2 and self.fits_into(code, cell + self.across):
            ways = DOWN
        if self.may[cell] & 1 and self.fits_into(code, cell + 1) and mark != TURNS_LEFT and mark != TURNS_BOTH:
            beyond: cython.int = self.work[column + 2]
            if beyond != TURNS_RIGHT and beyond != TURNS_BOTH:
                ways |= RIGHT
        return ways & joined if joined else ways

    def fits_into(self, code: cython.int, cell: cython.int) -> cython.bint:
        """Whether a plug with `code` may run into `cell`: only arcs and its own number may run into an endpoint."""
        return code < PAIR or self.code_at[cell] == 0 or self.code_at[cell] == code

    def go(self, cell: cython.int, way: cython.int) -> cython.bint:
        """Take the state in `work` through `cell` by `way`, one bit of `ways`; return False if it is impossible."""
        column: cython.int = self.column_of[cell]
        left: cython.int = self.work[column]
        up: cython.int = self.work[column + 1]
        if up > TOP:
            up = 0
            self.work[column + 1] = 0
        if way == DOWN or way == RIGHT:
            code: cython.int = left | up
            if self.cells[cell] > 0:
                code = self.code_at[cell]
                if self.second[cell]:
                    self.work[column] = code
                    self.rename_bytes(cell * CODES)
                    if self.crossed(cell):
                        return False
                    code = self.work[column]
                elif self.once[cell * CODES + code] == RIM:
                    self.work[column] = code
                    if self.crossed(cell):
                        return False
            self.work[column] = code if way == DOWN else 0
            self.work[column + 1] = code if way == RIGHT else 0
        elif way == ARC:
            self.work[column] = OPEN
            self.work[column + 1] = CLOSE
        elif way == END:
            if left and up:
                if not self.join(cell, left, up):
                    return False
            elif left | up and not self.end(cell, left | up):
                return False
        if left and cell + self.across < self.last:
            self.mark_corner(cell)
        return True

    def mark_corner(self, cell: cython.int) -> cython.void:
        """Mark the slot below the opening of a corner that the link left of `cell` forms with a link down."""
        column: cython.int = self.column_of[cell]
        before: cython.int = self.work[column - 1]
        if not self.whole[cell - 1]:
            return
        if 0 < before <= TOP:
            if self.work[column] == 0 and self.cells[cell + self.across] >= 0:
                self.work[column] = TURNS_RIGHT
        elif self.work[column] and self.cells[cell + self.across - 1] >= 0:
            self.work[column - 1] = TURNS_BOTH if before == TURNS_RIGHT else TURNS_LEFT

    def join(self, cell: cython.int, left: cython.int, up: cython.int) -> cython.bint:
        """Join the plugs `left` and `up` in the cell; return False if no linking allows that."""
        column: cython.int = self.column_of[cell]
        if left >= PAIR and up >= PAIR:
            if left != up or self.once[cell * CODES + left]:
                return False
            self.work[column] = self.work[column + 1] = 0
            self.rename_bytes(cell * CODES)
            return True
        if left >= PAIR or up >= PAIR:
            second: cython.int = self.mate_byte(column + 1 if left >= PAIR else column)
            first: cython.int = left if left >= PAIR else up
            self.work[column] = self.work[column + 1] = 0
            self.work[second] = first
            if not self.once[cell * CODES + first]:
                self.rename_bytes(cell * CODES)
            return not self.crossed(cell)
        if left != CLOSE or up != OPEN:
            first = self.mate_byte(column)
            second = self.mate_byte(column + 1)
            self.work[first if first < second else second] = OPEN
            self.work[second if first < second else first] = CLOSE
        self.work[column] = self.work[column + 1] = 0
        return True

    def end(self, cell: cython.int, code: cython.int) -> cython.bint:
        """Let the plug `code` end in the endpoint `cell`; return False if no linking allows that."""
        column: cython.int = self.column_of[cell]
        other: cython.int = 0
        if code < PAIR:
            other = self.mate_byte(column if self.work[column] else column + 1)
            self.work[other] = self.code_at[cell]
        self.work[column] = self.work[column + 1] = 0
        if code >= PAIR:
            return True
        if self.second[cell]:
            self.rename_bytes(cell * CODES)
        return not self.crossed(cell)

    def crossed(self, cell: cython.int) -> cython.bint:
        """Whether two chords cross in one face of the arcs, as in `touching`: no paths below can untangle them."""
        # Chords: pairs and, outside all arcs, numbers that end on the rim (a fifth faster: bench/notes/frontier.md).
        return self.crossed_bytes(cell * CODES, TOP, self.rim_start[cell], self.rim_start[cell + 1])
