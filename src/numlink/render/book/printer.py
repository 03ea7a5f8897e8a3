"""Draws the pages of a plan in order: front pages, boards with headings, bookmarks, links, the appendix."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import TYPE_CHECKING

from numlink.render.book.design import Design
from numlink.render.book.front import Front
from numlink.render.book.plan import GAP, HEADING_ROOM, NumberedProblem, Pagination, Remark, Sheet, Spot
from numlink.render.pdf import Fonts, place

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

STARS = 5  # stars over a puzzle: one for each grade
STAR = 4.6  # radius of a star in points
SMALL = 7.5  # font size of captions and of the appendix, in points
RECIPE_LINE = 12.0  # points from one line of the appendix to the next


class Printer(Front):
    """Draws a book on a canvas whose pages include the bleed.

    `section` is (part of the book, title) of the bookmark set last.
    """

    def __init__(self, canvas: Canvas, design: Design, font: Fonts, plan: Pagination, tick: Callable[[], None]) -> None:
        super().__init__(canvas, design, plan.page, font)
        self.plan, self.tick = plan, tick
        self.entries = plan.entries
        self.every_rules = {entry.puzzle.rules for entry in self.entries}
        self.section = "", ""
        self.graded = any(entry.problem.grade for entry in self.entries)

    def print(self) -> None:
        if self.design.front:
            self.front()
        for sheet in self.plan.sheets:
            self.turn()
            self.sheet(sheet)
        if self.design.recipes and self.design.front:
            self.recipes()
        self.canvas.showPage()

    def turn(self) -> None:
        if self.number:
            self.canvas.showPage()
        self.number += 1
        self.canvas.translate(self.page.bleed, self.page.bleed)

    def front(self) -> None:
        puzzles = [entry.puzzle for entry in self.entries]
        self.turn()
        self.bookmark("cover", self.design.title, 0)
        self.cover(puzzles)
        if not self.design.imprint.is_empty:
            self.turn()
            self.imprint()
        self.turn()
        self.bookmark("rules", self.words.rules, 0)
        features = {one for puzzle in puzzles for one in puzzle.layout.features()}
        self.rules(self.every_rules, features, {puzzle.layout.kind for puzzle in puzzles})
        self.foot()
        self.canvas.showOutline()

    def bookmark(self, key: str, title: str, level: int) -> None:
        """Add a bookmark to this page under a name that links use; `level` is its depth in the outline, from 0."""
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(self.font.printable(title), key, level, closed=level > 0)

    def sheet(self, sheet: Sheet) -> None:
        """Draw a page of boards, with a bookmark for each grade (or size) that begins on it, or for the answers."""
        self.head(sheet)
        part = self.words.answers if sheet.is_answers else self.words.puzzles
        if self.section[0] != part:
            self.bookmark("answers" if sheet.is_answers else "puzzles", part, 0)
        for spot in sheet.spots:
            told = self.words.grades[spot.entry.problem.grade] if self.graded else spot.entry.size
            section = part, sheet.of if sheet.is_answers else told
            if section != self.section:
                self.bookmark(f"{part} {section[1]} {spot.entry.number}", section[1], 1)
            self.section = section
            self.answer(spot) if sheet.is_answers else self.puzzle(spot)
            self.tick()
        self.foot()

    def head(self, sheet: Sheet) -> None:
        """Draw the head of a page of boards: its title, on the right its contents, and a line below."""
        left, (width, _) = self.page.left(self.number), self.page.room
        y = self.page.height - self.page.edge - 13
        title = self.shortened(self.font.printable(sheet.title), self.font.bold, 14, width * 0.7)
        self.line(self.font.bold, 14, left, y, title)
        room = width - 14 - self.canvas.stringWidth(title, self.font.bold, 14)
        of = self.shortened(sheet.of, self.font.text, SMALL, room)
        self.canvas.setFillGray(0.35)
        self.canvas.setFont(self.font.text, SMALL)
        self.canvas.drawRightString(left + width, y, of)
        self.rule(left, left + width, y - 7)

    def rule(self, left: float, right: float, y: float) -> None:
        self.canvas.setStrokeGray(0.35)
        self.canvas.setLineWidth(0.5)
        self.canvas.line(left, y, right, y)

    def puzzle(self, spot: Spot) -> None:
        """Draw a puzzle under its heading, which is as wide as the board if there is room for its words."""
        entry = spot.entry
        self.canvas.bookmarkHorizontal(f"puzzle {entry.number}", spot.left, spot.top + 8)
        self.heading(spot, max(spot.cell * entry.board[0], min(spot.room, HEADING_ROOM)))
        place(self.canvas, entry.drawing, spot.left, spot.top - spot.heading, spot.cell, self.font)

    def answer(self, spot: Spot) -> None:
        entry = spot.entry
        self.canvas.bookmarkHorizontal(f"answer {entry.number}", spot.left, spot.top + 8)
        self.link(f"puzzle {entry.number}", spot.left, spot.top - spot.heading, 40)
        self.line(self.font.bold, 9, spot.left, spot.top - 9, str(entry.number))
        place(self.canvas, entry.answer, spot.left, spot.top - spot.heading, spot.cell, self.font)

    def heading(self, spot: Spot, width: float) -> None:
        """Draw number, name and stars; below them the caption and a line for the time."""
        entry, top = spot.entry, spot.top
        right = spot.left + width
        room = width
        if entry.problem.grade:
            room -= STARS * 2.3 * STAR + 6
            self.stars(entry.problem.grade, right, top - 8)
        name = f"{entry.number}" + (f"  {entry.puzzle.name}" if entry.puzzle.name else "")
        self.line(self.font.bold, 13, spot.left, top - 12, name, room)
        room = width
        if self.design.times and self.design.front and entry.problem.note is Remark.NONE:
            told = self.canvas.stringWidth(self.words.time, self.font.text, SMALL)
            self.line(self.font.text, SMALL, right - 44 - told, top - 25, self.words.time, grey=0.35)
            self.rule(right - 41, right, top - 26)
            room -= 52 + told
        self.line(self.font.text, SMALL, spot.left, top - 25, self.caption(entry, room), room, grey=0.35)
        if entry.number in self.plan.answer_page:
            self.link(f"answer {entry.number}", spot.left, top - 28, min(room, 150))

    def caption(self, entry: NumberedProblem, room: float) -> str:
        """The caption over a puzzle: size, remark, features, rules if they vary, and the page of its answer.

        If it is wider than `room` points, the page is shortened to '> 12'; then features and size, which the board
        itself shows, are left out.
        """
        words, page = self.words, self.plan.answer_page.get(entry.number)
        noted: dict[Remark, list[str]] = {Remark.NONE: [], Remark.SEVERAL: [words.several]}
        told = noted.get(entry.problem.note, [words.unproven])
        features = [words.named[feature] for feature in entry.puzzle.layout.features()]
        rules = [str(entry.puzzle.rules)] if len(self.every_rules) > 1 else []
        answer = [] if page is None else [words.answer_on.format(page)]
        short = [] if page is None else [f"> {page}"]
        found = ""
        for facts in (
            [entry.size, *told, *features, *rules, *answer],
            [entry.size, *told, *features, *rules, *short],
            [entry.size, *told, *rules, *short],
            [*told, *rules, *short],
        ):
            found = " · ".join(facts)
            if self.canvas.stringWidth(self.font.printable(found), self.font.text, SMALL) <= room:
                break
        return found

    def stars(self, grade: int, right: float, middle: float) -> None:
        """Draw five stars ending at x = `right`, as many of them filled as the grade says."""
        self.canvas.setStrokeGray(0)
        self.canvas.setFillGray(0)
        self.canvas.setLineWidth(0.5)
        for index in range(STARS):
            x = right - STAR - (STARS - 1 - index) * 2.3 * STAR
            path = self.canvas.beginPath()
            for point in range(10):
                radius = STAR if point % 2 == 0 else STAR * 0.45
                angle = pi / 2 + point * pi / 5
                at = x + radius * cos(angle), middle + radius * sin(angle)
                path.lineTo(*at) if point else path.moveTo(*at)
            path.close()
            self.canvas.drawPath(path, stroke=1, fill=int(index < grade))

    def recipes(self) -> None:
        """Draw the appendix: how the puzzles were made, and the recipe of each puzzle that has one, except tilings.

        Without either, no page is drawn.
        """
        known = [
            (entry.number, entry.puzzle.recipe)
            for entry in self.entries
            if entry.puzzle.recipe and entry.puzzle.layout.tiling is None  # its polygons fill a page, too much to type
        ]
        lines = [f"{number}  {recipe}" for number, recipe in known]
        if not lines and not self.design.made:
            return
        left = top = y = 0.0
        column, columns = 0, 2 if max(map(len, lines), default=99) < 60 else 1
        width = (self.page.room[0] - GAP) / 2 if columns == 2 else self.page.room[0]
        for line in [self.design.made, *([self.words.by_recipe] if lines else []), *lines]:
            for part in self.wrapped(line, self.font.text, SMALL, width):
                if y < self.page.edge + 24 and column + 1 < columns and y:
                    column, y = column + 1, top
                elif y < self.page.edge + 24:
                    self.turn()
                    self.foot()
                    left, column = self.page.left(self.number), 0
                    if not top:
                        self.bookmark("recipes", self.words.recipes, 0)
                        self.line(self.font.bold, 18, left, self.page.height - self.page.edge - 16, self.words.recipes)
                    top = y = self.page.height - self.page.edge - (16 if top else 42)
                self.line(self.font.text, SMALL, left + column * (width + GAP), y, part)
                y -= RECIPE_LINE

    def link(self, target: str, left: float, bottom: float, width: float) -> None:
        """Make a rectangle of this width, 14 points high, a link to the bookmark `target`."""
        self.canvas.linkRect("", target, (left, bottom, left + width, bottom + 14), relative=1, thickness=0)

    def foot(self) -> None:
        """Draw the foot of the page: the book's title on the left, the page number in the middle."""
        left, width = self.page.left(self.number), self.page.room[0]
        y = self.page.edge - 14
        self.line(self.font.text, 8, left, y, self.design.title, width / 2 - 20, grey=0.35)
        self.canvas.drawCentredString(left + width / 2, y, str(self.number))
