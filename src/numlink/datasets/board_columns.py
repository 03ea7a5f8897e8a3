"""The boards of a dataset: the options of a plan that describe them, and the columns of a row that do.

    plan      board = "hex", walls = "few", mask = "3f,1ff"    wishes, written as in recipes; a mask for every size
    row       kind "hex", walls [[3, 4], ...]                  the board that was made, named as in JSON, with
                                                               cells as indices

A shape or a file is read when the plan is made and becomes a mask, so that no worker needs the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numlink.errors import InputError, quoted
from numlink.making.wish_values import Bridges, WallCells, Walls
from numlink.making.wishes import WISHES
from numlink.model.kinds.names import Kind
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import PLAIN, Layout, Wrap
from numlink.model.words import counted

LAID = ("board", "tiling", "wrap", "layers", "vias", "walls", "bridges")
"""The options of a plan about its boards that have one value for all sizes."""

OPTIONS = (*LAID, "mask")
"""All options of a plan about its boards; `mask` has a value for each size."""


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a dataset: fields of `Spec` for all sizes; `masks` has one mask for each size, or is empty."""

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
        """Whether all boards are plain rectangles without a mask."""
        return self == RECTANGLES

    def fields(self, place: int) -> dict[str, Any]:
        """The arguments of a Spec that describe the board, for size number `place` of the plan."""
        found = {} if self.plain else {key: getattr(self, key) for key in LAID}
        return found | {"mask": self.masks[place]} if self.masks else found

    def options(self) -> dict[str, Any]:
        """The options that differ from their defaults, as in a configuration file.

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
"""Boards without any wish."""


def boards_from(options: Mapping[str, Any], sizes: int) -> Boards:
    """The Boards with these options, each given as a value or as its text in a recipe; `sizes` is the number of sizes.

    Raises InputError for a bad value, and for more or fewer masks than sizes.

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
    """The value of the wish `key`, given as a value or as its text in a recipe; raises InputError for a bad one."""
    wish = WISHES[key]
    try:
        return wish.read(given) if isinstance(given, str) else wish.take(given)
    except InputError:
        raise
    except (TypeError, ValueError):
        raise _bad(key, given) from None


def _bad(key: str, given: Any) -> InputError:
    return InputError(f"{key} must be a text such as a recipe has, not {quoted(given)}.")


COLUMNS = {
    "kind": "string", "wrap": "string", "layers": "int32",
    "vias": "list<int32>", "walls": "list<list<int32>>", "bridges": "list<int32>", "tiling": "string",
}  # fmt: skip
"""The columns that describe a board, with their types.  Names are those of JSON files; `tiling` holds JSON text."""


def board_columns(layout: Layout) -> dict[str, Any]:
    """The values of COLUMNS for a layout; `vias` is None if layers meet everywhere, `tiling` if there are
    no polygons.
    """
    return {
        "kind": layout.kind.value,
        "wrap": layout.wrap.value,
        "layers": layout.layers,
        "vias": None if layout.vias is None else sorted(layout.vias),
        "walls": [list(wall) for wall in sorted(layout.walls)],
        "bridges": sorted(layout.bridges),
        "tiling": None if layout.tiling is None else layout.tiling.text,
    }


RECTANGLE = board_columns(PLAIN)
"""The values of COLUMNS for a plain rectangle."""


def layout_in(row: Mapping[str, Any]) -> Layout:
    """The layout that the columns of a row describe; raises InputError if they describe none."""
    said = {name: row[name] for name in COLUMNS if row[name] is not None}
    if all(said[name] == RECTANGLE[name] for name in said):
        return PLAIN
    try:
        if "tiling" in said:
            said["tiling"] = Tiling.from_json(said["tiling"])
        return Layout(**said)
    except InputError:
        raise
    except (TypeError, ValueError):
        raise InputError("its walls, bridges or vias are no cells.") from None
