"""Three formats of a size and a grid of numbers; none is recognised by its content, because they look alike.

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

from numlink.errors import InputError, ParseError
from numlink.formats.base import Format, Item, Losses
from numlink.formats.reading import TOKEN, LineCursor, NumberedLine, board_number, integers, of_text, wrong
from numlink.model.grid import LARGEST_BOARD
from numlink.model.puzzle import Puzzle
from numlink.model.rules import FREE

PAIR = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})")
SWAPPED = re.compile(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})")
ONE = re.compile(r"([0-9]{1,9})")
BLANK_LINE = re.compile(r"\s*\Z")

Empty = Callable[[str], bool]
"""Whether a token is an empty cell."""


def _read(
    lines: Iterable[NumberedLine], header: Callable[[LineCursor], tuple[int, int] | None], empty: Empty
) -> Iterator[Item]:
    """Puzzles until the text ends or `header` returns None; after a bad one, reading goes on behind a blank line.

    `header` takes the lines of the size and returns (width, height); None ends the file.
    """
    cursor = LineCursor(lines)
    cursor.skip_blank()
    while cursor.peek() is not None:
        start = cursor.number
        try:
            size = header(cursor)
            if size is None:
                deque(lines, maxlen=0)  # who writes them is not cut off
                return
            yield _board(cursor, *size, empty)
        except ParseError as error:
            yield error
            cursor.skip_to(BLANK_LINE)
        except InputError as error:
            yield ParseError(str(error), line=start)
        cursor.skip_blank()


def _board(lines: LineCursor, width: int, height: int, empty: Empty) -> Puzzle:
    if not 1 <= width * height <= LARGEST_BOARD:
        expected = f"1 to {LARGEST_BOARD:,} cells"
        raise wrong(f"a board of {width}x{height}", expected, "Correct the size.", line=lines.number)
    cells: list[int] = []
    for row in range(1, height + 1):
        number, line = lines.take(f"row {row} of {height}", "Complete the board or correct its size.")
        tokens = list(TOKEN.finditer(line))
        if len(tokens) != width:
            column = tokens[width].start() + 1 if len(tokens) > width else len(line.rstrip()) + 1
            expected = f"row {row} of {height} with {width} cells"
            remedy = "Complete the row or correct the size."
            raise wrong(f"a row of {len(tokens)}", expected, remedy, line=number, column=column)
        for token in tokens:
            if empty(token[0]):
                cells.append(0)
            else:
                cells.append(board_number(token[0], width * height, line=number, column=token.start() + 1))
    return Puzzle(width, height, tuple(cells), FREE)


def _pair(lines: LineCursor) -> tuple[int, int]:
    remedy = "Start every board with its numbers of columns and rows."
    width, height = integers(lines.take("a size", remedy), PAIR, "a size like '3 2'", remedy)
    return width, height


def _imos_header(lines: LineCursor) -> tuple[int, int] | None:
    size = _pair(lines)
    return None if size == (0, 0) else size


def _ddnumlin_header(lines: LineCursor) -> tuple[int, int] | None:
    """The size; lines that do not begin with a digit are skipped, and `rows , columns` is swapped."""
    while (line := lines.peek()) is not None and not line.lstrip()[:1].isdigit():
        lines.take("", "")
    if line is None:
        return None
    swapped = SWAPPED.fullmatch(line.strip())
    if swapped:
        lines.take("", "")
        return int(swapped[2]), int(swapped[1])
    return _pair(lines)


def _copris_header(lines: LineCursor) -> tuple[int, int]:
    remedy = "Start every board with its numbers of rows and columns, each on a line."
    (height,) = integers(lines.take("the number of rows", remedy), ONE, "the number of rows", remedy)
    (width,) = integers(lines.take("the number of columns", remedy), ONE, "the number of columns", remedy)
    return width, height


def read_imos(lines: Iterable[NumberedLine]) -> Iterator[Item]:
    """Boards until the size 0 0; 0 is an empty cell."""
    return _read(lines, _imos_header, lambda token: token == "0")


def read_ddnumlin(lines: Iterable[NumberedLine]) -> Iterator[Item]:
    """Boards; 0 and every token that does not start with a digit are empty cells."""
    return _read(lines, _ddnumlin_header, lambda token: token == "0" or not "0" <= token[0] <= "9")


def read_copris(lines: Iterable[NumberedLine]) -> Iterator[Item]:
    """Boards with - for empty cells."""
    return _read(lines, _copris_header, lambda token: token == "-")


def _grid(puzzle: Puzzle, empty: str) -> str:
    tokens = [[empty if cell == 0 else str(cell) for cell in row] for row in puzzle.rows()]
    longest = max(len(token) for row in tokens for token in row)
    return "".join(" ".join(token.rjust(longest) for token in row) + "\n" for row in tokens)


def write_imos(puzzle: Puzzle, losses: Losses) -> str:
    """Size and rows."""
    return f"{puzzle.width} {puzzle.height}\n{_grid(puzzle, '0')}"


def write_ddnumlin(puzzle: Puzzle, losses: Losses) -> str:
    """Size and rows."""
    return f"{puzzle.width} {puzzle.height}\n{_grid(puzzle, '.')}"


def write_copris(puzzle: Puzzle, losses: Losses) -> str:
    """Rows, columns, and the rows of cells."""
    return f"{puzzle.height}\n{puzzle.width}\n{_grid(puzzle, '-')}"


HOLDS = "boards without solid cells, any numbers; no solutions"

IMOS = Format(
    name="imos",
    summary="number grids of imos: 'columns rows', then rows with 0 for empty",
    holds=HOLDS,
    read=of_text(read_imos),
    read_lines=read_imos,
    write=write_imos,
    endings=(".imos",),
    footer="0 0\n",
    rules=FREE,
)

DDNUMLIN = Format(
    name="ddnumlin",
    summary="number grids of ddnumlin and znumlin: 'columns rows', then rows with . for empty",
    holds=HOLDS,
    read=of_text(read_ddnumlin),
    read_lines=read_ddnumlin,
    write=write_ddnumlin,
    endings=(".ddnumlin",),
    separator="\n",
    rules=FREE,
    several=False,
)

COPRIS = Format(
    name="copris",
    summary="number grids of Copris: rows, columns, then rows with - for empty",
    holds=HOLDS,
    read=of_text(read_copris),
    read_lines=read_copris,
    write=write_copris,
    endings=(".copris",),
    separator="\n",
    rules=FREE,
    several=False,
)
