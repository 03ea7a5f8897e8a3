"""The board of the terminal game: a Textual widget that draws characters and turns keys and mouse into moves.

A cell is four characters wide and two high, so that a 15x10 board fits an 80x24 screen; larger ones scroll:

    ·   ·   ·   ·       corners of cells; a path runs through their middles, so that the board reads
      1━━━━━━━┓         without colour
    ·   ·   · ┃ ·
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

from numlink.game.state import State, can_begin, draw_move, follow
from numlink.model.grid import SOLID
from numlink.render.theme import THEMES, Mode
from numlink.render.theme import letters as spelled

CELL_WIDTH, CELL_HEIGHT = 4, 2

PLAIN = Style()

UP, LEFT, RIGHT, DOWN = 1, 2, 4, 8
PIPES = " ╹╸┛╺┗━┻╻┃┓┫┏┣┳╋"
"""The middle of a cell by the sides its path leaves through."""

THEME = THEMES["colour"]


@dataclass(frozen=True, slots=True)
class Look:
    """What the screen remembers that undo does not restore."""

    cursor: int = 0
    trail: tuple[int, ...] = ()
    marked: frozenset[int] = frozenset()
    letters: bool = False


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
        Binding("space,enter", "pencil", show=False),
        Binding("escape", "never_mind", show=False),
    ]

    class Looked(Message):
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

    def show_state(self, state: State) -> None:
        """Show another state; a new puzzle puts the cursor on its first number."""
        if self.state is None or state.puzzle != self.state.puzzle:
            first = next((cell for cell, content in enumerate(state.puzzle.cells) if content > 0), 0)
            self.look = Look(cursor=first, letters=self.look.letters)
            self.virtual_size = Size(state.puzzle.width * CELL_WIDTH + 1, state.puzzle.height * CELL_HEIGHT + 1)
        self.state = state
        self.change(trail=())

    def change(self, **changes: object) -> None:
        """Change what the screen remembers and draw it."""
        self.look = replace(self.look, **changes)  # type: ignore[arg-type]
        if self.state is not None:
            trail = self.look.trail
            self.shown = self.state.play(draw_move(self.state.puzzle.width, trail)) if trail else self.state
            self.pipes = sides(self.shown)
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
        if self.shown is None or not 0 <= line <= self.shown.puzzle.height * CELL_HEIGHT:
            return Strip([blank])
        row, inside = divmod(line, CELL_HEIGHT)
        segments = self._inside(row) if inside else self._between(row)
        strip = Strip([Segment(" " * left, PLAIN), *segments])
        scroll = self.scroll_offset.x
        return strip.crop_extend(scroll, scroll + self.size.width, PLAIN)

    def _inside(self, row: int) -> list[Segment]:
        """The line through the middles of a row of cells."""
        assert self.shown is not None
        segments = []
        for column in range(self.shown.puzzle.width):
            cell = row * self.shown.puzzle.width + column
            leaves = self.pipes.get(cell, 0)
            style = self._style(cell)
            before = "━" if leaves & LEFT else " "
            segments.append(Segment(before, style if leaves & LEFT else PLAIN))
            segments.append(Segment(self._middle(cell, leaves), self._emphasis(cell, style)))
        segments.append(Segment(" ", PLAIN))
        return segments

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
        column = (event.x - left + self.scroll_offset.x - 1) // CELL_WIDTH
        row = (event.y - top + self.scroll_offset.y) // CELL_HEIGHT
        puzzle = self.state.puzzle
        return row * puzzle.width + column if 0 <= row < puzzle.height and 0 <= column < puzzle.width else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        cell = self.cell_under(event)
        if cell is None or self.state is None:
            return
        self.change(cursor=cell, trail=(), marked=frozenset())
        self.post_message(self.Looked())
        if event.button == 3:
            if cell in self.state.owners:
                self._play("cut", cell)
        elif can_begin(self.state, cell):
            self.dragging = True
            self.capture_mouse()
            self.change(trail=(cell,))

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
        if cell is None:
            return
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
                self.play(draw_move(self.state.puzzle.width, trail))
        elif can_begin(self.state, self.look.cursor):
            self.change(trail=(self.look.cursor,), marked=frozenset())
        self.post_message(self.Looked())

    def action_never_mind(self) -> None:
        """Lift the pencil without a move."""
        if self.look.trail:
            self.change(cursor=self.look.trail[0], trail=())
        self.change(marked=frozenset())
        self.post_message(self.Looked())

    def _lead(self, target: int) -> None:
        assert self.state is not None
        trail = follow(self.state, self.look.trail, target)
        self.change(trail=tuple(trail), cursor=trail[-1], marked=frozenset())
        self._see()

    def _beside(self, down: int, right: int) -> int | None:
        if self.state is None:
            return None
        puzzle = self.state.puzzle
        row, column = divmod(self.look.cursor, puzzle.width)
        row, column = row + down, column + right
        return row * puzzle.width + column if 0 <= row < puzzle.height and 0 <= column < puzzle.width else None

    def _see(self) -> None:
        """Scroll the cursor into view."""
        assert self.state is not None
        row, column = divmod(self.look.cursor, self.state.puzzle.width)
        region = Region(column * CELL_WIDTH, row * CELL_HEIGHT, CELL_WIDTH + 1, CELL_HEIGHT + 1)
        self.scroll_to_region(region, animate=False, force=True)
        self.post_message(self.Looked())

    def _play(self, verb: str, cell: int) -> None:
        assert self.state is not None
        row, column = divmod(cell, self.state.puzzle.width)
        self.play(f"{verb} {row},{column}")
