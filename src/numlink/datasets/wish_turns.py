"""The wishes of a dataset beside size, grade and board: style, symmetry, pairs, clues, effort, misleading.

A plan writes them as the command line does (`symmetry = "rotate"`, `effort = "2..5"`); a file of clues becomes the
cells that it marks.  Several styles, symmetries and numbers of pairs may be given; puzzles have their combinations in
turn:

    style = "lab,app", symmetry = "none,rotate"  ──>  lab, app, lab with rotate, app with rotate
    style = "lab,app", pairs = "5,6..8"          ──>  lab with 5, app with 5, lab with 6 to 8, app with 6 to 8
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import partial
from itertools import product
from typing import Any

from numlink.datasets.board_columns import value_of
from numlink.errors import InputError
from numlink.making.wish_values import (
    ClueSymmetry,
    Efforts,
    Misleading,
    Pairs,
    PathSymmetry,
    Style,
    symmetry_fields,
    symmetry_wished,
    symmetry_word,
)
from numlink.making.wishes import WISHES

MIXED = ("symmetry", "style", "pairs")
"""The wishes of which several may be given, in turn."""

SINGLE = ("effort", "misleading", "clues")
"""The wishes that are the same for all puzzles."""

OPTIONS = (*MIXED, *SINGLE)
"""All options of a plan for these wishes."""


@dataclass(frozen=True, slots=True)
class Wished:
    """Fields of `Spec` about paths and ratings, for puzzles of a dataset; `clues` need boards of one size."""

    symmetry: PathSymmetry = PathSymmetry.NONE
    clue_symmetry: ClueSymmetry = ClueSymmetry.NONE
    style: Style = Style.LAB
    pairs: Pairs | None = None
    effort: Efforts | None = None
    misleading: Misleading = Misleading.ANY
    clues: tuple[int, ...] = ()

    @property
    def rated(self) -> bool:
        """Whether an effort or a manner is wished, for which the generator must rate boards."""
        return self.effort is not None or self.misleading is not Misleading.ANY

    def fields(self) -> dict[str, Any]:
        """The arguments of a Spec that are not its defaults."""
        found = {part.name: getattr(self, part.name) for part in fields(self)}
        return {name: value for name, value in found.items() if value != getattr(NOTHING, name)}

    @property
    def any_symmetry(self) -> PathSymmetry | ClueSymmetry:
        """The symmetry of the paths, or if that is NONE, the symmetry of the cells with numbers."""
        return self.clue_symmetry if self.symmetry is PathSymmetry.NONE else self.symmetry


NOTHING = Wished()
"""No wish."""


Wishes = tuple[Wished, ...]
"""The wishes that the puzzles of a dataset have in turn; they differ only in style, symmetry and pairs."""


def turns_of(wish: Wished) -> dict[str, str]:
    """The words of a wish for each of MIXED; "" if the generator chooses.

    >>> turns_of(Wished(pairs=(5, 5)))
    {'symmetry': 'none', 'style': 'lab', 'pairs': '5'}
    """
    pairs = wish.pairs
    return {
        "symmetry": symmetry_word(wish.any_symmetry),
        "style": WISHES["style"].write(wish.style),
        "pairs": "" if pairs is None else str(pairs[0]) if pairs[0] == pairs[1] else WISHES["pairs"].write(pairs),
    }


def options_of(wishes: Wishes) -> dict[str, str]:
    """The options that differ from their defaults, as in a configuration file.

    >>> options_of((Wished(PathSymmetry.ROTATE, style=Style.APP, effort=(2.0, 5.0), clues=(0, 3)),))
    {'symmetry': 'paths', 'style': 'app', 'effort': '2..5', 'clues': '9'}
    >>> options_of(wishes_from({"style": "lab,app", "pairs": [5, "6..8"]}, 1))
    {'style': 'lab,app', 'pairs': '5,6..8'}
    """
    turns = [turns_of(wish) for wish in wishes]
    mixed = {key: ",".join(dict.fromkeys(words[key] for words in turns)) for key in MIXED}
    usual = turns_of(NOTHING)
    single = {key: WISHES[key].write(value) for key, value in wishes[0].fields().items() if key in SINGLE}
    return {key: word for key, word in mixed.items() if word != usual[key]} | single


def wishes_from(options: Mapping[str, Any], sizes: int) -> Wishes:
    """The Wishes with these options, each given as a value or as its text in a recipe.

    For MIXED, several may be given as a list or as a text with commas.  `sizes` is how many sizes the dataset has.
    Raises InputError for bad and repeated values, and for clues if there are several sizes.

    >>> wishes_from({"symmetry": "mirror", "effort": "2..", "misleading": "sly"}, 2)[0].effort
    (2.0, inf)
    >>> [str(wish.style) for wish in wishes_from({"style": "lab,app", "symmetry": "none,rotate"}, 1)]
    ['lab', 'app', 'lab', 'app']
    >>> [wish.pairs for wish in wishes_from({"pairs": "5,6..8", "style": "lab,app"}, 1)]
    [(5, 5), (5, 5), (6, 8), (6, 8)]
    """
    single: dict[str, Any] = {key: value_of(key, options[key]) for key in SINGLE if key in options}
    if single.get("clues") and sizes > 1:
        raise InputError("clues are cells of boards of one size. Give one size, or leave the clues out.")
    symmetries = _several(options, "symmetry", symmetry_wished, ClueSymmetry.NONE)
    styles = _several(options, "style", partial(value_of, "style"), Style.LAB)
    pairs = _several(options, "pairs", partial(value_of, "pairs"), None)
    turns = product(pairs, map(symmetry_fields, symmetries), styles)
    return tuple(Wished(**single | symmetry, style=style, pairs=number) for number, symmetry, style in turns)


def _several(options: Mapping[str, Any], key: str, read: Callable[[Any], Any], usual: object) -> list[Any]:
    """The values given for a wish of MIXED; `read` turns each into a value, `usual` is the default.

    Raises InputError for an empty list and for a repeated value.
    """
    given = options.get(key, usual)
    if isinstance(given, list) or (isinstance(given, tuple) and key != "pairs"):  # (5, 8) is a range of pairs
        words = list(given)
    elif isinstance(given, str) and not isinstance(given, StrEnum):
        words = [word.strip() for word in given.split(",")]
    else:
        words = [given]
    if not words:
        raise InputError(f"a list for {key} needs a word. Leave it out for {usual or 'the usual ones'}.")
    found = [read(word) for word in words]
    if len({*found}) < len(found):
        raise InputError(f"{NAMES[key]} is named twice. Name each once.")
    return found


NAMES = {"symmetry": "a symmetry", "style": "a style", "pairs": "a number of pairs"}
"""The wishes of MIXED in the words of messages."""
