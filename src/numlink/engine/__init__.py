"""The compiled core: integers in, integers out; it knows nothing of puzzles and imports no other room of numlink.

Every module here is ordinary Python with Cython's pure-mode annotations: setup.py compiles it to C where there is a
compiler; elsewhere the same file runs as Python.
"""

from __future__ import annotations


def compiled() -> bool:
    """Whether the core runs as C; False means that it runs as Python, about fifty times slower."""
    from numlink.engine import random

    return not random.__file__.endswith(".py")
