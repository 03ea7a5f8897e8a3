"""Which board stands on which page, and where.  All pages are planned before the first one is drawn, because every
puzzle names the page of its answer.

    puzzles   in sections by grade, then by size.  A page has equal slots, one a board; as many as leave cells of at
              least COMFORT points.  Pages of one grade and size have nearly equally many boards.
    answers   rows of boards in columns; all pages are nearly equally full.

    +-- edge ----------------------------+
    |  1  Name      ***..  |  2    *....  |   heading: number, name, stars; below them size, page of the answer, time
    |  +---+               |  +---+      |
    |  +---+               |  +---+      |   slot: heading and room for the board
    +-- foot: section, page number ------+
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import groupby
from typing import TypeVar

from numlink.errors import InputError
from numlink.model.puzzle import Puzzle
from numlink.render.book.design import POINTS, Design, Size, paper_size
from numlink.render.book.phrases import WORDS, size_in_print
from numlink.render.drawing import Drawing, draw
from numlink.render.pdf import outer, smallest_label
from numlink.render.scene import compose

FOOT = 26.0  # points at the foot of a page for section, page number and title
HEADING, ANSWER_HEADING = 36.0, 14.0  # points above the board of a puzzle, and of an answer, for its heading
SECTION = 40.0
"""Points kept free at the head of each page of a graded section and of the answers; the first one has the section's
name there."""
GAP = 22.0  # points between two slots of a page of puzzles
LARGEST_CELL = 36.0  # points of the side of a cell at most, if `per_page` is not given: larger cells look clumsy
COMFORT = 20.0
"""Points of the side of a cell (7 mm) that are wanted if `per_page` is not given: pages with smaller cells get fewer
boards, down to one, whose cells may be smaller."""
A_PAGE = (6, 4, 2, 1)
"""How many slots a page may have if `per_page` is not given; the first number that leaves COMFORT is taken, else 1."""
FEW = 3  # a size with fewer boards than this shares pages with a neighbouring size
ANSWER_CELL, ANSWER_GAP = 11.0, 14.0
"""Points of the side of an answer's cell at most, and points between two answers at least."""
MOST_APART = 2.0
"""If the widest answer is more than this many times as wide as the narrowest, each width has columns of its own."""

READABLE, LEAST = 6.0, 4.0
"""Points of type: digits below the first are hard to read, and a book with digits below the second is refused."""


Row = TypeVar("Row")


class Remark(Enum):
    """What a page says of a puzzle's solutions: nothing (NONE, it has one), SEVERAL, or UNPROVEN that it has one."""

    NONE = "none"
    SEVERAL = "several"
    UNPROVEN = "unproven"


@dataclass(frozen=True, slots=True)
class Problem:
    """A puzzle of a book with its grade from 1 to 5 (0: unknown) and the remark `note` on its solutions.

    Puzzles of one grade and size are sorted by `order`.
    """

    puzzle: Puzzle
    grade: int = 0
    note: Remark = Remark.NONE
    order: tuple[int, ...] = ()


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
        return size_in_print(self.puzzle, WORDS[self.design.language])

    @cached_property
    def drawing(self) -> Drawing:
        solution = self.puzzle.solution if self.design.solved else None
        return draw(compose(self.puzzle, solution, theme=self.design.theme))

    @cached_property
    def answer(self) -> Drawing:
        return draw(compose(self.puzzle, self.puzzle.solution, theme=self.design.theme))

    @cached_property
    def board(self) -> Size:
        """Width and height of the board without the drawing's margins, in widths of a cell."""
        return outer(self.drawing)

    @cached_property
    def label(self) -> float:
        """Font size of the smallest label, in widths of a cell."""
        return smallest_label(self.drawing)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a board stands, in points: `left` and `top` of its heading, counted from the page's lower left corner.

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
    """A page of boards.

    `title` is the heading of the section that begins on this page, '' if none does.  `of` names the page in foot and
    bookmarks: grade or size of its puzzles, or the range of the numbers of its answers.
    """

    of: str
    title: str
    spots: tuple[Spot, ...]
    is_answers: bool


@dataclass(frozen=True, slots=True)
class Page:
    """The paper and its margins in points: `edge` on every side, and `gutter` more at the fold.

    Pages count from 1; odd pages lie to the right of the fold.
    """

    width: float
    height: float
    bleed: float
    gutter: float
    edge: float

    @classmethod
    def of(cls, design: Design) -> Page:
        """The page of a design."""
        width, height = paper_size(design.paper)
        edge = min(48.0, 0.0807 * width)
        return cls(width, height, design.bleed * POINTS["mm"], design.gutter * POINTS["mm"], edge)

    @property
    def room(self) -> Size:
        """Width and height in points of the part of a page that boards may use."""
        return self.width - 2 * self.edge - self.gutter, self.height - 2 * self.edge - FOOT

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

    `puzzle_page` and `answer_page` map the number of each puzzle to the page of its board and of its answer.
    """

    page: Page
    sheets: list[Sheet]
    first: int
    puzzle_page: dict[int, int] = field(default_factory=dict)
    answer_page: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for page, sheet in enumerate(self.sheets, start=self.first):
            pages = self.answer_page if sheet.is_answers else self.puzzle_page
            pages.update((spot.entry.number, page) for spot in sheet.spots)

    @property
    def entries(self) -> list[NumberedProblem]:
        """The puzzles in the order of the book."""
        return [spot.entry for sheet in self.sheets if not sheet.is_answers for spot in sheet.spots]

    def fine_print(self, least: float) -> list[Spot]:
        """The boards, answers too, whose digits would be smaller than `least` points."""
        return [spot for sheet in self.sheets for spot in sheet.spots if spot.digits < least]


def front_pages(design: Design) -> int:
    """The number of pages before the puzzles: cover, rules, and the imprint if there is one; 0 without `front`."""
    return (2 + (not design.imprint.is_empty)) if design.front else 0


def plan(problems: Sequence[Problem], design: Design) -> Pagination:
    """Place every board on a page; raises InputError if `per_page` boards do not fit on a page."""
    page = Page.of(design)
    ordered = sorted(problems, key=lambda one: (one.grade or 9, len(one.puzzle.cells), one.puzzle.width, one.order))
    entries = [NumberedProblem(number, problem, design) for number, problem in enumerate(ordered, start=1)]
    sheets = list(_puzzle_sheets(entries, design, page))
    if not design.solved:
        answered = [entry for entry in entries if entry.puzzle.solution is not None]
        sheets += _answer_sheets(answered, page, WORDS[design.language].answers)
    first = front_pages(design) + 1
    placed = (_moved(sheet, page.left(number), page) for number, sheet in enumerate(sheets, start=first))
    return Pagination(page, list(placed), first)


def _moved(sheet: Sheet, left: float, page: Page) -> Sheet:
    """The sheet with positions from the page's lower left corner; before, `top` counted down from the room's top."""
    top = page.height - page.edge
    spots = (Spot(s.entry, left + s.left, top - s.top, s.room, s.heading, s.cell) for s in sheet.spots)
    return Sheet(sheet.of, sheet.title, tuple(spots), sheet.is_answers)


def _puzzle_sheets(entries: Sequence[NumberedProblem], design: Design, page: Page) -> Iterator[Sheet]:
    """The pages of puzzles: each page has puzzles of one grade, and of sizes that `_alike` puts together."""
    words = WORDS[design.language]
    graded = any(entry.problem.grade for entry in entries)
    largest = LARGEST_CELL if design.per_page is None else float("inf")
    for grade, section in groupby(entries, key=lambda entry: entry.problem.grade):
        title = words.grades[grade] if graded else ""
        opening = title
        for members in _alike(list(section), design.per_page):
            slots = _slots(members, design.per_page, page)
            for some in _shared_out(members, slots):
                spots = _divided(some, slots, page, SECTION if title else 0.0, largest)
                yield Sheet(title or some[0].size, opening, tuple(spots), is_answers=False)
                opening = ""


def _alike(section: Sequence[NumberedProblem], per_page: int | None) -> Iterator[list[NumberedProblem]]:
    """The boards of a section in groups that share pages.

    A group has boards of one size, but a size with fewer than FEW boards joins the size before or after it.  If
    `per_page` is given, all boards are one group.
    """
    if per_page is not None:
        yield list(section)
        return
    found: list[list[NumberedProblem]] = []
    for _, members in groupby(section, key=lambda entry: entry.board):
        some = list(members)
        if found and min(len(some), len(found[-1])) < FEW:
            found[-1] += some
        else:
            found.append(some)
    yield from found


def _slots(members: Sequence[NumberedProblem], per_page: int | None, page: Page) -> int:
    """The number of slots on a page of these boards."""
    if per_page is not None:
        return min(per_page, len(members)) if per_page > 1 else 1
    largest = sorted(members, key=lambda entry: -max(entry.board))
    return min(next((most for most in A_PAGE if _fit(largest[:most], most, page)), 1), len(members))


def _shared_out(members: Sequence[NumberedProblem], most: int) -> Iterator[Sequence[NumberedProblem]]:
    """The boards page by page: at most `most` on each; the numbers of boards on two pages differ by one at most."""
    pages = -(-len(members) // most)
    for at in range(pages):
        yield members[len(members) * at // pages : len(members) * (at + 1) // pages]


def _fit(members: Sequence[NumberedProblem], slots: int, page: Page) -> bool:
    """Whether cells of all these boards have COMFORT points or more on a page with `slots` slots."""
    return _best_division(members, slots, page, SECTION, LARGEST_CELL)[0] >= COMFORT


def _divided(members: Sequence[NumberedProblem], slots: int, page: Page, head: float, largest: float) -> Iterator[Spot]:
    """The boards of one page, each in the middle of its slot.

    `head` is the height kept free above the slots, `largest` the largest side of a cell, both in points.
    """
    cell, columns, rows = _best_division(members, slots, page, head, largest)
    if cell <= 0:
        raise InputError(f"{slots} puzzles do not fit on a page. Give a smaller per_page=.")
    width, height = page.room
    across = (width - (columns - 1) * GAP) / columns
    down = (height - head - (rows - 1) * GAP) / rows
    for index, entry in enumerate(members):
        row, column = divmod(index, columns)
        left = column * (across + GAP) + (across - max(cell * entry.board[0], min(across, 190.0))) / 2
        yield Spot(entry, left, head + row * (down + GAP), across, HEADING, cell)


def _best_division(
    members: Sequence[NumberedProblem], slots: int, page: Page, head: float, largest: float
) -> tuple[float, int, int]:
    """(cell, columns, rows) of the division of a page into `slots` slots that leaves the largest cells.

    `cell` is the side, in points, of the cells of the board that gets the smallest cells; 0.0 if nothing fits.  `head`
    and `largest` as in `_divided`.
    """
    width, height = page.room
    best = (0.0, 1, slots)
    for columns in range(1, slots + 1):
        rows = -(-slots // columns)
        across = (width - (columns - 1) * GAP) / columns
        down = (height - head - (rows - 1) * GAP) / rows - HEADING
        cell = min(min(largest, across / entry.board[0], down / entry.board[1]) for entry in members)
        if cell > best[0]:
            best = cell, columns, rows
    return best


def _answer_sheets(entries: Sequence[NumberedProblem], page: Page, title: str) -> Iterator[Sheet]:
    """The pages of answers: as few as needed, and nearly equally full; the first one has the section's title."""
    width, height = page.room
    rows = list(_rows(entries, width, height - SECTION))
    tall = [row[0].heading + max(spot.cell * spot.entry.board[1] for spot in row) + ANSWER_GAP for row in rows]
    room = height - SECTION + ANSWER_GAP
    opening = title
    for some in _paged(rows, tall, room, _even_share(tall, room)):
        yield _answers(some, SECTION, opening)
        opening = ""


def _even_share(tall: Sequence[float], room: float) -> float:
    """The smallest height, in whole points, with which rows `tall` points high fill as few pages as can be."""

    def pages(aim: float) -> int:
        return sum(1 for _ in _paged(tall, tall, room, aim))

    # the more rows a page takes, the fewer pages there are, so halving finds the first such height
    return bisect_left(range(int(room) + 1), -pages(room), key=lambda aim: -pages(aim))


def _paged(rows: Sequence[Row], tall: Sequence[float], room: float, aim: float) -> Iterator[list[Row]]:
    """Rows page by page; `tall` are their heights in points.

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


def _rows(entries: Sequence[NumberedProblem], width: float, height: float) -> Iterator[list[Spot]]:
    """The answers in rows, in columns that all rows share; if widths differ by more than MOST_APART, each width has
    rows and columns of its own.
    """

    def cell(entry: NumberedProblem) -> float:
        across, down = entry.board
        return min(ANSWER_CELL, width / across, (height - ANSWER_HEADING) / down)

    def room(entry: NumberedProblem) -> float:
        return max(cell(entry) * entry.board[0], 40.0)

    rooms = [room(entry) for entry in entries]
    even = max(rooms, default=0.0) <= MOST_APART * min(rooms, default=0.0)
    for _, alike in groupby(entries, key=lambda entry: 0.0 if even else room(entry)):
        members = list(alike)
        widest = max(map(room, members))
        columns = max(1, int((width + ANSWER_GAP) / (widest + ANSWER_GAP)))
        gap = (width - columns * widest) / max(1, columns - 1)
        for at in range(0, len(members), columns):
            some = members[at : at + columns]
            yield [
                Spot(one, n * (widest + gap), 0.0, room(one), ANSWER_HEADING, cell(one)) for n, one in enumerate(some)
            ]


def _answers(rows: list[list[Spot]], head: float, title: str) -> Sheet:
    """The page of answers with these rows; `head` points above the first row are kept free for a title."""
    spots: list[Spot] = []
    top = head
    for row in rows:
        spots += [Spot(s.entry, s.left, top, s.room, s.heading, s.cell) for s in row]
        top += max(s.heading + s.cell * s.entry.board[1] for s in row) + ANSWER_GAP
    numbers = [spot.entry.number for spot in spots]
    of = f"{min(numbers)}–{max(numbers)}" if len(spots) > 1 else f"{numbers[0]}"
    return Sheet(of, title, tuple(spots), is_answers=True)
