"""Styles: what is asked of a cover beside being the only one, and what is left to chance.

                 as the lab's first boards    as in the app               as in a magazine
    pairs        by size                      by size, two more or less   a path of 19 cells, two more or less
    shortest     3 cells                      3                           7, on small boards less
    on the rim   as it comes                  a number costs a little     a number costs half a path

Measured at 15x15: boards of a magazine have 12 pairs, the shortest path 8.6 cells and a tenth of the ends on the rim,
boards of the app 15, 3.4 and a fifth.  Of covers of 15x15 as magazines have them 1 in 11 with 12 pairs is strict as it
comes, and several times as many where ends are placed (`Placing`); so strict ones are drawn until one is.  Where that
cannot be, on large boards and those that are no plain rectangles, covers are mended, and strict ones ask for paths of
15 cells.
"""

from __future__ import annotations

from dataclasses import dataclass

from numlink.engine.covers.prices import UNIT
from numlink.engine.random import Random
from numlink.making.recipe import Spec
from numlink.making.wishes import Solids, Style
from numlink.model.rules import Claim

LONG, LONG_MENDED = 1875, 1500
"""Hundredths of cells a path of a magazine's board, and of a strict one that is mended."""

SHORT, SHORT_LARGE = 1020, 1480
"""Hundredths of cells a path of the app's boards of 10x10, and of 14x14 and more; linear between.

15x15 with 15 pairs, as it comes: detours of 1.68 and 8 rounds of long reasoning in the mean, people's 1.70 and 7; where
it is priced how ends lie to each other detours are 1.3 to 1.6."""

MIDDLING = (64, 170)
"""Cells of strict boards in the app's style on which a number on the rim costs: from the first, below the last."""

SHORTEST = 7
"""Cells of its shortest path, at most 3/8 of the mean."""

LARGE = 400
"""Cells beyond which long paths are hard to prove: there a magazine's board has 3/4 of the usual pairs at least."""

KNOWN = 225
"""Cells up to which boards of people were measured; beyond them a default would be a guess, and a dear one: app boards
of 20x20 take three times as long as those of the lab."""


SMALLEST_STRICT = 5
"""The shorter side from which on boards of the app's style are strict, if nothing else is wished."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a style is asked for: the price of a number on the rim, and how much the number of pairs varies."""

    rim: int = 0
    spread: int = 0


MANNERS = {
    Style.LAB: Manner(),
    Style.APP: Manner(rim=UNIT // 6, spread=2),
    Style.MAGAZINE: Manner(rim=UNIT // 2, spread=2),
}


@dataclass(frozen=True, slots=True)
class Placing:
    """What it costs how ends lie to each other: `reach` by the rows and columns between those of a path (none beyond),
    `isolated` for one with no other around it."""

    reach: tuple[int, ...]
    isolated: int


@dataclass(frozen=True, slots=True)
class Pull:
    """How hard ends are placed: cells of a board for each row and column by which the ends of a path shall be apart,
    what each of these costs that is missing, and an isolated end on small boards and on large ones."""

    far: int
    near: int
    isolated: int
    isolated_far: int


GENTLE = Pull(28, UNIT // 4, UNIT // 4, UNIT // 4)
"""For strict boards as in magazines: as firmly as the next one they take half the time, but their detours are 1.6 for
1.75, where people's are 2.0 to 2.3."""

FIRM = Pull(22, UNIT * 3 // 8, UNIT * 3 // 8, UNIT // 2)
"""Where few pairs are wished: of 15x15 with 11 pairs 53 in 100 covers are strict, 1 in 30 as it comes.  8 in 10 ends
have another beside them, 5 in 10 as it comes, 6 to 7 on boards of people."""


def placing_of(spec: Spec) -> Placing | None:
    """How the ends of a board are placed; None: as it comes."""
    if not spec.placed:
        return None
    pull = FIRM if spec.sparse else GENTLE
    far = spec.width * spec.height // pull.far
    reach = tuple(pull.near * (far - apart) for apart in range(far))
    return Placing(reach, max(pull.isolated, min(pull.isolated_far, far)))


def usual_style(spec: Spec) -> Style:
    """The style of boards of which none was wished: as their players know them, by the rules and the proof, where
    nothing else decides about paths and ends; so few pairs as magazines have are as in magazines.

    With clues by a half turn 12x12 takes 9 ms in the lab's style and 380 ms in a magazine's, and nine in ten are done
    within 0.12 s in the lab's and 0.5 s in the app's.

    >>> [str(usual_style(Spec(9, 9, 1, rules=rules))) for rules in ("cover", "no-touch", "free")]
    ['app', 'magazine', 'magazine']
    """
    if spec.ordered or spec.width * spec.height * spec.layers > KNOWN:
        return Style.LAB
    return Style.MAGAZINE if spec.strict or spec.sparse or not spec.rules.touch else Style.APP


def rim_price(spec: Spec) -> int:
    """What a number on the rim costs; nothing on the smallest and largest strict boards of the app's style, where as
    many stand as it comes: 40 % at 7x7 and 18 % at 15x15, but 20 to 26 % at 10x10 and 17 % at 12x12."""
    cells = spec.width * spec.height
    return 0 if spec.strict_app and not MIDDLING[0] <= cells < MIDDLING[1] else MANNERS[spec.style].rim


def usual_claim(spec: Spec) -> Claim:
    """What is proven of boards where nothing was said: strict as all of the app's plain levels are, from 5x5 to 15x15,
    where nothing else is wished; else that there is one solution.

    >>> [str(usual_claim(Spec(n, n, 1, style=Style.APP))) for n in (4, 5, 15, 16)]
    ['unique', 'strict', 'strict', 'unique']
    """
    sides = SMALLEST_STRICT <= min(spec.width, spec.height) and spec.width * spec.height <= KNOWN
    open_rules = spec.rules.touch and spec.rules.fill
    bare = spec.pairs is None and spec.min_length == 3 and not spec.mask and spec.solids is Solids.NONE and spec.plain
    free = bare and not spec.graded and not spec.ordered
    return Claim.STRICT if spec.style is Style.APP and sides and open_rules and free else Claim.UNIQUE


def usual_pairs(spec: Spec, usual: int, tracks: int) -> int:
    """How many pairs a board of a style has in the mean, where the others have `usual`."""
    if spec.strict_app and tracks >= 100:
        length = SHORT + (SHORT_LARGE - SHORT) * min(tracks - 100, 96) // 96
        return max(2, (100 * tracks + length // 2) // length)
    if spec.style is not Style.MAGAZINE:
        return usual
    length = LONG_MENDED if spec.strict and not spec.drawn else LONG
    long = max(2, (100 * tracks + LONG // 2) // length)
    return max(long, usual * 3 // 4) if tracks > LARGE else long


def varied(style: Style, pairs: int, random: Random) -> int:
    """`pairs`, or some more or less as the style has it: by two throws."""
    spread = min(MANNERS[style].spread, (pairs - 1) // 2)
    return pairs - spread + random.below(spread + 1) + random.below(spread + 1) if spread else pairs


def shortest(style: Style, tracks: int, pairs: int, wished: int) -> int:
    """Cells of the shortest path."""
    if style is not Style.MAGAZINE:
        return wished
    return max(wished, min(SHORTEST, 3 * tracks // (8 * pairs)))
