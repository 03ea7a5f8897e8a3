"""Which grades can be had at which size, and what is nearest to a wish that cannot: what menus offer.

The sizes are measured (`python -m bench offers`): there every seed tried brought a board within six seconds.  A wish
beyond them may succeed, given time; it is not offered.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from numlink.model.kinds.names import Kind

BOARDS: dict[str, dict[str, Any]] = {
    "plain": {},
    **{kind.value: {"board": kind.value} for kind in Kind},
    "wraps": {"wrap": "both"},
    "walls": {"walls": "few"},
    "bridges": {"bridges": "few"},
    "layers": {"layers": 2},
}
"""What `generate` is asked for by the names of boards."""

GRADES = ("easy", "medium", "hard", "expert", "extreme")

SIDES: dict[str, dict[str, tuple[int, int]]] = {
    "plain": {"easy": (3, 15), "medium": (5, 15), "hard": (5, 20), "expert": (6, 20), "extreme": (7, 12)},
    "hex": {"easy": (3, 15), "medium": (4, 15), "hard": (5, 12), "expert": (10, 10)},
    "diagonal": {"easy": (3, 9), "medium": (6, 7), "hard": (5, 8)},
    "wraps": {"easy": (4, 9), "medium": (4, 20), "hard": (4, 20), "expert": (5, 15), "extreme": (7, 9)},
    "walls": {"easy": (3, 10), "medium": (5, 12), "hard": (6, 12), "expert": (6, 9), "extreme": (7, 8)},
    "bridges": {"easy": (4, 10), "medium": (6, 10), "hard": (6, 10)},
    "layers": {"easy": (3, 7), "medium": (4, 7), "hard": (4, 7)},
}
"""By board and grade the least and the most side; of a board that is no square, the side of one with as many cells."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A size and a grade that can be had."""

    width: int
    height: int
    grade: str

    def __str__(self) -> str:
        return f"{self.width}x{self.height} {self.grade}"


def _sides(board: str) -> dict[str, tuple[int, int]]:
    """The sides of a board; of one that was not measured, all of small ones."""
    return SIDES.get(board) or dict.fromkeys(GRADES, (5, 8))


def grades_at(width: int, height: int, board: str = "plain") -> list[str]:
    """The grades that can be had at a size, easiest first.

    >>> grades_at(3, 3), grades_at(25, 25)
    (['easy'], [])
    """
    side = sqrt(width * height)
    return [grade for grade, (least, most) in _sides(board).items() if least <= side <= most and min(width, height) > 2]


def nearest(width: int, height: int, grade: str, board: str = "plain") -> list[Offer]:
    """What can be had nearest to a wish: another grade at this size, and another size of this grade.

    >>> [str(offer) for offer in nearest(15, 15, "extreme")]
    ['15x15 expert', '12x12 extreme']
    """
    wanted = GRADES.index(grade)
    offers = []
    there = grades_at(width, height, board)
    if there:
        other = min(there, key=lambda word: abs(GRADES.index(word) - wanted))
        offers.append(Offer(width, height, other))
    if grade in _sides(board):
        least, most = _sides(board)[grade]
        ratio = sqrt(width / height)
        side = min(most, max(least, sqrt(width * height)))
        sizes = [
            (max(3, round(side * ratio * scale)), max(3, round(side / ratio * scale))) for scale in (1, 0.97, 1.05)
        ]
        fitting = [size for size in sizes if grade in grades_at(*size, board)]
        offers.append(Offer(*(fitting or [(most, most)])[0], grade))
    return [offer for offer in offers if (offer.width, offer.height, offer.grade) != (width, height, grade)]
