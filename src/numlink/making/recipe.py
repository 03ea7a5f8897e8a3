"""What a generated puzzle is made from, as a value and as one line of text.

    numlink 1 12x8 seed=5 solids=few pairs=8..10

Word, version of the generator, size, then `key=value` for the seed and for everything that is not the default.  The
same line gives the same puzzle for ever: a change that would alter puzzles raises the version, and older recipes are
then refused in words.  What rating decides has a version of its own: only recipes with a difficulty depend on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numlink.errors import InputError
from numlink.making.classic import CLASSIC, CLASSIC_VERSION, CLASSIC_WISHES, ClassicSpec, is_classic, require_layout
from numlink.making.wishes import (
    WISHES,
    Bridges,
    ClueSymmetry,
    Difficulty,
    Efforts,
    Misleading,
    Pairs,
    PathSymmetry,
    Solids,
    Style,
    WallCells,
    Walls,
    Wish,
    read_whole,
)
from numlink.model.grid import Grid
from numlink.model.kinds.names import Kind
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import PLAIN, Layout, Wrap
from numlink.model.rules import COVER, Claim, Rules
from numlink.model.sizes import parse_size

VERSION = 1
"""The version of the generator; raised by any change that alters what it makes of a seed."""

GRADED_VERSION = 4
"""The version of recipes with a difficulty; raised by any change to the generator, to rating or to the search for a
grade."""


STYLED_VERSION, STYLED_GRADED_VERSION = 101, 204
"""The versions of recipes with a style or a pattern of clues, without and with a difficulty; the second is raised with
GRADED_VERSION."""

DRAWN_VERSION, DRAWN_GRADED_VERSION = 103, 205
"""The same where covers are drawn until one is the only one.  In versions 101 and 201 they were mended, in 102 and 202
drawn without prices for how their ends lie to each other; 201 and 203 had grades of version 3."""

STRICT_APP_VERSION = 107
"""The version of strict boards of the app's style, up to 15x15: ends may stand on the rim, corners cost, and from 13x13
on covers are drawn; in version 101 all were mended and had a third more pairs, in 104 there were more corners."""

MAGAZINE_VERSION, MAGAZINE_GRADED_VERSION = 105, 206
"""The versions of the magazine's style: pairs, paths and ends by size, as people have them.  In versions 101, 103, 204
and 205 paths had 19 cells in the mean at every size."""

KNOWN_VERSIONS = (
    VERSION, GRADED_VERSION, STYLED_VERSION, STYLED_GRADED_VERSION, DRAWN_VERSION, DRAWN_GRADED_VERSION,
    STRICT_APP_VERSION, MAGAZINE_VERSION, MAGAZINE_GRADED_VERSION,
)  # fmt: skip

LARGEST_DRAWN, LARGEST_PLACED = 300, 750
"""Cells up to which covers are drawn, and up to which they are drawn where ends are placed: the larger the board, the
more covers have another solution."""

SPARSE = 15
"""Cells a path from which on a wish for pairs is one for few pairs.  Time drawn, and mended: 15x15 with 14 pairs 57 and
380 ms, with 12 pairs 0.14 and 1.7 s, 20x20 with 24 pairs 0.1 and 1.1 s."""

SMALLEST_DRAWN_APP = 160
"""Cells from which on covers of strict app boards are drawn: at 12x12 drawn ones take 3.3 rounds of long reasoning in
the mean, people's boards 1.8."""

LARGEST_APP = 225
"""Cells up to which strict boards are made like the app's: larger ones of people were not measured."""

SMALLEST_SPARSE = 140
"""Cells from which on covers of few pairs are drawn: on smaller boards mending is as fast."""


@dataclass(frozen=True, slots=True)
class Spec:
    """Everything that decides a generated puzzle; words are taken for the enums they name.

    `rules` and `proof` say what is proven; `pairs` is the least and most allowed, None: chosen by size; `mask` the
    cells (ascending) that are solid in any case.  Raises InputError for what is no such wish.
    """

    width: int
    height: int
    seed: int
    rules: Rules = COVER
    proof: Claim = Claim.UNIQUE
    solids: Solids | int = Solids.NONE
    pairs: Pairs | None = None
    min_length: int = 3
    mask: tuple[int, ...] = ()
    symmetry: PathSymmetry = PathSymmetry.NONE
    difficulty: Difficulty = Difficulty.ANY
    board: Kind = Kind.SQUARE
    tiling: Tiling | None = None
    wrap: Wrap = Wrap.NONE
    layers: int = 1
    vias: tuple[int, ...] | None = None
    walls: Walls | int | WallCells = Walls.NONE
    bridges: Bridges | int | tuple[int, ...] = Bridges.NONE
    style: Style = Style.LAB
    clue_symmetry: ClueSymmetry = ClueSymmetry.NONE
    clues: tuple[int, ...] = ()
    effort: Efforts | None = None
    misleading: Misleading = Misleading.ANY

    def __post_init__(self) -> None:
        for wish in WISHES.values():
            object.__setattr__(self, wish.attribute, wish.take(getattr(self, wish.attribute)))

    @property
    def strict(self) -> bool:
        """Whether exactly one linking is wanted even if cells may stay empty.

        Under rules that let cells stay empty a solution that covers is the only one if and only if that holds.
        """
        return self.proof is Claim.STRICT or not self.rules.fill

    @property
    def graded(self) -> bool:
        """Whether boards are rated until one is as wished."""
        return self.difficulty is not Difficulty.ANY or self.effort is not None or self.misleading is not Misleading.ANY

    @property
    def grid(self) -> Grid:
        """The board without what is drawn at random; raises InputError where the wishes make no board."""
        layout = Layout(
            kind=self.board,
            tiling=self.tiling,
            wrap=self.wrap,
            walls=frozenset(self.walls if isinstance(self.walls, tuple) else ()),
            bridges=frozenset(self.bridges if isinstance(self.bridges, tuple) else ()),
            layers=self.layers,
            vias=None if self.vias is None else frozenset(self.vias),
        )
        return Grid(self.width, self.height, frozenset(self.mask), PLAIN if layout.plain else layout)

    @property
    def plain(self) -> bool:
        """Whether the board is a plain rectangle: no walls or bridges, neither placed nor drawn at random."""
        return self.grid.layout.plain and self.walls is Walls.NONE and self.bridges is Bridges.NONE

    @property
    def patterned(self) -> bool:
        """Whether it is wished where numbers stand."""
        return self.clue_symmetry is not ClueSymmetry.NONE or bool(self.clues)

    @property
    def ordered(self) -> bool:
        """Whether something beside the style decides where paths and their ends are."""
        return self.patterned or self.symmetry is not PathSymmetry.NONE

    @property
    def drawn(self) -> bool:
        """Whether covers are drawn until one is the only one, and not mended (`making.compose`)."""
        small = self.width * self.height <= LARGEST_DRAWN
        large_app = self.strict_app and self.width * self.height >= SMALLEST_DRAWN_APP
        return self.placed or (small and (self.patterned or self._strict_magazine or large_app) and self.plain)

    @property
    def placed(self) -> bool:
        """Whether covers are drawn whose ends are placed so that most are strict (`styles.Placing`)."""
        wished = (self.sparse or self._strict_magazine) and not self.ordered
        return wished and self.width * self.height <= LARGEST_PLACED and self.plain

    @property
    def _strict_magazine(self) -> bool:
        return self.strict and self.style is Style.MAGAZINE

    @property
    def strict_app(self) -> bool:
        """Whether a board is as the app's plain levels are: strict, of a size that was measured."""
        wished = self.proof is Claim.STRICT and self.style is Style.APP and not self.patterned and self.pairs is None
        return wished and self.rules.touch and self.width * self.height <= LARGEST_APP and self.plain

    @property
    def sparse(self) -> bool:
        """Whether few pairs are wished: then covers are drawn, since their doubts are hard to tell and to mend.

        Of no use under rules without touching, where another solution shows at once.
        """
        if self.pairs is None or self.graded:
            return False
        cells = self.width * self.height
        few = SMALLEST_SPARSE <= cells and SPARSE * self.pairs[1] <= cells - len(self.mask)
        return few and (self.strict or self.rules.touch)

    @property
    def proven_strict(self) -> bool:
        """Whether the strict claim is what is proven: as wished, or as the shortest proof, which implies the others."""
        return self.strict or (self.drawn and self.rules.touch and not self.graded)

    @property
    def version(self) -> int:
        """The version of all that decides this puzzle."""
        graded = self.graded
        if self.strict_app and not graded:
            return STRICT_APP_VERSION
        if self.style is Style.MAGAZINE:
            return MAGAZINE_GRADED_VERSION if graded else MAGAZINE_VERSION
        if self.drawn:
            return DRAWN_GRADED_VERSION if graded else DRAWN_VERSION
        if self.style is not Style.LAB or self.patterned:
            return STYLED_GRADED_VERSION if graded else STYLED_VERSION
        return GRADED_VERSION if graded else VERSION

    @property
    def recipe(self) -> str:
        """The line that makes this puzzle again.

        >>> Spec(12, 8, 5, pairs=(8, 10)).recipe
        'numlink 1 12x8 seed=5 pairs=8..10'
        """
        words = [f"numlink {self.version} {self.width}x{self.height} seed={self.seed}"]
        for wish in WISHES.values():
            value = getattr(self, wish.attribute)
            if value != wish.default:
                words.append(f"{wish.key}={wish.write(value)}")
        return " ".join(words)


def laid_on(grid: Grid, wished: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Spec that a grid decides, with the walls, bridges and vias of `wished` where it has none.

    Raises InputError where both say something.
    """
    return _decided("grid", grid.layout, {"mask": tuple(grid.solids)}, wished)


def laid_as(layout: Layout, wished: Mapping[str, Any]) -> dict[str, Any]:
    """The wishes and those that a layout decides, for a board of any size; a layout says nothing of solids."""
    require_layout(layout)
    return _decided("layout", layout, {}, wished)


def _decided(name: str, layout: Layout, more: dict[str, Any], wished: Mapping[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "board": layout.kind,
        "tiling": layout.tiling,
        "wrap": layout.wrap,
        "layers": layout.layers,
        "vias": layout.vias,
        "walls": tuple(layout.walls) or Walls.NONE,
        "bridges": tuple(layout.bridges) or Bridges.NONE,
    } | more
    for key, value in wished.items():
        asked = WISHES[key].take(value)
        if asked == WISHES[key].default or asked == WISHES[key].take(fields[key]):
            continue
        if key not in ("walls", "bridges", "vias") or fields[key] != WISHES[key].default:
            raise InputError(f"the {name} decides about {key}. Leave one of them out.")
        fields[key] = asked
    return fields


AnySpec = Spec | ClassicSpec


def parse_recipe(text: str) -> AnySpec:
    """What a recipe line says; raises InputError where it cannot be read or another version wrote it.

    >>> parse_recipe("numlink 1 12x8 seed=5 pairs=8..10").pairs
    (8, 10)
    """
    words = text.split()
    if len(words) < 4 or words[0] not in ("numlink", CLASSIC) or not re.fullmatch(r"[0-9]{1,9}", words[1]):
        raise InputError(f"a recipe looks like 'numlink {VERSION} 12x8 seed=5', not {text[:60]!r}.")
    if is_classic(text):
        return _classic(words)
    version = int(words[1])
    if version not in KNOWN_VERSIONS:
        _require_version(version, VERSION)  # before stumbling over words it may have learnt
    width, height = parse_size(words[2])
    values = _values(words[3:], WISHES)
    spec = Spec(width, height, **values)
    _require_version(version, spec.version)
    return spec


def _classic(words: list[str]) -> ClassicSpec:
    if int(words[1]) != CLASSIC_VERSION:
        raise InputError(
            f"this recipe is of version {words[1]} of the lab's generator; this numlink has version {CLASSIC_VERSION}. "
            "Use the numlink that wrote it."
        )
    width, height = parse_size(words[2])
    return ClassicSpec(width, height, **_values(words[3:], CLASSIC_WISHES))


def _values(words: list[str], wishes: dict[str, Wish]) -> dict[str, Any]:
    """The arguments of a Spec from the words `key=value`."""
    values: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        name = key.replace("-", "_")
        if (key not in wishes and key != "seed") or name in values or not value:
            keys = ", ".join(f"{key}=" for key in ("seed", *wishes))
            raise InputError(f"{word[:40]!r} is no part of a recipe. Use {keys}.")
        values[name] = read_whole(value) if key == "seed" else wishes[key].read(value)
    if "seed" not in values:
        raise InputError("the recipe has no seed. Add one, like seed=5.")
    return values


def _require_version(found: int, wanted: int) -> None:
    if found != wanted:
        raise InputError(
            f"this recipe is of version {found}; this numlink makes such boards by version {wanted}. "
            "Use the numlink that wrote it."
        )
