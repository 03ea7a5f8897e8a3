"""What a kind of board is: a pattern of cells that repeats every few rows and columns, and what is special about it.

    ┌───┬───┐                     rows 1, columns 1: every cell lies as the first
    │   │   │
    └───┴───┘
     ___
    /   \\___                     rows 1, columns 2: cells of odd columns stand half a cell higher
    \\___/   \\
        \\___/

Coordinates are in cell units, x to the right, y downwards.  The cell in row r and column c has its middle at
`across * c + x, down * r + y`, where (x, y) is the `middle` of the cell of the pattern that it repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot

from numlink.model.kinds.names import Feature, Kind
from numlink.model.symmetry import AnySymmetry

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Offset = tuple[int, int]
"""Rows down and columns right of a cell."""

RowColumn = tuple[int, int]
"""Row and column of a cell on its layer."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters that stand for a side of a cell: the first is `right` characters and `down` lines off its middle."""

    right: int
    down: int
    wall: str
    side: str = ""
    """What stands there where there is no wall."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """How a cell of a pattern lies.

    steps     by direction the cell that lies next to it, None where the kind has none there; as in `Grid.slots`
    sides     per side, from each corner to the next, the direction of the cell behind it, -1 for none
    keys      the directions of the arrows up, right, down and left, then, where there are more, of the keys 9, 3, 1 and
              7 of a keypad; -1 where one leads nowhere
    aside     where, seen from its middle, it is marked that a path goes to another layer
    lower     lines by which it stands lower in plain text
    marks     by direction how plain text shows that side, None where another cell shows it
    bends     by direction where, seen from its middle, a line to the neighbour there bends, None where it is straight
    """

    middle: Point
    corners: tuple[Point, ...]
    """Round the middle, clockwise."""
    steps: tuple[Offset | None, ...]
    sides: tuple[int, ...]
    keys: tuple[int, ...] = (0, 1, 2, 3)
    aside: Point = (0.32, 0.32)
    lower: int = 0
    marks: tuple[Mark | None, ...] = ()
    bends: tuple[Point | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pattern:
    """A kind of board.  Of the directions of `Cell.steps` the second half leads back.

    feature     what the kind adds to a plain rectangle
    refused     what boards of this kind cannot have, with the message that says so
    ahead       the direction of the links of each plane (`numlink.model.planes`)
    ways        per direction the way that the rules of deduction call it (`engine.deduction.terrain`)
    clockwise   per way the next one clockwise, where links can be drawn in the plane; else None
    lines       the lines that a (row, column) lies on in a board of that width, in each way to cut it into lines
    line        what a line is called that is no row and no column
    square      two steps, one to the right and one down, come to the same cell in either order, and no others do
    boxes       rows and columns cut the board into boxes
    boxed       cells are squares, so that plain text draws their sides as boxes
    level       the cells of a row lie one after the other
    aligned     a direction leads the same way from every cell
    sweep       the order of a cell down and to the right, in which a frontier that sweeps stays narrow
    norm        vectors: the length of a way is its largest product with one, without sign; none: the usual length
    symmetries  the ways to turn and flip the board
    carry       where a symmetry takes (row, column) pairs, moved so that none is below 0, where boards are cut out to
                their open cells for it; None: it takes rectangles to rectangles
    straight    the kind without links across corners
    """

    kind: Kind
    cells: tuple[Cell, ...]
    """Row by row of the pattern."""
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
    boxes: bool = False
    boxed: bool = False
    level: bool = True
    aligned: bool = True
    sweep: Callable[[int, int], tuple[float, float]] = lambda row, column: (row, column)
    norm: tuple[Point, ...] = ()
    symmetries: tuple[AnySymmetry, ...] = ()
    carry: Callable[[Sequence[RowColumn], AnySymmetry], list[RowColumn]] | None = None
    lacking: Mapping[str, str] = field(default_factory=dict)
    """By the name of a symmetry what a whole board needs for it."""
    straight: Kind | None = None
    more_pairs: int = 0
    """Percent by which a made board has more pairs than a rectangle, so that boards are found at once."""
    outlines: Mapping[str, Callable[[int, int], list[bool]]] = field(default_factory=dict)
    """Shapes that are cut out of a board of a width and height otherwise than by the middles of cells."""
    text: str = "onsquares"
    """The game's text (game/languages/en.json) that says where a path may go."""
    sentence: str = ""
    """The same for a prompt, behind "from cell to neighbouring cell"."""
    described: str = ""
    """The same for who cannot see a picture."""

    def cell(self, row: int, column: int) -> Cell:
        """The cell of the pattern that a place repeats."""
        return self.cells[row % self.rows * self.columns + column % self.columns]

    @property
    def slanted(self) -> bool:
        """Whether plain text joins cells of one row by a slanted line."""
        return any(cell.lower for cell in self.cells)

    def middle(self, row: int, column: int) -> Point:
        """The middle of a cell, from where the pattern begins."""
        x, y = self.cell(row, column).middle
        return x + self.across * column, y + self.down * row

    def extent(self, width: int, height: int) -> tuple[float, float, float, float]:
        """The left and upper rim of a board of that size, from where the pattern begins, its breadth and its height."""
        return _extent(self, width, height)

    def length(self, right: float, down: float) -> float:
        """How far a way leads, as it is measured when a pointer is followed."""
        if not self.norm:
            return hypot(right, down)
        return max(abs(right * x + down * y) for x, y in self.norm)

    def across_corner(self, direction: int) -> bool:
        """Whether a direction leads over no side of a cell."""
        return self.straight is not None and all(direction not in cell.sides for cell in self.cells)


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
