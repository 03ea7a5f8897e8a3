"""Pictures in pixels: Pillow draws them two to four times as large, then they are scaled down, which smooths edges."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from math import hypot
from typing import TYPE_CHECKING, Any

from numlink.errors import InputError, optional
from numlink.model.puzzle import Puzzle
from numlink.render.drawing import Area, Disc, Drawing, Label, Line, Part, Rectangle
from numlink.render.geometry import Point
from numlink.render.picture import Options, require_scale, the_only
from numlink.render.theme import PAPER, Mode

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

SCALE = 48  # pixels per cell if no scale is given
LONGEST = 4000  # the most pixels for the longer side, if no scale is given
MOST_PIXELS = 64_000_000  # the most pixels in a picture; each takes three bytes
MOST_FINE_PIXELS = 48_000_000  # of the larger drawing; if it had more, it is drawn at the final size
SMALLEST_TEXT = 4.0  # labels below this font size, in pixels of the final picture, are unreadable and left out


def require_pillow() -> None:
    """Raise MissingExtra if Pillow is not installed."""
    with optional("drawing PNG and GIF", "png"):
        import PIL  # noqa: F401


def image(drawing: Drawing, *, mode: Mode = Mode.LIGHT, scale: float = SCALE, step: int | None = None) -> Image.Image:
    """The drawing at a step (None: after the last) as an RGB image of `scale` pixels per cell.

    Raises InputError as `pixels` does, MissingExtra without Pillow.
    """
    require_pillow()
    from PIL import Image, ImageDraw

    width, height = pixels(drawing, scale)
    finer = max((times for times in (4, 3, 2) if times * times * width * height <= MOST_FINE_PIXELS), default=1)
    fine = Image.new("RGB", (width * finer, height * finer), PAPER.under(mode))
    canvas = _Canvas(ImageDraw.Draw(fine), drawing, mode, scale * finer, scale)
    for part in drawing.parts(step):
        canvas.paint(part)
    return fine if finer == 1 else fine.resize((width, height), Image.Resampling.BOX)


def pixels(drawing: Drawing, scale: float) -> tuple[int, int]:
    """Width and height in pixels; raises InputError if `scale` (pixels per cell) is not positive, or too large."""
    require_scale(scale)
    most = _most(drawing)
    if scale > most:
        fits = int(most) if most >= 1 else int(100 * most) / 100
        raise InputError(
            f"{scale:g} pixels per cell make a picture of {drawing.width * scale:.0f} x {drawing.height * scale:.0f} "
            f"pixels, too large to draw. Give scale={fits} or less, or write svg."
        )
    return max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale))


@lru_cache(maxsize=64)
def _font(size: float) -> Any:
    """Pillow's own font, in a size in pixels."""
    from PIL import ImageFont

    return ImageFont.load_default(size)


class _Canvas:
    """Paints parts; `scale` is pixels per cell while drawing, `seen` pixels per cell after scaling down."""

    def __init__(self, target: ImageDraw.ImageDraw, drawing: Drawing, mode: Mode, scale: float, seen: float) -> None:
        self.target = target
        self.left, self.top = drawing.left, drawing.top
        self.mode = mode
        self.scale = scale
        self.seen = seen

    def point(self, x: float, y: float) -> Point:
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def paint(self, part: Part) -> None:
        fill = part.paint.fill.under(self.mode) if part.paint.fill else None
        stroke = part.paint.stroke.under(self.mode) if part.paint.stroke else None
        width = part.paint.width * self.scale
        for shape in part.shapes:
            if isinstance(shape, Label):
                self.label(shape, fill or "#000000")
            elif isinstance(shape, Line):
                self.line(shape.points, stroke or "#000000", width, part.paint.dash)
            elif isinstance(shape, Area):
                self.polygon(shape.points, fill, stroke, width)
            elif isinstance(shape, Disc):
                self.disc(shape, fill, stroke, width)
            else:
                self.rectangle(shape, fill, stroke, width)

    def label(self, label: Label, ink: str) -> None:
        if label.size * self.seen < SMALLEST_TEXT:
            return
        size = label.size * self.scale
        # Pillow's own font has a single weight: an outline in the text's colour makes it bold
        bold = 0 if label.left else size * 0.022
        anchor = "lm" if label.left else "mm"
        place = self.point(label.x, label.y - 0.03 * label.size)
        self.target.text(place, label.text, ink, _font(size), anchor=anchor, stroke_width=bold, stroke_fill=ink)

    def disc(self, disc: Disc, fill: str | None, stroke: str | None, width: float) -> None:
        # Pillow draws an outline inside the circle; ours is half outside
        radius = disc.radius * self.scale + (width / 2 if stroke else 0)
        x, y = self.point(disc.x, disc.y)
        box = (x - radius, y - radius, x + radius, y + radius)
        self.target.ellipse(box, fill, stroke, max(1, round(width)) if stroke else 0)

    def rectangle(self, box: Rectangle, fill: str | None, stroke: str | None, width: float) -> None:
        far, low = box.x + box.width, box.y + box.height
        left, top = self.point(box.x, box.y)
        right, bottom = self.point(far, low)
        if fill:
            self.target.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), fill)
        self.polygon(((box.x, box.y), (far, box.y), (far, low), (box.x, low)), None, stroke, width)

    def polygon(self, points: tuple[Point, ...], fill: str | None, stroke: str | None, width: float) -> None:
        if fill:
            self.target.polygon([self.point(*point) for point in points], fill)
        if stroke:
            self.line((*points, points[0]), stroke, width, ())

    def line(self, points: tuple[Point, ...], stroke: str, width: float, dash: tuple[float, ...]) -> None:
        for piece in _dashes(points, dash) if dash else [points]:
            places = [self.point(*point) for point in piece]
            self.target.line(places, stroke, max(1, round(width)))
            if width >= 3:
                for x, y in places:
                    box = (x - width / 2, y - width / 2, x + width / 2, y + width / 2)
                    self.target.ellipse(box, stroke)


def _dashes(points: tuple[Point, ...], dash: tuple[float, ...]) -> list[tuple[Point, ...]]:
    """The dashes of a line: `dash` is (length of a dash, length of a gap); every point begins a new dash."""
    pieces: list[tuple[Point, ...]] = []
    on, off = dash
    for (x, y), (to_x, to_y) in zip(points, points[1:], strict=False):
        length = hypot(to_x - x, to_y - y)
        place = 0.0
        while place < length:
            ends = (place / length, min(1.0, (place + on) / length))
            pieces.append(tuple((x + (to_x - x) * share, y + (to_y - y) * share) for share in ends))
            place += on + off
    return pieces


def picture(puzzles: list[Puzzle], options: Options) -> bytes:
    drawing = options.drawing(the_only(puzzles, "png"))
    # SCALE, or less if the longer side would exceed LONGEST pixels; at least 1, unless that exceeds MOST_PIXELS
    fitting = min(max(1.0, min(SCALE, LONGEST / max(drawing.width, drawing.height))), _most(drawing))
    file = BytesIO()
    image(drawing, mode=options.mode, scale=options.scale or fitting).save(file, "PNG", optimize=True)
    return file.getvalue()


def _most(drawing: Drawing) -> float:
    """The largest scale, in pixels per cell, that MOST_PIXELS allows."""
    return float((MOST_PIXELS / (drawing.width * drawing.height)) ** 0.5)
