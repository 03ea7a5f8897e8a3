"""A rectangle as lines of characters, in cells of three sizes; the player's notes and what is tried out with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size

from numlink.game.state import State
from numlink.model.grid import SOLID, Link
from numlink.model.puzzle import Puzzle
from numlink.render.canvas import DOWN, FREE, LEFT, RIGHT, TRIED, UP
from numlink.render.canvas import HEAVY as PIPES
from numlink.render.theme import THEMES, Mode
from numlink.render.theme import letters as spelled


@dataclass(frozen=True, slots=True)
class CellSize:
    """Characters a cell is wide and high, and what frame and margin add to the cells of a board."""

    width: int
    height: int
    across: int
    down: int

    def board(self, puzzle: Puzzle) -> Size:
        """Characters of a whole board with its frame."""
        return Size(puzzle.width * self.width + self.across, puzzle.height * self.height + self.down)


LARGE = CellSize(4, 2, 1, 1)
SMALL = CellSize(3, 1, 2, 2)
TINY = CellSize(2, 1, 3, 2)
SIZES = (LARGE, SMALL, TINY)
PLAIN = Style()

THEME = THEMES["colour"]


@dataclass(frozen=True, slots=True)
class Look:
    """What the screen remembers that undo does not restore."""

    cursor: int = 0
    trail: tuple[int, ...] = ()
    marked: frozenset[int] = frozenset()
    letters: bool = False
    won: bool = False
    free: tuple[int, ...] = ()
    """A free line that is being drawn."""
    tried: frozenset[int] = frozenset()
    """Numbers whose paths are on trial."""
    crossing: bool = False
    """Whether the next direction puts a × on that side."""


def label(number: int, *, letters: bool) -> str:
    """A number as it stands on the board: itself, or A to Z, then AA, AB, ...; its last three characters."""
    return (spelled(number) if letters else str(number))[-3:]


def colour(number: int) -> str:
    """The colour of a pair on a dark ground: its hue in pictures, mixed with white."""
    return THEME.edge(number).under(Mode.DARK)


def sides(state: State) -> dict[int, int]:
    """For every cell on a path the sides it leaves through, as the sum of UP, LEFT, RIGHT and DOWN."""
    links = [link for strand in state.strands for link in zip(strand, strand[1:], strict=False)]
    return sides_of(state.puzzle.width, links)


def sides_of(width: int, links: Iterable[Link]) -> dict[int, int]:
    """For every cell of some links the sides they leave through, as the sum of UP, LEFT, RIGHT and DOWN."""
    towards = {-width: UP, -1: LEFT, 1: RIGHT, width: DOWN}
    if width == 1:
        towards = {-1: UP, 1: DOWN}
    found: dict[int, int] = {}
    for here, there in links:
        found[here] = found.get(here, 0) | towards[there - here]
        found[there] = found.get(there, 0) | towards[here - there]
    return found


class DrawnCells:
    """A drawing on a rectangle in cells of a size; `emphasis` lights up the middles of cells."""

    def __init__(self, shown: State, look: Look, cells: CellSize, emphasis: Callable[[int, Style], Style]) -> None:
        self.shown, self.look, self.cells, self._emphasis = shown, look, cells, emphasis
        width = shown.puzzle.width
        self.pipes = sides(shown)
        self.free = sides_of(width, (*shown.lines, *zip(look.free, look.free[1:], strict=False)))
        self.crossed = sides_of(width, shown.crosses)

    def line(self, line: int) -> list[Segment]:
        """One line of the board, its frame included."""
        frame = Style(color="yellow", bold=True) if self.look.won else Style(dim=True)
        width, height = self.cells.board(self.shown.puzzle)
        if line in (0, height - 1):
            begin, end = "┌┐" if line == 0 else "└┘"
            return [Segment(begin + "─" * (width - 2) + end, frame)]
        side = Segment("│", frame)
        if self.cells is not LARGE:
            margin = [Segment(" ", PLAIN)] if self.cells is TINY else []
            return [side, *self._inside(line - 1), *margin, side]
        row, inside = divmod(line, LARGE.height)
        segments = self._inside(row) if inside else self._between(row)
        return [side, *segments[1:-1], side]

    def _inside(self, row: int) -> list[Segment]:
        """The line through the middles of a row of cells."""
        segments = []
        for column in range(self.shown.puzzle.width):
            cell = row * self.shown.puzzle.width + column
            leaves = self.pipes.get(cell, 0)
            style = self._style(cell)
            if self.cells is TINY:
                segments += self._tiny(cell, leaves, style)
                continue
            if self.cells is SMALL:
                segments.append(Segment(self._middle(cell, leaves), self._emphasis(cell, style)))
                continue
            segments.append(Segment(self._side(cell, LEFT), style if leaves & LEFT else PLAIN))
            segments.append(Segment(self._middle(cell, leaves), self._emphasis(cell, style)))
        if self.cells is LARGE:
            segments.append(Segment(" ", PLAIN))
        return segments

    def _tiny(self, cell: int, leaves: int, style: Style) -> list[Segment]:
        """A cell of two characters: its left side, which a number of two digits takes too, and its middle."""
        content = self.shown.puzzle.cells[cell]
        text = label(content, letters=self.look.letters)[-2:] if content > 0 else ""
        if len(text) == 2:
            return [Segment(text, self._emphasis(cell, style))]
        before = Segment(self._side(cell, LEFT), style if leaves & LEFT else PLAIN)
        if content == SOLID:
            return [before, Segment("▒", self._emphasis(cell, style))]
        return [before, Segment(text or self._pipe(cell, leaves), self._emphasis(cell, style))]

    def _pipe(self, cell: int, leaves: int) -> str:
        """The middle of an empty cell: of its path, else of a free line, else a dot where no other line has one."""
        if not leaves:
            return FREE[self.free[cell]] if cell in self.free else " " if self.cells is LARGE else "·"
        return (TRIED if self._tried(cell) else PIPES)[leaves]

    def _side(self, cell: int, side: int) -> str:
        """What goes out of a cell over one of its sides: its path, a ×, a free line, or nothing."""
        across = side in (LEFT, RIGHT)
        if self.pipes.get(cell, 0) & side:
            return ("╍" if across else "╏") if self._tried(cell) else ("━" if across else "┃")
        if self.crossed.get(cell, 0) & side:
            return "×"
        return ("─" if across else "│") if self.free.get(cell, 0) & side else " "

    def _tried(self, cell: int) -> bool:
        return bool(self.look.tried) and self.shown.number_at(cell) in self.look.tried

    def _middle(self, cell: int, leaves: int) -> str:
        content = self.shown.puzzle.cells[cell]
        if content == SOLID:
            return "▒▒▒"
        before, after = self._side(cell, LEFT), self._side(cell, RIGHT)
        if self.cells is LARGE:  # the × stands between two cells, once
            before, after = before.replace("×", " "), after.replace("×", " ")
        if content == 0:
            return before + self._pipe(cell, leaves) + after
        text = label(content, letters=self.look.letters)
        return {1: before + text + after, 2: text + after}.get(len(text), text)

    def _between(self, row: int) -> list[Segment]:
        """The line between a row of cells and the one above it."""
        puzzle = self.shown.puzzle
        faint = Style(dim=True)
        segments = []
        for column in range(puzzle.width):
            cell = row * puzzle.width + column
            segments.append(Segment("·", faint))
            side = self._side(cell, UP) if row < puzzle.height else " "
            joined = row < puzzle.height and self.pipes.get(cell, 0) & UP
            segments.append(Segment(f" {side} ", self._style(cell) if joined else PLAIN))
        segments.append(Segment("·", faint))
        return segments

    def _style(self, cell: int) -> Style:
        number = self.shown.number_at(cell)
        if self.shown.puzzle.cells[cell] == SOLID:
            return Style(dim=True)
        return Style(color=colour(number), bold=True) if number else PLAIN
