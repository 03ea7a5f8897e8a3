"""One line next to others: the ways to cut it into cells, and whether it is a size, a heading, a title or a row.

1 . 2     cells between spaces        5 7     a size        a b c   a heading that numbers columns
1|.|2     cells between bars          1 . .   a row that is too short
1.2       single characters           Easy    a title
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from string import ascii_lowercase, ascii_uppercase

from numlink.formats.grid.labels import ALWAYS_EMPTY, MAY_BE_CELL, Tokens

SIZE = re.compile(
    r"(?i)\s*+(?:[#%]\s++)?(?:(?:size|grid|dimensions?|shape|n)\s*+[:=]?\s*+)?[(\[]?([0-9]{1,4})"
    r"(?:(?:\s*+[x\u00d7*,;]\s*+|\s++(?:by\s++)?)([0-9]{1,4}))?+(?:(?:\s*+,\s*+|\s++)([0-9]{1,4}))?+\s*+[)\]]?+\s*+"
)
"""A line that gives a size: one to three numbers, perhaps with a name."""
WORD = re.compile(r"[^\W\d_]{3,}")
COUNTED = re.compile(r"[^\w\s]{0,3}([^\W\d]{0,6})([0-9]{1,4})[^\w\s]{0,3}")
REMARK = re.compile(r"\s*(?:#|//|;|%)\s+[^\W\d]")
"""A comment that begins with a word."""
POINTS = re.compile(r"(?i)\b(?:(?:row|y)[12]?\W+(?:col(?:umn)?|x)|(?:col(?:umn)?|x)[12]?\W+(?:row|y))[12]?\b")
"""What names the columns of a list of points."""
LONG = 3
"""From so many characters on, a word is more likely part of a title than a cell."""


# ---- cuts ------------------------------------------------------------------------------------------------------

Cutting = Callable[[str], list[str]]
"""Returns the cells of a line; [] if it cannot be cut that way."""


def _fields(separator: str) -> Cutting:
    def cut(line: str) -> list[str]:
        fields = (line.rstrip("; ") if separator == "," else line).split(separator)
        return [field.strip() for field in fields] if len(fields) > 2 or any(fields[1:]) else []

    return cut


def _between_bars(line: str) -> list[str]:
    several = "|" in line and any(" " in field.strip() for field in line.split("|"))
    return line.replace("|", " ").split() if several else []


def _words(line: str) -> list[str]:
    return [] if "|" in line or re.search(r"^\t|\t\t|\t$", line) else line.rstrip(" ,;\\").split()


def _characters(line: str) -> list[str]:
    bare = line.strip().removeprefix("|").removesuffix("|")
    return [] if any(sign.isspace() or sign in ",;|" for sign in bare) else [*bare]


def _framed_characters(line: str) -> list[str]:
    """All characters between two bars, where blanks are the empty cells."""
    framed = re.fullmatch(r"\s*+\|([^|,;]++)\|\s*+", line)
    return [sign.strip() for sign in framed[1]] if framed and ALWAYS_EMPTY.isdisjoint(framed[1]) else []


def _framed_columns(line: str) -> list[str]:
    """Every second character between two bars, if the others are blank."""
    framed = re.fullmatch(r"\s*+\|([^|]++)\|\s*+", line)
    return [sign.strip() for sign in framed[1][1::2]] if framed and not framed[1][::2].strip() else []


SEMICOLONS, COMMAS = "cells between semicolons", "cells between commas"
BARS, TABS, WORDS, CHARACTERS = "cells between bars", "cells between tabs", "cells between spaces", "single characters"
FRAMED = "characters in a frame"
SEPARATED = (BARS, TABS, SEMICOLONS, COMMAS)
"""Cuts at a separator that may also follow the last cell of a row; bars and tabs may also precede the first."""
CUTS: dict[str, Cutting] = {
    BARS: _fields("|"),
    TABS: _fields("\t"),
    SEMICOLONS: _fields(";"),
    COMMAS: _fields(","),
    "every second character": _framed_columns,
    "cells between bars and spaces": _between_bars,
    WORDS: _words,
    CHARACTERS: _characters,
    FRAMED: _framed_characters,
}


def split_words(tokens: Tokens) -> Tokens:
    """The rows, as rows of characters if each is a single word and all words are equally long."""
    words = [row[0] for row in tokens if len(row) == 1 and len(row[0].split()) == 1]
    apart = 0 < len(words) == len(tokens) and len({*map(len, words)}) == 1
    return [list(word) for word in words] if apart else tokens


# ---- what a line is --------------------------------------------------------------------------------------------

CutLine = tuple[int, str, list[str]]
"""A line as (number, text, cells)."""


def size_of(line: str) -> tuple[int, ...]:
    """The one to three numbers of a line that may be a size; () if it holds anything else."""
    match = SIZE.fullmatch(line)
    return tuple(int(group) for group in match.groups() if group) if match else ()


def are_numbered(rows: Tokens) -> bool:
    """Whether the first cells of rows number them, upwards or downwards."""
    cells = [row[0] for row in rows]
    return count_up(cells) or count_up(cells[::-1])


def is_heading(cells: list[str], rows: list[list[str]]) -> bool:
    """Whether the cells of a line number the columns of `rows`, whose first cells number the rows."""
    width = len(rows[0]) - (not any(row[-1] for row in rows))  # after the last bar there is no cell
    return width - len(cells) in (0, 1) and count_up(cells) and are_numbered(rows)


def looks_like_row(vocabulary: set[str], width: int, by_character: bool, line: str, cells: list[str]) -> bool:
    """Whether a line next to a run of rows with these cells can only be a row with too few or too many cells.

    It is one if it holds a whole row or names the columns of points; else, unless it is a remark or prose, if its cells
    are mostly known or short.
    """
    words, tokens = line.split(), cells or re.sub(r"[,;]", " ", line).split()
    known = sum(token in vocabulary or token.isdecimal() for token in tokens)
    near = abs(len(cells) - width) <= 1 < width - 1 and vocabulary.issuperset(WORD.findall(line))
    names_points = len(cells) == width and POINTS.search(line) is not None
    is_remark = "=" in cells or (REMARK.match(line) is not None and words[0] not in vocabulary)
    has_known_cells = known > (0 if near else len(tokens) / 2)
    if by_character:
        holds_row = any(len(word) == width and vocabulary.issuperset(word) for word in words)  # Bob: 1..2
        is_prose = WORD.search(line) is not None and (len(words) > 1 or abs(len(words[0]) - width) > 1)  # END
        return holds_row or names_points or (has_known_cells and not is_remark and not is_prose)
    marked = vocabulary & ALWAYS_EMPTY
    short = all(len(token) < LONG for token in tokens) or not marked.isdisjoint(tokens[tokens[0] != "." :])  # - title
    return names_points or (not is_remark and (has_known_cells or (len(tokens) > 1 and short)))


def is_title(line: CutLine, below: CutLine, times: Counter[str] | None) -> bool:
    """Whether a line that is cut like the one below it is a title: it has words, which are unlike the cells below.

    `times`: if the cells are single characters, how often each occurs in the block.
    """
    cells, under = line[2], below[2]
    word = re.fullmatch(r"\s*([^\W\d_]{3,}):?\s*", line[1])
    if word and times and 2 * sum(times[letter] > word[1].count(letter) for letter in word[1]) <= len(word[1]):
        return True
    if not 1 < len(cells) == len(under) or not ALWAYS_EMPTY.isdisjoint(cells) or len({*cells}) < len(cells):
        return False
    words = any(WORD.search(token) and token not in under for token in cells)
    return words and (not all(map(MAY_BE_CELL, cells)) or not any(map(WORD.search, under)))


def count_up(tokens: Sequence[str]) -> bool:
    """Whether tokens count up by one, from 0, 1 or A."""
    if len(tokens) < 2:
        return False
    if all(len(token) == 1 and token.isalpha() for token in tokens):
        return any(order.startswith("".join(tokens)) for order in (ascii_lowercase, ascii_uppercase))
    found = [COUNTED.fullmatch(token) for token in tokens]
    numbers = [int(match[2]) for match in found if match]
    alike = len(numbers) == len(tokens) and len({match[1] for match in found if match}) == 1
    return alike and numbers[0] in (0, 1) and numbers == [*range(numbers[0], numbers[0] + len(numbers))]
