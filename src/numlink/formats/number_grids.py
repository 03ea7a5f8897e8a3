"""Three formats with a size and a grid of numbers; they look too much alike to be detected.

imos         ddnumlin     copris
3 2          3 2          2           imos and ddnumlin: columns rows; ddnumlin also: rows , columns
1 0 1        1 . 1        3           copris: rows, then columns, each on its own line
0 0 0        . . .        1 - 1
0 0                       - - -       imos: 0 is empty, 0 0 ends the file; ddnumlin: what is no number is empty
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from numlink.formats.base import Format, Item, Losses
from numlink.formats.reading import LineCursor, NumberedLine, wrong
from numlink.model.grid import LARGEST_BOARD
from numlink.model.puzzle import Puzzle
from numlink.model.rules import FREE

PAIR = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})")
SWAPPED = re.compile(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})")
ONE = re.compile(r"([0-9]{1,9})")
BLANK_LINE = re.compile(r"\s*\Z")

Header = Callable[[LineCursor], tuple[int, int] | None]
"""Reads the lines of the size and returns (width, height), or None at the end of the file."""
Reader = Callable[[Iterable[NumberedLine]], Iterator[Item]]


def _reader(header: Header, empty: re.Pattern[str]) -> Reader:
    """The reader of boards whose empty cells match `empty`; after a bad board it goes on at the next blank line."""

    def board(cursor: LineCursor) -> Puzzle | None:
        size = header(cursor)
        return None if size is None else _board(cursor, *size, empty)

    def read_lines(lines: Iterable[NumberedLine]) -> Iterator[Item]:
        yield from LineCursor(lines).items(board, BLANK_LINE)
        deque(lines, maxlen=0)  # so that the program writing them is not cut off

    return read_lines


def _board(lines: LineCursor, width: int, height: int, empty: re.Pattern[str]) -> Puzzle:
    if not 1 <= width * height <= LARGEST_BOARD:
        expected = f"1 to {LARGEST_BOARD:,} cells"
        raise wrong(f"a board of {width}x{height}", expected, "Correct the size.", line=lines.number)
    cells: list[int] = []
    for row in range(1, height + 1):
        line = lines.take(f"row {row} of {height}", "Complete the board or correct its size.")
        expected, remedy = f"row {row} of {height} with {width} cells", "Complete the row or correct the size."
        cells += line.cells(line.row(width, expected, remedy), width * height, empty.match)
    return Puzzle(width, height, tuple(cells), FREE)


def _pair(lines: LineCursor) -> tuple[int, int]:
    remedy = "Start every board with its numbers of columns and rows."
    width, height = lines.take("a size", remedy).integers(PAIR, "a size like '3 2'", remedy)
    return width, height


def _imos_header(lines: LineCursor) -> tuple[int, int] | None:
    size = _pair(lines)
    return None if size == (0, 0) else size


def _ddnumlin_header(lines: LineCursor) -> tuple[int, int] | None:
    """The size; lines that do not begin with a digit are skipped, and `rows , columns` is swapped."""
    lines.skip(lambda line: not line.lstrip()[:1].isdigit())
    line = lines.peek()
    if line is None:
        return None
    swapped = SWAPPED.fullmatch(line.strip())
    if swapped:
        lines.take("", "")
        return int(swapped[2]), int(swapped[1])
    return _pair(lines)


def _copris_header(lines: LineCursor) -> tuple[int, int]:
    remedy = "Start every board with its numbers of rows and columns, each on its own line."
    (height,) = lines.take("the number of rows", remedy).integers(ONE, "the number of rows", remedy)
    (width,) = lines.take("the number of columns", remedy).integers(ONE, "the number of columns", remedy)
    return width, height


def _format(name: str, programs: str, empty: str, reader: Reader, size: str, **more: Any) -> Format:
    """The format whose size is written like `size` and whose empty cells are `empty`."""

    def write(puzzle: Puzzle, losses: Losses) -> str:
        tokens = [[empty if cell == 0 else str(cell) for cell in row] for row in puzzle.rows()]
        longest = max(len(token) for row in tokens for token in row)
        rows = "".join(" ".join(token.rjust(longest) for token in row) + "\n" for row in tokens)
        return size.format(width=puzzle.width, height=puzzle.height) + rows

    return Format(
        name=name,
        summary=f"number grids of {programs} with {empty} for empty",
        holds="boards without blocks, any numbers; no solutions",
        read_lines=reader,
        write=write,
        endings=(f".{name}",),
        rules=FREE,
        **more,
    )


ACROSS, DOWN = "{width} {height}\n", "{height}\n{width}\n"
IMOS = _format(
    "imos", "imos: 'columns rows', then rows", "0", _reader(_imos_header, re.compile(r"0\Z")), ACROSS, footer="0 0\n"
)
DDNUMLIN = _format(
    "ddnumlin",
    "ddnumlin and znumlin: 'columns rows', then rows",
    ".",
    _reader(_ddnumlin_header, re.compile(r"0\Z|[^0-9]")),
    ACROSS,
    separator="\n",
    several=False,
)
COPRIS = _format(
    "copris",
    "Copris: rows, columns, then rows",
    "-",
    _reader(_copris_header, re.compile(r"-\Z")),
    DOWN,
    separator="\n",
    several=False,
)
