"""numlink: make Numberlink puzzles, prove things about them, play and print them.

    >>> import numlink
    >>> puzzle = numlink.generate_classic(7, seed=1)
    >>> numlink.check(puzzle, puzzle.solution)
    []

Names are loaded on first use, so that importing numlink costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numlink.classic import generate_classic
    from numlink.counting import census, count, heat, sample
    from numlink.dataset_reader import Dataset
    from numlink.datasets import batch
    from numlink.errors import (
        BudgetEnded,
        CannotHold,
        IllegalPuzzle,
        InputError,
        MissingExtra,
        NumlinkError,
        ParseError,
    )
    from numlink.explaining import Explanation, explain
    from numlink.formats import dumps, load, parse
    from numlink.generator import from_recipe, generate
    from numlink.grid import Grid, Symmetry
    from numlink.judge import Fault, FaultCode, check
    from numlink.puzzle import COVER, FREE, FREE_NO_TOUCH, NO_TOUCH, Puzzle, Rules, Solution
    from numlink.rating import Grade, Rating, rate
    from numlink.render.svg import svg
    from numlink.repairing import Repair, repair
    from numlink.solver import prove, solutions, solve
    from numlink.verdict import Answer, Census, Claim, Count, Effort, Heat, Verdict

__version__ = "0.1.0"

_HOMES = {
    "numlink.rating": ("Grade", "Rating", "rate"),
    "numlink.explaining": ("Explanation", "explain"),
    "numlink.classic": ("generate_classic",),
    "numlink.dataset_reader": ("Dataset",),
    "numlink.datasets": ("batch",),
    "numlink.errors": (
        "BudgetEnded",
        "CannotHold",
        "IllegalPuzzle",
        "InputError",
        "MissingExtra",
        "NumlinkError",
        "ParseError",
    ),
    "numlink.formats": ("dumps", "load", "parse"),
    "numlink.generator": ("from_recipe", "generate"),
    "numlink.repairing": ("Repair", "repair"),
    "numlink.grid": ("Grid", "Symmetry"),
    "numlink.judge": ("Fault", "FaultCode", "check"),
    "numlink.counting": ("census", "count", "heat", "sample"),
    "numlink.solver": ("prove", "solutions", "solve"),
    "numlink.verdict": ("Answer", "Census", "Claim", "Count", "Effort", "Heat", "Verdict"),
    "numlink.puzzle": ("COVER", "FREE", "FREE_NO_TOUCH", "NO_TOUCH", "Puzzle", "Rules", "Solution"),
    "numlink.render.svg": ("svg",),
}

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "COVER",
    "FREE",
    "FREE_NO_TOUCH",
    "NO_TOUCH",
    "Answer",
    "BudgetEnded",
    "CannotHold",
    "Census",
    "Claim",
    "Count",
    "Dataset",
    "Effort",
    "Explanation",
    "Fault",
    "FaultCode",
    "Grade",
    "Grid",
    "Heat",
    "IllegalPuzzle",
    "InputError",
    "MissingExtra",
    "NumlinkError",
    "ParseError",
    "Puzzle",
    "Rating",
    "Repair",
    "Rules",
    "Solution",
    "Symmetry",
    "Verdict",
    "batch",
    "census",
    "check",
    "count",
    "dumps",
    "explain",
    "from_recipe",
    "generate",
    "generate_classic",
    "heat",
    "load",
    "parse",
    "prove",
    "rate",
    "repair",
    "sample",
    "solutions",
    "solve",
    "svg",
]


def __getattr__(name: str) -> Any:
    """Load a public name from its module when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'numlink' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
