"""Drawings on PDF pages, through ReportLab.  Lengths on paper are in points (1/72 inch); y counts upwards, as in PDF.

Every font is embedded: Numlink Sans (in fonts/: Latin, Greek, Cyrillic), Numlink Sans JP for books in Japanese, or a
TrueType file of the user's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from numlink.errors import InputError, optional
from numlink.files import unreadable
from numlink.render.drawing import MARGIN, Area, Disc, Drawing, Label, Line, Part, Rectangle
from numlink.render.geometry import Point
from numlink.render.theme import Mode, Tint

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

FAMILY = "NumlinkSans"  # the font of all labels, and of other text unless another font is asked for


@dataclass(frozen=True, slots=True)
class Fonts:
    """Names of the fonts for text, headings and labels; `letters` are the code points that the text font has."""

    text: str
    bold: str
    label: str
    letters: frozenset[int]

    def require(self, text: str) -> None:
        """Raise InputError if `text` has a printable letter that the font lacks."""
        missing = [letter for letter in dict.fromkeys(text) if ord(letter) not in self.letters and letter.isprintable()]
        if missing:
            raise InputError(
                f"the font has no letter {missing[0]!r} (U+{ord(missing[0]):04X}), which occurs in {text[:40]!r}. "
                "Give one that has it with font=FILE.ttf."
            )

    def printable(self, text: str) -> str:
        """`text` with a blank for each character that no font draws, such as line breaks and control characters."""
        return "".join(letter if letter.isprintable() else " " for letter in text)


def require_reportlab() -> None:
    """Raise MissingExtra if ReportLab is not installed."""
    with optional("making a book or a PDF", "pdf"):
        import reportlab  # noqa: F401


def fonts(own: str | None = None, *, family: str = FAMILY) -> Fonts:
    """The fonts of a family in fonts/, or the TrueType file `own` for text and headings.

    Labels always use FAMILY.  Raises InputError if `own` cannot be read or is not a TrueType font.
    """
    text, bold, label = _kept(family, "Regular"), _kept(family, "Bold"), _kept(FAMILY, "Bold")
    if own is None:
        return Fonts(text.fontName, bold.fontName, label.fontName, frozenset(text.face.charToGlyph))
    from reportlab.pdfbase.ttfonts import TTFError

    try:
        content = Path(own).read_bytes()
        chosen = _registered(f"own-{crc32(content):08x}", content)
    except OSError as error:
        raise unreadable(own, error, "Give a .ttf file.") from None
    except (TTFError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{own} can't be used as a TrueType font ({reason}). Give a .ttf file.") from None
    return Fonts(chosen.fontName, chosen.fontName, label.fontName, frozenset(chosen.face.charToGlyph))


def _kept(family: str, weight: str) -> TTFont:
    """The font of a family and weight in fonts/."""
    name = f"{family}-{weight}"
    return _registered(name, files("numlink.render").joinpath("fonts", f"{name}.ttf").read_bytes())


def _registered(name: str, content: bytes) -> TTFont:
    """The font, registered under `name`; ReportLab keeps registered fonts for the whole process."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(name, BytesIO(content)))
    font = pdfmetrics.getFont(name)
    assert isinstance(font, TTFont)
    return font


def place(
    canvas: Canvas, drawing: Drawing, left: float, top: float, cell: float, font: Fonts, *, grey: bool = False
) -> None:
    """Draw a drawing after its last step, without its paper: the board's top left corner at (left, top), cells `cell`
    points wide; `grey` turns colours into greys.
    """
    canvas.saveState()
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for part in drawing.parts():
        if part.role != "paper":
            _part(canvas, part, left, top, cell, font, grey=grey)
    canvas.restoreState()


def outer(drawing: Drawing) -> tuple[float, float]:
    """Width and height of the board without its margins, in widths of a cell."""
    return drawing.width - 2 * MARGIN, drawing.height - 2 * MARGIN


def _part(canvas: Canvas, part: Part, left: float, top: float, cell: float, font: Fonts, *, grey: bool) -> None:
    """Draw a part of a drawing; arguments as in `place`."""
    paint = part.paint
    filled, stroked = int(paint.fill is not None), int(paint.stroke is not None)
    if paint.fill is not None:
        fill(canvas, paint.fill, grey=grey)
    if paint.stroke is not None:
        _set(canvas.setStrokeGray, canvas.setStrokeColorRGB, paint.stroke, grey=grey)
        canvas.setLineWidth(paint.width * cell)
        canvas.setDash([length * cell for length in paint.dash])
    for kind, inside in ((Line, 0), (Area, filled)):
        if chains := [shape.points for shape in part.shapes if isinstance(shape, kind)]:
            path = _chained(canvas, chains, left, top, cell, closed=kind is Area)
            canvas.drawPath(path, stroke=stroked, fill=inside)
    for shape in part.shapes:
        if isinstance(shape, Disc):
            x, y = left + shape.x * cell, top - shape.y * cell
            canvas.circle(x, y, shape.radius * cell, stroke=stroked, fill=filled)
        elif isinstance(shape, Rectangle):
            bottom = top - (shape.y + shape.height) * cell
            width, height = shape.width * cell, shape.height * cell
            canvas.rect(left + shape.x * cell, bottom, width, height, stroke=stroked, fill=filled)
        elif isinstance(shape, Label):
            size = shape.size * cell
            canvas.setFont(font.label, size)
            canvas.drawCentredString(left + shape.x * cell, top - shape.y * cell - 0.355 * size, shape.text)


def _chained(
    canvas: Canvas, chains: list[tuple[Point, ...]], left: float, top: float, cell: float, *, closed: bool
) -> Any:
    path = canvas.beginPath()
    for points in chains:
        for index, (x, y) in enumerate(points):
            (path.lineTo if index else path.moveTo)(left + x * cell, top - y * cell)
        if closed:
            path.close()
    return path


def fill(canvas: Canvas, tint: Tint, *, grey: bool = False) -> None:
    """Set the colour in which a canvas fills shapes, or with `grey` a grey of the same brightness."""
    _set(canvas.setFillGray, canvas.setFillColorRGB, tint, grey=grey)


def _set(
    as_grey: Callable[[float], None], as_colour: Callable[[float, float, float], None], tint: Tint, *, grey: bool
) -> None:
    """Set a colour of a canvas for light paper; greys as grey values, which a press prints with black ink alone."""
    red, green, blue = (part / 255 for part in bytes.fromhex(tint.under(Mode.LIGHT)[1:]))
    if grey or red == green == blue:
        as_grey(0.299 * red + 0.587 * green + 0.114 * blue)
    else:
        as_colour(red, green, blue)
