"""Numbers and letters in cells and on discs, told by matching shapes that are rendered here from our own fonts.

A *sign* is the part of a cell that stands out from its ground, cut to its own bounds and brought to GRID x GRID
shades from 0 (ground) to 1 (ink).  Two signs are alike as far as their shades correlate.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from numlink.pictures.cells import FROM_MIDDLE, ring_around

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Shades = NDArray[np.float32]

GRID = 20
"""Shades a side to which a sign is brought."""

LEAST_SHADE = 0.4
"""The shade from which on a pixel is ink."""

TYPEFACES = (("NumlinkSans-Regular.ttf", 0), ("NumlinkSans-Bold.ttf", 0), (None, 0), (None, 1))
"""Fonts that signs are compared with, and outlines that make them bold; None is the font that Pillow brings."""

ASPECT = 0.35
"""How much likeness a sign loses that is 2.7 times as wide for its height as another."""

READABLE = 0.72
"""The least likeness of a sign to a rendered one: other typefaces reach 0.8, other signs 0.6."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Shades with mean 0 and length 1, and the width of the sign by its height."""

    shades: Shades
    aspect: float

    def likeness(self, other: Sign) -> float:
        """1 for equal signs; below READABLE for different ones."""
        away = abs(float(np.log(self.aspect / other.aspect)))
        return float((self.shades * other.shades).sum()) - ASPECT * away


def sign_in(patch: NDArray[np.float32], ground: NDArray[np.float32], radius: float) -> Sign | None:
    """The sign within `radius` (in cells) of a cell's middle, without a ring around it; None if there is none."""
    apart = np.linalg.norm(patch - ground, axis=2)
    within = ring_around(apart > 60, radius) > FROM_MIDDLE
    if not within.any() or apart[within].max() < 40:
        return None
    shade = np.where(within, np.clip(apart / np.quantile(apart[within], 0.995), 0, 1), 0)
    return _cut(shade.astype(np.float32))


def _cut(shade: Shades) -> Sign | None:
    from PIL import Image

    ink = shade > LEAST_SHADE
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if len(rows) < 6:
        return None
    box = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    image = Image.fromarray((255 * shade).astype(np.uint8)).crop(box)
    inner = np.asarray(image.resize((GRID - 4, GRID - 4), Image.Resampling.BILINEAR), dtype=np.float32)
    shades = np.pad(inner, 2)  # the letter I is all ink: the ground around it belongs to its shape
    shades = shades - shades.mean()
    return Sign(shades / float(np.linalg.norm(shades)), (box[2] - box[0]) / (box[3] - box[1]))


@cache
def _rendered(text: str, typeface: str | None, outline: int) -> Sign:
    """A text as it looks in a typeface."""
    from PIL import Image, ImageDraw, ImageFont

    if typeface is None:
        font = ImageFont.load_default(30)
    else:
        data = (files("numlink.render") / "fonts" / typeface).read_bytes()
        font = ImageFont.truetype(BytesIO(data), 30)
    image = Image.new("L", (30 * len(text) + 20, 60))
    ImageDraw.Draw(image).text((10, 10), text, fill=255, font=font, stroke_width=outline)
    sign = _cut((np.asarray(image) / 255).astype(np.float32))
    assert sign is not None, text
    return sign


def read_signs(signs: Sequence[Sign]) -> list[int] | None:
    """The numbers that signs stand for, letters counted from A = 1; None unless 1, 2, 3, ... are read, twice each."""
    most = max(9, len(signs))
    numbers = {str(number): number for number in range(1, most + 1)}
    letters = {chr(ord("A") + index): index + 1 for index in range(min(26, most))}
    found = []
    for labels in (numbers, letters):
        rendered = [(number, _rendered(text, *face)) for text, number in labels.items() for face in TYPEFACES]
        table = np.array([sign.shades.ravel() for _, sign in rendered])
        aspects = np.log([sign.aspect for _, sign in rendered])
        read, total = [], 0.0
        for sign in signs:
            likeness = table @ sign.shades.ravel() - ASPECT * np.abs(aspects - np.log(sign.aspect))
            best = int(likeness.argmax())
            read.append(rendered[best][0])
            total += float(likeness[best])
            if likeness[best] < READABLE:
                break
        if len(read) == len(signs) and sorted(read) == sorted([*range(1, len(signs) // 2 + 1)] * 2):
            found.append((total, read))
    return max(found)[1] if found else None


def distances(signs: Sequence[Sign]) -> NDArray[np.float64]:
    """How unlike each two signs are, in the measure of colours: 0 to 442."""
    table = [[442 * max(0.0, 1 - one.likeness(other)) for other in signs] for one in signs]
    return np.array(table)
