"""What a text or its reader says about a board: its size, the order of coordinates, where counting starts.

    5 7        size: 5x7       5 rows, 7 columns       {"width": 7, "height": 5}       Board(5, 7)       level_5x7

text ──Sizes.of──> sizes and other text ──take_above──> also bare numbers above the first point
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from numlink.formats.grid.cuts import size_of
from numlink.formats.reading import NumberedLine

NAMED = re.compile(
    r"(?<![\w.])([A-Za-z]\w{0,20})[\"']?[ \t]{0,9}(?::|==?>?|,(?=[ \t]{0,9}[0-9]{1,4}$)|(\())[ \t]{0,9}"
    r"([\"'(\[]?)[ \t]{0,9}([0-9]{1,4}(?:(?:[ \t]{0,9}[x\u00d7*,;][ \t]{0,9}|[ \t]{1,9})[0-9]{1,4}){0,3})"
    r"(?!\w|\.[0-9]|[\"')\]]?[ \t]{0,9}[,;\s][ \t]{0,9}[(\[0-9])"
)
"""A name and the numbers that are its value."""
SIZE_IN_WORDS = re.compile(
    r"(?i)\b(?:(?:(height|rows)|width|columns|cols)[ \t]+([0-9]{1,4})"
    r"|([0-9]{1,4})[ \t]?-?(?:(rows|high|tall)|columns|cols|wide))\b"
)
"""A size in words: `5 rows`, `height 5`."""
WIDTH = re.compile(
    r"w|(?:grid|board|level|map)?_?width|x_?size|(?:n|num)_?col(?:umn)?s?|cols|columns|col(?:umn)?_?count|breite|spalten"
).fullmatch
HEIGHT = re.compile(
    r"h|(?:grid|board|level|map)?_?height|y_?size|(?:n|num)_?rows?|rows|row_?count|h(?:ö|oe)he|zeilen"
).fullmatch
SIDES = re.compile(r"n|m|side|size|shape|dim(?:ension)?s?|(?:grid|board)_?size").fullmatch
ACROSS = re.compile(r"(?:x|c|col|column)[12]?|j|spalte").fullmatch
DOWN = re.compile(r"(?:y|r|row)[12]?|i|zeile").fullmatch
"""Names, in lower case, that say what the numbers after them are."""
TIMES = re.compile(r"(?i)(?<![0-9])([0-9]{1,4})\s*[x\u00d7*]\s*([0-9]{1,4})(?![0-9])")
"""A size like 7x5, whose width may be either number."""
BASE = re.compile(r"(?i)\b([01])[ -]?(?:based|indexed)\b|\b(?:start|count)\w*(?: at| from)? ([01])\b")
"""What says where counting starts."""
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")


@dataclass(frozen=True, slots=True)
class GridWish:
    """What the caller says about a text: (width, height), whether x comes first, and the first coordinate (0 or 1)."""

    size: tuple[int, int] | None = None
    x_first: bool | None = None
    base: int | None = None


@dataclass(slots=True)
class Sizes:
    """The sizes that a text gives, and the text without them."""

    width: set[int] = field(default_factory=set)
    height: set[int] = field(default_factory=set)
    unnamed: dict[tuple[int, ...], bool] = field(default_factory=dict)
    """Sizes without names for their sides (rows, columns, perhaps with the number of pairs; or one side), and whether
    either number may be the width, as in 7x5."""
    base: int | None = None
    """The first coordinate (0 or 1), if the text says it."""
    rest: list[NumberedLine] = field(default_factory=list)

    @classmethod
    def of(cls, lines: Sequence[NumberedLine]) -> Sizes:
        """The sizes that the lines give by name or in words.  O(characters)."""
        found = cls()
        names = Counter(match[1] for _, line in lines for match in NAMED.finditer(line))
        taken = partial(found._take_named, names=names)
        for number, line in lines:
            rest = BASE.sub(found._take_base, SIZE_IN_WORDS.sub(found._take_words, NAMED.sub(taken, line)))
            found.rest.append((number, rest))
        return found

    def _take_words(self, size: re.Match[str]) -> str:
        high, after, before, tall = size.groups()
        (self.height if high or tall else self.width).add(int(after or before))
        return " "

    def _take_base(self, base: re.Match[str]) -> str:
        self.base = int(base[1] or base[2])
        return " "

    def _take_named(self, named: re.Match[str], *, names: Counter[str]) -> str:
        """The match as it is if it may be coordinates, else a blank; if it is a size, that is added to these sizes."""
        name, numbers = named[1].lower(), [int(number) for number in re.findall("[0-9]+", named[4])]
        if (WIDTH(name) or HEIGHT(name)) and len(numbers) == 1 and named[3] not in OPENING:
            (self.width if WIDTH(name) else self.height).add(numbers[0])
        elif SIDES(name) and len(numbers) < 4:
            self.unnamed[(*numbers,)] = TIMES.search(named[4]) is not None
        elif names[named[1]] > 1 or len(numbers) > 1 or named[2] or named[3] or ACROSS(name) or DOWN(name):
            return named[0]
        return " "

    @property
    def sides(self) -> tuple[int | None, int | None]:
        """(width, height), with None for a side that is not given or given several times."""
        both = [*{size if len(size) == 2 else size * 2 for size, either in self.unnamed.items() if not either}]
        side = both[0][0] if len(both) == 1 and len({*both[0]}) == 1 else None
        width, height = (next(iter(found)) if len(found) == 1 else side for found in (self.width, self.height))
        return width, height

    def board_sizes(self, pairs: int) -> set[tuple[int, int]]:
        """(width, height) of every board that the sizes can mean."""
        width, height = self.sides
        if width and height and (self.width or self.height):
            return {(width, height)}
        found: set[tuple[int, int]] = set()
        for size, either in self.unnamed.items() if len(self.unnamed) == 1 else ():
            rests = [size] if len(size) < 3 else [size[:at] + size[at + 1 :] for at in (0, 2) if size[at] == pairs]
            found |= {(rest[-1], rest[0]) for rest in rests}
            if either or (len(size) == 3 and size[0] == pairs):  # either is the width
                found |= {(rest[0], rest[-1]) for rest in rests}
        return found

    def take_above(self) -> list[str]:
        """The lines, without sizes above the first point, which are added; or without the only one like 7x5."""
        lines = [line for _, line in self.rest]
        for index, line in enumerate(lines):
            size = size_of(line)
            if size and self.unnamed and re.search(r"[^\W\d_]", lines[index - 1]):
                break  # a point below its label
            before = self.unnamed or (self.width and self.height)
            if size and (len(size) < 3 or not before):  # a second line of three may be a labelled point
                either = TIMES.search(line) is not None or any(self.unnamed.values())
                if len(size) == 1 and [*map(len, self.unnamed)] == [2]:
                    size = (*self.unnamed.popitem()[0], *size)  # the number of pairs
                self.unnamed[size] = either
                lines[index] = ""
            elif any(map(str.isdigit, line)):
                break
        stated = {size.groups() for line in lines for size in TIMES.finditer(line)}
        if len(stated) == 1 and not (self.width or self.height or self.unnamed):
            self.unnamed[tuple(map(int, *stated))] = True
            lines = [TIMES.sub(" ", line) for line in lines]
        return lines


def sizes_around(numbers: tuple[int, ...], pairs: int) -> set[tuple[int, int]]:
    """(width, height) of every board that one to three numbers around all records can mean: one or two sides, perhaps
    after the number of the board or before the number of pairs."""
    before_pairs = numbers[:-1] if numbers[1:] and numbers[-1] == pairs else numbers
    sides = [(each * 2)[-2:] for each in (numbers, before_pairs)]
    return {(size[turn], size[1 - turn]) for size in sides for turn in (0, 1)}
