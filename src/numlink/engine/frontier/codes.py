"""What sweeps of rectangles share: the codes of numbers on a frontier, and chords that cross.

Chords of the faces of a state that cross: no part below can untangle the paths (proof: docs/algorithms.md).  Numbers
that end on the rim have a chord to their endpoint there.
"""

from __future__ import annotations

import cython

from numlink.engine.arrays import integers


def live_codes(cells: list[int]) -> tuple[dict[int, int], int]:
    """The index of each number, the smallest that is free while it is open, and how many indices are needed.

    Raises ValueError when a number does not occur exactly twice.
    """
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
    """How many codes are needed so that numbers open at once and pairs never share one: as many as at the worst cell.

    One for each index up to the highest open one, and one for each pair that can be there: a closed number, on two
    slots.
    """
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

    `met`: the code at each end of a chord.  `stamp[code]`: the number of the call where the code was met.
    `face_of[code]`: the face of both ends, -1 if they are in two; such a chord restricts nothing, an arc may lead
    across.  `rim`: codes of numbers that end on the rim, clockwise.
    """

    def __init__(self, codes: int, slots: int) -> None:
        self.met, self.waiting, self.rim = integers(slots), integers(slots), integers(1)
        self.stamp, self.face_of = integers(codes), integers(codes)

    def cross(self, chords: cython.int, now: cython.int, first: cython.int, end: cython.int) -> cython.bint:
        """Whether two of `chords` ends cross in one face, or with the `rim` from `first` to `end`; `now`: the call.

        Chords that do not cross close like brackets: the one that opened last closes first, those to the rim last.
        """
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
