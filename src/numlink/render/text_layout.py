"""Where the cells of a board of any kind stand in characters, and the signs that lines are made of; nobody else knows.

x goes to the right, y downwards, both from 0.  A cell has a *place*, at which its dot or the first letter of its number
stands, `across` characters and `down` lines from the next.  The characters of a link lie in the *gap* between:

    left ┌─ across ─┐                       Hexagons stand in columns, some of them a line lower.  Where a link goes
         1 ─── · ─── 1   ┐                  over a rim that wraps there is a gap at both sides.  Layers stand side by
         │     │         │ down             side, or below each other.
         2     ·         2

What is put there is up to who draws: `canvas` puts paths and rims, `reasoning.board_text` puts what is known of links.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from numlink.errors import InputError
from numlink.model.grid import Grid

UP, LEFT, RIGHT, DOWN = 1, 2, 4, 8
"""Bits of the directions in which lines leave a place; their sum is the index into the tables of signs."""
LEVEL, UPRIGHT = LEFT | RIGHT, UP | DOWN
HEAVY = " ╹╸┛╺┗━┻╻┃┓┫┏┣┳╋"
TRIED = HEAVY.translate({ord("━"): "╍", ord("┃"): "╏"})
"""Signs of a path that is only tried out."""
FREE = " ╵╴┘╶└─┴╷│┐┤┌├┬┼"
"""Signs of a free line: the player's note, not a path."""
ROUND = "·╵╴╯╶╰─┼╷│╮┼╭┼┼┼"
LIGHT = " │─┘─└─┴││┐┤┌├┬┼"
DOUBLE = " ║═╝═╚═╩║║╗╣╔╠╦╬"
APART = 3
"""Characters between two layers that stand side by side; a blank line parts those below each other."""

CharacterPlace = tuple[int, int]


class Ink(IntEnum):
    """How strongly a sign without a colour of its own is drawn."""

    PLAIN = 0
    FAINT = 1
    FRAME = 2
    """Faint, and lit up when the game is won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How a board is set: characters and lines from a cell to the next, and around all cells, and signs for cells."""

    across: int
    down: int
    before: int = 0
    """The characters of a cell left of its place."""
    behind: int = 0
    """Those right of its place."""
    left: int = 2
    top: int = 1
    right: int = 2
    bottom: int = 1
    """Characters and lines around all cells."""
    lines: str = HEAVY
    solid: str = "▒"
    runs: bool = False
    """Whether solid cells side by side are one block."""
    dot: str = "·"

    @property
    def gap(self) -> int:
        """The characters between two cells."""
        return self.across - 1 - self.before - self.behind


class Heading(NamedTuple):
    """The way from a cell to a neighbour on its layer, `right` and `down` each -1, 0 or 1."""

    right: int
    down: int
    over: bool
    """Over a rim that wraps."""


def require_rows(grid: Grid) -> None:
    """Raise InputError where cells stand in no rows that characters could show."""
    if grid.layout.tiling is not None:
        raise InputError(
            "the cells of a tiling stand in no rows and columns that characters could show. Draw it with 'numlink show "
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
        self.layer = (0, down + 1) if below else (across + APART, 0)
        """Characters and lines from a layer to the next."""
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
        """By cell where it stands."""
        self._steps: dict[CharacterPlace, Heading | None] = {}

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell that a character is part of; None around the board and on corners that links lead across."""
        grid, setting = self.grid, self.setting
        layer = x // self.layer[0] if self.layer[0] else y // self.layer[1]
        x, y = x - layer * self.layer[0], y - layer * self.layer[1]
        column, aside = divmod(x - setting.left - setting.before + 1, setting.across)
        if not 0 <= column < grid.width:
            return None
        row, above = divmod(y - setting.top + setting.down - 1 - self._lower[column], setting.down)
        if grid.pattern.straight and aside == setting.across - 1 and not above:
            return None
        inside = 0 <= row < grid.height and 0 <= layer < grid.layout.layers
        return layer * grid.plane + row * grid.width + column if inside else None

    def written(self, cell: int, length: int) -> range:
        """Where the letters of a number stand: around the place of a cell, before or behind it, as there is room."""
        x, setting = self.places[cell][0], self.setting
        start = x if setting.behind > setting.before else x - length // 2 if setting.behind else x - length + 1
        return range(start, start + length)

    # ------------------------------------------------------------------ links

    def climbs(self, one: int, other: int) -> bool:
        """Whether two cells are on different layers."""
        return one // self.grid.plane != other // self.grid.plane

    def step(self, one: int, other: int) -> Heading | None:
        """The way between two cells of a layer; None where it is longer than a step and goes over no rim that wraps."""
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
        return Heading(
            _sign(right) * (-1 if far_right else 1), _sign(down) * (-1 if far_down else 1), far_right or far_down
        )

    def gap(self, cell: int, right: int, down: int) -> CharacterPlace:
        """The first character of the gap at a side of a cell."""
        x, y = self.places[cell]
        setting = self.setting
        aside = setting.behind + 1 if right > 0 else -setting.before - setting.gap if right else 0
        return x + aside, y + down

    def gaps(self, one: int, other: int) -> Iterator[CharacterPlace]:
        """Where the link of two neighbours on a layer is written: between them, at the rim on both sides where it goes
        over it.  Between columns of hexagons what falls stands beside its left cell, what rises above that.
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
    """Lines of characters, blank at first: in rows, as an object a character takes five times the time and memory.

    texts    the characters
    numbers  of the path that each belongs to, 0 for none
    inks     the Ink of those without a number
    """

    def __init__(self, width: int, height: int) -> None:
        self.texts = [[" "] * width for _ in range(height)]
        self.numbers = [[0] * width for _ in range(height)]
        self.inks = [bytearray(width) for _ in range(height)]

    def put(self, x: int, y: int, text: str, number: int = 0, ink: Ink = Ink.PLAIN) -> None:
        """Write characters from a place to the right."""
        end = x + len(text)
        self.texts[y][x:end] = text
        self.numbers[y][x:end] = [number] * len(text)
        self.inks[y][x:end] = bytes((ink,)) * len(text)

    def copy(self) -> TextRows:
        """The same characters, to be written over."""
        rows = TextRows(0, 0)
        rows.texts, rows.numbers = [[*line] for line in self.texts], [[*line] for line in self.numbers]
        rows.inks = [bytearray(line) for line in self.inks]
        return rows

    def lines(self) -> list[str]:
        """The characters of each line."""
        return ["".join(line) for line in self.texts]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
