"""Exact counting where no path may touch itself (NO_TOUCH and FREE_NO_TOUCH): fragments and who touches whom.

The frontier sees the latest cell of every column, plugged or not, because the next cell may lie beside it:

    row          A──A  B ─┐ right            owner  A A B C C D     fragment of the latest cell, 0 none or finished
    row - 1         │     │ C──C  D          down   0 1 0 1 0 1     does it have a plug downward
                            │     │          right  1               does the cell before have a plug to the right

    tag[f]    0 nameless; 128 + i the i-th live number of which one endpoint is swept; 255 (census) one end chosen;
              p in 1..W: f and p are the two fragments of one number, both of whose endpoints are swept
    touch     the symmetric relation "a cell of f lies beside a cell of g without a link": f and g must never merge

Every open fragment has a plug, so it is seen in `owner`; fragments are numbered by first appearance there.  A
finished path becomes 0: nothing can join it any more, so beside it everything is allowed.  Pairs that touch are dead at
once, and a touch between fragments of two different numbers is forgotten, so that more states merge.

    key bytes | owner << 1 | down : W | right : 1 | tag : W | touch : W (W - 1) / 2 bits |
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.frontier.touching import live_codes

if not cython.compiled:
    from numlink.engine.frontier.sweep import Sweep

ONCE = cython.declare(cython.int, 128)
ENDED = cython.declare(cython.int, 255)
ONE = cython.declare(cython.ulonglong, 1)
WIDEST = 60


@cython.final
@cython.cclass
class FrontierNoTouch(Sweep):
    """A sweep of a board on which no path may touch itself; see Sweep for the arguments and the calls.

    Raises ValueError for a board wider than 60 cells (out of reach by far: states grow sevenfold with a column).
    """

    def __init__(self, width: int, height: int, cells: list[int], **options: object) -> None:
        Sweep.__init__(self, width, height, cells, **options)
        index, needed = live_codes([] if self.census else list(cells))
        if width > WIDEST:
            raise ValueError(f"a board {width} wide cannot be swept without touching")
        hopeless = needed > width + 1  # each of them needs a plug of its own
        self.code_of = {number: 128 + min(place, width) for number, place in index.items()}
        self.seen_codes = set()
        self.number_code = self.fragments = self.fresh = self.right = 0
        self.number_seen = self.finished = False
        self.owner = array("i", bytes(4 * (width + 2)))
        self.down = array("i", bytes(4 * (width + 2)))
        self.tag = array("i", bytes(4 * (width + 3)))
        self.renamed = array("i", bytes(4 * (width + 3)))
        self.touch = array("Q", bytes(8 * (width + 3)))
        self._begin((2 * width + 1 + (width * (width - 1) // 2 + 7) // 8 + 7) // 8, hopeless=hopeless)

    def _enter_cell(self) -> None:
        """Code of the endpoint here, and whether its number was met before."""
        if self.kind > 0 and not self.census:
            self.number_code = self.code_of[self.kind]
            self.number_seen = self.number_code in self.seen_codes
            self.seen_codes ^= {self.number_code}

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def byte(self, source: cython.Py_ssize_t, place: cython.int) -> cython.int:
        """One byte of a source key."""
        return cython.cast(cython.int, (self.keys[source * self.words + (place >> 3)] >> ((place & 7) << 3)) & 255)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unpack(self, source: cython.Py_ssize_t) -> cython.void:
        """A source key into owner, down, right, tag and touch."""
        column: cython.int
        value: cython.int
        other: cython.int
        fragment: cython.int
        bit: cython.int = (2 * self.width + 1) * 8
        self.fragments = 0
        for column in range(self.width):
            value = self.byte(source, column)
            self.owner[column] = value >> 1
            self.down[column] = value & 1
            if (value >> 1) > self.fragments:
                self.fragments = value >> 1
        self.right = self.byte(source, self.width)
        for fragment in range(1, self.fragments + 1):
            self.tag[fragment] = self.byte(source, self.width + fragment)
            self.touch[fragment] = 0
        for fragment in range(2, self.fragments + 1):
            for other in range(1, fragment):
                if (self.byte(source, bit >> 3) >> (bit & 7)) & 1:
                    self.touch[fragment] |= ONE << other
                    self.touch[other] |= ONE << fragment
                bit += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unite(self, other: cython.int) -> cython.bint:
        """The cell's fragment takes in another one; False when that is forbidden."""
        fresh: cython.int = self.fresh
        mine: cython.int = self.tag[fresh]
        theirs: cython.int = self.tag[other]
        column: cython.int
        fragment: cython.int
        if other == fresh or (self.touch[fresh] >> other) & 1:
            return False
        if mine and theirs:
            if mine == ENDED or theirs == ENDED:
                if mine != theirs:
                    return False
            elif mine != other:  # only the other fragment of the same number may join
                return False
            self.finished = True
        elif theirs:
            self.tag[fresh] = theirs
            if theirs < ONCE:
                self.tag[theirs] = fresh
        for column in range(self.width):
            if self.owner[column] == other:
                self.owner[column] = fresh
        for fragment in range(1, fresh):
            if (self.touch[other] >> fragment) & 1:
                self.touch[fragment] = (self.touch[fragment] & ~(ONE << other)) | (ONE << fresh)
        self.touch[fresh] |= self.touch[other]
        self.touch[other] = 0
        self.tag[other] = 0
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def beside(self, other: cython.int) -> cython.bint:
        """The cell lies beside a fragment without a link to it; False when they are one path."""
        if other == self.fresh:
            return False
        if other:
            self.touch[self.fresh] |= ONE << other
            self.touch[other] |= ONE << self.fresh
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, end: cython.bint) -> cython.bint:
        """The cell joins a path, as its end or not, with all plugs that run into it; False when that is forbidden."""
        column: cython.int = self.column
        left: cython.int = self.owner[column - 1] if column else 0
        up: cython.int = self.owner[column]
        up_plug: cython.int = self.down[column]
        fragment: cython.int
        self.fresh = self.fragments + 1
        self.finished = False
        self.tag[self.fresh] = 0
        self.touch[self.fresh] = 0
        if end and self.census:
            self.tag[self.fresh] = ENDED
        elif end:
            self.tag[self.fresh] = self.number_code
            if self.number_seen:
                for fragment in range(1, self.fresh):
                    if self.tag[fragment] == self.number_code:
                        self.tag[fragment] = self.fresh
                        self.tag[self.fresh] = fragment
        self.owner[column] = self.fresh
        if self.right and not self.unite(left):
            return False
        if up_plug:
            if self.right and up == left:
                return False  # a free loop
            if not self.unite(up):
                return False
        if not self.right and column and not self.beside(self.owner[column - 1]):
            return False
        if not up_plug and up:
            if self.right and up == left:
                return False
            if not self.beside(up):
                return False
        return self.settle()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self) -> cython.bint:
        """Forgets what can no longer matter; False when the two fragments of one number touch."""
        fragment: cython.int
        other: cython.int
        column: cython.int
        if self.finished:
            for column in range(self.width):
                if self.owner[column] == self.fresh:
                    self.owner[column] = 0
            for fragment in range(1, self.fresh + 1):
                self.touch[fragment] &= ~(ONE << self.fresh)
            self.touch[self.fresh] = 0
        for fragment in range(1, self.fresh + 1):
            if self.tag[fragment] == 0 or self.tag[fragment] == ENDED or self.touch[fragment] == 0:
                continue
            if self.tag[fragment] < ONCE and (self.touch[fragment] >> self.tag[fragment]) & 1:
                return False
            for other in range(1, self.fresh + 1):
                if self.tag[other] and (self.touch[fragment] >> other) & 1:
                    self.touch[fragment] &= ~(ONE << other)
                    self.touch[other] &= ~(ONE << fragment)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def leave(self, degree: cython.int) -> cython.void:
        """The plugs that the cell still has to send out."""
        if degree == 0:
            self.emit(0, 0)
        elif degree == 1:
            self.emit(1, 0)
            self.emit(0, 1)
        elif degree == 2:
            self.emit(1, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(self, source: cython.Py_ssize_t) -> cython.void:
        plugs: cython.int
        self.fan = 0
        self.unpack(source)
        plugs = self.right + self.down[self.column]
        if plugs == 0 and (self.kind < 0 or (self.kind == 0 and not self.fill)):
            self.finished = False
            self.owner[self.column] = 0
            self.emit(0, 0)
            self.unpack(source)
        if self.kind < 0:
            return
        if self.kind > 0:
            if plugs < 2 and self.enter(True):
                self.leave(1 - plugs)
            return
        if self.enter(False):
            self.leave(2 - plugs)
        if self.census and plugs < 2:
            self.unpack(source)
            if self.enter(True):
                self.leave(1 - plugs)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pack_byte(self, place: cython.int, value: cython.int) -> cython.void:
        """Writes a byte of the successor under way (its words start as 0)."""
        whole: cython.ulonglong = value
        self.out[self.fan * self.words + (place >> 3)] |= whole << ((place & 7) << 3)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def emit(self, down: cython.int, right: cython.int) -> cython.void:
        """The working state with these two plugs becomes a successor, unless the links forbid it."""
        links: cython.int = right | (down << 1)
        word: cython.int
        column: cython.int
        fragment: cython.int
        other: cython.int
        named: cython.int = 0
        low: cython.int
        high: cython.int
        bit: cython.int
        if links & ~self.allowed or self.forced & ~links:
            return
        self.down[self.column] = down
        for word in range(self.words):
            self.out[self.fan * self.words + word] = 0
        for fragment in range(self.fragments + 2):
            self.renamed[fragment] = 0
        for column in range(self.width):
            fragment = self.owner[column]
            if fragment and self.renamed[fragment] == 0:
                named += 1
                self.renamed[fragment] = named
            self.pack_byte(column, (self.renamed[fragment] << 1) | self.down[column])
        self.pack_byte(self.width, right)
        for fragment in range(1, self.fragments + 2):
            low = self.renamed[fragment]
            if low == 0:
                continue
            other = self.tag[fragment]
            self.pack_byte(self.width + low, self.renamed[other] if 0 < other < ONCE else other)
            for other in range(1, fragment):
                high = self.renamed[other]
                if high and (self.touch[fragment] >> other) & 1:
                    bit = (
                        (high - 1) * (high - 2) // 2 + low - 1 if high > low else (low - 1) * (low - 2) // 2 + high - 1
                    )
                    bit += (2 * self.width + 1) * 8
                    self.pack_byte(bit >> 3, 1 << (bit & 7))
        self.out_links[self.fan] = links
        self.out_shift[self.fan] = 1 if self.finished and self.census else 0
        self.fan += 1
