"""Which grades can be had at which size in the time a server gives: what `making/available_grades.py` offers.

A size counts where every one of three seeds brings a board in `SECONDS`.
"""

from time import process_time
from typing import Any

from numlink.errors import BudgetEnded, InputError
from numlink.making.available_grades import BOARDS, GRADES
from numlink.making.generate import generate

SIDES = (3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40)
SEEDS = (11, 12, 13)
SECONDS = 6.0
"""Two less than `numlink serve` gives."""


def made(side: int, grade: str, seed: int, wishes: dict[str, Any]) -> float | None:
    """Seconds of a processor that a board took, None where none was found in time."""
    began = process_time()
    try:
        generate(side, side, seed=seed, difficulty=grade, budget=SECONDS, **wishes)
    except (BudgetEnded, InputError):
        return None
    return process_time() - began


def run() -> dict[str, dict[str, dict[int, list[float | None]]]]:
    """Seconds by board, grade and side; a grade ends at the second size in a row that brought nothing."""
    found: dict[str, dict[str, dict[int, list[float | None]]]] = {}
    for board, wishes in BOARDS.items():
        for grade in GRADES:
            sides: dict[int, list[float | None]] = {}
            for side in SIDES:
                sides[side] = [made(side, grade, seed, wishes) for seed in SEEDS]
                print(board, grade, side, sides[side], flush=True)
                if len(sides) > 6 and not any(any(times) for times in list(sides.values())[-2:]):
                    break
            found.setdefault(board, {})[grade] = sides
    return found
