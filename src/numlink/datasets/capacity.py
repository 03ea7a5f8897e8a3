"""How many different boards there are of a size, so that a run can say before it begins which size will run dry."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from numlink.datasets.wish_turns import NOTHING, Turns, turns_of
from numlink.errors import InputError
from numlink.making.compose import default_pairs
from numlink.making.recipe import Spec

DRY_AT = {
    (2, 2): 0, (3, 2): 2, (4, 2): 3, (5, 2): 7, (6, 2): 17, (7, 2): 41, (8, 2): 111,
    (3, 3): 3, (4, 3): 39, (5, 3): 208, (6, 3): 1_188, (7, 3): 6_897,
    (8, 3): 41_274, (4, 4): 206, (5, 4): 5_359, (6, 4): 68_601, (5, 5): 70_382,
}  # fmt: skip
"""For small rectangles, (longer, shorter side): the covers, up to symmetry, by paths of three or more cells."""


ROOM: dict[tuple[str, str, str], dict[tuple[int, int], int]] = {
    ("lab", "none", ""):
        {(4, 4): 34, (5, 4): 890, (5, 5): 1_900, (6, 5): 10_000, (6, 6): 200_000, (7, 7): 1_800_000, (8, 8): 10**9},
    ("lab", "none", "3"): {(4, 4): 34, (5, 4): 130, (5, 5): 90, (6, 5): 250},
    ("lab", "none", "4"): {(4, 4): 99, (5, 4): 910, (5, 5): 1_900, (6, 5): 10_000, (6, 6): 13_000, (7, 7): 28_000},
    ("lab", "none", "5"):
        {(4, 4): 28, (5, 4): 1_900, (5, 5): 9_800, (6, 5): 100_000, (6, 6): 220_000, (7, 7): 1_800_000},
    ("lab", "none", "6"):
        {(5, 4): 770, (5, 5): 20_000, (6, 5): 480_000, (6, 6): 1_700_000, (7, 7): 32_000_000},
    ("lab", "none", "7"): {(5, 5): 13_000, (6, 5): 970_000, (6, 6): 8_700_000},
    ("lab", "none", "8"): {(5, 5): 920},
    ("app", "none", ""): {(5, 5): 1_200, (6, 6): 4_600, (7, 7): 4_700},
    ("magazine", "none", ""): {(5, 5): 730, (6, 6): 91_000, (7, 7): 160_000},
    ("lab", "rotate", ""): {(5, 5): 50, (6, 6): 620},
    ("lab", "mirror", ""): {(5, 5): 5, (6, 6): 130},
}  # fmt: skip
"""The *room* of plain rectangles, (longer, shorter side), by style, symmetry and pairs ("": the usual number).

It is the number of equally likely boards, up to symmetry, from which candidates would have as many duplicates as were
measured (docs/datasets_at_scale.md). At 8x8 it is a rough guess.
"""

EASY_SHARE = 10
"""A warning is given if more than 1 / EASY_SHARE of the room is wanted."""


def room_of(size: tuple[int, int], wish: Spec) -> int | None:
    """The room (see `ROOM`) of a size and a wish; None if it was not measured."""
    words = turns_of(wish)
    known = ROOM.get((words["style"], words["symmetry"], words["pairs"]), {})
    return None if wish.clues else known.get((max(size), min(size)))


def scarce(wanted: Mapping[tuple[int, int], int], wishes: Turns, *, graded: bool) -> list[str]:
    """A warning for each size and wish of which more than a tenth of the room is wanted.

    `wanted` is the number of puzzles of each size; `graded`: boards of a certain grade, so only a part can be used.
    """
    told = []
    for ((width, height), puzzles), wish in product(wanted.items(), wishes):
        number = -(-puzzles // len(wishes))
        room = room_of((width, height), wish)
        if room is None or EASY_SHARE * number <= room:
            continue
        about = f"{room:,}" if room < 10**6 else f"{room / 10**6:,.1f} million"
        usual = turns_of(NOTHING)
        words = turns_of(wish)
        said = f" with {words['pairs']} pairs" if words["pairs"] else ""
        said += "".join(f" in {key} {words[key]}" for key in ("symmetry", "style") if words[key] != usual[key])
        fewer = " of all grades" if graded else ""
        comes = "it may run dry" if 2 * number > room else "more and more will be made in vain"
        pairs = default_pairs(width * height)
        told.append(
            f"there is room for about {about} puzzles of {width}x{height}{said}{fewer}, and {number:,} are wanted: "
            f"{comes}. Add larger sizes, or mix numbers of pairs, styles and symmetries: "
            f"--pairs {pairs},{pairs + 1},{pairs + 2} --style lab,app --symmetry none,rotate."
        )
    return told


def require_room(wanted: Mapping[tuple[int, int], int]) -> None:
    """Raise InputError if more puzzles of a size are wanted than there are boards (DRY_AT)."""
    for (width, height), number in wanted.items():
        most = DRY_AT.get((max(width, height), min(width, height)))
        if most is not None and number > most:
            raise InputError(
                f"{number:,} puzzles of {width}x{height} cannot be: there are at most {most:,} up to symmetry and "
                "numbering. Ask for fewer, or for larger sizes."
            )
