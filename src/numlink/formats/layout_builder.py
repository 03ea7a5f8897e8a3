"""Adds parts to a board's layout while a file is read, so that each error can name its line or key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from numlink.model.grid import Coordinates, Grid
from numlink.model.layout import PLAIN

PARTS = ("tiling", "kind", "wrap", "layers", "bridges", "vias", "walls")
"""The parts of a layout, in the order in which they are added: a wall may cross a wrap, a via needs layers."""


def with_part(grid: Grid, part: str, value: Any) -> Grid:
    """The board with one more of PARTS; raises InputError if it cannot have it.

    Bridges are given as positions, walls as pairs of them; a via (row, column) joins all layers there, a via (layer,
    row, column) joins that layer and the next.
    """
    if part == "bridges":
        value = frozenset(grid.cell(*position) for position in value)
    elif part == "vias":
        value = frozenset(cell for position in value for cell in _via_cells(grid, position))
    elif part == "walls":
        value = frozenset((grid.cell(*first), grid.cell(*second)) for first, second in value)
    layout = replace(grid.layout, **{part: value})
    return replace(grid, layout=PLAIN if layout.plain else layout)


def _via_cells(grid: Grid, position: Coordinates) -> Iterator[int]:
    if len(position) == 2 and grid.layout.layers > 1:
        yield from (grid.cell(layer, *position) for layer in range(grid.layout.layers - 1))
    else:
        yield grid.cell(*position)
