"""The lines of a lab program's output, each with its kind: a row of squares, a border, a title, a size, a trace.

    n = 7                                      SIZE
    +++ The puzzle                             TEXT   with the role of the board below it
        New path: (4,5) (4,4) (4,3)            TRACE
        +----+----+                            BORDER
        |  1 |XXXX|                            ROW    boxed: the text of each box
    1 X .                                      ROW    simple: words separated by blanks, tabs or commas
    1X.                                        ROW    dense: each character is a square, if the rows around it agree

lab.py decides what a word means, lab_output.py which rows make a board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from numlink.formats.reading import lines_of

Square = tuple[int, int]
"""Two numbers as a program printed them; it is not known here which is the row, nor whether they count from 0 or 1."""


class LineKind(Enum):
    ROW = auto()
    BORDER = auto()
    BLANK = auto()
    TRACE = auto()
    SIZE = auto()
    TEXT = auto()


class Role(Enum):
    """What a title calls the board below it."""

    PUZZLE = auto()
    SOLUTION = auto()


@dataclass(slots=True)
class LabLine:
    """A line with its kind, and what that kind holds.

    words, boxed     ROW: the text of each square; whether the squares are boxes between bars
    squares          TRACE: the squares of the path
    role             TEXT: what the title calls the board below it, None if it is no such title
    size             SIZE: (width, height)
    """

    number: int
    text: str
    kind: LineKind
    words: list[str] = field(default_factory=list)
    boxed: bool = False
    squares: list[Square] = field(default_factory=list)
    role: Role | None = None
    size: tuple[int, int] | None = None


ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""Escape sequences that colour text on a terminal; they are dropped."""
DRAWN = str.maketrans(
    {
        **dict.fromkeys("│┃║╎┆", "|"),
        **dict.fromkeys("─━═╌┄", "-"),
        **dict.fromkeys("┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝┏┳┓┣╋┫┗┻┛╭╮╰╯", "+"),
        **dict.fromkeys("█■▓", "#"),
        "\xa0": " ",
    }
)
"""Lines, blocks and blanks of Unicode -> the ASCII characters as which they are read."""

BORDER = re.compile(r"(?=.*?(?:--|==|__|~~))[\s+|=~_-]++")
SIZE = re.compile(r"(?i).*\b(?:n|size|dimension)\b[^0-9()]{0,40}?([0-9]{1,5})(?:\s*+[x*]\s*+([0-9]{1,5}))?\s*+")
"""A line that tells the size; bounds on repetitions, here and below, keep matching linear."""
PROMPTED = re.compile(r".*[A-Za-z][^:=?>]{0,60}[:=?>]\s*+(\S.*+)")
"""A prompt with what the program printed next on the same line: with input from a pipe nobody types a line end.

Group 1 is what was printed; `_behind_prompt` decides whether it is a row."""
PAIR = re.compile(r"[(<]\s*+(-?[0-9]{1,6})(?:\s++[,;]?|[,;])\s*+(-?[0-9]{1,6})\s*+[)>]")
BRACKETED = re.compile(r"\[\s*(-?[0-9]{1,6})\s*(?:,|\]\s*\[)\s*(-?[0-9]{1,6})\s*\]")
"""`[1,2]` or `[1][2]`: read as squares only beside the word "path", because a row of two squares may look the same."""
PATH_WORD = re.compile(r"(?i)\bpath")
BESIDE_THE_TRACE = re.compile(r"(?i)\b(?:end-?points?|ends|solid|isolated|singletons?)\b")
PUZZLE_WORDS = re.compile(r"(?i)\b(?:puzzle|problem|question|unsolved|instance)\b")
SOLUTION_WORDS = re.compile(r"(?i)\b(?:solution|solved|answer|filled)\b")
CELL = re.compile(r"-?[0-9]{1,9}|[xX]+|_+|([^\w\s|+=<>()])\1*")
DENSE = re.compile(r"[0-9xX#*._@]{2,}")
PARTING = str.maketrans(dict.fromkeys("[]{},;", " "))
LONGEST_WORD = 2
"""The most characters of each word of a row that has words without a meaning."""


def classified(text: str, extra: frozenset[str] = frozenset()) -> list[LabLine]:
    """Each line of a text with its kind; `extra` are words that the caller declares to be squares.

    The lines around it decide about a line that could be of two kinds.  O(characters).

    >>> [line.kind.name for line in classified("n = 2\\nPuzzle:\\n1 1\\n2 2\\n")]
    ['SIZE', 'TEXT', 'ROW', 'ROW', 'BLANK']
    """
    clean = ESCAPES.sub("", text).translate(DRAWN)
    lines = [_classified(number, line.expandtabs(), extra) for number, line in lines_of(clean)]
    return list(_settled(_boxed_alike(lines), extra))


def _classified(number: int, text: str, extra: frozenset[str]) -> LabLine:
    """A line with the kind that it has without a look at the lines around it."""
    if not text.strip():
        return LabLine(number, text, LineKind.BLANK)
    if BORDER.fullmatch(text):
        return LabLine(number, text, LineKind.BORDER)
    if squares := _traced(text):
        return LabLine(number, text, LineKind.TRACE, squares=squares)
    if (words := boxes(text)) is not None:
        return LabLine(number, text, LineKind.ROW, words, boxed=True)
    words = text.translate(PARTING).split()
    if words and all(_is_square(word, extra) for word in words) and not _is_decoration(words, extra):
        return LabLine(number, text, LineKind.ROW, words)
    if len(words) == 1 and DENSE.fullmatch(words[0]) and not _is_decoration(words, extra):
        return LabLine(number, text, LineKind.ROW, words)
    if match := SIZE.fullmatch(text):
        width = int(match[1])
        return LabLine(number, text, LineKind.SIZE, size=(width, int(match[2] or width)))
    return LabLine(number, text, LineKind.TEXT, role=_role(text))


def _traced(text: str) -> list[Square]:
    """The squares of the path that a line traces; none if the line traces no path."""
    named = PATH_WORD.search(text) is not None
    if BESIDE_THE_TRACE.search(text) and not named:
        return []
    found = [(int(row), int(column)) for row, column in PAIR.findall(text)]
    if not found and named:
        found = [(int(first), int(second)) for first, second in BRACKETED.findall(text)]
    return found if len(found) > 1 or named else []


def boxes(text: str) -> list[str] | None:
    """The text of each box of a row between bars; None if the line is no such row."""
    if "|" not in text:
        return None
    inside = text.strip()
    if len(inside) > 1 and inside[0] == inside[-1] == "|":
        found = [box.strip() for box in inside[1:-1].split("|")]
    else:
        found = [box.strip() for box in text.split("|")]
    if any(len(box.split()) > 1 or (len(box) > 1 and box.isalpha() and set(box) - {"x", "X"}) for box in found):
        return None  # words: a title between bars
    return found


def _boxed_alike(lines: list[LabLine]) -> list[LabLine]:
    """The lines, with the boxes read again if boards have no side bars: at most half of their rows, the puzzle's,
    have empty boxes at both ends."""
    boxed = [line for line in lines if line.boxed]
    barred = sum(line.text.strip()[0] == line.text.strip()[-1] == "|" for line in boxed)
    if 2 * barred > len(boxed):
        return lines
    return [
        replace(line, words=[box.strip() for box in line.text.split("|")]) if line.boxed else line for line in lines
    ]


def _is_square(word: str, extra: frozenset[str]) -> bool:
    return word in extra or CELL.fullmatch(word) is not None


def _is_decoration(words: Sequence[str], extra: frozenset[str]) -> bool:
    """Whether the words are no squares but one word of three or more same signs, such as stars under a title."""
    only = words[0]
    return (
        len(words) == 1
        and len(only) > 2
        and len(set(only)) == 1
        and only[0] not in "xX0123456789"
        and (only not in extra)
    )


def _role(text: str) -> Role | None:
    puzzle, solution = PUZZLE_WORDS.search(text), SOLUTION_WORDS.search(text)
    if bool(puzzle) == bool(solution):
        return None  # neither, or "the puzzle and its solution"
    return Role.PUZZLE if puzzle else Role.SOLUTION


def _settled(lines: list[LabLine], extra: frozenset[str]) -> Iterator[LabLine]:
    """The lines; a title, border or size becomes a row if `_as_row` or `_behind_prompt` finds squares in it."""
    following = _following_rows(lines)
    before: LabLine | None = None
    for index, line in enumerate(lines):
        if line.kind in (LineKind.TEXT, LineKind.BORDER, LineKind.SIZE):
            around = [lines[near] for near in (index - 1, index + 1) if 0 <= near < len(lines)]
            below = lines[index + 1] if index + 1 < len(lines) else None
            words = _as_row(line, around) if line.kind is not LineKind.SIZE else []
            if not words and line.kind is not LineKind.BORDER:
                words = _behind_prompt(line, below, following[index] or before, extra)
            if words:
                line = LabLine(line.number, line.text, LineKind.ROW, words)
                lines[index] = line
        if line.kind is LineKind.ROW:
            before = line
        yield line


def _following_rows(lines: Sequence[LabLine]) -> list[LabLine | None]:
    """For each line the next row below it, whatever stands between; None if no row follows."""
    following: list[LabLine | None] = [None] * len(lines)
    for index in range(len(lines) - 2, -1, -1):
        below = lines[index + 1]
        following[index] = below if below.kind is LineKind.ROW else following[index + 1]
    return following


def _as_row(line: LabLine, around: Sequence[LabLine]) -> list[str]:
    """The words of a line that is a row, because a line beside it is a row of equally many squares; else none."""
    words = line.text.translate(PARTING).split()
    for near in around:
        if near.kind is not LineKind.ROW or near.boxed or len(near.words) != len(words):
            continue
        if len(words) == 1:
            if len(near.words[0]) == len(words[0]) > 1 and DENSE.fullmatch(words[0]):
                return words  # `....` in a dense board
        elif line.kind is LineKind.BORDER or (
            2 * sum(CELL.fullmatch(word) is not None for word in words) >= len(words)
            and all(len(word) <= LONGEST_WORD for word in words)
        ):
            return words
    return []


def _behind_prompt(line: LabLine, below: LabLine | None, nearest: LabLine | None, extra: frozenset[str]) -> list[str]:
    """The squares behind a prompt if they are the first row of a board; else none.

    They are if the line below is a row of as many squares.  A single word is if `nearest`, the next row or, if none
    follows, the last one before, is a single word of the same length; if the text has no row, the word is a board of
    one square.  So `solid: X` above a board of several squares stays text.
    """
    match = PROMPTED.fullmatch(line.text)
    words = match[1].translate(PARTING).split() if match else []
    if len(words) == 1 and not words[0].isdigit():
        if nearest is None:
            return words if _is_square(words[0], extra) else []
        alike = len(nearest.words) == 1 and len(nearest.words[0]) == len(words[0])
        return words if alike and (_is_square(words[0], extra) or DENSE.fullmatch(words[0])) else []
    if len(words) < 2 or not all(_is_square(word, extra) for word in words):
        return []
    fits = below is not None and below.kind is LineKind.ROW and not below.boxed and len(below.words) == len(words)
    return words if fits else []
