"""The outlines of letters, for kinds of pictures that draw text as shapes; fontTools reads the font."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from numlink.errors import MissingExtra
from numlink.render.ground import Point

OutlinePart = tuple[Point, ...]
"""One point: where a contour begins, or the end of a straight line; three: two controls and the end of a curve."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """Closed contours of strokes and the width, in units of the font size; y upwards from the base line."""

    contours: tuple[tuple[OutlinePart, ...], ...]
    width: float


@cache
def glyph(letter: str) -> Glyph:
    """The bold outline of a letter; that of the font's box where the font lacks it."""
    font = _font()
    from fontTools.pens.basePen import BasePen

    units = font["head"].unitsPerEm
    contours: list[list[OutlinePart]] = []

    class Pen(BasePen):  # type: ignore[misc]  # it turns curves with one control into those with two
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
