"""Draws a solution on the picture that its board was read from, in the colours seen."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from numlink.errors import InputError
from numlink.render.theme import HUES

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

    from numlink.model.puzzle import Solution
    from numlink.pictures.numbers import Colour
    from numlink.pictures.reading import ReadPicture

ENDINGS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""Ending of a file -> the kind of picture written to it."""

WIDTH = 0.34
"""The width of a path, in cells: a little less than apps draw it, so that the cells stay visible."""

KEPT = 0.94
"""The share of a disc's radius that stays on top: its soft edge is mixed with the ground."""

FINER = 3
"""The overlay is drawn this many times as large and then shrunk, so that its edges are soft."""

COLOURFUL = 40
"""If no colour's channels differ by more than this, the numbers are black, and their paths get our own hues."""


def draw_solution(read: ReadPicture, solution: Solution, path: str) -> bytes:
    """The picture with the solution's paths on it, as a file of the kind that the ending of `path` names (`ENDINGS`).

    Discs and what is written on them stay on top.  Raises InputError for a solution of another board or another ending.
    """
    from PIL import Image, ImageDraw

    read.puzzle.with_solution(solution)  # refuses one of another board
    picture = read.picture.copy()
    left, top, right, bottom = _box(read)
    size = (right - left) * FINER, (bottom - top) * FINER
    layer, mask = Image.new("RGB", size), Image.new("L", size)
    pens = ImageDraw.Draw(layer), ImageDraw.Draw(mask)
    half = WIDTH * read.pitch * FINER / 2
    colours = _colours(read)

    def spot(cell: int) -> tuple[float, float]:
        x, y = read.centres[cell]
        return (x - left) * FINER, (y - top) * FINER

    for number, cells in enumerate(solution.paths):
        points = [spot(cell) for cell in cells]
        _stroke(pens[0], points, half, colours[number % len(colours)])
        _stroke(pens[1], points, half, 255)
    kept = KEPT * read.radius * FINER
    for cells in solution.paths:
        for x, y in (spot(cell) for cell in {*cells[:1], *cells[-1:]}):
            pens[1].ellipse((x - kept, y - kept, x + kept, y + kept), fill=0)
    small = right - left, bottom - top
    picture.paste(layer.resize(small, Image.Resampling.BOX), (left, top), mask.resize(small, Image.Resampling.BOX))
    return _encoded(picture, path)


def _stroke(pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], half: float, fill: Colour | int) -> None:
    """A line with round corners and ends."""
    if len(points) > 1:
        pen.line(points, fill=fill, width=round(2 * half))
    for x, y in points:
        pen.ellipse((x - half, y - half, x + half, y + half), fill=fill)


def _box(read: ReadPicture) -> tuple[int, int, int, int]:
    """The part of the picture that holds the board."""
    across, down = zip(*read.centres, strict=True)
    reach = read.pitch / 2 + 1
    return (
        max(0, int(min(across) - reach)),
        max(0, int(min(down) - reach)),
        min(read.picture.width, int(max(across) + reach) + 1),
        min(read.picture.height, int(max(down) + reach) + 1),
    )


def _colours(read: ReadPicture) -> list[Colour]:
    """The colours seen; for numbers in black, our own hues."""
    if any(max(colour) - min(colour) > COLOURFUL for colour in read.colours):
        return list(read.colours)
    return [(int(hue[1:3], 16), int(hue[3:5], 16), int(hue[5:7], 16)) for hue in HUES]


def _encoded(picture: Image.Image, path: str) -> bytes:
    kind = ENDINGS.get(Path(path).suffix.lower())
    if kind is None:
        raise InputError(f"the solution can't be drawn to {path}. Its name must end in {', '.join(ENDINGS)}.")
    data = BytesIO()
    picture.save(data, kind, quality=92)
    return data.getvalue()
