"""A position as characters: the links drawn, ruled out and still open, on a board of any kind.

    1━━━┐ · 2     ─ │ ╱ drawn   ━ ┃ ╱╱ drawn in this step   × ruled out in this step   · still open   blank: off
                  ▐ ▀▀ wall     ┿ ╋ a bridge, of which the line across lies above

Hexagons stand in columns, even ones (from 0) a line lower, so that their slanted links end beside each other.  Over a
rim that wraps each link shows at both sides.  Layers stand under each other, and links between them are told below.
"""

from __future__ import annotations

from collections.abc import Iterator

from numlink.model.grid import SOLID, Grid
from numlink.model.puzzle import Puzzle
from numlink.reasoning.position import OFF, ON, OPEN
from numlink.render.text_layout import DOWN, FREE, LEFT, RIGHT, UP, UPRIGHT, Setting, TextLayout, TextRows

GAP = 3
"""The characters between two cells, in which a link is drawn."""

SLANTED = 16
"""The bit of a cell with a drawn link that leads neither across nor down; see `text_layout.UP`."""

LEGEND = "━ ┃ drawn now   ─ │ drawn before   × ruled out now   · still open   nothing: ruled out before"


UNDRAWN = "Cells are named by their place in the list of polygons, from 1."


def legend(grid: Grid) -> str:
    """What the signs mean on such a board."""
    layout = grid.layout
    if layout.tiling is not None:
        return UNDRAWN
    more = [] if not grid.pattern.slanted else ["╱╱ drawn now   ╱ drawn before"]
    more += ["between four cells ╲ on the left, ╱ on the right, doubled: drawn now"] if grid.pattern.straight else []
    more += ["▐ ▀▀▀ a wall"] if layout.walls else []
    more += ["╪ a bridge"] if layout.bridges else []
    more += ["links at the rim go on at the opposite side"] if layout.wrap.rows or layout.wrap.columns else []
    return "   ".join([LEGEND, *more])


def board_text(puzzle: Puzzle, before: bytes, after: bytes) -> str:
    """The board with the links of `after`, those that `before` did not have yet marked; nothing of a tiling, the cells
    of which stand in no rows.
    """
    if puzzle.layout.tiling is not None:
        return ""
    return _Picture(puzzle, before, after).text()


class _Picture:
    """The characters of one board; the letters of a number stand from the place of its cell to the right."""

    def __init__(self, puzzle: Puzzle, before: bytes, after: bytes) -> None:
        self.puzzle, self.grid, self.before, self.after = puzzle, puzzle.grid, before, after
        wrap = puzzle.layout.wrap
        self.box = max(1, len(str(max(puzzle.cells))))
        aside, above = GAP if wrap.rows else 0, 1 if wrap.columns else 0
        setting = Setting(
            across=self.box + GAP, down=2, behind=self.box - 1, left=aside, right=aside, top=above, bottom=above
        )
        self.text_layout = TextLayout(self.grid, setting, below=True)
        self.rows = TextRows(self.text_layout.width, self.text_layout.height)
        self.ways = [0] * len(puzzle.cells)
        """Per cell the sum of UP, LEFT, RIGHT, DOWN and SLANTED of its drawn links."""
        self.climbs: list[tuple[int, int]] = []
        """Links between layers, each as its number and the upper cell."""

    def text(self) -> str:
        """All of it."""
        for link, (one, other) in enumerate(self.grid.links()):
            self.link(one, other, link)
        for wall in self.puzzle.layout.walls:
            self.wall(*wall)
        for cell in range(len(self.puzzle.cells)):
            self.cell(cell)
        lines = [line.rstrip() for line in self.rows.lines()]
        for layer in range(1, self.puzzle.layout.layers):
            lines[layer * self.text_layout.layer[1] - 1] = "---"
        return "\n".join([*lines, *self.between_layers()])

    def cell(self, cell: int) -> None:
        """A cell: solid, its number, or the lines that meet in it."""
        content = self.puzzle.cells[cell]
        fill = "█" if content == SOLID else "─" if not content and self.ways[cell] & RIGHT else " "
        self.rows.put(*self.text_layout.places[cell], self.glyph(cell).ljust(self.box, fill))

    def glyph(self, cell: int) -> str:
        content, ways = self.puzzle.cells[cell], self.ways[cell]
        if content == SOLID:
            return "█"
        if content:
            return str(content)
        if cell in self.puzzle.layout.bridges:
            return "╪"
        if ways & SLANTED or (self.grid.pattern.slanted and ways not in (0, UPRIGHT)):
            return "○"
        return "∙" if not ways else "╳" if ways.bit_count() > 2 else FREE[ways]

    def link(self, one: int, other: int, link: int) -> None:
        """A link where it lies: to the right, down, slanted, over the rim, or kept for below."""
        step = self.text_layout.step(one, other)
        if step is None or self.text_layout.climbs(one, other):
            self.climbs.append((link, one))
            return
        right, down, _ = step
        if self.after[link] == ON:
            out = SLANTED if right and down else RIGHT if right > 0 else LEFT if right else DOWN if down > 0 else UP
            self.ways[one] |= out
            self.ways[other] |= {RIGHT: LEFT, LEFT: RIGHT, UP: DOWN, DOWN: UP}.get(out, out)
        sign = "╲" if right == down else "╱"
        if right and down and self.grid.pattern.straight:
            self.diagonal(one, other, sign, self.mark(link, sign, 2 * sign, "·"))
            return
        text = (
            self.mark(link, f" {sign} ", f" {sign}{sign}", " · ")
            if right and down
            else self.mark(link, "───", "━━━", " · ")
            if right
            else self.mark(link, "│", "┃", "·")
        )
        for place in self.text_layout.gaps(one, other):
            self.rows.put(*place, text)

    def diagonal(self, one: int, other: int, sign: str, text: str) -> None:
        """Where four cells meet, or at the rim on both sides; what falls to the right stands before what rises."""
        for x, y in self.text_layout.gaps(one, other):
            for at, letter in enumerate(text, start=x if sign == "╲" else x + GAP - len(text)):
                crossed = {letter, self.rows.texts[y][at]} == {"╲", "╱"}
                self.rows.put(at, y, "╳" if crossed else letter)

    def mark(self, link: int, old: str, new: str, still: str) -> str:
        """One link as characters."""
        if self.after[link] == OFF and self.before[link] == OFF:
            return " " * len(old)
        if self.after[link] == OPEN:
            return still
        if self.after[link] == OFF:
            return "×".center(len(old))
        return old if self.before[link] == ON else new

    def wall(self, one: int, other: int) -> None:
        """A wall between two cells that no link joins; between layers and across corners a gap says it."""
        step = self.text_layout.step(one, other)
        if step is None or self.text_layout.climbs(one, other) or self.grid.solids & {one, other}:
            return
        if self.grid.pattern.straight and step.right and step.down:
            return
        for place in self.text_layout.gaps(one, other):
            self.rows.put(*place, " ▐ " if step.right else "▀" * self.box)

    def between_layers(self) -> Iterator[str]:
        """Links from layer to layer, in words."""
        told: dict[str, list[str]] = {"drawn now": [], "drawn before": [], "ruled out now": [], "still open": []}
        for link, cell in self.climbs:
            now, known = self.after[link], self.after[link] == self.before[link]
            words = "still open" if now == OPEN else "drawn" if now == ON else "ruled out"
            words += "" if now == OPEN else " before" if known else " now"
            if words in told:
                told[words].append(self.grid.where(cell))
        for words, places in told.items():
            if places:
                yield f"down from {'; '.join(places)}: {words}"
