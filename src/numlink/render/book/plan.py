"""Decides which board goes on which page, and where.  All pages are planned before one is drawn, because every
puzzle names the page of its answer.

    puzzles   by grade, then by size.  A page is a grid of equal slots: the grid whose boards use most of the page.
              Boards of a page share a cell size.  All pages of a size have equally many boards, whatever their
              grades, except the last one, whose boards are spread over the page.
    answers   rows of boards in columns; all pages are nearly equally full.

    +-- head: grades, sizes -------------+
    |  1  Name      ***..  |  2    *....  |   heading: number, name, stars; below them size, page of the answer, time
    |  +---+               |  +---+      |
    |  +---+               |  +---+      |   slot: heading and room for the board
    +-- foot: title, page number --------+
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import accumulate, groupby, product
from math import inf
from typing import TypeVar

from numlink.errors import InputError
from numlink.model.puzzle import Puzzle
from numlink.render.book.design import POINTS, Design, Size, paper_size
from numlink.render.book.phrases import size_in_print, words_of
from numlink.render.drawing import Drawing, Label, draw
from numlink.render.pdf import outer
from numlink.render.scene import compose

HEAD, FOOT = 34.0, 26.0  # points for the text at the head and at the foot of a page of boards
HEADING, ANSWER_HEADING = 36.0, 14.0  # points above the board of a puzzle, and of an answer, for its heading
GAP, ANSWER_GAP = 22.0, 14.0  # least points between two puzzles, and between two answers
HEADING_ROOM = 160.0  # points of width that the heading of a puzzle needs
LARGEST_CELL = 36.0  # the largest side of a cell in points without `per_page`: larger cells look clumsy
COMFORT = 18.0  # the smallest side of a cell in points (6 mm) without `per_page`, except on a page of one board
ANSWER_CELLS = range(11, 21)
"""Sides of an answer's cell in points: the largest that needs no more pages than the first is used."""
MOST_APART = 2.0
"""If the widest answer is more than this many times as wide as the narrowest, each width has columns of its own; a page
of puzzles mixes sizes that differ by less than this in the number of slots."""

READABLE, LEAST = 6.0, 4.0
"""Font sizes in points: digits below the first are hard to read; a book with digits below the second is refused."""

Row = TypeVar("Row")


class Remark(Enum):
    """What a page says about a puzzle's solutions: NONE (it has one), SEVERAL, or UNPROVEN (it may have several)."""

    NONE = "none"
    SEVERAL = "several"
    UNPROVEN = "unproven"


@dataclass(frozen=True, slots=True)
class Problem:
    """A puzzle of a book with its grade from 1 to 5 (0: unknown) and a remark (`note`) on its solutions.

    Puzzles of one grade and size are sorted by `order`; the book keeps the `fingerprint`, so that others can leave the
    puzzle out.
    """

    puzzle: Puzzle
    grade: int = 0
    note: Remark = Remark.NONE
    order: tuple[int, ...] = ()
    fingerprint: str = ""


@dataclass(frozen=True)
class NumberedProblem:
    """A problem with its number in the book (from 1), its drawing as a puzzle and its drawing as an answer."""

    number: int
    problem: Problem
    design: Design

    @property
    def puzzle(self) -> Puzzle:
        return self.problem.puzzle

    @property
    def size(self) -> str:
        return size_in_print(self.puzzle, words_of(self.design.language))

    @cached_property
    def drawing(self) -> Drawing:
        solution = self.puzzle.solution if self.design.solved else None
        return draw(compose(self.puzzle, solution, theme=self.design.theme))

    @cached_property
    def answer(self) -> Drawing:
        scene = compose(self.puzzle, self.puzzle.solution, theme=self.design.theme)
        return draw(replace(scene, theme=scene.theme.small))

    @cached_property
    def board(self) -> Size:
        """Width and height of the board without the drawing's margins, in widths of a cell."""
        return outer(self.drawing)

    @cached_property
    def label(self) -> float:
        """Font size of the smallest label, in widths of a cell; infinite if there is no label."""
        shapes = (shape for part in self.drawing.parts() for shape in part.shapes)
        return min((shape.size for shape in shapes if isinstance(shape, Label)), default=inf)


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a board, in points: `left` and `top` of its heading, from the page's lower left corner.

    `room` is the width that the heading may take, `heading` the heading's height, `cell` the side of a cell.
    """

    entry: NumberedProblem
    left: float
    top: float
    room: float
    heading: float
    cell: float

    @property
    def digits(self) -> float:
        """Font size of the board's smallest digits, in points."""
        return self.entry.label * self.cell


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of boards; `title` and `of` are printed at its head: the grades and sizes of its puzzles, or the word for
    answers and the range of their numbers.
    """

    title: str
    of: str
    spots: tuple[Spot, ...]
    is_answers: bool


@dataclass(frozen=True, slots=True)
class Page:
    """The paper and its margins in points: `edge` on every side, and `gutter` more at the fold.

    Pages are numbered from 1; odd pages are to the right of the fold.
    """

    width: float
    height: float
    bleed: float
    gutter: float
    edge: float

    @classmethod
    def of(cls, design: Design) -> Page:
        width, height = paper_size(design.paper)
        edge = min(48.0, 0.0807 * width)
        return cls(width, height, design.bleed * POINTS["mm"], design.gutter * POINTS["mm"], edge)

    @property
    def room(self) -> Size:
        """Width and height in points of the part of a page that boards may use."""
        return self.width - 2 * self.edge - self.gutter, self.height - 2 * self.edge - HEAD - FOOT

    def left(self, number: int) -> float:
        """The left side of the room on page `number`, in points from the page's left edge."""
        return self.edge + (self.gutter if number % 2 else 0)

    @property
    def scale(self) -> float:
        """The factor for lengths that are given for A4: 1 on A4 and larger paper, less on smaller, or with a gutter."""
        return min(1.0, self.room[0] / 499, self.height / 842)


@dataclass(slots=True)
class Pagination:
    """All pages of boards in order; `first` is the page number of the first of them.

    `answer_page` maps the number of each puzzle to the page of its answer.
    """

    page: Page
    sheets: list[Sheet]
    first: int
    answer_page: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for page, sheet in enumerate(self.sheets, start=self.first):
            self.answer_page.update((spot.entry.number, page) for spot in sheet.spots if sheet.is_answers)

    @property
    def entries(self) -> list[NumberedProblem]:
        """The puzzles in the order of the book."""
        return [spot.entry for sheet in self.sheets if not sheet.is_answers for spot in sheet.spots]

    def fine_print(self, least: float) -> list[Spot]:
        """The boards, answers too, whose digits would be smaller than `least` points."""
        return [spot for sheet in self.sheets for spot in sheet.spots if spot.digits < least]


def plan(problems: Sequence[Problem], design: Design) -> Pagination:
    """Place every board on a page; raises InputError if `per_page` boards do not fit on a page."""
    page = Page.of(design)
    ordered = sorted(problems, key=lambda one: (one.grade or 9, len(one.puzzle.cells), one.puzzle.width, one.order))
    entries = [NumberedProblem(number, problem, design) for number, problem in enumerate(ordered, start=1)]
    sheets = list(_puzzle_sheets(entries, design, page))
    answered = [] if design.solved else [entry for entry in entries if entry.puzzle.solution is not None]
    if answered:
        sheets += _answer_sheets(answered, page, words_of(design.language).answers)
    first = 1 + (2 + (not design.imprint.is_empty) if design.front else 0)  # after cover, imprint and rules
    placed = (_moved(sheet, page.left(number), page) for number, sheet in enumerate(sheets, start=first))
    return Pagination(page, list(placed), first)


def _moved(sheet: Sheet, left: float, page: Page) -> Sheet:
    """The sheet with positions from the page's lower left corner; before, `top` counted down below the page's head."""
    top = page.height - page.edge - HEAD
    return replace(sheet, spots=tuple(replace(spot, left=left + spot.left, top=top - spot.top) for spot in sheet.spots))


def _puzzle_sheets(entries: Sequence[NumberedProblem], design: Design, page: Page) -> Iterator[Sheet]:
    words = words_of(design.language)
    for members in _alike(entries, design.per_page, page):
        slots, grid = _divided(members, design.per_page, page)
        for at in range(0, len(members), slots):
            some = members[at : at + slots]
            cell = _largest_cell(grid, _room_for(some), page)
            if cell <= 0:
                raise InputError(f"{slots} puzzles do not fit on a page. Give a smaller per_page=.")
            cell = min(cell, LARGEST_CELL) if design.per_page is None else cell
            titles = dict.fromkeys(words.grades[entry.problem.grade] for entry in some)
            sizes = dict.fromkeys(entry.size for entry in some)
            spots = tuple(_placed(some, grid, cell, page.room))
            yield Sheet(", ".join(titles), ", ".join(sizes), spots, is_answers=False)


def _alike(entries: Sequence[NumberedProblem], per_page: int | None, page: Page) -> Iterator[list[NumberedProblem]]:
    """The boards in groups that share pages: all if `per_page` is given, else sizes that divide a page similarly.

    A group that does not fill a page joins the one before or after it, unless they divide pages too differently
    (MOST_APART).
    """
    if per_page is not None:
        yield list(entries)
        return
    slots = {entry.board: _divided([entry], None, page, many=True)[0] for entry in entries}
    group: list[NumberedProblem] = []
    least = most = 0
    for own, members in groupby(entries, key=lambda entry: slots[entry.board]):
        some = list(members)
        apart = max(most, own) > MOST_APART * min(least, own)
        if group and (apart or (len(group) >= least and len(some) >= own)):
            yield group
            group = []
        least, most = (min(least, own), max(most, own)) if group else (own, own)
        group = group + some
    yield group


Division = tuple[int, int]  # (columns, rows) of the slots of a page


def _divided(
    members: Sequence[NumberedProblem], per_page: int | None, page: Page, *, many: bool = False
) -> tuple[int, Division]:
    """(boards on a page, its grid): the grid whose boards use most of their pages and have cells of COMFORT points, or
    else one slot; if `per_page` is given, the grid for that many boards with the largest cells.

    `many`: as if there were more members.
    """
    board = _room_for(members)
    if per_page is not None:
        slots = min(per_page, len(members))
        tried = [(columns, -(-slots // columns)) for columns in range(1, slots + 1)]
        return slots, max(tried, key=lambda grid: _largest_cell(grid, board, page))
    most = [int((room + GAP) / (COMFORT * side + GAP)) for room, side in zip(page.room, board, strict=True)]
    most[0] = min(most[0], int((page.room[0] + GAP) / (HEADING_ROOM + GAP)))

    def used(grid: Division) -> float:
        cell = min(_largest_cell(grid, board, page), LARGEST_CELL)
        slots = grid[0] * grid[1]
        mean = slots if many else len(members) / -(-len(members) // slots)
        return cell**2 * mean if cell >= COMFORT else 0.0

    best = max(product(range(1, most[0] + 1), range(1, most[1] + 1)), key=used, default=(1, 1))
    return (best[0] * best[1], best) if used(best) else (1, (1, 1))


def _room_for(members: Sequence[NumberedProblem]) -> Size:
    """The width and height, in widths of a cell, that hold any of these boards."""
    return max(entry.board[0] for entry in members), max(entry.board[1] for entry in members)


def _largest_cell(grid: Division, board: Size, page: Page) -> float:
    """The largest side, in points, of the cells of boards in all slots of a grid."""
    (columns, rows), (width, height) = grid, page.room
    across = (width - (columns - 1) * GAP) / columns
    down = (height - (rows - 1) * GAP) / rows - HEADING
    return min(across / board[0], down / board[1])


def _placed(members: Sequence[NumberedProblem], grid: Division, cell: float, room: Size) -> Iterator[Spot]:
    """The boards of a page in rows, spread over it; a last row that is not full is centred.

    Boards that do not fill the grid use the part of it with the fewest empty slots.
    """
    columns, rows = min(
        ((columns, -(-len(members) // columns)) for columns in range(1, grid[0] + 1)),
        key=lambda part: (part[1] > grid[1], part[0] * part[1], part[0]),
    )
    board = _room_for(members)
    across = max(cell * board[0], min(HEADING_ROOM, room[0] / grid[0] - GAP))
    (left, pitch), (top, step) = _spread(room[0], across, columns), _spread(room[1], cell * board[1] + HEADING, rows)
    for index, entry in enumerate(members):
        row, column = divmod(index, columns)
        empty = max(0, (row + 1) * columns - len(members))
        yield Spot(entry, left + (column + empty / 2) * pitch, top + row * step, across, HEADING, cell)


def _spread(room: float, each: float, count: int) -> tuple[float, float]:
    """(start of the first, distance between starts) of `count` items, each `each` long, spread over `room` points."""
    gap = max(GAP, (room - count * each) / (count + 1))
    return (room - count * each - (count - 1) * gap) / 2, each + gap


def _answer_sheets(entries: Sequence[NumberedProblem], page: Page, title: str) -> Iterator[Sheet]:
    """The pages of answers: as few as possible, with the largest cells that these allow, and nearly equally full."""
    room = page.room[1] + ANSWER_GAP
    shared: list[list[list[Spot]]] = []
    for cell in ANSWER_CELLS:
        rows = list(_rows(entries, page.room, cell))
        tall = [max(map(_height, row)) for row in rows]
        pages = list(_paged(rows, tall, room, _even_share(tall, room)))
        if shared and len(pages) > len(shared):
            break
        shared = pages
    for some in shared:
        spots: list[Spot] = []
        top = 0.0
        for row in some:
            spots += (replace(spot, top=top) for spot in row)
            top += max(map(_height, row))
        first, last = spots[0].entry.number, spots[-1].entry.number
        yield Sheet(title, f"{first}–{last}" if len(spots) > 1 else f"{first}", tuple(spots), is_answers=True)


def _height(spot: Spot) -> float:
    """The height of an answer with its heading and the gap below."""
    return spot.heading + spot.cell * spot.entry.board[1] + ANSWER_GAP


def _even_share(tall: Sequence[float], room: float) -> float:
    """The smallest height, in whole points, with which rows of heights `tall` fill as few pages as possible."""

    def pages(aim: float) -> int:
        return sum(1 for _ in _paged(tall, tall, room, aim))

    # a larger height never gives more pages, so bisection finds the first such height
    return bisect_left(range(int(room) + 1), -pages(room), key=lambda aim: -pages(aim))


def _paged(rows: Sequence[Row], tall: Sequence[float], room: float, aim: float) -> Iterator[list[Row]]:
    """Divide rows into pages, or answers into rows; `tall` are their heights, or widths, in points.

    A page ends when the next row would exceed `room` points, or once the rows on it reach `aim` points.
    """
    some: list[Row] = []
    used = 0.0
    for row, points in zip(rows, tall, strict=True):
        if some and (used + points > room or used >= aim):
            yield some
            some, used = [], 0.0
        some.append(row)
        used += points
    if some:
        yield some


def _rows(entries: Sequence[NumberedProblem], room: Size, cell: float) -> Iterator[list[Spot]]:
    """The answers in rows, with cells of at most `cell` points, in shared columns unless widths are MOST_APART."""
    sides = [min(cell, room[0] / one.board[0], (room[1] - ANSWER_HEADING) / one.board[1]) for one in entries]
    widths = [max(side * one.board[0], 40.0) for side, one in zip(sides, entries, strict=True)]
    gap = ANSWER_GAP
    if max(widths) <= MOST_APART * min(widths):
        widths = [max(widths)] * len(widths)
        columns = int((room[0] + gap) / (widths[0] + gap))
        gap = max(gap, (room[0] - columns * widths[0]) / max(1, columns - 1))
    placed = list(zip(entries, sides, widths, strict=True))
    for row in _paged(placed, [width + gap for width in widths], room[0] + gap + 0.01, inf):
        lefts = accumulate((width + gap for *_, width in row), initial=0.0)
        spots = zip(row, lefts, strict=False)
        yield [Spot(one, left, 0.0, width, ANSWER_HEADING, side) for (one, side, width), left in spots]
