"""Drawings on PDF pages, through ReportLab; lengths on paper in points (1/72 inch), y upwards as PDF has it."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from numlink.errors import InputError, MissingExtra
from numlink.render.drawing import MARGIN, Disc, Drawing, Label, Line, Part, Rectangle
from numlink.render.theme import Mode, Tint

if TYPE_CHECKING:
    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
OWN_FONT = "numlink-text"


@dataclass(frozen=True, slots=True)
class Fonts:
    """Names of the fonts for text, headings and labels."""

    text: str = "Helvetica"
    bold: str = "Helvetica-Bold"
    label: str = "Helvetica-Bold"

    def printable(self, text: str) -> str:
        """`text` with a question mark for what the standard fonts lack; everything with a font of one's own."""
        return text if self.text == OWN_FONT else text.encode("cp1252", "replace").decode("cp1252")


def require_reportlab() -> None:
    """Raise MissingExtra where ReportLab is not installed."""
    try:
        import reportlab  # noqa: F401
    except ImportError:
        raise MissingExtra("making a PDF", "pdf") from None


def fonts(own: str | None = None) -> Fonts:
    """The fonts every reader has or, for other scripts, the TrueType file `own`; raises InputError for a bad one."""
    if own is None:
        return Fonts()
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        pdfmetrics.registerFont(TTFont(OWN_FONT, BytesIO(Path(own).read_bytes())))
    except (TTFError, OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{own} is no TrueType font that can be used ({reason}). Give a .ttf file.") from None
    return Fonts(OWN_FONT, OWN_FONT)


def place(canvas: Canvas, drawing: Drawing, left: float, top: float, cell: float) -> None:
    """Draw a still drawing with the top left corner of its board at (left, top), `cell` points a cell, no paper."""
    canvas.saveState()
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for part in drawing.parts():
        if part.role != "paper":
            _part(canvas, part, left, top, cell)
    canvas.restoreState()


def outer(drawing: Drawing) -> tuple[float, float]:
    """Width and height of the board itself, in cells."""
    return drawing.width - 2 * MARGIN, drawing.height - 2 * MARGIN


def _part(canvas: Canvas, part: Part, left: float, top: float, cell: float) -> None:
    paint = part.paint
    filled, stroked = int(paint.fill is not None), int(paint.stroke is not None)
    if paint.fill is not None:
        canvas.setFillColor(_colour(paint.fill))
    if paint.stroke is not None:
        canvas.setStrokeColor(_colour(paint.stroke))
        canvas.setLineWidth(paint.width * cell)
        canvas.setDash([length * cell for length in paint.dash])
    lines = [shape for shape in part.shapes if isinstance(shape, Line)]
    if lines:
        path = canvas.beginPath()
        for line in lines:
            for index, (x, y) in enumerate(line.points):
                (path.lineTo if index else path.moveTo)(left + x * cell, top - y * cell)
        canvas.drawPath(path, stroke=stroked, fill=0)
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
            canvas.setFont("Helvetica-Bold", size)
            canvas.drawCentredString(left + shape.x * cell, top - shape.y * cell - 0.355 * size, shape.text)


def _colour(tint: Tint) -> Color:
    from reportlab.lib.colors import HexColor

    return HexColor(tint.under(Mode.LIGHT))
