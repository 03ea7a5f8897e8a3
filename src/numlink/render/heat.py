"""A heat map: the more solutions use a link, the wider and darker the link; black if all solutions use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from numbers import Rational

from numlink.model.grid import Link
from numlink.render.drawing import Drawing, Layer, Line, Part, draw
from numlink.render.geometry import Geometry
from numlink.render.scene import Scene
from numlink.render.theme import INK, Paint, heat_tint

STEPS = 10  # how many shades there are, each with its own width; the last is for links that every solution uses

NARROW, WIDE = 0.04, 0.34
"""Line widths in widths of a cell: WIDE for the last shade, smaller in equal steps towards NARROW for the others."""


def draw_heat(scene: Scene, shares: Mapping[Link, Rational]) -> Drawing:
    """The board of a scene with its ends, and below them the links that some solution uses.  O(cells).

    `shares`, as `numlink.heat` returns them: for each link the share of solutions that use it, 0 to 1.  Links between
    layers are not drawn.
    """
    plain = draw(replace(scene, paths=()))
    board, *others = plain.layers
    geometry = Geometry(scene.grid) if scene.grid is not None else None
    return replace(plain, layers=(board, Layer(tuple(_parts(scene, shares, geometry))), *others))


def _parts(scene: Scene, shares: Mapping[Link, Rational], geometry: Geometry | None) -> Iterator[Part]:
    """The links of each shade, the palest first, so that dark ones lie above."""
    by_shade: dict[int, list[Line]] = {}
    for (first, second), share in shares.items():
        if share:
            # a share below 1 never gets the last shade, which means: in every solution
            shade = STEPS if share == 1 else min(STEPS - 1, 1 + int(float(share) * STEPS))
            by_shade.setdefault(shade, []).extend(_lines(scene, first, second, geometry))
    for shade, lines in sorted(by_shade.items()):
        if not lines:  # all links of this shade lead to other layers
            continue
        tint = INK if shade == STEPS else heat_tint(shade / STEPS)
        width = NARROW + (WIDE - NARROW) * shade / STEPS
        yield Part(f"heat{shade}", Paint(stroke=tint, width=width), tuple(lines))


def _lines(scene: Scene, first: int, second: int, geometry: Geometry | None) -> Iterator[Line]:
    """The lines of a link between two cells: two stubs that leave the board if it wraps, none if it changes layers."""
    if geometry is not None:
        yield from (Line(stroke.points) for stroke in geometry.pieces((first, second)) if len(stroke.points) > 1)
        return
    (row, column), (other_row, other_column) = divmod(first, scene.width), divmod(second, scene.width)
    yield Line(((column + 0.5, row + 0.5), (other_column + 0.5, other_row + 0.5)))
