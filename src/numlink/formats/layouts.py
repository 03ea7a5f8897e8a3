"""From what files say about a board to its Layout, one thing after the other, so that each error has its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from numlink.model.grid import Coordinates, Grid
from numlink.model.layout import PLAIN, Layout


class LayoutDraft:
    """A layout while it is read; every call raises InputError for what has no meaning on the board so far.

    Call them in the order in which they stand here: a wall may lead across a wrap, a via needs layers.
    """

    __slots__ = ("height", "layout", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.layout: Layout = PLAIN

    @property
    def grid(self) -> Grid:
        """The board so far."""
        return Grid(self.width, self.height, layout=self.layout)

    def kind(self, word: str) -> None:
        """`hex` or `square`."""
        self._take(kind=word)

    def tiling(self, polygons: object) -> None:
        """Polygons, which make the board a tiling."""
        self._take(tiling=polygons)

    def wrap(self, word: str) -> None:
        """`rows`, `columns`, `both` or `none`."""
        self._take(wrap=word)

    def layers(self, count: int) -> None:
        """How many boards lie under each other; `height` is that of one."""
        self._take(layers=count)

    def bridges(self, positions: Iterable[Coordinates]) -> None:
        """Set the bridges: the positions of cells in which two paths cross."""
        self._take(bridges=frozenset(self.grid.cell(*position) for position in positions))

    def vias(self, positions: Iterable[Coordinates]) -> None:
        """Where layers meet: (row, column) through all, or (layer, row, column) for that layer and the next."""
        grid = self.grid
        cells = set()
        for position in positions:
            above = range(self.layout.layers - 1) if len(position) == 2 and self.layout.layers > 1 else None
            cells |= {grid.cell(*position)} if above is None else {grid.cell(layer, *position) for layer in above}
        self._take(vias=frozenset(cells))

    def walls(self, pairs: Iterable[Sequence[Coordinates]]) -> None:
        """Pairs of neighbours that are not linked."""
        grid = self.grid
        self._take(walls=frozenset((grid.cell(*first), grid.cell(*second)) for first, second in pairs))

    def _take(self, **changes: Any) -> None:
        layout = replace(self.layout, **changes)
        Grid(self.width, self.height, layout=layout)  # raises for what this size has no room for
        self.layout = PLAIN if layout.plain else layout
