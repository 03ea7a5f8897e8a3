"""Planarity: chords of the faces of a state that cross, so that no part below can untangle the paths.

The proof is in docs/algorithms.md.  Numbers that end on the rim have a chord to their endpoint there.
"""

from __future__ import annotations

from array import array

import cython


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
        self.met, self.waiting = array("i", bytes(4 * slots)), array("i", bytes(4 * slots))
        self.stamp, self.face_of = array("i", bytes(4 * codes)), array("i", bytes(4 * codes))
        self.rim = array("i", [0])

    def cross(self, chords: cython.int, now: cython.int, first: cython.int, end: cython.int) -> cython.bint:
        """Whether two of `chords` ends cross in one face, or with the `rim` from `first` to `end`; `now`: the call.

        Chords that do not cross close like brackets: the one that opened last closes first, those to the rim last.
        """
        place: cython.int
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
