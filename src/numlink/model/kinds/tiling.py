"""Tilings: boards whose cells are polygons, given one by one; two cells are neighbours if they share a side.

Cells are numbered in the order of the polygons: a tiling of n polygons is a board of one row of n cells.  Two tilings
are equal if their corners are the same numbers in the same order.  A tiling is never turned or mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from numlink.errors import InputError
from numlink.model.kinds.pattern import Pattern, Polygon, pattern_data, short
from numlink.model.words import json_fault


@dataclass(frozen=True, slots=True)
class Tiling:
    """Polygons, each a tuple of its corners (x, y), y downwards; lists are accepted.

    Raises InputError if they make no board: fewer than three corners, no area, NaN, overlaps, too many polygons.

    >>> Tiling([[(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 1), (0, 1)]]).links
    ((0, 1),)
    """

    polygons: tuple[Polygon, ...]
    pattern: Pattern = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        from numlink.model.kinds.polygons import read_polygons  # imported here: most boards have none
        from numlink.model.kinds.tiling_pattern import tiling_pattern

        object.__setattr__(self, "polygons", read_polygons(self.polygons))
        object.__setattr__(self, "pattern", tiling_pattern(self.polygons))

    def __reduce__(self) -> tuple[type[Tiling], tuple[tuple[Polygon, ...]]]:
        return Tiling, (self.polygons,)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its board: one row with a cell for each polygon."""
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
        """The tiling whose polygons `text` lists as JSON; raises InputError if it does not."""
        import json

        try:
            polygons = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"this is not JSON: {json_fault(error)}. Give polygons like [[[0,0],[1,0],[0,1]]]."
            ) from None
        return cls(polygons)

    @property
    def text(self) -> str:
        """The polygons as JSON without blanks."""
        import json

        return json.dumps(self.lists(), separators=(",", ":"))

    def data(self) -> dict[str, Any]:
        """The pattern of the tiling as the page in a browser reads it, with its polygons."""
        return pattern_data(self.pattern) | {"polygons": self.lists()}

    def lists(self) -> list[list[list[float]]]:
        """The polygons as lists for JSON; whole numbers are ints."""
        return [[[short(x), short(y)] for x, y in polygon] for polygon in self.polygons]


def tiling_of(given: Any) -> Tiling:
    """The given Tiling, or the Tiling of the given polygons."""
    return given if isinstance(given, Tiling) else Tiling(given)
