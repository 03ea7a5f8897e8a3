"""The text of thomasahle/numberlink: `width height`, then rows with one character per cell.

# a comment, between puzzles only
5 4
C...B                   .  empty; any other character is a label that occurs twice
A.BA.
...C.
.....
                        0 0 ends the file

A solution is a grid of the same size, filled with the labels.  Labels have no numbers: they are numbered 1, 2, 3,
... in the order 1-9 a-z A-Z that the Python generator of that project uses, then the rest of ASCII.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from numlink.errors import ParseError
from numlink.formats.base import Format, Item, Losses
from numlink.formats.reading import CellBudget, LineCursor, item, lines_of, numbered, shown, solution_from_grid, wrong
from numlink.formats.writing import refuse_numbers_over, unlike_a_grid, with_fitting_solution
from numlink.model.grid import LARGEST_BOARD
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import NO_TOUCH
from numlink.model.words import where

HEADER = re.compile(r"\s*([0-9]{1,9}) ([0-9]{1,9})\s*")
HEADER_LINE = re.compile(HEADER.pattern + r"\Z")
COMMENT = "#"
EMPTY_CHARACTER = "."
NO_LABEL = re.compile(r"[#\s]")

LETTERS = "123456789" + "abcdefghijklmnopqrstuvwxyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LABELS = LETTERS + "".join(chr(code) for code in range(33, 127) if chr(code) not in LETTERS + "0#.") + "0"
"""All 92 labels; 0 comes last because the drawing program of that project takes it for an empty cell."""
ORDER = {label: index for index, label in enumerate(LABELS)}


@dataclass(frozen=True, slots=True)
class _Grid:
    """One grid of a file: the line of its header, its name in the comment above ("puzzle", "solution" or ""), its size,
    its characters row by row."""

    line: int
    claim: str
    width: int
    height: int
    characters: str

    @property
    def full(self) -> bool:
        return EMPTY_CHARACTER not in self.characters

    @property
    def numbers(self) -> list[int]:
        return numbered([None if label == EMPTY_CHARACTER else label for label in self.characters], ORDER)


def read(text: str) -> Iterator[Item]:
    """Each puzzle, with the solution that follows it, if any; a solution alone gives the puzzle it solves."""
    budget = CellBudget(text)
    grids = deque(LineCursor(lines_of(text)).items(_grid, HEADER_LINE))
    while grids:
        grid = grids.popleft()
        if not isinstance(grid, _Grid):
            yield grid
            continue
        found = item(grid.line, _puzzle, grid, budget)
        following = grids[0] if grids else None
        asked = isinstance(found, Puzzle) and found.solution is None
        if asked and isinstance(following, _Grid) and _solves(following, grid):
            grids.popleft()
            found = item(following.line, _solved, found, following, budget)
        yield found


def _solves(grid: _Grid, asked: _Grid) -> bool:
    """Whether a grid solves the puzzle before it: the same size, the same labels, and all endpoints in their places."""
    claimed = grid.claim == "solution" if grid.claim else grid.full and not asked.full
    if not claimed or (grid.width, grid.height) != (asked.width, asked.height):
        return False
    pairs = zip(grid.characters, asked.characters, strict=True)
    same_labels = {*grid.characters} - {EMPTY_CHARACTER} == {*asked.characters} - {EMPTY_CHARACTER}
    return same_labels and all(label == end for label, end in pairs if end != EMPTY_CHARACTER)


def _solution(grid: _Grid, budget: CellBudget) -> Solution:
    numbers, width = grid.numbers, grid.width
    rows = [numbers[start : start + width] for start in range(0, len(numbers), width)]
    return solution_from_grid(rows, budget, line=grid.line + 1)


def _solved(asked: Puzzle, grid: _Grid, budget: CellBudget) -> Puzzle:
    return asked.with_solution(_solution(grid, budget))


def _puzzle(grid: _Grid, budget: CellBudget) -> Puzzle:
    """The puzzle of a grid; if the grid is a solution without a puzzle before it, the puzzle that it solves."""
    if grid.claim == "solution" or (not grid.claim and grid.full and max(Counter(grid.characters).values()) > 2):
        try:
            return Puzzle.from_solution(_solution(grid, budget), rules=NO_TOUCH)
        except ParseError:
            if grid.claim == "solution":
                raise
    return Puzzle(grid.width, grid.height, tuple(grid.numbers), NO_TOUCH)


def _is_comment(line: str) -> bool:
    return line.strip()[:1] in ("", COMMENT)


def _grid(lines: LineCursor) -> _Grid | None:
    """The next grid; None at the end."""
    claim = lines.skip(_is_comment).strip().removeprefix(COMMENT).strip()
    if lines.peek() is None:
        return None
    line = lines.take("", "")
    header = HEADER.fullmatch(line.text)
    if not header:
        expected = "a header like '5 4': width, one space, height"
        raise line.stripped().wrong(expected, "Start every puzzle with its size.")
    width, height = int(header[1]), int(header[2])
    if (width, height) == (0, 0):
        return None
    if not 1 <= width * height <= LARGEST_BOARD:
        raise line.wrong(f"1 to {LARGEST_BOARD:,} cells", "Correct the header.", found=f"the size {width}x{height}")
    rows = "".join(_row(lines, width, height, row) for row in range(height))
    return _Grid(line.line, claim if claim in ("puzzle", "solution") else "", width, height, rows)


def _row(lines: LineCursor, width: int, height: int, row: int) -> str:
    expected = f"row {row + 1} of {height} with {width} characters"
    remedy = "Complete the board or correct its header."
    following = lines.peek()
    if following is not None and len(following.strip()) != width and HEADER.fullmatch(following):
        raise wrong(f"the header {shown(following.strip())}", expected, remedy, line=lines.number, column=1)
    line = lines.take(expected, remedy).stripped()
    found = _spread(line.text, width)
    if len(found) != width:
        raise line.wrong(expected, remedy, found=f"a row of {len(found)}", at=min(len(found), width))
    if strange := NO_LABEL.search(found):
        what = "a label or '.' for an empty cell"
        remedy = "'#' starts a comment here and there are no blocks." if strange[0] == COMMENT else remedy
        raise line.wrong(what, remedy, found=shown(strange[0]), at=strange.start())
    return found


def _spread(row: str, width: int) -> str:
    """A row as `width` characters, also if it has blanks between cells and 0 for empty; any other row unchanged."""
    if len(row) <= width:
        return row
    tokens = row.split()
    if len(tokens) == width and all(len(token) == 1 for token in tokens):
        return "".join(tokens).replace("0", EMPTY_CHARACTER)
    return row


def write(puzzle: Puzzle, losses: Losses) -> str:
    """Header and rows, below `# puzzle` if no cell is empty; a solution as a second grid below `# solution`."""
    refuse_numbers_over(puzzle, len(LABELS), "thomasahle", f"it has {len(LABELS)} labels")
    puzzle = with_fitting_solution(puzzle, losses, _unfit, unlike_a_grid)
    claim = "" if 0 in puzzle.cells else "# puzzle\n"
    text = claim + _text(puzzle.width, puzzle.height, puzzle.rows())
    if puzzle.solution is None:
        return text
    return text + "\n# solution\n" + _text(puzzle.width, puzzle.height, puzzle.solution.rows())


def _unfit(puzzle: Puzzle, solution: Solution) -> str | None:
    numbers = [number for row in solution.rows() for number in row]
    if 0 in numbers:
        return f"{where(puzzle.width, numbers.index(0))} is not on a path"
    for cell, content in enumerate(puzzle.cells):
        if content not in (0, numbers[cell]):
            return f"{where(puzzle.width, cell)} is {content} but lies on another path"
    return None if {*numbers} == {*puzzle.cells} - {0} else "it has a path that belongs to no number"


def _text(width: int, height: int, rows: Sequence[Sequence[int]]) -> str:
    body = "\n".join("".join(EMPTY_CHARACTER if number == 0 else LABELS[number - 1] for number in row) for row in rows)
    return f"{width} {height}\n{body}\n"


def _looks(text: str) -> bool:
    """Whether a header is followed by a row of as many characters without a blank.

    False if a full grid has a sign besides its letters: that may be an empty cell.
    """
    lines = (line.strip() for _, line in lines_of(text))
    content = (line for line in lines if not _is_comment(line))
    header = HEADER.fullmatch(next(content, ""))
    row = next(content, "")
    if not header or int(header[1]) != len(row) or int(header[2]) == 0 or re.search(r"\s", row):
        return False
    labels = {*row}.union(*islice(content, int(header[2]) - 1))
    return EMPTY_CHARACTER in labels or labels <= {*LETTERS} or len(labels) > len(LETTERS)


FORMAT = Format(
    name="thomasahle",
    summary="text of thomasahle/numberlink: 'width height', then one character per cell",
    holds="boards without blocks, up to 92 numbers from 1 without gaps; solutions that fill the board without touching",
    read=read,
    write=write,
    recognise=_looks,
    is_certain=lambda text: False,
    endings=(".thomasahle",),
    separator="\n",
    rules=NO_TOUCH,
    solutions=True,
    any_numbers=False,
)
