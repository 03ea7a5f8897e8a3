"""Exact counting on any graph, link by link: with touching, a code for each track on the frontier, else fragments.

**Where paths may touch**, each track on the frontier, in its slot (see `elimination_order`), has a code:

    0                 no link so far
    1                 all its links (two, or one for an endpoint)
    MATE + s          one link; its fragment has no number, and the fragment's other end is in slot s
    PAIR + s          an open end of a number with both endpoints visited, to be joined with the open end in slot s
    NUMBER + i        an open end of a number with one endpoint visited; i is its index (`EliminationOrder`)
    NUMBER (census)   an open end of a path whose other end is chosen: a track may leave with one link, as an end

This is Knuth's Simpath (TAOCP 4, 7.1.4) for numbered pairs, with merged counts instead of a diagram.

**Where no path may touch itself** every track belongs to a fragment; an untouched track is a fragment by itself:

    slot      a  b  c  d  e        owner  1 2 2 3 0    fragment of the track, 0 none or finished
              ·  └──┘  │  ×        wants  2 1 0 1 0    links it still wants, of two (an endpoint: of one)

    tag[f]    0 no number; p in 1..slots: f and p are the two fragments of a number with both endpoints visited;
              128 + i: number i, with one endpoint visited; 255 (census) one end chosen; 127 finished
    touch     the symmetric relation "a link between f and g is off": f and g must never become one path
    key       bytes | owner << 2 | wants : slots | tag : slots | touch : slots (slots - 1) / 2 bits |

A state dies if a link within a fragment is off, or a link between two that touch is on.  A finished path becomes 0 when
its last visit is over.  The touch of fragments of two different numbers is forgotten, as they never join.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

from numlink.engine.arrays import integers
from numlink.engine.frontier.elimination_order import FIRST_END as FIRST
from numlink.engine.frontier.elimination_order import LEAVES_AS_NO_END
from numlink.engine.frontier.elimination_order import SECOND_END as SECOND

if not cython.compiled:
    from numlink.engine.frontier.elimination_order import LinkSweep

# The codes 1 and MATE of the list above; PAIR and NUMBER depend on the number of slots.
INNER = cython.declare(cython.int, 1)
MATE = cython.declare(cython.int, 2)
# What enters and leaves at a step, see `elimination_order`.
FIRST_END = cython.declare(cython.int, FIRST)
SECOND_END = cython.declare(cython.int, SECOND)
NO_END = cython.declare(cython.int, LEAVES_AS_NO_END)
# The number of values of a code, which is one byte; a word of a key has eight codes.
CODES = cython.declare(cython.int, 256)
# Tags of fragments: FINISHED; ONCE + index of a number with one endpoint visited; ENDED, one end chosen (census).
FINISHED = cython.declare(cython.int, 127)
ONCE = cython.declare(cython.int, 128)
ENDED = cython.declare(cython.int, 255)
# 1 as a machine word: ONE << f is the bit of fragment f in a row of `touch`.
# The most tracks on a frontier: each fragment is a bit of a 32-bit word.  Memory runs out far below that.
ONE = cython.declare(cython.uint, 1)
WIDEST = 28


@cython.final
@cython.cclass
class GraphFrontier(LinkSweep):
    """Counts along an EliminationOrder; arguments as for LinkSweep.  ValueError if it needs more than 255 codes."""

    def __init__(self, elimination: object, content: Sequence[int], **options: object) -> None:
        LinkSweep.__init__(self, elimination, content, **options)
        self.pair = MATE + self.slots
        self.number_code = self.pair + self.slots
        if self.number_code + elimination.numbers >= CODES and not self.hopeless:
            raise ValueError(f"a frontier of {self.slots} tracks and {elimination.numbers} numbers at once is too wide")
        words = max(1, (self.slots + 7) >> 3)
        self.codes, self.work = integers(8 * words), integers(8 * words)
        self._begin(words, hopeless=self.hopeless)

    def enter(self, kind: cython.int, slot: cython.int, number: cython.int) -> cython.bint:
        """Let a track of kind `kind` enter the frontier; False if the other end of `number`, an index, is lost."""
        code: cython.int = self.number_code + number
        if kind == FIRST_END:
            self.codes[slot] = code
        elif kind == SECOND_END:
            for other in range(self.slots):
                if self.codes[other] == code:
                    self.codes[other] = self.pair + slot
                    self.codes[slot] = self.pair + other
                    return True
            return False
        return True

    def join(self, u: cython.int, v: cython.int) -> cython.bint:
        """Switch on the link between slots u and v, in `work`; return False if the rules forbid it.

        codes of u and v              then
        1 on either side              forbidden: the track has all its links
        two open ends of numbers      a path is finished if each is the other's partner (census: any two)
        MATE + v (so MATE + u)        forbidden: a loop
        end of a number, fragment     the fragment's other end becomes the number's open end
        two fragments                 their other ends become each other's mates
        """
        code_u: cython.int = self.work[u]
        code_v: cython.int = self.work[v]
        if code_u == INNER or code_v == INNER:
            return False
        if code_u >= self.pair and code_v >= self.pair:
            if code_u != self.pair + v and not self.census:
                return False
            self.finished += 1
            self.work[u] = self.work[v] = INNER
            return True
        if code_u == MATE + v:
            return False  # a loop
        far_u: cython.int = u if code_u == 0 else code_u - MATE
        far_v: cython.int = v if code_v == 0 else code_v - MATE
        if code_u:
            self.work[u] = INNER
        if code_v:
            self.work[v] = INNER
        if code_u >= self.pair:
            self.work[far_v] = code_u
            if code_u < self.number_code:
                self.work[code_u - self.pair] = self.pair + far_v
        elif code_v >= self.pair:
            self.work[far_u] = code_v
            if code_v < self.number_code:
                self.work[code_v - self.pair] = self.pair + far_u
        else:
            self.work[far_u] = MATE + far_v
            self.work[far_v] = MATE + far_u
        return True

    def leave(self, slot: cython.int, kind: cython.int) -> cython.bint:
        """Let the track in `slot` leave and count a path that ends there; return False if it has too few links."""
        code: cython.int = self.work[slot]
        self.work[slot] = 0
        if code == INNER:
            return True
        if code == 0:
            return not self.fill
        if not self.census or kind == NO_END:
            return False
        if code == self.number_code:
            self.finished += 1
        else:
            self.work[code - MATE] = self.number_code
        return True

    def emit(self, on: cython.int) -> cython.void:
        """Make `work` a successor with the link `on` (1) or off (0), unless a leaving track lacks a link."""
        step: cython.int = self.cell
        if self.leaving_u[step] and not self.leave(self.slot_u[step], self.leaving_u[step]):
            return
        if self.leaving_v[step] and not self.leave(self.slot_v[step], self.leaving_v[step]):
            return
        for word in range(self.words):
            packed: cython.ulonglong = 0
            for place in range(7, -1, -1):
                packed = (packed << 8) | cython.cast(cython.ulonglong, self.work[8 * word + place])
            self.out[self.fan * self.words + word] = packed
        self.out_links[self.fan] = on
        self.out_shift[self.fan] = self.finished if self.census else 0
        self.fan += 1

    def expand(self, source: cython.Py_ssize_t) -> cython.void:
        """List the successors of state `source`: the link of this step off, then on."""
        step: cython.int = self.cell
        for word in range(self.words):
            packed: cython.ulonglong = self.layer[source * self.stride + word]
            for place in range(8):
                self.codes[8 * word + place] = cython.cast(cython.int, packed & 255)
                packed >>= 8
        if not self.enter(self.entering_u[step], self.slot_u[step], self.number_u[step]):
            return
        if not self.enter(self.entering_v[step], self.slot_v[step], self.number_v[step]):
            return
        for on in range(2):
            for place in range(self.slots):
                self.work[place] = self.codes[place]
            self.finished = 0
            if (on == 0 and self.forced) or (
                on == 1 and not (self.allowed and self.join(self.slot_u[step], self.slot_v[step]))
            ):
                continue
            self.emit(on)


@cython.final
@cython.cclass
class GraphFrontierNoTouch(LinkSweep):
    """Counts along an EliminationOrder if no path touches itself; as LinkSweep.  ValueError beyond 28 tracks."""

    def __init__(self, elimination: object, content: Sequence[int], **options: object) -> None:
        LinkSweep.__init__(self, elimination, content, **options)
        slots = self.slots
        if slots > WIDEST:
            raise ValueError(f"a frontier of {slots} tracks is too wide")
        self.fragments = self.finished = 0
        self.owner, self.wants, self.tag, self.renamed = (integers(slots + 3) for _ in range(4))
        self.touch = array("I", bytes(4 * (slots + 3)))
        self._begin(max(1, (2 * slots + (slots * (slots - 1) // 2 + 7) // 8 + 7) // 8), hopeless=self.hopeless)

    def byte(self, source: cython.Py_ssize_t, place: cython.int) -> cython.int:
        """Byte `place` of the key of state `source`."""
        return cython.cast(cython.int, (self.layer[source * self.stride + (place >> 3)] >> ((place & 7) << 3)) & 255)

    def unpack(self, source: cython.Py_ssize_t) -> cython.bint:
        """Unpack state `source` into owner, wants, tag and touch, and let tracks enter; False if one cannot."""
        step: cython.int = self.cell
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
        """Let a track of kind `kind` enter as a fragment; False if the other end of `number`, an index, is lost."""
        fresh: cython.int = self.fragments + 1
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
        """Switch off the link between slots u and v; return False if both belong to one fragment."""
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
        """Switch on the link between slots u and v: fragment `other` becomes part of `one`.

        False if a track wants no link, or both are in one fragment, in two that touch, or in two of different numbers.
        """
        one: cython.int = self.owner[u]
        other: cython.int = self.owner[v]
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
        """Mark a fragment as a finished path, count it in `finished` and forget what it touches."""
        self.finished += 1
        self.tag[fragment] = FINISHED
        self.touch[fragment] = 0
        for other in range(1, self.fragments + 1):
            self.touch[other] &= ~(ONE << fragment)

    def leave(self, slot: cython.int, kind: cython.int) -> cython.bint:
        """Let the track in `slot` leave; return False if it has too few links (as `GraphFrontier.leave`)."""
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
        """Forget what can no longer matter; return False if the two fragments of one number touch."""
        step: cython.int = self.cell
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
        """Make the state a successor, unless a leaving track lacks a link or two fragments of one number touch."""
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
        """Pack the state into the key of the next successor, with fragments numbered by first appearance."""
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
