"""The grade of a board as the page shows it: its word, and the effort from which the page makes a par time."""

from __future__ import annotations

from typing import Any

from numlink.errors import NumlinkError
from numlink.making.recipe import Spec, parse_recipe
from numlink.making.wishes import Difficulty
from numlink.model.puzzle import Puzzle

SECONDS_TO_GRADE = 3.0
LARGEST_GRADED = 400
"""Cells of the largest board that is graded: a classic 40x40, which has many solutions, takes `rate` a minute."""


def grade_of(puzzle: Puzzle, *, proven: bool = False, budget: float = SECONDS_TO_GRADE) -> dict[str, Any]:
    """`{"grade": name, "effort": figure}` for a board with one solution, else (or where it takes too long) nothing.

    A board that is too large to be rated has the grade that its recipe names, if it names one.
    """
    from numlink.reasoning.grade import Grade
    from numlink.reasoning.rate import rate

    if len(puzzle.cells) > LARGEST_GRADED:
        return wished_grade(puzzle) if proven else {}
    try:
        rating = rate(puzzle, proven=proven, budget=budget)
    except NumlinkError:
        return wished_grade(puzzle) if proven else {}
    if rating.grade is Grade.NONE:
        return {}
    return {"grade": str(rating.grade)} | ({} if rating.effort is None else {"effort": round(rating.effort, 1)})


def wished_grade(puzzle: Puzzle) -> dict[str, Any]:
    """The grade that the recipe of a puzzle names: it was rated when it was made."""
    try:
        spec = parse_recipe(puzzle.recipe) if puzzle.recipe else None
    except NumlinkError:
        return {}
    if not isinstance(spec, Spec) or spec.difficulty is Difficulty.ANY:
        return {}
    return {"grade": str(spec.difficulty)}
