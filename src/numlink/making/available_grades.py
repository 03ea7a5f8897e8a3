"""The grades that menus offer at each size, and the nearest offers for a grade that is not offered.

At an offered size every seed tried gave a board of the grade within six seconds (`python -m bench offers`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from numlink.making.wish_values import Solids, Style
from numlink.model.kinds import PATTERNS

if TYPE_CHECKING:
    from numlink.making.recipe import Spec

BOARDS: dict[str, dict[str, Any]] = {
    "plain": {},
    **{kind.value: {"board": kind.value} for kind in PATTERNS},
    "wraps": {"wrap": "both"},
    "walls": {"walls": "few"},
    "bridges": {"bridges": "few"},
    "layers": {"layers": 2},
}
"""For each name of a kind of board, the arguments of `generate` that make it."""

GRADES = ("easy", "medium", "hard", "expert", "extreme")  # the grades, easiest first

SIDES: dict[str, dict[str, tuple[int, int]]] = {
    "plain": {"easy": (3, 20), "medium": (5, 25), "hard": (6, 20), "expert": (6, 15), "extreme": (6, 15)},
    "hex": {"easy": (3, 25), "medium": (4, 25), "hard": (5, 15), "expert": (5, 20), "extreme": (5, 15)},
    "triangle": {"easy": (3, 40), "medium": (15, 15), "hard": (12, 15), "expert": (12, 15), "extreme": (9, 10)},
    "diagonal": {"easy": (3, 25), "medium": (4, 15), "hard": (4, 25), "expert": (4, 20), "extreme": (5, 12)},
    "wraps": {"easy": (4, 40), "medium": (4, 20), "hard": (4, 15), "expert": (4, 15), "extreme": (5, 15)},
    "walls": {"easy": (3, 20), "medium": (5, 15), "hard": (5, 20), "expert": (5, 15), "extreme": (5, 15)},
    "bridges": {"easy": (4, 15), "medium": (5, 20), "hard": (5, 12), "expert": (6, 10), "extreme": (5, 15)},
    "layers": {"easy": (3, 9), "medium": (3, 10), "hard": (3, 8), "expert": (3, 12), "extreme": (3, 12)},
}
"""For each board and grade, the shortest and longest side at which it is offered, as of a square of as many cells."""

MAGAZINE = "magazine"  # the name, in MEASURED, of plain boards in the magazine's style under no-touch

MEASURED = SIDES | {
    MAGAZINE: {"easy": (3, 15), "medium": (5, 15), "hard": (5, 15), "expert": (6, 15), "extreme": (6, 25)}
}

EVERY_GRADE: dict[tuple[int, int], tuple[int, dict[str, tuple[str, ...]]]] = {
    (3, 3): (3, {"cover": ("easy",), "no-touch": ("easy",)}),
    (4, 3): (39, {"cover": ("easy",), "no-touch": ("easy", "medium")}),
    (5, 3): (208, {"cover": ("easy",), "no-touch": ("easy", "medium")}),
    (6, 3): (1_188, {"cover": ("easy", "hard"), "no-touch": ("easy", "medium")}),
    (7, 3): (6_897, {"cover": ("easy", "hard"), "no-touch": ("easy", "medium")}),
    (4, 4): (206, {"cover": ("easy",), "no-touch": ("easy", "medium", "hard")}),
    (5, 4): (5_359, {"cover": ("easy", "medium"), "no-touch": ("easy", "medium", "hard", "expert")}),
}
"""For (longer, shorter side): the number of boards up to symmetry, and the grades of boards under each set of rules."""

DRAWN = 1_000  # boards drawn and rated at each size in UNSEEN, with the seeds from 0

UNSEEN: dict[str, dict[int, tuple[str, ...]]] = {"plain": {5: ("expert",)}, MAGAZINE: {5: ("extreme",)}}
"""For each name in MEASURED and each side, the grades that none of DRAWN boards had and no search of three found."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A size in cells, and a grade offered for it."""

    width: int
    height: int
    grade: str

    def __str__(self) -> str:
        return f"{self.width}x{self.height} {self.grade}"


def _sides(board: str) -> dict[str, tuple[int, int]]:
    return MEASURED.get(board) or dict.fromkeys(GRADES, (5, 8))


def grades_at(width: int, height: int, board: str = "plain") -> list[str]:
    """The grades that are offered at a size, easiest first.

    >>> grades_at(3, 3), grades_at(30, 30)
    (['easy'], [])
    """
    side = sqrt(width * height)
    return [grade for grade, (least, most) in _sides(board).items() if least <= side <= most and min(width, height) > 2]


def nearest(width: int, height: int, grade: str, board: str = "plain") -> list[Offer]:
    """The offers nearest to a wish: the nearest grade at this size, and the nearest size for this grade.

    >>> [str(offer) for offer in nearest(20, 20, "extreme")]
    ['20x20 hard', '15x15 extreme']
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


def impossible(spec: Spec) -> str | None:
    """A message, with offers, that no board of a spec's size has the grade it asks for; None if there may be one.

    Only the sizes in EVERY_GRADE, whose boards are all known, can get a message.
    """
    sides = max(spec.width, spec.height), min(spec.width, spec.height)
    grade = str(spec.difficulty)
    if grade not in GRADES or sides not in EVERY_GRADE or not _is_open_rectangle(spec):
        return None
    boards, grades = EVERY_GRADE[sides]
    if grade in grades.get(spec.rules.name, GRADES):
        return None
    none = f"no board of {spec.size_in_words} is {grade}"
    return f"{none}: all {boards:,} boards of this size were rated. {_ask_for(spec, grade)}"


def doubt(spec: Spec) -> str | None:
    """A warning, with offers, that a spec asks for a grade never seen at its size; None if there is no doubt.

    >>> from numlink.making.generate import spec_of
    >>> print(doubt(spec_of(5, 5, 1, difficulty="expert")))
    none of 1,000 boards of 5x5 in this style was expert, so the search may find none. Ask for 5x5 medium or 6x6 expert.
    """
    board, grade = _measured(spec), str(spec.difficulty)
    if board is None or spec.width != spec.height or grade not in UNSEEN.get(board, {}).get(spec.width, ()):
        return None
    none = f"none of {DRAWN:,} boards of {spec.size_in_words} in this style was {grade}"
    return f"{none}, so the search may find none. {_ask_for(spec, grade)}"


def doubts(specs: Iterable[Spec]) -> list[str]:
    return [*dict.fromkeys(filter(None, map(doubt, specs)))]


def remedy(spec: Spec) -> str | None:
    """A sentence with the nearest offers for a grade not found; None if the grade is offered or was not measured."""
    board = _measured(spec)
    grade = str(spec.difficulty)
    if board is None or grade not in GRADES or grade in grades_at(spec.width, spec.height, board):
        return None
    return _ask_for(spec, grade)


def _ask_for(spec: Spec, grade: str) -> str:
    offers = nearest(spec.width, spec.height, grade, _measured(spec) or "plain")
    return f"Ask for {' or '.join(map(str, offers))}."


def _is_open_rectangle(spec: Spec) -> bool:
    return spec.plain and not spec.mask and spec.solids is Solids.NONE


def _measured(spec: Spec) -> str | None:
    """The name in MEASURED of boards like those of a spec; None if there is none."""
    if not _is_open_rectangle(spec) or spec.patterned:
        return None
    if spec.style is Style.MAGAZINE:
        return MAGAZINE if not spec.rules.touch else None
    return "plain" if spec.style is Style.APP else None
