"""Encapsulated PostScript for layout programs: one board, numbers as outlines of our font, so that none is needed.

The BoundingBox is in points; a cell is `scale` points wide (28.35 if not given: 1 cm).  Greys are written as grey
values, colours as RGB.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from math import ceil
from typing import Any

from numlink.errors import MissingExtra
from numlink.model.puzzle import Puzzle
from numlink.render.drawing import Area, Disc, Drawing, Label, Line, Part, Rectangle, Shape
from numlink.render.geometry import Point
from numlink.render.picture import Options, require_scale, the_only
from numlink.render.theme import Mode, Tint

CENTIMETRE = 72 / 2.54  # points in a centimetre: the width of a cell if no scale is given

PROLOGUE = """\
/m {moveto} bind def /l {lineto} bind def /c {curveto} bind def /z {closepath} bind def
/d {newpath 0 360 arc closepath} bind def
/r {newpath 4 2 roll moveto 1 index 0 rlineto 0 exch rlineto neg 0 rlineto closepath} bind def
1 setlinecap 1 setlinejoin
"""
"""Short names for the words of PostScript: m moveto, l lineto, c curveto, z closepath, `x y radius d` a disc,
`x y width height r` a rectangle; lines get round ends and corners."""


def eps(drawing: Drawing, mode: Mode = Mode.LIGHT, scale: float = CENTIMETRE) -> str:
    """A drawing after its last step as PostScript text, a cell `scale` points wide; equal drawings give equal text.

    Raises InputError for a scale out of range.
    """
    require_scale(scale)
    width, height = ceil(drawing.width * scale), ceil(drawing.height * scale)
    lines = [
        "%!PS-Adobe-3.0 EPSF-3.0",
        "%%Creator: numlink",
        f"%%Title: {_plain(drawing.scene.title)}",
        f"%%BoundingBox: 0 0 {width} {height}",
        f"%%HiResBoundingBox: 0 0 {_number(drawing.width * scale)} {_number(drawing.height * scale)}",
        "%%LanguageLevel: 2",
        "%%EndComments",
        "gsave",
        PROLOGUE.rstrip(),
        f"{_number(scale)} {_number(-scale)} scale {_number(-drawing.left)} {_number(-drawing.top - drawing.height)} "
        "translate",
    ]
    for part in drawing.parts():
        lines += _part(part, mode)
    return "\n".join([*lines, "grestore", "%%EOF", ""])


def _part(part: Part, mode: Mode) -> Iterator[str]:
    """The lines of PostScript for a part: every shape filled, then outlined."""
    paint = part.paint
    if paint.stroke is not None:
        dash = " ".join(_number(length) for length in paint.dash)
        yield f"{_number(paint.width)} setlinewidth [{dash}] 0 setdash"
    for shape in part.shapes:
        path = _path(shape)
        if paint.fill is not None and not isinstance(shape, Line):
            yield f"{path} {_colour(paint.fill, mode)} fill"
        if paint.stroke is not None and not isinstance(shape, Label):
            yield f"{path} {_colour(paint.stroke, mode)} stroke"


def _path(shape: Shape) -> str:
    """The PostScript that makes a shape the current path; of a label, the outlines of its letters."""
    if isinstance(shape, Disc):
        return f"{_number(shape.x)} {_number(shape.y)} {_number(shape.radius)} d"
    if isinstance(shape, Rectangle):
        return " ".join(map(_number, (shape.x, shape.y, shape.width, shape.height))) + " r"
    if isinstance(shape, Line | Area):
        first, *rest = shape.points
        path = f"newpath {_at(*first)} m " + " ".join(f"{_at(*point)} l" for point in rest)
        return f"{path} z" if isinstance(shape, Area) else path
    glyphs = [glyph(letter) for letter in shape.text]
    x = shape.x - (0.0 if shape.left else sum(one.width for one in glyphs) * shape.size / 2)
    words = ["newpath"]
    for one in glyphs:
        words += _outline(one, x, shape.y + 0.355 * shape.size, shape.size)
        x += one.width * shape.size
    return " ".join(words)


def _outline(glyph: Glyph, x: float, y: float, size: float) -> Iterator[str]:
    """The PostScript of a letter's contours; its base line begins at (x, y), `size` is the font size."""
    for first, *rest in glyph.contours:
        for points, word in ((first, "m"), *((points, "lc"[len(points) > 1]) for points in rest)):
            yield " ".join(_at(x + right * size, y - up * size) for right, up in points) + f" {word}"
        yield "z"


def _colour(tint: Tint, mode: Mode) -> str:
    colour = tint.under(mode)
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    if len({*parts}) == 1:
        return f"{_number(parts[0])} setgray"
    return " ".join(map(_number, parts)) + " setrgbcolor"


def _at(x: float, y: float) -> str:
    return f"{_number(x)} {_number(y)}"


def _number(value: float) -> str:
    return f"{round(value, 4):g}" if abs(value) < 1000 else f"{value:.2f}"


def _plain(text: str) -> str:
    """A text for a comment of PostScript: ASCII, at most 120 characters, none that may end a line."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown.encode("ascii", "replace").decode()[:120]


# ------------------------------------------------------------------------------------------ outlines of letters

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


def picture(puzzles: list[Puzzle], options: Options) -> bytes:
    mode = Mode.DARK if options.mode is Mode.DARK else Mode.LIGHT
    return eps(options.drawing(the_only(puzzles, "eps")), mode, options.scale or CENTIMETRE).encode()
