"""How many different boards there are of a size, so that a run can say before it begins which size will run dry."""

from __future__ import annotations

from collections.abc import Mapping

from numlink.errors import InputError
from numlink.making.compose import default_pairs

DRY_AT = {
    (2, 2): 0, (3, 2): 2, (4, 2): 3, (5, 2): 7, (6, 2): 17, (7, 2): 41, (8, 2): 111,
    (3, 3): 3, (4, 3): 39, (5, 3): 208, (6, 3): 1_188, (7, 3): 6_897,
    (8, 3): 41_274, (4, 4): 206, (5, 4): 5_359, (6, 4): 68_601, (5, 5): 70_382,
}  # fmt: skip
"""For small rectangles, (longer, shorter side): the covers, up to symmetry, by paths of three or more cells."""

ROOM = {(4, 4): 34, (5, 4): 890, (5, 5): 1_900, (6, 5): 10_000, (6, 6): 200_000, (7, 7): 1_800_000, (8, 8): 10**9}
"""The *room* of plain rectangles, (longer, shorter side), in the lab's style with the usual pairs.

It is the number of equally likely boards, up to symmetry, from which candidates would have as many duplicates as were
measured (docs/datasets_at_scale.md). At 8x8 it is a rough guess.
"""

EASY_SHARE = 10
"""A warning is given if more than 1 / EASY_SHARE of the room is wanted."""


def scarce(wanted: Mapping[tuple[int, int], int], *, graded: bool) -> list[str]:
    """A warning for each size of which more than a tenth of the room is wanted.

    `wanted` is the number of puzzles of each size; `graded`: boards of a certain grade, so only a part can be used.
    """
    told = []
    for (width, height), number in wanted.items():
        room = ROOM.get((max(width, height), min(width, height)))
        if room is None or EASY_SHARE * number <= room:
            continue
        about = f"{room:,}" if room < 10**6 else f"{room / 10**6:,.1f} million"
        fewer = " of all grades" if graded else ""
        comes = "it may run dry" if 2 * number > room else "more and more will be made in vain"
        pairs = default_pairs(width * height)
        told.append(
            f"there is room for about {about} puzzles of {width}x{height}{fewer}, and {number:,} are wanted: {comes}. "
            "Add larger sizes, or mix numbers of pairs, styles and symmetries: "
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
