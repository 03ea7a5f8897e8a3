"""The puzzle of a day: the same for everyone, larger and harder from Monday to Sunday."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from numlink.making.wishes import Difficulty
from numlink.model.puzzle import Puzzle

WEEK = (
    (7, 7, Difficulty.EASY),
    (8, 8, Difficulty.EASY),
    (9, 9, Difficulty.MEDIUM),
    (10, 10, Difficulty.MEDIUM),
    (10, 10, Difficulty.HARD),
    (12, 10, Difficulty.EXPERT),
    (15, 12, Difficulty.EXTREME),
)
"""Width, height and grade by weekday, Monday first."""


def daily_seed(day: date) -> int:
    """The seed of a day's puzzle, from the date alone."""
    digest = hashlib.sha256(f"numlink daily {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def make_daily(day: date, *, budget: float | None = None, watch: Callable[[object], None] | None = None) -> Puzzle:
    """The puzzle of a day, with its solution, proven to be the only one; raises BudgetEnded where time ended first.

    `watch` is called while the puzzle is made and may raise to give it up.
    """
    from numlink.making.generate import generate

    width, height, difficulty = WEEK[day.weekday()]
    made = generate(width, height, seed=daily_seed(day), difficulty=difficulty, style="lab", budget=budget, watch=watch)
    return replace(made, name=f"Daily {day.isoformat()}")
