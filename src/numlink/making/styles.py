"""Styles: what is asked of a cover beside being the only one, and what is left to chance.

                 as the lab's first boards    as in the app               as in a magazine
    pairs        by size                      by size, two more or less   by size, half of them more or less
    shortest     3 cells                      3                           by size, 3 to 7
    on the rim   as it comes                  a number costs a little     a number costs a little
    corners      as they come                 each costs a little         each costs a little
    longest      as it comes                  as it comes                 on large boards long paths cost less
    symmetry     none                         none                        of the numbers, on one board in six or three

Measured at 15x15: boards of a magazine have 12 pairs, the shortest path 8.6 cells and a tenth of the ends on the rim,
boards of the app 15, 3.4 and a fifth.  Of covers of 15x15 as magazines have them 1 in 11 with 12 pairs is strict as it
comes, and several times as many where ends are placed (`Placing`); so strict ones are drawn until one is.  Where that
cannot be, on large boards and those that are no plain rectangles, covers are mended, and strict ones ask for paths of
15 cells.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

from numlink.engine.covers.prices import UNIT, short_prices
from numlink.engine.random import Random
from numlink.making.recipe import Spec
from numlink.making.wishes import ClueSymmetry, Solids, Style
from numlink.model.rules import Claim

LONG_MENDED = 1500
"""The mean length of paths, in hundredths of a cell, that a mended strict board of the magazine's style has at most."""

SHORT, SHORT_LARGE = 1020, 1480
"""The mean length of paths, in hundredths of a cell, on strict boards of the app's style: at 10x10, and from 14x14 on;
linear between.

At 15x15, 15 pairs, no price for how ends lie to each other: detours of 1.68 and 8 rounds of long reasoning in the mean,
people's 1.70 and 7.  With these prices detours are 1.3 to 1.6."""

MIDDLING = (64, 170)
"""Cells of a board: from the first, up to but not including the second, a strict board of the app's style has a price
for each number on the rim (`ring_prices` says why)."""

LARGE = 400
"""Cells beyond which long paths are hard to prove: there a magazine's board has 3/4 of the usual pairs at least."""

KNOWN = 225
"""Cells up to which boards of people were measured; beyond them a default would be a guess, and a dear one: app boards
of 20x20 take three times as long as those of the lab."""


SMALLEST_STRICT = 5
"""Cells of the shorter side from which on the app's style makes strict boards, if nothing else is wished."""


APP_RIM = UNIT // 6
"""The price of a number on the rim in the app's style."""

APP_CORNER = 3
"""The price of a corner on strict boards in the app's style.

With it .24 corners a cell at 14x14, .28 without, people's .25; the AUC by which 120 of ours are told from 39 of
people's falls from .78 to .74, at 10x10 from .70 to .64, at 15x15 it stays below .6.  With 5 it is .76 at 14x14."""

SPREAD = 2
"""How many pairs more or fewer than usual a board of the app's style has, at most."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How the paths of a magazine's boards of one size are; prices as in `engine.covers.prices`.

    length      the mean length of a path, in hundredths of a cell
    shortest    cells of the shortest path, at most 3/8 of the mean
    rim, inner  the price of an end in the outermost ring of cells, and of one in the next ring
    corner      the price of every cell in which a path turns
    long        how much less a path of `LONGEST` % of the mean length or more costs; from `LONG` % on it rises to that
    """

    length: int
    shortest: int
    rim: int
    inner: int = 0
    corner: int = 0
    long: int = 0


MAGAZINE_LOOKS = {
    25: Looks(650, 3, rim=4, corner=7),
    64: Looks(1180, 5, rim=4, corner=7),
    100: Looks(1290, 3, rim=6, corner=7),
    144: Looks(1720, 3, rim=8, corner=7),
    196: Looks(1740, 3, rim=8, corner=7, long=150),
    225: Looks(1870, 7, rim=18, inner=8, corner=4),
    289: Looks(1800, 3, rim=8, corner=7, long=150),
}
"""By the cells of a board; between two sizes every figure is interpolated.

Chosen at 10x10 and 14x14 beside boards of one magazine, where the shapes of ours were told from people's with an AUC of
.83 and 1.0 before and of .5 since (bench/told.py); 8x8, 12x12 and 17x17 were looked at last.  15x15 is of another
magazine (12 pairs, shortest path 8.6 cells, .28 of the paths without detour, a tenth of the ends on the rim).

The AUC at 14x14 fell to .93 with shortest paths of 3 instead of 7 and up to half the pairs more or less, to .76 with
corners at 7, to .53 with long paths cheaper by 150.  By 400 too many paths have no detour (.52, people's .41)."""

LONG, LONGEST = 150, 320
"""The length, in hundredths of the mean length, from which on a path costs less, and from which on it costs least."""

SYMMETRIC, SYMMETRIC_LARGE = 6, 3
"""One magazine board in six has symmetric numbers, from 15x15 on one in three: of people's 19 % and 36 %."""


@dataclass(frozen=True, slots=True)
class Placing:
    """Prices for where ends lie: `reach[d]` for a path whose ends are d rows plus columns apart (0 beyond the last),
    `isolated` for an end with no other end around it."""

    reach: tuple[int, ...]
    isolated: int


@dataclass(frozen=True, slots=True)
class Pull:
    """How strongly prices place ends.

    far                     the ends of a path shall be cells // far rows plus columns apart, cells being the board's
    near                    the price of each row or column that is lacking
    isolated, isolated_far  the price of an isolated end on small boards, and on large ones
    """

    far: int
    near: int
    isolated: int
    isolated_far: int


GENTLE = Pull(28, UNIT // 4, UNIT // 4, UNIT // 4)
"""For strict boards of the magazine's style.  With FIRM they take half the time, but their detours are 1.6 instead of
1.75; people's are 2.0 to 2.3."""

FIRM = Pull(22, UNIT * 3 // 8, UNIT * 3 // 8, UNIT // 2)
"""For boards of few pairs.  At 15x15 with 11 pairs 53 in 100 covers are strict, without these prices 1 in 30; 8 in 10
ends have another end beside them, without these prices 5, on boards of people 6 to 7."""


def placing_of(spec: Spec) -> Placing | None:
    """The prices that place the ends of a board; None: there are none."""
    if not spec.placed:
        return None
    pull = FIRM if spec.sparse else GENTLE
    far = spec.width * spec.height // pull.far
    reach = tuple(pull.near * (far - apart) for apart in range(far))
    return Placing(reach, max(pull.isolated, min(pull.isolated_far, far)))


def usual_style(spec: Spec) -> Style:
    """The style of a board for which none was wished.

    The lab's where a symmetry or clues decide about paths and ends, and above KNOWN cells; else the magazine's for
    strict boards, few pairs and paths that may not touch, as magazines have these; else the app's.  At 12x12 with
    clues by a half turn a board takes 9 ms in the lab's style and 380 ms in the magazine's, nine in ten at most 0.12 s
    in the lab's and 0.5 s in the app's.

    >>> [str(usual_style(Spec(9, 9, 1, rules=rules))) for rules in ("cover", "no-touch", "free")]
    ['app', 'magazine', 'magazine']
    """
    if spec.ordered or spec.width * spec.height * spec.layers > KNOWN:
        return Style.LAB
    return Style.MAGAZINE if spec.strict or spec.sparse or not spec.rules.touch else Style.APP


def looks_at(cells: int) -> Looks:
    """How the paths of a magazine's boards of this many cells are.

    >>> looks_at(120).length, looks_at(9) == MAGAZINE_LOOKS[25], looks_at(2000) == MAGAZINE_LOOKS[289]
    (1485, True, True)
    """
    sizes = list(MAGAZINE_LOOKS)
    cells = min(max(cells, sizes[0]), sizes[-1])
    above = next(size for size in sizes if size >= cells)
    below = max((size for size in sizes if size < cells), default=above)
    span = max(1, above - below)
    pairs = zip(astuple(MAGAZINE_LOOKS[below]), astuple(MAGAZINE_LOOKS[above]), strict=True)
    return Looks(*(low + (high - low) * (cells - below) // span for low, high in pairs))


def looks_of(spec: Spec) -> Looks | None:
    """How the paths of a board in magazine style are; None in other styles."""
    return looks_at(spec.width * spec.height) if spec.style is Style.MAGAZINE else None


def ring_prices(spec: Spec) -> tuple[int, int]:
    """The price of an end on the rim, and of one in the ring of cells next to it.

    Strict boards of the app's style have none if small or large: there people's boards have as many ends on the rim as
    ours without a price, 40 % at 7x7 and 18 % at 15x15; in between fewer, 20 to 26 % at 10x10 and 17 % at 12x12.
    """
    if looks := looks_of(spec):
        return looks.rim, looks.inner
    cells = spec.width * spec.height
    priced = spec.style is Style.APP and not (spec.strict_app and not MIDDLING[0] <= cells < MIDDLING[1])
    return (APP_RIM if priced else 0), 0


def corner_price(spec: Spec) -> int:
    """The price of a corner of a path; 0 unless the board is a plain rectangle: only there a corner is a cell that is
    not the mean of the cells before and after it."""
    looks = looks_of(spec)
    if looks and spec.plain:
        return looks.corner
    return APP_CORNER if spec.strict_app else 0


def length_prices(spec: Spec, tracks: int, pairs: int, least: int) -> list[int]:
    """What paths of 1, 2, ... cells cost where long ones cost less; empty: as `Prices.reprice` has it.

    Empty where numbers stand in a pattern, which is found sooner so (14x14, mirrored: 0.9 s with prices)."""
    looks = looks_of(spec)
    if not looks or not looks.long or spec.patterned:
        return []
    last = LONGEST * tracks // (100 * pairs) + 1
    first = LONG * tracks // (100 * pairs)
    cheaper = (
        max(0, length - first) * looks.long // max(1, last - first) for length in range(least, max(last, least) + 1)
    )
    return [*short_prices(least), *(UNIT - less for less in cheaper)]


def usual_symmetry(spec: Spec) -> ClueSymmetry:
    """The symmetry of the numbers where none was wished: on some boards as magazines have them a half turn or a mirror.

    Only where nothing else is wished and paths may not touch: strict boards of 15x15 with symmetric numbers take
    seconds.  Drawn from the seed by a stream of its own; the recipe says what came of it.

    >>> from collections import Counter
    >>> counted = Counter(usual_symmetry(Spec(15, 15, seed, rules="no-touch", style="magazine")) for seed in range(100))
    >>> sorted((str(symmetry), boards) for symmetry, boards in counted.items())
    [('mirror', 13), ('none', 68), ('rotate', 19)]
    """
    cells = spec.width * spec.height
    free = spec.plain and not spec.mask and spec.solids is Solids.NONE and spec.pairs is None and not spec.graded
    wished = spec.style is Style.MAGAZINE and free and not spec.ordered and not spec.strict and not spec.rules.touch
    if not wished or cells > KNOWN:
        return ClueSymmetry.NONE
    random = Random(spec.seed)
    if random.below(SYMMETRIC_LARGE if cells >= KNOWN else SYMMETRIC):
        return ClueSymmetry.NONE
    return ClueSymmetry.MIRROR if random.below(3) == 0 else ClueSymmetry.ROTATE


def usual_claim(spec: Spec) -> Claim:
    """The claim proven of a board for which none was wished: strict in the app's style from 5x5 to 15x15 where nothing
    else is wished, as all of the app's plain levels are strict; else that there is one solution.

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
    looks = looks_of(spec)
    if looks is None:
        return usual
    length = min(looks.length, LONG_MENDED) if spec.strict and not spec.drawn else looks.length
    long = max(2, (100 * tracks + length // 2) // length)
    return max(long, usual * 3 // 4) if tracks > LARGE else long


def varied(spec: Spec, pairs: int, random: Random) -> int:
    """`pairs`, or at random some more or fewer, as the style has it; two draws are added, so few more are likelier.

    Where numbers stand in a pattern, few pairs take long (14x14, mirrored, 8 pairs: 13 s): two less at most, and then
    one more.
    """
    most = {Style.LAB: 0, Style.APP: SPREAD, Style.MAGAZINE: SPREAD if spec.patterned else pairs // 2}[spec.style]
    spread = min(most, (pairs - 1) // 2)
    if spec.style is Style.MAGAZINE and spec.patterned:
        pairs += 1
    return pairs - spread + random.below(spread + 1) + random.below(spread + 1) if spread else pairs


def shortest(spec: Spec, tracks: int, pairs: int) -> int:
    """Cells of the shortest path."""
    looks = looks_of(spec)
    return max(spec.min_length, min(looks.shortest, 3 * tracks // (8 * pairs))) if looks else spec.min_length
