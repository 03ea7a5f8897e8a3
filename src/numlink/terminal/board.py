"""The board of the terminal game: a Textual widget that draws characters and turns keys and mouse into moves.

A cell is four characters wide and two high, so that a 15x10 board fits an 80x24 screen.  On a board that does not fit
it is three wide and one high, or two wide: 20x20 fits 40 rows with room, and 38x20 fits 80x24.  Larger ones scroll.

    ┌───────────┐   ┌─────────┐   ┌───────┐
    │ 1━━━━━━━┓ │   │ 1━━━━━┓ │   │ 1━━━┓ │     a path runs through the middles of cells, so that the board
    │   ·   · ┃ │   │ 2  ·  1 │   │ 2 · 1 │     reads without colour
    │ 2       1 │   └─────────┘   └───────┘
    └───────────┘

Boards beyond the rectangle are drawn on a canvas (render/canvas.py), four characters a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from numlink.game.drag import can_begin, follow, step_from, step_over
from numlink.game.moves import cut_move, draw_move
from numlink.game.state import State
from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle
from numlink.render.canvas import Canvas, Sign
from numlink.render.ground import needed
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

UP, LEFT, RIGHT, DOWN = 1, 2, 4, 8
PIPES = " ╹╸┛╺┗━┻╻┃┓┫┏┣┳╋"
"""The middle of a cell by the sides its path leaves through."""

SLANTS = {"7": (-1, -1), "9": (-1, 1), "1": (1, -1), "3": (1, 1)}
"""To the corners of a cell, as they lie on a keypad."""

THEME = THEMES["colour"]


@dataclass(frozen=True, slots=True)
class Look:
    """What the screen remembers that undo does not restore."""

    cursor: int = 0
    trail: tuple[int, ...] = ()
    marked: frozenset[int] = frozenset()
    letters: bool = False
    won: bool = False


def label(number: int, *, letters: bool) -> str:
    """A number as it stands on the board: itself, or A to Z, then AA, AB, ...; its last three characters."""
    return (spelled(number) if letters else str(number))[-3:]


def colour(number: int) -> str:
    """The colour of a pair on a dark ground: its hue in pictures, mixed with white."""
    return THEME.edge(number).under(Mode.DARK)


def sides(state: State) -> dict[int, int]:
    """For every cell on a path the sides it leaves through, as the sum of UP, LEFT, RIGHT and DOWN."""
    width = state.puzzle.width
    towards = {-width: UP, -1: LEFT, 1: RIGHT, width: DOWN}
    if width == 1:
        towards = {-1: UP, 1: DOWN}
    found: dict[int, int] = {}
    for strand in state.strands:
        for here, there in zip(strand, strand[1:], strict=False):
            found[here] = found.get(here, 0) | towards[there - here]
            found[there] = found.get(there, 0) | towards[here - there]
    return found


class BoardView(ScrollView, can_focus=True):
    """The board: draws lines of characters, turns keys and the mouse into moves."""

    BINDINGS: ClassVar = [
        Binding("up,k", "go(-1, 0)", show=False),
        Binding("down,j", "go(1, 0)", show=False),
        Binding("left,h", "go(0, -1)", show=False),
        Binding("right,l", "go(0, 1)", show=False),
        Binding("shift+up,K", "draw(-1, 0)", show=False),
        Binding("shift+down,J", "draw(1, 0)", show=False),
        Binding("shift+left,H", "draw(0, -1)", show=False),
        Binding("shift+right,L", "draw(0, 1)", show=False),
        *(Binding(key, f"go({down}, {right})", show=False) for key, (down, right) in SLANTS.items()),
        Binding("pageup,less_than_sign", "climb(-1)", show=False),
        Binding("pagedown,greater_than_sign", "climb(1)", show=False),
        Binding("space,enter", "pencil", show=False),
        Binding("escape", "never_mind", show=False),
    ]

    class CursorMoved(Message):
        """The cursor moved."""

    def __init__(self, play: Callable[[str], None]) -> None:
        """`play` makes a move and shows the state after it at once, so that keys typed ahead meet it."""
        super().__init__()
        self.play = play
        self.state: State | None = None
        self.look = Look()
        self.shown: State | None = None
        self.pipes: dict[int, int] = {}
        self.dragging = False
        self.cells = LARGE
        self.chosen: CellSize | None = None
        self.canvas: Canvas | None = None
        """What a board beyond the rectangle is drawn on."""
        self.lines: list[list[Sign]] = []

    def resize_cells(self) -> None:
        """The next size of cells, whatever fits."""
        self.chosen = SIZES[(SIZES.index(self.cells) + 1) % len(SIZES)]
        self._fit()

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        """Choose the size of cells, unless the player has chosen."""
        if self.state is None:
            return
        puzzle, size = self.state.puzzle, self.size
        self.canvas = Canvas(self.state.grid) if needed(self.state.grid) else None
        if self.canvas is not None:
            below = Canvas(self.state.grid, below=True)
            self.canvas = below if self.canvas.width > size.width >= below.width else self.canvas
            self.cells, self.virtual_size = LARGE, Size(self.canvas.width, self.canvas.height)
            self.change()
            return
        boards = {cells: cells.board(puzzle) for cells in SIZES}
        fitting = [
            cells for cells, board in boards.items() if board.width <= size.width and board.height <= size.height
        ]
        self.cells = self.chosen or next(iter(fitting), TINY if size else LARGE)
        self.virtual_size = boards[self.cells]
        self.refresh()

    def show_state(self, state: State) -> None:
        """Show another state; a new puzzle puts the cursor on its first number."""
        if self.state is None or state.puzzle != self.state.puzzle:
            first = next((cell for cell, content in enumerate(state.puzzle.cells) if content > 0), 0)
            self.look = Look(cursor=first, letters=self.look.letters)
            self.state = state
            self._fit()
        self.state = state
        self.change(trail=())

    def change(self, **changes: object) -> None:
        """Change what the screen remembers and draw it."""
        self.look = replace(self.look, **changes)  # type: ignore[arg-type]
        if self.state is not None:
            trail = self.look.trail
            self.shown = self.state.play(draw_move(self.state.grid, trail)) if trail else self.state
            if self.canvas is None:
                self.pipes = sides(self.shown)
            else:
                self.lines = self.canvas.drawn(*self._drawing(self.shown))
        self.refresh()

    # -------------------------------------------------------------------------------------------------- drawing

    def margins(self) -> tuple[int, int]:
        """Characters left of and above a board that is smaller than the screen."""
        return (
            max(0, (self.size.width - self.virtual_size.width) // 2),
            max(0, (self.size.height - self.virtual_size.height) // 2),
        )

    def render_line(self, y: int) -> Strip:
        left, top = self.margins()
        line = y - top + self.scroll_offset.y
        blank = Segment(" " * self.size.width, PLAIN)
        if self.shown is None or not 0 <= line < self.virtual_size.height:
            return Strip([blank])
        strip = Strip([Segment(" " * left, PLAIN), *self._line(line)])
        scroll = self.scroll_offset.x
        return strip.crop_extend(scroll, scroll + self.size.width, PLAIN)

    def _drawing(self, state: State) -> tuple[dict[int, tuple[int, str]], list[tuple[int, tuple[int, ...]]]]:
        """The ends with their labels, and the strands, as a canvas takes them."""
        ends = {
            cell: (number, label(number, letters=self.look.letters))
            for number, cells in state.ends.items()
            for cell in cells
        }
        return ends, [(state.puzzle.cells[strand[0]], strand) for strand in state.strands]

    def _laid(self, line: int) -> list[Segment]:
        """One line of a board beyond the rectangle."""
        segments = []
        for sign in self.lines[line]:
            style = Style(color=colour(sign.number), bold=True) if sign.number else Style(dim=sign.faint)
            if self.look.won and sign.faint and sign.cell < 0:
                style = Style(color="yellow", bold=True)
            segments.append(Segment(sign.text, self._emphasis(sign.cell, style) if sign.cell >= 0 else style))
        return segments

    def _line(self, line: int) -> list[Segment]:
        """One line of the board, its frame included."""
        assert self.shown is not None
        if self.canvas is not None:
            return self._laid(line)
        frame = Style(color="yellow", bold=True) if self.look.won else Style(dim=True)
        last = self.virtual_size.height - 1
        if line in (0, last):
            begin, end = "┌┐" if line == 0 else "└┘"
            return [Segment(begin + "─" * (self.virtual_size.width - 2) + end, frame)]
        side = Segment("│", frame)
        if self.cells is not LARGE:
            margin = [Segment(" ", PLAIN)] if self.cells is TINY else []
            return [side, *self._inside(line - 1), *margin, side]
        row, inside = divmod(line, LARGE.height)
        segments = self._inside(row) if inside else self._between(row)
        return [side, *segments[1:-1], side]

    def _inside(self, row: int) -> list[Segment]:
        """The line through the middles of a row of cells."""
        assert self.shown is not None
        segments = []
        for column in range(self.shown.puzzle.width):
            cell = row * self.shown.puzzle.width + column
            leaves = self.pipes.get(cell, 0)
            style = self._style(cell)
            if self.cells is TINY:
                segments += self._tiny(cell, leaves, style)
                continue
            if self.cells is SMALL:
                middle = self._middle(cell, leaves) if leaves or self.shown.puzzle.cells[cell] else " · "
                segments.append(Segment(middle, self._emphasis(cell, style)))
                continue
            before = "━" if leaves & LEFT else " "
            segments.append(Segment(before, style if leaves & LEFT else PLAIN))
            segments.append(Segment(self._middle(cell, leaves), self._emphasis(cell, style)))
        if self.cells is LARGE:
            segments.append(Segment(" ", PLAIN))
        return segments

    def _tiny(self, cell: int, leaves: int, style: Style) -> list[Segment]:
        """A cell of two characters: its left side, which a number of two digits takes too, and its middle."""
        assert self.shown is not None
        content = self.shown.puzzle.cells[cell]
        text = label(content, letters=self.look.letters)[-2:] if content > 0 else ""
        if len(text) == 2:
            return [Segment(text, self._emphasis(cell, style))]
        before = Segment("━" if leaves & LEFT else " ", style if leaves & LEFT else PLAIN)
        if content == SOLID:
            return [before, Segment("▒", self._emphasis(cell, style))]
        return [before, Segment(text or (PIPES[leaves] if leaves else "·"), self._emphasis(cell, style))]

    def _middle(self, cell: int, leaves: int) -> str:
        assert self.shown is not None
        content = self.shown.puzzle.cells[cell]
        if content == SOLID:
            return "▒▒▒"
        before, after = ("━" if leaves & side else " " for side in (LEFT, RIGHT))
        if content == 0:
            return before + PIPES[leaves] + after
        text = label(content, letters=self.look.letters)
        return {1: before + text + after, 2: text + after}.get(len(text), text)

    def _between(self, row: int) -> list[Segment]:
        """The line between a row of cells and the one above it."""
        assert self.shown is not None
        puzzle = self.shown.puzzle
        faint = Style(dim=True)
        segments = []
        for column in range(puzzle.width):
            cell = row * puzzle.width + column
            segments.append(Segment("·", faint))
            joined = row < puzzle.height and self.pipes.get(cell, 0) & UP
            segments.append(Segment(" ┃ ", self._style(cell)) if joined else Segment("   ", PLAIN))
        segments.append(Segment("·", faint))
        return segments

    def _style(self, cell: int) -> Style:
        assert self.shown is not None
        number = self.shown.number_at(cell)
        if self.shown.puzzle.cells[cell] == SOLID:
            return Style(dim=True)
        return Style(color=colour(number), bold=True) if number else PLAIN

    def _emphasis(self, cell: int, style: Style) -> Style:
        if cell == self.look.cursor and self.has_focus:
            style += Style(reverse=True)
        if cell in self.look.marked:
            style += Style(underline=True, blink=True, bgcolor="#5a3d00")
        return style

    # ------------------------------------------------------------------------------------------------- the mouse

    def cell_under(self, event: events.MouseEvent) -> int | None:
        """The cell a mouse event is over."""
        if self.state is None:
            return None
        left, top = self.margins()
        if self.canvas is not None:
            return self.canvas.cell_at(event.x - left + self.scroll_offset.x, event.y - top + self.scroll_offset.y)
        cells = self.cells
        column = (event.x - left + self.scroll_offset.x - 1) // cells.width
        row = (event.y - top + self.scroll_offset.y - (cells is not LARGE)) // cells.height
        puzzle = self.state.puzzle
        return row * puzzle.width + column if 0 <= row < puzzle.height and 0 <= column < puzzle.width else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        cell = self.cell_under(event)
        if cell is None or self.state is None:
            return
        self.change(cursor=cell, trail=(), marked=frozenset())
        self.post_message(self.CursorMoved())
        if event.button == 3:
            if any(track in self.state.owners for track in self.state.tracks_at(cell)):
                self.play(cut_move(self.state.grid, cell))
        elif begin := self._begin(cell):
            self.dragging = True
            self.capture_mouse()
            self.change(trail=begin)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self.cell_under(event)
        if self.dragging and cell is not None and cell != self.look.cursor:
            self._lead(cell)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self.dragging:
            self.dragging = False
            self.release_mouse()
            self.action_pencil()

    # -------------------------------------------------------------------------------------------------- the keys

    def action_go(self, down: int, right: int) -> None:
        """Move the cursor; with the pencil down, draw."""
        cell = self._beside(down, right)
        if cell is not None:
            self._go(cell)

    def _go(self, cell: int) -> None:
        if self.look.trail:
            self._lead(cell)
        else:
            self.change(cursor=cell, marked=frozenset())
            self._see()

    def action_draw(self, down: int, right: int) -> None:
        """Draw one cell on from the cursor as a move of its own."""
        cell = self._beside(down, right)
        if cell is None or self.state is None:
            return
        if not self.look.trail:
            if not can_begin(self.state, self.look.cursor):
                self.change(cursor=cell)
                self._see()
                return
            self.change(trail=(self.look.cursor,))
        self._lead(cell)
        self.action_pencil()

    def action_pencil(self) -> None:
        """Put the pencil down at the cursor, or lift it and make the move."""
        if self.state is None:
            return
        trail = self.look.trail
        if trail:
            self.change(trail=())
            if len(trail) > 1:
                self.play(draw_move(self.state.grid, trail))
        elif begin := self._begin(self.look.cursor):
            self.change(trail=begin, marked=frozenset())
        self.post_message(self.CursorMoved())

    def _begin(self, cell: int) -> tuple[int, ...]:
        """The trail of a pencil put down on a cell, empty where it cannot be; on another layer a path goes on."""
        assert self.state is not None
        return (cell,) if can_begin(self.state, cell) else tuple(step_over(self.state, cell))

    def action_climb(self, down: int) -> None:
        """Move the cursor to the same place on another layer; with the pencil down, draw where there is a way."""
        if self.state is not None:
            cell = self.look.cursor + down * self.state.grid.plane
            if 0 <= cell < self.state.grid.size:
                self._go(cell)

    def action_never_mind(self) -> None:
        """Lift the pencil without a move."""
        if self.look.trail:
            self.change(cursor=self.look.trail[0], trail=())
        self.change(marked=frozenset())
        self.post_message(self.CursorMoved())

    def _lead(self, target: int) -> None:
        assert self.state is not None
        trail = follow(self.state, self.look.trail, target)
        self.change(trail=tuple(trail), cursor=trail[-1], marked=frozenset())
        self._see()

    def _beside(self, down: int, right: int) -> int | None:
        if self.state is None:
            return None
        grid = self.state.grid
        cell = step_from(grid, self.look.cursor, down, right)
        return cell if cell >= 0 else None

    def _see(self) -> None:
        """Scroll the cursor into view."""
        assert self.state is not None
        if self.canvas is not None:
            x, y = self.canvas.middle(self.look.cursor)
            self.scroll_to_region(Region(x - 3, y - 2, 7, 5), animate=False, force=True)
            self.post_message(self.CursorMoved())
            return
        row, column = divmod(self.look.cursor, self.state.puzzle.width)
        across, down = self.cells.width, self.cells.height
        region = Region(column * across, row * down, across + 3, down + 2)
        self.scroll_to_region(region, animate=False, force=True)
        self.post_message(self.CursorMoved())
