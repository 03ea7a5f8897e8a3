"""Exact counting on any graph where paths may touch: link by link, one code for each track on the frontier.

Each track on the frontier, in its slot (see `elimination_order`), has a code:

    0                 no link so far
    1                 all its links (two, or an endpoint's one)
    MATE + s          one link; its fragment has no number, and the fragment's other end is in slot s
    PAIR + s          an open end of a number both of whose endpoints were visited; it must be joined with the end in
                      slot s.  The number itself no longer matters, so more states are equal
    NUMBER + i        an open end of a number one of whose endpoints was visited; i is its index (`_Places`)
    NUMBER (census)   an open end of a path whose other end is chosen: a track may leave with one link, as an end

This is Knuth's Simpath (TAOCP 4, 7.1.4) for numbered pairs, as in ZDD solvers of Numberlink (Yoshinaka et al. 2012),
but with merged counts instead of a diagram, and without names for pairs.  On rectangles `touching.Frontier` is two to
four times as fast.
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

# The codes 1 and MATE of the list above; PAIR and NUMBER depend on the number of slots.
INNER = cython.declare(cython.int, 1)
MATE = cython.declare(cython.int, 2)
# What enters and leaves at a step, see `elimination_order`.
FIRST_END = cython.declare(cython.int, FIRST)
SECOND_END = cython.declare(cython.int, SECOND)
NO_END = cython.declare(cython.int, LEAVES_AS_NO_END)
CODES = 256
"""Values of a code, which is one byte; a word of a key has eight."""


@cython.final
@cython.cclass
class GraphFrontier(LinkSweep):
    """Counts along an EliminationOrder; arguments as for LinkSweep.  ValueError where it needs more than 255 codes."""

    def __init__(self, elimination: object, content: Sequence[int], **options: object) -> None:
        LinkSweep.__init__(self, elimination, content, **options)
        self.pair = MATE + self.slots
        self.number_code = self.pair + self.slots
        if self.number_code + elimination.numbers >= CODES and not self.hopeless:
            raise ValueError(f"a frontier of {self.slots} tracks and {elimination.numbers} numbers at once is too wide")
        words = max(1, (self.slots + 7) >> 3)
        self.codes = array("i", bytes(4 * 8 * words))
        self.work = array("i", bytes(4 * 8 * words))
        self._begin(words, hopeless=self.hopeless)

    def enter(self, kind: cython.int, slot: cython.int, number: cython.int) -> cython.bint:
        """Let a track of kind `kind` join the frontier; False where the other end of `number`, an index, is lost."""
        code: cython.int = self.number_code + number
        other: cython.int
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
        """Switch the link between slots u and v on, in `work`; False where the rules forbid it.

        codes of u and v              then
        1 on either side              forbidden: the track has all its links
        two open ends of numbers      a path is finished, if each is the other's partner (census: any two)
        MATE + v (so MATE + u)        forbidden: a ring
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
            return False  # a ring
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
        """Let the track in `slot` leave, as all its links are decided; False where it has too few.

        It may have none if cells may stay empty, and one as the end of a path in a census, unless `kind` is NO_END.
        Counts in `finished` a path whose second end leaves.
        """
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
        """Make `work` a successor with the link `on` (1) or off (0), unless a track that leaves lacks a link."""
        step: cython.int = self.cell
        word: cython.int
        place: cython.int
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
        word: cython.int
        place: cython.int
        for word in range(self.words):
            packed: cython.ulonglong = self.layer[source * self.stride + word]
            for place in range(8):
                self.codes[8 * word + place] = cython.cast(cython.int, packed & 255)
                packed >>= 8
        if not self.enter(self.entering_u[step], self.slot_u[step], self.number_u[step]):
            return
        if not self.enter(self.entering_v[step], self.slot_v[step], self.number_v[step]):
            return
        for place in range(self.slots):
            self.work[place] = self.codes[place]
        self.finished = 0
        if not self.forced:
            self.emit(0)
        for place in range(self.slots):
            self.work[place] = self.codes[place]
        self.finished = 0
        if self.allowed and self.join(self.slot_u[step], self.slot_v[step]):
            self.emit(1)
