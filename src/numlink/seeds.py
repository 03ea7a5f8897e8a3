"""Fresh seeds, for whoever gives none."""

from __future__ import annotations


def random_seed() -> int:
    """A fresh seed, short enough to be typed again."""
    from secrets import randbelow  # only now: at the top it would cost 3 ms also where a seed is given

    return randbelow(2**32)
