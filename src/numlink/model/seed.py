"""A seed as users give one."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from numlink.errors import InputError
from numlink.seeds import random_seed


def seed_of(seed: SupportsIndex | None) -> int:
    """The seed as an int, from any whole number, also one of numpy's; None: a fresh seed.  Raises InputError otherwise.

    >>> seed_of(7)
    7
    """
    if seed is None:
        return random_seed()
    try:
        return index(seed)
    except TypeError:
        raise InputError(f"a seed is a whole number, not {seed!r:.40}.") from None
