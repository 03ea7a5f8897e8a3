"""What a generated puzzle is made from, as a value and as one line of text.

    numlink 1 12x8 seed=5 solids=few pairs=8..10

Word, version of the generator, size, then `key=value` for the seed and for everything that is not the default.  The
same line gives the same puzzle for ever: a change that would alter puzzles raises the version, and older recipes are
then refused in words.  What rating decides has a version of its own: only recipes with a difficulty depend on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numlink.errors import InputError
from numlink.model.rules import COVER, Rules
from numlink.model.sizes import parse_size

VERSION = 1
"""Of the generator; raised by any change that alters what it makes of a seed."""

GRADED_VERSION = 2
"""Of recipes with a difficulty; raised by any change to the generator, to rating or to the search for a grade."""

PROOFS = ("unique", "strict")
SOLIDS = ("none", "few", "any")
SYMMETRIES = ("none", "rotate", "mirror")


@dataclass(frozen=True, slots=True)
class Spec:
    """Everything that decides a generated puzzle.

    `rules` and `proof` say what is proven; `solids` is "none", "few", "any" or a number; `pairs` the least and most
    allowed, None: chosen by size; `mask` the cells (ascending) that are solid in any case; `difficulty` a grade's name
    or "any".
    """

    width: int
    height: int
    seed: int
    rules: Rules = COVER
    proof: str = "unique"
    solids: str | int = "none"
    pairs: tuple[int, int] | None = None
    min_length: int = 3
    mask: tuple[int, ...] = ()
    symmetry: str = "none"
    difficulty: str = "any"

    @property
    def strict(self) -> bool:
        """Whether exactly one linking is wanted even if cells may stay empty.

        Under rules that let cells stay empty a solution that covers is the only one if and only if that holds.
        """
        return self.proof == "strict" or not self.rules.fill

    @property
    def version(self) -> int:
        """The version of all that decides this puzzle."""
        return VERSION if self.difficulty == "any" else GRADED_VERSION

    @property
    def recipe(self) -> str:
        """The line that makes this puzzle again.

        >>> Spec(12, 8, 5, pairs=(8, 10)).recipe
        'numlink 1 12x8 seed=5 pairs=8..10'
        """
        words = [f"numlink {self.version} {self.width}x{self.height} seed={self.seed}"]
        if self.rules != COVER:
            words.append(f"rules={self.rules}")
        if self.proof != "unique":
            words.append(f"proof={self.proof}")
        if self.solids != "none":
            words.append(f"solids={self.solids}")
        if self.pairs is not None:
            words.append(f"pairs={self.pairs[0]}..{self.pairs[1]}")
        if self.min_length != 3:
            words.append(f"min-length={self.min_length}")
        if self.symmetry != "none":
            words.append(f"symmetry={self.symmetry}")
        if self.difficulty != "any":
            words.append(f"difficulty={self.difficulty}")
        if self.mask:
            words.append(f"mask={sum(1 << cell for cell in self.mask):x}")
        return " ".join(words)


def parse_recipe(text: str) -> Spec:
    """The Spec behind a recipe line; raises InputError where it cannot be read or another version wrote it.

    >>> parse_recipe("numlink 1 12x8 seed=5 pairs=8..10").pairs
    (8, 10)
    """
    words = text.split()
    if len(words) < 4 or words[0] != "numlink" or not re.fullmatch(r"[0-9]{1,9}", words[1]):
        raise InputError(f"a recipe looks like 'numlink {VERSION} 12x8 seed=5', not {text[:60]!r}.")
    if int(words[1]) > max(VERSION, GRADED_VERSION):
        _require_version(words[1], VERSION)  # before stumbling over words it may have learnt
    width, height = parse_size(words[2])
    values: dict[str, str] = {}
    for word in words[3:]:
        key, _, value = word.partition("=")
        if key not in _READERS or key in values or not value:
            raise InputError(f"{word[:40]!r} is no part of a recipe. Use {', '.join(f'{key}=' for key in _READERS)}.")
        values[key] = value
    if "seed" not in values:
        raise InputError("the recipe has no seed. Add one, like seed=5.")
    spec = Spec(width, height, **{key.replace("-", "_"): _READERS[key](value) for key, value in values.items()})
    _require_version(words[1], spec.version)
    return spec


def _require_version(found: str, wanted: int) -> None:
    if int(found) != wanted:
        raise InputError(
            f"this recipe is of generator version {found}; this numlink has version {wanted} and would make "
            "another puzzle. Use the numlink that wrote it."
        )


def parse_pairs(text: str) -> tuple[int, int]:
    """(least, most) from `8..10` or `8`.

    >>> parse_pairs("8..10"), parse_pairs("9")
    ((8, 10), (9, 9))
    """
    match = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", text)
    if not match:
        raise InputError(f"pairs are a number like 9 or a range like 8..10, not {text[:40]!r}.")
    return int(match[1]), int(match[2] or match[1])


def parse_solids(text: str) -> str | int:
    """One of the words, or a number of solids."""
    if text in SOLIDS:
        return text
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise InputError(f"solids are {', '.join(SOLIDS)} or a number, not {text[:40]!r}.")
    return int(text)


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,100}", text):
        raise InputError(f"{text[:40]!r} is not a whole number.")
    return int(text)


def _mask(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[0-9a-f]+", text):
        raise InputError(f"mask={text[:40]} is not a hexadecimal number.")
    bits = int(text, 16)
    return tuple(cell for cell in range(bits.bit_length()) if bits >> cell & 1)


_READERS: dict[str, Callable[[str], Any]] = {
    "seed": _whole,
    "rules": Rules.named,
    "proof": str,
    "solids": parse_solids,
    "pairs": parse_pairs,
    "min-length": _whole,
    "symmetry": str,
    "difficulty": str,
    "mask": _mask,
}
