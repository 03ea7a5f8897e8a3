"""A lab program's output as sizes, traces and boards, with puzzles and solutions paired.

The assignment leaves the layout free (Part 5), so boards are found by their rows, with or without titles:

    titled       Puzzle: ... Solution: ...     one board below each title
    untitled     two boards, with or without a blank line between them; rows that are twice as high as wide are two
                 square boards
    by columns   blanks stand for empty squares: the puzzle's rows have too few words, so each word is put into the
                 column of the following solution under which it stands

Every row is kept: rows that make no rectangle are a board too, whose fault the judge names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from numlink.formats.lab_lines import DENSE, LabLine, LineKind, Role, Square, classified
from numlink.formats.reading import TOKEN
from numlink.model.arguments import natural

WordRows = tuple[tuple[str, ...], ...]
"""The text of each square, row by row; "" for an empty box."""

MOST_OFFSETS = 64
"""How many lines are tried as the first line of a board whose blank lines may be empty rows (`_by_columns`)."""


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board as a program printed it: the text of each square, and the line number (from 1) of each row."""

    rows: WordRows
    lines: tuple[int, ...]

    @property
    def line(self) -> int:
        return self.lines[0]

    @property
    def ragged(self) -> int | None:
        """The first row, from 0, that is shorter than the longest one; None if all are equally long."""
        longest = max(map(len, self.rows))
        return next((index for index, row in enumerate(self.rows) if len(row) != longest), None)


@dataclass(frozen=True, slots=True)
class TracedPath:
    """One path of a trace: the number of its first line, and its squares in the order in which they were printed."""

    line: int
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class LabOutput:
    """What one run of a lab program printed; None or () for what was not found.  `size` is (width, height)."""

    size: tuple[int, int] | None = None
    trace: tuple[TracedPath, ...] = ()
    puzzle: PrintedBoard | None = None
    solution: PrintedBoard | None = None
    titled: bool = False
    """Whether a title said which board is which."""

    @property
    def line(self) -> int:
        known = [self.trace[0].line] if self.trace else []
        return min(known + [board.line for board in (self.puzzle, self.solution) if board is not None])


@dataclass(slots=True)
class _Section:
    """The lines below `head` (title, size or trace) up to the next one; `start` and `end` are indices of lines."""

    head: LabLine | None
    start: int
    role: Role | None
    lines: list[LabLine] = field(default_factory=list)

    @property
    def end(self) -> int:
        return self.start + len(self.lines)

    @property
    def rows(self) -> list[LabLine]:
        return [line for line in self.lines if line.kind is LineKind.ROW]


_Run = list[LabLine]
"""Rows with nothing but borders between them."""


@dataclass(slots=True)
class _RunSheet:
    size: tuple[int, int] | None = None
    trace: list[tuple[int, list[Square]]] = field(default_factory=list)
    boards: dict[Role, PrintedBoard] = field(default_factory=dict)
    titled: bool = False

    def output(self) -> LabOutput:
        puzzle, solution = self.boards.get(Role.PUZZLE), self.boards.get(Role.SOLUTION)
        if puzzle and solution and not self.titled and _numbers(puzzle) > _numbers(solution):
            puzzle, solution = solution, puzzle
        trace = tuple(TracedPath(line, tuple(squares)) for line, squares in self.trace)
        return LabOutput(self.size, trace, puzzle, solution, self.titled)


class _Sheets:
    """Collects sizes, traces and boards in their order, and parts them into the outputs of single runs."""

    def __init__(self, *, solution_first: bool) -> None:
        self.first = Role.SOLUTION if solution_first else Role.PUZZLE
        self.found: list[LabOutput] = []
        self.sheet = _RunSheet()

    def close(self) -> None:
        if self.sheet.boards or self.sheet.trace:
            self.found.append(self.sheet.output())
        self.sheet = _RunSheet()

    def size(self, size: tuple[int, int]) -> None:
        """A size begins a run."""
        if self.sheet.boards or self.sheet.trace:
            self.close()
        self.sheet.size = size

    def trace(self, line: LabLine, *, goes_on: bool) -> None:
        """Add a traced path or, with `goes_on`, more squares of the last one; a trace behind boards begins a run."""
        if self.sheet.boards:
            self.close()
        if goes_on and self.sheet.trace:
            self.sheet.trace[-1][1].extend(line.squares)
        else:
            self.sheet.trace.append((line.number, [*line.squares]))

    def board(self, board: PrintedBoard, role: Role | None) -> None:
        """Add a board, if need be to a new run; with `role` None the first is its puzzle, the second its solution."""
        boards = self.sheet.boards
        if role is None:
            puzzle = boards.get(Role.PUZZLE)
            if puzzle is not None and (Role.SOLUTION in boards or _shape(puzzle) != _shape(board)):
                self.close()
            taken = Role.PUZZLE if Role.PUZZLE not in self.sheet.boards else Role.SOLUTION
        else:
            if role in boards or (role is self.first and boards):
                self.close()
            taken, self.sheet.titled = role, True
        self.sheet.boards[taken] = board


def lab_outputs(text: str, *, extra: frozenset[str] = frozenset()) -> list[LabOutput]:
    """The output of each run of a lab program, in order; `extra` are words that the caller declares to be squares.

    O(characters).

    >>> [found] = lab_outputs("n = 2\\nNew path: (0,0) (0,1)\\n1 1\\nX .\\n\\n1 1\\nX 2\\n")
    >>> found.size, found.trace[0].squares, found.puzzle.rows
    ((2, 2), ((0, 0), (0, 1)), (('1', '1'), ('X', '.')))
    """
    lines = classified(text, extra)
    sections = list(_sections(lines))
    roles = [section.role for section in sections if section.role is not None and section.rows]
    sheets = _Sheets(solution_first=bool(roles) and roles[0] is Role.SOLUTION)
    pending: list[tuple[_Run, Role | None]] = []
    traces_are_named = any(line.kind is LineKind.TRACE and not _is_bare(line) for line in lines)
    tracing = False
    for index, section in enumerate(sections):
        head = section.head
        if head is not None and head.kind in (LineKind.SIZE, LineKind.TRACE):
            _flush(pending, sheets)
            if head.size is not None:
                sheets.size(head.size)
            else:
                sheets.trace(head, goes_on=tracing and traces_are_named and _is_bare(head))
        tracing = head is not None and head.kind is LineKind.TRACE and not section.rows
        following = sections[index + 1] if index + 1 < len(sections) else None
        if section.rows:
            _take_boards(section, following, lines, pending, sheets)
    _flush(pending, sheets)
    sheets.close()
    return sheets.found


def _sections(lines: Sequence[LabLine]) -> Iterator[_Section]:
    """The lines in sections, which begin at titles, sizes and traces; a title's role holds until rows follow it."""
    section = _Section(None, 0, None)
    for index, line in enumerate(lines):
        if line.kind in (LineKind.TEXT, LineKind.SIZE, LineKind.TRACE):
            yield section
            kept = None if section.rows else section.role
            section = _Section(line, index + 1, line.role or kept)
        else:
            section.lines.append(line)
    yield section


def _take_boards(
    section: _Section,
    following: _Section | None,
    lines: Sequence[LabLine],
    pending: list[tuple[_Run, Role | None]],
    sheets: _Sheets,
) -> None:
    """Hand the boards of a section to `sheets`.  Rows that make no full board wait in `pending`: they may be a puzzle
    with blanks, whose columns only the board below them shows."""
    runs = [_undense(run) for run in _runs(section.lines)]
    size = sheets.sheet.size
    goes_on = following is not None and following.head is not None and following.head.kind is LineKind.TEXT
    answered = goes_on and following is not None and following.role is Role.SOLUTION
    after = [_undense(run) for run in _runs(following.lines)] if answered and following is not None else []
    own_width = max(len(line.words) for run in runs for line in run)
    width = size[0] if size else max([own_width, *(len(line.words) for run in after for line in run)])
    tall = size[1] if size else max(map(len, after or runs))
    squares = size is None and own_width == width and all(map(_makes_squares, runs))
    squares = squares and not _has_blanks(runs, width, lines)
    for run in runs:
        if not (_is_rectangle(run) and (squares or (len(run[0].words) == width and len(run) % tall == 0))):
            head, tail = _full_end(run, width)
            if not tail or run[0].boxed:
                pending.append((run, section.role))
                continue
            pending.append((head, section.role))
            run = tail
        height = size[1] if size else len(run[0].words)
        bordered = len(run) > 1 and run[1].number > run[0].number + 1  # then two boards have a double border between
        splits = bool(size) or not (bordered or section.role is Role.SOLUTION or answered)
        count = len(run) // height if splits and len(run) % height == 0 else 1
        boards = [run[begin : begin + len(run) // count] for begin in range(0, len(run), len(run) // count)]
        role = section.role if count == 1 else None
        if pending:
            _flush(pending, sheets, boards[0], lines)
            role = Role.SOLUTION if role is None and sheets.sheet.titled else role
        for board in boards:
            sheets.board(_printed(board), role)


def _runs(lines: Sequence[LabLine]) -> Iterator[_Run]:
    """Rows as runs; a blank line, two borders one below the other, or rows between bars beside others end a run."""
    run: _Run = []
    below_border = False
    for line in lines:
        if line.kind is LineKind.ROW:
            if run and run[-1].boxed != line.boxed:
                yield run
                run = []
            run.append(line)
        elif run and (line.kind is LineKind.BLANK or below_border):
            yield run
            run = []
        below_border = line.kind is LineKind.BORDER
    if run:
        yield run


def _undense(run: _Run) -> _Run:
    """Rows of one word each as rows of characters, if that makes a square board or several; else the run."""
    lengths = {len(line.words[0]) for line in run if len(line.words) == 1}
    if len(lengths) != 1 or any(len(line.words) != 1 or line.boxed for line in run):
        return run
    [length] = lengths
    if length < 2 or len(run) % length or not all(DENSE.fullmatch(line.words[0]) for line in run):
        return run
    if len({character for line in run for character in line.words[0]}) == 1:
        return run  # XX and XX: two boards of one solid square
    return [replace(line, words=list(line.words[0])) for line in run]


def _is_rectangle(run: _Run) -> bool:
    return all(len(line.words) == len(run[0].words) for line in run)


def _makes_squares(run: _Run) -> bool:
    return _is_rectangle(run) and len(run) % len(run[0].words) == 0


def _has_blanks(runs: Sequence[_Run], width: int, lines: Sequence[LabLine]) -> bool:
    """Whether runs narrower than `width`, the words of the widest run, are puzzles with blanks for empty squares.

    All `runs` make square boards (`_makes_squares`).  The narrow ones have blanks if those above a run of `width` words
    make an odd number of boards, or if each of their words stands at the same place in that run, which then is their
    solution.
    """
    narrow: list[_Run] = []
    for run in runs:
        if len(run[0].words) < width:
            narrow.append(run)
        elif narrow:
            if sum(len(other) // len(other[0].words) for other in narrow) % 2:
                return True
            template = run[:width]
            laid = _by_columns(narrow, template, lines)
            if laid is not None and all(
                word in ("", same)
                for row, line in zip(laid.rows, template, strict=True)
                for word, same in zip(row, line.words, strict=True)
            ):
                return True
            narrow = []
    return False


def _full_end(run: _Run, width: int) -> tuple[_Run, _Run]:
    """(rows of any length, the last `width` rows) if both exist and these last have `width` squares; else (run, [])."""
    tail = run[-width:]
    if len(run) <= width or any(len(line.words) != width for line in tail):
        return run, []
    return run[:-width], tail


def _flush(
    pending: list[tuple[_Run, Role | None]],
    sheets: _Sheets,
    template: _Run | None = None,
    lines: Sequence[LabLine] = (),
) -> None:
    """Hand the waiting rows to `sheets`: put into the columns of the board `template` if they fit, else as they are."""
    if not pending:
        return
    role = pending[0][1]
    laid = None if template is None else _by_columns([run for run, _ in pending], template, lines)
    if laid is not None:
        sheets.board(laid, role)
    else:
        for run, own in pending:
            sheets.board(_printed(run), own)
    pending.clear()


def _by_columns(runs: Sequence[_Run], template: _Run, lines: Sequence[LabLine]) -> PrintedBoard | None:
    """The board of rows whose blanks are empty squares: each word goes into the column of `template` where it stands.

    `template` is the full board below the rows.  None if a word stands in no column, for boxes and for too many rows.
    """
    columns = _columns(template)
    if columns is None or template[0].boxed or runs[0][0].boxed:
        return None
    at_right, places = columns
    begin, stop = runs[0][0].number - 1, template[0].number - 1  # indices in `lines`
    while begin and lines[begin - 1].kind is LineKind.BLANK:
        begin -= 1
    rows = [lines[index] for index in range(begin, stop) if lines[index].kind is LineKind.ROW]
    first, last = rows[0].number - 1, rows[-1].number - 1
    laid: dict[int, dict[int, str]] = {}
    for line in rows:
        found = {}
        for match in TOKEN.finditer(line.text):
            column = places.get(match.end() if at_right else match.start())
            if column is None:
                return None
            found[column] = match[0]
        laid[line.number - 1] = found
    height = len(template)
    offsets = range(max(begin, last - height + 1), first + 1)[:MOST_OFFSETS]
    if not offsets:
        return None
    start = min(offsets, key=lambda offset: _differing(laid, template, offset))
    width = range(len(template[0].words))
    return PrintedBoard(
        tuple(tuple(laid.get(start + row, {}).get(column, "") for column in width) for row in range(height)),
        tuple(range(start + 1, start + height + 1)),
    )


def _columns(template: _Run) -> tuple[bool, dict[int, int]] | None:
    """(True, index where a word ends -> column) if the words of all rows end at the same indices; (False, index where a
    word begins -> column) if they begin at the same indices; else None."""
    spans = [[match.span() for match in TOKEN.finditer(line.text)] for line in template]
    for side in (1, 0):
        places = {tuple(span[side] for span in row) for row in spans}
        if len(places) == 1 and len(spans[0]) == len(template[0].words):
            return bool(side), {place: column for column, place in enumerate(places.pop())}
    return None


def _differing(laid: dict[int, dict[int, str]], template: _Run, start: int) -> tuple[int, int]:
    """(numbers, words) of a puzzle that differ from the solution `template`, if its first row is line index `start`."""
    pairs = [
        (word, template[place - start].words[column]) for place, row in laid.items() for column, word in row.items()
    ]
    numbers = sum(_value(word) > 0 and _value(word) != _value(other) for word, other in pairs)
    return numbers, sum(word != other for word, other in pairs)


def _value(word: str) -> int:
    """The number that a word says, 0 for any other word."""
    return natural(word) or 0


def _is_bare(line: LabLine) -> bool:
    """Whether a line of a trace has no word beside its squares."""
    return not re.search("[A-Za-z]", line.text)


def _printed(run: _Run) -> PrintedBoard:
    return PrintedBoard(tuple(tuple(line.words) for line in run), tuple(line.number for line in run))


def _shape(board: PrintedBoard) -> tuple[int, int]:
    return len(board.rows), max(map(len, board.rows))


def _numbers(board: PrintedBoard) -> int:
    """How many squares hold a number."""
    return sum(_value(word) > 0 for row in board.rows for word in row)
