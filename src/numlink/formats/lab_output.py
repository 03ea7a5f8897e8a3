"""Splits a lab program's output into sizes, traces and boards, and pairs puzzles with solutions.

The assignment leaves the layout free (Part 5), so boards are found by their rows, with or without titles:

    titled       Puzzle: ... Solution: ...     one board below each title
    untitled     two boards, with or without a blank line between them; rows that are twice as high as wide are two
                 square boards
    by columns   blanks are empty squares: the puzzle's rows have too few words, so each word is put into its column
                 of the solution that follows

Every row is kept: rows that make no rectangle are a board too, whose fault the judge names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from numlink.formats.lab_lines import DENSE, LabLine, Role, Square, classified
from numlink.formats.reading import TOKEN
from numlink.model.arguments import natural

WordRows = tuple[tuple[str, ...], ...]  # the text of each square, row by row; "" for an empty box

MOST_OFFSETS = 64
"""The most lines tried as the first line of a board whose blank lines may be empty rows (`_by_columns`)."""


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board as a program printed it: the text of each square, and the line number (from 1) of each row."""

    rows: WordRows
    lines: tuple[int, ...]

    @property
    def line(self) -> int:
        return self.lines[0]

    @property
    def size(self) -> tuple[int, int]:
        """(length of the longest row, number of rows)."""
        return max(map(len, self.rows)), len(self.rows)


@dataclass(frozen=True, slots=True)
class TracedPath:
    """One path of a trace: the number of its first line, and its squares in the order in which they were printed."""

    line: int
    squares: list[Square]


@dataclass(slots=True)
class LabOutput:
    """The output of one run of a lab program; None or [] for what was not found.  `size` is (width, height)."""

    size: tuple[int, int] | None = None
    trace: list[TracedPath] = field(default_factory=list)
    puzzle: PrintedBoard | None = None
    solution: PrintedBoard | None = None
    titled: bool = False  # whether a title said which board is which

    @property
    def boards(self) -> list[PrintedBoard]:
        return [board for board in (self.puzzle, self.solution) if board is not None]

    @property
    def line(self) -> int:
        return min([*(path.line for path in self.trace[:1]), *(board.line for board in self.boards)])


_Run = list[LabLine]  # rows with nothing but borders between them


@dataclass(slots=True)
class _Section:
    """The runs between `head` (title, size or trace) and the next head; a title's role holds until rows follow it."""

    head: LabLine
    role: Role | None
    runs: list[_Run] = field(default_factory=list)


def lab_outputs(text: str, *, extra: frozenset[str] = frozenset()) -> list[LabOutput]:
    """The output of each run of a lab program, in order; `extra` are words that the caller declares to be squares.

    O(characters).

    >>> [found] = lab_outputs("n = 2\\nNew path: (0,0) (0,1)\\n1 1\\nX .\\n\\n1 1\\nX 2\\n")
    >>> found.size, found.trace[0].squares, found.puzzle.rows
    ((2, 2), [(0, 0), (0, 1)], (('1', '1'), ('X', '.')))
    """
    lines = classified(text, extra)
    sections = list(_sections(lines))
    outputs = _Outputs(next((section.role for section in sections if section.role and section.runs), "puzzle"))
    waiting: list[tuple[_Run, Role | None]] = []
    traces_are_named = any(line.squares and not _is_bare(line) for line in lines)
    tracing = False
    for section, following in zip(sections, [*sections[1:], None], strict=True):
        head = section.head
        if head.size or head.squares:
            outputs.take(waiting)
            waiting = []
            outputs.begin(head, goes_on=tracing and traces_are_named and _is_bare(head))
        tracing = bool(head.squares) and not section.runs
        size = outputs.last.size
        answer = following.runs if following and following.head.role == "solution" else None
        for run, full in _full_runs(section.runs, answer or [], size, lines):
            if not full:
                waiting.append((run, section.role))
                continue
            boards = _boards(run, size, whole=section.role == "solution" or answer is not None)
            role = section.role if len(boards) == 1 else None
            if waiting:
                laid = _by_columns([rows for rows, _ in waiting], boards[0], lines)
                outputs.take(waiting if laid is None else [(laid, waiting[0][1])])
                role = "solution" if role is None and outputs.last.titled else role
                waiting = []
            outputs.take([(board, role) for board in boards])
    outputs.take(waiting)
    return outputs.found()


def _sections(lines: Sequence[LabLine]) -> Iterator[_Section]:
    """The sections of an output; a run ends at a blank line, at two consecutive borders, and where rows between bars
    meet other rows."""
    section = _Section(LabLine(0, ""), None)
    ended, below_border = True, False
    for line in [*lines, LabLine(0, "end")]:
        if not (line.words or line.blank or line.border):  # a title, a size or a trace
            section.runs = [*map(_split_dense, section.runs)]
            yield section
            section, ended = _Section(line, line.role or (None if section.runs else section.role)), True
        elif line.words:
            if ended or line.boxed != section.runs[-1][-1].boxed:
                section.runs.append([])
            section.runs[-1].append(line)
            ended = False
        else:
            ended |= line.blank or below_border
        below_border = line.border


def _split_dense(run: _Run) -> _Run:
    """Rows of one word each, split into characters if that makes one square board or several; else the run."""
    words = [line.words[0] for line in run if len(line.words) == 1 and not line.boxed]
    length = len(words[0]) if words else 0
    if (
        len(words) < len(run)
        or length < 2
        or len(run) % length
        or not all(len(word) == length and DENSE.fullmatch(word) for word in words)
        or len({*"".join(words)}) == 1  # XX and XX: two boards of one solid square
    ):
        return run
    return [replace(line, words=[*word]) for line, word in zip(run, words, strict=True)]


def _boards(run: _Run, size: tuple[int, int] | None, *, whole: bool) -> list[_Run]:
    """The boards of a run: as many as its height allows, or with `whole` one."""
    height = size[1] if size else len(run[0].words)
    bordered = len(run) > 1 and run[1].number > run[0].number + 1  # then two boards have a double border between
    if len(run) % height or (size is None and (bordered or whole)):
        return [run]
    return [run[begin : begin + height] for begin in range(0, len(run), height)]


class _Outputs:
    """Collects sizes, traces and boards in order, and divides them into the outputs of single runs."""

    def __init__(self, first: Role) -> None:
        self.first = first
        self.all = [LabOutput()]

    @property
    def last(self) -> LabOutput:
        return self.all[-1]

    def begin(self, head: LabLine, *, goes_on: bool) -> None:
        """Take a size, which begins a run, or a line of a trace, which begins one after boards; with `goes_on` it
        continues the path before it."""
        if self.last.boards or (head.size and self.last.trace):
            self.all.append(LabOutput())
        if head.size:
            self.last.size = head.size
        elif goes_on and self.last.trace:
            self.last.trace[-1].squares.extend(head.squares)
        else:
            self.last.trace.append(TracedPath(head.number, [*head.squares]))

    def take(self, boards: list[tuple[_Run, Role | None]]) -> None:
        """Add boards, beginning a new run if needed; with role None the first is a puzzle, the second its solution."""
        for rows, role in boards:
            board = PrintedBoard(tuple(tuple(line.words) for line in rows), tuple(line.number for line in rows))
            puzzle, both = self.last.puzzle, len(self.last.boards) == 2
            if role is None:
                begins = puzzle is not None and (both or puzzle.size != board.size)
            else:
                begins = getattr(self.last, role) is not None or (role == self.first and bool(self.last.boards))
            if begins:
                self.all.append(LabOutput())
            self.last.titled |= role is not None
            setattr(self.last, role or ("puzzle" if self.last.puzzle is None else "solution"), board)

    def found(self) -> list[LabOutput]:
        def numbers(board: PrintedBoard) -> int:
            return sum(_value(word) > 0 for row in board.rows for word in row)

        for output in self.all:
            if output.puzzle and output.solution and not output.titled:
                output.puzzle, output.solution = sorted((output.puzzle, output.solution), key=numbers)
        return [output for output in self.all if output.boards or output.trace]


# ---- blanks for empty squares ------------------------------------------------------------------------------------


def _full_runs(
    runs: Sequence[_Run], answer: Sequence[_Run], size: tuple[int, int] | None, lines: Sequence[LabLine]
) -> Iterator[tuple[_Run, bool]]:
    """(run, whether it is complete boards) of a section; others may be a puzzle with blanks, whose columns only the
    board below it shows: the `answer` (the runs of a solution right below) or a wider run."""
    width, tall = size or (
        max((len(line.words) for run in [*runs, *answer] for line in run), default=0),
        max(map(len, answer or runs), default=0),
    )
    own = max((len(line.words) for run in runs for line in run), default=0)
    square = all(_is_rectangle(run) and len(run) % len(run[0].words) == 0 for run in runs)
    squares = size is None and own == width and square and not _has_blanks(runs, width, lines)
    for run in runs:
        tail = run[-width:]
        if squares or (_is_rectangle(run) and len(run[0].words) == width and len(run) % tall == 0):
            yield run, True
        elif len(run) > width and all(len(line.words) == width for line in tail) and not run[0].boxed:
            yield run[:-width], False
            yield tail, True
        else:
            yield run, False


def _is_rectangle(run: _Run) -> bool:
    return all(len(line.words) == len(run[0].words) for line in run)


def _has_blanks(runs: Sequence[_Run], width: int, lines: Sequence[LabLine]) -> bool:
    """Whether runs narrower than `width`, the words of the widest run, are puzzles with blanks for empty squares.

    All `runs` make square boards.  The narrow ones have blanks if those above a run of `width` words make an odd number
    of boards, or if each of their words is at the same place in that run, which then is their solution.
    """
    narrow: list[_Run] = []
    for run in runs:
        if len(run[0].words) < width:
            narrow.append(run)
        elif narrow:
            template = run[:width]
            laid = [word for line in _by_columns(narrow, template, lines) or [] for word in line.words]
            below = [word for line in template for word in line.words]
            odd = sum(len(other) // len(other[0].words) for other in narrow) % 2
            if odd or (laid and all(word in ("", same) for word, same in zip(laid, below, strict=True))):
                return True
            narrow = []
    return False


def _by_columns(runs: Sequence[_Run], template: _Run, lines: Sequence[LabLine]) -> _Run | None:
    """The board of rows whose blanks are empty squares: each word goes into the column of `template` below it.

    `template` is the full board below the rows.  None if a word is in no column, for boxes and for too many rows.
    """
    side, places = _columns(template)
    begin, stop = runs[0][0].number - 1, template[0].number - 1  # indices in `lines`
    if not places or template[0].boxed or runs[0][0].boxed:
        return None
    while begin and lines[begin - 1].blank:
        begin -= 1
    laid: dict[int, dict[int, str]] = {}
    for index in range(begin, stop):
        if lines[index].words:
            found = {places.get(word.span()[side], -1): word[0] for word in TOKEN.finditer(lines[index].text)}
            if -1 in found:
                return None
            laid[index] = found
    height, width = len(template), len(places)
    offsets = range(max(begin, max(laid) - height + 1), min(laid) + 1)[:MOST_OFFSETS]
    if not offsets:
        return None

    def differing(start: int) -> tuple[int, int]:
        """(numbers, words) that differ from the template if the board begins at this index."""
        pairs = [(word, template[at - start].words[column]) for at, row in laid.items() for column, word in row.items()]
        numbers = sum(_value(word) > 0 and _value(word) != _value(other) for word, other in pairs)
        return numbers, sum(word != other for word, other in pairs)

    start = min(offsets, key=differing)
    return [
        LabLine(index + 1, "", [laid.get(index, {}).get(column, "") for column in range(width)])
        for index in range(start, start + height)
    ]


def _columns(template: _Run) -> tuple[int, dict[int, int]]:
    """(1, index where a word ends -> column) if the words of all rows end at the same indices; (0, index where a word
    begins -> column) if they begin at the same indices; else (0, {})."""
    spans = [[word.span() for word in TOKEN.finditer(line.text)] for line in template]
    for side in (1, 0):
        places = {tuple(span[side] for span in row) for row in spans}
        if len(places) == 1 and len(spans[0]) == len(template[0].words):
            return side, {place: column for column, place in enumerate(places.pop())}
    return 0, {}


def _value(word: str) -> int:
    """The number that a word is; 0 for any other word."""
    return natural(word) or 0


def _is_bare(line: LabLine) -> bool:
    """Whether a line of a trace has squares alone, without words."""
    return not re.search("[A-Za-z]", line.text)
