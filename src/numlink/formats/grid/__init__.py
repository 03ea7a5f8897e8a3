"""Grids however they are written: the reader for texts that no exact format claims.

    text ──text.py──> lines ──rows.py──────> rows of tokens ──labels.py──> boards
                        └─────nested.py────> lists of lists ──┘
                                             coordinates    ──ends.py────> boards

What decides is what a board is: every label exactly twice.  Two readings that fit, or none, are a ParseError.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from numlink.errors import InputError, ParseError, quoted
from numlink.formats.base import Format, Item
from numlink.formats.grid.ends import GridWish, Told, ends_in, sizes_in
from numlink.formats.grid.labels import NoBoard, TokenBoard, board_of, canonical, without_wall
from numlink.formats.grid.nested import LISTS, Brackets, flats_of, grids_of, parsed
from numlink.formats.grid.rows import GLUED, LONG, WORDS, Choices, Ragged, TokenRows, counts, runs_of, size_of
from numlink.formats.grid.text import plain_lines
from numlink.formats.reading import CellBudget, NumberedLine, aligned
from numlink.model.grid import SOLID
from numlink.model.kinds.names import Kind
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE
from numlink.model.words import counted

LONGEST = 2_000_000
"""The most characters of a text: each is looked at in about ten ways, 2 microseconds each."""
BY_COLUMN = re.compile(r"(?i)[\"']?\b(?:columns|cols)[\"']?\s{0,9}(?::|=>|=)\s{0,9}[\[({]\s{0,9}[\[({\"']")
"""What stands before lists that are columns."""
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
NAMES_OF_A_POINT = re.compile(r"(?i)(?=.*\b(?:row|y|r)\b)(?=.*\b(?:col|column|x|c)\b)[^\d\n]{3,60}\n?")
"""What stands above rows that are points: `row,col,value`, `x y`."""
WISH = re.compile(r"(?:([0-9]{1,4})x([0-9]{1,4})|(x|row)|([01]))")


@dataclass(frozen=True, slots=True)
class GridRead:
    """A board of a text: its puzzle, and in words what the text was taken for."""

    puzzle: Puzzle
    told: str


class NothingFound(ParseError):
    """No rows of a text come near a board."""


def wish_of(text: str) -> GridWish:
    """What stands behind `grid:` in the name of a format: `7x5`, `x` or `row`, `0` or `1`, with commas between.

    >>> wish_of("7x5,x,1")
    GridWish(size=(7, 5), x_first=True, base=1)
    """
    wish = GridWish()
    for part in filter(None, text.split(",")):
        match = WISH.fullmatch(part)
        if not match:
            raise InputError(
                f"grid:{quoted(text)} is not a way to read a grid. Use a size like grid:7x5, grid:x, grid:row, grid:0."
            )
        if match[1]:
            wish = replace(wish, size=(int(match[1]), int(match[2])))
        elif match[3]:
            wish = replace(wish, x_first=match[3] == "x")
        else:
            wish = replace(wish, base=int(match[4]))
    return wish


def readings(text: str, wish: GridWish | None = None) -> list[GridRead | ParseError]:
    """Every board of a text in order, or the one ParseError that says why there is none.  O(characters)."""
    wish = wish or GridWish()
    if len(text) > LONGEST:
        return [ParseError(f"a text of {len(text):,} characters is too long for a grid. Write it as plain or json.")]
    lines = plain_lines(text)
    root = parsed(lines)
    told = sizes_in(root, lines)
    sheet = _Candidates(wish, told)
    by_column = BY_COLUMN.search(text) is not None
    for found in (*runs_of(lines), *(grids_of(root) if root.balanced else ()), *_on_one_line(lines)):
        sheet.take(found if not by_column or isinstance(found, Ragged) else [[_turned(each) for each in found[-1]]])
    if not sheet.boards and root.balanced:
        longest = max((len(re.findall(r"[^\s,;]+", line)) for _, line in lines), default=0)
        for rows in _flats(root, text, sheet, longest):
            sheet.take([[rows]])
    try:
        found_boards = sheet.chosen(lines)
        if found_boards:
            return found_boards
        ends = ends_in(root, lines, told, wish, CellBudget(text)) if root.balanced else None
    except ParseError as error:
        return [error]
    except InputError as error:
        return [ParseError(str(error), line=1)]
    if isinstance(ends, TokenBoard):
        return [GridRead(ends.puzzle, f"read as {ends.told}")]
    return [sheet.why_none(text, ends)]


def _on_one_line(lines: list[NumberedLine]) -> Iterator[Choices | Ragged]:
    """The runs of a text of one line that has all rows, equally long, with slashes, semicolons or bars between."""
    told = [line for line in lines if line[1].strip()]
    for sign in "/;|" if len(told) == 1 else "":
        [(number, line)] = told
        parts = [part.strip() for part in line.strip().strip(sign).split(sign)]
        rows = parts[1:] if size_of(parts[0]) else parts
        words = {len(re.split(r"[\s,]+", row)) for row in rows}
        if len(rows) > 1 and len(words) == 1 and (words != {1} or len({*map(len, rows)}) == 1):
            yield from runs_of([(number, part) for part in parts])


def _turned(rows: TokenRows) -> TokenRows:
    return replace(rows, tokens=[list(row) for row in zip(*rows.tokens, strict=False)])


class _Candidates:
    """The boards that were found in a text, and what broke the others."""

    def __init__(self, wish: GridWish, told: Told) -> None:
        self.wish = wish
        self.named = told.sides
        self.sides = {tuple(sorted(size)) for size in told.both | told.by if len(size) == 2}
        self.boards: list[tuple[TokenRows, TokenBoard]] = []
        self.faults: list[tuple[TokenRows, NoBoard]] = []
        self.ragged: list[Ragged] = []
        self.runs: list[TokenRows] = []

    def take(self, found: Choices | Ragged) -> None:
        """Judge the ways to take a run; of each rank all that are boards are kept, and later ranks are not asked."""
        if isinstance(found, Ragged):
            self.ragged.append(found)
            return
        self.runs.append(found[-1][0])
        for rank in found:
            boards = []
            for rows in rank:
                board = self._judged(rows)
                if isinstance(board, TokenBoard):
                    boards.append((rows, board))
                else:
                    self.faults.append((rows, board))
            if boards:
                self.boards += boards
                return

    def _judged(self, rows: TokenRows) -> TokenBoard | NoBoard:
        if not rows.tokens or not rows.tokens[0]:
            return NoBoard("there is no cell")
        width, height = len(rows.tokens[0]), len(rows.tokens)
        if self.wish.size is not None and not rows.shifts and (width, height) != self.wish.size:
            return NoBoard(f"it has {_size(width, height)}", 0, 0)
        if width == 2 and rows.how == LISTS and None in self.named and self.wish.size is None:
            return NoBoard("lists of two may be coordinates; say format=grid:2xHEIGHT if they are rows")
        if width == 3 and rows.how == LISTS and self.sides and tuple(sorted((3, height))) not in self.sides:
            return NoBoard("lists of three may be points with their labels, and the text names another size")
        board = _hexagons(rows) if rows.shifts else board_of(rows.tokens)
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

    def chosen(self, lines: list[NumberedLine]) -> list[GridRead | ParseError]:
        """The boards, none of which shares cells with another; raises ParseError where two readings fit."""
        taken: list[tuple[TokenRows, TokenBoard]] = []
        for rows, board in sorted(self.boards, key=lambda found: -len(found[1].puzzle.cells)):
            if _is_doubtful(rows, board, lines):
                continue
            beside = [other for other in taken if _overlap(rows, other[0])]
            same = [other for other in beside if _same(other[1].puzzle, board.puzzle)]
            if not beside:
                taken.append((rows, board))
            elif not same:
                raise _two(beside[0], (rows, board))
        taken.sort(key=lambda found: (found[0].first, found[0].span or (0, 0)))
        boards = self._with_drawings(taken)
        return _with_solutions([*boards, *self._broken(taken), *self._parted(taken)]) if boards else []

    def _with_drawings(self, taken: list[tuple[TokenRows, TokenBoard]]) -> list[GridRead]:
        """The boards; rows below one that draw its solution and leave cells empty join it and are taken, too."""
        boards: list[GridRead] = []
        below = sorted([rows for rows, _ in (*taken, *self.faults)], key=lambda rows: rows.first)
        starts = [rows.first for rows in below]
        drawings: list[tuple[TokenRows, TokenBoard]] = []
        for rows, board in taken:
            if any(rows is drawing for drawing, _ in drawings):
                continue
            puzzle, told = board.puzzle, f"read as a grid of {board.told}"
            next_ones = below[(at := bisect_right(starts, rows.last)) : at + MOST_WAYS]
            for drawing in next_ones if puzzle.solution is None else ():
                if solution := _drawn(puzzle, rows, drawing):
                    puzzle = puzzle.with_rules(FREE).with_solution(solution)
                    told += ", with its solution, which leaves cells empty"
                    drawings.append((drawing, board))
                    break
            boards.append(GridRead(puzzle, told))
        taken += [each for each in drawings if all(each[0] is not rows for rows, _ in taken)]
        return boards

    def _parted(self, taken: list[tuple[TokenRows, TokenBoard]]) -> Iterator[ParseError]:
        """Rows that a line parts from the board to which they may belong."""
        for run in self.runs:
            tokens = [token for row in run.tokens for token in row]
            heading = len(run.tokens) == 1 and (size_of(" ".join(tokens)) or counts(tokens))
            apart = all(run.last < rows.first or rows.last < run.first for rows, _ in taken)
            for rows, _ in taken if apart and not heading else ():
                known = {token for row in rows.tokens for token in row}
                same = run.how == rows.how or {run.how, rows.how} == {WORDS, GLUED}
                alike = same and len(run.tokens[0]) == len(rows.tokens[0])
                familiar = sum(token in known for token in tokens)
                if alike and (2 * familiar >= len(tokens) or (familiar and all(len(token) < LONG for token in tokens))):
                    problem = "this row is as long as those of the board beside it, but separated from it. Join them."
                    yield ParseError(problem, line=run.first)
                    break

        for each in self.ragged:  # a heading, a row below it, a blank line, the board
            beside = (rows for rows, _ in taken if NEAR in (rows.first - each.line, each.line - rows.last))
            if each.rows == 1 and any(len(rows.tokens[0]) == each.expected for rows in beside):
                yield ParseError("a row may stand beside this line, parted from the board. Join them.", line=each.line)

    def _broken(self, taken: list[tuple[TokenRows, TokenBoard]]) -> Iterator[ParseError]:
        """Boards with a fault that stand beside sound ones."""
        free: list[tuple[TokenRows, NoBoard]] = []
        for rows, fault in sorted(self.faults, key=lambda found: -found[1].sound):
            cells = sum(map(len, rows.tokens))
            others = [*(other for other, _ in taken), *(other for other, _ in free)]
            apart = not any(_overlap(rows, other) for other in others)
            if apart and len(rows.tokens) > 1 and cells > 5 and fault.sound >= ENOUGH_SOUND * cells:
                free.append((rows, fault))
        for rows, fault in free:
            yield _fault(rows, fault)
        known = [rows for rows, _ in (*taken, *free)]
        for each in self.ragged:
            if min(each.rows, each.expected) >= RAGGED and not any(_overlap(each, other) for other in known):
                yield _uneven(each)
                return

    def why_none(self, text: str, ends: NoBoard | None) -> ParseError:
        if not text.strip():
            return ParseError("the text is empty. Give at least one board.")
        best = max(self.faults, key=lambda found: found[1].sound, default=None)
        ragged = max(self.ragged, key=lambda found: found.expected * found.rows, default=None)
        sound = best[1].sound if best else 0
        if ragged and ragged.expected * ragged.rows >= sound and ragged.rows > 1:
            return _uneven(ragged)
        if best is not None and sound > max(3, ends.sound if ends else 0):
            return _fault(*best)
        if ends is not None:
            return ParseError(f"{ends.problem}.", line=1)
        return NothingFound(
            "no board found in this text: no rows in which every label appears twice. Give rows of '.' and numbers, "
            "or name the format with format=.",
            line=1,
        )


def _overlap(first: TokenRows | Ragged, second: TokenRows | Ragged) -> bool:
    """Whether two runs share lines or, on lines where several lists may stand, pieces."""
    if first.span and second.span:
        return first.span[0] <= second.span[1] and second.span[0] <= first.span[1]
    return first.first <= second.last and second.first <= first.last


def _uneven(ragged: Ragged) -> ParseError:
    cells = counted(ragged.cells, "cell")
    return ParseError(
        f"this row has {cells}, the rows beside it have {ragged.expected}. Make all rows equally long.",
        line=ragged.line,
    )


def _fault(rows: TokenRows, fault: NoBoard) -> ParseError:
    size = f"{counted(len(rows.tokens), 'row')} ({rows.how})"
    line = min(rows.last, rows.first + fault.row)
    return ParseError(
        f"read as {size}, {fault.problem}, and every label must appear exactly twice. Correct the text, "
        "or name its format with format=.",
        line=line,
    )


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


def _is_doubtful(rows: TokenRows, board: TokenBoard, lines: list[NumberedLine]) -> bool:
    """Whether a board may be an accident: one row or column amid other text, or letters without an empty cell."""
    puzzle = board.puzzle
    full = 0 not in puzzle.cells
    others = any(line.strip() and not rows.first <= number <= rows.last for number, line in lines)
    if min(puzzle.width, puzzle.height) == 1:
        tokens = {token for row in rows.tokens for token in row}
        words = any(len(each) > 1 and not each.isalnum() for each in tokens)
        words |= puzzle.width == 1 and any(len(each) > LONG for each in tokens)
        return full or words or not (len(rows.sizes) > 1 or (not others and board.surely_empty))
    if others and len(puzzle.cells) < FEWEST and not rows.sizes:
        return True
    if any(number == rows.first - 1 and NAMES_OF_A_POINT.fullmatch(line) for number, line in lines):
        return True
    tokens_and_cells = zip(chain.from_iterable(rows.tokens), puzzle.cells, strict=False)
    open_blocks = any(token == "#" and not cell for token, cell in tokens_and_cells)
    inside = [line for number, line in lines if rows.first <= number <= rows.last]
    if (full or open_blocks) and rows.how == WORDS and not aligned(inside):
        return True  # blanks between its words may be cells
    return full and puzzle.solution is None and not rows.sizes


def _drawn(puzzle: Puzzle, rows: TokenRows, drawing: TokenRows) -> Solution | None:
    """The solution of a board of `rows` that other rows draw: each label's cells are one path, others are empty."""
    if [*map(len, drawing.tokens)] != [puzzle.width] * puzzle.height or not puzzle.layout.plain:
        return None
    cells = [canonical(token).upper() for row in drawing.tokens for token in row]
    names = {cells[ends[0]]: number for number, ends in puzzle.endpoints().items() if cells[ends[0]] == cells[ends[1]]}
    numbers = [names.get(cell, 0) for cell in cells]
    others = {cell for cell in cells if cell not in names}
    own = {canonical(token).upper() for row in rows.tokens for token in row}
    labelled = sum(number > 0 for number in numbers)
    if len(names) < puzzle.pairs or not others <= own or not 2 * puzzle.pairs < labelled < len(numbers):
        return None
    try:
        width = puzzle.width
        solution = Solution.from_grid([numbers[start : start + width] for start in range(0, len(numbers), width)])
    except InputError:
        return None
    ends = {tuple(sorted((path[0], path[-1]))) for path in solution.paths if path}
    return solution if ends == _ends_of(puzzle) else None


def _same(first: Puzzle, second: Puzzle) -> bool:
    return first == second or (
        (first.width, first.height) == (second.width, second.height)
        and _ends_of(first) == _ends_of(second)
        and first.solids() == second.solids()
    )


def _ends_of(puzzle: Puzzle) -> set[tuple[int, ...]]:
    return {tuple(sorted(cells)) for cells in puzzle.endpoints().values()}


def _with_solutions(found: list[GridRead | ParseError]) -> list[GridRead | ParseError]:
    """The boards; a solved one behind its puzzle becomes that puzzle's solution."""
    kept: list[GridRead | ParseError] = []
    for reading in found:
        before = kept[-1] if kept else None
        solution = reading.puzzle.solution if isinstance(reading, GridRead) else None
        if (
            solution is None
            or not isinstance(before, GridRead)
            or before.puzzle.solution is not None
            or not isinstance(reading, GridRead)
            or not _same(before.puzzle, reading.puzzle)
        ):
            kept.append(reading)
        else:
            paths = {tuple(sorted((path[0], path[-1]))): path for path in solution.paths if path}
            ends = before.puzzle.endpoints()
            ordered = tuple(paths.get(tuple(sorted(ends.get(number, ()))), ()) for number in range(1, max(ends) + 1))
            puzzle = before.puzzle.with_solution(replace(solution, paths=ordered))
            kept[-1] = replace(before, puzzle=puzzle, told=f"{before.told}, with its solution")
    return kept


def spelt_plainly(rows: list[str]) -> list[str] | None:
    """TokenRows without blanks, with 0 for empty or with commas as rows of plain text; None if they are no such board.

    >>> spelt_plainly(["1..2", "1..2"]), spelt_plainly(["1 0 1", "2 0 2"]), spelt_plainly(["1,,1", "2,0,2"])
    (['1 . . 2', '1 . . 2'], ['1 . 1', '2 . 2'], None)
    """
    found = readings("\n".join(rows))
    if len(found) != 1 or isinstance(found[0], ParseError) or not re.search(r"'[.0]'|blank", found[0].told):
        return None
    puzzle = found[0].puzzle
    if puzzle.height != len(rows) or puzzle.solution is not None or not puzzle.layout.plain:
        return None
    return [" ".join({0: ".", SOLID: "X"}.get(cell, str(cell)) for cell in row) for row in puzzle.rows()]


# ---- flat lists and hexagons -----------------------------------------------------------------------------------


def _flats(root: Brackets, text: str, sheet: _Candidates, longest: int) -> Iterator[TokenRows]:
    """Flat lists of cells as rows, where the text says their size; without brackets on one line, the `longest`."""
    width, height = sheet.wish.size or sheet.named
    shape = re.search(r"(?:\.reshape\(\(?|array2d\(1\.\.)([0-9]{1,4}),\s*(?:1\.\.)?([0-9]{1,4})", text)
    if shape:
        width, height = int(shape[2]), int(shape[1])
    if re.search(r"(?<![.\w])reshape\(", text):
        return  # Julia and Fortran fill columns first, other languages rows
    by_column = "matrix(c(" in text and not re.search(r"(?i)byrow\s*=\s*T", text)
    for cells, group in flats_of(root):
        for across, down, rest in _shapes(cells, width, height):
            flat = list(rest[0]) if len(rest) == 1 else rest
            if len(flat) == across * down > 3 and not (group is root and longest < len(rest)):
                step = down if by_column else across
                rows = [flat[start : start + step] for start in range(0, len(flat), step)]
                rows = [list(row) for row in zip(*rows, strict=True)] if by_column else rows
                yield TokenRows(rows, group.first, group.last, "one list of cells")


def _shapes(cells: list[str], width: int | None, height: int | None) -> Iterator[tuple[int, int, list[str]]]:
    """(width, height, cells) of every way to take a list: a size that the text names, or numbers before the cells."""
    if width or height:
        across, down = width or len(cells) // (height or 1), height or len(cells) // (width or 1)
        yield across, down, cells
        return
    if crossed := re.fullmatch(r"([0-9]{1,4})[xX\u00d7]([0-9]{1,4})", cells[0]):
        across, down = int(crossed[1]), int(crossed[2])
        yield from ((*sides, cells[1:]) for sides in {(across, down), (down, across)})
        return
    heads = [int(cell) if cell.isdecimal() and len(cell) < 5 else 0 for cell in cells[:2]]
    down, beside = heads[0], heads[-1]
    for used in (1, 2, 3) if all(cells) else ():
        rest, across = cells[used:], down if used == 1 else beside
        if down and down * across == (len(rest[0]) if len(rest) == 1 else len(rest)):
            yield across, down, rest
    if down and down**2 == len(cells) - 2 and beside != down:  # a side and the number of pairs
        yield down, down, cells[2:]


def _hexagons(rows: TokenRows) -> TokenBoard | NoBoard:
    """The board of shifted rows: numlink's hexagons stand in columns, so each row becomes a column."""
    known = board_of([[token for row in rows.tokens for token in row]])
    if isinstance(known, NoBoard):
        return NoBoard(known.problem, 0, known.sound)
    values = iter(known.puzzle.cells)
    offset = rows.shifts[0] % 2
    places: dict[tuple[int, int], int] = {}
    for column, (row, shift) in enumerate(zip(rows.tokens, rows.shifts, strict=True)):
        if (shift + offset) % 2 != column % 2:
            return NoBoard("its rows do not stand half a cell beside each other")
        for index in range(len(row)):
            places[(2 * index + shift + offset + column % 2) // 2, column] = next(values)
    top, bottom = min(row for row, _ in places), max(row for row, _ in places)
    width, height = len(rows.tokens), bottom - top + 1
    cells = [places.get((row, column), SOLID) for row in range(top, bottom + 1) for column in range(width)]
    puzzle = Puzzle(width, height, tuple(cells), layout=Layout(kind=Kind.HEX))
    return TokenBoard(puzzle, f"{known.told}; its shifted rows are hexagons, whose columns they become")


def read(text: str) -> Iterator[Item]:
    return puzzles(readings(text))


def puzzles(found: Iterable[GridRead | ParseError]) -> Iterator[Item]:
    """The puzzles of readings; errors stay what they are."""
    return (reading.puzzle if isinstance(reading, GridRead) else reading for reading in found)


FORMAT = Format(
    name="grid",
    summary="grids in any notation: rows of cells, or the coordinates of the endpoints",
    holds="boards with blocks, hexagons in shifted rows, any labels; solved boards (only read)",
    read=read,
    solids=True,
    solutions=True,
)
