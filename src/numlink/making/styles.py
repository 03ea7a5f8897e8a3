"""Styles: the number of pairs and the shape of the paths of a board; boards of every style are proven.

Annealing (`engine.covers.energy`) makes something rarer by giving it a price.

    style        lab            app, strict boards of 5x5 to 15x15     magazine
    pairs        by size        by size, up to 28 % more or fewer;     by size, up to 35 to 60 % more or fewer
                                a third fewer on 1 board in 12
    shortest     3 cells        3 cells                                3 to 7 cells, by size
    rim          no price       a number there has a price, by size    a number there has a price, by size
    corners      no price       each has a price                       each has a price
    long paths   no discount    a discount from 12x12 on               a discount on large boards
    proof        any length     no longer than the size allows,        any length
                                unless pairs are a third fewer
    reasoning    any            any                                    of strict boards as long as people's, by size
    symmetry     none           none                                   of the numbers, on 1 board in 6 (large: in 3)

Other boards of the app's style have up to 2 pairs more or fewer, and a price for numbers on the rim.  Strict boards
of the magazine's style are drawn (`making.compose`) if they are plain and not large, and get paths of at most 15 cells
on average if not.  How the figures were chosen: bench/notes/styles.md.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace

from numlink.engine.covers.energy import UNIT, short_prices
from numlink.engine.random import Random
from numlink.making.recipe import LARGEST_APP, Spec
from numlink.making.wish_values import ClueSymmetry, Solids, Style
from numlink.model.rules import Claim

LONG_MENDED = 1500  # the largest mean length of paths, in hundredths of a cell, on mended strict boards (magazine)
LARGE = 400  # cells from which long paths are hard to prove: magazine boards then have 3/4 of the usual pairs at least
SMALLEST_STRICT = 5  # the shorter side, in cells, of the smallest board that is strict by default in the app's style
APP_RIM = UNIT // 6  # the price of a number on the rim in the app's style, unless APP_LOOKS has one
SPREAD = 2  # the most pairs more or fewer on a board of the app's style, unless APP_LOOKS has a number


@dataclass(frozen=True, slots=True)
class Looks:
    """What the paths of boards of one style and size are like; prices as in `engine.covers.energy`.

    length      the mean length of a path, in hundredths of a cell
    shortest    cells of the shortest path, at most half the mean
    rim, inner  the price of an end in the outermost ring of cells, and of one in the next ring
    corner      the price of every cell in which a path turns
    long        the discount for a path of `LONGEST` % of the mean length or more; from `LONG` % on it rises to that
    spread      the most pairs more or fewer than usual, in percent of the usual pairs
    fewer       the most pairs fewer on a strict board whose ends are placed, in percent; 0: as `spread`
    draws       covers that are drawn before one pair more is tried (notes/styles)
    hard        the most conflicts of the proof of the strict claim (0: `exact.strict.patience`)
    long_rounds the most rounds of long reasoning that a strict board has to take: the least number for each board is
                drawn from 0 to this
    """

    length: int
    shortest: int
    rim: int
    inner: int = 0
    corner: int = 0
    long: int = 0
    spread: int = 50
    hard: int = 0
    long_rounds: int = 0
    fewer: int = 0
    draws: int = 100


MAGAZINE_LOOKS = {
    25: Looks(650, 3, rim=4, corner=7, spread=35),
    64: Looks(1180, 5, rim=4, corner=7, spread=35),
    100: Looks(1330, 4, rim=6, corner=7, spread=45),
    144: Looks(1720, 4, rim=8, corner=7, spread=50),
    196: Looks(1740, 3, rim=8, corner=7, long=150, spread=50),
    225: Looks(1870, 7, rim=18, inner=8, corner=4, spread=40),
    289: Looks(1700, 3, rim=8, corner=7, long=150, spread=60),
}
"""{cells: looks}; interpolated between two sizes (notes/styles)."""

STRICT_LOOKS = {
    25: Looks(650, 3, rim=4, corner=7, spread=35, fewer=35),
    64: Looks(1150, 6, rim=4, corner=9, spread=35, long_rounds=3, fewer=35),
    100: Looks(1290, 3, rim=6, corner=5, long=20, spread=45, long_rounds=4, fewer=45),
    144: Looks(1860, 3, rim=8, corner=5, long=50, spread=50, long_rounds=7, fewer=50),
    196: Looks(1800, 3, rim=8, inner=2, corner=5, long=200, spread=50, long_rounds=5, fewer=40, draws=150),
    225: Looks(1830, 7, rim=18, inner=8, corner=4, spread=40, long_rounds=8, fewer=40, draws=165),
    289: Looks(1800, 3, rim=8, inner=4, corner=4, long=250, spread=60, long_rounds=8, fewer=38, draws=180),
    400: Looks(1800, 3, rim=8, inner=4, corner=4, long=250, spread=60, long_rounds=8, fewer=38),
}
"""The same for strict boards of the magazine's style whose ends are placed (`Spec.placed`)."""

APP_LOOKS = {
    25: Looks(565, 3, rim=1, inner=0, corner=3, spread=28, hard=100),
    49: Looks(790, 3, rim=8, inner=3, corner=3, spread=28, hard=130),
    64: Looks(900, 3, rim=13, inner=4, corner=3, spread=28, hard=130),
    100: Looks(1050, 3, rim=12, inner=6, corner=3, spread=28, hard=220),
    144: Looks(1235, 3, rim=12, inner=6, corner=2, long=40, spread=28, hard=500),
    196: Looks(1400, 3, rim=7, inner=5, corner=3, long=35, spread=25, hard=1700),
    225: Looks(1480, 3, rim=3, inner=3, corner=3, long=35, spread=20, hard=3000),
}
"""The same for strict boards of the app's style."""

NO_LOOKS = Looks(0, 0, rim=0)  # for other boards: the usual number of pairs, paths of any length, ends anywhere
OTHER_APP_LOOKS = replace(NO_LOOKS, rim=APP_RIM)  # for boards of the app's style that are not strict

SPARSE_LONGER, MOST_LONGER = 55, 600
"""How much longer paths of sparse app boards are: the percent of the mean length, the most hundredths of a cell."""

LONG, LONGEST = 150, 320  # lengths in hundredths of the mean at which discounts for long paths begin, and are largest
SYMMETRIC, SYMMETRIC_LARGE = 6, 3  # one magazine board in so many has symmetric numbers: below 15x15, and there


@dataclass(frozen=True, slots=True)
class Placing:
    """Prices that place ends: `reach[d]` for a path whose ends are d rows plus columns apart (no price beyond the
    last), `isolated` for an end with no other end in the cells around it.
    """

    reach: tuple[int, ...]
    isolated: int


@dataclass(frozen=True, slots=True)
class Pull:
    """How strongly prices place ends.

    far                     the ends of a path should be n // far rows plus columns apart, on a board of n cells
    near                    the price of each row or column by which the ends are nearer
    isolated, isolated_far  the lowest price of an isolated end, and the highest; between them it is n // far
    nearest                 if not 0, the most that far * near can be: `near` is then reduced as far as this needs
    """

    far: int
    near: int
    isolated: int
    isolated_far: int
    nearest: int = 0


LEVEL = Pull(28, UNIT // 8, UNIT // 5, UNIT // 5, nearest=UNIT * 3 // 4)
"""For strict boards of the magazine's style and sparse ones of the app's."""

FIRM = Pull(22, UNIT * 3 // 8, UNIT * 3 // 8, UNIT // 2)  # for boards with few pairs


def placing_of(spec: Spec) -> Placing | None:
    if not spec.placed:
        return None
    pull = FIRM if spec.sparse else LEVEL
    far = spec.width * spec.height // pull.far
    highest = min(pull.near * far, pull.nearest) if pull.nearest else pull.near * far
    reach = tuple(highest * (far - apart) // far for apart in range(far))
    return Placing(reach, max(pull.isolated, min(pull.isolated_far, far)))


def usual_style(spec: Spec) -> Style:
    """The style of a board if none was wished: LAB if ordered or larger than LARGEST_APP, else MAGAZINE or APP as its
    rules say.

    >>> [str(usual_style(Spec(9, 9, 1, rules=rules))) for rules in ("cover", "no-touch", "free")]
    ['app', 'magazine', 'magazine']
    """
    if spec.ordered or spec.width * spec.height * spec.layers > LARGEST_APP:
        return Style.LAB
    return Style.MAGAZINE if spec.strict or spec.sparse or not spec.rules.touch else Style.APP


def looks_at(cells: int, table: dict[int, Looks] = MAGAZINE_LOOKS) -> Looks:
    """The looks of boards of this many cells, in the magazine's style or by another table.

    >>> looks_at(120).length, looks_at(9) == MAGAZINE_LOOKS[25], looks_at(2000) == MAGAZINE_LOOKS[289]
    (1507, True, True)
    """
    sizes = list(table)
    cells = min(max(cells, sizes[0]), sizes[-1])
    above = next(size for size in sizes if size >= cells)
    below = max((size for size in sizes if size < cells), default=above)
    span = max(1, above - below)
    pairs = zip(astuple(table[below]), astuple(table[above]), strict=True)
    return Looks(*(low + (high - low) * (cells - below) // span for low, high in pairs))


def looks_of(spec: Spec) -> Looks:
    """The looks of a board; NO_LOOKS, perhaps with a price for the rim, if nothing decides them."""
    if spec.strict_app:
        looks = looks_at(spec.width * spec.height, APP_LOOKS)
        longer = min(looks.length * SPARSE_LONGER // 100, MOST_LONGER)
        return replace(looks, length=looks.length + longer, hard=0) if spec.sparse_app else looks
    if spec.style is not Style.MAGAZINE:
        return OTHER_APP_LOOKS if spec.style is Style.APP else NO_LOOKS
    looks = looks_at(spec.width * spec.height, STRICT_LOOKS if spec.strict and spec.placed else MAGAZINE_LOOKS)
    return looks if spec.pairs is None else replace(looks, long_rounds=0)


def length_prices(spec: Spec, tracks: int, pairs: int, least: int) -> list[int]:
    """The prices of paths of 1, 2, ... cells if long ones cost less; [] for the defaults, and with a pattern."""
    looks = looks_of(spec)
    if not looks.long or spec.patterned:
        return []
    last = LONGEST * tracks // (100 * pairs) + 1
    first = LONG * tracks // (100 * pairs)
    cheaper = (
        max(0, length - first) * looks.long // max(1, last - first) for length in range(least, max(last, least) + 1)
    )
    return [*short_prices(least), *(UNIT - less for less in cheaper)]


def usual_symmetry(spec: Spec) -> ClueSymmetry:
    """The symmetry of the numbers if none was wished: on some boards of the magazine's style, else NONE; the seed
    decides.

    >>> from collections import Counter
    >>> counted = Counter(usual_symmetry(Spec(15, 15, seed, rules="no-touch", style="magazine")) for seed in range(100))
    >>> sorted((str(symmetry), boards) for symmetry, boards in counted.items())
    [('mirror', 13), ('none', 68), ('rotate', 19)]
    """
    cells = spec.width * spec.height
    free = spec.plain and not spec.mask and spec.solids is Solids.NONE and spec.pairs is None and not spec.graded
    wished = spec.style is Style.MAGAZINE and free and not spec.ordered and not spec.strict and not spec.rules.touch
    if not wished or cells > LARGEST_APP:
        return ClueSymmetry.NONE
    random = Random(spec.seed)
    if random.below(SYMMETRIC_LARGE if cells >= LARGEST_APP else SYMMETRIC):
        return ClueSymmetry.NONE
    return ClueSymmetry.MIRROR if random.below(3) == 0 else ClueSymmetry.ROTATE


def usual_claim(spec: Spec) -> Claim:
    """The claim that is proven if none was wished: STRICT for plain boards of the app's style from 5x5 to 15x15.

    >>> [str(usual_claim(Spec(n, n, 1, style=Style.APP))) for n in (4, 5, 15, 16)]
    ['unique', 'strict', 'strict', 'unique']
    """
    sides = SMALLEST_STRICT <= min(spec.width, spec.height) and spec.width * spec.height <= LARGEST_APP
    open_rules = spec.rules.touch and spec.rules.fill
    bare = spec.pairs is None and spec.min_length == 3 and not spec.mask and spec.solids is Solids.NONE and spec.plain
    free = bare and not spec.graded and not spec.ordered
    return Claim.STRICT if spec.style is Style.APP and sides and open_rules and free else Claim.UNIQUE


def usual_pairs(spec: Spec, usual: int, tracks: int) -> int:
    """How many pairs a board of a style has on average, if other boards have `usual`."""
    looks = looks_of(spec)
    if not looks.length:
        return usual
    mended = spec.strict and not spec.drawn and not spec.strict_app
    length = min(looks.length, LONG_MENDED) if mended else looks.length
    long = max(2, (100 * tracks + length // 2) // length)
    return max(long, usual * 3 // 4) if tracks > LARGE else long


def varied(spec: Spec, pairs: int, tracks: int, random: Random) -> int:
    """`pairs`, or at random a few more or fewer, as the style allows."""
    looks = looks_of(spec)
    if spec.style is Style.MAGAZINE and not spec.patterned:
        spread = looks.spread
        if spec.strict and spec.placed:
            pairs, spread = dithered(looks, tracks, random), looks.fewer or spread
        more, fewer = (min(pairs * percent // 100, max(0, pairs - 2)) for percent in (looks.spread, spread))
        return pairs - fewer + random.below(fewer + more + 1)
    if spec.strict_app:
        pairs = dithered(looks, tracks, random)
    most = 0 if spec.style is Style.LAB else pairs * looks.spread // 100 if spec.strict_app else SPREAD
    spread = min(most, (pairs - 1) // 2)
    if spec.style is Style.MAGAZINE:
        pairs += 1
    return pairs - spread + random.below(spread + 1) + random.below(spread + 1) if spread else pairs


def dithered(looks: Looks, tracks: int, random: Random) -> int:
    """The number of pairs for paths of the mean length, rounded up or down at random so that it is right on average."""
    return max(2, (100 * tracks + random.below(looks.length)) // looks.length)
