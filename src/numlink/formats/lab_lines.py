"""Classifies the lines of a lab program's output: rows of squares, borders, titles, sizes, traces.

    n = 7                                      size
    +++ The puzzle                             title, with the role of the board below it
        New path: (4,5) (4,4) (4,3)            trace
        +----+----+                            border
        |  1 |XXXX|                            row     boxed: the text of each box
    1 X .                                      row     simple: words separated by blanks, tabs or commas
    1X.                                        row     dense: each character is a square, if the rows around it agree

lab.py decides what a word means, lab_output.py which rows make a board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from numlink.formats.grid.text import ALIKE, ESCAPES
from numlink.formats.reading import lines_of

Square = tuple[int, int]
"""Two numbers as a program printed them, whichever of them is the row and whether they count from 0 or 1."""

Role = Literal["puzzle", "solution"]  # what a title calls the board below it


@dataclass(slots=True)
class LabLine:
    """A line: the `words` in the squares of a row, the `squares` of a trace, the `role` in a title, or a `size`."""

    number: int
    text: str
    words: list[str] = field(default_factory=list)
    boxed: bool = False
    squares: list[Square] = field(default_factory=list)
    role: Role | None = None
    size: tuple[int, int] | None = None

    @property
    def blank(self) -> bool:
        return not self.text.strip()

    @property
    def border(self) -> bool:
        return not self.words and BORDER.fullmatch(self.text) is not None and not self.blank


BORDER = re.compile(r"(?=.*?(?:--|==|__|~~))[\s+|=~_-]++")
SIZE = re.compile(r"(?i).*\b(?:n|size|dimension)\b[^0-9()]{0,40}?([0-9]{1,5})(?:\s*+[x*]\s*+([0-9]{1,5}))?\s*+")
"""A line with the size; bounds on repetitions, here and below, keep matching linear."""
PROMPTED = re.compile(r".*[A-Za-z][^:=?>]{0,60}[:=?>]\s*+(\S.*+)")
"""A prompt, followed on its line by more output: when input comes from a pipe, nobody types a line end."""
PAIR = re.compile(r"[(<]\s*+(-?[0-9]{1,6})(?:\s++[,;]?|[,;])\s*+(-?[0-9]{1,6})\s*+[)>]")
BRACKETED = re.compile(r"\[\s*(-?[0-9]{1,6})\s*(?:,|\]\s*\[)\s*(-?[0-9]{1,6})\s*\]")
"""`[1,2]` or `[1][2]`: read as squares only with the word "path", because a row of two squares may look the same."""
PATH_WORD = re.compile(r"(?i)\bpath")
BESIDE_THE_TRACE = re.compile(r"(?i)\b(?:end-?points?|ends|solid|isolated|singletons?)\b")
PUZZLE_WORDS = re.compile(r"(?i)\b(?:puzzle|problem|question|unsolved|instance)\b")
SOLUTION_WORDS = re.compile(r"(?i)\b(?:solution|solved|answer|filled)\b")
CELL = re.compile(r"-?[0-9]{1,9}|[xX]+|_+|([^\w\s|+=<>()])\1*")
DENSE = re.compile(r"[0-9xX#█■▓*._@]{2,}")
DECORATION = re.compile(r"([^xX0-9])\1{2,}")  # a line of stars under a title
PARTING = str.maketrans(dict.fromkeys("[]{},;", " "))
LONGEST_WORD = 2  # the most characters of a word in a row that has words without a meaning


def classified(text: str, extra: frozenset[str] = frozenset()) -> list[LabLine]:
    """Classify each line of a text; `extra` are words that the caller declares to be squares.

    The lines around a line decide if it could be of two kinds.  O(characters).

    >>> [(line.size, line.role, line.words) for line in classified("n = 2\\nPuzzle:\\n1 1")]
    [((2, 2), None, []), (None, 'puzzle', []), (None, None, ['1', '1'])]
    """
    texts = [(number, line.expandtabs()) for number, line in lines_of(ESCAPES.sub("", text).translate(ALIKE))]
    cut = [boxes(line, framed=True) for _, line in texts]
    barred = [line.strip() for (_, line), found in zip(texts, cut, strict=True) if found and not BORDER.fullmatch(line)]
    if 2 * sum(line[0] == line[-1] == "|" for line in barred) <= len(barred):
        cut = [boxes(line, framed=False) for _, line in texts]
    lines = [_classified(number, line, found, extra) for (number, line), found in zip(texts, cut, strict=True)]
    below: list[LabLine | None] = [None]
    for line in reversed(lines[1:]):
        below.append(line if line.words else below[-1])
    above: LabLine | None = None
    for index, (line, following) in enumerate(zip(lines, reversed(below), strict=True)):
        if not line.words and not line.blank and not line.squares:
            beside = [lines[near] for near in (index - 1, index + 1) if 0 <= near < len(lines)]
            line.words = _as_row(line, beside) or _after_prompt(line, beside, following or above, extra)
        above = line if line.words else above
    return lines


def _classified(number: int, text: str, boxed: list[str] | None, extra: frozenset[str]) -> LabLine:
    """A line classified without the lines around it; `boxed` are its boxes."""
    line = LabLine(number, text)
    if line.blank or line.border:
        return line
    if squares := _traced(text):
        line.squares = squares
    elif boxed is not None:
        line.words, line.boxed = boxed, True
    elif _are_squares(words := text.translate(PARTING).split(), extra) and not (
        len(words) == 1 and DECORATION.fullmatch(words[0]) and words[0] not in extra
    ):
        line.words = words
    elif match := SIZE.fullmatch(text):
        line.size = (int(match[1]), int(match[2] or match[1]))
    else:
        puzzle, solution = PUZZLE_WORDS.search(text), SOLUTION_WORDS.search(text)
        if bool(puzzle) != bool(solution):  # not "the puzzle and its solution"
            line.role = "puzzle" if puzzle else "solution"
    return line


def _traced(text: str) -> list[Square]:
    """The squares of the path that a line traces; [] if it traces none."""
    named = PATH_WORD.search(text) is not None
    if BESIDE_THE_TRACE.search(text) and not named:
        return []
    found = PAIR.findall(text) or (BRACKETED.findall(text) if named else [])
    return [(int(first), int(second)) for first, second in found] if len(found) > 1 or named else []


def boxes(text: str, *, framed: bool) -> list[str] | None:
    """The text of each box of a row between bars; None if the line is not such a row.

    With `framed`, bars at both ends of a line stand around the row; else its first and last box may be empty.
    """
    if "|" not in text:
        return None
    inside = text.strip()
    if framed and len(inside) > 1 and inside[0] == inside[-1] == "|":
        inside = inside[1:-1]
    found = [box.strip() for box in inside.split("|")]
    if any(len(box.split()) > 1 or (len(box) > 1 and box.isalpha() and set(box) - {"x", "X"}) for box in found):
        return None  # words: a title between bars
    return found


def _are_squares(words: Sequence[str], extra: frozenset[str], *, dense: bool = True) -> bool:
    """Whether words are the squares of a row; with `dense`, also a single word with a square per character."""
    if dense and len(words) == 1 and DENSE.fullmatch(words[0]):
        return True
    return bool(words) and all(word in extra or CELL.fullmatch(word) for word in words)


def _as_row(line: LabLine, beside: Sequence[LabLine]) -> list[str]:
    """The words of a title or border that is in fact a row, because the line above or below has as many squares."""
    words = line.text.translate(PARTING).split()
    known = 2 * sum(CELL.fullmatch(word) is not None for word in words) >= len(words)
    for near in beside if line.size is None else ():
        if near.boxed or len(near.words) != len(words) or not words:
            continue
        if len(words) == 1:
            if len(near.words[0]) == len(words[0]) > 1 and DENSE.fullmatch(words[0]):
                return words  # `....` in a dense board
        elif line.border or (known and all(len(word) <= LONGEST_WORD for word in words)):
            return words
    return []


def _after_prompt(
    line: LabLine, beside: Sequence[LabLine], nearest: LabLine | None, extra: frozenset[str]
) -> list[str]:
    """The squares after a prompt if they are the first row of a board; else [].

    They are one if the line below is a row of as many squares.  A single word is one if `nearest` (the next row, or
    else the last one before) is a single word of the same length; if the text has no row, the word is a board of one
    square.  So `solid: X` above a board of several squares remains text.
    """
    match = PROMPTED.fullmatch(line.text)
    words = match[1].translate(PARTING).split() if match else []
    if not _are_squares(words, extra, dense=nearest is not None):
        return []
    if len(words) == 1 and not words[0].isdigit():
        alike = nearest is None or (len(nearest.words) == 1 and len(nearest.words[0]) == len(words[0]))
    else:
        below = beside[-1] if beside else line
        alike = len(words) > 1 and below.number > line.number and not below.boxed and len(below.words) == len(words)
    return words if alike else []
