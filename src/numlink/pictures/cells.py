"""What stands in each cell: nothing, a dot, a path that passes, or something else.

A cell is looked at as a square of SIDE pixels.  Rays run from its middle in RAYS directions; along each, the *reach* is
the largest distance (in cells) at which the colour is nearer to that of the middle than to that of the corners:

      dot: all rays reach the rim of the disc; up to one (a path that leaves) goes on to the side
      path: two rays go on to a side, the others end at half the line's width
      empty: middle and corners have one colour
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from numlink.pictures.lattice import RAYS, SQUARES
from numlink.pictures.patches import INSET, SIDE, corner_pixels, from_middle, inner_pixels, strips

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numlink.pictures.lattice import CellShape

FARTHEST = 0.45
"""How far rays go, in cells: a thick line begins at 0.46."""

LETTERS = 0.24
"""Up to this distance from the middle, in cells, a letter or a number may stand on a disc."""

PLAIN = 14.0
"""Distance of two colours up to which middle and corners count as one (of 442): noise and glow have up to 10."""

INK = 45.0
"""Distance from the ground's colour (of 442) at which a pixel belongs to a sign: noise and glow stay below."""

LEAST_INK = 0.012
"""The least share of a cell that a sign covers: a thin 1 covers 0.03."""

RAIL_WIDTH = 6
"""The most pixels that the line of a bridge's rail is wide."""

CLOSED = 0.75
"""The share of a circle that is ink where a ring is drawn around a sign."""


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
    """The cells of a board as arrays, one entry a cell in row-major order.

    patches   [cell, row, column, channel], SIDE pixels a side
    corners   [cell, channel], the colour around what stands in the cell
    middles   [cell, channel], the colour of most of its middle
    reaches   [cell, ray], in cells
    rims      [cell, ray], how far from the middle something differs from the corners, in cells
    leaves    [cell, way], whether something goes on to the next cell there
    inner     [cell, row, column, channel], patches without INSET at their rims; with the corners' colour near sides
    apart     [cell, row, column], how much these pixels differ from the corners
    shape     of the cells
    """

    patches: NDArray[np.float32]
    corners: NDArray[np.float32]
    middles: NDArray[np.float32]
    reaches: NDArray[np.float32]
    rims: NDArray[np.float32]
    leaves: NDArray[np.bool_]
    inner: NDArray[np.float32]
    apart: NDArray[np.float32]
    shape: CellShape


def ring_around(ink: NDArray[np.bool_], radius: float) -> float:
    """The inner radius, in cells, of a ring of ink around about the middle of a cell; `radius` if there is none within
    it."""
    circles, rims, inner = _circles()
    shares = circles[: int(np.searchsorted(rims, radius))] @ ink.ravel().astype(np.float32)
    closed = np.flatnonzero(shares > CLOSED)
    return float(inner[closed[0]]) if len(closed) else radius


@cache
def _circles() -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.float64]]:
    """Circles around points at most a pixel off the middle, as small pictures are drawn as many pixels off their lines:
    `[circle, pixel]`, the share of the circle that each pixel is; their radii, and those of rings that lie there."""
    found, rims, inner = [], [], []
    for rim in np.arange(0.2, FARTHEST, 1 / SIDE):
        for x, y in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            distance = from_middle(x, y).ravel()
            on = (distance >= rim) & (distance < rim + 1.2 / SIDE)
            found.append(on / on.sum())
            rims.append(rim)
            inner.append(rim - (1.5 + np.hypot(x, y)) / SIDE)
    return np.array(found, dtype=np.float32), np.array(rims), np.array(inner)


def looked_at(patches: NDArray[np.float32], shape: CellShape) -> CellLooks:
    """The colours and rays of each cell."""
    corners = np.median(patches[:, corner_pixels(shape)], axis=1)
    middles = np.median(patches[:, from_middle() < 0.26], axis=1)
    steps = np.arange(0.0, FARTHEST + 1e-9, 0.5 / SIDE)
    angles = np.arange(RAYS) * (2 * np.pi / RAYS)
    across, down = (np.outer(turn(angles), steps) for turn in (np.cos, np.sin))
    column, row = ((np.clip(way, -0.499, 0.499) + 0.5) * SIDE for way in (across, down))
    samples = patches[:, row.astype(int), column.astype(int)]  # [cell, ray, step, channel]
    to_middle = np.linalg.norm(samples - middles[:, None, None], axis=-1)
    to_corner = np.linalg.norm(samples - corners[:, None, None], axis=-1)
    near = to_middle < to_corner
    drawn = to_corner > np.maximum(INK, 0.3 * np.linalg.norm(middles - corners, axis=1))[:, None, None]
    full = drawn.mean(axis=2) * len(steps) > 0.5 * (len(steps) - np.argmax(drawn[:, :, ::-1], axis=2))
    rims = np.where(full, steps[-1 - np.argmax(drawn[:, :, ::-1], axis=2)], 0)
    inner = patches[:, INSET : SIDE - INSET, INSET : SIDE - INSET]
    inner = np.where(inner_pixels(shape)[:, :, None], inner, corners[:, None, None])
    apart = np.linalg.norm(inner - corners[:, None, None], axis=3)
    contrast = np.linalg.norm(middles - corners, axis=1)
    colours = np.stack([np.median(patches[:, strip], axis=1) for strip in strips(shape)], axis=1)
    leaves = np.linalg.norm(colours - corners[:, None], axis=2) > np.maximum(INK, 0.4 * contrast)[:, None]
    reaches = _reaches(near, steps)
    return CellLooks(patches, corners, middles, reaches, rims.astype(np.float32), leaves, inner, apart, shape)


def rims_at(looks: CellLooks, radius: float, least: float) -> NDArray[np.float64]:
    """The share of directions in which each cell's colour changes by more than `least` at this distance (in cells) from
    its middle."""
    angles = np.arange(2 * RAYS) * (np.pi / RAYS)
    inner, outer = (
        looks.patches[:, *(((way * distance + 0.5) * SIDE).astype(int) for way in (np.sin(angles), np.cos(angles)))]
        for distance in (radius - 2.5 / SIDE, min(radius + 2.5 / SIDE, 0.49))
    )
    found: NDArray[np.float64] = (np.linalg.norm(inner - outer, axis=2) > least).mean(axis=1)
    return found


def _reaches(near: NDArray[np.bool_], steps: NDArray[np.float64]) -> NDArray[np.float32]:
    """How far each ray has the colour of the middle without a break from LETTERS on, or if it has not, up to there."""
    start = int(np.searchsorted(steps, LETTERS))
    outer, inner = near[:, :, start:], near[:, :, :start]
    unbroken = np.where(outer.all(axis=2), outer.shape[2], np.argmin(outer, axis=2))
    last = start - 1 - np.argmax(inner[:, :, ::-1], axis=2)
    last = np.where(unbroken > 0, start - 1 + unbroken, np.where(inner.any(axis=2), last, 0))
    return steps[last].astype(np.float32)


def contents(looks: CellLooks, framed: NDArray[np.bool_]) -> tuple[list[Content], NDArray[np.float64]]:
    """What each cell holds, and the radius of its disc (0 where there is none); `framed`: the cells of the board."""
    differs = np.linalg.norm(looks.middles - looks.corners, axis=1)
    out = looks.reaches > FARTHEST - 0.02
    usual = np.median(looks.corners[framed], axis=0)
    straight = out[:, looks.shape.rays].sum(axis=1)
    leaving = _beside_one_straight_ray(out, looks.shape)
    leaves = looks.leaves.sum(axis=1)
    inks = looks.apart > INK
    radius = np.zeros(len(out))
    found: list[Content] = []
    for cell, reaches in enumerate(looks.reaches):
        ended = reaches[~out[cell]]
        if differs[cell] <= PLAIN:
            found.append(_drawn_on(inks[cell], looks.shape))
            continue
        if np.linalg.norm(looks.middles[cell] - usual) <= PLAIN / 2:  # a thick outline runs through the corners
            ink = (np.linalg.norm(looks.inner[cell] - usual, axis=2) > INK) & inner_pixels(looks.shape)
            found.append(_drawn_on(ink, looks.shape))
            continue
        ringed = _ringed_sign(inks[cell])
        found.append(Content.SIGN if ringed else Content.UNCLEAR)
        if ringed:
            continue
        rim = float(np.median(looks.rims[cell]))
        middle = float(np.median(ended)) if len(ended) >= RAYS // 2 else 0.0
        # where a path leaves a disc, the rays beside it end late; all others end at the rim
        within = np.abs(ended - middle) <= 0.035 + 0.06 * middle
        closed = LETTERS < rim < FARTHEST - 0.02 and (np.abs(looks.rims[cell] - rim) <= 0.035).mean() >= 0.8
        if closed and rim > middle + 0.035:
            found[-1], radius[cell] = Content.DOT, rim  # with a ring of another colour in it
        elif leaving[cell] and within.mean() >= (0.95 if straight[cell] == 0 else 0.8) and middle >= 0.12:
            found[-1], radius[cell] = Content.DOT, middle
        elif closed:
            found[-1], radius[cell] = Content.DOT, rim
        elif _has_rails(_ink_beside_path(looks, cell), looks.shape):
            found[-1] = Content.BRIDGE
        elif leaves[cell] == len(looks.shape.rays) or (straight[cell] >= 1 and len(ended) >= RAYS // 2):
            found[-1] = Content.PATH
    return found, radius


def _drawn_on(ink: NDArray[np.bool_], shape: CellShape) -> Content:
    """What is drawn in a cell whose middle is ground: nothing, the rails of a bridge, or some sign."""
    if ink.mean() < LEAST_INK:
        return Content.EMPTY
    if _ringed_sign(ink):
        return Content.SIGN
    if _has_rails(ink, shape):
        return Content.BRIDGE
    return Content.SIGN if (ink & ~_from_sides(ink, shape)).mean() >= LEAST_INK else Content.PATH


def _ringed_sign(ink: NDArray[np.bool_]) -> bool:
    """Whether a ring is drawn around the middle, and something in it."""
    whole = np.pad(ink, INSET)
    ring = ring_around(whole, FARTHEST)
    share = whole[from_middle() < ring].mean()
    return bool(ring < FARTHEST and ring > LETTERS and 2 * LEAST_INK < share < 0.6)


def _from_sides(ink: NDArray[np.bool_], shape: CellShape) -> NDArray[np.bool_]:
    """The ink that hangs together with a side of the cell: thin paths, and rings from which they go out."""
    inside = np.pad(inner_pixels(shape), 1)
    found = ink & ~(inside[:-2, 1:-1] & inside[2:, 1:-1] & inside[1:-1, :-2] & inside[1:-1, 2:])
    size = -1
    while found.sum() != size:
        size = int(found.sum())
        for one, other in ((found[1:], found[:-1]), (found[:-1], found[1:])):
            one |= other
        for one, other in ((found[:, 1:], found[:, :-1]), (found[:, :-1], found[:, 1:])):
            one |= other
        found &= ink
    return found


def inks_of(looks: CellLooks) -> NDArray[np.float32]:
    """How much the strongest fiftieth of each cell differs from its corners."""
    apart = looks.apart.reshape(len(looks.apart), -1)
    return np.asarray(np.partition(apart, -apart.shape[1] // 50, axis=1)[:, -apart.shape[1] // 50])


def _ink_beside_path(looks: CellLooks, cell: int) -> NDArray[np.bool_]:
    """The pixels that are no mixture of the colours of ground and path."""
    ground, path = looks.corners[cell], looks.middles[cell]
    along = path - ground
    from_ground = looks.inner[cell] - ground
    share = np.clip(from_ground @ along / max(1.0, float(along @ along)), 0, 1)
    away: NDArray[np.float32] = np.linalg.norm(from_ground - share[:, :, None] * along, axis=2)
    return away > max(INK, 0.3 * float(np.linalg.norm(along)))  # colours of JPEG run over the rim of a path


def _has_rails(ink: NDArray[np.bool_], shape: CellShape) -> bool:
    """Whether two lines, one on each side of the middle, run to two opposite sides of a square."""
    return shape is SQUARES and any(_has_rails_across(way) for way in (ink, ink.T))


def _has_rails_across(ink: NDArray[np.bool_]) -> bool:
    side, half = len(ink), len(ink) // 2
    # a ring around a number is at other heights a few pixels on
    ends = (ink[:, 1:9].mean(axis=1) > 0.8, ink[:, side - 9 : side - 1].mean(axis=1) > 0.8)
    upper, lower = (end[: half - 2] for end in ends), (end[half + 2 :] for end in ends)
    if any(end[[0, 1, -2, -1]].any() for end in ends):
        return False  # thick walls on both sides
    both = all(bool(rail.any()) and int(rail.sum()) <= RAIL_WIDTH for rail in (*upper, *lower))
    return both and not any(end[half - 1 : half + 1].all() for end in ends)


def _beside_one_straight_ray(out: NDArray[np.bool_], shape: CellShape) -> NDArray[np.bool_]:
    """The cells whose rays reach a side nowhere, or only beside one straight ray: there a path leaves."""
    beside = RAYS // 12
    fits = ~out.any(axis=1)
    for ray in shape.rays:
        others = np.ones(RAYS, dtype=bool)
        others[(ray + np.arange(-beside, beside + 1)) % RAYS] = False
        fits |= ~out[:, others].any(axis=1)
    return np.asarray(fits)
