"""Fresh seeds, for whoever gives none."""

from __future__ import annotations


def random_seed() -> int:
    """A fresh seed, short enough to be typed again."""
    from secrets import randbelow  # only now: it costs 3 ms where a seed is given

    return randbelow(2**32)
