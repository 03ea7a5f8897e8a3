"""A fresh seed for calls that give none."""

from __future__ import annotations


def random_seed() -> int:
    """A fresh seed from 0 to 2**32 - 1, short enough to be typed again."""
    from secrets import randbelow  # only now: at the top it would cost 3 ms even if a seed is given

    return randbelow(2**32)
