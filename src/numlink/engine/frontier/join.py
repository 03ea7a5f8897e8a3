"""Two sweeps of one board, from its first row down and from its last row up, joined between two rows.

    upper   every state before a row: the links that lead down, and what they belong to above
            ──o────o────o────o────o──   plugs: a link down in both sweeps, or in neither
    lower   the same for the part below

A state of `upper` and a state of `lower` fit if they have the same plugs and together form complete paths:

    upper   a  (  )  k  a               a: a pair; k: a number with one endpoint above and one below; ( ): an arc
    lower   (  )  (  )  k               a leads to the arc's 1st plug, by the upper arc to the next one, to k: no fit

A walk from every plug that belongs to a number follows the arcs, alternately below and above, to another plug of a
number: this must be the other plug of the same pair, or the same number on the other side.  A plug that no walk meets
is part of a loop.  The number of solutions is the sum, over all pairs that fit, of the product of their counts.

Each half keeps a plug in one byte: 0 none; 1 + slot: an arc whose other plug is in slot; 64 + number; 128 + slot: a
pair whose other plug is in slot.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.frontier.sweep import DONE, PAUSED

if not cython.compiled:
    from numlink.engine.frontier.codes import CLOSE, OPEN
    from numlink.engine.frontier.touching import Frontier
    from numlink.engine.guard import OneThread

# Columns of the widest board: a byte must hold every slot, and a word must have a bit for each.
WIDEST_JOINED = 60
# The pairs of states that are compared by their signs in the time in which a sweep expands one state.
PAIRS_A_STATE = 24
# The first byte of a number with one endpoint in each half, and the first byte of a pair.
NUMBER = cython.declare(cython.int, 64)
BOTH = cython.declare(cython.int, 128)
# Walks through a pair of states take the time of this many more comparisons of signs.
FITTING = cython.declare(cython.int, 12)
# Words of signs for each state.
SIGNS = cython.declare(cython.int, 4)
# Bits of the hash of a state's plugs.
HASHED = cython.declare(cython.int, 16)
# 63 ones, the largest value of a limb; an odd multiplier for hashing, 2**64 over the golden ratio; 64 ones.
LIMB = cython.declare(cython.ulonglong, 0x7FFFFFFFFFFFFFFF)
MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.final
@cython.cclass
class Join(OneThread):
    """The sum over all pairs of states that fit, in slices; `total` is the number of solutions once `advance` is DONE.

    `upper`, `lower`: sweeps of a board and of its copy upside down, `halt`ed at one border, else ValueError.  Both
    count, or both `saturate`: then `total` is 0, 1 or 2, and `pairs` has one or two pairs (upper, lower) with as many
    ways in all.
    """

    def __init__(self, upper: Frontier, lower: Frontier) -> None:
        OneThread.__init__(self)
        width = upper.width
        if width > WIDEST_JOINED or width != lower.width or upper.cell + lower.cell != width * upper.height:
            raise ValueError(f"no border between two rows where both sweeps are, or more than {WIDEST_JOINED} columns")
        self.upper, self.lower, self.width = upper, lower, width
        above = self._numbers(upper)
        self.seen, self.opened = array("i", [-1]) * 256, array("i", bytes(4 * WIDEST_JOINED))
        self.columns = array("i", bytes(4 * WIDEST_JOINED))
        self.plugs = self.numbers = 0
        self.upper_plugs, self.lower_plugs = self._plugs(upper, above), self._plugs(lower, above)
        self.signs, self.sign = array("Q", bytes(8 * SIGNS * (lower.size + 1))), array("Q", bytes(8 * SIGNS))
        self.begin, self.order = array("i", bytes(4 * ((1 << HASHED) + 2))), array("i", bytes(4 * (lower.size + 1)))
        self.line_up()
        self.sums = array("Q", bytes(8 * (lower.limbs + 1)))
        self.state = self.tried = 0
        self.fitting, self.second_fitting = -1, -1
        self.total = 0
        self.pairs: list[tuple[int, int]] = []

    @property
    def visited(self) -> int:
        """Pairs of states compared so far, in states."""
        return self.tried // PAIRS_A_STATE

    def _numbers(self, sweep: Frontier) -> list[int]:
        """The numbers with exactly one endpoint among the swept cells, in order."""
        swept = [sweep.cells[cell] for cell in range(sweep.cell)]
        return sorted(number for number in set(swept) if number > 0 and swept.count(number) == 1)

    def _plugs(self, sweep: Frontier, numbers: list[int]) -> array[int]:
        """The plugs of all states of a sweep, one byte a column."""
        names = array("B", bytes(256))
        for place, number in enumerate(numbers):
            names[sweep.code_of[number]] = NUMBER + place
        plugs = array("B", bytes(self.width * sweep.size + 1))
        self.read(sweep, names, plugs)
        return plugs

    def read(self, sweep: Frontier, names: cython.uchar[::1], plugs: cython.uchar[::1]) -> cython.void:
        """Decode all states of `sweep` into `plugs`; `names` has the byte for each code of a number."""
        for state in range(sweep.size):
            for word in range(sweep.words):
                sweep.work_words[word] = sweep.layer[state * sweep.stride + word]
            base: cython.Py_ssize_t = state * self.width
            depth: cython.int = 0
            for column in range(self.width):
                code: cython.int = sweep.get(column + 1)
                if code == 0:
                    continue
                if code == OPEN:
                    self.opened[depth] = column
                    depth += 1
                elif code == CLOSE:
                    depth -= 1
                    other: cython.int = self.opened[depth]
                    plugs[base + column] = cython.cast(cython.uchar, 1 + other)
                    plugs[base + other] = cython.cast(cython.uchar, 1 + column)
                elif names[code]:
                    plugs[base + column] = names[code]
                elif self.seen[code] < 0:
                    self.seen[code] = column
                else:
                    other = self.seen[code]
                    plugs[base + column] = cython.cast(cython.uchar, BOTH + other)
                    plugs[base + other] = cython.cast(cython.uchar, BOTH + column)
                    self.seen[code] = -1

    def note_signs(self, plugs: cython.uchar[::1], base: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Set `sign`, bits of plugs, of numbers and pairs, of pairs, of arcs' right plugs; return the plugs' hash."""
        bit: cython.ulonglong = 1
        before: cython.int = -1
        for word in range(SIGNS):
            self.sign[word] = 0
        for column in range(self.width):
            plug: cython.int = plugs[base + column]
            if plug:
                self.sign[0] |= bit
                if plug >= NUMBER:
                    self.sign[1] |= bit
                    if plug >= BOTH:
                        self.sign[2] |= bit
                elif plug == before + 1:
                    self.sign[3] |= bit
                before = column
            bit <<= 1
        return cython.cast(cython.Py_ssize_t, ((self.sign[0] * MIX) & WORD) >> (64 - HASHED))

    def line_up(self) -> cython.void:
        """Sort the lower states by the hash of their plugs: `begin` of each hash, `order` of states, their `signs`."""
        size: cython.int = cython.cast(cython.int, self.lower.size)
        for state in range(size):
            self.begin[self.note_signs(self.lower_plugs, cython.cast(cython.Py_ssize_t, state) * self.width) + 2] += 1
        for place in range(1 << HASHED):
            self.begin[place + 2] += self.begin[place + 1]
        for state in range(size):
            place = self.note_signs(self.lower_plugs, cython.cast(cython.Py_ssize_t, state) * self.width) + 1
            self.begin[place] += 1
            place = self.begin[place] - 1
            self.order[place] = state
            for word in range(SIGNS):
                self.signs[place * SIGNS + word] = self.sign[word]

    def walk(
        self, here: cython.uchar[::1], at: cython.Py_ssize_t, there: cython.uchar[::1], to: cython.Py_ssize_t,
        column: cython.int,
    ) -> cython.int:  # fmt: skip
        """Follow arcs from a plug, a number's here and an arc's there, to the next; its column, + BOTH if there."""
        self.steps = 1
        while True:
            column = there[to + column] - 1
            self.steps += 1
            if here[at + column] >= NUMBER:
                return column
            column = here[at + column] - 1
            self.steps += 1
            if there[to + column] >= NUMBER:
                return column + BOTH

    def fit(self, at: cython.Py_ssize_t, to: cython.Py_ssize_t) -> cython.bint:
        """Whether two states with matching signs form paths; `columns` has the columns of the upper plugs."""
        met: cython.int = 0
        for place in range(self.numbers):
            column: cython.int = self.columns[place]
            up: cython.int = self.upper_plugs[at + column]
            low: cython.int = self.lower_plugs[to + column]
            if low >= NUMBER:
                if low != up:
                    return False
                met += 1
                continue
            end: cython.int = self.walk(self.upper_plugs, at, self.lower_plugs, to, column)
            if end < BOTH:
                if up != BOTH + end:
                    return False
                met += self.steps if column < end else 0
            else:
                if up != self.lower_plugs[to + end - BOTH]:
                    return False
                met += self.steps
        for place in range(self.numbers, self.plugs):
            column = self.columns[place]
            low = self.lower_plugs[to + column]
            if low >= BOTH:
                end = self.walk(self.lower_plugs, to, self.upper_plugs, at, column)
                if low != BOTH + end:
                    return False
                met += self.steps if column < end else 0
        return met == self.plugs

    def list_columns(self, at: cython.Py_ssize_t) -> cython.void:
        """List the columns of the plugs of the upper state at `at` in `columns`, those of numbers and pairs first."""
        self.plugs = 0
        for column in range(self.width):
            if self.upper_plugs[at + column] >= NUMBER:
                self.columns[self.plugs] = column
                self.plugs += 1
        self.numbers = self.plugs
        for column in range(self.width):
            if 0 < self.upper_plugs[at + column] < NUMBER:
                self.columns[self.plugs] = column
                self.plugs += 1

    def gather(self, state: cython.Py_ssize_t) -> cython.bint:
        """Sum in `sums` the counts of lower states that fit an upper one, or note the first two; False if none fits."""
        at: cython.Py_ssize_t = state * self.width
        found: cython.bint = False
        limbs: cython.int = self.lower.limbs
        place: cython.Py_ssize_t = self.note_signs(self.upper_plugs, at)
        end: cython.Py_ssize_t = self.begin[place + 1]
        plugs: cython.ulonglong = self.sign[0]
        numbers: cython.ulonglong = self.sign[1]
        pairs: cython.ulonglong = self.sign[2]
        rings: cython.ulonglong = self.sign[3]
        for limb in range(limbs + 1):
            self.sums[limb] = 0
        place = self.begin[place]
        self.tried += end - place
        if place < end:
            self.list_columns(at)
        while place < end:
            base: cython.Py_ssize_t = place * SIGNS
            place += 1
            if (
                self.signs[base] != plugs
                or self.signs[base + 1] & pairs
                or self.signs[base + 2] & numbers
                or self.signs[base + 3] & rings
            ):
                continue
            low: cython.Py_ssize_t = self.order[place - 1]
            self.tried += FITTING
            if self.fit(at, low * self.width):
                if self.lower.saturate:
                    if found:
                        self.second_fitting = low
                        return True
                    self.fitting, self.second_fitting = low, -1
                    found = True
                    continue
                found = True
                carry: cython.ulonglong = 0
                low = low * self.lower.stride + self.lower.words
                for limb in range(limbs):
                    total: cython.ulonglong = self.lower.layer[low + limb] + self.sums[limb] + carry
                    self.sums[limb] = total & LIMB
                    carry = total >> 63
                self.sums[limbs] += carry
        return found

    def next_that_fits(self, limit: cython.longlong) -> cython.Py_ssize_t:
        """The next upper state with lower ones that fit, counted in `sums`; -1 at the end or at the limit."""
        while self.state < self.upper.size and self.tried < limit:
            self.state += 1
            self.tried += 1
            if self.gather(self.state - 1):
                return self.state - 1
        return -1

    def advance(self, states: int) -> int:
        """Compare about `states` * PAIRS_A_STATE more pairs; return PAUSED, or DONE when all are compared."""
        with self:
            limit = self.tried + states * PAIRS_A_STATE
            while True:
                found: cython.Py_ssize_t = self.next_that_fits(limit)
                if found < 0:
                    return DONE if self.state == self.upper.size else PAUSED
                if self.upper.saturate:
                    if self._note_pairs(found):
                        return DONE
                    continue
                base = found * self.upper.stride + self.upper.words
                above = sum(int(self.upper.layer[base + limb]) << (63 * limb) for limb in range(self.upper.limbs))
                below = sum(int(self.sums[limb]) << (63 * limb) for limb in range(self.lower.limbs + 1))
                self.total += above * below

    def _note_pairs(self, upper: int) -> bool:
        """Add lower states that fit an upper one to `pairs`, until there are two solutions; True once there are."""
        for lower in (self.fitting, self.second_fitting):
            if lower >= 0 and self.total < 2:
                ways = self.upper.ways_traced(upper) * self.lower.ways_traced(lower)
                self.pairs.append((upper, lower))
                self.total = min(2, self.total + ways)
        return self.total == 2
