"""Everything that decides a generated puzzle: as a value (Spec), and as one line of text (a recipe).

    numlink 1 12x8 seed=5 solids=few pairs=8..10

A recipe is a word, the generator's version, the size, then `key=value` for the seed and each wish that is not the
default; recipes of other versions are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numlink.engine.random import Random
from numlink.errors import InputError
from numlink.making.classic import CLASSIC_WISHES, ClassicSpec, is_classic, require_layout
from numlink.making.wish_values import ClueSymmetry, Difficulty, Misleading, PathSymmetry, Style, read_whole
from numlink.making.wishes import NAMED, WISHES, Wish, Wished, layout_fields
from numlink.model.arguments import natural
from numlink.model.grid import Grid
from numlink.model.layout import Layout, sides_in_words
from numlink.model.rules import Claim
from numlink.model.sizes import parse_size
from numlink.version import GENERATOR_VERSION

LARGEST_DRAWN, LARGEST_PLACED = 300, 750
"""The most cells of a board whose covers are drawn, and the most if prices place the ends as well."""

SPARSE, SMALLEST_SPARSE = 15, 140
"""Pairs are few from SPARSE cells a path on; boards are then drawn from SMALLEST_SPARSE cells on (notes/generation)."""

SMALLEST_DRAWN_APP, LARGEST_APP = 160, 225
"""The fewest cells of strict app boards that are drawn, and the most of those that are made like people's."""

SPARSE_APP = 12  # one strict board in SPARSE_APP of the app's style is sparse (notes/styles)


@dataclass(frozen=True, slots=True)
class Spec(Wished):
    """Everything that decides a generated puzzle."""

    @property
    def strict(self) -> bool:
        """Whether only one linking may exist even if cells may stay empty: by the claim, or as the rules allow that."""
        return self.claim is Claim.STRICT or not self.rules.fill

    @property
    def graded(self) -> bool:
        """Whether boards are rated until one has the wished difficulty, effort or manner."""
        return self.difficulty is not Difficulty.ANY or self.effort is not None or self.misleading is not Misleading.ANY

    @property
    def size_in_words(self) -> str:
        """The size as in messages: `12x8`, with two layers `12x8x2`, of a tiling `36 cells`."""
        return sides_in_words(self.width, self.height, self.tiling, layers=self.layers)

    @property
    def plain(self) -> bool:
        """Whether the board is a plain rectangle, without walls or bridges placed or drawn."""
        return self.grid.layout.plain and self.walls == "none" and self.bridges == "none"

    @property
    def patterned(self) -> bool:
        """Whether a symmetry of the numbers, or cells for them, is wished."""
        return self.clue_symmetry is not ClueSymmetry.NONE or bool(self.clues)

    @property
    def ordered(self) -> bool:
        """Whether a symmetry or clues decide where paths or ends are."""
        return self.patterned or self.symmetry is not PathSymmetry.NONE

    @property
    def drawn(self) -> bool:
        """Whether covers are drawn until one is proven, instead of mended (`making.compose`)."""
        small = self.width * self.height <= LARGEST_DRAWN
        large_app = self.strict_app and self.width * self.height >= SMALLEST_DRAWN_APP
        return self.placed or (small and (self.patterned or self._strict_magazine or large_app) and self.plain)

    @property
    def placed(self) -> bool:
        """Whether covers are drawn with prices that place their ends (`Placing`)."""
        wished = (self.sparse or self._strict_magazine or self.sparse_app) and not self.ordered
        return wished and self.width * self.height <= LARGEST_PLACED and self.plain

    @property
    def _strict_magazine(self) -> bool:
        return self.strict and self.style is Style.MAGAZINE

    @property
    def strict_app(self) -> bool:
        """Whether the board is a strict plain one of the app's style, with no wish for pairs or a pattern."""
        wished = self.claim is Claim.STRICT and self.style is Style.APP and not self.patterned and self.pairs is None
        return wished and self.rules.touch and self.width * self.height <= LARGEST_APP and self.plain

    @property
    def sparse_app(self) -> bool:
        """Whether the board is one of the strict ones of the app's style with far fewer pairs; the seed decides."""
        return self.strict_app and Random(f"sparse {self.seed}").below(SPARSE_APP) == 0

    @property
    def sparse(self) -> bool:
        """Whether few pairs are wished and covers are therefore drawn; not under no-touch rules unless strict."""
        if self.pairs is None or self.graded:
            return False
        cells = self.width * self.height
        few = SMALLEST_SPARSE <= cells and SPARSE * self.pairs[1] <= cells - len(self.mask)
        return few and (self.strict or self.rules.touch)

    @property
    def proven_strict(self) -> bool:
        """Whether the strict claim is proven: it was wished, or it is quicker to prove and implies the wished one."""
        return self.strict or (self.drawn and self.rules.touch and not self.graded)


def fields_on(board: Grid | Layout, wished: Mapping[str, Any]) -> dict[str, Any]:
    """`wished` fields of a Spec with those that a grid or layout decides; InputError if both decide the same field."""
    if isinstance(board, Grid):
        name, fields = "grid", layout_fields(board.layout) | {"mask": tuple(board.solids)}
    else:
        require_layout(board)
        name, fields = "layout", layout_fields(board)
    for key in fields.keys() & wished.keys():
        asked = NAMED[key].take(wished[key])
        if asked == NAMED[key].default or asked == NAMED[key].take(fields[key]):
            continue
        if key not in ("walls", "bridges", "vias") or fields[key] != NAMED[key].default:
            raise InputError(f"the {name} sets {key}. Leave out one of the two.")
        fields[key] = asked
    return {**wished, **fields}


AnySpec = Spec | ClassicSpec


def parse_recipe(text: str) -> AnySpec:
    """The spec of a recipe line; raises InputError if it cannot be read or another version of the generator wrote it.

    >>> parse_recipe("numlink 1 12x8 seed=5 pairs=8..10").pairs
    (8, 10)
    """
    words = text.split()
    version = natural(words[1]) if len(words) > 3 and words[0] in (Spec.GENERATOR, ClassicSpec.GENERATOR) else None
    if version is None:
        raise InputError(f"a recipe looks like 'numlink {GENERATOR_VERSION} 12x8 seed=5', not {text[:60]!r}.")
    if version != GENERATOR_VERSION:  # first: another version may have keys that are unknown here
        raise InputError(
            f"this recipe is for version {words[1]}, but this numlink makes boards of version {GENERATOR_VERSION}. "
            "Use the numlink that wrote it."
        )
    width, height = parse_size(words[2])
    if is_classic(text):
        return ClassicSpec(width, height, **_values(words[3:], CLASSIC_WISHES))
    return Spec(width, height, **_values(words[3:], WISHES))


def _values(words: list[str], wishes: dict[str, Wish]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        name = key.replace("-", "_")
        if (key not in wishes and key != "seed") or name in values or not value:
            keys = ", ".join(f"{key}=" for key in ("seed", *wishes))
            raise InputError(f"{word[:40]!r} is not part of a recipe. Use {keys}.")
        values[name] = read_whole(value) if key == "seed" else wishes[key].read(value)
    if "seed" not in values:
        raise InputError("the recipe has no seed. Add one, like seed=5.")
    return values
