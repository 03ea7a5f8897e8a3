"""On what boards the puzzles of a dataset are made, and the columns that say on which a puzzle lies.

    plan      board = "hex", walls = "few", mask = "3f,1ff"    wishes in the words of recipes, a mask for every size
    row       kind "hex", walls [[3, 4], ...]                  what came of them, the words of JSON, cells as numbers

A shape or a file is read when the plan is made and is a mask from then on, so that no worker needs the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numlink.errors import InputError
from numlink.making.wishes import WISHES, Bridges, WallCells, Walls
from numlink.model.kinds.names import Kind
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import PLAIN, Layout, Wrap
from numlink.model.words import counted

LAID = ("board", "tiling", "wrap", "layers", "vias", "walls", "bridges")
"""Names of a plan's options that hold for the boards of every size."""

OPTIONS = (*LAID, "mask")
"""Names of all options of a plan about its boards; `mask` has a value for each size."""


@dataclass(frozen=True, slots=True)
class Boards:
    """What `Spec` says of one board, for all of a dataset; `masks`, where there are any, one for each size."""

    board: Kind = Kind.SQUARE
    tiling: Tiling | None = None
    wrap: Wrap = Wrap.NONE
    layers: int = 1
    vias: tuple[int, ...] | None = None
    walls: Walls | int | WallCells = Walls.NONE
    bridges: Bridges | int | tuple[int, ...] = Bridges.NONE
    masks: tuple[tuple[int, ...], ...] = ()

    @property
    def plain(self) -> bool:
        """Whether all boards are whole rectangles."""
        return self == RECTANGLES

    def fields(self, place: int) -> dict[str, Any]:
        """The arguments of a Spec for the size at this place of the plan."""
        found = {} if self.plain else {key: getattr(self, key) for key in LAID}
        return found | {"mask": self.masks[place]} if self.masks else found

    def options(self) -> dict[str, Any]:
        """What is not the default, as a configuration file says it.

        >>> Boards(board=Kind.HEX, layers=2, masks=((0, 3), ())).options()
        {'board': 'hex', 'layers': 2, 'mask': '9,0'}
        """
        found: dict[str, Any] = {}
        for key in LAID:
            value = getattr(self, key)
            if value != WISHES[key].default:
                found[key] = value if type(value) is int else WISHES[key].write(value)
        return found | ({"mask": ",".join(map(WISHES["mask"].write, self.masks))} if self.masks else {})


RECTANGLES = Boards()


def boards_from(options: Mapping[str, Any], sizes: int) -> Boards:
    """The boards with these options, each a value or its word; raises InputError for what is none.

    >>> boards_from({"board": "hex", "layers": 2, "mask": "9,0"}, 2).masks
    ((0, 3), ())
    """
    found = {key: value_of(key, options[key]) for key in LAID if key in options}
    mask = options.get("mask", ())
    if not isinstance(mask, str | tuple):
        raise _bad("mask", mask)
    masks = tuple(value_of("mask", part) for part in (mask.split(",") if isinstance(mask, str) else mask))
    if masks and len(masks) != sizes:
        raise InputError(f"there are {counted(len(masks), 'mask')} for {counted(sizes, 'size')}. Give as many.")
    return Boards(**found, masks=masks if any(masks) else ())


def value_of(key: str, given: Any) -> Any:
    """The value of a wish that is given as such or as its word; raises InputError for what is none."""
    wish = WISHES[key]
    try:
        return wish.read(given) if isinstance(given, str) else wish.take(given)
    except InputError:
        raise
    except (TypeError, ValueError):
        raise _bad(key, given) from None


def _bad(key: str, given: Any) -> InputError:
    return InputError(f"{key} must be a text such as a recipe has, not {given!r:.40}.")


COLUMNS = {
    "kind": "string", "wrap": "string", "layers": "int32",
    "vias": "list<int32>", "walls": "list<list<int32>>", "bridges": "list<int32>", "tiling": "string",
}  # fmt: skip
"""The columns that say how a board is laid, and their types; the names are those of JSON, and `tiling` holds JSON."""


def board_columns(layout: Layout) -> dict[str, Any]:
    """The columns of a layout; `vias` are None where layers meet everywhere, `tiling` where there are no polygons."""
    return {
        "kind": layout.kind.value,
        "wrap": layout.wrap.value,
        "layers": layout.layers,
        "vias": None if layout.vias is None else sorted(layout.vias),
        "walls": [list(wall) for wall in sorted(layout.walls)],
        "bridges": sorted(layout.bridges),
        "tiling": None if layout.tiling is None else layout.tiling.text,
    }


def known_columns(row: dict[str, Any]) -> dict[str, Any]:
    """The row with the columns of a rectangle in place of those of its board that are empty or missing."""
    return row | {name: what for name, what in board_columns(PLAIN).items() if row.get(name) is None}


RECTANGLE = board_columns(PLAIN)
"""The columns of a rectangle; a dataset written before there were these columns holds rectangles only."""


def layout_in(row: Mapping[str, Any]) -> Layout:
    """The layout of a row; raises InputError for one that has no meaning."""
    said = {name: row[name] for name in COLUMNS if row.get(name) is not None}
    if all(said[name] == RECTANGLE[name] for name in said):
        return PLAIN
    if "tiling" in said:
        said["tiling"] = Tiling.from_json(said["tiling"])
    try:
        return Layout(**said)
    except (TypeError, ValueError):
        raise InputError("its walls, bridges or vias are no cells.") from None
