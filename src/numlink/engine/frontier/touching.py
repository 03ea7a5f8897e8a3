"""Exact counting on rectangles where paths may touch (COVER and FREE): one code for each frontier slot.

Before cell (row, column) of a board of width W, the frontier has W + 1 slots:

    row          o──o──o ─┐            slot 0 .. column-1   down plugs of this row
                 │     │  slot column  slot column          the right plug of the cell before
    row - 1   ...         o──o  o      slot column+1 .. W   down plugs of the row above
                             │  │

A link that crosses the frontier is a *plug*.  Its code describes the fragment behind it:

    0                 no plug
    1, 2              the left and the right plug of an arc, a fragment without a number: they match like brackets
    3, 4, ...         a pair: two plugs of one number with both endpoints swept, numbered by first appearance
    top, top-1, ...   the only plug of a number with one endpoint swept; free again once the second one is
    3 (census)        a plug of a path that has chosen one end

Codes take 4 bits if 16 slots in one machine word are enough (`packed`), else 8 bits.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.frontier.codes import codes_needed, live_codes, rim_ends

if not cython.compiled:
    from numlink.engine.frontier.codes import CLOSE, OPEN, PAIR, RIM
    from numlink.engine.frontier.packed import PackedSlots

# 64 ones: cuts a shift to a machine word when uncompiled, where integers have no limit.
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.final
@cython.cclass
class Frontier(PackedSlots):
    """A sweep of a rectangle on which paths may touch; see Sweep.  Also ValueError for more than 256 codes.

    `packed=False`: a byte for each slot on any board.
    """

    def __init__(self, width: int, height: int, cells: list[int], *, packed: bool = True, **options: object) -> None:
        PackedSlots.__init__(self, width, height, cells, **options)
        index, needed = live_codes([] if self.census else list(cells))
        self.lay_slots(width + 1)
        hopeless = needed > self.slots  # each open number needs its own slot
        if hopeless:
            index = dict.fromkeys(index, 0)
        worst = 0 if hopeless else codes_needed(list(cells), index, self.slots)
        if worst + 3 > 256:
            raise ValueError(f"a frontier of {self.slots} slots is too wide: sweep the board the other way")
        self.packed = packed and self.slots <= 16 and worst + 3 <= 16
        self.top = 15 if self.packed else 255
        self.code_of = {number: self.top - place for number, place in index.items()}
        self.once = array("b", bytes(256))
        self.chord_ends, self.chord_spans = (array("Q", bytes(8 * (self.slots + 1))) for _ in range(2))
        self.lowest_open, self.closing = 16, 0
        self.rim_length = 0
        looks = not self.census and not hopeless
        self.rim_ends = rim_ends(width, list(cells)) if looks else []
        self.ends = array("i", [max(number, 0) * looks for number in cells] + [0] * width)
        self.end_codes = array("i", [self.code_of[number] if number else 0 for number in self.ends])
        self.number_code = self.below = self.beside = 0
        self.number_seen = self.looks = self.arc_beside = False
        self._begin(1 if self.packed else len(self.work) >> 3, hopeless=hopeless)

    def _enter_cell(self) -> None:
        """Set the codes of the endpoints here, below and beside, and which codes are open after this cell."""
        self.closing = 0
        if self.kind > 0 and not self.census:
            self.number_code = self.code_of[self.kind]
            self.number_seen = bool(self.once[self.number_code])
            self.once[self.number_code] = not self.number_seen
            self.closing = self.number_code if self.number_seen else 0
            open_ = [code for code in self.code_of.values() if self.once[code]]
            self.lowest_open = min(open_, default=self.top + 1)
            # the codes of the open numbers that end on the rim, clockwise
            codes = [self.code_of[number] for number, begin, end in self.rim_ends if begin <= self.cell < end]
            for place, code in enumerate(codes):
                self.rim[place] = code
                self.once[code] = RIM
            self.rim_length = len(codes)
        below = self.cell + self.width
        number = self.cells[below] if below < self.width * self.height else 0
        self.below = self.code_of[number] if number > 0 and not self.census else 0
        self.looks = not self.census and not self.last_column
        if self.looks:
            number = self.cells[self.cell + 1]
            self.beside = self.code_of[number] if number > 0 else 0
            self.arc_beside = number != 0 or not self.fill or self.may[self.cell + 1] == 3

    def get(self, slot: cython.int) -> cython.int:
        """The code in a slot of `work`."""
        if self.packed:
            return cython.cast(cython.int, (self.work_words[0] >> (4 * slot)) & 15)
        return self.work[slot]

    def put(self, slot: cython.int, code: cython.int) -> cython.void:
        """Write a code into a slot of `work`."""
        if self.packed:
            full: cython.ulonglong = 15
            value: cython.ulonglong = code
            self.work_words[0] = (self.work_words[0] & (WORD ^ (full << (4 * slot)))) | (value << (4 * slot))
        else:
            self.work[slot] = cython.cast(cython.uchar, code)

    def mate(self, slot: cython.int) -> cython.int:
        """The slot of the other plug of the arc at `slot`; both plugs must still be in `work`."""
        return self.mate_packed(self.work_words[0], slot) if self.packed else self.mate_byte(slot)

    def emit(self, down: cython.int, right: cython.int, shift: cython.int) -> cython.void:
        """Make `work` a successor with plugs `down` and `right` and `shift` finished paths, if neighbours allow."""
        links: cython.int = (1 if right else 0) | (2 if down else 0)
        both: cython.ulonglong = 255
        base: cython.int = self.fan * self.words
        if links & ~self.allowed or self.forced & ~links:
            return
        # A plug down into an endpoint of another number is ruled out a whole row before it arrives.
        if self.below and down >= PAIR and down != self.below and not self.census:
            return
        if self.looks and self.lost_beside(right):
            return
        if self.packed:
            at: cython.int = 4 * self.column
            packed: cython.ulonglong = (self.work_words[0] & ((both << at) ^ WORD)) | (
                cython.cast(cython.ulonglong, down | right << 4) << at
            )
            self.out[base] = (packed << 4) & WORD if self.last_column else packed
        else:
            self.put(self.column, down)
            self.put(self.column + 1, right)
            if self.last_column:
                self.move_up(base)
            else:
                for word in range(self.words):
                    self.out[base + word] = self.work_words[word]
        self.out_links[self.fan] = links
        self.out_shift[self.fan] = shift
        self.fan += 1

    def crossed(self) -> cython.bint:
        """Whether two chords cross in one face, so that no paths below can untangle them (docs/algorithms.md)."""
        if self.census:
            return False
        if self.packed:
            return self.crossed_packed(self.work_words[0])
        return self.crossed_bytes(0, self.top, 0, self.rim_length)

    def entered(self, slot: cython.int) -> cython.int:
        """The cell that the plug in a slot enters; `ends` and `end_codes` have a row of zeroes below the board."""
        beyond: cython.int = self.width if slot <= self.column else -1
        return self.cell + slot - self.column + beyond

    def lost_above(self, slot: cython.int, code: cython.int) -> cython.bint:
        """Whether an arc's plug at `slot`, which now belongs to `code`, enters an endpoint of another number."""
        end: cython.int = self.end_codes[self.entered(slot)]
        return end != 0 and end != code

    def lost_beside(self, right: cython.int) -> cython.bint:
        """Whether the next cell in the row is a dead end with the plug `right` (0: none) and its plug from above."""
        up: cython.int = self.get(self.column + 2)
        if right == 0:
            return up == 0 and not self.arc_beside
        if self.beside:
            return up != 0 or (right >= PAIR and right != self.beside)
        if right >= PAIR and up >= PAIR:
            return right != up or self.once[right] != 0
        return right == OPEN and up == CLOSE

    def rename_pairs(self) -> cython.void:
        """Number the pairs in `work` by first appearance from the left, so that equal states have equal keys."""
        if self.packed:
            self.work_words[0] = self.renamed_packed(self.work_words[0])
        else:
            self.rename_bytes(0)

    def leave(self, code: cython.int) -> cython.void:
        """Let one plug leave the cell, down or right; the two slots are adjacent, so pairs keep their order."""
        self.emit(code, 0, 0)
        self.emit(0, code, 0)

    def expand(self, source: cython.Py_ssize_t) -> cython.void:
        """List the successors of state `source` over this cell.

        incoming plugs       empty cell                             endpoint
        two                  join                                   none
        one                  leave (census: or choose an end)       enter_endpoint
        none                 an arc begins; unless fill: empty      enter_endpoint
        """
        for word in range(self.words):
            self.work_words[word] = self.layer[source * self.stride + word]
        left: cython.int = self.get(self.column)
        up: cython.int = self.get(self.column + 1)
        if self.kind < 0:
            if left == 0 and up == 0:
                self.emit(0, 0, 0)
        elif left and up:
            if self.kind == 0:
                self.join(left, up)
        elif self.kind > 0:
            self.enter_endpoint(left, up)
        elif left or up:
            if self.census:
                self.choose_end(left, up)
            self.leave(left | up)
        else:
            if self.census:
                self.leave(PAIR)
            if not self.fill:
                self.emit(0, 0, 0)
            self.emit(OPEN, CLOSE, 0)

    def join(self, left: cython.int, up: cython.int) -> cython.void:
        """Join the plugs `left` and `up` in the cell.

        left, up       result
        ( and )        the two ends of one arc: a loop, no successor
        two pairs      must be the same pair, which is finished
        pair and arc   the arc's other plug becomes the pair's
        two arcs       their other two plugs become one arc
        """
        column: cython.int = self.column
        if left == OPEN and up == CLOSE:
            return  # the two ends of one arc: a free loop
        if left >= PAIR and up >= PAIR:
            if left != up or (self.once[left] and not self.census):
                return
            self.put(column, 0)
            self.put(column + 1, 0)
            if not self.census:
                self.rename_pairs()
            self.emit(0, 0, 1 if self.census else 0)
            return
        if left >= PAIR or up >= PAIR:
            second: cython.int = self.mate(column + 1 if left >= PAIR else column)
            first: cython.int = left if left >= PAIR else up
            self.put(column, 0)
            self.put(column + 1, 0)
            self.put(second, first)
            if self.lost_above(second, first):
                return
            if not self.census and not self.once[first]:
                self.rename_pairs()
            if not self.crossed():
                self.emit(0, 0, 0)
            return
        if left == CLOSE and up == OPEN:
            self.put(column, 0)
            self.put(column + 1, 0)
        else:
            first = self.mate(column)
            second = self.mate(column + 1)
            self.put(column, 0)
            self.put(column + 1, 0)
            self.put(first if first < second else second, OPEN)
            self.put(second if first < second else first, CLOSE)
            # The two plugs of an arc must not enter endpoints of different numbers.
            one: cython.int = self.ends[self.entered(first)]
            other: cython.int = self.ends[self.entered(second)]
            if one != 0 and other != 0 and one != other:
                return
        if not self.crossed():
            self.emit(0, 0, 0)

    def enter_endpoint(self, left: cython.int, up: cython.int) -> cython.void:
        """At an endpoint of the puzzle: the incoming plug ends or, if there is none, one leaves."""
        code: cython.int = left | up
        number: cython.int = self.number_code
        column: cython.int = self.column
        other: cython.int = 0
        if code >= PAIR:
            if code == number and self.number_seen:
                self.put(column, 0)
                self.put(column + 1, 0)
                self.emit(0, 0, 0)
            return
        if code:
            other = self.mate(column if left else column + 1)
            self.put(column, 0)
            self.put(column + 1, 0)
            self.put(other, number)
            if self.lost_above(other, -1 if self.number_seen else number):
                return
            if self.number_seen:
                self.rename_pairs()
            if not self.crossed():
                self.emit(0, 0, 0)
            return
        if self.number_seen:  # the first endpoint's plug and this one's become a pair
            self.put(column, number)
            self.rename_pairs()
            if self.crossed():
                return
            number = self.get(column)
        elif self.once[number] == RIM:
            self.put(column, number)
            if self.crossed():
                return
        self.leave(number)

    def choose_end(self, left: cython.int, up: cython.int) -> cython.void:
        """Census: let the incoming path end here."""
        code: cython.int = left | up
        column: cython.int = self.column
        if code == PAIR:
            self.put(column, 0)
            self.put(column + 1, 0)
            self.emit(0, 0, 1)
            return
        other: cython.int = self.mate(column if left else column + 1)
        self.put(column, 0)
        self.put(column + 1, 0)
        self.put(other, PAIR)
        self.emit(0, 0, 0)
        self.put(other, CLOSE if code == OPEN else OPEN)
