"""Where the cells of a board lie in a picture, and which are neighbours: squares, or hexagons in columns or in rows.

Lengths are in *units*: the middles of two neighbours are one unit apart.  Hexagons in rows are treated as if rows and
columns were exchanged, so that a lattice's columns are always as the model has them (`numlink.model.kinds.hexagon`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi, sqrt
from typing import TYPE_CHECKING

import numpy as np

from numlink.model.kinds.hexagon import HEXAGON
from numlink.model.kinds.names import Kind
from numlink.model.kinds.square import SQUARE
from numlink.model.reach import parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cells = NDArray[np.bool_]

RAYS = 24
"""The number of directions in which cells are examined, clockwise from the right; ways to neighbours are among them."""

FARTHEST = 0.45
"""The length of rays, in units: a thick line begins at 0.46, and discs that reach as far fill their cells."""

Steps = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CellShape:
    """The shape of cells.  A *way* is a direction to a neighbour; of n ways, w + n / 2 leads back.

    rays     the ways, as numbers of rays
    steps    for each way, the (rows, columns) to the neighbour; in columns half a cell higher: `raised_steps`
    apart    the distance between columns, in units
    ends     the stretch of a side, in units from its middle, on which its line is examined: no path runs there
    outer_end    up to where it is examined beside a wide disc
    depth    how far from a side, in pixels of a patch, its line is compared with the ground: no disc reaches there
    uneven   how many times as thick as others of its kind a line may look: slanted ones fall between pixels
    turned   whether rows of the lattice are columns of the picture
    """

    kind: Kind
    rays: tuple[int, ...]
    steps: Steps
    raised_steps: Steps
    apart: float
    ends: tuple[float, float]
    outer_end: float
    depth: int
    uneven: float = 1.0
    turned: bool = False

    def ways(self) -> NDArray[np.float64]:
        """The unit vectors (right, down) of the ways: `[way, 2]`."""
        angles = np.array(self.rays) * (2 * pi / RAYS)
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)

    @property
    def forward(self) -> range:
        """Half of the ways, so that each side between two cells is met once."""
        return range(len(self.rays) // 2)


_FOUR: Steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
_LOWER: Steps = ((1, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (0, 1))
_RAISED: Steps = ((0, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1))

SQUARES = CellShape(SQUARE.kind, (0, 6, 12, 18), _FOUR, _FOUR, 1.0, (0.25, 0.4), 0.43, 7)
HEXAGONS = CellShape(HEXAGON.kind, (2, 6, 10, 14, 18, 22), _LOWER, _RAISED, sqrt(3) / 2, (0.17, 0.235), 0.26, 4, 1.4)
"""Hexagons with corners left and right; those that are turned have them at the top and at the bottom."""
TURNED_HEXAGONS = replace(HEXAGONS, rays=(4, 0, 20, 16, 12, 8), turned=True)


@dataclass(frozen=True, slots=True)
class CellLattice:
    """Cells in rows and columns, in pixels of a picture.

    left, top      the middle of the first cell, if it were not raised
    across, down   pixels of a unit
    framed         `[row, column]`: which cells are part of the board, as far as lines show
    raised         the parity (0 or 1) of the columns that stand half a cell higher; None: none do
    within         `[row, column]`: which cells may be part of the board
    goes_on        whether lines go on beyond the outline, so that a part of the board is missing
    """

    shape: CellShape
    left: float
    top: float
    across: float
    down: float
    framed: Cells
    within: Cells
    raised: int | None = None
    goes_on: bool = False

    @property
    def rows(self) -> int:
        return len(self.framed)

    @property
    def columns(self) -> int:
        return len(self.framed[0])

    def middle(self, row: float, column: int) -> tuple[float, float]:
        """The middle of a cell (x, y), also of one outside the lattice."""
        down = row - 0.5 * (column % 2 == self.raised)
        along = self.shape.apart * column
        right, down = (down, along) if self.shape.turned else (along, down)
        return self.left + self.across * right, self.top + self.down * down

    def middles(self) -> NDArray[np.float64]:
        """`[cell, 2]`: the middles of all cells."""
        rows, columns = np.indices(self.framed.shape).reshape(2, -1).tolist()
        return np.array([self.middle(row, column) for row, column in zip(rows, columns, strict=True)])

    def neighbours(self) -> NDArray[np.int_]:
        """`[cell, way]`: the neighbour of each cell, -1 outside the lattice."""
        rows, columns = np.indices(self.framed.shape).reshape(2, -1)
        found = []
        for step, raised in zip(self.shape.steps, self.shape.raised_steps, strict=True):
            higher = columns % 2 == self.raised
            row, column = (
                at + np.where(higher, up, low) for at, up, low in zip((rows, columns), raised, step, strict=True)
            )
            there = (row >= 0) & (row < self.rows) & (column >= 0) & (column < self.columns)
            found.append(np.where(there, row * self.columns + column, -1))
        return np.stack(found, axis=1)

    def places(self, around: int) -> NDArray[np.int_]:
        """`[cell, 2]`: the row and column of each cell of the lattice grown by `around`, as the model counts them from
        the first cell of this lattice."""
        rows, columns = np.indices((self.rows + 2 * around, self.columns + 2 * around)).reshape(2, -1) - around
        return np.stack([rows + (columns % 2 if self.raised == 0 else 0), columns], axis=1)

    def middle_of(self, row: int, column: int) -> tuple[float, float]:
        """The middle (x, y) of the cell at a row and column, counted as `places` does."""
        return self.middle(row - (column % 2 if self.raised == 0 else 0), column)

    def grown(self, by: int) -> CellLattice:
        """The lattice with so many more rows and columns of cells on each side, which are not framed."""
        return self._from(-by, -by, np.pad(self.framed, by), np.pad(self.within, by))

    def part(self, first: int, last: int, start: int, end: int) -> CellLattice:
        """The rows from `first` to before `last` and the columns from `start` to before `end`."""
        here = slice(first, last), slice(start, end)
        return self._from(first, start, self.framed[here], self.within[here])

    def is_near(self, other: CellLattice, *, within: float = 0.02) -> bool:
        """Whether another lattice has this size and place, up to so much of a cell."""
        if self.framed.shape != other.framed.shape:
            return False
        ends = [(*one.middle(0, 0), *one.middle(one.rows - 1, one.columns - 1)) for one in (self, other)]
        return all(abs(one - two) < within * self.across for one, two in zip(*ends, strict=True))

    def enlarged(self, by: float) -> CellLattice:
        """The lattice in pixels of a picture so many times as large."""
        return replace(self, left=by * self.left, top=by * self.top, across=by * self.across, down=by * self.down)

    def _from(self, row: int, column: int, framed: Cells, within: Cells) -> CellLattice:
        """The lattice that begins at this row and column of ours, with these cells."""
        right, down = (row, column) if self.shape.turned else (column, row)
        apart = self.shape.apart
        across, along = (1, apart) if self.shape.turned else (apart, 1)
        return replace(
            self,
            left=self.left + self.across * right * across,
            top=self.top + self.down * down * along,
            framed=framed,
            within=within,
            raised=None if self.raised is None else (self.raised - column) % 2,
        )


def largest(marked: Cells, neighbours: NDArray[np.int_]) -> Cells:
    """The largest connected set of marked cells."""
    cells = np.flatnonzero(marked).tolist()
    there = set(cells)
    links = {cell: there.intersection(others) for cell, others in zip(cells, neighbours[cells].tolist(), strict=True)}
    found = np.zeros_like(marked)
    found[max(parts(cells, links.__getitem__), key=len, default=[])] = True
    return found
