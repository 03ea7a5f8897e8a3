"""What a kind of board is: a pattern of cells that repeats every few rows and columns, and the kind's other properties.

    ┌───┬───┐                     rows 1, columns 1: all cells lie alike
    │   │   │
    └───┴───┘
     ___
    /   \\___                     rows 1, columns 2: cells of odd columns stand half a cell higher
    \\___/   \\
        \\___/

Coordinates are in cell units, x to the right, y downwards.  The cell in row r and column c has its middle at
`across * c + x, down * r + y`, where (x, y) is the `middle` of the cell that it repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot
from typing import Any

from numlink.model.kinds.names import Feature, Kind
from numlink.model.symmetry import AnySymmetry

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Offset = tuple[int, int]  # rows down and columns right of a cell
RowColumn = tuple[int, int]  # row and column of a cell on its layer


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters of plain text at a side of a cell; the first is `right` characters and `down` lines off its middle."""

    right: int
    down: int
    wall: str  # the characters if the side is a wall
    side: str = ""  # the characters if it is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """Shape, place and neighbours of a cell of a pattern.

    middle    its middle, in cell units from the point where the pattern begins
    corners   its corners, clockwise, relative to its middle
    steps     for each direction of `Grid.slots`, the offset of the cell next to it; None if the kind has none there
    sides     for each side, from a corner to the next, the direction of the cell behind it, -1 for none
    keys      the directions of the arrow keys up, right, down and left; if there are eight, then also those of the keys
              9, 3, 1 and 7 of a keypad; a key that leads nowhere has -1 or a direction without a step
    aside     the place, relative to its middle, of the mark for a path that goes to another layer
    lower     how many lines lower than the highest cells of its row plain text draws it
    marks     for each direction the characters at that side in plain text, None if another cell shows the side
    bends     for each direction the point, relative to its middle, where a line to the neighbour there bends; None if
              it is straight
    """

    middle: Point
    corners: tuple[Point, ...]
    steps: tuple[Offset | None, ...]
    sides: tuple[int, ...]
    keys: tuple[int, ...] = (0, 1, 2, 3)
    aside: Point = (0.32, 0.32)
    lower: int = 0
    marks: tuple[Mark | None, ...] = ()
    bends: tuple[Point | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pattern:
    """A kind of board.  With n directions in `Cell.steps`, direction d + n / 2 is the opposite of d.

    cells       the cells of the pattern, row by row; it has `rows` rows and `columns` columns
    across      the distance between neighbouring columns in cell units, `down` that between neighbouring rows
    feature     the name of the kind among the features of a board; None for squares
    refused     feature that boards of this kind cannot have -> the message that says so
    ahead       for each plane of `numlink.model.planes` the direction of its links
    ways        for each direction the number that the rules of deduction use for it (`engine.deduction.assignment`)
    clockwise   for each such number the next one clockwise; None if links cross, and for tilings
    lines       (row, column, width) -> the lines through a cell: one number for each way to cut the board into lines
    line        the word for a line that is neither row nor column
    square      right-then-down and down-then-right lead to the same cell, and no other two different steps do
    boxed       cells are squares: rows and columns cut the board into boxes, which plain text draws
    level       rows are straight lines of neighbouring cells
    aligned     a direction leads the same way from every cell
    sweep       (row, column) -> sort key; counting visits cells in this order, which keeps its frontier narrow
    norm        vectors; the length of a way is its largest scalar product with one of them, without sign.  Empty: the
                Euclidean length
    symmetries  the ways to turn and flip the board, the identity first
    carry       for kinds whose rectangles, once turned, are no rectangles: (positions, symmetry) -> where the symmetry
                takes each (row, column), none of them below 0.  None: a symmetry takes rectangles to rectangles
    straight    for kinds with links across corners: the kind without these links; None for the others
    """

    kind: Kind
    cells: tuple[Cell, ...]
    columns: int = 1
    rows: int = 1
    across: float = 1.0
    down: float = 1.0
    feature: Feature | None = None
    refused: Mapping[Feature, str] = field(default_factory=dict)
    ahead: tuple[int, ...] = ()
    ways: tuple[int, ...] = ()
    clockwise: bytes | None = None
    lines: Callable[[int, int, int], tuple[int, ...]]
    line: str = "diagonal"
    square: bool = False
    boxed: bool = False
    level: bool = True
    aligned: bool = True
    sweep: Callable[[int, int], tuple[float, float]] = lambda row, column: (row, column)
    norm: tuple[Point, ...] = ()
    symmetries: tuple[AnySymmetry, ...] = ()
    carry: Callable[[Sequence[RowColumn], AnySymmetry], list[RowColumn]] | None = None
    lacking: Mapping[str, str] = field(default_factory=dict)
    """Name of a symmetry -> what a board without solid cells needs for the symmetry to map it onto itself."""
    straight: Kind | None = None
    more_pairs: int = 0
    """A generated board gets this many per cent more pairs than a rectangle: with fewer, generation takes long."""
    outlines: Mapping[str, Callable[[int, int], list[bool]]] = field(default_factory=dict)
    """Name of a shape -> (width, height) -> whether each cell lies inside; other shapes go by middles of cells."""
    text: str = "onsquares"  # the key of the text in game/languages/en.json that says where a path may go
    sentence: str = ""  # the kind of cells, in words that follow "from cell to neighbouring cell" in a prompt
    described: str = ""  # the kind of cells, in words for the description of a picture

    def cell(self, row: int, column: int) -> Cell:
        """The cell of the pattern that is repeated at this row and column."""
        return self.cells[row % self.rows * self.columns + column % self.columns]

    @property
    def slanted(self) -> bool:
        """Whether plain text draws some cells of a row lower than others, so that lines between them slant."""
        return any(cell.lower for cell in self.cells)

    def middle(self, row: int, column: int) -> Point:
        """The middle of a cell, in cell units from the point where the pattern begins."""
        x, y = self.cell(row, column).middle
        return x + self.across * column, y + self.down * row

    def extent(self, width: int, height: int) -> tuple[float, float, float, float]:
        """(left rim, upper rim, breadth, height) of a board of this size, from where the pattern begins."""
        return _extent(self, width, height)

    def length(self, right: float, down: float) -> float:
        """The length of a way `right` and `down`, measured by `norm`; paths that follow a pointer use it."""
        if not self.norm:
            return hypot(right, down)
        return max(abs(right * x + down * y) for x, y in self.norm)


@lru_cache(maxsize=256)
def _extent(pattern: Pattern, width: int, height: int) -> tuple[float, float, float, float]:
    """`Pattern.extent`, from the cells of the first and the last repetition of the pattern each way."""
    rows = sorted({*range(min(height, pattern.rows)), *range(max(0, height - pattern.rows), height)})
    columns = sorted({*range(min(width, pattern.columns)), *range(max(0, width - pattern.columns), width)})
    points = [
        (x + right, y + down)
        for row in rows
        for column in columns
        for x, y in [pattern.middle(row, column)]
        for right, down in pattern.cell(row, column).corners
    ]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top


def pattern_data(pattern: Pattern) -> dict[str, Any]:
    """A pattern as JSON for the page: `cells` has each different cell once, `order` the index of each cell in it."""
    places: dict[Cell, int] = {}
    order = [places.setdefault(cell, len(places)) for cell in pattern.cells]
    return {
        "size": [pattern.rows, pattern.columns],
        "step": _rounded((pattern.across, pattern.down), 6),
        "cells": [_cell_data(cell) for cell in places],
        "order": order,
        "norm": [_rounded(point) for point in pattern.norm],
        "square": int(pattern.square),
        "boxed": int(pattern.boxed),
        "level": int(pattern.level),
        "corners": int(pattern.straight is not None),
        "refused": [feature.value for feature in pattern.refused],
        "text": pattern.text,
    }


def _cell_data(cell: Cell) -> dict[str, Any]:
    """A cell of a pattern as JSON; `keys` is left out if it is (0, 1, 2, 3), `bends` if nothing bends."""
    keys = cell.keys if cell.keys != (0, 1, 2, 3) else None
    return {
        "middle": _rounded(cell.middle),
        "corners": [_rounded(corner) for corner in cell.corners],
        "steps": cell.steps,
        "sides": cell.sides,
        "aside": _rounded(cell.aside),
        **({"keys": keys} if keys else {}),
        **({"bends": [bend and _rounded(bend) for bend in cell.bends]} if any(cell.bends) else {}),
    }


def _rounded(point: Iterable[float], digits: int = 4) -> list[float]:
    return [short(round(part, digits)) for part in point]


def short(number: float) -> float:
    """A number for JSON: an int if it is whole."""
    return int(number) if number == int(number) else number
