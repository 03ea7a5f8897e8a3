"""The boards of the lab assignment's output, read back as puzzles: boxes or the simple form, and the lines around them.

+++ The puzzle
    +----+----+
    |  1 |  1 |         `numlink classic`, print(puzzle)
    +----+----+
+++ The solution
    ...

Students' programs print this in many ways: `lab_output` finds the boards, `lab_symbols` the meaning of their symbols.
This reader wants puzzles: a solution whose paths cannot be followed is a ParseError here; `numlink check --lab` names
its fault instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from numlink.errors import InputError, ParseError
from numlink.formats.base import Format, Item, Losses
from numlink.formats.lab_output import LabOutput, PrintedBoard, lab_outputs
from numlink.formats.lab_symbols import ReadRows, meaning
from numlink.formats.reading import CellBudget, lines_of, shown, solution_from_grid, without_missing, wrong
from numlink.formats.writing import drop_solution
from numlink.model.characters import boxed
from numlink.model.puzzle import Puzzle, Solution

BORDER = re.compile(r"\s*\+(?:-{2,}\+)+\s*")
TITLE = "+++ "
PUZZLE_TITLE = "+++ The puzzle"
SOLUTION_TITLE = "+++ The solution"


def read(text: str) -> Iterator[Item]:
    """Each puzzle of the text, with its solution if there is one."""
    budget = CellBudget(text)
    lines = [line for _, line in lines_of(text)]
    for output in lab_outputs(text):
        try:
            yield from _puzzles(output, budget, lines)
        except ParseError as error:
            yield error
        except InputError as error:
            yield ParseError(str(error), line=output.line)


def _puzzles(output: LabOutput, budget: CellBudget, lines: list[str]) -> Iterator[Puzzle]:
    """The puzzle of an output with its solution; two puzzles if no title calls the second board a solution and it does
    not fit the first."""
    read = meaning(output)
    if output.puzzle is None:
        raise ParseError("no puzzle, only its solution or trace. Put the puzzle above it.", line=output.line)
    puzzle = Puzzle.from_rows(_numbers(output.puzzle, read.puzzle, lines))
    if output.solution is None:
        yield puzzle
        return
    rows = _numbers(output.solution, read.solution, lines)
    if not output.titled and not _may_solve(puzzle, rows):
        yield puzzle
        yield Puzzle.from_rows(rows)
    else:
        yield puzzle.with_solution(solution_from_grid(rows, budget, line=output.solution.line))


def _may_solve(puzzle: Puzzle, rows: list[list[int]]) -> bool:
    """Whether `rows` have as many squares as the puzzle and, where the puzzle has a number, the same number."""
    cells = [cell for row in rows for cell in row]
    return len(cells) == len(puzzle.cells) and all(
        number <= 0 or number == cell for number, cell in zip(puzzle.cells, cells, strict=True)
    )


def _numbers(board: PrintedBoard, rows: ReadRows | None, lines: list[str]) -> list[list[int]]:
    """The rows of a board in numbers; raises ParseError at the first square without a meaning."""
    found = []
    for row, words, line in zip(rows or (), board.rows, board.lines, strict=True):
        numbers = [value for value in row if value is not None]
        if len(numbers) < len(row):
            word = words[row.index(None)]
            column = lines[line - 1].find(word) + 1
            raise wrong(shown(word), "a number, X or nothing in a box", "Correct this box.", line=line, column=column)
        found.append(numbers)
    return found


def write(puzzle: Puzzle, losses: Losses) -> str:
    """Boxed boards below the assignment's titles."""
    if puzzle.solution is not None:
        puzzle = _with_fitting_solution(puzzle, puzzle.solution, losses)
    parts = [PUZZLE_TITLE, boxed(puzzle.rows())]
    if puzzle.solution is not None:
        parts += [SOLUTION_TITLE, boxed(puzzle.filled(puzzle.solution))]
    return "\n".join(parts) + "\n"


def _with_fitting_solution(puzzle: Puzzle, solution: Solution, losses: Losses) -> Puzzle:
    """The puzzle; without its solution if a filled board cannot show that one: a path touches itself, crosses, jumps or
    enters a solid cell."""
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
    """Whether a text has the assignment's titles or boxes; cells of several lines are left to the reader of grids."""
    borders = [number for number, line in lines_of(text) if BORDER.fullmatch(line)]
    high = len(borders) > 2 and borders[1] - borders[0] > 2
    return TITLE in text or bool(borders and not high)


FORMAT = Format(
    name="lab",
    summary="boxed boards as `numlink classic` prints them",
    holds="boards with solid cells, any numbers; solutions whose paths do not touch themselves",
    read=read,
    write=write,
    recognise=_looks,
    is_certain=lambda text: TITLE in text,
    endings=(".lab",),
    solids=True,
    solutions=True,
    no_paths=True,
)
