"""The outlines of letters, for EPS, which draws text as shapes; fontTools reads them from our font."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from numlink.errors import MissingExtra
from numlink.render.geometry import Point

OutlinePart = tuple[Point, ...]
"""A piece of a contour.  One point: the contour's beginning, or the end of a straight line.  Three points: two control
points and the end of a cubic curve."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """The outline of a letter: closed contours, and the width that the letter takes in a line.

    Lengths are shares of the font size; y counts upwards from the base line.
    """

    contours: tuple[tuple[OutlinePart, ...], ...]
    width: float


@cache
def glyph(letter: str) -> Glyph:
    """The bold outline of a letter; of the font's empty box if the font lacks the letter."""
    font = _font()
    from fontTools.pens.basePen import BasePen

    units = font["head"].unitsPerEm
    contours: list[list[OutlinePart]] = []

    class Pen(BasePen):  # type: ignore[misc]  # BasePen turns curves with one control point into curves with two
        def _moveTo(self, point: Point) -> None:  # noqa: N802 - the names that fontTools calls
            contours.append([scaled(point)])

        def _lineTo(self, point: Point) -> None:  # noqa: N802
            contours[-1].append(scaled(point))

        def _curveToOne(self, one: Point, two: Point, end: Point) -> None:  # noqa: N802
            contours[-1].append(scaled(one, two, end))

    def scaled(*points: Point) -> OutlinePart:
        return tuple((x / units, y / units) for x, y in points)

    glyphs = font.getGlyphSet()
    found = glyphs[font.getBestCmap().get(ord(letter), ".notdef")]
    found.draw(Pen(glyphs))
    return Glyph(tuple(map(tuple, contours)), found.width / units)


@cache
def _font() -> Any:
    """The font of labels; raises MissingExtra without fontTools."""
    try:
        from fontTools.ttLib import TTFont
    except ImportError:
        raise MissingExtra("an EPS picture", "eps") from None
    return TTFont(BytesIO(files("numlink.render").joinpath("fonts", "NumlinkSans-Bold.ttf").read_bytes()))
