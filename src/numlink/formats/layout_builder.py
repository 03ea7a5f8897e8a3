"""A Layout built step by step while a file is read, so that each error can name the line or key it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from numlink.model.grid import Coordinates, Grid
from numlink.model.layout import PLAIN, Layout


class LayoutDraft:
    """A layout while it is read; each method adds one part and raises InputError if the board cannot have that part.

    Call the methods in the order in which they stand here: the kind `tiling` needs polygons, a wall may lead across a
    wrap, a via needs layers.
    """

    __slots__ = ("grid",)

    def __init__(self, width: int, height: int, layout: Layout = PLAIN) -> None:
        self.grid = Grid(width, height, layout=layout)
        """The board so far."""

    @property
    def layout(self) -> Layout:
        return self.grid.layout

    def tiling(self, polygons: object) -> None:
        self._take(tiling=polygons)

    def kind(self, word: str) -> None:
        self._take(kind=word)

    def wrap(self, word: str) -> None:
        self._take(wrap=word)

    def layers(self, count: int) -> None:
        """Set the number of layers; the height is that of one."""
        self._take(layers=count)

    def bridges(self, positions: Iterable[Coordinates]) -> None:
        """Set the bridges: the positions of cells in which two paths cross."""
        self._take(bridges=frozenset(self.grid.cell(*position) for position in positions))

    def vias(self, positions: Iterable[Coordinates]) -> None:
        """Set the vias: (row, column) joins all layers there, (layer, row, column) that layer and the next."""
        layers = self.layout.layers
        cells = set()
        for position in positions:
            above = [(layer,) for layer in range(layers - 1)] if len(position) == 2 and layers > 1 else [()]
            cells |= {self.grid.cell(*layer, *position) for layer in above}
        self._take(vias=frozenset(cells))

    def walls(self, pairs: Iterable[Sequence[Coordinates]]) -> None:
        """Set the walls: pairs of positions of neighbours that are not linked."""
        self._take(walls=frozenset((self.grid.cell(*first), self.grid.cell(*second)) for first, second in pairs))

    def _take(self, **changes: Any) -> None:
        layout = replace(self.layout, **changes)
        self.grid = replace(self.grid, layout=PLAIN if layout.plain else layout)
