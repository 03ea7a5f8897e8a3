"""The board of the terminal game: a Textual widget that draws characters and turns keys and mouse into moves.

Cells are 2 or 3 characters wide and 1 high (a 38x20 board fits an 80x24 screen), or 4x2, 6x3, 8x4, 10x5.  The largest
size that fits the screen is used; a larger board scrolls.

    ┌───────────┐   ┌─────────┐   ┌───────┐
    │ 1━━━━━━━┓ │   │ 1━━━━━┓ │   │ 1━━━┓ │     a path runs through the middles of cells, so that the board
    │   ·   · ┃ │   │ 2  ·  1 │   │ 2 · 1 │     can be read without colour
    │ 2       1 │   └─────────┘   └───────┘
    └───────────┘

With colours, cells are tiles as in pictures, and a plain rectangle has no frame; a tile of 4x2 or more also has half a
line (▄) above, so that it is a square and all gaps are equal.

All boards are drawn on a canvas (render/canvas.py); those other than plain rectangles have 4x2 cells.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from numlink.errors import InputError
from numlink.game.drag import can_begin, follow, step_from, step_over, wander
from numlink.game.moves import cut_move, draw_move, note_move
from numlink.game.state import State
from numlink.model.grid import SOLID
from numlink.render.canvas import LARGE, SMALL, TINY, Canvas, setting_of_height
from numlink.render.geometry import needs_geometry
from numlink.render.text_layout import CharacterPlace, Ink, Setting, TextLayout, TextRows
from numlink.render.theme import GROUND, Mode
from numlink.terminal.view_state import ViewState, line_style, spelled, tile_style

SIZES = (setting_of_height(5), setting_of_height(4), setting_of_height(3), LARGE, SMALL, TINY)
PLAIN, FAINT = Style(), Style(dim=True)
WON = Style(color="yellow", bold=True)
SOLIDS, BLANK = " ▒", " ·▒"  # characters that a tile replaces, in cells of one line and in taller ones

ARROWS = (("up", "k", "-1, 0"), ("down", "j", "1, 0"), ("left", "h", "0, -1"), ("right", "l", "0, 1"))
"""Each arrow key, the letter key that does the same, and its step: rows down, columns right."""
SLANTS = {"7": (-1, -1), "9": (-1, 1), "1": (1, -1), "3": (1, 1)}
"""The keys of the keypad's corners, for the four diagonals: (rows down, columns right)."""


class BoardView(ScrollView, can_focus=True):
    """The board: draws lines of characters, turns keys and the mouse into moves.

    `state` is the drawing after the last move; `shown` is that drawing with the trail of the pencil.  The board is
    empty, and its keys do nothing, until the first state is shown.
    """

    BINDINGS: ClassVar = [
        *(Binding(f"{arrow},{letter}", f"go({way})", show=False) for arrow, letter, way in ARROWS),
        *(Binding(f"shift+{arrow},{letter.upper()}", f"draw({way})", show=False) for arrow, letter, way in ARROWS),
        *(Binding(f"ctrl+{arrow}", f"cross({way})", show=False) for arrow, _, way in ARROWS),
        *(Binding(key, f"go({down}, {right})", show=False) for key, (down, right) in SLANTS.items()),
        Binding("pageup,less_than_sign", "climb(-1)", show=False),
        Binding("pagedown,greater_than_sign", "climb(1)", show=False),
        Binding("space,enter", "pencil", show=False),
        Binding("escape", "never_mind", show=False),
    ]

    class CursorMoved(Message):
        """The cursor moved, or the pencil was put down or lifted."""

    def __init__(self, play: Callable[[str], None], mode: Mode | None = None) -> None:
        """`play` makes a move and calls `show_state` before it returns, so that keys typed ahead see the new state.

        `mode` None: without colours.
        """
        super().__init__()
        self.play = play
        self.mode = mode
        self.ground = Style(bgcolor=GROUND.under(mode)) if mode else PLAIN
        self.begun = False
        """Whether there is a state; until then, the attributes that are only declared below do not exist."""
        self.state: State
        self.shown: State
        self.canvas: Canvas
        self.rows: TextRows  # the characters of the canvas with the paths and notes of `shown`
        self.view = ViewState()
        self.dragging = False
        """Whether the mouse draws: from the press until the release, or until nothing is being drawn (`change`)."""
        self.cells = LARGE
        self.chosen: Setting | None = None  # the size of cells that the player has chosen; None: the largest that fits
        self.drawn: tuple[object, ...] = ()  # what `rows` show
        self.lit: dict[CharacterPlace, int] = {}
        """The characters of the cells that the cursor is on or that are marked: {place: cell}."""
        self.tiles: dict[CharacterPlace, tuple[int, bool]] = {}
        """{place of a character: (cell whose tile is there, whether only the lower half)}; empty without colours."""

    def resize_cells(self) -> bool:
        """Choose the next size of cells, whether or not the board then fits the screen; does nothing and returns False
        if the board is not a plain rectangle, because others have only one size.
        """
        if needs_geometry(self.state.grid):
            return False
        self.chosen = SIZES[(SIZES.index(self.cells) + 1) % len(SIZES)]
        self._fit()
        return True

    def on_resize(self) -> None:
        if self.begun:
            self._fit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.begun

    def _fit(self) -> None:
        """Make the canvas: in the size of cells that the player has chosen, else the largest that fits, else TINY.

        A board that is not a plain rectangle is LARGE, with layers below each other if it would be too wide.
        """
        grid, size = self.state.grid, self.size
        if needs_geometry(grid):
            beside, below = TextLayout(grid, LARGE), TextLayout(grid, LARGE, below=True)
            self.cells = LARGE
            self.canvas = Canvas(grid, below=beside.width > size.width >= below.width)
        else:
            layouts = ((cells, TextLayout(grid, cells)) for cells in SIZES)
            fitting = (cells for cells, laid in layouts if laid.width <= size.width and laid.height <= size.height)
            self.cells = self.chosen or next(fitting, TINY if size else LARGE)
            self.canvas = Canvas(grid, self.cells, framed=self.mode is None)
        self._lay_tiles()
        self.virtual_size = Size(self.canvas.text_layout.width, self.canvas.text_layout.height)
        self.change(cursor=self.view.cursor)

    def _lay_tiles(self) -> None:
        """Find the tile of each character; tiles have half lines only on plain rectangles, because other boards draw
        walls and open rims there.
        """
        self.tiles = {}
        if self.mode is None:
            return
        for cell in range(self.canvas.grid.size):
            places = self.canvas.characters(cell)
            if self.canvas.geometry is None and self.cells.down > 1:
                top = min(y for _, y in places)
                self.tiles |= {(x, top - 1): (cell, True) for x, y in places if y == top}
            self.tiles |= dict.fromkeys(places, (cell, False))

    def show_state(self, state: State, *, tried: frozenset[int] = frozenset(), won: bool = False) -> None:
        """Show another state, drop the trail or free line being drawn, and change `tried` and `won` of `view`; for
        another puzzle, put the cursor on its first number.
        """
        another = not self.begun or state.puzzle != self.state.puzzle
        self.begun, self.state = True, state
        if another:
            first = next((cell for cell, content in enumerate(state.puzzle.cells) if content > 0), 0)
            self.view = ViewState(cursor=first, letters=self.view.letters)
            self._fit()
        self.change(trail=(), crossing=False, tried=tried, won=won)

    @property
    def draws_free(self) -> bool:
        """Whether the pencil draws a free line: it was put down where no path can begin."""
        return bool(self.view.trail) and not can_begin(self.state, self.view.trail[0])

    def change(self, *, scroll: bool = True, **changes: object) -> None:
        """Change fields of `view`, given by name, and draw the board again; a drag ends when nothing is being drawn.

        If `cursor` is given, the cursor is scrolled into view, unless `scroll` is False.
        """
        before, self.view = self.view, replace(self.view, **changes)  # type: ignore[arg-type]
        if (before.cursor, before.trail) != (self.view.cursor, self.view.trail):
            self.post_message(self.CursorMoved())
        if self.dragging and not self.view.trail:
            self.dragging = False
            self.release_mouse()
        if self.begun:
            self._draw()
            self.lit = {
                place: cell
                for cell in (*self.view.marked, self.view.cursor)
                for place in self.canvas.characters(cell, self._label(self.shown.puzzle.cells[cell]))
            }
            if scroll and "cursor" in changes:
                x, y = self.canvas.text_layout.places[self.view.cursor]
                self.scroll_to_region(Region(x - 3, y - 2, 7, 5), animate=False, force=True)
        self.refresh()

    # -------------------------------------------------------------------------------------------------- drawing

    def _draw(self) -> None:
        """Draw the state with the trail of the pencil, unless only the cursor or the marks have changed."""
        state, view = self.state, self.view
        free = view.trail if self.draws_free else ()
        shown = state if free or not view.trail else state.play(draw_move(state.grid, view.trail))
        wanted = self.canvas, shown, free, view.tried, view.letters
        if wanted == self.drawn:
            return
        self.drawn, self.shown = wanted, shown
        self.rows = self.canvas.drawn(
            {cell: (number, self._label(number)) for number, cells in shown.ends.items() for cell in cells},
            [(shown.puzzle.cells[strand[0]], strand) for strand in shown.strands],
            tried=view.tried,
            lines=[*shown.lines, *pairwise(free)],
            crosses=shown.crosses,
        )

    def margins(self) -> tuple[int, int]:
        """Characters to the left of the board and lines above it, which centre it on the screen; 0 if it is larger."""
        return (
            max(0, (self.size.width - self.virtual_size.width) // 2),
            max(0, (self.size.height - self.virtual_size.height) // 2),
        )

    def render_line(self, y: int) -> Strip:
        left, top = self.margins()
        line, width, scroll = y - top + self.scroll_offset.y, self.size.width, self.scroll_offset.x
        parts = [Segment(" " * left, self.ground)]
        if self.begun and 0 <= line < self.virtual_size.height:
            text, numbers, inks = self.rows.texts[line], self.rows.numbers[line], self.rows.inks[line]
            columns = range(scroll, min(len(text), scroll + width))
            parts += [Segment(*self._sign(text[x], numbers[x], inks[x], (x, line))) for x in columns]
        return Strip(parts).crop_extend(0, width, self.ground).simplify()

    def _label(self, number: int) -> str:
        """The label of a number, or the last characters of it that fit into a cell; '' for no number."""
        room = 2 if self.cells is TINY else 3
        return spelled(number, letters=self.view.letters)[-room:] if number > 0 else ""

    def _sign(self, sign: str, number: int, ink: int, place: CharacterPlace) -> tuple[str, Style]:
        """The character at a place and its style."""
        lit = self.lit.get(place)
        tile, half = self.tiles.get(place, (None, False))
        blank = tile is not None and sign in (BLANK if self.cells.down > 1 else SOLIDS)
        content = 0 if tile is None else self.shown.puzzle.cells[tile]
        if self.mode and (tile is not None or number):
            number = number or (0 if tile is None else self.shown.number_at(tile))
            style = tile_style(number, content, self.mode, half=half and blank)
        elif number or (lit is not None and self.shown.number_at(lit)):
            style = line_style(number or self.shown.number_at(lit or 0), self.mode or Mode.DARK)
        elif self.view.won and ink == Ink.FRAME:
            style = WON
        else:
            style = PLAIN if ink == Ink.PLAIN else FAINT
        if blank or (content > 0 and number and not sign.isalnum()):
            sign = "▄" if half and blank else " "
        style = self.ground + style
        return sign, style if lit is None else self._emphasis(lit, style)

    def _emphasis(self, cell: int, style: Style) -> Style:
        """`style`, reversed for the cursor's cell while the board has the focus; underlined and blinking on brown for
        cells that a hint marks.
        """
        if cell == self.view.cursor and self.has_focus:
            style += Style(reverse=True)
        if cell in self.view.marked:
            style += Style(underline=True, blink=True, bgcolor="#5a3d00")
        return style

    # ------------------------------------------------------------------------------------------------- the mouse

    def cell_under(self, event: events.MouseEvent) -> int | None:
        """The cell under the mouse; None if there is none."""
        if not self.begun:
            return None
        left, top = self.margins()
        return self.canvas.cell_at(event.x - left + self.scroll_offset.x, event.y - top + self.scroll_offset.y)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """The right button takes the cell out of its path; any other button begins to draw at the cell."""
        cell = self.cell_under(event)
        if cell is None:
            return
        # no scrolling: the mouse would be over another cell and draw to it
        self.change(scroll=False, cursor=cell, trail=(), crossing=False, marked=frozenset())
        if event.button == 3:
            if any(track in self.state.owners for track in self.state.tracks_at(cell)):
                self.play(cut_move(self.state.grid, cell))
        elif self.state.puzzle.cells[cell] != SOLID:
            self.change(trail=self._begin(cell))
            self.dragging = True
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self.cell_under(event)
        if self.dragging and cell is not None and cell != self.view.cursor:
            self._lead(cell)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self.dragging:
            self.action_pencil()

    # -------------------------------------------------------------------------------------------------- the keys

    def action_go(self, down: int, right: int) -> None:
        """Do what a key does towards the next cell in a direction (`_go`)."""
        cell = self._beside(down, right)
        if cell is not None:
            self._go(cell)

    def _go(self, cell: int) -> None:
        """Do what a key towards `cell` does: put a × on the side between, draw, or only move the cursor."""
        if self.view.crossing:
            self._cross(cell)
        elif self.view.trail:
            self._lead(cell)
        else:
            self.change(cursor=cell, marked=frozenset())

    def action_draw(self, down: int, right: int) -> None:
        """Draw from the cursor to the next cell, as one move; if no path can begin here, only move the cursor.

        While a × is placed or a free line is drawn, do what a plain key does (`_go`).
        """
        cell = self._beside(down, right)
        if cell is None:
            return
        if self.view.crossing or self.draws_free:
            self._go(cell)
            return
        if not self.view.trail:
            if not can_begin(self.state, self.view.cursor):
                self.change(cursor=cell)
                return
            self.change(trail=(self.view.cursor,))
        self._lead(cell)
        self.action_pencil()

    def action_pencil(self) -> None:
        """Put the pencil down at the cursor, or lift the pencil and make the move.

        On an empty cell that is on no path, with no open end above or below it, the pencil draws a free line (`_line`).
        """
        trail, free = self.view.trail, self.draws_free
        if trail:
            self.change(trail=())
            if len(trail) > 1:
                self.play(self._line(trail) if free else draw_move(self.state.grid, trail))
        elif self.state.puzzle.cells[self.view.cursor] != SOLID:
            self.change(trail=self._begin(self.view.cursor), marked=frozenset())

    def _line(self, free: tuple[int, ...]) -> str:
        """The move of a free line: a path if it reached a number or a path and can be drawn from there, else a note."""
        path = draw_move(self.state.grid, free[::-1])
        if can_begin(self.state, free[-1]):
            with suppress(InputError):
                self.state.play(path)
                return path
        return note_move(self.state.grid, "line", free)

    def action_cross(self, down: int, right: int) -> None:
        """Unless the pencil is down, put a × on a side of the cursor's cell, or take the × away."""
        cell = self._beside(down, right)
        if cell is not None and not self.view.trail:
            self._cross(cell)

    def _cross(self, other: int) -> None:
        """Put a × on the side between the cursor's cell and its neighbour `other`, or take it away."""
        cell = self.view.cursor
        self.change(crossing=False)
        if self.state.grid.adjacent(cell, other):
            self.play(note_move(self.state.grid, "cross", (cell, other)))

    def _begin(self, cell: int) -> tuple[int, ...]:
        """The trail of a pencil put down on a cell, perhaps with a step from another layer."""
        return (cell,) if can_begin(self.state, cell) else tuple(step_over(self.state, cell)) or (cell,)

    def action_climb(self, down: int) -> None:
        """Do what a key towards the same cell `down` layers further does (`_go`); above 0: towards the last layer.

        With the pencil down, this draws if a path may go from cell to cell there.
        """
        cell = self.view.cursor + down * self.state.grid.plane
        if 0 <= cell < self.state.grid.size:
            self._go(cell)

    def action_never_mind(self) -> None:
        """Lift the pencil without a move, put the cursor back on the first cell drawn, remove the marks of a hint, and
        stop waiting for the side of a ×.
        """
        if self.view.trail:
            self.change(cursor=self.view.trail[0], trail=())
        self.change(marked=frozenset(), crossing=False)

    def _lead(self, target: int) -> None:
        """Lead the pencil on to `target`, and the cursor with it."""
        trail = (wander if self.draws_free else follow)(self.state, self.view.trail, target)
        self.change(trail=tuple(trail), cursor=trail[-1], marked=frozenset())

    def _beside(self, down: int, right: int) -> int | None:
        """The cell that a key leads to from the cursor; None if it leads nowhere."""
        cell = step_from(self.state.grid, self.view.cursor, down, right)
        return cell if cell >= 0 else None
