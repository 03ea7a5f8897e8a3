"""The grade of a board for the page: its word, and the effort, from which the page computes a par time."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from numlink.errors import NumlinkError
from numlink.exact.budget import Budget
from numlink.making.recipe import Spec, parse_recipe
from numlink.making.wish_values import Difficulty
from numlink.model.puzzle import Puzzle
from numlink.reasoning.grade import LARGEST_GRADED, Grade

SECONDS_TO_GRADE = 3.0  # seconds that rating a board may take


def grade_of(puzzle: Puzzle, *, proven: bool = False, budget: Budget | float = SECONDS_TO_GRADE) -> dict[str, Any]:
    """`{"grade": name, "effort": figure}` for a board with one solution; `{}` for others.

    If a board is `proven` to have one solution and is too large, or rating it takes more than `budget` seconds, it has
    the grade that its recipe names, if any.
    """
    from numlink.exact.verdict import Answer
    from numlink.reasoning.rate import rate

    rating = None
    if len(puzzle.cells) <= LARGEST_GRADED:
        with suppress(NumlinkError):
            rating = rate(puzzle, proven=proven, budget=budget)
    if rating is None or (rating.grade is Grade.NONE and rating.verdict is Answer.UNKNOWN):
        return wished_grade(puzzle) if proven else {}
    if rating.grade is Grade.NONE:
        return {}
    return {"grade": str(rating.grade)} | ({} if rating.effort is None else {"effort": round(rating.effort, 1)})


def wished_grade(puzzle: Puzzle) -> dict[str, Any]:
    """`{"grade": name}` from the puzzle's recipe, as making the puzzle rated it; `{}` if it names none."""
    try:
        spec = parse_recipe(puzzle.recipe) if puzzle.recipe else None
    except NumlinkError:
        return {}
    if not isinstance(spec, Spec) or spec.difficulty is Difficulty.ANY:
        return {}
    return {"grade": str(spec.difficulty)}
