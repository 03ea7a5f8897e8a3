"""The compiled core: integers in, integers out; it knows no puzzle and imports nothing of ours.

Every module here is ordinary Python with Cython's pure-mode annotations: built by setup.py into C where a compiler
is at hand, run as it stands where there is none.
"""

from __future__ import annotations


def compiled() -> bool:
    """Whether the core runs as C; False means the same files run as Python, some fifty times slower."""
    from numlink.engine import random

    return not random.__file__.endswith(".py")
