"""What makes a board more than a rectangle: kind, wraps, walls, bridges, layers.  `Grid` turns it into cells and links.

    kind      the shape of cells (`numlink.model.kinds`).  square: up to four neighbours; diagonal: squares with up to
              eight, across corners too, where two links cross without meeting; hex: up to six; triangle: up to three
    tiling    the cells as polygons, one by one; polygons that share a side are neighbours
    wrap      rows: the last cell of every row is next to its first; columns: likewise; both: a torus
    walls     pairs of neighbours that are not linked
    bridges   cells with two tracks, straight across and straight down, which do not meet
    layers    the number of boards on top of each other, `height` rows each
    vias      None: every cell is a neighbour of the cell below it; else only these are: a via c joins the cells c and
              c + width * height

Hexagons and triangles have no wraps and no bridges.  A bridge has four links, up, right, down, left on its own layer.
A diagonal link joins cells 0 and 3 if no wall names these two and walls leave a way round the corner, 0-1-3 or 0-2-3;
solid cells do not block it.  A board with diagonals has one layer: reasoning knows eight ways out of a cell.

    0 1
    2 3
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from operator import index

from numlink.errors import InputError, quoted
from numlink.model.arguments import member, whole
from numlink.model.kinds import PATTERNS
from numlink.model.kinds.names import Feature, Kind
from numlink.model.kinds.pattern import Pattern
from numlink.model.kinds.tiling import Tiling, tiling_of
from numlink.model.words import counted


class Wrap(Enum):
    """What wraps: nothing, every row (its last cell is next to its first), every column, or both."""

    NONE = "none"
    ROWS = "rows"
    COLUMNS = "columns"
    BOTH = "both"

    def __init__(self, word: str) -> None:
        self.rows = word in ("rows", "both")  # whether the last cell of a row is next to its first
        self.columns = word in ("columns", "both")  # whether the last cell of a column is next to its first

    @classmethod
    def of(cls, *, rows: bool, columns: bool) -> Wrap:
        """The wrap for these two answers: do rows wrap, do columns wrap?"""
        return (cls.NONE, cls.COLUMNS, cls.ROWS, cls.BOTH)[2 * rows + columns]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What defines a board besides its width, height and solids; cells are numbered as in `Grid`, which checks them.

    `kind` and `wrap` may be given as their words, the cells of a wall in either order.  Raises InputError for wrong
    types, no layer, vias on one layer, and features that the kind cannot have.

    >>> Layout(wrap="rows", walls=[(4, 3)])
    Layout(wrap=rows, walls=[(3, 4)])
    """

    kind: Kind = Kind.SQUARE
    wrap: Wrap = Wrap.NONE
    walls: frozenset[tuple[int, int]] = frozenset()
    bridges: frozenset[int] = frozenset()
    layers: int = 1
    vias: frozenset[int] | None = None
    tiling: Tiling | None = None

    def __post_init__(self) -> None:
        _set(self, "kind", member(Kind, self.kind, "kind of board"))
        self._take_tiling()
        _set(self, "wrap", member(Wrap, self.wrap, "wrap"))
        try:
            _set(self, "walls", frozenset(map(_pair, self.walls)))
            _set(self, "bridges", frozenset(map(index, self.bridges)))
            _set(self, "vias", None if self.vias is None else frozenset(map(index, self.vias)))
            _set(self, "layers", index(self.layers))
        except (TypeError, ValueError):
            raise InputError(
                "walls must be pairs of cells, bridges and vias cells, and layers a count, all whole numbers. "
                "Give them like walls=[(0, 1)], bridges=[4], layers=2."
            ) from None
        if self.layers < 1:
            raise InputError(f"a board of {quoted(self.layers)} layers has no cells. Give one layer or more.")
        if self.vias is not None and self.layers == 1:
            raise InputError("vias connect layers, but this board has one. Give 'layers: 2' or leave the vias out.")
        if refused := self.pattern.refused:
            for feature in self.features():
                if feature in refused:
                    raise InputError(refused[feature])

    def _take_tiling(self) -> None:
        """Set `kind` to tiling if there are polygons; raise InputError if `kind` and `tiling` disagree."""
        if self.tiling is not None:
            _set(self, "tiling", tiling_of(self.tiling))
            if self.kind is not self.tiling.pattern.kind and self.kind is not Kind.SQUARE:
                raise InputError(f"polygons are a board of kind tiling, not {self.kind.value}. Leave one of them out.")
            _set(self, "kind", self.tiling.pattern.kind)
        elif self.kind not in PATTERNS:
            raise InputError(
                f"a {self.kind.value} is given by its polygons: Layout(tiling=...) in Python, --board FILE on a "
                f"command line, a line '{self.kind.value}: [[[0,0],[1,0],[0,1]], ...]' in plain text, as a key in JSON."
            )

    @property
    def plain(self) -> bool:
        """Whether this is the layout of a plain rectangle."""
        return self is PLAIN or self == PLAIN

    @property
    def pattern(self) -> Pattern:
        """The pattern of this kind of board."""
        return PATTERNS[self.kind] if self.tiling is None else self.tiling.pattern

    def features(self) -> list[Feature]:
        """What this layout has and a plain rectangle does not.

        >>> [feature.value for feature in Layout(kind="hex", layers=2).features()]
        ['hexagons', 'layers']
        """
        kind = self.pattern.feature
        present = {
            Feature.WRAP: self.wrap is not Wrap.NONE,
            Feature.WALLS: bool(self.walls),
            Feature.BRIDGES: bool(self.bridges),
            Feature.LAYERS: self.layers > 1,
        }
        return ([kind] if kind else []) + [feature for feature, there in present.items() if there]

    def __repr__(self) -> str:
        parts = [f"kind={self.kind.value}"] if self.kind is not Kind.SQUARE else []
        parts += [f"tiling={len(self.tiling.polygons)} polygons"] if self.tiling is not None else []
        parts += [f"wrap={self.wrap.value}"] if self.wrap is not Wrap.NONE else []
        parts += [f"walls={sorted(self.walls)}"] if self.walls else []
        parts += [f"bridges={sorted(self.bridges)}"] if self.bridges else []
        parts += [f"layers={self.layers}"] if self.layers > 1 else []
        parts += [f"vias={sorted(self.vias)}"] if self.vias is not None else []
        return f"Layout({', '.join(parts)})"


def _set(layout: Layout, name: str, value: object) -> None:
    object.__setattr__(layout, name, value)


def _pair(wall: Iterable[int]) -> tuple[int, int]:
    first, second = map(index, wall)
    return (first, second) if first < second else (second, first)


PLAIN = Layout()  # a plain rectangle


class HasLayout:
    """The base of Puzzle, Solution and Grid, which have a size and a layout."""

    __slots__ = ()
    width: int
    height: int
    layout: Layout

    def _take_sides(self) -> None:
        """Make width and height ints; raise InputError unless both are whole numbers of at least 1."""
        for name in ("width", "height"):
            if type(side := getattr(self, name)) is not int:
                object.__setattr__(self, name, whole(side, f"a {name}"))
        if self.width < 1 or self.height < 1:
            size = sides_in_words(self.width, self.height, None)
            raise InputError(f"a board of {size} has no cells. Give a width and a height of at least 1.")

    def position(self, cell: int) -> tuple[int, ...]:
        """The `(row, column)` of a cell, or with layers its `(layer, row, column)`, from 0."""
        row, column = divmod(cell, self.width)
        return (row, column) if self.layout.layers == 1 else (*divmod(row, self.height), column)

    def where(self, cell: int) -> str:
        """How messages name a cell: `row 3, column 7`, `layer 2, row 3, column 7` or, in a tiling, `cell 7`, from 1."""
        if self.layout.tiling is not None:
            return f"cell {cell + 1}"
        parts = ("row", "column") if self.layout.layers == 1 else ("layer", "row", "column")
        return ", ".join(f"{part} {at + 1}" for part, at in zip(parts, self.position(cell), strict=True))


def size_in_words(board: HasLayout) -> str:
    """The size of a layer of a board: `12x8`; for a tiling, which has no rows, `36 cells`."""
    return sides_in_words(board.width, board.height, board.layout.tiling)


def whole_size_in_words(board: HasLayout) -> str:
    """The size of a board as messages say it: like `size_in_words`, with two layers `12x8x2`."""
    return sides_in_words(board.width, board.height, board.layout.tiling, layers=board.layout.layers)


def sides_in_words(width: int, height: int, tiling: Tiling | None, *, layers: int = 1) -> str:
    """Like `whole_size_in_words`, for a board that does not exist yet."""
    if tiling is not None:
        return counted(width * height, "cell")
    # quoted, because an impossible size may have too many digits
    return "x".join(map(quoted, (width, height, layers) if layers > 1 else (width, height)))
