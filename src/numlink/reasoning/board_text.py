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

GLYPHS = {0: "∙", 1: "╶", 2: "╷", 3: "┌", 4: "╴", 5: "─", 6: "┐", 8: "╵", 9: "└", 10: "│", 12: "┘"}
"""By mask of drawn directions: 1 east, 2 south, 4 west, 8 north."""

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
    """The characters of one board, by line and column; a cell is `box` characters wide."""

    def __init__(self, puzzle: Puzzle, before: bytes, after: bytes) -> None:
        self.puzzle, self.grid, self.before, self.after = puzzle, puzzle.grid, before, after
        layout = puzzle.layout
        self.numbers = {pair: link for link, pair in enumerate(self.grid.links())}
        lower = [self.grid.pattern_cell(cell).lower for cell in range(self.grid.plane)]
        self.highest = min(lower)
        self.box = max(1, len(str(max(puzzle.cells))))
        self.left = 3 if layout.wrap.rows else 0
        self.top = 1 if layout.wrap.columns else 0
        tall = 2 * puzzle.height - 1 + max(lower) - min(lower) + 2 * self.top
        self.tall = tall + (1 if layout.layers > 1 else 0)
        wide = (self.box + 3) * puzzle.width - 3 + 2 * self.left
        self.lines = [[" "] * wide for _ in range(self.tall * layout.layers)]
        self.masks = [0] * len(puzzle.cells)
        self.climbs: list[int] = []

    def text(self) -> str:
        """All of it."""
        for (one, other), link in self.numbers.items():
            self.link(one, other, link)
        for wall in self.puzzle.layout.walls:
            self.wall(*wall)
        for cell in range(len(self.puzzle.cells)):
            self.cell(cell)
        lines = ["".join(line).rstrip() for line in self.lines]
        if self.puzzle.layout.layers > 1:
            for layer in range(self.puzzle.layout.layers - 1, 0, -1):
                lines[layer * self.tall - 1] = "---"
            lines[-1:] = self.between_layers()
        return "\n".join(lines)

    def place(self, cell: int) -> tuple[int, int]:
        """Line and column of a cell's first character."""
        layer, at = divmod(cell, self.grid.plane)
        row, column = divmod(at, self.puzzle.width)
        lower = self.grid.pattern.cell(row, column).lower - self.highest
        return layer * self.tall + self.top + 2 * row + lower, self.left + column * (self.box + 3)

    def put(self, line: int, column: int, text: str) -> None:
        """Write characters."""
        self.lines[line][column : column + len(text)] = text

    def cell(self, cell: int) -> None:
        """A cell: solid, its number, or the lines that meet in it."""
        line, column = self.place(cell)
        content = self.puzzle.cells[cell]
        fill = "█" if content == SOLID else "─" if not content and self.masks[cell] & 1 else " "
        self.put(line, column, self.glyph(cell).ljust(self.box, fill))

    def glyph(self, cell: int) -> str:
        content, mask = self.puzzle.cells[cell], self.masks[cell]
        if content == SOLID:
            return "█" * self.box
        if content:
            return str(content)
        if cell in self.puzzle.layout.bridges:
            return "╪"
        if self.grid.pattern.slanted:
            return "∙" if not mask else "│" if mask == 10 else "○"
        return GLYPHS.get(mask, "╳" if mask < 16 else "○")

    def link(self, one: int, other: int, link: int) -> None:
        """A link where it lies: to the right, down, slanted, over the rim, or kept for below."""
        (line, column), (there, across) = self.place(one), self.place(other)
        drawn = self.after[link] == ON
        if one // self.grid.plane != other // self.grid.plane:
            self.climbs.append(link)
        elif self.grid.pattern.straight and line != there and column != across:
            self.diagonal(link, one, other)
        elif column == across and there == line + 2:
            self.mark_masks(one, other, 2 if drawn else 0)
            self.put(line + 1, column, self.mark(link, "│", "┃", "·"))
        elif column == across:
            self.mark_masks(one, other, 8 if drawn else 0)
            for rim in (line - 1, there + 1):
                self.put(rim, column, self.mark(link, "│", "┃", "·"))
        elif abs(across - column) > self.box + 3:
            self.mark_masks(one, other, 4 if drawn else 0)
            for rim in (column - 3, across + self.box):
                self.put(line, rim, self.mark(link, "───", "━━━", " · "))
        elif line != there:
            self.slanted(link, (line, column), (there, across))
            self.mark_masks(one, other, 16 if drawn else 0)
        else:
            self.mark_masks(one, other, 1 if drawn else 0)
            self.put(line, column + self.box, self.mark(link, "───", "━━━", " · "))

    def diagonal(self, link: int, one: int, other: int) -> None:
        """Where four cells meet, or at the rim on both sides; what falls to the right stands before what rises."""
        self.mark_masks(one, other, 16 if self.after[link] == ON else 0)
        way = self.grid.flat_slots(one).index(other)
        down, right = self.grid.pattern_cell(one).steps[way] or (0, 0)
        falls = down == right
        sign = "╲" if falls else "╱"
        text = self.mark(link, sign, 2 * sign, "·")
        for cell, below, ahead in ((one, down, right), (other, -down, -right)):
            line, column = self.place(cell)
            start = column + (self.box if ahead > 0 else -3) + (0 if falls else 3 - len(text))
            for at, letter in enumerate(text, start=start):
                crossed = {letter, self.lines[line + below][at]} == {"╲", "╱"}
                self.put(line + below, at, "╳" if crossed else letter)

    def slanted(self, link: int, here: tuple[int, int], there: tuple[int, int]) -> None:
        """Between two columns of hexagons: one that falls stands beside its left cell, one that rises above that."""
        left, right = sorted((here, there), key=lambda place: place[1])
        falls = right[0] > left[0]
        sign = "╲" if falls else "╱"
        self.put(
            left[0] if falls else left[0] - 1, left[1] + self.box, self.mark(link, f" {sign} ", f" {sign}{sign}", " · ")
        )

    def mark_masks(self, one: int, other: int, bit: int) -> None:
        """What a drawn link adds to the signs of its two cells."""
        self.masks[one] |= bit
        self.masks[other] |= {1: 4, 2: 8, 4: 1, 8: 2}.get(bit, bit)

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
        """A wall between two cells that no link joins; between layers and among hexagons a gap says it."""
        (line, column), (there, across) = self.place(one), self.place(other)
        if one // self.grid.plane != other // self.grid.plane or self.grid.solids & {one, other}:
            return
        if self.grid.pattern.straight and line != there and column != across:
            return  # a gap says it
        if column == across:
            for at in (line + 1,) if there == line + 2 else (line - 1, there + 1):
                self.put(at, column, "▀" * self.box)
        elif line != there:
            self.put(
                max(line, there) - 1 if (line > there) == (across > column) else min(line, there),
                min(column, across) + self.box,
                " ▐ ",
            )
        else:
            for at in (column + self.box,) if abs(across - column) == self.box + 3 else (column - 3, across + self.box):
                self.put(line, at, " ▐ ")

    def between_layers(self) -> Iterator[str]:
        """Links from layer to layer, in words."""
        told = {
            "drawn now": [link for link in self.climbs if self.after[link] == ON != self.before[link]],
            "drawn before": [link for link in self.climbs if self.after[link] == ON == self.before[link]],
            "ruled out now": [link for link in self.climbs if self.after[link] == OFF != self.before[link]],
            "still open": [link for link in self.climbs if self.after[link] == OPEN],
        }
        pairs = list(self.numbers)
        for words, links in told.items():
            if links:
                places = "; ".join(f"{self.grid.where(pairs[link][0])}" for link in links)
                yield f"down from {places}: {words}"
