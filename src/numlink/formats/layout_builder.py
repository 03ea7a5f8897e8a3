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

    __slots__ = ("_grid", "height", "layout", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.layout: Layout = PLAIN
        self._grid: Grid | None = None

    @property
    def grid(self) -> Grid:
        """The board so far; made once for each layout, since readers ask for it at each cell."""
        if self._grid is None:
            self._grid = Grid(self.width, self.height, layout=self.layout)
        return self._grid

    def tiling(self, polygons: object) -> None:
        self._take(tiling=polygons)

    def kind(self, word: str) -> None:
        self._take(kind=word)

    def wrap(self, word: str) -> None:
        self._take(wrap=word)

    def layers(self, count: int) -> None:
        """Set the number of layers; `height` is the height of one."""
        self._take(layers=count)

    def bridges(self, positions: Iterable[Coordinates]) -> None:
        """Set the bridges: the positions of cells in which two paths cross."""
        self._take(bridges=frozenset(self.grid.cell(*position) for position in positions))

    def vias(self, positions: Iterable[Coordinates]) -> None:
        """Set the vias: (row, column) joins all layers there, (layer, row, column) that layer and the next."""
        grid = self.grid
        cells = set()
        for position in positions:
            above = range(self.layout.layers - 1) if len(position) == 2 and self.layout.layers > 1 else None
            cells |= {grid.cell(*position)} if above is None else {grid.cell(layer, *position) for layer in above}
        self._take(vias=frozenset(cells))

    def walls(self, pairs: Iterable[Sequence[Coordinates]]) -> None:
        """Set the walls: pairs of positions of neighbours that are not linked."""
        grid = self.grid
        self._take(walls=frozenset((grid.cell(*first), grid.cell(*second)) for first, second in pairs))

    def _take(self, **changes: Any) -> None:
        layout = replace(self.layout, **changes)
        Grid(self.width, self.height, layout=layout)  # raises InputError if a board of this size cannot have it
        self.layout, self._grid = PLAIN if layout.plain else layout, None
