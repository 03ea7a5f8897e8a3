"""The wishes of a dataset: those that all its puzzles share, and those that take turns.

Combinations of several styles, symmetries and numbers of pairs take turns, styles the fastest; each is a Spec whose
size, seed, grade and mask are replaced for each puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import partial
from itertools import product
from typing import Any

from numlink.errors import InputError, quoted
from numlink.making.recipe import Spec
from numlink.making.wish_values import ClueSymmetry, PathSymmetry, symmetry_fields, symmetry_wished, symmetry_word
from numlink.making.wishes import NAMED, WISHES
from numlink.model.words import counted

Turns = tuple[Spec, ...]  # the wishes that take turns; they differ only in MIXED
MIXED = ("symmetry", "style", "pairs")  # the wishes that may have several values, in turn

OPTIONS = tuple(name for name in NAMED if name not in ("difficulty", "clue_symmetry"))
"""The options of a plan that are wishes, except grades; `mask` has a value for each size."""

_SINGLE = tuple(name for name in OPTIONS if name not in (*MIXED, "mask"))

OF_BOARDS = ("board", "tiling", "wrap", "layers", "vias", "walls", "bridges", "solids", "min_length")
"""The wishes for the board, or for the shortest path."""

OF_PATHS = ("symmetry", "clue_symmetry", "style", "pairs", "effort", "misleading", "clues")
"""The wishes for the paths or the rating."""

NOTHING = Spec(1, 1, 0)  # no wish


def asks(wish: Spec, names: Iterable[str]) -> bool:
    """Whether a Spec has any of these wishes."""
    return any(getattr(wish, name) != NAMED[name].default for name in names)


def turns_of(wish: Spec) -> dict[str, str]:
    """The values of MIXED in a wish, in words; "" if the generator chooses.

    >>> turns_of(Spec(1, 1, 0, pairs=(5, 5)))
    {'symmetry': 'none', 'style': 'lab', 'pairs': '5'}
    """
    pairs = wish.pairs
    symmetry = wish.clue_symmetry if wish.symmetry is PathSymmetry.NONE else wish.symmetry
    return {
        "symmetry": symmetry_word(symmetry),
        "style": wish.style.value,
        "pairs": "" if pairs is None else str(pairs[0]) if pairs[0] == pairs[1] else WISHES["pairs"].write(pairs),
    }


def options_of(turns: Turns, masks: tuple[tuple[int, ...], ...] = ()) -> dict[str, Any]:
    """The options that differ from their defaults, as in a configuration file.

    >>> options_of((Spec(1, 1, 0, symmetry="rotate", style="app", effort=(2, 5), clues=(0, 3), layers=2),), ((0,), ()))
    {'symmetry': 'paths', 'style': 'app', 'layers': 2, 'effort': '2..5', 'clues': '9', 'mask': '1,0'}
    >>> options_of(turns_from({"style": "lab,app", "pairs": [5, "6..8"]}, 1))
    {'style': 'lab,app', 'pairs': '5,6..8'}
    """
    words, usual = [turns_of(wish) for wish in turns], turns_of(NOTHING)
    mixed = {key: ",".join(dict.fromkeys(each[key] for each in words)) for key in MIXED}
    found: dict[str, Any] = {key: word for key, word in mixed.items() if word != usual[key]}
    for name in _SINGLE:
        value, wish = getattr(turns[0], name), NAMED[name]
        if value != wish.default:
            found[wish.key] = value if type(value) is int else wish.write(value)
    return found | ({"mask": ",".join(map(WISHES["mask"].write, masks))} if masks else {})


def turns_from(options: Mapping[str, Any], sizes: int) -> Turns:
    """The turns with these options, each a value or its text in a recipe; those in MIXED may list several.

    `sizes` is how many sizes the dataset has.  Raises InputError for bad and repeated values, and for clues if there
    are several sizes.

    >>> [str(wish.style) for wish in turns_from({"style": "lab,app", "symmetry": "none,rotate"}, 1)]
    ['lab', 'app', 'lab', 'app']
    >>> [wish.pairs for wish in turns_from({"pairs": "5,6..8", "style": "lab,app"}, 1)]
    [(5, 5), (5, 5), (6, 8), (6, 8)]
    """
    single: dict[str, Any] = {name: value_of(name, options[name]) for name in _SINGLE if name in options}
    if single.get("clues") and sizes > 1:
        raise InputError("clues are cells, so all boards must have one size. Give one size, or leave the clues out.")
    symmetries = _several(options, "symmetry", symmetry_wished, ClueSymmetry.NONE)
    styles = _several(options, "style", partial(value_of, "style"), NOTHING.style)
    pairs = _several(options, "pairs", partial(value_of, "pairs"), None)
    turns = product(pairs, map(symmetry_fields, symmetries), styles)
    return tuple(Spec(1, 1, 0, **single | symmetry, style=style, pairs=number) for number, symmetry, style in turns)


def masks_from(mask: Any, sizes: int) -> tuple[tuple[int, ...], ...]:
    """The mask of each size, from values or a text with commas; () if all are empty; InputError for a wrong number."""
    if not isinstance(mask, str | tuple):
        raise _bad("mask", mask)
    masks = tuple(value_of("mask", part) for part in (mask.split(",") if isinstance(mask, str) else mask))
    if masks and len(masks) != sizes:
        raise InputError(f"there are {counted(len(masks), 'mask')} for {counted(sizes, 'size')}. Give one for each.")
    return masks if any(masks) else ()


def value_of(name: str, given: Any) -> Any:
    """The value of a wish, given as a value or as its text in a recipe; raises InputError for a bad one."""
    wish = NAMED[name]
    try:
        return wish.read(given) if isinstance(given, str) else wish.take(given)
    except InputError:
        raise
    except (TypeError, ValueError):
        raise _bad(name, given) from None


def _bad(name: str, given: Any) -> InputError:
    return InputError(f"{name} must be text as in a recipe, not {quoted(given)}.")


def _several(options: Mapping[str, Any], key: str, read: Callable[[Any], Any], usual: object) -> list[Any]:
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
        raise InputError(f"{NAMES[key]} is listed twice. List each once.")
    return found


NAMES = {"symmetry": "a symmetry", "style": "a style", "pairs": "a number of pairs"}
"""The wishes of MIXED in the words of messages."""
