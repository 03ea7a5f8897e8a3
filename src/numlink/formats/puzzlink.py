"""URLs of puzz.link and its relatives, one per line: https://puzz.link/p?numlin/5/5/1j2h3m1h2j3

    numlin (or numberlink)/columns/rows/body        cells may stay empty
    arukone/columns/rows/body                       every cell is covered
    arukone/e/columns/rows/body                     with the flag e, cells may stay empty

The body lists the cells row by row: numbers as in CODES; `g` to `z` skip 1 to 20 empty cells; `.` is a clue whose
number is not given, which a Puzzle cannot hold.  URLs of kanpen are read too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from numlink.formats.base import Format, Losses
from numlink.formats.reading import INTEGER, CellBudget, TextPiece, lines_of, of_each_line, shown
from numlink.formats.writing import refuse_numbers_over, with_letters
from numlink.model.grid import LARGEST_BOARD
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, FREE
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
"""Mark -> (number of hexadecimal digits after it, what is added to their value); 0 to 15 are a digit without mark."""
MARKS = (("$", 77776), ("*", 12240), ("@", 8192), ("=", 4096), ("+", 256), ("-", 16))
"""(mark, the smallest number that is written with it)."""
HEXADECIMAL = "0123456789abcdef"
FIRST_SKIP, LAST_SKIP = "g", "z"
LONGEST_SKIP = 20

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The letters that arukone writes for 1, 2, 3, ...; it loses larger numbers."""

KINDS = {"numlin": "numlin", "numberlink": "numlin", "arukone": "arukone"}
PREFIX = re.compile(r"(?:type=[a-z]+&)?(?:pzpr=)?")
URL_START = re.compile(r"\s*+(?:[A-Za-z][A-Za-z0-9+.-]*+://|(?:www\.)?puzz\.link/)")
FILE_URL = re.compile(r"\s*+[^\s?]++\?pzprv3[./]")  # a URL that holds a file, which pzprv3.py reads
CHOICE = "numlin and arukone are Numberlink; numlink reads no other puzzles."


def _puzzle(line: str, number: int, _: CellBudget) -> Puzzle:
    url = TextPiece(number, 1, line.rstrip())
    question = url.text.find("?")
    rest = url.behind(question + 1 if question >= 0 else len(line) - len(line.lstrip()))
    if rest.text.startswith("problem="):
        return _kanpen(rest.behind(len("problem=")))
    prefix = PREFIX.match(rest.text)
    name, rest = rest.behind(prefix.end() if prefix else 0).cut("/")
    kind = _kind(name, url.text[: name.column - 1])
    rules = COVER if kind == "arukone" else FREE
    width, rest = rest.cut("/")
    if kind == "arukone" and width.text == "e":
        rules = FREE
        width, rest = rest.cut("/")
    height, rest = rest.cut("/")
    columns, rows = _size(width, "columns"), _size(height, "rows")
    _bound(rest, columns, rows, LONGEST_SKIP)
    return Puzzle(columns, rows, tuple(_body(rest, columns, rows)), rules)


def _kind(name: TextPiece, before: str) -> str:
    """The kind of puzzle with this name in a URL; `before` is the part before the name."""
    word = name.text or ("numberlink" if "numberlink" in before else "")  # kanpen's URLs name it before the fields
    plain = word.removesuffix("_edit").removesuffix("_play")
    if plain not in KINDS:
        found = f"the puzzle {shown(word)}" if word and before else "no name of a puzzle"
        raise name.wrong("one of numlin, arukone, numberlink after '?'", CHOICE, found=found)
    return KINDS[plain]


def _size(field: TextPiece, what: str) -> int:
    if not INTEGER.fullmatch(field.text) or int(field.text) == 0:
        remedy = "Variants (v:...) and flags other than arukone's e are not supported."
        raise field.wrong(f"the number of {what}", remedy)
    return int(field.text)


def _bound(rest: TextPiece, width: int, height: int, cells_a_character: int) -> None:
    """Raise ParseError, before memory is allocated, if the rest of the line is too short for that many cells."""
    if width * height > min(LARGEST_BOARD, cells_a_character * len(rest.text)):
        expected = f"the {width * height:,} cells of a board of {width}x{height}"
        remedy = "The URL is cut off or its size is wrong; copy all of it."
        raise rest.wrong(expected, remedy, found=f"{len(rest.text)} more characters")


def _body(body: TextPiece, width: int, height: int) -> list[int]:
    cells: list[int] = []
    size, at = width * height, 0
    while len(cells) < size:
        code = body.text[at : at + 1]
        if FIRST_SKIP <= code <= LAST_SKIP:
            cells += [0] * (ord(code) - ord(FIRST_SKIP) + 1)
            at += 1
        else:
            number, at = _number(body, at, size, partial(where, width, len(cells)))
            cells.append(number)
    if len(cells) > size:
        found = f"empty cells beyond the last of {size}"
        raise body.wrong("the end of the board", "Correct the size or the body.", found=found, at=at - 1)
    _ended(body.behind(at), "The board is full; correct its size or the body.")
    return cells


def _ended(rest: TextPiece, remedy: str) -> None:
    """Raise ParseError if anything but slashes follows the board."""
    if rest.text.strip("/"):
        raise rest.wrong("the end of the URL", remedy)


def _number(body: TextPiece, at: int, size: int, cell: Callable[[], str]) -> tuple[int, int]:
    """(the number whose code begins at the index `at`, the index after the code); `cell` names its place."""
    code = body.text[at : at + 1]
    if code == ".":
        remedy = "Give the number, or 'g' for an empty cell; use another program for such puzzles."
        raise body.wrong("a number", remedy, found=f"'.' at {cell()}, a number that is not given (?)", at=at)
    digits, base = CODES.get(code, (1, 0))
    start = at + (code in CODES)
    text = body.text[start : start + digits]
    if len(text) < digits or not code or text.strip(HEXADECIMAL):
        found = shown(body.text[at : at + digits + 1]) if code else "the end of the URL"
        expected = f"{digits} hexadecimal digits" if code in CODES else "a number or g to z for empty cells"
        raise body.wrong(expected, "Copy the whole URL.", found=f"{found} at {cell()}", at=at)
    value = int(text, 16) + base
    if not 1 <= value <= largest_number(size):
        expected, remedy = f"1 to {largest_number(size):,}", "Renumber this pair; puzz.link allows 0."
        raise body.wrong(expected, remedy, found=f"number {value} at {cell()}", at=at)
    return value, start + digits


def _kanpen(fields: TextPiece) -> Puzzle:
    """The puzzle of a kanpen URL: `rows/columns/`, then cells with `_` between them and `/` after each row."""
    height, rest = fields.cut("/")
    width, rest = rest.cut("/")
    rows, columns = _size(height, "rows"), _size(width, "columns")
    _bound(rest, columns, rows, 1)
    cells: list[int] = []
    parts = rest._replace(text=rest.text + "/" * rows).split("/")  # missing rows become empty
    for part in parts[:rows]:
        row = part._replace(text=part.text.removesuffix("_")).split("_")
        if len(row) != columns:
            expected = f"{columns} cells separated by '_'"
            raise part.wrong(expected, "The URL is cut off or its size is wrong.", found=f"a row of {len(row)}")
        cells += [0 if token.text == "." else token.number(columns * rows) for token in row]
    _ended(rest.behind(parts[rows].column - rest.column), "The board is full; correct its size.")
    return Puzzle(columns, rows, tuple(cells), FREE)


read_lines = of_each_line(_puzzle)


def kind_for(puzzle: Puzzle, losses: Losses) -> str:
    """`numlin` or `arukone`: the kind that fits the puzzle's rules best."""
    largest = max(puzzle.cells)
    if puzzle.rules.fill and largest > len(LETTERS):
        losses.note(
            f"can require every cell to be covered only as arukone, which loses numbers over {len(LETTERS)} "
            f"(here {largest}); written as numlin, where cells may stay empty"
        )
    return "arukone" if puzzle.rules.fill and largest <= len(LETTERS) else "numlin"


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The URL: numlin if cells may stay empty, else arukone (numlin too if its numbers are too large for arukone)."""
    kind = kind_for(puzzle, losses)
    refuse_numbers_over(puzzle, CODES["$"][1] + 16 ** CODES["$"][0] - 1, "puzzlink", "codes have five digits at most")
    return f"https://puzz.link/p?{kind}/{puzzle.width}/{puzzle.height}/{encode(puzzle.cells)}\n"


def encode(cells: tuple[int, ...]) -> str:
    """Cells as the body of a URL.

    >>> encode((1, *[0] * 47, 1))
    '1zzm1'
    """
    runs = with_letters((cell or None for cell in cells), FIRST_SKIP, LAST_SKIP)
    return "".join(skip + ("" if cell is None else _code(cell)) for skip, cell in runs)


def _code(number: int) -> str:
    mark = next((mark for mark, smallest in MARKS if number >= smallest), "")
    digits, base = CODES.get(mark, (1, 0))
    return f"{mark}{number - base:0{digits}x}"


FORMAT = Format(
    name="puzzlink",
    summary="URLs of puzz.link and its relatives, one per line: numlin and arukone",
    holds="boards without blocks; cover (arukone, numbers up to 52) or free (numlin); no solutions",
    read_lines=read_lines,
    write=write,
    recognise=lambda text: bool(URL_START.match(text)) and not FILE_URL.match(text),
    is_certain=lambda text: all(URL_START.match(line) for _, line in lines_of(text) if line.strip()),
    endings=(".url", ".puzzlink"),
    rules=FREE,
    says=(COVER, FREE),
)
