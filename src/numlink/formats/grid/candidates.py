"""Which of the runs of a text are its boards: the choice between readings, and what is said where there is none.

runs ──take──> boards, faults, rows of unequal length ──chosen──> boards with their solutions, errors beside them
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from numlink.errors import InputError, ParseError
from numlink.formats.grid.ends import GridWish, Sizes
from numlink.formats.grid.hexagons import hexagons_of
from numlink.formats.grid.labels import NoBoard, TokenBoard, board_of, canonical, without_wall
from numlink.formats.grid.lists import LISTS
from numlink.formats.grid.rows import GLUED, LONG, WORDS, Choices, Ragged, TextSpot, TokenRows, counts, size_of
from numlink.formats.reading import NumberedLine, aligned
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE
from numlink.model.words import counted

Run = TypeVar("Run", bound="TokenRows | Ragged")
Held = TypeVar("Held")
ENOUGH_SOUND = 0.5
"""From this share of sound cells on, rows that are no board are told as a board with a fault beside others."""
FEWEST = 6
"""The fewest cells of a board amid other text: less may be words that happen to stand twice."""
NEAR = 3
"""Lines from the board at which the heading of a row stands that a blank line parts from it."""
MOST_WAYS = 12
"""Runs below a board of which one may draw its solution: the lines are cut in so many ways."""
RAGGED = 3
"""The fewest rows and columns of a run that are told as a board with a row of another length."""


@dataclass(frozen=True, slots=True)
class GridRead:
    """A board of a text: its puzzle, and in words what the text was taken for."""

    puzzle: Puzzle
    told: str


class Flaw(NamedTuple):
    """Rows that are no board: how many of their cells are sound, the error, whether it is told beside sound boards."""

    sound: int
    error: ParseError
    beside: bool


class NothingFound(ParseError):
    """No rows of a text come near a board."""


class Candidates:
    """The boards that were found in a text, and what broke the others."""

    def __init__(self, lines: list[NumberedLine], wish: GridWish, told: Sizes) -> None:
        self.wish = wish
        self.texts: dict[int, list[str]] = {}
        for number, line in lines:
            self.texts.setdefault(number, []).append(line)
        filled = [number for number, line in lines if line.strip()]
        self.filled = (filled[0], filled[-1]) if filled else (0, 0)  # the first and the last line that are not blank
        self.named = told.sides
        self.boards: list[tuple[TokenRows, TokenBoard]] = []
        self.faults: list[tuple[TokenRows | Ragged, Flaw]] = []

    def take(self, found: Choices | Ragged) -> None:
        """Judge the ways to take a run; of each rank all that are boards are kept, and later ranks are not asked."""
        if isinstance(found, Ragged):
            self.faults.append((found, _uneven(found)))
            return
        for rank in found:
            judged = [(rows, self._judged(rows)) for rows in rank]
            boards = [(rows, board) for rows, board in judged if isinstance(board, TokenBoard)]
            self.boards += boards
            self.faults += [(rows, _fault(rows, board)) for rows, board in judged if isinstance(board, NoBoard)]
            if boards:
                return

    def _judged(self, rows: TokenRows) -> TokenBoard | NoBoard:
        width, height = len(rows.tokens[0]), len(rows.tokens)
        if self.wish.size is not None and not rows.shifts and (width, height) != self.wish.size:
            return NoBoard(f"it has {_size(width, height)}", 0, 0)
        if width == 2 and rows.how == LISTS and None in self.named and self.wish.size is None:
            return NoBoard("lists of two may be coordinates; say format=grid:2xHEIGHT if they are rows")
        board = hexagons_of(rows.tokens, rows.shifts) if rows.shifts else board_of(rows.tokens)
        if isinstance(board, NoBoard):
            return board
        for named, side, what in ((self.named[0], width, "column"), (self.named[1], height, "row")):
            if named is not None and named != side and not rows.shifts:
                return NoBoard(f"there are {counted(side, what)}, and the text says {named}", 0, width * height)
        if rows.sizes and not _agree(rows.sizes, rows, board.puzzle.pairs):
            said = " ".join(map(str, rows.sizes))
            what = f"{_size(width, height)} with {counted(board.puzzle.pairs, 'pair')}"
            return NoBoard(f"the size {said!r} above contradicts {what}", 0, width * height)
        sized = rows.sizes or self.wish.size or any(self.named) or rows.shifts
        return board if sized else without_wall(board, canonical(rows.tokens[0][0]))

    def chosen(self) -> list[GridRead | ParseError]:
        """The boards, none of which shares cells with another; raises ParseError where two readings fit."""
        taken: _Apart[TokenRows, TokenBoard] = _Apart()
        for rows, board in sorted(self.boards, key=lambda found: -len(found[1].puzzle.cells)):
            if self._is_doubtful(rows, board):
                self.faults.append((rows, _fault(rows, NoBoard("this may be no board"))))
                continue
            over = taken.over(rows)
            if not over:
                taken.add(rows, board)
            elif not any(_same(other.puzzle, board.puzzle) for _, other in over):
                raise _two(over[0], (rows, board))
        boards = self._with_solutions(taken)
        return [*boards, *self._beside(taken)] if boards else []

    def _is_doubtful(self, rows: TokenRows, board: TokenBoard) -> bool:
        """Whether a board may be an accident: one row or column amid other text, or letters without an empty cell."""
        puzzle = board.puzzle
        full = 0 not in puzzle.cells
        others = self.filled[0] < rows.first or rows.last < self.filled[1]
        if min(puzzle.width, puzzle.height) == 1:
            tokens = {token for row in rows.tokens for token in row}
            words = any(len(each) > 1 and not each.isalnum() for each in tokens)
            words |= puzzle.width == 1 and any(len(each) > LONG for each in tokens)
            return full or words or not (len(rows.sizes) > 1 or (not others and board.surely_empty))
        if others and len(puzzle.cells) < FEWEST and not rows.sizes:
            return True
        tokens_and_cells = zip(chain.from_iterable(rows.tokens), puzzle.cells, strict=False)
        open_blocks = any(token == "#" and not cell for token, cell in tokens_and_cells)
        if (full or open_blocks) and rows.how == WORDS:
            inside = [line for number in range(rows.first, rows.last + 1) for line in self.texts.get(number, ())]
            if not aligned(inside):
                return True  # blanks between its words may be cells
        return full and puzzle.solution is None and not rows.sizes

    def _with_solutions(self, taken: _Apart[TokenRows, TokenBoard]) -> list[GridRead]:
        """The boards; rows below one that draw its solution join it and are taken, too."""
        boards: list[GridRead] = []
        others = [rows for rows, _ in self.faults if isinstance(rows, TokenRows)]
        below = sorted([*(rows for rows, _ in taken.held), *others], key=lambda rows: rows.span)
        starts = [rows.span[0] for rows in below]
        tokens: dict[int, list[str]] = {}
        drawings: dict[int, tuple[TokenRows, TokenBoard]] = {}
        for rows, board in taken.held:
            if id(rows) in drawings:
                continue
            puzzle, told = board.puzzle, f"read as a grid of {board.told}"
            at = bisect_right(starts, rows.span[1])
            for drawing in below[at : at + MOST_WAYS] if puzzle.solution is None and puzzle.layout.plain else ():
                if [*map(len, drawing.tokens)] != [puzzle.width] * puzzle.height:
                    continue
                for each in (rows, drawing):
                    tokens[id(each)] = tokens.get(id(each)) or [
                        canonical(token).upper() for token in chain.from_iterable(each.tokens)
                    ]
                if solution := _drawn(puzzle, {*tokens[id(rows)]}, tokens[id(drawing)]):
                    full = sum(map(len, (*solution.paths, puzzle.solids()))) == len(puzzle.cells)
                    puzzle = puzzle.with_rules(puzzle.rules if full else FREE).with_solution(solution)
                    told += ", with its solution" + ("" if full else ", which leaves cells empty")
                    drawings[id(drawing)] = drawing, board
                    break
            boards.append(GridRead(puzzle, told))
        for drawing, board in drawings.values():
            if not taken.over(drawing):
                taken.add(drawing, board)
        return boards

    def _beside(self, taken: _Apart[TokenRows, TokenBoard]) -> Iterator[ParseError]:
        """Boards with a fault beside sound ones, and rows that a line parts from the board to which they may belong."""
        free: _Apart[TokenRows | Ragged, ParseError] = _Apart()
        vocabularies = {id(rows): {token for row in rows.tokens for token in row} for rows, _ in taken.held}
        for rows, fault in sorted(self.faults, key=lambda found: -found[1].sound):
            if taken.over(rows) or free.over(rows):
                continue
            if fault.beside:
                free.add(rows, fault.error)
            elif any(_is_part(rows, board, vocabularies[id(board)]) for board, _ in taken.near(rows)):
                problem = "these cells may be a row of the board beside them. Join them."
                free.add(rows, ParseError(problem, line=rows.span[0][0]))
        return (error for _, error in free.held)

    def why_none(self, text: str, ends: NoBoard | None) -> ParseError:
        if not text.strip():
            return ParseError("the text is empty. Give at least one board.")
        told = [fault for rows, fault in self.faults if isinstance(rows, TokenRows) or rows.rows > 1]
        best = max(told, key=lambda fault: fault.sound, default=None)
        if best is not None and best.sound > max(3, ends.sound if ends else 0):
            return best.error
        if ends is not None:
            return ParseError(f"{ends.problem}.", line=1)
        return NothingFound(
            "no board found in this text: no rows in which every label appears twice. Give rows of '.' and numbers, "
            "or name the format with format=.",
            line=1,
        )


class _Apart(Generic[Run, Held]):
    """Runs that share no piece of the text, in their order, each with what is held of it."""

    def __init__(self) -> None:
        self.held: list[tuple[Run, Held]] = []
        self._starts: list[TextSpot] = []

    def add(self, rows: Run, what: Held) -> None:
        at = bisect_right(self._starts, rows.span[0])
        self._starts.insert(at, rows.span[0])
        self.held.insert(at, (rows, what))

    def over(self, run: TokenRows | Ragged) -> list[tuple[Run, Held]]:
        """Those that share pieces with a run."""
        first, last = self._bounds(run)
        return self.held[first:last]

    def near(self, run: TokenRows | Ragged) -> list[tuple[Run, Held]]:
        """The same, and the one before and the one behind them."""
        first, last = self._bounds(run)
        return self.held[max(0, first - 1) : last + 1]

    def _bounds(self, run: TokenRows | Ragged) -> tuple[int, int]:
        last = first = bisect_right(self._starts, run.span[1])
        while first and self.held[first - 1][0].span[1] >= run.span[0]:
            first -= 1
        return first, last


def _is_part(run: TokenRows | Ragged, board: TokenRows, known: set[str]) -> bool:
    """Whether rows may belong to a board of these `known` tokens from which a line parts them."""
    if isinstance(run, Ragged):  # a heading and a row below it
        near = NEAR in (board.first - run.line, run.line - board.last)
        return near and run.rows == 1 and run.expected == len(board.tokens[0])
    tokens = [token for row in run.tokens for token in row]
    heading = len(run.tokens) == 1 and (size_of(" ".join(tokens)) or counts(tokens))
    same = run.how == board.how or {run.how, board.how} == {WORDS, GLUED}
    familiar = sum(token in known for token in tokens)
    alike = 2 * familiar >= len(tokens) or (familiar > 0 and all(len(token) < LONG for token in tokens))
    return same and alike and not heading and len(run.tokens[0]) == len(board.tokens[0])


def _uneven(ragged: Ragged) -> Flaw:
    cells = counted(ragged.cells, "cell")
    problem = f"this row has {cells}, the rows beside it have {ragged.expected}. Make all rows equally long."
    beside = min(ragged.rows, ragged.expected) >= RAGGED
    return Flaw(ragged.expected * ragged.rows, ParseError(problem, line=ragged.line), beside)


def _fault(rows: TokenRows, board: NoBoard) -> Flaw:
    size = f"{counted(len(rows.tokens), 'row')} ({rows.how})"
    cells = sum(map(len, rows.tokens))
    problem = (
        f"read as {size}, {board.problem}, and every label must appear exactly twice. Correct the text, "
        "or name its format with format=."
    )
    beside = len(rows.tokens) > 1 and cells > 5 and board.sound >= ENOUGH_SOUND * cells
    return Flaw(board.sound, ParseError(problem, line=min(rows.last, rows.first + board.row)), beside)


def _two(first: tuple[TokenRows, TokenBoard], second: tuple[TokenRows, TokenBoard]) -> ParseError:
    told = [
        f"{_size(board.puzzle.width, board.puzzle.height)} ({rows.how}; {board.told})"
        for rows, board in (first, second)
    ]
    options = [f"grid:{board.puzzle.width}x{board.puzzle.height}" for _, board in (first, second)]
    remedy = f"format={options[0]} or format={options[1]}" if options[0] != options[1] else "format=plain or json"
    return ParseError(
        f"this can be read in two ways, as {told[0]} and as {told[1]}. Say which with {remedy}.", line=first[0].first
    )


def _size(width: int, height: int) -> str:
    return f"{counted(height, 'row')} of {counted(width, 'cell')}"


def _agree(sizes: tuple[int, ...], rows: TokenRows, pairs: int) -> bool:
    """Whether sizes above a grid fit it: its sides in any order, perhaps with its number of pairs."""
    width, height = max(map(len, rows.tokens)), len(rows.tokens)
    if len(sizes) == 1:
        return sizes[0] in (width, height, pairs)
    left = sorted(sizes[1:] if len(sizes) == 3 and sizes[0] == 1 else sizes)  # a 1 may say how many boards follow
    sides = [[width, height], [width, height, pairs], *([[width, pairs]] if width == height else [])]
    return any(left == sorted(side) for side in sides)


def _drawn(puzzle: Puzzle, own: set[str], cells: list[str]) -> Solution | None:
    """The solution of a board of the tokens `own` that others draw: each label's cells are one path, others empty."""
    names = {cells[ends[0]]: number for number, ends in puzzle.endpoints().items() if cells[ends[0]] == cells[ends[1]]}
    numbers = [names.get(cell, 0) for cell in cells]
    others = {cell for cell in cells if cell not in names}
    labelled = sum(number > 0 for number in numbers)
    if len(names) < puzzle.pairs or not others <= own or labelled <= 2 * puzzle.pairs:
        return None
    try:
        width = puzzle.width
        solution = Solution.from_grid([numbers[start : start + width] for start in range(0, len(numbers), width)])
    except InputError:
        return None
    ends = {tuple(sorted((path[0], path[-1]))) for path in solution.paths if path}
    return solution if ends == _ends_of(puzzle) else None


def _same(first: Puzzle, second: Puzzle) -> bool:
    """Whether two boards differ in the names of their labels at most."""
    sizes = [(board.width, board.height, board.layout, board.solids()) for board in (first, second)]
    return sizes[0] == sizes[1] and _ends_of(first) == _ends_of(second)


def _ends_of(puzzle: Puzzle) -> set[tuple[int, ...]]:
    return {tuple(sorted(cells)) for cells in puzzle.endpoints().values()}
