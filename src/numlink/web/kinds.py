"""What the page knows of kinds of boards: their patterns as data, in static/kinds.js.  `python -m numlink.web.kinds`
writes that file anew; a test holds it to the values it comes from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from numlink.model.kinds import PATTERNS
from numlink.model.kinds.pattern import Cell, Pattern

SCRIPT = Path(__file__).parent / "static" / "kinds.js"
HEAD = """// Kinds of boards as data: where cells lie and which cells are beside them.  Made from numlink.model.kinds by
// `python -m numlink.web.kinds`; `Pattern` and `Cell` there say what the names mean.

"""
TYPE = '/** @type {Record<string, import("./grid.js").Pattern>} */\n'


def kinds_script() -> str:
    """The text of static/kinds.js."""
    kinds = ",\n".join(f"  {kind.value}: {_literal(pattern_data(pattern))}" for kind, pattern in PATTERNS.items())
    outlines = ""
    corners = re.findall(r"corners:(\[\[.*?\]\])", kinds)
    for outline in dict.fromkeys(corners):
        if corners.count(outline) > 1:
            name = "AB"[outlines.count("const")]
            outlines += f"const {name} = {outline};\n"
            kinds = kinds.replace(outline, name)
    return f"{HEAD}{outlines}{TYPE}export const KINDS = {{\n{kinds},\n}};\n"


def pattern_data(pattern: Pattern) -> dict[str, Any]:
    """A pattern as the page reads it; each cell that differs from the others once, `order` says which stands where."""
    cells = list(dict.fromkeys(pattern.cells))
    return {
        "size": [pattern.rows, pattern.columns],
        "step": _rounded((pattern.across, pattern.down), 6),
        "cells": [_cell(cell) for cell in cells],
        "order": [cells.index(cell) for cell in pattern.cells],
        "norm": [_rounded(point) for point in pattern.norm],
        "square": int(pattern.square),
        "boxed": int(pattern.boxed),
        "level": int(pattern.level),
        "corners": int(pattern.straight is not None),
        "refused": [feature.value for feature in pattern.refused],
        "text": pattern.text,
    }


def _cell(cell: Cell) -> dict[str, Any]:
    """A cell of a pattern; `keys` only where they are not its first four directions."""
    keys = cell.keys if cell.keys != (0, 1, 2, 3) else None
    return {
        "middle": _rounded(cell.middle),
        "corners": [_rounded(corner) for corner in cell.corners],
        "steps": cell.steps,
        "sides": cell.sides,
        "aside": _rounded(cell.aside),
        **({"keys": keys} if keys else {}),
    }


def _rounded(point: Iterable[float], digits: int = 4) -> list[float]:
    return [int(part) if part == int(part) else round(part, digits) for part in point]


def _literal(value: Any) -> str:
    """A value as JavaScript, as short as can be: names bare, what is 0 left out of objects."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_literal(part)}" for key, part in value.items() if part or part == []) + "}"
    if isinstance(value, list | tuple):
        return f"[{','.join(map(_literal, value))}]"
    text = json.dumps(value)
    return re.sub(r"^(-?)0\.", r"\1.", text) if isinstance(value, float) else text


if __name__ == "__main__":  # pragma: no cover - a test compares what it would write
    SCRIPT.write_text(kinds_script(), encoding="utf-8")
