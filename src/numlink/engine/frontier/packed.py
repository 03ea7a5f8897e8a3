"""States of at most 16 slots in one machine word, whose slots are processed all at once.

    packed   | slot 15 | ... | slot 2 | slot 1 | slot 0 |      4 bits each

Arithmetic without branches finds the other plug of an arc, the order in which pairs appear, and chords that cross:

    x * ONES       in each slot, the sum of x up to there: arcs opened less arcs closed is the depth
    a set of slots is a word with the highest bit (TOPS) of each of its slots
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from numlink.engine.frontier.codes import CLOSE, OPEN, PAIR, ByteSlots

    def lowest_bit(word: int) -> int:
        """The index of the lowest bit set in `word`, which is above 0.  The .pxd has a machine instruction for it."""
        return (word & -word).bit_length() - 1

    def highest_bit(word: int) -> int:
        """The index of the highest bit set, likewise."""
        return word.bit_length() - 1


# 64 ones: cuts products to a machine word when uncompiled, where integers have no limit.
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
# 1, 7 and 8 in every slot.
ONES = cython.declare(cython.ulonglong, 0x1111111111111111)
SEVENS = cython.declare(cython.ulonglong, 0x7777777777777777)
TOPS = cython.declare(cython.ulonglong, 0x8888888888888888)


def zeroes(packed: cython.ulonglong) -> cython.ulonglong:
    """The slots that hold 0."""
    return (((packed & SEVENS) + SEVENS) | packed) & TOPS ^ TOPS


def same(packed: cython.ulonglong, code: cython.ulonglong) -> cython.ulonglong:
    """The slots that hold `code`."""
    return zeroes(packed ^ (code * ONES))


def depths(packed: cython.ulonglong) -> cython.ulonglong:
    """The number of arcs open after each slot, 0 to 8.

    code    0 ( 0 ( ) 0 ) 0
    depth   0 1 1 2 1 1 0 0
    """
    opened: cython.ulonglong = ((same(packed, OPEN) >> 3) * ONES) & WORD
    closed: cython.ulonglong = ((same(packed, CLOSE) >> 3) * ONES) & WORD
    return opened - closed


def spread(packed: cython.ulonglong, top: cython.ulonglong) -> cython.ulonglong:
    """The content of the slot whose highest bit is `top`, in that slot and all later ones; 0 in those before."""
    return ((packed & ((top << 1) - (top >> 3))) * ONES) & WORD


@cython.cclass
class PackedSlots(ByteSlots):
    """A sweep whose states may be packed (`packed`); codes as in `touching`, which sets the fields.

    `lowest_open`: the lowest code of a number open after this cell, 16 for none; codes from PAIR to there are pairs.
    `closing`: the code of the number that this cell closes, 0 for none.
    """

    def mate_packed(self, packed: cython.ulonglong, slot: cython.int) -> cython.int:
        """The slot of the other plug of the arc at `slot`: the nearest slot with the depth outside the arc."""
        shift: cython.int = 4 * slot
        around: cython.ulonglong = depths(packed)
        depth: cython.ulonglong = around >> shift & 15
        if (packed >> shift & 15) == OPEN:
            return slot + (lowest_bit(same(around, depth - 1) >> shift) >> 2)
        found: cython.ulonglong = same((around << 4) & WORD, depth)  # the depths before slots
        return highest_bit(found & ((cython.cast(cython.ulonglong, 1) << shift) - 1)) >> 2

    def pairs_among(self, packed: cython.ulonglong) -> cython.ulonglong:
        """The slots that hold a pair's code."""
        low: cython.ulonglong = packed & SEVENS
        pairs: cython.ulonglong = (low + (8 - PAIR) * ONES) | packed
        if self.lowest_open > 8:
            numbers: cython.ulonglong = (low + (16 - self.lowest_open) * ONES) & packed
        else:
            numbers = (low + (8 - self.lowest_open) * ONES) | packed
        pairs &= (numbers & TOPS) ^ TOPS
        return pairs | same(packed, self.closing) if self.closing else pairs

    def renamed_packed(self, packed: cython.ulonglong) -> cython.ulonglong:
        """A state with its pairs numbered by first appearance from the left, so that equal states have equal keys."""
        rest: cython.ulonglong = self.pairs_among(packed)
        fresh: cython.ulonglong = PAIR
        renamed: cython.ulonglong = packed & (((rest >> 3) * 15) ^ WORD)
        while rest:
            lowest: cython.ulonglong = rest & (0 - rest)
            both: cython.ulonglong = zeroes(packed ^ spread(packed, lowest)) & rest
            renamed |= (both >> 3) * fresh
            rest ^= both
            fresh += 1
        return renamed

    def crossed_packed(self, packed: cython.ulonglong) -> cython.bint:
        """Whether two chords cross in one face, as `crossed` of `touching`; pairs are numbered without gaps.

            slots   ( p ) q p q      the two ends of p are in different faces, so p is unrestricted
            slots   p ( q q ) p      p spans no end of q or both; if it spans one, they cross

        Two ends are in one face if the depth is the same at both and never less between them.
        """
        around: cython.ulonglong = depths(packed)
        chords: cython.int = 0
        before: cython.ulonglong = WORD
        for code in range(PAIR, self.lowest_open):
            ends: cython.ulonglong = same(packed, code)
            if ends == 0:
                break
            first: cython.ulonglong = ends & (0 - ends)
            span: cython.ulonglong = (ends ^ first) - first
            outside: cython.ulonglong = spread(around, first)
            if zeroes(around ^ outside) & ends != ends:
                continue
            if outside:
                outside -= spread(ONES, first)
                if zeroes(around ^ outside) & span:
                    continue
            for place in range(chords):
                outside = span & self.chord_ends[place]
                if outside and outside != self.chord_ends[place]:
                    return True
            self.chord_ends[chords] = ends
            self.chord_spans[chords] = span
            chords += 1
        outside = zeroes(around)
        for place in range(self.rim_length):
            first = same(packed, self.rim[place]) & outside
            if first:
                if first > before:
                    return True
                before = first
                for code in range(chords):
                    if first & self.chord_spans[code]:
                        return True
        return False
