"""What each cell holds: nothing, a dot, a path that passes through, or something else.

A cell is examined as a square of SIDE pixels.  Rays run from its middle in RAYS directions; along each, the *reach* is
the largest distance (in cells) at which the colour is nearer to that of the middle than to that of the corners:

      dot: all rays reach the rim of the disc; at most one goes on to a side (along a path that leaves)
      path: two rays go on to a side, the others end at half the line's width
      empty: middle and corners have one colour
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from numlink.pictures.lattice import FARTHEST, RAYS, SQUARES
from numlink.pictures.patches import INNER, SIDE, corner_pixels, difference, from_middle, inner_pixels, medians, strips

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numlink.pictures.lattice import CellShape

LETTERS = 0.24
"""How far from the middle, in cells, a letter or number on a disc may reach."""

PLAIN = 14.0
"""Middle and corners have one colour if they differ by at most this (of 442): noise and glow behind boards reach 10."""

AT_SIDE = FARTHEST - 0.02
"""What differs from the ground farther than this from the middle, in cells, may go on beyond the cell."""

INK = 45.0
"""A pixel is ink if it differs from the ground by more than this (of 442): noise and glow behind boards stay below."""

LEAST_INK = 0.012
"""The least share of a cell that a sign covers: a thin 1 covers 0.03."""

BOLDEST = 0.65
"""The largest share of a cell's middle that a sign fills: what fills more is a dot of some shape."""

RAIL_WIDTH = 6
"""The largest width of a bridge's rail, in pixels."""

RIM_SHARES = (1.0, 0.95, 0.9)
"""Where the rim of a disc may be seen, as shares of its radius: farther in there may be a ring, or a thinner line."""

CLOSED = 0.75
"""The least share of a circle that is ink if it is a ring drawn around a sign."""

HALVES = 0.05, 0.12
"""Half the widths, in cells, at which lines are looked for: thin lines, and wide ones that may have a thin stripe."""

WIDEST = 0.44
"""Rings begin within this distance of the middle, in cells: lines of cells begin farther out."""

AROUND_SIGNS = (from_middle() > 0.22) & (from_middle() < 0.3)
"""The pixels of a patch that show the ground of a sign: it may fill the middle, and a ring lies farther out."""


class Content(Enum):
    """What a cell was seen to hold."""

    EMPTY = "empty"
    DOT = "dot"
    PATH = "path"
    BRIDGE = "bridge"
    SIGN = "sign"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class CellLooks:
    """The cells of a board as arrays, one entry per cell in row-major order.

    patches   [cell, row, column, channel], SIDE pixels a side
    corners   [cell, channel], the colour around what the cell holds
    middles   [cell, channel], the colour of most of its middle
    reaches   [cell, ray], in cells
    rims      [cell, ray], how far from the middle something differs from the corners, in cells
    leaves    [cell, way], whether something goes on to the neighbour there
    apart     [cell, row, column], how much the pixels without INSET differ from the corners; 0 near sides
    shape     of the cells
    """

    patches: NDArray[np.float32]
    corners: NDArray[np.float32]
    middles: NDArray[np.float32]
    reaches: NDArray[np.float32]
    rims: NDArray[np.float32]
    leaves: NDArray[np.bool_]
    apart: NDArray[np.float32]
    shape: CellShape


def rings_around(inks: NDArray[np.bool_], radius: float) -> NDArray[np.float64]:
    """The inner radius, in cells, of a ring of ink around the middle of each cell; if no ring lies within `radius`,
    that radius."""
    pixels, starts, rims, inner = _circles()
    inked = np.add.reduceat(inks.reshape(len(inks), SIDE * SIDE)[:, pixels], starts, axis=1, dtype=np.int32)
    closed = (inked > CLOSED * np.diff(starts, append=len(pixels))) & (rims < radius)
    closed &= rims > radius - 0.2  # a wide label closes smaller circles
    return np.where(closed.any(axis=1), inner[closed.argmax(axis=1)], radius)


@cache
def _circles() -> tuple[NDArray[np.int_], NDArray[np.int_], NDArray[np.float64], NDArray[np.float64]]:
    """Circles around points up to a pixel off the middle, as rings in small pictures may be: the pixels of all circles,
    where those of each begin, their radii, and the inner radii of rings that lie there."""
    pixels, rims, inner = [], [], []
    for rim in np.arange(0.2, WIDEST, 1 / SIDE):
        for x, y in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            distance = from_middle(x, y).ravel()
            pixels.append(np.flatnonzero((distance >= rim) & (distance < rim + 1.2 / SIDE)))
            rims.append(rim)
            inner.append(rim - (1.5 + np.hypot(x, y)) / SIDE)
    starts = np.cumsum([0, *map(len, pixels[:-1])])
    return np.concatenate(pixels), starts, np.array(rims), np.array(inner)


def cell_looks(patches: NDArray[np.float32], shape: CellShape) -> CellLooks:
    """The colours, rays and ink of each cell, by its patch."""
    corners = medians(patches[:, corner_pixels(shape)])
    middles = medians(patches[:, from_middle() < 0.26])
    steps = np.arange(0.0, FARTHEST + 1e-9, 0.5 / SIDE)
    angles = np.arange(RAYS) * (2 * np.pi / RAYS)
    across, down = (np.outer(turn(angles), steps) for turn in (np.cos, np.sin))
    column, row = ((np.clip(way, -0.499, 0.499) + 0.5) * SIDE for way in (across, down))
    samples = patches[:, row.astype(int), column.astype(int)]  # [cell, ray, step, channel]
    to_middle = difference(samples, middles[:, None, None])
    to_corner = difference(samples, corners[:, None, None])
    near = to_middle < to_corner
    contrast = difference(middles, corners)
    drawn = to_corner > np.maximum(INK, 0.3 * contrast)[:, None, None]
    beyond = np.argmax(drawn[:, :, ::-1], axis=2)
    full = np.count_nonzero(drawn, axis=2) > 0.5 * (len(steps) - beyond)
    rims = np.where(full, steps[-1 - beyond], 0)
    apart = difference(patches[INNER], corners[:, None, None])
    apart[:, ~inner_pixels(shape)] = 0
    colours = np.stack([[medians(patches[:, strip]) for strip in strips(shape, half)] for half in HALVES])
    leaves = np.asarray((difference(colours, corners) > np.maximum(INK, 0.4 * contrast)).any(axis=0)).T
    reaches = _reaches(near, steps)
    return CellLooks(patches, corners, middles, reaches, rims.astype(np.float32), leaves, apart, shape)


def rim_shares(looks: CellLooks, radius: float, least: float) -> NDArray[np.float64]:
    """The share of directions in which each cell's colour changes by more than `least` at this radius (in cells), from
    what lies just outside to the rim, as far as RIM_SHARES."""
    distances = min(radius + 2 / SIDE, 0.49), *(radius * share for share in RIM_SHARES)
    outside, *inside = (_colours_at(looks, np.arange(2 * RAYS) / 2, distance) for distance in distances)
    return np.asarray((np.max([difference(one, outside) for one in inside], axis=0) > least).mean(axis=1))


def _colours_at(looks: CellLooks, rays: NDArray[Any], distance: float) -> NDArray[np.float32]:
    """`[cell, ray, channel]`: the colours at a distance from the middle, in cells."""
    y, x = (((turn(rays * (2 * np.pi / RAYS)) * distance + 0.5) * SIDE).astype(int) for turn in (np.sin, np.cos))
    return looks.patches[:, y, x]


def _reaches(near: NDArray[np.bool_], steps: NDArray[np.float64]) -> NDArray[np.float32]:
    """How far each ray keeps the colour of the middle beyond LETTERS, or else its last place before that has it."""
    start = int(np.searchsorted(steps, LETTERS))
    outer, inner = near[:, :, start:], near[:, :, :start]
    unbroken = np.where(outer.all(axis=2), outer.shape[2], np.argmin(outer, axis=2))
    last = start - 1 - np.argmax(inner[:, :, ::-1], axis=2)
    last = np.where(unbroken > 0, start - 1 + unbroken, np.where(inner.any(axis=2), last, 0))
    return steps[last].astype(np.float32)


def contents(looks: CellLooks, framed: NDArray[np.bool_]) -> tuple[list[Content], NDArray[np.float64]]:
    """What each cell holds, and the radius of its disc (0 if there is none); `framed`: the cells of the board."""
    usual = np.median(looks.corners[framed], axis=0)
    plain = difference(looks.middles, looks.corners) <= PLAIN
    # a thick outline, or the ring around a sign that fills the middle, runs through the corners
    outlined = ~plain & (difference(medians(looks.patches[:, AROUND_SIGNS]), usual) <= PLAIN / 2)
    outlined &= difference(looks.corners, usual) > PLAIN
    inks = difference(looks.patches, np.where(outlined[:, None], usual, looks.corners)[:, None, None]) > INK
    on_ground, radius = plain | outlined, _rings_of_signs(inks)
    ringed, inks = radius > 0, inks[INNER] & inner_pixels(looks.shape)
    kinds = np.full(len(inks), Content.UNCLEAR)
    kinds[on_ground] = _drawn_contents(inks[on_ground], looks.shape)
    kinds[ringed] = Content.SIGN
    out = looks.reaches > AT_SIDE
    straight = out[:, looks.shape.rays].sum(axis=1)
    leaving = _leave_along_one_ray(out, looks.shape)
    leaves, rims = looks.leaves.sum(axis=1), medians(looks.rims)
    filling = ~on_ground & ~ringed & _fill_their_cells(looks)
    kinds[filling], radius[filling] = Content.DOT, FARTHEST
    for cell in np.flatnonzero(~on_ground & ~ringed & ~filling).tolist():
        ended = looks.reaches[cell, ~out[cell]]
        rim = float(rims[cell])
        middle = float(np.median(ended)) if len(ended) >= RAYS // 2 else 0.0
        # next to a path that leaves a disc, rays end late; all others end at the rim
        within = np.abs(ended - middle) <= 0.035 + 0.06 * middle
        closed = LETTERS < rim < AT_SIDE and (np.abs(looks.rims[cell] - rim) <= 0.035).mean() >= 0.8
        even = leaving[cell] and within.mean() >= (0.95 if straight[cell] == 0 else 0.8) and middle >= 0.12
        if closed or even:  # a disc may have a ring of another colour in it
            uniform = even and not (closed and rim > middle + 0.035)
            kinds[cell], radius[cell] = Content.DOT, middle if uniform else rim
        elif _have_rails(_ink_beside_path(looks, cell)[None], looks.shape).all():
            kinds[cell] = Content.BRIDGE
        elif leaves[cell] == len(looks.shape.rays) or (straight[cell] >= 1 and len(ended) >= RAYS // 2):
            kinds[cell] = Content.PATH
    shaped = np.flatnonzero(leaving & ~on_ground & ~ringed)
    fitting, inner = _of_one_shape(looks.reaches[shaped], looks.middles[shaped])
    discs = kinds[shaped] == Content.DOT
    if fitting[discs].all() and not discs[fitting].all():
        kinds[shaped[fitting]], radius[shaped[fitting]] = Content.DOT, inner
    unclear = np.flatnonzero(kinds == Content.UNCLEAR)
    kinds[unclear[_bold_signs(looks.apart[unclear], looks.shape)]] = Content.SIGN
    far = np.maximum(looks.reaches, looks.rims) > AT_SIDE
    along = _along_ways(looks.shape)
    striped = far[:, along].any(axis=1) & ~far[:, ~along].any(axis=1)
    kinds[(kinds == Content.UNCLEAR) & striped] = Content.PATH
    return kinds.tolist(), radius


def _fill_their_cells(looks: CellLooks) -> NDArray[np.bool_]:
    """Which cells hold a disc that reaches their sides: between the ways, it ends just beyond FARTHEST."""
    between = np.flatnonzero(~_along_ways(looks.shape))
    inside, outside = (_colours_at(looks, between, FARTHEST + more) for more in (-0.05, 0.04))
    colours = medians(inside)[:, None]
    clear = np.maximum(INK, 0.5 * difference(looks.corners[:, None], colours))
    ends = (difference(inside, colours) < INK / 2) & (difference(outside, colours) > clear)
    return np.asarray(ends.mean(axis=1) > 0.9)


def _along_ways(shape: CellShape) -> NDArray[np.bool_]:
    """Which rays run along a way, or next to one that does."""
    return np.isin(np.arange(RAYS), np.add.outer(shape.rays, (-1, 0, 1)) % RAYS)


def _of_one_shape(reaches: NDArray[np.float32], middles: NDArray[np.float32]) -> tuple[NDArray[np.bool_], float]:
    """Which cells hold the shape that most of them hold, such as a square or a star, and the radius of a disc within
    it; none if that is a disc, if no shape is in half of the cells, or if all have one colour, as numbers do."""
    usual = np.median(reaches, axis=0) if len(reaches) else np.zeros(RAYS)
    fitting = (np.abs(reaches - usual) <= 0.035 + 0.06 * usual).mean(axis=1) >= 0.8
    least, most = float(usual.min()), float(np.quantile(usual, 0.75))  # some rays may follow paths that leave
    off_middle = 2 / RAYS * abs(np.fft.rfft(usual)[1])  # as discs of a lattice out of place are
    found = least >= 0.12 and most - least > 0.035 and off_middle < 0.025 and 2 * fitting.sum() > len(fitting)
    return fitting & (found and np.ptp(middles[fitting], axis=0).max() > INK), least


def _drawn_contents(inks: NDArray[np.bool_], shape: CellShape) -> NDArray[np.object_]:
    """What is drawn in cells whose middle shows the ground: nothing, the rails of a bridge, thin paths, or a sign."""
    found = np.full(len(inks), Content.EMPTY)
    inked = np.flatnonzero(inks.mean(axis=(1, 2)) >= LEAST_INK)
    inks = inks[inked]
    found[inked] = Content.PATH
    found[inked[_loose(inks, shape) >= LEAST_INK]] = Content.SIGN
    found[inked[_have_rails(inks, shape)]] = Content.BRIDGE
    return found


def _rings_of_signs(inks: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The radius beyond which the ring around the middle of each cell surely ends; 0 if none has a sign in it."""
    found, inked = np.zeros(len(inks)), np.flatnonzero(inks[INNER].mean(axis=(1, 2)) >= LEAST_INK)
    rings = rings_around(inks[inked], WIDEST)
    for cell, ring in zip(inked, rings, strict=True):
        if LETTERS < ring < WIDEST and 2 * LEAST_INK < inks[cell][from_middle() < ring].mean() < 0.6:
            found[cell] = ring + 0.1
    return found


def _bold_signs(apart: NDArray[np.float32], shape: CellShape) -> NDArray[np.bool_]:
    """Which cells have ink in the middle that leaves some ground visible there and reaches no side."""
    inks = apart > np.maximum(INK, 0.5 * apart.max(axis=(1, 2), keepdims=True))
    near = from_middle()[INNER[1], INNER[2]] < LETTERS
    share = inks[:, near].mean(axis=1)
    return np.asarray((share > LEAST_INK) & (share < BOLDEST) & (_loose(inks, shape) == inks.mean(axis=(1, 2))))


def _loose(inks: NDArray[np.bool_], shape: CellShape) -> NDArray[np.float64]:
    """The share of each cell that is ink not connected to a side: neither thin paths nor rings that they leave."""
    inside = np.pad(inner_pixels(shape), 1)
    hanging = inks & ~(inside[:-2, 1:-1] & inside[2:, 1:-1] & inside[1:-1, :-2] & inside[1:-1, 2:])
    size = -1
    while size != (size := int(hanging.sum())):
        for way in (hanging, hanging.swapaxes(1, 2)):
            way[:, 1:] |= way[:, :-1]
            way[:, :-1] |= way[:, 1:]
        hanging &= inks
    return np.asarray((inks & ~hanging).mean(axis=(1, 2)))


def ink_contrasts(looks: CellLooks) -> NDArray[np.float32]:
    """How much the most different fiftieth of each cell differs from its corners, at least."""
    apart = looks.apart.reshape(len(looks.apart), -1)
    return np.asarray(np.partition(apart, -apart.shape[1] // 50, axis=1)[:, -apart.shape[1] // 50])


def _ink_beside_path(looks: CellLooks, cell: int) -> NDArray[np.bool_]:
    """Which pixels are not a mixture of the colours of ground and path."""
    ground, path = looks.corners[cell], looks.middles[cell]
    along = path - ground
    from_ground = looks.patches[cell][INNER[1], INNER[2]] - ground
    share = np.clip(from_ground @ along / max(1.0, float(along @ along)), 0, 1)
    away: NDArray[np.float32] = difference(from_ground, share[:, :, None] * along)
    # in JPEG, the colours of a path run over its edge, less so if it is faint
    contrast = float(np.linalg.norm(along))
    return away > max(min(INK, 0.6 * contrast), 0.3 * contrast)


def _have_rails(inks: NDArray[np.bool_], shape: CellShape) -> NDArray[np.bool_]:
    """Which squares have two lines, one on each side of the middle, that run to two opposite sides."""
    if shape is not SQUARES:
        return np.zeros(len(inks), dtype=bool)
    return _have_rails_across(inks) | _have_rails_across(inks.swapaxes(1, 2))


def _have_rails_across(inks: NDArray[np.bool_]) -> NDArray[np.bool_]:
    side, half = inks.shape[1], inks.shape[1] // 2
    # `[cell, end, y]`: over five pixels, a ring around a number changes its height; a rail may bend, but farther in
    ends = np.stack([inks[:, :, low : low + 5].mean(axis=2) > 0.75 for low in (1, side - 6)], axis=1)
    widths = np.stack([ends[:, :, : half - 2].sum(axis=2), ends[:, :, half + 2 :].sum(axis=2)])
    rails = ((widths > 0) & (widths <= RAIL_WIDTH)).all(axis=(0, 2))
    walls = ends[:, :, [0, 1, -2, -1]].any(axis=(1, 2))  # thick ones on both sides
    between = (ends[:, :, half - 1] & ends[:, :, half]).any(axis=1)
    return np.asarray(rails & ~walls & ~between)


def _leave_along_one_ray(out: NDArray[np.bool_], shape: CellShape) -> NDArray[np.bool_]:
    """Which cells have no ray that reaches a side, except close to one straight ray: there a path leaves."""
    near = np.add.outer(shape.rays, np.arange(-RAYS // 12, RAYS // 12 + 1)) % RAYS
    return np.asarray((out[:, near].sum(axis=2) == out.sum(axis=1)[:, None]).any(axis=1))
