"""The places of cells on boards drawn in characters, and the signs of free lines, for all modules that draw them.

x counts columns to the right, y lines downwards, both from 0.  The *place* of a cell is that of its dot or one letter
of its number; the next cell is `across` characters to the right or `down` lines below.  A link is drawn in the *gap*
between two cells:

    left ┌─ across ─┐                       Hexagons are in columns, some of them a line lower.  A link over a wrapped
         1 ─── · ─── 1   ┐                  rim has a gap at both of its ends.  Layers are side by side or below each
         │     │         │ down             other.
         2     ·         2

`canvas` draws paths and rims there, `reasoning.board_text` what is known about links.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from numlink.errors import InputError
from numlink.model.grid import Grid

UP, LEFT, RIGHT, DOWN = 1, 2, 4, 8
"""Bits of the directions in which lines leave a place; their sum is the index into tables of signs."""
LEVEL, UPRIGHT = LEFT | RIGHT, UP | DOWN
FREE = " ╵╴┘╶└─┴╷│┐┤┌├┬┼"  # signs of a free line: the player's note, not a path
APART = 3  # characters between layers side by side; layers below each other have one blank line between
CharacterPlace = tuple[int, int]  # (column x, line y)


class Ink(IntEnum):
    """The strength of a character that belongs to no path."""

    PLAIN = 0
    FAINT = 1
    FRAME = 2  # faint, but bright in the game when the puzzle is solved


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Sizes and signs of a board in characters.

    `across` characters and `down` lines lead from a cell to the next.
    """

    across: int
    down: int
    before: int = 0  # the characters of a cell left of its place
    behind: int = 0  # the characters of a cell right of its place
    above: int = 0  # the lines of a cell above its place
    below: int = 0  # the lines of a cell below its place
    left: int = 2
    top: int = 1
    right: int = 2
    bottom: int = 1  # `left` to `bottom`: characters left and right of all cells, lines above and below them
    dot: str = "·"  # the sign of empty cells

    @property
    def gap(self) -> int:
        """The characters between two cells."""
        return self.across - 1 - self.before - self.behind


class Heading(NamedTuple):
    """The direction from a cell to a neighbour on its layer: `right` and `down` are each -1, 0 or 1."""

    right: int
    down: int
    over: bool  # whether the step goes over a wrapped rim


def require_rows(grid: Grid) -> None:
    """Raise InputError for a tiling, whose cells are not in rows that characters could show."""
    if grid.layout.tiling is not None:
        raise InputError(
            "a tiling has no rows and columns that characters could show. Draw it with 'numlink show "
            "-o board.svg' (or png, pdf), or play it in a browser with 'numlink export -o game.html'."
        )


class TextLayout:
    """The places of the cells of a board in a setting; raises InputError for a tiling."""

    def __init__(self, grid: Grid, setting: Setting, *, below: bool = False) -> None:
        require_rows(grid)
        self.grid, self.setting = grid, setting
        lower = [grid.pattern.cell(0, column).lower for column in range(grid.width)]
        self._lower = [down - min(lower) for down in lower]
        across = setting.left + setting.across * grid.width - setting.gap + setting.right
        down = setting.top + setting.down * (grid.height - 1) + 1 + max(self._lower) + setting.bottom
        self.layer = (0, down + 1) if below else (across + APART, 0)  # (characters, lines) from a layer to the next
        self.width = across + (grid.layout.layers - 1) * self.layer[0]
        self.height = down + (grid.layout.layers - 1) * self.layer[1]
        first = setting.left + setting.before
        self.places: list[CharacterPlace] = [
            (x + layer * self.layer[0], y + under)
            for layer in range(grid.layout.layers)
            for y in range(setting.top + layer * self.layer[1], down + layer * self.layer[1], setting.down)[
                : grid.height
            ]
            for x, under in zip(range(first, across, setting.across), self._lower, strict=False)
        ]
        """The place of each cell."""
        self._steps: dict[CharacterPlace, Heading | None] = {}

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell to which a character belongs; for a gap between cells, a cell beside or below it.

        None around the board, where its frame or rim is, and at corners that diagonal links cross.
        """
        grid, setting = self.grid, self.setting
        layer = x // self.layer[0] if self.layer[0] else y // self.layer[1]
        x, y = x - layer * self.layer[0], y - layer * self.layer[1]
        before, last = min(1, setting.before), max(1, setting.before) + setting.behind
        column, aside = divmod(x - setting.left - before + 1, setting.across)
        if not 0 <= column < grid.width:
            return None
        row, above = divmod(y - setting.top + setting.down - 1 - setting.below - self._lower[column], setting.down)
        if grid.pattern.straight and aside == setting.across - 1 and not above:
            return None
        if (row == 0 and above < min(1, setting.down - 1)) or (column == grid.width - 1 and aside > last):
            return None
        inside = 0 <= row < grid.height and 0 <= layer < grid.layout.layers
        return layer * grid.plane + row * grid.width + column if inside else None

    def written(self, cell: int, length: int) -> range:
        """The columns of a label of `length` letters: around its cell's place, or on the side with room."""
        x, setting = self.places[cell][0], self.setting
        start = x if setting.behind > setting.before else x - length // 2 if setting.behind else x - length + 1
        return range(start, start + length)

    # ------------------------------------------------------------------ links

    def step(self, one: int, other: int) -> Heading | None:
        """The direction of the link from a cell to another on its layer; None if they lie too far apart for a link.

        On a board that wraps, cells far apart count as neighbours over the rim.
        """
        (x, y), (there_x, there_y) = self.places[one], self.places[other]
        way = there_x - x, there_y - y
        if way not in self._steps:
            self._steps[way] = self._step(*way)
        return self._steps[way]

    def _step(self, right: int, down: int) -> Heading | None:
        far_right, far_down = abs(right) > self.setting.across, abs(down) > self.setting.down
        wrap, pattern = self.grid.layout.wrap, self.grid.pattern
        if (far_right and not wrap.rows) or (far_down and not wrap.columns):
            return None
        if right and down and not pattern.straight and not pattern.slanted:
            return None
        right, down = (right > 0) - (right < 0), (down > 0) - (down < 0)
        return Heading(-right if far_right else right, -down if far_down else down, far_right or far_down)

    def gap(self, cell: int, right: int, down: int) -> CharacterPlace:
        """The place of the first character of the gap beside a cell in the direction (right, down)."""
        x, y = self.places[cell]
        setting = self.setting
        aside = setting.behind + 1 if right > 0 else -setting.before - setting.gap if right else 0
        return x + aside, y + down

    def gaps(self, one: int, other: int) -> Iterator[CharacterPlace]:
        """The gaps in which the link of two neighbours on a layer is written: one, or two if it goes over a rim.

        Between columns of hexagons, the gap of a link that goes down to the right is beside its left cell, and the gap
        of a link that goes up is one line higher.
        """
        step = self.step(one, other)
        if step is None:
            return
        right, down, over = step
        if right and down and self.grid.pattern.slanted:
            left = one if right > 0 else other
            yield self.gap(left, 1, 0 if right == down else -1)
            return
        yield self.gap(one, right, down)
        if over:
            yield self.gap(other, -right, -down)


class TextRows:
    """Lines of characters, blank at first, as three tables [line][column]:

    texts    the characters
    numbers  the number of the path to which each character belongs, 0 for none
    inks     the Ink of characters without a number
    """

    def __init__(self, width: int, height: int) -> None:
        self.texts = [[" "] * width for _ in range(height)]
        self.numbers = [[0] * width for _ in range(height)]
        self.inks = [bytearray(width) for _ in range(height)]

    def put(self, x: int, y: int, text: str, number: int = 0, ink: Ink = Ink.PLAIN) -> None:
        """Write `text` from column `x` of line `y` to the right."""
        end = x + len(text)
        self.texts[y][x:end] = text
        self.numbers[y][x:end] = [number] * len(text)
        self.inks[y][x:end] = bytes((ink,)) * len(text)

    def copy(self) -> TextRows:
        rows = TextRows(0, 0)
        rows.texts, rows.numbers = [[*line] for line in self.texts], [[*line] for line in self.numbers]
        rows.inks = [bytearray(line) for line in self.inks]
        return rows

    def lines(self) -> list[str]:
        return ["".join(line) for line in self.texts]
