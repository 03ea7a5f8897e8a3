"""Chooses the boards of a text among all ways to read its runs, or says why there is none.

runs ──add──> boards, rows with a fault ──chosen──> boards with their solutions, errors for other rows
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, groupby
from operator import attrgetter

from numlink.errors import InputError, ParseError
from numlink.formats.grid.ends import GridWish, Sizes
from numlink.formats.grid.labels import ALWAYS_EMPTY, GridRead, NoBoard, TwoReadings, board_of, canonical, hexagons_of
from numlink.formats.grid.lists import LISTS, STRINGS
from numlink.formats.grid.rows import CHARACTERS, LINE_END, LONG, WORD, WORDS, Choices, TextSpot, TokenRows, is_row
from numlink.formats.grid.text import count_up, size_of
from numlink.formats.reading import NumberedLine, aligned
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE
from numlink.model.words import counted

SPAN, RANK = attrgetter("span"), attrgetter("rank")
TEXT_END: TextSpot = (LINE_END, 0)
ENOUGH_SOUND = 0.5
"""From this share of sound cells on, rows in a text with other boards are reported as a board with a fault."""
FEWEST = 6
"""The fewest cells of a board among other text: fewer may be words that happen to occur twice."""
MOST_WAYS = 12
"""The most runs below a board that are tried as a drawing of its solution: the same lines are cut in many ways."""
HEXAGONS = re.compile(r"(?i)\bhex(?:es|agon)?")
"""What says that shifted rows are hexagons."""
LEAST_SIDE = 3
"""The fewest rows and columns of a run that is reported as a board with a row of another length."""

ROWS_OR_FORMAT = "Give rows of '.' and numbers, or name the format with format=."
TEXT_OR_FORMAT = "Correct the text, or name its format with format=."
"""Remedies of which a visitor of the page can follow only the first half (web/jobs.py)."""


class NothingFound(ParseError):
    """No rows of a text resemble a board."""


class Candidates:
    """The boards that were found in a text, and why other rows are not boards."""

    def __init__(self, lines: list[NumberedLine], wish: GridWish, sizes: Sizes, *, by_column: bool) -> None:
        self.wish = wish
        self.by_column = by_column  # whether lists of cells are columns
        self.texts: dict[int, list[str]] = {}
        for number, line in lines:
            self.texts.setdefault(number, []).append(line)
        self.filled_lines = [number for number, line in lines if line.strip()]
        self.sides = sizes.sides
        self.stated = [sorted(size) for size in sizes.unnamed if len(size) == 2]
        self.hexagonal = any(HEXAGONS.search(line) for _, line in lines)
        self.boards: dict[TokenRows, GridRead] = {}
        self.faults: dict[TokenRows, NoBoard] = {}

    def add(self, found: Choices) -> None:
        """Judge the ways to read a run in the order of their ranks, up to the first rank with a board."""
        for _, ways in groupby(sorted(found, key=RANK), key=RANK):
            before = len(self.boards)
            for rows in map(_transposed, ways) if self.by_column else ways:
                judged = self._judge(rows)
                cells = len(rows.tokens) * len(rows.tokens[0])
                sound = isinstance(judged, GridRead) or judged.sound == cells
                if sound and (line := next((each for each in rows.near if is_row(each, rows)), None)):
                    judged = NoBoard("an adjacent row has another length", 0, cells)
                    rows = replace(rows, uneven=(line[0], len(line[2])))
                if isinstance(judged, NoBoard):
                    self.faults[rows] = judged
                else:
                    self.boards[rows] = judged
            if len(self.boards) > before:
                return

    def _judge(self, rows: TokenRows) -> GridRead | NoBoard:
        width, height = len(rows.tokens[0]), len(rows.tokens)
        if rows.uneven:
            return NoBoard("an adjacent row has another length", 0, width * height)
        if self.wish.size is not None and not rows.shifts and (width, height) != self.wish.size:
            return NoBoard(f"it has {_size(width, height)}", 0, 0)
        if width == 2 and rows.how == LISTS and None in self.sides and self.wish.size is None:
            tokens = [*chain.from_iterable(rows.tokens)]
            full = height == 2 and "0" not in tokens and all(tokens.count(token) == 2 for token in tokens)
            problem = "lists of two may be coordinates; if they are rows, use format=grid:2xHEIGHT"
            return NoBoard(problem, 0, len(tokens) if full else 0)
        board = hexagons_of(rows.tokens, rows.shifts) if rows.shifts else board_of(rows.tokens)
        if isinstance(board, NoBoard):
            return board
        for stated, side, what in ((self.sides[0], width, "column"), (self.sides[1], height, "row")):
            if stated is not None and stated != side and not rows.shifts:
                return NoBoard(f"there are {counted(side, what)} where the text says {stated}", 0, width * height)
        if self.stated and sorted((width, height)) not in self.stated and not rows.shifts:
            sides = " and ".join(map(str, self.stated[0]))
            return NoBoard(f"the sides are {width} and {height} where the text says {sides}", 0, width * height)
        indents = {len(line) - len(line.lstrip()) for line in self._lines_of(rows)} if self.hexagonal else {0}
        if len(indents) > 1 and not rows.shifts:
            return NoBoard("the text names hexagons, and its rows are shifted unevenly", 0, width * height)
        pairs = board.puzzle.pairs
        if not rows.sizes or _sizes_fit(rows.sizes, rows.tokens, pairs):
            return board
        above = " ".join(map(str, rows.sizes))
        what = f"{_size(width, height)} with {counted(pairs, 'pair')}"
        return NoBoard(f"the size {above!r} above contradicts {what}", 0, width * height)

    def chosen(self) -> list[GridRead | ParseError]:
        """The boards, which do not overlap, then errors for other rows; raises ParseError if two readings fit."""
        taken = _Disjoint()
        hexagons = {rows for rows in self.boards if rows.shifts and self.hexagonal}
        for rows in sorted(self.boards, key=lambda rows: (rows not in hexagons, -len(self.boards[rows].puzzle.cells))):
            board = self.boards[rows]
            others = taken.overlapping(rows)
            if not hexagons.isdisjoint(others):
                continue
            if self._is_doubtful(rows, board):
                self.faults[rows] = NoBoard("this may not be a board")
            elif not others:
                taken.add(rows)
            elif all(_without_labels(self.boards[other].puzzle) != _without_labels(board.puzzle) for other in others):
                raise _two_readings((others[0], self.boards[others[0]]), (rows, board))
        boards = self._with_solutions(taken)
        return [*boards, *self._errors_outside(taken)] if boards else []

    def _is_doubtful(self, rows: TokenRows, board: GridRead) -> bool:
        """Whether a board may be an accident: one row or column among other text, or letters without an empty cell."""
        puzzle = board.puzzle
        (first, _), (last, _) = rows.span
        full = 0 not in puzzle.cells
        other_text = self.filled_lines[0] < first or last < self.filled_lines[-1]
        tokens = [*chain.from_iterable(rows.tokens)]
        if min(puzzle.width, puzzle.height) == 1:
            words = any(len(each) > 1 and not each.isalnum() for each in tokens)
            words |= puzzle.width == 1 and any(len(each) > LONG for each in tokens)
            return full or words or not (len(rows.sizes) > 1 or (not other_text and board.empty in ALWAYS_EMPTY))
        small = other_text and len(puzzle.cells) < FEWEST and not rows.sizes and rows.how != STRINGS
        open_blocks = any(token == "#" and not cell for token, cell in zip(tokens, puzzle.cells, strict=False))
        blanks_are_cells = (full or open_blocks) and rows.how == WORDS and not aligned(self._lines_of(rows))
        return small or blanks_are_cells or (full and puzzle.solution is None and not rows.sizes)

    def _lines_of(self, rows: TokenRows) -> list[str]:
        (first, _), (last, _) = rows.span
        return [line for number in range(first, last + 1) for line in self.texts.get(number, ())]

    def _with_solutions(self, taken: _Disjoint) -> list[GridRead]:
        """The boards, each with the solution that rows below it draw, if any; these rows are added to `taken`."""
        boards: list[GridRead] = []
        below = sorted({*taken.rows, *(rows for rows in self.faults if not rows.uneven)}, key=SPAN)
        plain = {token: canonical(token).upper() for rows in below for token in {*chain.from_iterable(rows.tokens)}}
        drawings: set[TokenRows] = set()
        for rows in [*taken.rows]:
            if rows in drawings:
                continue
            puzzle, note = self.boards[rows].puzzle, f"read as a grid of {self.boards[rows].note}"
            at = bisect_right(below, (rows.span[1], TEXT_END), key=SPAN)
            for drawing in below[at : at + MOST_WAYS] if puzzle.solution is None and puzzle.layout.plain else ():
                if solution := _drawn_solution(puzzle, rows, drawing, plain=plain):
                    full = sum(map(len, (*solution.paths, puzzle.solids()))) == len(puzzle.cells)
                    puzzle = puzzle.with_rules(puzzle.rules if full else FREE).with_solution(solution)
                    note += ", with its solution" + ("" if full else ", which leaves cells empty")
                    drawings.add(drawing)
                    if not taken.overlapping(drawing):
                        taken.add(drawing)
                    break
            boards.append(replace(self.boards[rows], puzzle=puzzle, note=note))
        return boards

    def _errors_outside(self, taken: _Disjoint) -> list[ParseError]:
        """Errors for boards with a fault, and for rows that a blank line separates from a board they may belong to."""
        errors: dict[TokenRows, ParseError] = {}
        reported = _Disjoint()
        signs = ALWAYS_EMPTY.union(*(token for rows in taken.rows for token in rows.tokens))
        for rows, board in sorted(self.faults.items(), key=lambda fault: -fault[1].sound):
            if taken.overlapping(rows) or reported.overlapping(rows):
                continue
            height, width = len(rows.tokens), len(rows.tokens[0])
            large = width * height >= FEWEST or rows.how in (LISTS, STRINGS)
            mostly_sound = large and board.sound >= ENOUGH_SOUND * width * height
            tokens = {*chain.from_iterable(rows.tokens)}
            has_words = ALWAYS_EMPTY.isdisjoint(tokens) and any(map(WORD.search, tokens - signs))
            mostly_sound &= not signs.isdisjoint(tokens) and not has_words
            if min(width, height) >= LEAST_SIDE if rows.uneven else height > 1 and mostly_sound:
                errors[rows] = _fault_error(rows, board)
            elif any(_may_belong(rows, other) for other in taken.overlapping(rows, around=1)):
                problem = "these cells may be a row of the adjacent board. Join them."
                errors[rows] = ParseError(problem, line=rows.span[0][0])
            if rows in errors:
                reported.add(rows)
        return [errors[rows] for rows in reported.rows]

    def no_board_error(self, text: str, ends: NoBoard | None) -> ParseError:
        if not text.strip():
            return ParseError("the text is empty. Give at least one board.")
        faults = [fault for fault in self.faults.items() if not fault[0].uneven or len(fault[0].tokens) > 1]
        best = max(faults, key=lambda fault: fault[1].sound, default=None)
        if best is not None and best[1].sound > max(3, ends.sound if ends else 0):
            return _fault_error(*best)
        if ends is not None:
            return ParseError(f"{ends.problem}.", line=1)
        nothing = "no board found in this text: no rows in which every label appears twice."
        return NothingFound(nothing, remedy=ROWS_OR_FORMAT, line=1)


def _transposed(rows: TokenRows) -> TokenRows:
    return rows if rows.uneven else replace(rows, tokens=[*zip(*rows.tokens, strict=True)])


class _Disjoint:
    """Rows that share no piece of the text, in the order of the text."""

    def __init__(self) -> None:
        self.rows: list[TokenRows] = []

    def add(self, rows: TokenRows) -> None:
        insort(self.rows, rows, key=SPAN)

    def overlapping(self, rows: TokenRows, around: int = 0) -> list[TokenRows]:
        """Those that share a piece of the text with `rows`, and `around` more before and after them."""
        last = first = bisect_right(self.rows, (rows.span[1], TEXT_END), key=SPAN)
        while first and self.rows[first - 1].span[1] >= rows.span[0]:
            first -= 1
        return self.rows[max(0, first - around) : last + around]


def _may_belong(run: TokenRows, board: TokenRows) -> bool:
    """Whether a run may be part of a board although a blank line separates them."""
    tokens, known = [*chain.from_iterable(run.tokens)], {*chain.from_iterable(board.tokens)}
    heading = len(run.tokens) == 1 and (size_of(" ".join(tokens)) or count_up(tokens))
    alike = len(run.tokens[0]) == len(board.tokens[0]) and not known.isdisjoint(tokens)
    same = run.how == board.how or {run.how, board.how} == {WORDS, CHARACTERS}
    return same and alike and not heading and is_row((0, " ".join(tokens), tokens), board)


def _fault_error(rows: TokenRows, board: NoBoard) -> ParseError:
    if rows.uneven:
        line, cells = rows.uneven
        if cells == len(rows.tokens[0]):
            problem = (
                "this line may be a title or a row of the next board. Remove it, or add a blank line between them."
            )
            return ParseError(problem, line=line)
        lengths = f"this row has {counted(cells, 'cell')}, but the rows next to it have {len(rows.tokens[0])}"
        return ParseError(f"{lengths}. Make all rows the same length.", line=line)
    return ParseError(
        f"read as {counted(len(rows.tokens), 'row')} ({rows.how}), but {board.problem}.",
        remedy=TEXT_OR_FORMAT,
        line=min(rows.span[1][0], rows.span[0][0] + board.row),
    )


def _two_readings(*readings: tuple[TokenRows, GridRead]) -> ParseError:
    ways = [f"{_size(board.puzzle.width, board.puzzle.height)} ({rows.how}; {board.note})" for rows, board in readings]
    options = [f"grid:{board.puzzle.width}x{board.puzzle.height}" for _, board in readings]
    remedy = f"format={options[0]} or format={options[1]}" if options[0] != options[1] else "format=plain or json"
    return TwoReadings(
        f"this can be read in two ways, as {ways[0]} and as {ways[1]}. Choose one with {remedy}.",
        line=readings[0][0].span[0][0],
    )


def _size(width: int, height: int) -> str:
    return f"{counted(height, 'row')} of {counted(width, 'cell')}"


def _sizes_fit(sizes: tuple[int, ...], rows: Sequence[Sequence[object]], pairs: int) -> bool:
    """Whether sizes above a grid fit it: its sides in any order, perhaps with its number of pairs, perhaps after the
    number of boards that follow."""
    width, height = max(map(len, rows)), len(rows)
    if len(sizes) == 1:
        return sizes[0] in (width, height, pairs)
    after = sizes[1:] if len(sizes) == 3 and min(width, height) > 1 else ()
    fitting = [[width, height], [width, height, pairs], *([[width, pairs]] if width == height else [])]
    return any(sorted(left) in map(sorted, fitting) for left in (sizes, after))


def _drawn_solution(puzzle: Puzzle, rows: TokenRows, drawing: TokenRows, *, plain: dict[str, str]) -> Solution | None:
    """The solution of `puzzle` that `drawing` shows, as each label's cells are one path and others empty; else None.

    `rows`: what the puzzle was read from.  `plain`: each token -> its plain spelling in upper case.
    """
    if [*map(len, drawing.tokens)] != [puzzle.width] * puzzle.height:
        return None
    own = {plain[token] for token in chain.from_iterable(rows.tokens)}
    cells = [plain[token] for token in chain.from_iterable(drawing.tokens)]
    ends = {frozenset(places) for places in puzzle.endpoints().values()}
    names = {
        cells[first]: number for number, (first, last) in puzzle.endpoints().items() if cells[first] == cells[last]
    }
    numbers = iter([names.get(cell, 0) for cell in cells])
    labelled = sum(cell in names for cell in cells)
    if len(names) < puzzle.pairs or not {*cells} - {*names} <= own or labelled <= 2 * puzzle.pairs:
        return None
    try:
        solution = Solution.from_grid([*zip(*[numbers] * puzzle.width, strict=True)])
    except InputError:
        return None
    return solution if {frozenset((path[0], path[-1])) for path in solution.paths if path} == ends else None


def _without_labels(puzzle: Puzzle) -> tuple[object, ...]:
    """What two boards have in common if they differ only in the names of their labels."""
    ends = {frozenset(cells) for cells in puzzle.endpoints().values()}
    return puzzle.width, puzzle.height, puzzle.layout, puzzle.solids(), ends
