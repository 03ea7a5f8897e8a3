"""Fresh seeds, for whoever gives none."""

from __future__ import annotations

import secrets


def random_seed() -> int:
    """A fresh seed, short enough to be typed again."""
    return secrets.randbelow(2**32)
