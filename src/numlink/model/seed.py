"""Seeds: as users give them, and a fresh one where they give none."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from numlink.errors import InputError, quoted

MOST_DIGITS = 100  # the most digits of a seed, in a recipe too


def seed_of(seed: SupportsIndex | None) -> int:
    """The seed as an int, from any whole number, also one of numpy's; None: a fresh seed.  Raises InputError otherwise,
    and for more than MOST_DIGITS digits.

    >>> seed_of(7)
    7
    """
    if seed is None:
        return random_seed()
    try:
        found = index(seed)
    except TypeError:
        raise InputError(f"a seed is a whole number, not {quoted(seed)}.") from None
    if abs(found) >= 10**MOST_DIGITS:
        raise InputError(f"a seed has at most {MOST_DIGITS} digits. Give a smaller one.")
    return found


def random_seed() -> int:
    """A fresh seed from 0 to 2**32 - 1, short enough to be typed again."""
    from secrets import randbelow  # only now: at the top it would cost 3 ms even if a seed is given

    return randbelow(2**32)
