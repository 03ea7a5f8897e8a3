"""What a wish can be: the enums and their words, and how arguments and texts of recipes become such values."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from operator import index
from typing import Any, Literal, TypeVar

from numlink.errors import InputError, quoted
from numlink.model.arguments import member, natural, python_number, written_out
from numlink.model.kinds.names import Kind
from numlink.model.layout import Layout

Cells = TypeVar("Cells", bound=tuple[object, ...])


class Solids(StrEnum):
    """How many solid cells a new board gets: none, a few, or as many as the lab program leaves."""

    NONE = "none"
    FEW = "few"
    ANY = "any"


class Frequency(StrEnum):
    """How many walls or bridges a board gets at random if no number is given; random_obstacles.py has the numbers."""

    NONE = "none"
    FEW = "few"
    MANY = "many"


class PathSymmetry(StrEnum):
    """The symmetry of the solution's paths: none, by a half turn, or by a mirror that swaps left and right."""

    NONE = "none"
    ROTATE = "rotate"
    MIRROR = "mirror"


class ClueSymmetry(StrEnum):
    """The symmetry of the cells with numbers; MIRROR swaps left and right, FLIP top and bottom."""

    NONE = "none"
    ROTATE = "rotate"
    QUARTER = "quarter"
    MIRROR = "mirror"
    FLIP = "flip"


class Style(StrEnum):
    """The look of new boards: like those of the lab program, an app's levels, or a magazine's (docs/generation.md)."""

    LAB = "lab"
    APP = "app"
    MAGAZINE = "magazine"


class Difficulty(StrEnum):
    """The grade a new board must have, in the words of `Grade`; ANY takes the first board that is proven."""

    ANY = "any"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


class Misleading(StrEnum):
    """How much a new board must mislead, in the words of `Rating.manner`; ANY takes every board."""

    ANY = "any"
    PLAIN = "plain"
    SLY = "sly"
    DEVIOUS = "devious"


# the words that are accepted in place of enums
SolidsWord = Literal["none", "few", "any"]
SymmetryWord = Literal["none", "rotate", "quarter", "mirror", "flip", "paths", "paths-mirror"]
StyleWord = Literal["lab", "app", "magazine"]
DifficultyWord = Literal["any", "easy", "medium", "hard", "expert", "extreme"]
MisleadingWord = Literal["any", "plain", "sly", "devious"]
WrapWord = Literal["none", "rows", "columns", "both"]
FrequencyWord = Literal["none", "few", "many"]
Pairs = tuple[int, int]  # (least, most) number of pairs
Efforts = tuple[float, float]  # the least and the most effort of a rating; infinity: no upper bound
MOST_EFFORT = 999_999  # the largest bound of an effort, since recipes have six digits; a greater upper bound means none
CELLS = "[0-9]{1,9}(,[0-9]{1,9})*"  # matches cells in a recipe
WallCells = tuple[tuple[int, int], ...]  # walls by their two cells, the smaller first, in ascending order

PATHS = {"paths": PathSymmetry.ROTATE, "paths-mirror": PathSymmetry.MIRROR}
"""The words that wish for a symmetry of the paths; all other words are about the cells with numbers."""


def symmetry_wished(value: object) -> PathSymmetry | ClueSymmetry:
    """The symmetry of paths or of cells with numbers, for such a symmetry or for its word in any case.

    >>> symmetry_wished("rotate"), symmetry_wished("paths")
    (<ClueSymmetry.ROTATE: 'rotate'>, <PathSymmetry.ROTATE: 'rotate'>)
    """
    if isinstance(value, PathSymmetry | ClueSymmetry):
        return value
    word = written_out(value).lower()
    if word not in (*ClueSymmetry, *PATHS):
        raise InputError(f"{quoted(value)} is not a symmetry. Use one of {', '.join((*ClueSymmetry, *PATHS))}.")
    return PATHS[word] if word in PATHS else ClueSymmetry(word)


def symmetry_word(symmetry: PathSymmetry | ClueSymmetry) -> str:
    """The word that `symmetry_wished` reads as this symmetry.

    >>> symmetry_word(PathSymmetry.MIRROR), symmetry_word(ClueSymmetry.MIRROR)
    ('paths-mirror', 'mirror')
    """
    if symmetry is PathSymmetry.NONE or isinstance(symmetry, ClueSymmetry):
        return str(symmetry)
    return next(word for word, path in PATHS.items() if path is symmetry)


def symmetry_fields(symmetry: PathSymmetry | ClueSymmetry) -> dict[str, PathSymmetry | ClueSymmetry]:
    return {"symmetry" if isinstance(symmetry, PathSymmetry) else "clue_symmetry": symmetry}


def difficulty_of(value: object) -> Difficulty:
    """The Difficulty for a Difficulty, its word in any case, its number from 1 to 5, or a Grade.

    >>> difficulty_of("Hard"), difficulty_of(3), difficulty_of("3")
    (<Difficulty.HARD: 'hard'>, <Difficulty.HARD: 'hard'>, <Difficulty.HARD: 'hard'>)
    """
    word = written_out(value).lower()
    if word in ("1", "2", "3", "4", "5"):
        return list(Difficulty)[int(word)]
    try:
        return Difficulty(word)
    except ValueError:
        known = ", ".join(list(Difficulty)[1:])
        raise InputError(f"{quoted(value)} is not a difficulty. Use one of {known} (or 1 to 5), or any.") from None


def efforts_of(value: object) -> Efforts | None:
    """(least, most) rounded to three decimals; None in `value` means no bound. None if there is no bound at all.

    >>> efforts_of((2, 5)), efforts_of((2, None)), efforts_of((None, None))
    ((2.0, 5.0), (2.0, inf), None)
    """
    if value is None:
        return None
    value = [python_number(one) for one in value] if isinstance(value, tuple | list) else value
    numbers = [int, float, type(None)]
    if not isinstance(value, tuple | list) or len(value) != 2 or any(type(one) not in numbers for one in value):
        raise InputError(f"an effort is (least, most), not {quoted(value)}. Give (2, 5) or (2, None).")
    least = 0.0 if value[0] is None else round(float(value[0]), 3)
    most = math.inf if value[1] is None else round(float(value[1]), 3)
    if not 0 <= least <= most or least > MOST_EFFORT:
        raise InputError(
            f"effort {least:g}..{most:g} is not a range. Give the smaller first, from 0 to {MOST_EFFORT:,}."
        )
    return (least, most if most <= MOST_EFFORT else math.inf) if least or most <= MOST_EFFORT else None


def read_effort(text: str) -> Efforts | None:
    """(least, most) from `2..5`, `2.5..` or `..5`.

    >>> read_effort("2.5.."), read_effort("..5")
    ((2.5, inf), (0.0, 5.0))
    """
    number = r"([0-9]{1,6}(?:\.[0-9]{1,3})?)?"
    match = re.fullmatch(rf"{number}\.\.{number}", text)
    if not match or not (match[1] or match[2]):
        raise InputError(f"an effort must be a range like 2..5, 2.5.. or ..5, not {text[:40]!r}.")
    return efforts_of((float(match[1] or 0), float(match[2]) if match[2] else None))


def write_effort(efforts: Efforts) -> str:
    return f"{efforts[0]:.9g}.." + ("" if math.isinf(efforts[1]) else f"{efforts[1]:.9g}")


def solids_of(value: object) -> Solids | int:
    value = python_number(value)
    if type(value) is int:
        return value
    return member(Solids, value, "word for solids", any_case=True)


def read_solids(text: str) -> Solids | int:
    """The Solids or the number of solids that a recipe's text names."""
    found = Solids(text) if text in set(Solids) else natural(text)
    if found is None:
        raise InputError(f"solids are {', '.join(Solids)} or a number, not {text[:40]!r}.")
    return found


def pairs_of(value: object) -> Pairs | None:
    """(least, most) for such a pair or for one number; None, for the choice by size, as it is.

    >>> pairs_of(8), pairs_of((8, 10))
    ((8, 8), (8, 10))
    """
    if value is None:
        return None
    one = python_number(value)
    both = (one, one) if isinstance(one, int) else value
    both = [python_number(number) for number in both] if isinstance(both, tuple | list) else both
    if not isinstance(both, tuple | list) or len(both) != 2 or any(type(number) is not int for number in both):
        raise InputError(f"pairs must be a number, or (least, most), not {quoted(value)}. Give 8 or (8, 10).")
    return both[0], both[1]


def read_pairs(text: str) -> Pairs:
    """(least, most) from `8..10` or `8`.

    >>> read_pairs("8..10"), read_pairs("9")
    ((8, 10), (9, 9))
    """
    match = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", text)
    if not match:
        raise InputError(f"pairs must be a number like 9 or a range like 8..10, not {text[:40]!r}.")
    return int(match[1]), int(match[2] or match[1])


def read_whole(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,100}", text):
        raise InputError(f"{text[:40]!r} is not a whole number of at most 100 digits.")
    return int(text)


def length_of(value: object) -> int:
    value = python_number(value)
    if type(value) is not int:
        raise InputError(f"a min-length must be a whole number of cells, not {quoted(value)}.")
    return value


def cells_of(value: Iterable[int]) -> tuple[int, ...]:
    try:
        return tuple(sorted({*map(index, value)}))
    except TypeError:
        raise InputError(f"cells must be whole numbers, row * width + column, not {quoted(value)}.") from None


def read_mask(text: str) -> tuple[int, ...]:
    """The cells of a hexadecimal number, in which bit k stands for cell k."""
    if not re.fullmatch(r"[0-9a-f]+", text):
        raise InputError(f"mask={text[:40]} is not a hexadecimal number.")
    bits = int(text, 16)
    return tuple(cell for cell in range(bits.bit_length()) if bits >> cell & 1)


def kind_of(value: object) -> Kind:
    return member(Kind, value, "kind of board")


def layers_of(value: object) -> int:
    value = python_number(value)
    if type(value) is not int or value < 1:
        raise InputError(f"layers must be a number from 1, not {quoted(value)}.")
    return value


def _amount_of(value: object, what: str, named: Callable[[Any], Cells]) -> Frequency | int | Cells:
    """The wish for walls or bridges: one of the words, a number of them, or `named` ones."""
    if isinstance(value, str):
        return member(Frequency, value, f"wish for {what}", any_case=True)
    value = python_number(value)
    if type(value) is not int:
        return named(value) or Frequency.NONE
    if value < 0:
        raise InputError(f"{what} must be a number from 0, not {quoted(value)}.")
    return value or Frequency.NONE


def _read_amount(text: str, what: str, places: str, example: str) -> str | int | None:
    """The word or number in a recipe; None if the text matches `places`, a regular expression for walls or bridges.

    InputError, which gives `example` for such places, for any other text.
    """
    number = text if text in set(Frequency) else natural(text)
    if number is None and not re.fullmatch(places, text):
        raise InputError(f"{what} are {', '.join(Frequency)}, a number, or {example}, not {text[:40]!r}.")
    return number


def by_chance(wish: StrEnum | int | tuple[object, ...]) -> bool:
    """Whether a wish for walls or bridges asks for some at random, not for named ones."""
    return not isinstance(wish, tuple) and wish != "none"


def walls_of(value: object) -> Frequency | int | WallCells:
    """The wish for walls: one of the words, a number of walls, or walls, each as its two cells."""
    return _amount_of(value, "walls", lambda walls: tuple(sorted(Layout(walls=walls).walls)))


def read_walls(text: str) -> Frequency | int | WallCells:
    """The wish for walls that a recipe's text names: a word, a number, or walls as `3-4,5-17`.

    >>> read_walls("few"), read_walls("3-4,17-5")
    (<Frequency.FEW: 'few'>, ((3, 4), (5, 17)))
    """
    wall = "[0-9]{1,9}-[0-9]{1,9}"
    amount = _read_amount(text, "walls", f"{wall}(,{wall})*", "pairs of cells like 3-4,5-17")
    return walls_of([map(int, pair.split("-")) for pair in text.split(",")] if amount is None else amount)


def write_walls(walls: Frequency | int | WallCells) -> str:
    return ",".join(f"{first}-{second}" for first, second in walls) if isinstance(walls, tuple) else str(walls)


def bridges_of(value: object) -> Frequency | int | tuple[int, ...]:
    """The wish for bridges: one of the words, a number of bridges, or the cells that are bridges."""
    return _amount_of(value, "bridges", cells_of)


def read_bridges(text: str) -> Frequency | int | tuple[int, ...]:
    """The wish for bridges that a recipe's text names: a word, a number, or cells as `at:12,17`."""
    amount = _read_amount(text, "bridges", f"at:{CELLS}", "cells like at:12,17")
    return bridges_of(map(int, text[3:].split(",")) if amount is None else amount)


def write_bridges(bridges: Frequency | int | tuple[int, ...]) -> str:
    return f"at:{','.join(map(str, bridges))}" if isinstance(bridges, tuple) else str(bridges)


def read_vias(text: str) -> tuple[int, ...]:
    """The cells of vias that a recipe's text names; () for `none`."""
    if text != "none" and not re.fullmatch(CELLS, text):
        raise InputError(f"vias must be cells like 12,17, or none, not {text[:40]!r}.")
    return () if text == "none" else cells_of(map(int, text.split(",")))
