"""Tilings: boards whose cells are polygons, given one by one, which are neighbours where they share a side.

So there are rings, Cairo pentagons, brick walls and maps.  The polygons are the value: two tilings are equal where
their corners are the same numbers in the same order.  Cells are numbered in the order of the polygons, so a tiling of n
is a board of n cells in one row, and every file lists them that way.  The same polygons in another order are another
board, and a tiling is not turned or mirrored: that would be another value, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from numlink.errors import InputError
from numlink.model.kinds.pattern import Pattern, Polygon


@dataclass(frozen=True, slots=True)
class Tiling:
    """Polygons, each a tuple of its corners (x, y), y downwards; lists are accepted.

    Raises InputError where they are no board: fewer than three corners, no area, NaN, overlaps, too many.

    >>> Tiling([[(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 1), (0, 1)]]).links
    ((0, 1),)
    """

    polygons: tuple[Polygon, ...]
    pattern: Pattern = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        from numlink.model.kinds.polygons import read_polygons  # only now: most boards have none
        from numlink.model.kinds.tiled import tiling_pattern

        object.__setattr__(self, "polygons", read_polygons(self.polygons))
        object.__setattr__(self, "pattern", tiling_pattern(self.polygons))

    def __reduce__(self) -> tuple[type[Tiling], tuple[tuple[Polygon, ...]]]:
        return Tiling, (self.polygons,)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its board: as many cells as polygons, in one row."""
        return len(self.polygons), 1

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells that share a side, the smaller first, in ascending order."""
        return tuple(
            sorted(
                (cell, cell + step[1])
                for cell, place in enumerate(self.pattern.cells)
                for step in place.steps
                if step and step[1] > 0
            )
        )

    @classmethod
    def from_json(cls, text: str) -> Tiling:
        """The tiling whose polygons are a text of JSON; raises InputError where that is none."""
        import json

        try:
            polygons = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"this is no JSON: {error}. Give polygons like [[[0,0],[1,0],[0,1]]].") from None
        return cls(polygons)

    @property
    def text(self) -> str:
        """The polygons as JSON in one word."""
        import json

        return json.dumps(self.lists(), separators=(",", ":"))

    def lists(self) -> list[list[list[float]]]:
        """The polygons as JSON has them; whole numbers without a point."""
        return [[[_short(x), _short(y)] for x, y in polygon] for polygon in self.polygons]


def tiling_of(given: Any) -> Tiling:
    """A tiling, from itself or its polygons."""
    return given if isinstance(given, Tiling) else Tiling(given)


def _short(number: float) -> float:
    return int(number) if number == int(number) else number
