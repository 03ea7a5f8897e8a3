"""A position in characters: the links that are drawn, ruled out and still open, on a board of any kind.

    1━━━┐ · 2     ─ │ ╱ drawn   ━ ┃ ╱╱ drawn in this step   × ruled out in this step   · still open
                  ▐ ▀▀ wall     ╪ bridge   no sign: ruled out earlier

Hexagons are in columns, every second one a line lower, so that slanted links meet.  A link over a wrapped rim is drawn
at both ends.  Layers are below each other; links between layers are listed in words below the board.
"""

from __future__ import annotations

from collections.abc import Iterator

from numlink.model.grid import SOLID, Grid
from numlink.model.puzzle import Puzzle
from numlink.reasoning.position import OFF, ON, OPEN
from numlink.render.text_layout import DOWN, FREE, LEFT, RIGHT, UP, UPRIGHT, Setting, TextLayout, TextRows

GAP = 3  # the number of characters between two cells of a row, where a link is drawn
SLANTED = 16  # one more bit besides UP, LEFT, RIGHT and DOWN: the cell has a drawn link in a slanted direction

LEGEND = "━ ┃ drawn now   ─ │ drawn before   × ruled out now   · still open   blank: ruled out before"

UNDRAWN = "Cells are numbered in the order of the polygons, from 1."


def legend(grid: Grid) -> str:
    """The meanings of the signs on a board of this kind, in one line; for a tiling, how sentences name its cells."""
    layout = grid.layout
    if layout.tiling is not None:
        return UNDRAWN
    more = [] if not grid.pattern.slanted else ["╱╱ drawn now   ╱ drawn before"]
    more += ["between four cells ╲ on the left, ╱ on the right, doubled: drawn now"] if grid.pattern.straight else []
    more += ["▐ ▀▀▀ a wall"] if layout.walls else []
    more += ["╪ a bridge"] if layout.bridges else []
    more += ["links at the edge continue on the opposite side"] if layout.wrap.rows or layout.wrap.columns else []
    return "   ".join([LEGEND, *more])


def board_text(puzzle: Puzzle, before: bytes, after: bytes) -> str:
    """The board with the link states `after`, marked where they differ from `before`; '' for a tiling."""
    return "" if puzzle.layout.tiling is not None else _Picture(puzzle, before, after).text()


class _Picture:
    """The characters of one board; a number is written from the place of its cell to the right."""

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
        """For each cell, the sum of the directions of its drawn links: UP, LEFT, RIGHT, DOWN and SLANTED."""
        self.layer_links: list[tuple[int, int]] = []  # (link, upper cell) of each link between layers

    def text(self) -> str:
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
        """Write a cell: solid, its number, or the lines that meet in it."""
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
        """Write a link in its gap, or keep it for the words below the board if it joins layers."""
        step = self.text_layout.step(one, other)
        if step is None or self.grid.changes_layer(one, other):
            self.layer_links.append((link, one))
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
        """Write a diagonal link where four cells meet, or at the rim on both sides.

        A link that falls to the right is written in the left part of the gap, one that rises in the right part.
        """
        for x, y in self.text_layout.gaps(one, other):
            for at, letter in enumerate(text, start=x if sign == "╲" else x + GAP - len(text)):
                crossed = {letter, self.rows.texts[y][at]} == {"╲", "╱"}
                self.rows.put(at, y, "╳" if crossed else letter)

    def mark(self, link: int, old: str, new: str, still: str) -> str:
        """The characters for the state of a link: `old` if drawn before, `new` if drawn now, `still` if it is open.

        A link ruled out before gets blanks as wide as `old`, one ruled out now a × in the middle of them.
        """
        if self.after[link] == OFF and self.before[link] == OFF:
            return " " * len(old)
        if self.after[link] == OPEN:
            return still
        if self.after[link] == OFF:
            return "×".center(len(old))
        return old if self.before[link] == ON else new

    def wall(self, one: int, other: int) -> None:
        """Write a wall; beside a solid cell, between layers and across a corner, only the missing link shows it."""
        step = self.text_layout.step(one, other)
        if step is None or self.grid.changes_layer(one, other) or self.grid.solids & {one, other}:
            return
        if self.grid.pattern.straight and step.right and step.down:
            return
        for place in self.text_layout.gaps(one, other):
            self.rows.put(*place, " ▐ " if step.right else "▀" * self.box)

    def between_layers(self) -> Iterator[str]:
        """The links between layers in words, one line for each state."""
        found: dict[str, list[str]] = {"drawn now": [], "drawn before": [], "ruled out now": [], "still open": []}
        for link, cell in self.layer_links:
            now, known = self.after[link], self.after[link] == self.before[link]
            words = "still open" if now == OPEN else "drawn" if now == ON else "ruled out"
            words += "" if now == OPEN else " before" if known else " now"
            if words in found:
                found[words].append(self.grid.where(cell))
        for words, places in found.items():
            if places:
                yield f"down from {'; '.join(places)}: {words}"
