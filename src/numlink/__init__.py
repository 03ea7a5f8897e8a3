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
    'Forced links'
    >>> picture = numlink.svg(puzzle, puzzle.solution)      # a notebook shows it by itself
    >>> print(numlink.dumps(puzzle, "puzzlink"), end="")  # doctest: +ELLIPSIS
    https://puzz.link/p?...

`import numlink` loads no other module: each public name is loaded from its module on first use.  `__init__.pyi` lists
the same names for type checkers; a test compares both lists.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    "numlink.board_files": ("load",),
    "numlink.certificates": ("verify_certificate",),
    "numlink.datasets.make": ("batch",),
    "numlink.datasets.reader": ("Dataset",),
    "numlink.errors": (
        "BudgetEnded",
        "CannotHold",
        "Fault",
        "FaultCode",
        "IllegalPuzzle",
        "InputError",
        "MissingExtra",
        "NoSolution",
        "NumlinkError",
        "OutOfReach",
        "ParseError",
        "Unanswered",
        "UnclearPicture",
    ),
    "numlink.exact.certificate": ("certificate",),
    "numlink.exact.count": ("census", "count", "heat", "sample"),
    "numlink.exact.prove": ("prove",),
    "numlink.exact.solve": ("solutions", "solve"),
    "numlink.exact.verdict": ("Answer", "Census", "Count", "Effort", "Heat", "Verdict"),
    "numlink.formats": ("dumps", "parse", "save"),
    "numlink.formats.answers": ("Judgement", "judge_text"),
    "numlink.game.advisor": ("Advisor",),
    "numlink.game.game": ("Game",),
    "numlink.game.hints": ("Hint",),
    "numlink.game.state": ("State",),
    "numlink.making.classic": ("generate_classic",),
    "numlink.making.generate": ("from_recipe", "generate"),
    "numlink.making.repair": ("Repair", "repair"),
    "numlink.making.wish_values": ("ClueSymmetry", "Difficulty", "Misleading", "PathSymmetry", "Solids", "Style"),
    "numlink.model.grid": ("Grid",),
    "numlink.model.judge": ("check",),
    "numlink.model.kinds.names": ("Kind",),
    "numlink.model.layout": ("Layout", "Wrap"),
    "numlink.model.puzzle": ("Puzzle", "Solution"),
    "numlink.model.rules": ("COVER", "FREE", "FREE_NO_TOUCH", "NO_TOUCH", "Claim", "Rules"),
    "numlink.model.symmetry": ("HexSymmetry", "Symmetry"),
    "numlink.reasoning.explain": ("explain",),
    "numlink.reasoning.explanation": ("Explanation",),
    "numlink.reasoning.grade": ("Grade", "Rating"),
    "numlink.reasoning.rate": ("rate",),
    "numlink.render.svg": ("svg",),
    "numlink.version": ("__version__",),
}
"""Module -> the public names that are loaded from it."""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

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
