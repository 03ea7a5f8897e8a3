"""Tools for readers: lines with their numbers, errors with a position, and limits on memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple, TypeVar

from numlink.errors import InputError, ParseError
from numlink.model.grid import EMPTY, Grid, Link
from numlink.model.layout import PLAIN, Layout
from numlink.model.planes import paths_from
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.sizes import largest_number

TOKEN = re.compile(r"\S+")
INTEGER = re.compile(r"[0-9]{1,9}")
"""Up to nine digits: more than any number on a board needs, and never too long for int()."""

NumberedLine = tuple[int, str]  # a line and its number, counted from 1
Item = Puzzle | ParseError  # a puzzle in a text, or why it cannot be read

Found = TypeVar("Found")
Label = TypeVar("Label")

POINT = re.compile(r"\(\s*([0-9]{1,9}),\s*([0-9]{1,9})\s*(?:,\s*([0-9]{1,9})\s*)?\)")

FREE_CELLS = 1_100_000
"""Cells that a text of any length may ask for (`CellBudget`): the largest published board in these formats is
1002x1002."""
CELLS_PER_CHARACTER = 32  # cells that a text may ask for, for each of its characters, in addition to FREE_CELLS


def first_line(text: str) -> str:
    """The first line that is not blank; "" without one."""
    return next((line for _, line in lines_of(text) if line.strip()), "")


def lines_of(text: str) -> Iterator[NumberedLine]:
    """The lines of a text with their numbers, without their ends: LF, CRLF or CR.

    Only these end a line, as in an editor: str.splitlines would also break at form feeds and U+2028.
    """
    yield from enumerate(with_line_feeds(text).split("\n"), start=1)


def with_line_feeds(text: str) -> str:
    """The text with LF for each line end CRLF, CR, or CR CR LF (which some programs make of CRLF)."""
    if "\r" not in text:
        return text
    for end in ("\r\r\n", "\r\n", "\r"):
        text = text.replace(end, "\n")
    return text


def aligned(rows: Sequence[str], words: int | None = None) -> bool:
    """Whether the (first) `words` of all rows begin, or all end, at the same places; if not, blanks may be cells."""
    spans = [[word.span() for word in TOKEN.finditer(row)][:words] for row in rows]
    return any(len({tuple(span[side] for span in row) for row in spans}) == 1 for side in (0, 1))


def item(line: int, read: Callable[..., Found], *arguments: object) -> Found | ParseError:
    """What `read` returns, or the ParseError it raises, at `line` if the error names none."""
    try:
        return read(*arguments)
    except ParseError as error:
        return error
    except InputError as error:
        return ParseError(str(error), line=line)


def of_each_line(read: Callable[[str, int, CellBudget], Puzzle]) -> Callable[[Iterable[NumberedLine]], Iterator[Item]]:
    """The reader of a format with one puzzle per line; `read` takes a line, its number and the cell budget."""

    def read_lines(lines: Iterable[NumberedLine]) -> Iterator[Item]:
        budget = CellBudget("")
        for number, line in lines:
            budget.grow(len(line))
            if line.strip():
                yield item(number, read, line, number, budget)

    return read_lines


def blocks_of(lines: Iterable[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """The blocks of lines between blank lines."""
    block: list[NumberedLine] = []
    for number, line in lines:
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


class TextPiece(NamedTuple):
    """A piece of a text: the number of its line, the column where it begins (both from 1), its text."""

    line: int
    column: int
    text: str

    @classmethod
    def of(cls, line: NumberedLine) -> TextPiece:
        return cls(line[0], 1, line[1])

    def wrong(self, expected: str, remedy: str, *, found: str = "", at: int = 0) -> ParseError:
        """The error "found ...; expected ...": `found` or this piece, `at` characters after its beginning."""
        return wrong(found or shown(self.text), expected, remedy, line=self.line, column=self.column + at)

    def stripped(self) -> TextPiece:
        """The piece without blanks around it."""
        return TextPiece(self.line, self.column + len(self.text) - len(self.text.lstrip()), self.text.strip())

    def behind(self, index: int) -> TextPiece:
        """The rest of the piece from this index on."""
        return TextPiece(self.line, self.column + index, self.text[index:])

    def split(self, separator: str) -> list[TextPiece]:
        """The parts between separators."""
        parts, column = [], self.column
        for part in self.text.split(separator):
            parts.append(TextPiece(self.line, column, part))
            column += len(part) + len(separator)
        return parts

    def cut(self, separator: str) -> tuple[TextPiece, TextPiece]:
        """The parts before and after the first separator; without one, the second part is empty."""
        head, found, _ = self.text.partition(separator)
        return self._replace(text=head), self.behind(len(head) + len(found))

    def word(self, index: int) -> TextPiece:
        """The word with this index, among the words between blanks."""
        match = next(islice(TOKEN.finditer(self.text), index, None))
        return TextPiece(self.line, self.column + match.start(), match[0])

    def row(self, count: int, expected: str, remedy: str) -> list[str]:
        """The words; raises `wrong` unless there are `count`."""
        words = self.text.split()
        if len(words) != count:
            at = self.word(count).column - self.column if len(words) > count else len(self.text.rstrip())
            raise self.wrong(expected, remedy, found=f"a row of {len(words)}", at=at)
        return words

    def cells(self, words: Sequence[str], size: int, empty: Callable[[str], object]) -> Iterator[int]:
        """The numbers that the words of a row are on a board of `size` cells, 0 for `empty` ones; see `number`."""
        largest = largest_number(size)
        for index, word in enumerate(words):
            if empty(word):
                yield 0
            elif INTEGER.fullmatch(word) and 1 <= (number := int(word)) <= largest:
                yield number
            else:
                yield self.word(index).number(size)  # raises

    def integers(self, pattern: re.Pattern[str], expected: str, remedy: str) -> tuple[int, ...]:
        """The groups of `pattern`, which the piece must match, as integers; 0 for a group that matched nothing."""
        bare = self.stripped()
        match = pattern.fullmatch(bare.text)
        if not match:
            raise bare.wrong(expected, remedy)
        return tuple(int(group or 0) for group in match.groups())

    def cells_at_points(self, grid: Grid, *, between: str = "") -> list[int]:
        """The cells at the points of the piece, which blanks and the characters of `between` separate.

        With layers, points have three parts, the layer last.  Raises ParseError for anything else or outside the board.
        """
        points: list[tuple[int, re.Match[str]]] = []
        layers, at, skipped = grid.layout.layers, 0, " \t"
        while at < len(self.text):
            if self.text[at] in skipped:
                at += 1
                continue
            match = POINT.match(self.text, at)
            if not match or (match[3] is not None) != (layers > 1):
                flat = "a point like (0,3): column, row, counted from 0"
                layered = "a point like (0,3,1): column and row, counted from 0, and layer, counted from 1"
                raise self.behind(at).wrong(layered if layers > 1 else flat, "Correct this point.")
            points.append((at, match))
            at, skipped = match.end(), between + " \t"
        return [self._cell(grid, at, *map(int, match.groups("1"))) for at, match in points]

    def _cell(self, grid: Grid, at: int, x: int, y: int, layer: int) -> int:
        """The cell at column x, row y, both from 0, and a layer from 1; `at` is the index of the point."""
        layers = grid.layout.layers
        if not 1 <= layer <= layers:
            raise self.wrong(f"1 to {layers}, as in SIZE", "Layers count from 1.", found=f"layer {layer}", at=at)
        if x >= grid.width or y >= grid.height:
            expected = f"x from 0 to {grid.width - 1} and y from 0 to {grid.height - 1}"
            raise self.wrong(expected, "Points are column, row, counted from 0.", found=f"the point ({x},{y})", at=at)
        return (layer - 1) * grid.plane + y * grid.width + x

    def number(self, size: int) -> int:
        """This piece as a positive number that a board of `size` cells may hold; raises ParseError for others."""
        if not INTEGER.fullmatch(self.text) or not 1 <= int(self.text) <= largest_number(size):
            raise self.wrong(f"a number from 1 to {largest_number(size):,}", "Correct this cell.")
        return int(self.text)


def is_blank(line: str) -> bool:
    return not line.strip()


class LineCursor:
    """A cursor over numbered lines, none of which is read before it is needed."""

    __slots__ = ("_lines", "_next", "_number")

    def __init__(self, lines: Iterable[NumberedLine]) -> None:
        self._lines = iter(lines)
        self._next: NumberedLine | None = None
        self._number = 1

    def peek(self) -> str | None:
        """The next line, None at the end."""
        if self._next is None:
            self._next = next(self._lines, None)
            self._number = self._next[0] if self._next is not None else self._number
        return None if self._next is None else self._next[1]

    @property
    def number(self) -> int:
        """The number of the line that `peek` returns; at the end, that of the last line."""
        self.peek()
        return self._number

    def take(self, expected: str, remedy: str) -> TextPiece:
        """Return the next line and advance; at the end of the text raise `wrong` with these words."""
        text = self.peek()
        if text is None:
            raise wrong("the end of the text", expected, remedy, line=self._number)
        self._next = None
        return TextPiece(self._number, 1, text)

    def skip(self, unwanted: Callable[[str], object]) -> str:
        """Skip lines as long as they are unwanted; returns the last of them that is not blank, or ""."""
        last = ""
        while (line := self.peek()) is not None and unwanted(line):
            last = line if line.strip() else last
            self._next = None
        return last

    def items(
        self,
        read: Callable[[LineCursor], Found | None],
        start: re.Pattern[str],
        unwanted: Callable[[str], object] = is_blank,
    ) -> Iterator[Found | ParseError]:
        """What `read` finds after each run of `unwanted` lines, until the end or until it returns None; after a
        ParseError, reading goes on at a line that matches `start`."""
        self.skip(unwanted)
        while self.peek() is not None:
            found = item(self.number, read, self)
            if found is None:
                return
            yield found
            if isinstance(found, ParseError):
                self.skip(lambda line: not start.match(line))
            self.skip(unwanted)


class CellBudget:
    """Limits the memory that readers take to a multiple of the length of the text.

    In a format with a size and a list of endpoints, a dozen characters can ask for any number of cells, on every line
    of a file.  All boards of a text together may have FREE_CELLS cells plus CELLS_PER_CHARACTER for each character; the
    sparsest real boards (72x72 with 20 pairs) have about 12 cells for each character.
    """

    __slots__ = ("_left",)

    def __init__(self, text: str) -> None:
        self._left = FREE_CELLS
        self.grow(len(text))

    def grow(self, characters: int) -> None:
        """Allow for more characters of a text that is read as it arrives."""
        self._left += CELLS_PER_CHARACTER * characters

    def take_board(self, width: int, height: int, *, line: int, column: int = 0) -> None:
        """Count the cells of a board; raise ParseError if it has none, or more than the text may still ask for."""
        if width < 1 or height < 1:
            problem = f"a board of {width}x{height} has no cells. Give a width and a height of at least 1."
            raise ParseError(problem, line=line, column=column)
        self.take(width * height, f"a board of {width}x{height}", line=line, column=column)

    def take(self, amount: int, what: str, *, line: int, column: int = 0) -> None:
        """Count `amount` cells, or slots of a list; raise ParseError if the text may not ask for that many."""
        if amount > self._left:
            remedy = "Correct the numbers, or write the board as plain."
            raise ParseError(f"{what} is too large for a text this short. {remedy}", line=line, column=column)
        self._left -= amount


def shown(text: str) -> str:
    """A piece of input as messages quote it: on one line, in quotation marks, at most 20 characters."""
    return repr(text if len(text) <= 20 else text[:17] + "...")


def wrong(found: str, expected: str, remedy: str, *, line: int, column: int = 0) -> ParseError:
    """A reader's error: "found ...; expected ... remedy", with line and column from 1 (column 0: unknown)."""
    return ParseError(f"found {found}; expected {expected}.", remedy=remedy, line=line, column=column)


def numbered(labels: Sequence[Label | None], order: dict[Label, int]) -> list[int]:
    """The content of each cell: its label numbered 1, 2, 3, ... among the labels that occur; 0 for None.

    `order` gives the rank of a label; labels that are not in `order` follow, sorted.
    """
    present = sorted(
        {label for label in labels if label is not None}, key=lambda label: (order.get(label, len(order)), label)
    )
    names = {label: number for number, label in enumerate(present, start=1)}
    return [0 if label is None else names[label] for label in labels]


def puzzle_from_ends(grid: Grid, ends: Iterable[tuple[int, int, int]]) -> list[int]:
    """The content of each cell, from the (cell, number, line) of endpoints; raises ParseError if two share a cell."""
    cells = [0] * grid.size
    for cell, number, line in ends:
        if cells[cell] not in (0, number) or (cells[cell] == number):
            problem = f"{grid.where(cell)}: an endpoint of {number} is on an endpoint of {cells[cell]}. Move one."
            raise ParseError(problem, line=line)
        cells[cell] = number
    return cells


def solution_from_grid(
    rows: Sequence[Sequence[int]], budget: CellBudget, *, line: int, layout: Layout = PLAIN
) -> Solution:
    """`Solution.from_grid`; raises ParseError at `line` if the rows do not determine the paths."""
    largest = max((number for row in rows for number in row), default=0)
    budget.take(max(largest, 0), f"a path numbered {largest}", line=line)
    try:
        return Solution.from_grid(rows, layout=layout)
    except InputError as error:
        raise ParseError(str(error), line=line) from None


# ---- solutions as links between neighbouring cells ----------------------------------------------------------------


def paths_from_links(width: int, height: int, cells: Sequence[int], links: Iterable[Link]) -> Solution | None:
    """The solution whose paths start at endpoints and use exactly these links; None if there is none.

    The paths may be wrong: `judge.check` finds one that ends early or at another number.  Returns None for an
    unfinished drawing: links branch, form a loop or reach no endpoint, or a number has no path.  O(cells).
    """
    links = [*links]
    ends = Counter(chain.from_iterable(links))
    starts: dict[int, int] = {}
    for cell, number in enumerate(cells):
        if number > 0 and ends[cell] == 1:
            starts.setdefault(number, cell)
    if not {number for number in cells if number > 0} <= starts.keys():
        return None
    numbers = {cell: number for number, cell in starts.items()}
    try:
        paths = paths_from(Grid(width, height), [numbers.get(cell, EMPTY) for cell in range(width * height)], links)
    except InputError:
        return None
    return Solution(width, height, paths)


def drawn_puzzle(
    width: int, height: int, cells: Sequence[int], links: set[Link], budget: CellBudget, *, line: int, **more: Any
) -> Puzzle:
    """A puzzle, with its solution if `links` make one; else a note says how many lines were left out.

    `more` are other arguments of Puzzle.
    """
    solution = None
    notes = {}
    if links:
        budget.take(max(0, *cells), f"a path numbered {max(cells)}", line=line)
        solution = paths_from_links(width, height, cells, links)
        if solution is None:
            notes = {"lines": f"{len(links)} lines of an unfinished drawing were left out"}
    return Puzzle(width, height, tuple(cells), solution=solution, notes=notes, **more)


def without_missing(solution: Solution) -> tuple[tuple[int, ...], ...]:
    """The paths, without empty ones at the end."""
    paths = solution.paths
    while paths and not paths[-1]:
        paths = paths[:-1]
    return paths
