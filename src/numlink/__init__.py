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
    from numlink.datasets.make import batch
    from numlink.datasets.reader import Dataset
    from numlink.errors import (
        BudgetEnded,
        CannotHold,
        Fault,
        FaultCode,
        IllegalPuzzle,
        InputError,
        MissingExtra,
        NumlinkError,
        ParseError,
    )
    from numlink.exact.count import census, count, heat, sample
    from numlink.exact.solve import prove, solutions, solve
    from numlink.exact.verdict import Answer, Census, Claim, Count, Effort, Heat, Verdict
    from numlink.formats import dumps, load, parse
    from numlink.making.classic import generate_classic
    from numlink.making.generate import from_recipe, generate
    from numlink.making.repair import Repair, repair
    from numlink.model.grid import Grid
    from numlink.model.judge import check
    from numlink.model.layout import Kind, Layout, Wrap
    from numlink.model.puzzle import Puzzle, Solution
    from numlink.model.rules import COVER, FREE, FREE_NO_TOUCH, NO_TOUCH, Rules
    from numlink.model.symmetry import HexSymmetry, Symmetry
    from numlink.reasoning.explain import Explanation, explain
    from numlink.reasoning.rate import Grade, Rating, rate
    from numlink.render.svg import svg

_HOMES = {
    "numlink.reasoning.rate": ("Grade", "Rating", "rate"),
    "numlink.reasoning.explain": ("Explanation", "explain"),
    "numlink.making.classic": ("generate_classic",),
    "numlink.datasets.reader": ("Dataset",),
    "numlink.datasets.make": ("batch",),
    "numlink.errors": (
        "BudgetEnded",
        "CannotHold",
        "Fault",
        "FaultCode",
        "IllegalPuzzle",
        "InputError",
        "MissingExtra",
        "NumlinkError",
        "ParseError",
    ),
    "numlink.formats": ("dumps", "load", "parse"),
    "numlink.making.generate": ("from_recipe", "generate"),
    "numlink.making.repair": ("Repair", "repair"),
    "numlink.model.grid": ("Grid",),
    "numlink.model.layout": ("Kind", "Layout", "Wrap"),
    "numlink.model.symmetry": ("HexSymmetry", "Symmetry"),
    "numlink.model.judge": ("check",),
    "numlink.exact.count": ("census", "count", "heat", "sample"),
    "numlink.exact.solve": ("prove", "solutions", "solve"),
    "numlink.exact.verdict": ("Answer", "Census", "Claim", "Count", "Effort", "Heat", "Verdict"),
    "numlink.model.puzzle": ("Puzzle", "Solution"),
    "numlink.model.rules": ("COVER", "FREE", "FREE_NO_TOUCH", "NO_TOUCH", "Rules"),
    "numlink.render.svg": ("svg",),
    "numlink.version": ("__version__",),
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
    "HexSymmetry",
    "IllegalPuzzle",
    "InputError",
    "Kind",
    "Layout",
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
    "Wrap",
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
