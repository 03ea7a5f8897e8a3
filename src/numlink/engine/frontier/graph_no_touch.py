"""Exact counting on any graph where no path may touch itself: link by link, with fragments.

Every track on the frontier belongs to a fragment; an untouched track is a fragment by itself.

    slot      a  b  c  d  e        owner  1 2 2 3 0    fragment of the track, 0 none or finished
              ·  └──┘  │  ×        wants  2 1 0 1 0    links it still wants, of two (an endpoint: of one)

    tag[f]    0 no number; p in 1..slots: f and p are the two fragments of one number, both of whose endpoints were
              visited; 128 + i: number i, one of whose endpoints was; 255 (census) one end chosen; 127 finished
    touch     the symmetric relation "a link between f and g is off": f and g must never become one path

A state ends where a link within a fragment is off, or a link between two that touch is on.  When a visit is over, all
links between visited tracks are decided, so a finished path restricts nothing and becomes 0; during its last visit it
keeps its name.  That fragments of two different numbers touch is forgotten, as they never join: more states are equal.

    key bytes | owner << 2 | wants : slots | tag : slots | touch : slots (slots - 1) / 2 bits |

Rectangles are swept link by link too: diagonal orders save most (bench/notes/frontier.md).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

from numlink.engine.frontier.elimination_order import FIRST_END as FIRST
from numlink.engine.frontier.elimination_order import LEAVES_AS_NO_END
from numlink.engine.frontier.elimination_order import SECOND_END as SECOND

if not cython.compiled:
    from numlink.engine.frontier.elimination_order import LinkSweep

# What enters and leaves at a step, see `elimination_order`.
FIRST_END = cython.declare(cython.int, FIRST)
SECOND_END = cython.declare(cython.int, SECOND)
NO_END = cython.declare(cython.int, LEAVES_AS_NO_END)
# Tags of fragments: FINISHED; ONCE + the index of a number with one endpoint visited; ENDED, one end chosen (census).
FINISHED = cython.declare(cython.int, 127)
ONCE = cython.declare(cython.int, 128)
ENDED = cython.declare(cython.int, 255)
# 1 as a machine word: ONE << f is the bit of fragment f in a row of `touch`.
ONE = cython.declare(cython.uint, 1)
WIDEST = 28
"""Tracks on a frontier, at most: each fragment is a bit of a 32-bit word.  Counts run out of memory far below that."""


@cython.final
@cython.cclass
class GraphFrontierNoTouch(LinkSweep):
    """Counts along an EliminationOrder where no path touches itself; as LinkSweep.  ValueError beyond 28 tracks."""

    def __init__(self, elimination: object, content: Sequence[int], **options: object) -> None:
        LinkSweep.__init__(self, elimination, content, **options)
        slots = self.slots
        if slots > WIDEST:
            raise ValueError(f"a frontier of {slots} tracks is too wide")
        self.fragments = self.finished = 0
        self.owner = array("i", bytes(4 * (slots + 1)))
        self.wants = array("i", bytes(4 * (slots + 1)))
        self.tag = array("i", bytes(4 * (slots + 3)))
        self.renamed = array("i", bytes(4 * (slots + 3)))
        self.touch = array("I", bytes(4 * (slots + 3)))
        self._begin(max(1, (2 * slots + (slots * (slots - 1) // 2 + 7) // 8 + 7) // 8), hopeless=self.hopeless)

    def byte(self, source: cython.Py_ssize_t, place: cython.int) -> cython.int:
        """Byte `place` of the key of state `source`."""
        return cython.cast(cython.int, (self.layer[source * self.stride + (place >> 3)] >> ((place & 7) << 3)) & 255)

    def unpack(self, source: cython.Py_ssize_t) -> cython.bint:
        """Unpack state `source` into owner, wants, tag and touch, and let tracks enter; False where one cannot."""
        step: cython.int = self.cell
        slot: cython.int
        fragment: cython.int
        other: cython.int
        bit: cython.int = 16 * self.slots
        self.fragments = self.finished = 0
        for slot in range(self.slots):
            value: cython.int = self.byte(source, slot)
            self.owner[slot] = value >> 2
            self.wants[slot] = value & 3
            if (value >> 2) > self.fragments:
                self.fragments = value >> 2
        for fragment in range(1, self.fragments + 1):
            self.tag[fragment] = self.byte(source, self.slots + fragment - 1)
            self.touch[fragment] = 0
            for other in range(1, fragment):
                if (self.byte(source, bit >> 3) >> (bit & 7)) & 1:
                    self.touch[fragment] |= ONE << other
                    self.touch[other] |= ONE << fragment
                bit += 1
        return self.enter(self.entering_u[step], self.slot_u[step], self.number_u[step]) and self.enter(
            self.entering_v[step], self.slot_v[step], self.number_v[step]
        )

    def enter(self, kind: cython.int, slot: cython.int, number: cython.int) -> cython.bint:
        """Let a track of kind `kind` join as a fragment; False where the other end of `number`, an index, is lost."""
        fresh: cython.int = self.fragments + 1
        fragment: cython.int
        if kind == 0:
            return True
        self.fragments = fresh
        self.owner[slot] = fresh
        self.wants[slot] = 1 if kind == FIRST_END or kind == SECOND_END else 2
        self.tag[fresh] = ONCE + number if kind == FIRST_END else 0
        self.touch[fresh] = 0
        if kind != SECOND_END:
            return True
        for fragment in range(1, fresh):
            if self.tag[fragment] == ONCE + number:
                self.tag[fragment] = fresh
                self.tag[fresh] = fragment
                return True
        return False

    def part(self, u: cython.int, v: cython.int) -> cython.bint:
        """Switch the link between slots u and v off; False where both belong to one fragment."""
        one: cython.int = self.owner[u]
        other: cython.int = self.owner[v]
        if one == 0 or other == 0:
            return True
        if one == other:
            return False
        if self.tag[one] != FINISHED and self.tag[other] != FINISHED:
            self.touch[one] |= ONE << other
            self.touch[other] |= ONE << one
        return True

    def join(self, u: cython.int, v: cython.int) -> cython.bint:
        """Switch the link between slots u and v on; False where the rules forbid it.

        Forbidden where a track wants no link, both are in one fragment or in two that touch, or in two of different
        numbers.  Else fragment `other`, that of v, becomes part of `one`, that of u, with its slots, touches and tag.
        """
        one: cython.int = self.owner[u]
        other: cython.int = self.owner[v]
        slot: cython.int
        fragment: cython.int
        if self.wants[u] == 0 or self.wants[v] == 0 or one == other or (self.touch[one] >> other) & 1:
            return False
        mine: cython.int = self.tag[one]
        theirs: cython.int = self.tag[other]
        if mine and theirs and mine != other and (mine != ENDED or theirs != ENDED):
            return False
        self.wants[u] -= 1
        self.wants[v] -= 1
        for slot in range(self.slots):
            if self.owner[slot] == other:
                self.owner[slot] = one
        for fragment in range(1, self.fragments + 1):
            if (self.touch[other] >> fragment) & 1:
                self.touch[fragment] = (self.touch[fragment] & ~(ONE << other)) | (ONE << one)
        self.touch[one] |= self.touch[other]
        self.touch[other] = 0
        self.tag[other] = 0
        if mine and theirs:
            self.finish(one)
        elif theirs:
            self.tag[one] = theirs
            if theirs < FINISHED:
                self.tag[theirs] = one
        return True

    def finish(self, fragment: cython.int) -> cython.void:
        """Mark a fragment as a finished path, count it in `finished` and forget whom it touches."""
        other: cython.int
        self.finished += 1
        self.tag[fragment] = FINISHED
        self.touch[fragment] = 0
        for other in range(1, self.fragments + 1):
            self.touch[other] &= ~(ONE << fragment)

    def leave(self, slot: cython.int, kind: cython.int) -> cython.bint:
        """Let the track in `slot` leave; False where it has too few links (as `GraphFrontier.leave`)."""
        fragment: cython.int = self.owner[slot]
        wants: cython.int = self.wants[slot]
        self.owner[slot] = self.wants[slot] = 0
        if wants == 0:
            return True
        if wants == 2:
            return not self.fill
        if not self.census or kind == NO_END:
            return False
        if self.tag[fragment] == ENDED:
            self.finish(fragment)
        else:
            self.tag[fragment] = ENDED
        return True

    def settle(self) -> cython.bint:
        """Forget what can no longer matter; False where the two fragments of one number touch."""
        step: cython.int = self.cell
        slot: cython.int
        numbered: cython.uint = 0
        for slot in range(self.slots):
            fragment: cython.int = self.owner[slot]
            if (
                fragment
                and self.tag[fragment] == FINISHED
                and (self.closing[step] or fragment != self.owner[self.slot_v[step]])
            ):
                self.owner[slot] = 0
        for fragment in range(1, self.fragments + 1):
            if self.tag[fragment] and self.tag[fragment] != ENDED and self.tag[fragment] != FINISHED:
                if self.tag[fragment] < FINISHED and (self.touch[fragment] >> self.tag[fragment]) & 1:
                    return False
                numbered |= ONE << fragment
        for fragment in range(1, self.fragments + 1):
            if (numbered >> fragment) & 1:
                self.touch[fragment] &= ~numbered
        return True

    def expand(self, source: cython.Py_ssize_t) -> cython.void:
        """List the successors of state `source`: the link of this step off, then on."""
        step: cython.int = self.cell
        if not self.forced and self.unpack(source) and self.part(self.slot_u[step], self.slot_v[step]):
            self.emit(0)
        if self.allowed and self.unpack(source) and self.join(self.slot_u[step], self.slot_v[step]):
            self.emit(1)

    def emit(self, on: cython.int) -> cython.void:
        """Make the state a successor, unless a track that leaves lacks a link or two fragments of one number touch."""
        step: cython.int = self.cell
        if self.leaving_u[step] and not self.leave(self.slot_u[step], self.leaving_u[step]):
            return
        if self.leaving_v[step] and not self.leave(self.slot_v[step], self.leaving_v[step]):
            return
        if not self.settle():
            return
        self.pack()
        self.out_links[self.fan] = on
        self.out_shift[self.fan] = self.finished if self.census else 0
        self.fan += 1

    def pack(self) -> cython.void:
        """Pack the state into the key of the next successor, its fragments named by first appearance."""
        word: cython.int
        slot: cython.int
        fragment: cython.int
        named: cython.int = 0
        for word in range(self.words):
            self.out[self.fan * self.words + word] = 0
        for fragment in range(self.fragments + 1):
            self.renamed[fragment] = 0
        for slot in range(self.slots):
            fragment = self.owner[slot]
            if fragment and self.renamed[fragment] == 0:
                named += 1
                self.renamed[fragment] = named
            self.pack_byte(slot, (self.renamed[fragment] << 2) | self.wants[slot])
        for fragment in range(1, self.fragments + 1):
            low: cython.int = self.renamed[fragment]
            if low == 0:
                continue
            other: cython.int = self.tag[fragment]
            self.pack_byte(self.slots + low - 1, self.renamed[other] if 0 < other < FINISHED else other)
            for other in range(1, fragment):
                high: cython.int = self.renamed[other]
                if high and (self.touch[fragment] >> other) & 1:
                    bit: cython.int = (
                        (high - 1) * (high - 2) // 2 + low - 1 if high > low else (low - 1) * (low - 2) // 2 + high - 1
                    )
                    bit += 16 * self.slots
                    self.pack_byte(bit >> 3, 1 << (bit & 7))

    def pack_byte(self, place: cython.int, value: cython.int) -> cython.void:
        """Set the bits of `value` in byte `place` of the key of the next successor; the other bits stay."""
        whole: cython.ulonglong = value
        self.out[self.fan * self.words + (place >> 3)] |= whole << ((place & 7) << 3)
