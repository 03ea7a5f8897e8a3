"""Reads the boards in the lab assignment's output as puzzles: boxes or the simple form, and the lines around them.

+++ The puzzle
    +----+----+
    |  1 |  1 |         `numlink classic`, print(puzzle)
    +----+----+
+++ The solution
    ...

Students' programs print this in many ways: `lab_output` finds the boards, `meaning` says which symbol is solid and
which empty.  The assignment suggests `X` and `.` (Part 5) and leaves the choice free.  A number is a path's number;
every other word, and 0, is a symbol.  SOLIDS and EMPTIES hold the usual ones; places decide about the others:

    in the solution     every square is on a path or solid, so a single unknown symbol is solid
    in the puzzle       a symbol is solid if the solution has solid squares there, empty if it has paths there
    one for both        the puzzle does not say which squares are solid: `Meaning.same` is its symbol

A solution whose paths cannot be followed is a ParseError here; `numlink check --lab` names its fault instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from numlink.errors import ParseError
from numlink.formats.base import Format, Item, Losses
from numlink.formats.grid.labels import ALWAYS_EMPTY, BLOCKS
from numlink.formats.lab_output import LabOutput, PrintedBoard, lab_outputs
from numlink.formats.reading import INTEGER, CellBudget, item, lines_of, shown, solution_from_grid, wrong
from numlink.formats.writing import unlike_a_grid, with_fitting_solution
from numlink.model.characters import boxed
from numlink.model.grid import EMPTY, SOLID
from numlink.model.puzzle import Puzzle, Solution

BORDER = re.compile(r"\s*\+(?:-{2,}\+)+\s*")
TITLE = "+++ "

ReadRows = Sequence[Sequence[int | None]]
"""Row by row: 0 empty, -1 solid, else a number; None for a square whose text has no meaning."""

SOLIDS = BLOCKS - {"x", "%"}
EMPTIES = ALWAYS_EMPTY | {"~"}

_Names = list[list[str]]  # the words of a board in their shortest spelling
_Symbols = dict[str, int]  # symbol -> SOLID or EMPTY


@dataclass(frozen=True, slots=True)
class Meaning:
    """The boards of one run in numbers, () for one that is missing.

    `note` says which symbols, other than the assignment's, were read as what; `same` is the symbol that the puzzle
    shows for both solid and empty squares, or None.
    """

    puzzle: ReadRows
    solution: ReadRows
    note: str | None
    same: str | None


def meaning(output: LabOutput, *, solid: str | None = None, empty: str | None = None) -> Meaning:
    """The boards of an output in numbers; `solid` and `empty` are words given that meaning.  O(cells).

    >>> from numlink.formats.lab_output import lab_outputs
    >>> [output] = lab_outputs("1 1 0\\n2 # 0\\n2 3 3\\n\\n1 1 1\\n2 # 1\\n2 3 3\\n")
    >>> meaning(output).puzzle, meaning(output).note
    ([[1, 1, 0], [2, -1, 0], [2, 3, 3]], "read '#' as solid, '0' as empty")
    """
    puzzle, solution = _named(output.puzzle), _named(output.solution)
    asked = {_name(word): value for word, value in ((solid, SOLID), (empty, EMPTY)) if word is not None}
    hidden, shown = _symbols(puzzle), _symbols(solution)
    in_solution = {symbol: _in_solution(symbol, shown, hidden) for symbol in shown} | asked
    below = _below(puzzle, solution, in_solution)
    in_puzzle = {symbol: _in_puzzle(symbol, hidden, in_solution, below.get(symbol, set())) for symbol in hidden} | asked
    read = _values(puzzle, in_puzzle)
    same = next(iter(hidden)) if len(hidden) == 1 else None
    if same is not None and (below.get(same) != {True, False} or in_puzzle[same] == SOLID):
        same = None
    if same is not None and [*map(len, puzzle)] == [*map(len, solution)]:
        for row, words, others in zip(read, puzzle, solution, strict=True):
            for column, (word, other) in enumerate(zip(words, others, strict=True)):
                if word == same and in_solution.get(other) == SOLID:
                    row[column] = SOLID
    used = {(symbol, in_puzzle[symbol]) for symbol in hidden} | {(symbol, in_solution[symbol]) for symbol in shown}
    return Meaning(read, _values(solution, in_solution), _note(used - USUAL), same)


USUAL = {("X", SOLID), (".", EMPTY), ("", EMPTY)}  # the assignment's own symbols


def _note(used: Iterable[tuple[str, int]]) -> str | None:
    solid, empty = (sorted(symbol for symbol, value in used if value == wanted) for wanted in (SOLID, EMPTY))
    named = (("solid", solid), ("empty", empty))
    parts = ["'" + "' and '".join(symbols) + f"' as {what}" for what, symbols in named if symbols]
    return f"read {', '.join(parts)}" if parts else None


def _in_solution(symbol: str, others: set[str], in_puzzle: set[str]) -> int:
    """The meaning of a symbol in a solution; `others` are all symbols of the solution, `symbol` included."""
    if symbol in SOLIDS:
        return SOLID
    if symbol in EMPTIES:
        # it is solid if the solution has no other symbol, and the puzzle has it and others, but none of SOLIDS
        parts_from_empty = symbol in in_puzzle and len(in_puzzle) > 1 and not in_puzzle & SOLIDS
        return SOLID if len(others) == 1 and parts_from_empty else EMPTY
    return EMPTY if others & SOLIDS else SOLID


def _in_puzzle(symbol: str, others: set[str], solved: _Symbols, below: set[bool]) -> int:
    """The meaning of a symbol in a puzzle; `below` says what the solution has at its squares (see `_below`)."""
    if symbol in SOLIDS or (solved.get(symbol) == SOLID and len(others) > 1):
        return SOLID
    if symbol in EMPTIES:
        return EMPTY
    return SOLID if below == {True} or (others & EMPTIES and not others & SOLIDS) else EMPTY


def _below(puzzle: _Names, solution: _Names, solved: _Symbols) -> dict[str, set[bool]]:
    """Symbol of the puzzle -> what the solution has at its squares: True for solid squares, False for paths."""
    found: dict[str, set[bool]] = {}
    for row, below in zip(puzzle, solution, strict=False):
        for word, other in zip(row, below, strict=False):
            if not _is_number(word) and (_is_number(other) or solved.get(other) == SOLID):
                found.setdefault(word, set()).add(not _is_number(other))
    return found


def _named(board: PrintedBoard | None) -> _Names:
    names = {word: _name(word) for row in board.rows for word in row} if board else {}
    return [[names[word] for word in row] for row in board.rows] if board else []


def _name(word: str) -> str:
    """A word in its shortest spelling: XXXX and xx become X, 00 becomes 0."""
    if INTEGER.fullmatch(word):
        return str(int(word))
    return word[0].upper() if word and len({*word.upper()}) == 1 else word


def _is_number(name: str) -> bool:
    return name != "0" and INTEGER.fullmatch(name) is not None


def _symbols(rows: _Names) -> set[str]:
    """The symbols of a board: its words that are not numbers and could stand for a square."""
    words = {word for row in rows for word in row}
    return {word for word in words if word in ("0", "X", "-1", "") or (len(word) == 1 and not word.isalnum())}


def _values(rows: _Names, table: _Symbols) -> list[list[int | None]]:
    values = {word: int(word) for row in rows for word in row if _is_number(word)} | table
    return [[values.get(word) for word in row] for row in rows]


# ---- the format ------------------------------------------------------------------------------------------------


def read(text: str) -> Iterator[Item]:
    """Each puzzle of the text, with its solution if there is one."""
    budget = CellBudget(text)
    lines = [line for _, line in lines_of(text)]
    for output in lab_outputs(text):
        found = item(output.line, _puzzles, output, budget, lines)
        yield from [found] if isinstance(found, ParseError) else found


def _puzzles(output: LabOutput, budget: CellBudget, lines: list[str]) -> list[Puzzle]:
    """The puzzle of an output with its solution; two puzzles if no title calls the second board a solution and it
    cannot solve the first."""
    read = meaning(output)
    if output.puzzle is None:
        raise ParseError("no puzzle, only its solution or trace. Put the puzzle above it.", line=output.line)
    puzzle = Puzzle.from_rows(_numbers(output.puzzle, read.puzzle, lines))
    if output.solution is None:
        return [puzzle]
    rows = _numbers(output.solution, read.solution, lines)
    if not output.titled and not _may_solve(puzzle, rows):
        return [puzzle, Puzzle.from_rows(rows)]
    return [puzzle.with_solution(solution_from_grid(rows, budget, line=output.solution.line))]


def _may_solve(puzzle: Puzzle, rows: list[list[int]]) -> bool:
    """Whether `rows` have as many squares as the puzzle, and all its numbers in their places."""
    cells = [cell for row in rows for cell in row]
    return len(cells) == len(puzzle.cells) and all(
        number <= 0 or number == cell for number, cell in zip(puzzle.cells, cells, strict=True)
    )


def _numbers(board: PrintedBoard, rows: ReadRows, lines: list[str]) -> list[list[int]]:
    """The rows of a board in numbers; raises ParseError at the first square without a meaning."""
    found = []
    for row, words, line in zip(rows, board.rows, board.lines, strict=True):
        numbers = [value for value in row if value is not None]
        if len(numbers) < len(row):
            word = words[row.index(None)]
            column = lines[line - 1].find(word) + 1
            raise wrong(shown(word), "a number, X or nothing in a box", "Correct this box.", line=line, column=column)
        found.append(numbers)
    return found


def write(puzzle: Puzzle, losses: Losses) -> str:
    """Boxed boards below the assignment's titles."""
    puzzle = with_fitting_solution(puzzle, losses, _enters_a_block, unlike_a_grid)
    parts = [f"{TITLE}The puzzle", boxed(puzzle.rows())]
    if puzzle.solution is not None:
        parts += [f"{TITLE}The solution", boxed(puzzle.filled(puzzle.solution))]
    return "\n".join(parts) + "\n"


def _enters_a_block(puzzle: Puzzle, solution: Solution) -> str | None:
    cells = {cell for path in solution.paths for cell in path}
    return None if cells.isdisjoint(puzzle.solids()) else "a path enters a block"


def _looks(text: str) -> bool:
    """Whether a text has the assignment's titles or boxes; boxes of several lines are left to the grid reader."""
    borders = [number for number, line in lines_of(text) if BORDER.fullmatch(line)]
    high = len(borders) > 2 and borders[1] - borders[0] > 2
    return TITLE in text or bool(borders and not high)


FORMAT = Format(
    name="lab",
    summary="boxed boards as `numlink classic` prints them",
    holds="boards with blocks, any numbers; solutions whose paths do not touch themselves",
    read=read,
    write=write,
    recognise=_looks,
    is_certain=lambda text: TITLE in text,
    endings=(".lab",),
    solids=True,
    solutions=True,
    no_paths=True,
)
