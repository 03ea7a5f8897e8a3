"""Animated GIFs of a solution being drawn, or of the lab's algorithm growing paths (growth_animation.py).

step      0      1 ... n-1           n
frame     start  a frame for each    finished       a GIF repeats forever

A drawing with more than MOST_FRAMES steps has only every second, third, ... step as a frame.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, cast

from numlink.errors import InputError
from numlink.model.puzzle import Puzzle
from numlink.render.drawing import Drawing
from numlink.render.picture import Motion, Options, the_only
from numlink.render.raster import image, pixels, require_pillow
from numlink.render.theme import Mode

if TYPE_CHECKING:
    from PIL import Image

SCALE = 32  # pixels per cell if no scale is given
STEP_MILLISECONDS = {Motion.SOLUTION: 80, Motion.GROWTH: 400}
"""How long a frame is shown; growth is slower, so that the caption of each union can be read."""
FIRST_MILLISECONDS = 800  # how long the first frame is shown
LAST_MILLISECONDS = 4000  # how long the finished picture is shown
COLOURS = 192  # the most colours in the palette; a GIF may have 256
APART = 16  # two colours of the palette differ at least so much in red, green or blue, out of 255
MOST_FRAMES = 400  # the most frames, without the finished picture
MOST_PIXELS = 250_000_000  # the most pixels in all frames: Pillow keeps them in memory, one byte each


def frames(drawing: Drawing, *, mode: Mode = Mode.LIGHT, scale: float = SCALE) -> list[Image.Image]:
    """The pictures of an animated drawing, the finished one last, all with the colours of the finished one.

    `scale` is pixels per cell.  Raises InputError for a drawing without steps, and for more than MOST_PIXELS pixels.
    """
    require_pillow()
    from PIL import Image

    if not drawing.steps:
        raise InputError("gif is for animations. Give animate=solution or animate=growth, or write png.")
    width, height = pixels(drawing, scale)
    stride = -(-drawing.steps // MOST_FRAMES)
    count = -(-drawing.steps // stride) + 1
    if width * height * count > MOST_PIXELS:
        fitting = int(scale * (MOST_PIXELS / (width * height * count)) ** 0.5)
        raise InputError(
            f"{count} frames of {width} x {height} pixels are too much for a gif. "
            + (f"Give scale={fitting} or less, or write svg." if fitting else "Write svg.")
        )
    finished = image(drawing, mode=mode, scale=scale)
    palette = _palette(finished)
    last = finished.quantize(palette=palette, dither=Image.Dither.NONE)
    moving = (image(drawing, mode=mode, scale=scale, step=step) for step in range(0, drawing.steps, stride))
    return [*(frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in moving), last]


def _palette(picture: Image.Image) -> Image.Image:
    """An image with the commonest colours of a picture as its palette; Pillow's own are averages that tint paper."""
    from PIL import Image

    counted = cast("list[tuple[int, tuple[int, int, int]]]", picture.getcolors(picture.width * picture.height))
    commonest: list[tuple[int, int, int]] = []
    for _, colour in sorted(counted, reverse=True):
        # Pillow maps colours only roughly, so pixels could get a similar colour
        if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= APART for other in commonest):
            commonest.append(colour)
        if len(commonest) == COLOURS:
            break
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in commonest for part in colour])
    return palette


def write(drawing: Drawing, *, mode: Mode = Mode.LIGHT, scale: float = SCALE, step_milliseconds: int = 80) -> bytes:
    """An animated drawing as a GIF file that plays forever."""
    first, *others = frames(drawing, mode=mode, scale=scale)
    durations = [FIRST_MILLISECONDS, *[step_milliseconds] * (len(others) - 1), LAST_MILLISECONDS]
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=durations, loop=0)
    return file.getvalue()


def picture(puzzles: list[Puzzle], options: Options) -> bytes:
    """The only puzzle as an animated GIF; without `options.motion`, its solution is drawn."""
    puzzle = the_only(puzzles, "gif")
    motion = options.motion or Motion.SOLUTION
    drawing = replace(options, motion=motion).drawing(puzzle)
    scale = options.scale or SCALE
    return write(drawing, mode=options.mode, scale=scale, step_milliseconds=STEP_MILLISECONDS[motion])
