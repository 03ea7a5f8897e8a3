"""Kinds of boards: one module for each, which defines one `Pattern`."""

from __future__ import annotations

from collections.abc import Mapping

from numlink.model.kinds.hexagon import HEXAGON
from numlink.model.kinds.names import Kind
from numlink.model.kinds.pattern import Pattern
from numlink.model.kinds.square import DIAGONAL, SQUARE
from numlink.model.kinds.triangle import TRIANGLE

PATTERNS: Mapping[Kind, Pattern] = {pattern.kind: pattern for pattern in (SQUARE, HEXAGON, DIAGONAL, TRIANGLE)}
"""Kind -> its pattern, for every kind except tilings: each tiling has a pattern of its own (`Tiling.pattern`)."""
