"""The ways to cut a line into cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable

FRAMED = re.compile(r"\s*+\|([^|]++)\|\s*+")
"""A row between bars."""
BLANK_FIELD = re.compile(r"^\t|\t\t|\t$")

Cutting = Callable[[str], "list[str] | None"]
"""The cells of a line; None if the line cannot be cut so."""


def _fields(separator: str) -> Cutting:
    def cut(line: str) -> list[str] | None:
        if separator not in line:
            return None
        fields = line.split(separator)
        if '"' in line:
            try:
                fields = next(csv.reader([line], delimiter=separator, skipinitialspace=True))
            except (csv.Error, StopIteration):
                return None
        return [field.strip(" ") for field in fields] if fields[1:] != [""] or not fields[0].strip() else None

    return cut


def bars_around(lines: Iterable[tuple[int, str]]) -> Cutting:
    """The cut at bars; whether bars stand around each row, too, is what all rows of `lines` have."""
    bare = [line.strip() for _, line in lines if "|" in line]
    around = all(len(line) > 1 and line[0] == line[-1] == "|" for line in bare)

    def cut(line: str) -> list[str] | None:
        if "|" not in line:
            return None
        return [field.strip() for field in (line.strip()[1:-1] if around else line).split("|")]

    return cut


def _between_bars(line: str) -> list[str] | None:
    several = "|" in line and any(" " in field.strip() for field in line.split("|"))
    return line.replace("|", " ").split() if several else None


def _words(line: str) -> list[str] | None:
    return None if "|" in line or "&" in line or BLANK_FIELD.search(line) else line.split()


def _characters(line: str) -> list[str] | None:
    framed = FRAMED.fullmatch(line)
    bare = line.strip() if framed is None else framed[1]
    return list(bare) if bare and not any(sign.isspace() or sign in ",;|&" for sign in bare) else None


def _framed_columns(line: str) -> list[str] | None:
    """Every second sign between two bars, if the others are blank."""
    framed = FRAMED.fullmatch(line)
    inner = framed[1] if framed else ""
    return (
        [sign.strip() for sign in inner[1::2]] if len(inner) > 4 and len(inner) % 2 and not inner[::2].strip() else None
    )


BARS, GLUED = "cells between bars", "single characters"
CUTS: dict[str, Cutting] = {
    BARS: bars_around(()),
    "every second character": _framed_columns,
    "cells between '&'": _fields("&"),
    "cells between tabs": _fields("\t"),
    "cells between semicolons": _fields(";"),
    "cells between commas": _fields(","),
    "cells between bars and blanks": _between_bars,
    "cells between blanks": _words,
    GLUED: _characters,
}
