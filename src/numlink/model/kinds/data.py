"""Patterns as JSON for the page in a browser: in kinds.js, in links and beside puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numlink.model.kinds.pattern import Cell, Pattern
from numlink.model.kinds.tiling import Tiling


def tiling_data(tiling: Tiling) -> dict[str, Any]:
    """The pattern of a tiling, with its polygons."""
    return pattern_data(tiling.pattern) | {"polygons": tiling.lists()}


def pattern_data(pattern: Pattern) -> dict[str, Any]:
    """A pattern as the page reads it.  `cells` has each different cell once; `order` has the index into `cells` of each
    cell of the pattern, row by row."""
    places: dict[Cell, int] = {}
    order = [places.setdefault(cell, len(places)) for cell in pattern.cells]
    return {
        "size": [pattern.rows, pattern.columns],
        "step": _rounded((pattern.across, pattern.down), 6),
        "cells": [_cell(cell) for cell in places],
        "order": order,
        "norm": [_rounded(point) for point in pattern.norm],
        "square": int(pattern.square),
        "boxed": int(pattern.boxed),
        "level": int(pattern.level),
        "corners": int(pattern.straight is not None),
        "refused": [feature.value for feature in pattern.refused],
        "text": pattern.text,
    }


def _cell(cell: Cell) -> dict[str, Any]:
    """A cell of a pattern as JSON; `keys` is left out if it is (0, 1, 2, 3), `bends` if nothing bends."""
    keys = cell.keys if cell.keys != (0, 1, 2, 3) else None
    return {
        "middle": _rounded(cell.middle),
        "corners": [_rounded(corner) for corner in cell.corners],
        "steps": cell.steps,
        "sides": cell.sides,
        "aside": _rounded(cell.aside),
        **({"keys": keys} if keys else {}),
        **({"bends": [bend and _rounded(bend) for bend in cell.bends]} if any(cell.bends) else {}),
    }


def _rounded(point: Iterable[float], digits: int = 4) -> list[float]:
    rounded = [round(part, digits) for part in point]
    return [int(part) if part == int(part) else part for part in rounded]
