"""Words that messages share (where a cell is, how many things there are), and what a note's key may be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from numlink.errors import quoted

WORD = re.compile("[A-Za-z][A-Za-z0-9_-]*")  # the key of a note of a puzzle, and of a line `key: value` of plain text


def where(width: int, cell: int) -> str:
    """How messages name a cell: `row 3, column 7`, counted from 1."""
    row, column = divmod(cell, width)
    return f"row {row + 1}, column {column + 1}"


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spelled(number: int, noun: str) -> str:
    """`five links`, `13 links`: a word up to twelve, because sentences about a puzzle name its numbers by digits."""
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {noun}{'' if number == 1 else 's'}"


def capital(sentence: str) -> str:
    """A sentence with its first letter as a capital."""
    return sentence[:1].upper() + sentence[1:]


def counted(number: int, noun: str) -> str:
    """`1 pair`, `2 pairs`."""
    digits = f"{number:,}" if abs(number) < 10**100 else quoted(number)
    return f"{digits} {noun}{'' if number == 1 else 's'}"


def html_table(rows: Iterable[Iterable[object]]) -> str:
    """Rows of cells as an HTML table, for notebooks."""
    cells = ("".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows)
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"


def json_fault(error: ValueError | RecursionError) -> str:
    """What is wrong with a text that `json.loads` refused: `line 1, column 3: Expecting value`."""
    from json import JSONDecodeError  # imported here: most commands read no JSON

    if isinstance(error, JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return "nested too deeply, or a number that is too long"


def written(position: Iterable[int]) -> str:
    """A position as files write it: `(0,3)`."""
    return f"({','.join(map(str, position))})"
