"""Where cells are and who their neighbours are.  Geometry lives only here.

Cells are ints, row-major, 0-based: `cell = row * width + column`.  A position is the pair `(row, column)`.
Links join two neighbouring cells that are not solid; they are numbered in scan order, for each cell first the
link to the right, then the link down:

    0 ─0─ 1 ─2─ 2          cells 0..5, links 0..6
    │     │     │
    1     3     4
    │     │     │
    3 ─5─ 4 ─6─ 5
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from numlink.errors import InputError

Position: TypeAlias = tuple[int, int]
"""`(row, column)`, 0-based."""

EMPTY = 0
SOLID = -1
"""What a cell holds when it holds no number."""

LARGEST_BOARD = 25_000_000
"""The most cells a board may have: what the lab generator grows within 2 GB."""


class Symmetry(Enum):
    """The eight ways to lay a rectangle on itself or its transpose; the value: `(transpose, flip rows, flip columns)`.

    A cell is first transposed, then flipped.
    """

    IDENTITY = (False, False, False)
    ROTATE_90 = (True, False, True)
    ROTATE_180 = (False, True, True)
    ROTATE_270 = (True, True, False)
    FLIP_ROWS = (False, True, False)
    FLIP_COLUMNS = (False, False, True)
    TRANSPOSE = (True, False, False)
    ANTITRANSPOSE = (True, True, True)


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of `width * height` cells of which `solids` may not be entered.

    Raises InputError for a size below 1x1 or above LARGEST_BOARD cells, and for solids outside the board.

    >>> Grid(3, 2).links()
    [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)]
    """

    width: int
    height: int
    solids: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise InputError(
                f"a board of {self.width}x{self.height} has no cells. Give a width and a height of at least 1."
            )
        if self.width * self.height > LARGEST_BOARD:
            raise InputError(
                f"a board of {self.width}x{self.height} is too large: at most {LARGEST_BOARD:,} cells fit in memory."
            )
        for cell in self.solids:
            if not 0 <= cell < self.size:
                raise InputError(f"solid cell {cell} lies outside a board of {self.width}x{self.height}.")

    @property
    def size(self) -> int:
        """The number of cells, solid ones included."""
        return self.width * self.height

    def cell(self, row: int, column: int) -> int:
        """The cell at a position inside the board; raises InputError outside it."""
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise InputError(
                f"({row},{column}) lies outside the board: rows are 0 to {self.height - 1}, "
                f"columns 0 to {self.width - 1}."
            )
        return row * self.width + column

    def position(self, cell: int) -> Position:
        """The `(row, column)` of a cell."""
        return divmod(cell, self.width)

    def open_cells(self) -> Iterator[int]:
        """The cells that a path may enter, in row-major order."""
        return (cell for cell in range(self.size) if cell not in self.solids)

    def neighbours(self, cell: int) -> list[int]:
        """The cells next to `cell` (up, left, right, down) that are not solid."""
        row, column = divmod(cell, self.width)
        around = []
        if row > 0:
            around.append(cell - self.width)
        if column > 0:
            around.append(cell - 1)
        if column < self.width - 1:
            around.append(cell + 1)
        if row < self.height - 1:
            around.append(cell + self.width)
        return [other for other in around if other not in self.solids]

    def adjacent(self, first: int, second: int) -> bool:
        """Whether two cells lie side by side (solid or not)."""
        distance = abs(first - second)
        return distance == self.width or (distance == 1 and first // self.width == second // self.width)

    def links(self) -> list[tuple[int, int]]:
        """All links in scan order, each as its two cells with the smaller first.  O(cells)."""
        links = []
        for cell in self.open_cells():
            if (cell + 1) % self.width and cell + 1 not in self.solids:
                links.append((cell, cell + 1))
            if cell + self.width < self.size and cell + self.width not in self.solids:
                links.append((cell, cell + self.width))
        return links

    def carry(self, cells: Iterable[int], symmetry: Symmetry) -> list[int]:
        """Where `symmetry` takes each of `cells`, as cells of the transformed board.

        >>> Grid(3, 2).carry([0, 1, 2], Symmetry.ROTATE_90)
        [1, 3, 5]
        """
        transpose, flip_rows, flip_columns = symmetry.value
        width, height = (self.height, self.width) if transpose else (self.width, self.height)
        carried = []
        for cell in cells:
            row, column = divmod(cell, self.width)
            if transpose:
                row, column = column, row
            if flip_rows:
                row = height - 1 - row
            if flip_columns:
                column = width - 1 - column
            carried.append(row * width + column)
        return carried

    def transformed(self, symmetry: Symmetry) -> Grid:
        """This grid as `symmetry` lays it."""
        width, height = (self.height, self.width) if symmetry.value[0] else (self.width, self.height)
        return Grid(width, height, frozenset(self.carry(self.solids, symmetry)))


@lru_cache(maxsize=256)
def source_cells(width: int, height: int, symmetry: Symmetry) -> tuple[int, ...]:
    """For each cell of a board as `symmetry` lays it, the cell of the width x height board that comes to lie there."""
    sources = [0] * (width * height)
    for cell, there in enumerate(Grid(width, height).carry(range(width * height), symmetry)):
        sources[there] = cell
    return tuple(sources)
