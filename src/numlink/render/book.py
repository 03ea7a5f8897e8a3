"""A puzzle book as PDF: cover, rules with a worked example, puzzles by size, answers, bookmarks, page numbers.

    plan     puzzles sorted by size -> sections -> sheets (a grid of slots on a page), answers likewise
    draw     one page after the other; puzzle and answer point at each other by their page numbers

All pages are planned before the first is drawn, so that every puzzle can name the page of its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

from numlink.errors import InputError
from numlink.model.puzzle import Puzzle
from numlink.render.drawing import draw
from numlink.render.front import draw_cover, draw_rules
from numlink.render.pdf import PAPERS, Fonts, fonts, outer, place, require_reportlab
from numlink.render.picture import Options, Picture, unknown
from numlink.render.scene import compose

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

EDGE = 48.0
"""Points of white around a page."""
FOOT = 26.0
HEADING = 34.0
"""Points above a board for its number, name and recipe; an answer takes half of it."""
GUTTER = 22.0
LARGEST_CELL = 36.0
SMALLEST_CELL = 7.0
"""Points (2.5 mm) below which numbers cannot be read on paper."""

PUZZLES_BY_SIDE = ((6, 6), (10, 4), (14, 2))
ANSWERS_BY_SIDE = ((6, 20), (10, 12), (14, 6), (20, 4), (30, 2))
"""(longest side, boards a page): the first line that fits counts, one a page where none does."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a book is laid out: `paper` `a4` or `letter`; `per_page` None suits the size of the boards."""

    title: str = "Numberlink"
    paper: str = "a4"
    per_page: int | None = None
    theme: str = "numbers"
    front: bool = True
    """Whether there are a cover and a page of rules."""
    solved: bool = False
    """Whether the puzzles themselves show their solutions; there are no answers then."""
    made: str = ""
    """A line at the foot of the cover: how the book was made."""
    font: str | None = None
    """A TrueType file for text beyond Western European."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle with its number in the book."""

    number: int
    puzzle: Puzzle

    @property
    def size(self) -> str:
        return f"{self.puzzle.width} x {self.puzzle.height}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of boards: its section, what stands on it, into how many slots it is divided."""

    section: str
    entries: tuple[Entry, ...]
    slots: int
    answers: bool


@dataclass(slots=True)
class Plan:
    """All pages of a book in order, and where each puzzle and each answer stands (pages count from 1)."""

    sheets: list[Sheet]
    first: int
    puzzle_page: dict[int, int] = field(default_factory=dict)
    answer_page: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for page, sheet in enumerate(self.sheets, start=self.first):
            pages = self.answer_page if sheet.answers else self.puzzle_page
            pages.update((entry.number, page) for entry in sheet.entries)


def book(puzzles: Sequence[Puzzle], layout: Layout | None = None, *, tick: Callable[[], None] = lambda: None) -> bytes:
    """A PDF of `puzzles`, small boards first, with the answers of those whose solution is known.

    `tick` is called once for every board drawn.  The same puzzles and layout give the same bytes.  Raises InputError
    for no puzzles, an unknown paper or theme and a font that cannot be used; MissingExtra without ReportLab.
    """
    layout = layout or Layout()
    if not puzzles:
        raise InputError("a book needs at least one puzzle.")
    if layout.paper not in PAPERS:
        raise unknown("paper", layout.paper, PAPERS)
    if layout.per_page is not None and layout.per_page < 1:
        raise InputError(f"a page holds at least one puzzle, not {layout.per_page}.")
    require_reportlab()
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file, pagesize=PAPERS[layout.paper], invariant=1, pageCompression=1)
    _Printer(canvas, layout, fonts(layout.font), plan(puzzles, layout), tick).print()
    canvas.save()
    return file.getvalue()


def plan(puzzles: Sequence[Puzzle], layout: Layout) -> Plan:
    """Which board stands on which page."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.width * puzzle.height, puzzle.width))
    entries = [Entry(number, puzzle) for number, puzzle in enumerate(ordered, start=1)]
    sheets = list(_sheets(entries, layout.per_page, PUZZLES_BY_SIDE, answers=False))
    answered = [entry for entry in entries if entry.puzzle.solution is not None]
    if not layout.solved:
        sheets += _sheets(answered, None, ANSWERS_BY_SIDE, answers=True)
    return Plan(sheets, first=3 if layout.front else 1)


def _sheets(
    entries: Sequence[Entry], per_page: int | None, by_side: Sequence[tuple[int, int]], *, answers: bool
) -> Iterator[Sheet]:
    """Sheets of one size each or, where the number a page is given or small answers leave room, of several."""
    for slots, group in groupby(entries, key=lambda entry: per_page or _slots(entry.puzzle, by_side)):
        members = list(group)
        for begin in range(0, len(members), slots):
            chosen = tuple(members[begin : begin + slots])
            sizes = list(dict.fromkeys(entry.size for entry in chosen))
            section = sizes[0] if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
            yield Sheet(section, chosen, slots, answers)


def _slots(puzzle: Puzzle, by_side: Sequence[tuple[int, int]]) -> int:
    longest = max(puzzle.width, puzzle.height)
    return next((count for side, count in by_side if longest <= side), 1)


def small_cells(puzzles: Sequence[Puzzle], layout: Layout) -> list[Puzzle]:
    """The puzzles whose numbers nobody could read on this paper."""
    width, height = PAPERS[layout.paper]
    found = []
    for sheet in plan(puzzles, layout).sheets:
        if not sheet.answers:
            slot = _slot(width, height, sheet)
            found += [entry.puzzle for entry in sheet.entries if _cell(entry.puzzle, slot) < SMALLEST_CELL]
    return found


@dataclass(frozen=True, slots=True)
class _Slot:
    """How a page is divided: columns, rows, and the room for each board (without its heading)."""

    columns: int
    rows: int
    width: float
    height: float
    heading: float


def _slot(width: float, height: float, sheet: Sheet) -> _Slot:
    """The division of a page that leaves the boards of a sheet the largest cells."""
    heading = HEADING / 2 if sheet.answers else HEADING
    best: tuple[float, _Slot] | None = None
    for columns in range(1, sheet.slots + 1):
        rows = -(-sheet.slots // columns)
        room = _Slot(
            columns,
            rows,
            (width - 2 * EDGE - (columns - 1) * GUTTER) / columns,
            (height - 2 * EDGE - FOOT - (rows - 1) * GUTTER) / rows - heading,
            heading,
        )
        if room.width > 0 and room.height > 0:
            cell = min(_cell(entry.puzzle, room) for entry in sheet.entries)
            if best is None or cell > best[0]:
                best = cell, room
    if best is None:
        raise InputError(f"{sheet.slots} puzzles do not fit on a page. Give a smaller --per-page.")
    return best[1]


def _cell(puzzle: Puzzle, slot: _Slot) -> float:
    return min(LARGEST_CELL, slot.width / puzzle.width, slot.height / puzzle.height)


class _Printer:
    """Draws the pages of a plan one after the other."""

    def __init__(self, canvas: Canvas, layout: Layout, font: Fonts, plan: Plan, tick: Callable[[], None]) -> None:
        self.canvas = canvas
        self.layout = layout
        self.font = font
        self.plan = plan
        self.tick = tick
        self.width, self.height = PAPERS[layout.paper]
        self.section: tuple[bool, str] | None = None

    def print(self) -> None:
        puzzles = [entry.puzzle for sheet in self.plan.sheets if not sheet.answers for entry in sheet.entries]
        canvas, title = self.canvas, self.font.printable(self.layout.title)
        canvas.setTitle(self.layout.title)
        canvas.setCreator("numlink")
        canvas.setSubject(f"{len(puzzles)} Numberlink puzzles")
        if self.layout.front:
            self.bookmark("cover", title, 0)
            draw_cover(
                canvas,
                PAPERS[self.layout.paper],
                self.font,
                puzzles,
                title=title,
                made=self.font.printable(self.layout.made),
                theme=self.layout.theme,
            )
            canvas.showPage()
            self.bookmark("rules", "Rules", 0)
            draw_rules(canvas, PAPERS[self.layout.paper], self.font, {puzzle.rules for puzzle in puzzles})
            self.foot(2, "Rules")
            canvas.showPage()
            canvas.showOutline()
        for page, sheet in enumerate(self.plan.sheets, start=self.plan.first):
            self.sheet(page, sheet)
            canvas.showPage()

    def bookmark(self, key: str, title: str, level: int) -> None:
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(title, key, level, closed=level > 0)

    def sheet(self, page: int, sheet: Sheet) -> None:
        """One page of boards, with the bookmarks that begin on it."""
        part = "Answers" if sheet.answers else "Puzzles"
        if self.section is None or self.section[0] != sheet.answers:
            self.bookmark(part.lower(), part, 0)
        if self.section != (sheet.answers, sheet.section):
            self.bookmark(f"{part.lower()} {sheet.section}", sheet.section, 1)
        self.section = (sheet.answers, sheet.section)
        slot = _slot(self.width, self.height, sheet)
        for index, entry in enumerate(sheet.entries):
            row, column = divmod(index, slot.columns)
            left = EDGE + column * (slot.width + GUTTER)
            top = self.height - EDGE - row * (slot.height + slot.heading + GUTTER)
            self.board(entry, sheet, slot, left, top)
            self.tick()
        self.foot(page, f"{part}, {sheet.section}")

    def board(self, entry: Entry, sheet: Sheet, slot: _Slot, left: float, top: float) -> None:
        """A board under its heading, in the middle of its slot."""
        puzzle = entry.puzzle
        solution = puzzle.solution if sheet.answers or self.layout.solved else None
        drawing = draw(compose(puzzle, solution, theme=self.layout.theme))
        cell = _cell(puzzle, slot)
        width, _ = outer(drawing)
        board_left = left + (slot.width - width * cell) / 2
        if sheet.answers:
            self.canvas.bookmarkPage(f"answer {entry.number}", fit="XYZ", top=top + 8)
            self.link(f"puzzle {entry.number}", board_left, top - slot.heading, 40)
            self.text(self.font.bold, 9, board_left, top - 9, f"{entry.number}", slot.width)
        else:
            self.canvas.bookmarkPage(f"puzzle {entry.number}", fit="XYZ", top=top + 8)
            self.heading(entry, left, top, board_left, min(slot.width, max(width * cell, 150)))
        place(self.canvas, drawing, board_left, top - slot.heading, cell)

    def heading(self, entry: Entry, left: float, top: float, board_left: float, width: float) -> None:
        """Number and name, the page of the answer, and below them size, rules and recipe."""
        puzzle = entry.puzzle
        room = width
        start = max(left, min(board_left, board_left + 1))
        name = f"{entry.number}" + (f"  {puzzle.name}" if puzzle.name else "")
        if entry.number in self.plan.answer_page:
            told = f"answer on page {self.plan.answer_page[entry.number]}"
            self.canvas.setFillGray(0.35)
            self.canvas.setFont(self.font.text, 7)
            end = start + width
            self.canvas.drawRightString(end, top - 12, told)
            self.link(f"answer {entry.number}", end - 70, top - 15, 70)
            room -= 76
        self.text(self.font.bold, 13, start, top - 12, name, room)
        facts = [entry.size, f"rules {puzzle.rules}"]
        facts += [puzzle.recipe] if puzzle.recipe else [f"seed {puzzle.seed}"] if puzzle.seed is not None else []
        self.text(self.font.text, 7, start, top - 24, " · ".join(facts), width, grey=0.35)

    def text(self, font: str, size: float, x: float, y: float, text: str, room: float, *, grey: float = 0.0) -> None:
        """A line of text, cut off with dots where it is longer than its room."""
        text = self.font.printable(text)
        if self.canvas.stringWidth(text, font, size) > room:
            while text and self.canvas.stringWidth(text + "...", font, size) > room:
                text = text[:-1]
            text += "..."
        self.canvas.setFillGray(grey)
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, y, text)

    def link(self, target: str, left: float, bottom: float, width: float) -> None:
        self.canvas.linkRect("", target, (left, bottom, left + width, bottom + 14), thickness=0)

    def foot(self, page: int, section: str) -> None:
        """Page number in the middle, section to the left."""
        self.canvas.setFillGray(0.35)
        self.canvas.setFont(self.font.text, 8)
        self.canvas.drawString(EDGE, EDGE - 14, section)
        self.canvas.drawCentredString(self.width / 2, EDGE - 14, str(page))
        title = self.font.printable(self.layout.title)
        self.canvas.drawRightString(self.width - EDGE, EDGE - 14, title if len(title) <= 60 else title[:57] + "...")


def picture(puzzles: list[Puzzle], options: Options) -> bytes:
    """Puzzles as plain pages: no cover, and answers at the end unless they are drawn already."""
    title = puzzles[0].name if len(puzzles) == 1 else None
    plain = Layout(title=title or "Numberlink", theme=options.theme, front=False)
    if options.solved and any(puzzle.solution is None for puzzle in puzzles):
        raise InputError("a puzzle comes without a solution to draw. Pipe it through `numlink solve` first.")
    return book(puzzles, replace(plain, solved=options.solved))


PICTURE = Picture(name="pdf", summary="pages to print, answers at the end", endings=(".pdf",), draw=picture)
