"""The columns of a row that describe its board: named as in JSON, with cells as indices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numlink.errors import InputError
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import PLAIN, Layout

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
