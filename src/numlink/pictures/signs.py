"""Reads numbers and letters in cells and on discs by comparing them with text rendered here.

A *sign* is the part of a cell that stands out from its ground, cut to its own bounds and scaled to GRID x GRID
shades from 0 (ground) to 1 (ink).  Two signs are alike as far as their shades correlate.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from numlink.pictures.cells import rings_around
from numlink.pictures.patches import SIDE, difference, from_middle
from numlink.render.theme import letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Shades = NDArray[np.float32]

SIGN_RADIUS = 0.43
"""How far from the middle of its cell a sign without a disc reaches, in cells."""

GRID = 20
"""The size of a sign, in shades a side."""

RING, LEAST_CONTRAST = 60.0, 40.0
"""The least distances from the ground's colour (of 442) of a ring around a sign, and of a sign itself."""

LEAST_SHADE = 0.4
"""A pixel is ink if its shade is above this."""

TYPEFACES = (("NumlinkSans-Regular.ttf", 0), ("NumlinkSans-Bold.ttf", 0), (None, 0), (None, 1))
"""(a font for signs to be compared with, the width of an outline that makes it bolder); None is Pillow's own font."""

ASPECT = 0.35
"""How much likeness two signs lose if one is 2.7 times as wide for its height as the other."""

READABLE = 0.72
"""The least likeness of the two signs of a label to rendered ones: other typefaces reach 0.8, other signs 0.6."""

CLEARLY = 0.02
"""If too many signs look like one label, by how much less the one that gives it up must lose than the others would;
and what signs must lose at least by exchanging labels."""

LOWEST = 4
"""The least height of a sign, in pixels: lower ones have no shape."""

MOST_NUMBERS = 60
"""The most pairs whose numbers are read."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign: its shades, with mean 0 and length 1; its width divided by its height; and its height in cells."""

    shades: Shades
    aspect: float
    height: float


def likenesses(signs: Sequence[Sign], others: Sequence[Sign]) -> NDArray[np.float64]:
    """`[sign, other]`: 1 for equal signs; below READABLE for different ones."""
    one, other = (np.array([sign.shades.ravel() for sign in part], dtype=float) for part in (signs, others))
    width, other_width = (np.log([sign.aspect for sign in part]) for part in (signs, others))
    return np.asarray(one @ other.T - ASPECT * np.abs(width[:, None] - other_width))


def signs_in(patches: Shades, grounds: NDArray[np.floating], radius: float) -> list[Sign | None]:
    """The sign within a radius (in cells) of each cell's middle, without a ring around it; None if there is none."""
    apart = difference(patches, grounds[:, None, None])
    rings = rings_around(apart > RING, radius)
    rings = rings.clip(max=min(SIGN_RADIUS, np.median(rings)))  # a ring that is hardly seen is as large as the others
    return [_sign(one, ring) for one, ring in zip(apart, rings.tolist(), strict=True)]


def _sign(apart: Shades, radius: float) -> Sign | None:
    within = radius > from_middle()
    if not within.any() or apart[within].max() < LEAST_CONTRAST:
        return None
    shade = np.where(within, np.clip(apart / np.quantile(apart[within], 0.995), 0, 1), 0)
    return _cut_out(shade.astype(np.float32))


def _cut_out(shade: Shades) -> Sign | None:
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
    height = box[3] - box[1]
    return Sign(shades / float(np.linalg.norm(shades)), (box[2] - box[0]) / height, height / SIDE)


@cache
def _render(text: str, typeface: str | None, outline: int, height: int) -> Sign:
    """The sign of a text that is drawn in a typeface, so many pixels high."""
    from PIL import Image, ImageDraw, ImageFont

    if typeface is None:
        font = ImageFont.load_default(30)
    else:
        data = (files("numlink.render") / "fonts" / typeface).read_bytes()
        font = ImageFont.truetype(BytesIO(data), 30)
    image = Image.new("L", (30 * len(text) + 20, 60))
    ImageDraw.Draw(image).text((10, 10), text, fill=255, font=font, stroke_width=outline)
    box = image.getbbox()
    assert box is not None, text
    shrunk = (box[3] - box[1]) / height
    if shrunk > 1:
        size = round(image.width / shrunk), round(image.height / shrunk)
        image = image.resize(size, Image.Resampling.BOX).resize(image.size, Image.Resampling.BICUBIC)
    sign = _cut_out((np.asarray(image) / 255).astype(np.float32))
    assert sign is not None, text
    return sign


def read_signs(signs: Sequence[Sign], pitch: float) -> list[int] | None:
    """The numbers that signs on cells of `pitch` pixels stand for, letters counted from A = 1; None unless 1, 2, 3, ...
    are read twice each."""
    count = len(signs) // 2
    if len(signs) % 2 or count > MOST_NUMBERS:
        return None
    height = round(pitch * float(np.median([sign.height for sign in signs])))
    if height < LOWEST:
        return None
    found = []
    for labelled in (str, letters):
        rendered = [_render(labelled(number), *face, height) for number in range(1, count + 1) for face in TYPEFACES]
        table = likenesses(signs, rendered).reshape(len(signs), count, -1).max(axis=2)
        read = _twice_each(table)
        if read is not None:
            found.append((float(table[np.arange(len(signs)), read].sum()), (read + 1).tolist()))
    return max(found)[1] if found else None


def _twice_each(table: NDArray[np.float64]) -> NDArray[np.int_] | None:
    """The label of each sign, by a table of likenesses, so that each label occurs twice; None if that is unclear."""
    read = table.argmax(axis=1)
    places = np.arange(len(table))
    while (many := np.flatnonzero(np.bincount(read, minlength=table.shape[1]) > 2)).size:
        here = np.flatnonzero(read == many[0])
        free = np.bincount(read, minlength=table.shape[1]) < 2
        others = np.where(free, table[here], -np.inf)
        losses = table[here, many[0]] - others.max(axis=1)
        order = losses.argsort()
        leave = len(here) - 2
        if losses[order[leave]] - losses[order[leave - 1]] < CLEARLY:
            return None
        read[here[order[0]]] = others[order[0]].argmax()
    labels = range(table.shape[1])
    # `losses[one, other]`: the least loss if labels move on, from sign to sign, until a sign of `one` has `other`
    losses = np.array([(table[read == one, one][:, None] - table[read == one]).min(axis=0) for one in labels])
    for middle in labels:
        losses = np.minimum(losses, losses[:, middle, None] + losses[middle])
    around = (losses + losses.T)[~np.eye(len(losses), dtype=bool)]
    of_label = np.bincount(read, table[places, read]) / 2
    return read if of_label.min() >= READABLE and around.min(initial=1.0) >= CLEARLY else None
