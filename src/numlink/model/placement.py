"""Boards turned, flipped, cut out to their open cells or shifted along their wraps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from numlink.model.layout import PLAIN, Wrap
from numlink.model.symmetry import AnySymmetry, Symmetry, square_steps

if TYPE_CHECKING:
    from numlink.model.grid import Grid


@dataclass(frozen=True, slots=True)
class Placement:
    """A grid after a move, and for each cell before the move its cell in `grid`, -1 if it was cut away."""

    grid: Grid
    places: tuple[int, ...]


def turned(grid: Grid, symmetry: AnySymmetry) -> Placement:
    """The grid turned and flipped by `symmetry`, and cut out to its open cells if its kind needs that."""
    if not isinstance(symmetry, Symmetry) or grid.layout.pattern.carry is not None:
        return cut_out(grid, symmetry)
    start, down, right = square_steps(grid.width, grid.height, symmetry)
    rows = [
        layer * grid.plane + start + down * row for layer in range(grid.layout.layers) for row in range(grid.height)
    ]
    places = [first + right * column for first in rows for column in range(grid.width)]
    transposed = symmetry.value[0]
    width, height = (grid.height, grid.width) if transposed else (grid.width, grid.height)
    return _placed(grid, width, height, places, transposed=transposed)


def cut_out(grid: Grid, symmetry: AnySymmetry) -> Placement:
    """The grid turned and flipped by `symmetry`, in the smallest rectangle that holds its open cells then."""
    carry = grid.layout.pattern.carry
    assert carry is not None
    cells = list(grid.open_cells()) or list(range(grid.size))
    flat = carry([divmod(cell % grid.plane, grid.width) for cell in cells], symmetry)
    width, height = 1 + max(column for _, column in flat), 1 + max(row for row, _ in flat)
    places = [-1] * grid.size
    for cell, (row, column) in zip(cells, flat, strict=True):
        places[cell] = (cell // grid.plane * height + row) * width + column
    return _placed(grid, width, height, places, transposed=False)


def moved(grid: Grid, down: int, right: int, *, upside_down: bool) -> Placement:
    """The grid shifted along its wraps by `down` rows and `right` columns; `upside_down` reverses its layers."""
    places = []
    for cell in range(grid.size):
        layer, place = divmod(cell, grid.plane)
        row, column = divmod(place, grid.width)
        layer = grid.layout.layers - 1 - layer if upside_down else layer
        row, column = (row + down) % grid.height, (column + right) % grid.width
        places.append((layer * grid.height + row) * grid.width + column)
    return _placed(grid, grid.width, grid.height, places, transposed=False)


def _placed(grid: Grid, width: int, height: int, places: Sequence[int], *, transposed: bool) -> Placement:
    """The board on which cell c of `grid` lies at places[c]; after a cut, cells that come from no cell are solid."""
    layout = grid.layout
    if layout.pattern.carry is not None:
        size = width * height * layout.layers
        solids = frozenset(range(size)).difference([places[cell] for cell in grid.open_cells()])
    else:
        solids = frozenset(places[cell] for cell in grid.solids)
    if layout is not PLAIN:
        wrap = Wrap.of(rows=layout.wrap.columns, columns=layout.wrap.rows) if transposed else layout.wrap
        layout = replace(
            layout,
            wrap=wrap,
            walls=frozenset((places[a], places[b]) for a, b in layout.walls if places[a] >= 0 and places[b] >= 0),
            bridges=frozenset(places[cell] for cell in layout.bridges),
            # the smaller of a via's two cells is the upper one, or -1 if one was cut away
            vias=layout.vias and frozenset(min(places[via], places[via + grid.plane]) for via in layout.vias) - {-1},
        )
    board = replace(grid, width=width, height=height, solids=solids, layout=layout)
    return Placement(board, tuple(places))
