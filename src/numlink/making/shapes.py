"""Cuts a board to a shape: a hexagon, a heart, ..., or the dark part of a picture; all other cells become solid.

A cell is inside if its centre is; centres run from -1 at the left and top rim to 1 at the right and bottom one. Of
several connected parts only the largest stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING

from numlink.errors import InputError
from numlink.model.grid import Grid
from numlink.model.layout import whole_size_in_words
from numlink.model.words import counted
from numlink.render.images import drawn_svg, read_image

if TYPE_CHECKING:
    from PIL import Image

PICTURES = (".png", ".gif", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff")  # endings of pictures that Pillow reads
DRAWN = ".svg"  # the ending of drawings that resvg turns into pixels
FINENESS = 16  # pixels for each cell along the longer side when an SVG is drawn
DARK = 128  # a cell is open if the mean grey of its part of the picture, from 0 (black) to 255, is below this
MOST_SIDE = 4096  # the most pixels of an SVG's longer side
INNER = 0.31  # the distance of a star's lines from its middle if that of its points is 1: cos 72 degrees
NEARLY = 1e-9  # a centre is inside up to so many half widths beyond the edge, so that rounding keeps mirror symmetry
FEWEST_OPEN = 4  # the fewest connected open cells that a shape must leave


class Outline(StrEnum):
    """The shapes that can be cut out of a board, besides pictures."""

    HEXAGON = "hexagon"
    DIAMOND = "diamond"
    DISC = "disc"
    RING = "ring"
    CROSS = "cross"
    HEART = "heart"
    STAR = "star"
    TRIANGLE = "triangle"


def shaped(grid: Grid, shape: Outline | str) -> Grid:
    """`grid` with the cells outside a shape solid; `shape` is a word of Outline, or the file of a picture whose dark
    part is open.

    Raises InputError for any other word, for a picture that cannot be read, and for a shape that leaves fewer than
    FEWEST_OPEN cells; MissingExtra for a picture without Pillow, for an SVG without resvg.

    >>> sorted(shaped(Grid(3, 3), "diamond").solids)
    [0, 2, 6, 8]
    """
    inside = _inside(grid, shape)
    every_layer = range(0, grid.size, grid.plane)
    solids = grid.solids | {layer + cell for layer in every_layer for cell, is_open in enumerate(inside) if not is_open}
    layout = grid.layout
    cut = replace(
        grid, solids=solids, layout=layout if layout.plain else replace(layout, bridges=layout.bridges - solids)
    )
    largest = frozenset(max(cut.parts(), key=len, default=()))  # of two equally large parts the first
    if len(largest) < FEWEST_OPEN:
        left = counted(len(largest), "connected cell")
        raise InputError(
            f"the shape {shape} leaves {left} of a board of {whole_size_in_words(grid)}. Give a larger board."
        )
    return replace(cut, solids=frozenset(range(grid.size)) - largest)


def _inside(grid: Grid, shape: Outline | str) -> list[bool]:
    if shape not in set(Outline):
        ending = Path(shape).suffix.lower()
        if ending == DRAWN:
            return _shades(drawn_svg(shape, min(FINENESS * max(grid.width, grid.height), MOST_SIDE)), grid)
        if ending in PICTURES:
            return _shades(read_image(shape), grid)
        raise InputError(
            f"{str(shape)[:40]!r} is not a shape. "
            f"Use one of {', '.join(Outline)}, or a picture like cat.png or cat.svg."
        )
    shape = Outline(shape)
    if own := grid.pattern.outlines.get(shape):
        return own(grid.width, grid.height)
    inside = INSIDE[shape]
    return [inside(x, y) for x, y in _centres(grid)]


def _centres(grid: Grid) -> list[tuple[float, float]]:
    """The centres (x, y) of the cells of a layer."""
    pattern = grid.pattern
    left, top, wide, high = pattern.extent(grid.width, grid.height)
    middles = [pattern.middle(*divmod(cell, grid.width)) for cell in range(grid.plane)]
    return [(2 * (x - left) / wide - 1, 2 * (y - top) / high - 1) for x, y in middles]


def _star(x: float, y: float) -> bool:
    right, down = 0.951 * x, 0.905 * y - 0.095
    lines = [(sin(turn * 2 * pi / 5), -cos(turn * 2 * pi / 5)) for turn in range(5)]
    return sum(right * across + down * along <= INNER for across, along in lines) >= 4


def _heart(x: float, y: float) -> bool:
    right, up = 1.2 * x, 0.12 - 1.15 * y
    round_ = right * right + up * up - 1
    return round_**3 <= right * right * up**3


INSIDE: Mapping[Outline, Callable[[float, float], bool]] = {
    Outline.HEXAGON: lambda x, y: abs(x) + abs(y) / 2 <= 1 + NEARLY,
    Outline.DIAMOND: lambda x, y: abs(x) + abs(y) <= 1 + NEARLY,
    Outline.DISC: lambda x, y: x * x + y * y <= 1 + NEARLY,
    Outline.RING: lambda x, y: 0.16 + NEARLY < x * x + y * y <= 1 + NEARLY,
    Outline.CROSS: lambda x, y: min(abs(x), abs(y)) <= 0.4,
    Outline.HEART: _heart,
    Outline.STAR: _star,
    Outline.TRIANGLE: lambda x, y: abs(x) <= (y + 1) / 2 + NEARLY,
}
"""Whether the point (x, y) lies inside; both run from -1 to 1 over the board, y downwards."""


def _shades(picture: Image.Image, grid: Grid) -> list[bool]:
    from PIL import Image

    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture.convert("RGBA"))
    grey = paper.convert("L")
    if grid.pattern.boxed:
        small = grey.resize((grid.width, grid.height), Image.Resampling.BOX)
        return [shade < DARK for shade in small.tobytes()]
    fine = grey.resize((8 * grid.width, 8 * grid.height), Image.Resampling.BOX)
    found = []
    for x, y in _centres(grid):
        at = int((x + 1) / 2 * fine.width), int((y + 1) / 2 * fine.height)
        around = fine.crop((max(0, at[0] - 4), max(0, at[1] - 4), at[0] + 4, at[1] + 4)).tobytes()
        found.append(sum(around) < DARK * len(around))
    return found
