"""URLs of puzz.link and its relatives, each on a line: https://puzz.link/p?numlin/5/5/1j2h3m1h2j3

    numlin (or numberlink)/columns/rows/body        cells may stay empty
    arukone/columns/rows/body                       every cell is covered
    arukone/e/columns/rows/body                     with the flag e, cells may stay empty

The body lists the cells row by row: numbers as CODES says; `g` to `z` skip 1 to 20 empty cells; `.` is a clue whose
number is not given, which a Puzzle cannot hold.  Kanpen's URLs are read too.
"""

from __future__ import annotations

import re

from numlink.errors import ParseError
from numlink.formats.base import Format, Losses
from numlink.formats.reading import TextPiece, of_each_line, shown, wrong
from numlink.formats.writing import refuse_numbers_over
from numlink.model.grid import LARGEST_BOARD
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, FREE, Rules
from numlink.model.sizes import largest_number
from numlink.model.words import where

CODES = {
    "-": (2, 0),
    "+": (3, 0),
    "=": (3, 4096),
    "@": (3, 8192),
    "%": (3, 8192),
    "*": (4, 12240),
    "$": (5, 77776),
}
"""Mark -> (number of hexadecimal digits behind it, what is added to their value); 0 to 15 are a digit without mark."""
HEXADECIMAL = "0123456789abcdef"
FIRST_SKIP, LAST_SKIP = "g", "z"
LONGEST_SKIP = 20

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The letters by which arukone shows 1, 2, 3, ...; it loses larger numbers."""

KINDS = {"numlin": "numlin", "numberlink": "numlin", "arukone": "arukone"}
PREFIX = re.compile(r"(?:type=[a-z]+&)?(?:pzpr=)?")
DIGITS = re.compile(r"[0-9]{1,9}")
URL_START = re.compile(r"\s*+(?:[A-Za-z][A-Za-z0-9+.-]*+://|(?:www\.)?puzz\.link/)")
FILE_URL = re.compile(r"\s*+[^\s?]++\?pzprv3[./]")
"""A URL that holds a whole file, which pzprv3.py reads."""
CHOICE = "numlin and arukone are Numberlink; numlink reads no other puzzles."


class _Url:
    """One URL while it is read from left to right; `position` is an index into its line."""

    __slots__ = ("line", "number", "position")

    def __init__(self, line: str, number: int) -> None:
        self.line = line.rstrip()
        self.number = number
        question = self.line.find("?")
        self.position = question + 1 if question >= 0 else len(line) - len(line.lstrip())

    def wrong(self, found: str, expected: str, remedy: str, *, at: int | None = None) -> ParseError:
        column = (self.position if at is None else at) + 1
        return wrong(found, expected, remedy, line=self.number, column=column)

    def field(self) -> str:
        """The text up to the next slash; `position` moves behind the slash."""
        end = self.line.find("/", self.position)
        end = len(self.line) if end < 0 else end
        found = self.line[self.position : end]
        self.position = end + 1
        return found

    def puzzle(self) -> Puzzle:
        if self.line.startswith("problem=", self.position):
            self.position += len("problem=")
            return self._kanpen()
        prefix = PREFIX.match(self.line, self.position)
        self.position = prefix.end() if prefix else self.position
        kind = self._kind()
        rules = COVER if kind == "arukone" else FREE
        start = self.position
        width = self.field()
        if kind == "arukone" and width == "e":
            rules, start = FREE, self.position
            width = self.field()
        columns = self._size(width, start, "the number of columns")
        start = self.position
        rows = self._size(self.field(), start, "the number of rows")
        self._bound(columns, rows, LONGEST_SKIP)
        return Puzzle(columns, rows, tuple(self._body(columns, rows)), rules)

    def _kind(self) -> str:
        start = self.position
        name = self.field()
        if not name and "numberlink" in self.line[:start]:
            name = "numberlink"  # kanpen's URLs name it before the fields
        plain = name.removesuffix("_edit").removesuffix("_play")
        if plain not in KINDS:
            found = f"the puzzle {shown(name)}" if name and start else "no name of a puzzle"
            raise self.wrong(found, "one of numlin, arukone, numberlink after '?'", CHOICE, at=start)
        return KINDS[plain]

    def _size(self, text: str, start: int, what: str) -> int:
        if not DIGITS.fullmatch(text) or int(text) == 0:
            remedy = "Variants (v:...) and flags other than arukone's e are not known."
            raise self.wrong(shown(text), what, remedy, at=start)
        return int(text)

    def _bound(self, width: int, height: int, cells_a_character: int) -> None:
        """Raise ParseError if the rest of the line is too short to describe so many cells, before memory is taken."""
        rest = len(self.line) - self.position
        if width * height > min(LARGEST_BOARD, cells_a_character * max(rest, 0)):
            raise self.wrong(
                f"{max(rest, 0)} more characters",
                f"the {width * height:,} cells of a board of {width}x{height}",
                "The URL is cut off or its size is wrong; copy it whole.",
                at=min(self.position, len(self.line)),
            )

    def _body(self, width: int, height: int) -> list[int]:
        cells: list[int] = []
        size = width * height
        while len(cells) < size:
            code = self.line[self.position : self.position + 1]
            if FIRST_SKIP <= code <= LAST_SKIP:
                cells += [0] * (ord(code) - ord(FIRST_SKIP) + 1)
                self.position += 1
            else:
                cells.append(self._number(code, size, where(width, len(cells))))
        if len(cells) > size:
            found = f"empty cells beyond the last of {size}"
            raise self.wrong(found, "the end of the board", "Correct the size or the body.", at=self.position - 1)
        rest = self.line[self.position :]
        if rest.strip("/"):
            raise self.wrong(shown(rest), "the end of the URL", "The board is full; correct its size or the body.")
        return cells

    def _number(self, code: str, size: int, cell: str) -> int:
        if code == ".":
            remedy = "Give the number, or 'g' for an empty cell; use another program for such puzzles."
            raise self.wrong(f"'.' at {cell}, a number that is not given (?)", "a number", remedy)
        digits, base = CODES.get(code, (1, 0))
        start = self.position + (1 if code in CODES else 0)
        text = self.line[start : start + digits]
        if len(text) < digits or not code or any(digit not in HEXADECIMAL for digit in text):
            found = shown(self.line[self.position :][: digits + 1]) if code else "the end of the URL"
            expected = f"{digits} hexadecimal digits" if code in CODES else "a number or g to z for empty cells"
            raise self.wrong(f"{found} at {cell}", expected, "Copy the URL whole.")
        value = int(text, 16) + base
        if not 1 <= value <= largest_number(size):
            expected = f"1 to {largest_number(size):,}"
            raise self.wrong(f"number {value} at {cell}", expected, "Renumber this pair; puzz.link allows 0.")
        self.position = start + digits
        return value

    def _kanpen(self) -> Puzzle:
        """The puzzle of a kanpen URL: `rows/columns/`, then cells with `_` between them and `/` behind each row."""
        start = self.position
        rows = self._size(self.field(), start, "the number of rows")
        start = self.position
        columns = self._size(self.field(), start, "the number of columns")
        self._bound(columns, rows, 1)
        cells: list[int] = []
        for _ in range(rows):
            start = self.position
            row = TextPiece(self.number, start + 1, self.field().removesuffix("_")).split("_")
            if len(row) != columns:
                remedy = "The URL is cut off or its size is wrong."
                raise self.wrong(f"a row of {len(row)}", f"{columns} cells with '_' between", remedy, at=start)
            cells += [0 if token.text == "." else token.number(columns * rows) for token in row]
        rest = self.line[self.position :]
        if rest.strip("/"):
            raise self.wrong(shown(rest), "the end of the URL", "The board is full; correct its size.")
        return Puzzle(columns, rows, tuple(cells), FREE)


read_lines = of_each_line(lambda line, number, _: _Url(line, number).puzzle())


def kind_for(puzzle: Puzzle, losses: Losses) -> tuple[str, Rules]:
    """(numlin or arukone, the rules that a file of this kind means): the kind that fits the puzzle's rules best."""
    if not puzzle.rules.fill:
        return "numlin", FREE
    largest = max(puzzle.cells)
    if largest > len(LETTERS):
        losses.note(
            f"says that every cell is covered only in arukone, which loses numbers over {len(LETTERS)} "
            f"(here {largest}); written as numlin, where cells may stay empty"
        )
        return "numlin", FREE
    return "arukone", COVER


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The URL: numlin if cells may stay empty, else arukone (numlin too if its numbers are too large for arukone)."""
    kind, _ = kind_for(puzzle, losses)
    refuse_numbers_over(puzzle, CODES["$"][1] + 16 ** CODES["$"][0] - 1, "puzzlink", "a code has five digits")
    return f"https://puzz.link/p?{kind}/{puzzle.width}/{puzzle.height}/{encode(puzzle.cells)}\n"


def encode(cells: tuple[int, ...]) -> str:
    """Cells as the body of a URL.

    >>> encode((1, *[0] * 47, 1))
    '1zzm1'
    """
    parts: list[str] = []
    empty = 0
    for cell in cells:
        if cell == 0:
            empty += 1
            continue
        parts += [_skip(empty), _code(cell)]
        empty = 0
    return "".join([*parts, _skip(empty)])


def _skip(count: int) -> str:
    full, rest = divmod(count, LONGEST_SKIP)
    return LAST_SKIP * full + (chr(ord(FIRST_SKIP) + rest - 1) if rest else "")


def _code(number: int) -> str:
    if number < 16:
        return f"{number:x}"
    if number < 256:
        return f"-{number:02x}"
    for mark in "+=@*":
        digits, base = CODES[mark]
        limit = 12240 if mark == "@" else base + 16**digits
        if number < limit:
            return f"{mark}{number - base:0{digits}x}"
    return f"${number - CODES['$'][1]:05x}"


FORMAT = Format(
    name="puzzlink",
    summary="URLs of puzz.link and its relatives, one a line: numlin and arukone",
    holds="boards without blocks; cover (arukone, numbers up to 52) or free (numlin); no solutions",
    read_lines=read_lines,
    write=write,
    recognise=lambda text: bool(URL_START.match(text)) and not FILE_URL.match(text),
    endings=(".url", ".puzzlink"),
    rules=FREE,
    says=(COVER, FREE),
)
