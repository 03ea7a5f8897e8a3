"""Reading and writing puzzles: a registry of formats, each in a module of its own, loaded when first needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from numlink.errors import InputError, ParseError
from numlink.formats.base import Format, Item
from numlink.puzzle import Puzzle

__all__ = [
    "Format",
    "Item",
    "dumps",
    "format_for_file",
    "format_named",
    "iterate",
    "load",
    "parse",
    "recognise",
]

_MODULES = {
    "plain": "numlink.formats.plain",
    "json": "numlink.formats.json_lines",
    "lab": "numlink.formats.lab",
}
"""Names in the order in which formats are tried on a text: plain and JSON win when several could match."""


def names() -> list[str]:
    """The names of all formats."""
    return list(_MODULES)


def format_named(name: str) -> Format:
    """The format with this name; raises InputError for an unknown one."""
    if name not in _MODULES:
        raise InputError(f"{name!r} names no format. Use one of {', '.join(_MODULES)}.")
    found = import_module(_MODULES[name]).FORMAT
    assert isinstance(found, Format)
    return found


def format_for_file(path: str | Path) -> Format | None:
    """The format that the ending of a file name stands for, if any."""
    ending = Path(path).suffix.lower()
    return next((found for found in map(format_named, _MODULES) if ending in found.endings), None)


def recognise(text: str) -> Format:
    """The format a text is in, where that is safe to say; raises ParseError where it is not."""
    for name in _MODULES:
        found = format_named(name)
        if found.recognise is not None and found.recognise(text):
            return found
    if not text.strip():
        raise ParseError("the text is empty. Give at least one board.")
    raise ParseError(
        "no known format. Give rows of '.', 'X' and numbers separated by blanks, or name the format with --from "
        f"({', '.join(_MODULES)}).",
        line=1,
    )


def iterate(text: str, format: str | None = None) -> Iterator[Item]:
    """The puzzles of a text in order, each bad one as the ParseError that stands in its place."""
    chosen = recognise(text) if format is None else format_named(format)
    if chosen.read is None:
        raise InputError(f"format {chosen.name} can be written but not read.")
    return chosen.read(text)


def parse(text: str, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a text; `format` names its format, None has it recognised.

    Raises ParseError, with line and column, at the first puzzle that cannot be read.

    >>> [puzzle.rows() for puzzle in parse("1 . 1")]
    [[(1, 0, 1)]]
    """
    puzzles = []
    for item in iterate(text, format):
        if isinstance(item, ParseError):
            raise item
        puzzles.append(item)
    if not puzzles:
        raise ParseError("the text holds no board. Give at least one.")
    return puzzles


def load(path: str | Path, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a file; see `parse`.  Raises InputError where the file cannot be read."""
    return parse(read_text(path), format)


def read_text(path: str | Path) -> str:
    """The text of a file; raises InputError where it cannot be had."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"{path} is not UTF-8 text (byte {error.start}). Give a text file of puzzles.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot read {path}: {reason}.") from None


def dumps(puzzles: Puzzle | Iterable[Puzzle], format: str = "plain") -> str:
    """Puzzles as text in a format; raises CannotHold for what the format has no room for."""
    chosen = format_named(format)
    if chosen.write is None:
        raise InputError(f"format {chosen.name} can be read but not written.")
    return chosen.write([puzzles] if isinstance(puzzles, Puzzle) else puzzles)
