"""The frontier's sweeps of rectangles: cell by cell if paths may touch, else link by link."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from numlink.engine.arrays import link_cells
from numlink.engine.frontier.directions import Copy, GraphRace, Race, census_sweep
from numlink.engine.frontier.elimination_order import EliminationOrder
from numlink.engine.frontier.graph import GraphFrontierNoTouch
from numlink.engine.frontier.sweep import PAUSED, Sweep
from numlink.engine.frontier.touching import Frontier


def elimination(width: int, height: int, cells: list[int], order: list[int] | None = None) -> EliminationOrder:
    """A rectangle link by link, row after row or in the given order."""
    order = [cell for cell, content in enumerate(cells) if content >= 0] if order is None else order
    return EliminationOrder(cells, link_cells(width, height, array("i", cells)), order)


def sweep_of(copy: Copy, *, touch: bool, **options: Any) -> Sweep:
    """The sweep of a copy: cell by cell if paths may touch, else link by link."""
    if touch:
        return Frontier(copy.width, copy.height, copy.cells, links=copy.links, **options)
    order = elimination(copy.width, copy.height, copy.cells)
    return GraphFrontierNoTouch(order, copy.cells, links=copy.links, **options)


def race_of(
    width: int,
    height: int,
    cells: Sequence[int],
    *,
    touch: bool = True,
    links: Sequence[int] | None = None,
    **options: Any,
) -> Race:
    """The race of a rectangle, with `links` fixed (1 on, -1 off); without touching, rows and columns, both ways."""
    if touch:
        return Race(width, height, cells, links=links, **options)
    rows = [cell for cell, content in enumerate(cells) if content >= 0]
    columns = sorted(rows, key=lambda cell: (cell % width, cell))
    orders = [rows, rows[::-1], columns, columns[::-1]]
    ends = link_cells(width, height, array("i", cells))
    return GraphRace(cells, ends, orders, touch=False, fixed=links, widest=28, **options)


def census(width: int, height: int, *, fill: bool = True, solids: Sequence[int] = ()) -> list[int]:
    """The counts of a full census of a rectangle on which paths may touch."""
    sweep = census_sweep(width, height, fill=fill, solids=solids)
    while sweep.advance(200_000) == PAUSED:
        pass
    return sweep.totals()
