"""What sweeps of rectangles share: the codes of numbers on a frontier, slots of one byte, and chords that cross.

If two chords cross in a face of a state, no paths below can untangle them (proof: docs/algorithms.md).  A number that
ends on the rim has a chord to its endpoint there.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers

if not cython.compiled:
    from numlink.engine.frontier.sweep import Sweep

    OPEN, CLOSE, PAIR, RIM = 1, 2, 3, 2

# The number of values of a slot, which is one byte.
CODES = cython.declare(cython.int, 256)


def live_codes(cells: list[int]) -> tuple[dict[int, int], int]:
    """{number: the smallest index free while it is open}, and how many are needed; ValueError unless all are pairs."""
    occurs: dict[int, int] = {}
    index: dict[int, int] = {}
    used: set[int] = set()
    needed = 0
    for number in cells:
        if number <= 0:
            continue
        occurs[number] = occurs.get(number, 0) + 1
        if occurs[number] == 1:
            index[number] = next(free for free in range(len(used) + 1) if free not in used)
            used.add(index[number])
            needed = max(needed, len(used))
        else:
            used.discard(index[number])
    wrong = sorted(number for number, times in occurs.items() if times != 2)
    if wrong:
        raise ValueError(f"number {wrong[0]} occurs {occurs[wrong[0]]} times: every number needs two endpoints")
    return index, needed


def codes_needed(cells: list[int], index: dict[int, int], slots: int) -> int:
    """The codes that the worst cell needs: each index up to the highest open one, and each pair of closed numbers."""
    live: set[int] = set()
    closed = highest = worst = 0
    for number in cells:
        if number <= 0:
            continue
        live ^= {index[number]}
        closed += index[number] not in live
        highest = max(live, default=-1) + 1
        worst = max(worst, highest + min(closed, max(0, slots - len(live)) // 2))
    return worst


def rim_ends(width: int, cells: list[int]) -> list[tuple[int, int, int]]:
    """(number, first endpoint, second endpoint) for numbers that end on the rim, clockwise from the upper right."""
    last = len(cells) - 1
    rim = (*range(width - 1, last + 1, width), *range(last, last - width, -1), *range(last + 1 - width, -1, -width))
    first = {number: cell for cell, number in reversed(list(enumerate(cells)))}
    ends = ((cells[cell], first[cells[cell]], cell) for cell in dict.fromkeys(rim) if cells[cell] > 0)
    return [(number, begin, end) for number, begin, end in ends if begin < end]


@cython.cclass
class ByteSlots(Sweep):
    """A sweep whose states have one byte a slot: `work` is the current state, `work_words` the same as words of a key.

    `once[at + code]`: 1 for the code of a number with one endpoint swept, RIM if its other endpoint is on the rim, 0
    for a pair; subclasses choose `at`.  `rim`: codes of numbers that end on the rim, clockwise.  The rest is scratch:

        slots   p ( q q ) ( ) p n | rim, clockwise: n      chords: p and q, pairs; n, to an endpoint on the rim
        met     p   q q       p n

    `stamp[code]`: the number of the last call that met the code.  `face_of[code]`: the face of both ends, -1 if they
    lie in two faces: an arc may lead across.
    """

    def lay_slots(self, slots: int) -> None:
        """Create the arrays for this many slots."""
        self.slots = slots
        self.work = array("B", bytes(8 * ((slots + 7) >> 3)))
        self.moved = array("B", bytes(len(self.work)))
        self.work_words, self.moved_words = memoryview(self.work).cast("Q"), memoryview(self.moved).cast("Q")
        self.above, self.met, self.waiting, self.rim = (integers(slots + 2) for _ in range(4))
        self.stamp, self.face_of, self.renamed = (integers(CODES) for _ in range(3))
        self.stamp_now = 0

    def move_up(self, base: cython.int) -> cython.void:
        """Write `work` to `out` at `base` as it stands before a row: the last slot is empty, so the others move up."""
        for slot in range(self.slots - 1):
            self.moved[slot + 1] = self.work[slot]
        for word in range(self.words):
            self.out[base + word] = self.moved_words[word]

    def mate_byte(self, slot: cython.int) -> cython.int:
        """The slot of the other plug of the arc at `slot`; both plugs must still be in `work`."""
        depth: cython.int = 0
        step: cython.int = 1 if self.work[slot] == OPEN else -1
        while True:
            if self.work[slot] == OPEN:
                depth += 1
            elif self.work[slot] == CLOSE:
                depth -= 1
            if depth == 0:
                return slot
            slot += step

    def rename_bytes(self, at: cython.int) -> cython.void:
        """Number the pairs in `work` by first appearance from the left, so that equal states have equal keys."""
        fresh: cython.int = PAIR
        self.stamp_now += 1
        for slot in range(self.slots):
            code: cython.int = self.work[slot]
            if code >= PAIR and not self.once[at + code]:
                if self.stamp[code] != self.stamp_now:
                    self.stamp[code] = self.stamp_now
                    self.renamed[code] = fresh
                    fresh += 1
                self.work[slot] = cython.cast(cython.uchar, self.renamed[code])

    def crossed_bytes(self, at: cython.int, highest: cython.int, first: cython.int, end: cython.int) -> cython.bint:
        """Whether two chords cross in one face of the arcs, or with `rim` from `first` to `end`: the state is dead.

        Codes above `highest` are not plugs.
        """
        depth = face = faces = chords = 0
        self.stamp_now += 1
        for slot in range(self.slots):
            code: cython.int = self.work[slot]
            if code == OPEN:
                depth += 1
                faces += 1
                self.above[depth] = face = faces
            elif code == CLOSE:
                depth -= 1
                face = self.above[depth]
            elif code == 0 or code > highest:
                pass
            elif self.stamp[code] != self.stamp_now:
                if self.once[at + code] == 0 or (depth == 0 and self.once[at + code] == RIM):
                    self.stamp[code] = self.stamp_now
                    self.face_of[code] = face
                    self.met[chords] = code
                    chords += 1
            else:
                self.met[chords] = code
                chords += 1
                if self.face_of[code] != face:
                    self.face_of[code] = -1
        return chords > 1 and self.chords_cross(chords, first, end)

    def chords_cross(self, chords: cython.int, first: cython.int, end: cython.int) -> cython.bint:
        """Whether two of the chords with the ends in `met` cross in one face, or with the `rim`."""
        depth: cython.int = 0
        for place in range(chords):
            code: cython.int = self.met[place]
            if self.face_of[code] < 0:
                continue
            if self.stamp[code] == self.stamp_now:
                self.stamp[code] = -self.stamp_now
                self.waiting[depth] = code
                depth += 1
            else:
                depth -= 1
                if self.waiting[depth] != code:
                    return True
        for place in range(first, end):
            code = self.rim[place]
            if self.stamp[code] == -self.stamp_now:
                depth -= 1
                if self.waiting[depth] != code:
                    return True
        return False
