"""What sweeps of rectangles share: the codes of numbers on a frontier, and chords that cross.

Chords of the faces of a state that cross: no part below can untangle the paths (proof: docs/algorithms.md).  Numbers
that end on the rim have a chord to their endpoint there.
"""

from __future__ import annotations

import cython

from numlink.engine.arrays import integers

if not cython.compiled:
    OPEN, CLOSE, PAIR = 1, 2, 3


def live_codes(cells: list[int]) -> tuple[dict[int, int], int]:
    """By number the smallest index free while it is open, and how many are needed; ValueError but for pairs."""
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
    """How many codes the worst cell needs: each index up to the highest open one, and each pair of closed numbers."""
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
    """Number, first and second endpoint of each number that ends on the rim, clockwise from the upper right."""
    last = len(cells) - 1
    rim = (*range(width - 1, last + 1, width), *range(last, last - width, -1), *range(last + 1 - width, -1, -width))
    first = {number: cell for cell, number in reversed(list(enumerate(cells)))}
    ends = ((cells[cell], first[cells[cell]], cell) for cell in dict.fromkeys(rim) if cells[cell] > 0)
    return [(number, begin, end) for number, begin, end in ends if begin < end]


@cython.final
@cython.cclass
class Chords:
    """The chords of one state.  The sweep lists them, from left to right, in arrays that both use.

        slots   p ( q q ) ( ) p n | rim, clockwise: n      chords: p and q, pairs; n, to an endpoint on the rim
        met     p   q q       p n

    `stamp[code]`: the number of the call where the code was met.  `face_of[code]`: the face of both ends, -1 if they
    are in two: an arc may lead across.  `rim`: codes of numbers that end on the rim, clockwise.
    """

    def __init__(self, codes: int, slots: int) -> None:
        self.met, self.waiting, self.rim = integers(slots), integers(slots), integers(1)
        self.stamp, self.face_of = integers(codes), integers(codes)

    def cross(self, chords: cython.int, now: cython.int, first: cython.int, end: cython.int) -> cython.bint:
        """Whether two of `chords` ends cross in one face, or with the `rim` from `first` to `end`; `now`: the call."""
        depth: cython.int = 0
        for place in range(chords):
            code: cython.int = self.met[place]
            if self.face_of[code] < 0:
                continue
            if self.stamp[code] == now:
                self.stamp[code] = -now
                self.waiting[depth] = code
                depth += 1
            else:
                depth -= 1
                if self.waiting[depth] != code:
                    return True
        for place in range(first, end):
            code = self.rim[place]
            if self.stamp[code] == -now:
                depth -= 1
                if self.waiting[depth] != code:
                    return True
        return False
