"""Encapsulated PostScript for layout programs: one board, with numbers as outlines, so that no font is needed.

The BoundingBox is in points; a cell is `scale` points wide (28.35 if not given: 1 cm).  Greys are written as grey
values, colours as RGB.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import starmap
from math import ceil
from typing import Any

from numlink.errors import optional
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
"""Short names of PostScript operators: m moveto, l lineto, c curveto, z closepath, `x y radius d` a disc,
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
    """The PostScript that makes a shape the current path; for a label, the outlines of its letters."""
    if isinstance(shape, Disc):
        return f"{_number(shape.x)} {_number(shape.y)} {_number(shape.radius)} d"
    if isinstance(shape, Rectangle):
        return " ".join(map(_number, (shape.x, shape.y, shape.width, shape.height))) + " r"
    if isinstance(shape, Line | Area):
        first, *rest = shape.points
        path = f"newpath {_at(*first)} m " + " ".join(f"{_at(*point)} l" for point in rest)
        return f"{path} z" if isinstance(shape, Area) else path
    return outlines(shape)


def outlines(label: Label) -> str:
    """The PostScript that makes the bold outlines of a label's letters the current path.

    A letter that the font lacks becomes its empty box.  Raises MissingExtra without fontTools.
    """
    font = _font()
    from fontTools.pens.basePen import BasePen
    from fontTools.pens.transformPen import TransformPen

    words = ["newpath"]

    class Pen(BasePen):  # type: ignore[misc]  # BasePen turns curves with one control point into curves with two
        def _moveTo(self, point: Point) -> None:  # noqa: N802 - the names that fontTools calls
            words.append(f"{_at(*point)} m")

        def _lineTo(self, point: Point) -> None:  # noqa: N802
            words.append(f"{_at(*point)} l")

        def _curveToOne(self, *points: Point) -> None:  # noqa: N802
            words.append(f"{' '.join(starmap(_at, points))} c")

        def _closePath(self) -> None:  # noqa: N802
            words.append("z")

    names, glyphs, unit = font.getBestCmap(), font.getGlyphSet(), label.size / font["head"].unitsPerEm
    letters = [glyphs[names.get(ord(letter), ".notdef")] for letter in label.text]
    x = label.x - (0.0 if label.left else sum(letter.width for letter in letters) * unit / 2)
    for letter in letters:
        letter.draw(TransformPen(Pen(glyphs), (unit, 0, 0, -unit, x, label.y + 0.355 * label.size)))
        x += letter.width * unit
    return " ".join(words)


def _colour(tint: Tint, mode: Mode) -> str:
    parts = [part / 255 for part in bytes.fromhex(tint.under(mode)[1:])]
    if len({*parts}) == 1:
        return f"{_number(parts[0])} setgray"
    return " ".join(map(_number, parts)) + " setrgbcolor"


def _at(x: float, y: float) -> str:
    return f"{_number(x)} {_number(y)}"


def _number(value: float) -> str:
    return f"{round(value, 4):g}" if abs(value) < 1000 else f"{value:.2f}"


def _plain(text: str) -> str:
    """A text for a PostScript comment: ASCII, at most 120 characters, without line ends."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown.encode("ascii", "replace").decode()[:120]


@cache
def _font() -> Any:
    """The font of labels; raises MissingExtra without fontTools."""
    with optional("an EPS picture", "eps"):
        from fontTools.ttLib import TTFont
    return TTFont(BytesIO(files("numlink.render").joinpath("fonts", "NumlinkSans-Bold.ttf").read_bytes()))


def picture(puzzles: list[Puzzle], options: Options) -> bytes:
    return eps(options.drawing(the_only(puzzles, "eps")), options.mode, options.scale or CENTIMETRE).encode()
