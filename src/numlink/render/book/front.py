"""The first pages of a book: the cover, the imprint, and the rules with a worked example."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from io import BytesIO
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING

from numlink.errors import InputError
from numlink.model.kinds.examples import EXAMPLES, POLYGONS
from numlink.model.kinds.names import OF_KINDS, Feature, Kind
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import EVERY_RULES, Rules
from numlink.render.book.design import Design, isbn
from numlink.render.book.phrases import Words, size_in_print, words_of
from numlink.render.book.plan import Page
from numlink.render.drawing import draw
from numlink.render.images import decoded, image_bytes
from numlink.render.pdf import Fonts, fill, outer, place
from numlink.render.scene import compose
from numlink.render.theme import GROUND, HUES, TILE_INK, Tint, theme_named

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

COVER_ART = (
    "122222222",
    "123333332",
    "123222242",
    "122244442",
    "255522262",
    "222527262",
    "882227262",
    "989999262",
    "999aa9222",
)
"""The cover's board unless the design gives one: the number of each cell's path, in base 36.

`numlink classic 9 --seed 1441` made the board.
"""

EXAMPLE = Puzzle.from_rows(
    [
        [1, 0, 0, 0, 0],
        [2, 1, 0, 3, 0],
        [0, 0, 0, 0, 0],
        [3, 0, 0, 0, 0],
        [2, 0, 0, 0, 0],
    ]
)
"""The worked example, which has one solution under each of the four rules (a test asks the solver)."""
EXAMPLE_PATHS = ((0, 1, 6), (5, 10, 11, 12, 7, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21, 20), (8, 13, 18, 17, 16, 15))
"""The paths of EXAMPLE's solution: cells as row * 5 + column."""
CORNERS = ((3, 4, 9), (19, 24, 23))
"""Two corners of EXAMPLE around which a path must run if every cell is covered: the three cells of each, row * 5 +
column; drawn as paths without a number."""

WORD = re.compile(
    r"(\s*)([\u3001-\u30ff\u4e00-\u9fff\uff00-\uffef][\u3001\u3002\u30fb\u30fc\uff01\uff1f]*|[^\s\u3001-\u30ff\u4e00-\u9fff\uff00-\uffef]+[\u3001\u3002]*)"
)
"""(blanks, piece): a line may break before each piece, a word or one Japanese letter with the punctuation that must not
begin a line."""


class Front:
    """Draws the pages before the puzzles; `number` is the page being drawn, from 1.

    Lengths in the code are points for A4; `scale` makes them smaller on smaller paper.  y counts upwards from the foot.
    """

    def __init__(self, canvas: Canvas, design: Design, page: Page, font: Fonts) -> None:
        self.canvas, self.design, self.page, self.font = canvas, design, page, font
        self.words = words_of(design.language)
        self.scale = page.scale
        self.number = 0

    def cover(self, puzzles: Sequence[Puzzle]) -> None:
        """Draw the cover: the design's own picture; else title, contents, palette and a solved board."""
        page, design, scale = self.page, self.design, self.scale
        if design.cover_image is not None:
            side = 2 * page.bleed
            box = (-page.bleed, -page.bleed, page.width + side, page.height + side)
            self.image(design.cover_image, box, fill=True)
            return
        theme = theme_named(design.theme)
        grey = not theme.coloured
        full, left, width = page.width + 2 * page.bleed, page.edge * 1.3, page.width - 2.6 * page.edge
        size, lines = self.fitted(design.title, self.font.bold, width)
        first = page.height - 100 * scale - page.edge / 2
        y = first - size * 1.15 * len(lines) - (33 if design.imprint.author else 8) * scale
        stripe = 9 * scale
        end = y - 26 * scale - stripe  # the lower end of the dark band behind the title and of the palette below it
        if theme.coloured:
            fill(self.canvas, GROUND)
            self.canvas.rect(-page.bleed, -page.bleed, full, page.height + 2 * page.bleed, stroke=0, fill=1)
        fill(self.canvas, TILE_INK, grey=grey)
        self.canvas.rect(-page.bleed, end, full, page.height + page.bleed - end, stroke=0, fill=1)
        for index, hue in enumerate(HUES):
            fill(self.canvas, Tint(hue, hue), grey=grey)
            each = full / len(HUES)
            self.canvas.rect(index * each - page.bleed, end, each, stripe, stroke=0, fill=1)
        y = first
        for line in lines:
            self.line(self.font.bold, size, left, y, line, grey=1.0)
            y -= size * 1.15
        y -= 8 * scale
        if design.imprint.author:
            self.line(self.font.text, 17 * scale, left, y, design.imprint.author, width, grey=1.0)
            y -= 25 * scale
        self.line(self.font.text, 15 * scale, left, y, contents(puzzles, self.words), grey=0.85)
        top, foot = end - 30 * scale, page.edge + 30 * scale
        art = [[int(character, 36) for character in row] for row in COVER_ART]
        board = design.cover_board or Puzzle.from_solution(Solution.from_grid(art))
        drawing = draw(compose(board, board.solution, theme="colour-letters" if theme.letters else "colour"))
        across, down = outer(drawing)
        cell = min(width / across, (top - foot) / down)
        top -= (top - foot - cell * down) / 2
        place(self.canvas, drawing, left + (width - cell * across) / 2, top, cell, self.font, grey=grey)
        if design.imprint.publisher:
            room = width * 0.56 if design.logo is not None else width
            self.line(self.font.text, 11 * scale, left, page.edge, design.imprint.publisher, room)
        if design.logo is not None:
            self.image(design.logo, (left + width * 0.6, page.edge, width * 0.4, 44 * scale), fill=False)

    def imprint(self) -> None:
        """Draw the page of the imprint: title, author, publisher, date, copyright and ISBN, at its foot.

        Raises InputError if that is more than the page holds.
        """
        imprint, scale = self.design.imprint, self.scale
        lines = [self.design.title, imprint.author, "", imprint.publisher]
        if imprint.date is not None:
            lines.append(self.words.published.format(imprint.date.isoformat()))
        year = f"{imprint.date.year} " if imprint.date is not None else ""
        lines.append(imprint.copyright or (f"© {year}{imprint.author}" if imprint.author else ""))
        if imprint.isbn:
            lines.append(f"ISBN {isbn(imprint.isbn)}")
        shown = [line for index, line in enumerate(lines) if line or index == 2]  # line 2 is an intended gap
        left, (room, height) = self.page.left(self.number), self.page.room
        fonts = [self.font.text if index else self.font.bold for index in range(len(shown))]
        parts = [
            (font, part)
            for font, line in zip(fonts, shown, strict=True)
            for part in [*self.wrapped(line, font, 10 * scale, room)] or [""]
        ]
        if 15 * scale * len(parts) > height:
            raise InputError(
                f"the imprint takes {len(parts)} lines, but the page has room for {int(height / (15 * scale))}. "
                "Shorten the copyright, the title or the names."
            )
        y = self.page.edge + 15 * scale * len(parts)
        for font, part in parts:
            self.line(font, 10 * scale, left, y, part)
            y -= 15 * scale

    def rules(self, rules: Collection[Rules], features: Collection[Feature], kinds: set[Kind]) -> None:
        """Draw the rules: those of all puzzles, of each of `rules` and each of `features`, and an example.

        If all boards are of one kind, the example is of that kind.  If some have cells that are no squares and others
        have squares, a sentence says which squares are neighbours.
        """
        words, scale = self.words, self.scale
        left, width = self.page.left(self.number), self.page.room[0]
        used = [known for known in EVERY_RULES if known in rules]
        y = self.page.height - self.page.edge - 40 * scale
        self.line(self.font.bold, 26 * scale, left, y, words.rules)
        y -= 38 * scale
        first, step, *others = words.general
        lettered = theme_named(self.design.theme).letters
        general = [
            words.equal_letters if lettered else first,
            words.step if not OF_KINDS.isdisjoint(features) else step,
            *others,
        ]
        general += [words.squares] if not OF_KINDS.isdisjoint(features) and Kind.SQUARE in kinds else []
        general += [text for feature, text in words.features.items() if feature in features]
        for index, text in enumerate(general, start=1):
            y = self.paragraph(f"{index}.", text, left, y, width)
        last = f"{len(general) + 1}."
        if len(used) == 1:
            y = self.paragraph(last, rule_sentences(used[0], words), left, y, width)
        else:
            y = self.paragraph(last, words.named_above, left, y, width)
            for known in used:
                y = self.paragraph(known.name, rule_sentences(known, words), left + 18, y, width - 18, 82)
        y -= 26 * scale
        self.line(self.font.bold, 15 * scale, left, y, words.example)
        kind = only_kind(kinds)
        if kind in EXAMPLES or lettered:  # the texts below EXAMPLE name its numbers
            puzzle = example_of(kind) if kind in EXAMPLES else EXAMPLE.with_solution(Solution(5, 5, EXAMPLE_PATHS))
            solved = words.solved_letters if lettered else words.solved_step
            shown = [(None, words.puzzle_step), (puzzle.solution, solved)]
        else:
            puzzle, shown = EXAMPLE, list(steps(words, fill=all(known.fill for known in used)))
        self.example(left, y - 20 * scale, width, puzzle, shown)

    def example(
        self, left: float, top: float, width: float, puzzle: Puzzle, shown: Sequence[tuple[Solution | None, str]]
    ) -> None:
        """Draw boards side by side, three at most, each (solution, text) of `shown` with its text below."""
        gap = 24.0 * self.scale
        room = (width - 2 * gap) / 3
        for index, (solution, text) in enumerate(shown):
            at = left + index * (room + gap)
            theme = "letters" if theme_named(self.design.theme).letters else "numbers"
            picture = draw(compose(puzzle, solution, theme=theme))
            place(self.canvas, picture, at, top, room / max(picture.width, picture.height), self.font)
            self.paragraph("", text, at, top - room - 20 * self.scale, room, 0)

    def paragraph(self, head: str, text: str, left: float, top: float, width: float, indent: float = 18) -> float:
        """Draw wrapped text, indented, with `head` beside its first line; returns the y of the next paragraph."""
        size = max(8.5, 10.5 * self.scale)
        if head:
            self.line(self.font.bold, size, left, top, head)
        for line in self.wrapped(text, self.font.text, size, width - indent):
            self.line(self.font.text, size, left + indent, top, line)
            top -= size * 1.38
        return top - size / 2

    def line(
        self, font: str, size: float, x: float, y: float, text: str, room: float | None = None, *, grey: float = 0.0
    ) -> None:
        """Draw a line of text whose baseline begins at (x, y), in points from the page's lower left corner.

        If the line is wider than `room` points, it is cut off and ends with dots.  `grey` is from 0 (black) to 1
        (white).
        """
        text = self.font.printable(text)
        self.canvas.setFillGray(grey)
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, y, text if room is None else self.shortened(text, font, size, room))

    def fitted(self, title: str, font: str, room: float) -> tuple[float, list[str]]:
        """(size in points, lines) of a title: the largest of six sizes at which it takes one line, or below 36 points
        two.

        `room` is the width in points.  A title that is longer still is cut to two lines, the second ending with
        dots.
        """
        lines: list[str] = []
        size = 0.0
        for points, most in ((54, 1), (44, 1), (36, 1), (30, 2), (24, 2), (18, 2)):
            size = points * self.scale
            lines = list(self.wrapped(title, font, size, room, whole=True))
            if len(lines) <= most and all(self.canvas.stringWidth(line, font, size) <= room for line in lines):
                return size, lines
        shown = [lines[0], " ".join(lines[1:])]
        return size, [self.shortened(line, font, size, room) for line in shown if line]

    def shortened(self, text: str, font: str, size: float, room: float) -> str:
        """A line of text; if it is wider than `room` points, it is cut off and ends with dots."""
        if self.canvas.stringWidth(text, font, size) <= room:
            return text
        return text[: self._fitting(text, font, size, room, "...")].rstrip() + "..."

    def _fitting(self, text: str, font: str, size: float, room: float, end: str = "") -> int:
        """How many letters of a text fit, followed by `end`, into `room` points; O(letters that fit)."""
        room -= self.canvas.stringWidth(end, font, size)
        widths = accumulate(self.canvas.stringWidth(letter, font, size) for letter in text)
        return sum(1 for _ in takewhile(room.__ge__, widths))

    def wrapped(self, text: str, font: str, size: float, room: float, *, whole: bool = False) -> Iterator[str]:
        """The lines of a text at most `room` points wide; a line ends after a word, in Japanese after any letter.

        With `whole`, a word that is wider than `room` is a line of its own, else it is broken where `room` ends.
        """
        line = ""
        for space, word in WORD.findall(text):
            longer = f"{line}{space and ' '}{word}".strip()
            if not line or self.canvas.stringWidth(longer, font, size) > room:
                if line:
                    yield line
                longer = word
                while not whole and (fits := max(1, self._fitting(longer, font, size, room))) < len(longer):
                    yield longer[:fits]
                    longer = longer[fits:]
            line = longer
        if line:
            yield line

    def image(self, path: str, box: tuple[float, float, float, float], *, fill: bool) -> None:
        """Draw the picture of a file in `box`: (left, bottom, width, height).

        With `fill`, the picture covers the box and is cut off at its edges; else it is whole, at the lower right.
        """
        from reportlab.lib.utils import ImageReader

        data = image_bytes(path)
        decoded(data, path)
        picture = ImageReader(BytesIO(data))  # from bytes, ReportLab embeds a JPEG without loss
        across, down = picture.getSize()
        left, bottom, width, height = box
        ratio = (max if fill else min)(width / across, height / down)
        self.canvas.saveState()
        if fill:
            frame = self.canvas.beginPath()
            frame.rect(*box)
            self.canvas.clipPath(frame, stroke=0, fill=0)
            left, bottom = left + (width - ratio * across) / 2, bottom + (height - ratio * down) / 2
        else:
            left += width - ratio * across
        self.canvas.drawImage(picture, left, bottom, ratio * across, ratio * down, mask="auto")
        self.canvas.restoreState()


def only_kind(kinds: set[Kind]) -> Kind:
    """The kind of all boards of a book; SQUARE if they are of several kinds."""
    return next(iter(kinds)) if len(kinds) == 1 else Kind.SQUARE


def example_of(kind: Kind) -> Puzzle:
    """The worked example of a kind in EXAMPLES, with its solution."""
    rows, paths = EXAMPLES[kind]
    tiling = Tiling(POLYGONS[kind]) if kind in POLYGONS else None
    puzzle = Puzzle.from_rows(rows, layout=Layout(kind=kind, tiling=tiling))
    return puzzle.with_solution(Solution(puzzle.width, puzzle.height, paths, layout=puzzle.layout))


def rule_sentences(rules: Rules, words: Words) -> str:
    """Two sentences on how rules differ: whether cells may stay empty, whether a path may touch itself."""
    return f"{words.fill if rules.fill else words.blanks} {words.touch if rules.touch else words.no_touch}"


def steps(words: Words, *, fill: bool) -> Iterator[tuple[Solution | None, str]]:
    """(paths drawn, text below) of each picture of EXAMPLE, None for no paths; `fill`: every cell must be covered."""
    yield None, words.first_step
    if fill:
        yield Solution(5, 5, (EXAMPLE_PATHS[0], (), (), *CORNERS)), f"{words.corner} {words.corners}"
    else:
        yield Solution(5, 5, EXAMPLE_PATHS[:1]), words.corner
    yield Solution(5, 5, EXAMPLE_PATHS), words.rest_fill if fill else words.rest


def contents(puzzles: Sequence[Puzzle], words: Words) -> str:
    """The number of puzzles and their smallest and largest size: '40 puzzles, 5 x 5 to 9 x 9'."""
    ordered = sorted(puzzles, key=lambda puzzle: (len(puzzle.cells), puzzle.width, puzzle.height))
    first, last = (size_in_print(puzzle, words) for puzzle in (ordered[0], ordered[-1]))
    count = words.one if len(puzzles) == 1 else words.many.format(len(puzzles))
    return f"{count}, {words.sizes.format(first, last) if first != last else first}"
