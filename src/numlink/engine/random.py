"""A portable random generator: a seed gives the same puzzle on every platform, for ever.

sfc32 (Chris Doty-Humphrey's small fast counting generator, from PractRand) has four 32-bit words, additions, shifts
and one rotation.  It does not depend on word size, compiler or libm, and JavaScript computes the same with `>>> 0`.

    a  b  c      the chaotic words, mixed at every draw
    counter      keeps the period at 2**32 or more, whatever a, b and c are

The seed is hashed with BLAKE2b, so similar seeds give unrelated streams, and any integer or text can be a seed.
"""

from __future__ import annotations

import hashlib

import cython

# 2**32 - 1 and 2**32.  As literals they would be Python objects in the C code; typed globals are machine words.
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFF)
SPAN = cython.declare(cython.ulonglong, 0x100000000)


@cython.final
@cython.cclass
class Random:
    """A stream of random numbers that depends only on `seed` (an integer or text).

    >>> stream = Random(7)
    >>> [stream.below(6) for _ in range(10)]
    [1, 5, 3, 1, 2, 1, 5, 1, 5, 3]
    """

    def __init__(self, seed: object) -> None:
        digest = hashlib.blake2b(str(seed).encode(), digest_size=16).digest()
        self.a = int.from_bytes(digest[0:4], "little")
        self.b = int.from_bytes(digest[4:8], "little")
        self.c = int.from_bytes(digest[8:12], "little")
        self.counter = int.from_bytes(digest[12:16], "little")

    def word(self) -> cython.uint:
        """The next 32 random bits."""
        total: cython.uint = (self.a + self.b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & MASK
        self.c = ((((self.c << 21) & MASK) | (self.c >> 11)) + total) & MASK
        return total

    def below(self, bound: cython.uint) -> cython.uint:
        """A uniform integer in `range(bound)`, `bound` below 2**32, by Lemire's method: high bits of word * bound."""
        product: cython.ulonglong = cython.cast(cython.ulonglong, self.word()) * bound
        low: cython.ulonglong = product & MASK
        if low < bound:
            unfair: cython.ulonglong = (SPAN - bound) % bound
            while low < unfair:
                product = cython.cast(cython.ulonglong, self.word()) * bound
                low = product & MASK
        return cython.cast(cython.uint, product >> 32)
