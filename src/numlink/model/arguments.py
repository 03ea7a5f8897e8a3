"""Checks of arguments: each returns the value, or raises an InputError that says what the argument should be.

`what` names the argument in the message, with its article: "a width".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from numbers import Integral, Real
from operator import index
from typing import Any, SupportsIndex, TypeVar

from numlink.errors import InputError, quoted, unknown_name

Given = TypeVar("Given")
Word = TypeVar("Word", bound=Enum)

MOST_DIGITS = 300  # the most digits of a whole number; a longer one would not fit a float
SEED_DIGITS = 100  # the most digits of a seed, also in a recipe


def whole(value: Any, what: str) -> int:
    """A whole number, of numpy too, as an int."""
    try:
        return int(index(value))  # index(True) is True
    except TypeError:
        raise InputError(f"{what} must be a whole number, not {quoted(value)}.") from None


def python_number(value: Any) -> Any:
    """A number of numpy or another library as an int or float; any other value, bools included, unchanged.

    Raises InputError for a whole number of more than MOST_DIGITS digits.

    >>> from fractions import Fraction
    >>> python_number(Fraction(1, 2)), python_number(7), python_number("7"), python_number(True)
    (0.5, 7, '7', True)
    """
    if type(value) in (float, bool, str):
        return value
    if isinstance(value, Integral):
        if abs(value) >= 10**MOST_DIGITS:
            raise InputError(f"a number has at most {MOST_DIGITS:,} digits. Give a smaller one.")
        return int(value)
    return float(value) if isinstance(value, Real) else value


def written_out(value: object) -> str:
    """`str(value)`, or `quoted(value)` for an int with too many digits to print."""
    try:
        return str(value)
    except ValueError:
        return quoted(value)


def member(kind: type[Word], value: object, what: str, *, any_case: bool = False) -> Word:
    """The enum member given as itself or as its word (with `any_case` also in upper case); `what` has no article."""
    try:
        return kind(str(value).lower() if any_case else value)
    except ValueError:
        raise unknown_name(what, value, (each.value for each in kind)) from None


def natural(word: str) -> int | None:
    """The number that a word of one to nine ASCII digits spells; None for any other word.

    >>> natural("12"), natural("²"), natural("-1")
    (12, None, None)
    """
    return int(word) if re.fullmatch("[0-9]{1,9}", word) else None


def is_broken(word: str) -> bool:
    """Whether a text contains half of a surrogate pair, such as \\ud800, which no file can hold.

    >>> is_broken("a\\ud800"), is_broken("é")
    (True, False)
    """
    return not word.isascii() and re.search(r"[\ud800-\udfff]", word) is not None


def instance(value: Any, kind: type[Given], what: str) -> Given:
    """A value of the class `kind`."""
    if not isinstance(value, kind):
        raise InputError(f"{what} must be a {kind.__name__}, not {quoted(value)}.")
    return value


def text(value: Any, what: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise InputError(f"{what} must be text, not {quoted(value)}.")
    return value


def flag(value: Any, what: str) -> bool:
    """True or False; a value that is neither true nor false, such as an array, is refused."""
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise InputError(f"{what} must be True or False, not {quoted(value)}.") from None


def function(value: Any, what: str) -> Callable[..., Any] | None:
    """A function, or None."""
    if value is not None and not callable(value):
        raise InputError(f"{what} must be a function, or None, not {quoted(value)}.")
    return value  # type: ignore[no-any-return]  # checked above


def seed_of(seed: SupportsIndex | None) -> int:
    """A seed as an int of at most SEED_DIGITS digits; for None, a fresh seed."""
    if seed is None:
        return random_seed()
    try:
        found = index(seed)
    except TypeError:
        raise InputError(f"a seed must be a whole number, not {quoted(seed)}.") from None
    if abs(found) >= 10**SEED_DIGITS:
        raise InputError(f"a seed has at most {SEED_DIGITS} digits. Give a smaller one.")
    return found


def random_seed() -> int:
    """A fresh seed from 0 to 2**32 - 1, short enough to be typed again."""
    from secrets import randbelow  # imported here: at the top it would cost 3 ms even if a seed is given

    return randbelow(2**32)
