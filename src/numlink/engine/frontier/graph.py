"""Exact counting on any graph where paths may touch: link by link in an order of tracks, one code per frontier track.

The tracks are visited in a given order; a visit decides, one after the other, the links to tracks visited before.  A
track is on the frontier from its first link to its last, in a slot that is its own meanwhile:

    visited:   a ── b ── c            links still open: b─e, c─f.  a has left, b and c are in slots 0 and 1,
                    ¦    ¦            d takes the next free slot when its first link is decided
               d ┄┄ e    f

    0                 no link so far
    1                 all its links (two, or an endpoint's one)
    MATE + s          one link; the nameless fragment's other end is in slot s
    PAIR + s          an open end of a number whose endpoints are both on the board's visited part; the end that it must
                      be joined with is in slot s.  Which number does not matter any more, so more states merge
    NUMBER + i        an open end of a number of which one endpoint was visited; indices are used again
    NUMBER (census)   an open end of a path whose other end is chosen: a track may leave with one link, as an end

This is Knuth's Simpath (TAOCP 4, 7.1.4) for numbered pairs, as ZDD solvers of Numberlink have it (Yoshinaka et al.
2012), with merged counts instead of a diagram and without names for pairs.  On rectangles `touching.Frontier` is two
to four times as fast: a cell there is one step, here two.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

if not cython.compiled:
    from numlink.engine.frontier.sweep import Sweep

INNER = cython.declare(cython.int, 1)
MATE = cython.declare(cython.int, 2)
PLAIN_TRACK = cython.declare(cython.int, 1)
FIRST_END = cython.declare(cython.int, 2)
SECOND_END = cython.declare(cython.int, 3)
CODES = 256
"""A code is a byte, eight slots to a word."""


class Course:
    """An order of tracks turned into steps: which link, which slots, who enters before and who leaves after.

    `order` lists every track that a path may pass; `links` holds two tracks a link.  `width` is the most slots in use.
    """

    def __init__(self, content: Sequence[int], links: Sequence[int], order: Sequence[int]) -> None:
        place = {track: index for index, track in enumerate(order)}
        ends = [(links[2 * link], links[2 * link + 1]) for link in range(len(links) // 2)]
        self.link_of = sorted(
            range(len(ends)), key=lambda link: sorted((place[track] for track in ends[link]), reverse=True)
        )
        self.steps = len(self.link_of)
        last = {track: step for step, link in enumerate(self.link_of) for track in ends[link]}
        self.lost = [track for track in order if track not in last]
        """Tracks without a link."""
        figures = [array("i", bytes(4 * (self.steps + 1))) for _ in range(8)]
        self.slot, self.entering, self.number, self.leaving = figures[:2], figures[2:4], figures[4:6], figures[6:]
        self.numbers = self.width = 0
        self.cost = 0.0
        """What a sweep in this order may come to, by the width of its frontier alone."""
        slots: dict[int, int] = {}
        free: list[int] = []
        index: dict[int, int] = {}
        free_index: list[int] = []
        for step, link in enumerate(self.link_of):
            for side, track in enumerate(sorted(ends[link], key=lambda track: place[track])):
                if track not in slots:
                    free.sort()
                    slots[track] = free.pop(0) if free else len(slots)
                    self.width = max(self.width, slots[track] + 1)
                    name = content[track]
                    kind = PLAIN_TRACK
                    if name > 0 and name not in index:
                        free_index.sort()
                        index[name] = free_index.pop(0) if free_index else self.numbers
                        self.numbers = max(self.numbers, index[name] + 1)
                        kind = FIRST_END
                    elif name > 0:
                        kind = SECOND_END
                        free_index.append(index[name])
                    self.entering[side][step] = kind
                    self.number[side][step] = index.get(name, 0)
                self.slot[side][step] = slots[track]
            self.cost += 2.5 ** len(slots)
            for side, track in enumerate(sorted(ends[link], key=lambda track: place[track])):
                if last[track] == step:
                    self.leaving[side][step] = 1
                    free.append(slots.pop(track))


@cython.final
@cython.cclass
class GraphFrontier(Sweep):
    """A sweep along a Course; `content` is what is on each track (census: all empty or closed).  See Sweep.

    Raises ValueError where the frontier has more slots and live numbers than a byte can tell apart.
    """

    def __init__(self, course: object, content: Sequence[int], **options: object) -> None:
        Sweep.__init__(self, course.steps, 1, [0] * course.steps, **options)
        self.slots = course.width
        self.pair = MATE + self.slots
        self.number_code = self.pair + self.slots
        if self.census:
            self.terms = sum(1 for each in content if each >= 0) // 2 + 3  # two more: a step may finish two paths
        if self.number_code + course.numbers >= CODES:
            raise ValueError(f"a frontier of {self.slots} tracks and {course.numbers} numbers at once is too wide")
        self.slot_u, self.slot_v = course.slot
        self.entering_u, self.entering_v = course.entering
        self.number_u, self.number_v = course.number
        self.leaving_u, self.leaving_v = course.leaving
        words = max(1, (self.slots + 7) >> 3)
        self.codes = array("i", bytes(4 * 8 * words))
        self.work = array("i", bytes(4 * 8 * words))
        lost = any(content[track] > 0 or (self.fill and content[track] == 0) for track in course.lost)
        self._begin(words, hopeless=lost)

    def _permit(self, cells: list[int], links: list[int] | None) -> None:
        """Every step decides one link; Layers finds it as the link to the right of its cell."""
        self.link_places = list(range(0, 2 * len(cells), 2))
        self.may = self.must = array("i", bytes(4 * len(cells)))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, kind: cython.int, slot: cython.int, number: cython.int) -> cython.bint:
        """A track comes upon the frontier; False where its number's other end is lost."""
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def join(self, u: cython.int, v: cython.int) -> cython.bint:
        """The link between slots u and v is on, in `work`; False where it may not be."""
        code_u: cython.int = self.work[u]
        code_v: cython.int = self.work[v]
        far_u: cython.int
        far_v: cython.int
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
        far_u = u if code_u == 0 else code_u - MATE
        far_v = v if code_v == 0 else code_v - MATE
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def leave(self, slot: cython.int) -> cython.bint:
        """The track in `slot` has no more links; False where it has not what it needs."""
        code: cython.int = self.work[slot]
        self.work[slot] = 0
        if code == INNER:
            return True
        if code == 0:
            return not self.fill
        if not self.census:
            return False
        if code == self.number_code:
            self.finished += 1
        else:
            self.work[code - MATE] = self.number_code
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def emit(self, on: cython.int) -> cython.void:
        """`work` as a successor, unless a track that leaves has not what it needs."""
        step: cython.int = self.cell
        word: cython.int
        place: cython.int
        packed: cython.ulonglong
        if self.leaving_u[step] and not self.leave(self.slot_u[step]):
            return
        if self.leaving_v[step] and not self.leave(self.slot_v[step]):
            return
        for word in range(self.words):
            packed = 0
            for place in range(7, -1, -1):
                packed = (packed << 8) | cython.cast(cython.ulonglong, self.work[8 * word + place])
            self.out[self.fan * self.words + word] = packed
        self.out_links[self.fan] = on
        self.out_shift[self.fan] = self.finished if self.census else 0
        self.fan += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(self, source: cython.Py_ssize_t) -> cython.void:
        step: cython.int = self.cell
        word: cython.int
        place: cython.int
        packed: cython.ulonglong
        self.fan = 0
        for word in range(self.words):
            packed = self.keys[source * self.words + word]
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
        self.emit(0)
        for place in range(self.slots):
            self.work[place] = self.codes[place]
        self.finished = 0
        if self.join(self.slot_u[step], self.slot_v[step]):
            self.emit(1)
