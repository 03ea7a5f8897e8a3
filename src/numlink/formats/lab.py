"""The boards of the lab assignment's output, read back: boxes or the simple form, with the lines around them.

+++ The puzzle
    +----+----+
    |  1 |  1 |         `numlink classic`, print(puzzle)
    +----+----+
+++ The solution
    ...
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from numlink.errors import InputError, ParseError
from numlink.formats.base import Format, Item, Losses
from numlink.formats.drawn import without_missing
from numlink.formats.reading import INTEGER, TOKEN, CellBudget, lines_of, shown, solution_from_grid, wrong
from numlink.formats.writing import drop_solution
from numlink.model.characters import boxed
from numlink.model.grid import EMPTY, SOLID
from numlink.model.puzzle import Puzzle, Solution

BORDER = re.compile(r"\s*\+(?:-{2,}\+)+\s*")
BOX_ROW = re.compile(r"\s*\|(?:[^|]*\|)+\s*")
SIMPLE_ROW = re.compile(r"\s*(?:X|\.|[0-9]{1,9})(?:\s+(?:X|\.|[0-9]{1,9}))*\s*")
PUZZLE_TITLE = "+++ The puzzle"
SOLUTION_TITLE = "+++ The solution"


def read(text: str) -> Iterator[Item]:
    """Each board that is not a solution, with the solution that follows it."""
    budget = CellBudget(text)
    puzzle: Item | None = None
    for line, is_solution, rows in _boards(text):
        try:
            if isinstance(rows, ParseError):
                raise rows
            if not is_solution:
                if puzzle is not None:
                    yield puzzle
                puzzle = Puzzle.from_rows(rows)
            elif isinstance(puzzle, Puzzle):
                puzzle = puzzle.with_solution(solution_from_grid(rows, budget, line=line))
        except ParseError as error:
            puzzle = error
        except InputError as error:
            puzzle = ParseError(str(error), line=line)
    if puzzle is not None:
        yield puzzle


def _boards(text: str) -> Iterator[tuple[int, bool, list[list[int]] | ParseError]]:
    """(line of the first row, whether it stands below the solution's title, rows) of each board."""
    rows: list[list[int]] = []
    first, is_solution, bad = 0, False, None
    below_border = False
    for number, line in [*lines_of(text), (0, "+++")]:
        is_border = bool(BORDER.fullmatch(line))
        if is_border and not (below_border and rows):
            below_border = True
            continue
        below_border = is_border  # two borders, one below the other: the next board begins
        if BOX_ROW.fullmatch(line) or SIMPLE_ROW.fullmatch(line):
            first = first if rows else number
            try:
                rows.append(_row(number, line))
            except ParseError as error:
                bad = bad or error
            continue
        if rows or bad:
            yield first, is_solution, bad or rows
            rows, bad = [], None
        if line.startswith("+++"):
            is_solution = line.startswith(SOLUTION_TITLE)


def _row(number: int, line: str) -> list[int]:
    if "|" not in line:
        return [_content(number, match.start() + 1, match[0]) for match in TOKEN.finditer(line)]
    start = line.index("|") + 1
    row = []
    for box in line.rstrip()[start:].split("|")[:-1]:
        row.append(_content(number, start + len(box) - len(box.lstrip()) + 1, box.strip()))
        start += len(box) + 1
    return row


def _content(line: int, column: int, text: str) -> int:
    if text in ("", "."):
        return EMPTY
    if set(text) == {"X"}:
        return SOLID
    if INTEGER.fullmatch(text):
        return int(text)
    raise wrong(shown(text), "a number, X or nothing in a box", "Correct this box.", line=line, column=column)


def write(puzzle: Puzzle, losses: Losses) -> str:
    """Boxed boards below the assignment's titles."""
    if puzzle.solution is not None:
        puzzle = _with_fitting_solution(puzzle, puzzle.solution, losses)
    parts = [PUZZLE_TITLE, boxed(puzzle.rows())]
    if puzzle.solution is not None:
        parts += [SOLUTION_TITLE, boxed(puzzle.filled(puzzle.solution))]
    return "\n".join(parts) + "\n"


def _with_fitting_solution(puzzle: Puzzle, solution: Solution, losses: Losses) -> Puzzle:
    """A filled board shows a solution whose paths do not touch themselves and do not enter solid cells."""
    rows = solution.rows()
    if any(rows[cell // puzzle.width][cell % puzzle.width] for cell in puzzle.solids()):
        return drop_solution(losses, puzzle, "a path enters a solid cell")
    try:
        drawn = Solution.from_grid(rows)
    except InputError as error:
        return drop_solution(losses, puzzle, str(error).partition(" Give the paths")[0].rstrip("."))
    if without_missing(drawn) != without_missing(solution):
        return drop_solution(losses, puzzle, "its paths cross or jump")
    return puzzle


def _looks(text: str) -> bool:
    return any(BORDER.fullmatch(line) or line.startswith("+++ ") for _, line in lines_of(text))


FORMAT = Format(
    name="lab",
    summary="boxed boards as `numlink classic` prints them",
    holds="boards with solid cells, any numbers; solutions whose paths do not touch themselves",
    read=read,
    write=write,
    recognise=_looks,
    endings=(".lab",),
    solids=True,
    solutions=True,
)
