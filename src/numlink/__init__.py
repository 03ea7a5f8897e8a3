"""numlink: make Numberlink puzzles, prove things about them, play and print them.

    >>> import numlink
    >>> board = numlink.parse("1 . . 1\\n. . . .\\n2 . . 2")[0]      # or numlink.load("puzzles.txt")[0]
    >>> print(numlink.prove(board))
    more than one solution, under cover
    >>> numlink.count(board)
    4
    >>> numlink.check(board, numlink.solve(board).solution)      # the judge finds no fault
    []
    >>> puzzle = numlink.generate(7, difficulty="medium", seed=1)      # exactly one solution
    >>> numlink.rate(puzzle).grade.name
    'MEDIUM'
    >>> numlink.explain(puzzle).frames[0].title      # each step with its reason
    'What is forced'
    >>> picture = numlink.svg(puzzle, puzzle.solution)      # a notebook shows it by itself
    >>> print(numlink.dumps(puzzle, "puzzlink"), end="")  # doctest: +ELLIPSIS
    https://puzz.link/p?...

`import numlink` loads no other module: each public name is loaded on first use, from the module that `__init__.pyi`
names, which type checkers read too.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

with open(f"{__path__[0]}/__init__.pyi", encoding="utf-8") as _stub:
    _HOME_OF = {line.split()[3]: line.split()[1] for line in _stub if line.startswith("from ")}
"""Public name -> the module that it is loaded from."""

__all__ = sorted(name for name in _HOME_OF if not name.startswith("_"))


def __getattr__(name: str) -> Any:
    """Load a public name from its module when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'numlink' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
