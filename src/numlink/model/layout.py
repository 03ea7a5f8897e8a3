"""What makes a board more than a rectangle: kind, wraps, walls, bridges, layers.  A value; `Grid` lays it out.

    kind      how cells lie (`numlink.model.kinds`).  square: up to four neighbours; diagonal: squares with up to eight,
              across corners too, where two links cross that do not meet; hex: up to six; triangle: up to three
    tiling    the cells as polygons, one by one; those that share a side are neighbours
    wrap      rows: the last cell of every row is next to its first; columns: likewise; both: a torus
    walls     pairs of neighbours that are not linked
    bridges   cells with two tracks, straight across and straight down, which do not meet
    layers    boards under each other, `height` rows each; cells on top of each other are neighbours, everywhere or,
              where `vias` is given, only there: a via c joins the cells c and c + width * height

Hexagons and triangles do not wrap and have no bridges: an odd number of columns would not close, and a hexagon has
three ways straight across, not two, a triangle none.  A bridge reaches its four neighbours on its own layer only,
straight and never by a diagonal.  A diagonal passes the end of a wall but not through one that goes on: it is open
where walls leave a way round its corner on at least one side, and no wall names its own two cells.  It passes between
two solid cells.  A board with diagonals has one layer: of the eight ways from a cell that reasoning knows
(`engine.deduction.terrain`) they take what layers would need.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from operator import index

from numlink.errors import InputError
from numlink.model.kinds import PATTERNS
from numlink.model.kinds.names import Feature, Kind
from numlink.model.kinds.pattern import Pattern
from numlink.model.kinds.tiling import Tiling, tiling_of


class Wrap(Enum):
    """What is closed to a ring: nothing, every row, every column, or both."""

    NONE = "none"
    ROWS = "rows"
    COLUMNS = "columns"
    BOTH = "both"

    @property
    def rows(self) -> bool:
        """Whether the last cell of a row is next to its first."""
        return self in (Wrap.ROWS, Wrap.BOTH)

    @property
    def columns(self) -> bool:
        """Whether the last cell of a column is next to its first."""
        return self in (Wrap.COLUMNS, Wrap.BOTH)

    @classmethod
    def of(cls, *, rows: bool, columns: bool) -> Wrap:
        """The wrap that closes these."""
        return {(False, False): cls.NONE, (True, False): cls.ROWS, (False, True): cls.COLUMNS}.get(
            (rows, columns), cls.BOTH
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How the links of a board are laid, beside its width, height and solids; cells are numbered as in `Grid`.

    `kind` and `wrap` may be given as their words, `walls` as any pairs of cells.  Raises InputError for what has no
    meaning on a board of any size; what depends on the size `Grid` refuses.

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
        _set(self, "kind", _named(Kind, self.kind, "kind of board"))
        self._take_tiling()
        _set(self, "wrap", _named(Wrap, self.wrap, "wrap"))
        try:
            _set(self, "walls", frozenset(map(_pair, self.walls)))
            _set(self, "bridges", frozenset(map(index, self.bridges)))
            _set(self, "vias", None if self.vias is None else frozenset(map(index, self.vias)))
            _set(self, "layers", index(self.layers))
        except (TypeError, ValueError):
            raise InputError(
                "walls are pairs of cells, bridges and vias are cells, layers a number of them: whole numbers all. "
                "Give them like walls=[(0, 1)], bridges=[4], layers=2."
            ) from None
        if self.layers < 1:
            raise InputError(f"a board of {self.layers} layers has no cells. Give one layer or more.")
        if self.vias is not None and self.layers == 1:
            raise InputError("vias join layers, and this board has one layer. Give 'layers: 2' or leave the vias out.")
        if refused := self.pattern.refused:
            for feature in self.features():
                if feature in refused:
                    raise InputError(refused[feature])

    def _take_tiling(self) -> None:
        """A board is a tiling where polygons are given, and only there."""
        if self.tiling is not None:
            _set(self, "tiling", tiling_of(self.tiling))
            if self.kind is not self.tiling.pattern.kind and self.kind is not Kind.SQUARE:
                raise InputError(
                    f"polygons are a board of their own, not one of kind {self.kind.value}. Leave out one."
                )
            _set(self, "kind", self.tiling.pattern.kind)
        elif self.kind not in PATTERNS:
            raise InputError(
                f"a {self.kind.value} is given by its polygons: Layout(tiling=...) in Python, --board FILE on a "
                f"command line, a line '{self.kind.value}: [[[0,0],[1,0],[0,1]], ...]' in plain text, as a key in JSON."
            )

    @property
    def plain(self) -> bool:
        """Whether this lays the links of a plain rectangle."""
        return self is PLAIN or self == PLAIN

    @property
    def pattern(self) -> Pattern:
        """How the cells of this kind lie."""
        return PATTERNS[self.kind] if self.tiling is None else self.tiling.pattern

    def features(self) -> list[Feature]:
        """What this has that a plain rectangle has not.

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


def _named(kind: type[Enum], value: object, what: str) -> Enum:
    """The member of an enum, given as itself or as its word."""
    try:
        return kind(value)
    except ValueError:
        words = ", ".join(member.value for member in kind)
        raise InputError(f"{value!r:.40} names no {what}. Use one of {words}.") from None


PLAIN = Layout()
"""A plain rectangle."""
