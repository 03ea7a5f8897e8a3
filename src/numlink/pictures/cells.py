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
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

    from numlink.pictures.drawn_grid import DrawnGrid

SIDE = 40
"""Pixels of a cell as it is looked at."""

RAYS = 24
"""Directions; the four straight ones are numbers 0 (right), 6 (down), 12 and 18."""

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

INSET = 4
"""Pixels at each side of a cell where grid lines may be."""

RAIL_WIDTH = 6
"""The most pixels that the line of a bridge's rail is wide."""

CLOSED = 0.75
"""The share of a circle that is ink where a ring is drawn around a sign."""

_AXIS = (np.arange(SIDE) + 0.5) / SIDE - 0.5
FROM_MIDDLE = np.hypot(*np.meshgrid(_AXIS, _AXIS))
"""The distance of each pixel from the middle of its cell, in cells."""

_DISTANCES = tuple(
    (np.hypot(x, y), np.hypot(*np.meshgrid(_AXIS - x / SIDE, _AXIS - y / SIDE)))
    for x, y in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
)
"""The distances from points at most a pixel off the middle: small pictures are drawn as many pixels off their lines."""

STRIPS = tuple(
    (slice(*rows), slice(*columns))
    for rows, columns in (
        ((SIDE // 2 - 2, SIDE // 2 + 2), (SIDE - 7, SIDE - 3)),
        ((SIDE - 7, SIDE - 3), (SIDE // 2 - 2, SIDE // 2 + 2)),
        ((SIDE // 2 - 2, SIDE // 2 + 2), (3, 7)),
        ((3, 7), (SIDE // 2 - 2, SIDE // 2 + 2)),
    )
)
"""The pixels of a cell where a line goes on to the right, down, left, up."""


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
    leaves    [cell, direction], whether something goes on to the next cell right, down, left, up
    apart     [cell, row, column], how much each pixel, without INSET at the sides, differs from the corners
    """

    patches: NDArray[np.float32]
    corners: NDArray[np.float32]
    middles: NDArray[np.float32]
    reaches: NDArray[np.float32]
    rims: NDArray[np.float32]
    leaves: NDArray[np.bool_]
    apart: NDArray[np.float32]


def ring_around(ink: NDArray[np.bool_], radius: float) -> float:
    """The inner radius, in cells, of a ring of ink around about the middle of a cell; `radius` if there is none within
    it."""
    for rim in np.arange(0.2, radius, 1 / SIDE):
        for off, distance in _DISTANCES:
            on = ink[(distance >= rim) & (distance < rim + 1.2 / SIDE)]
            if len(on) and on.mean() > CLOSED:
                return float(rim - (1.5 + off) / SIDE)
    return radius


def patches_of(picture: Image.Image, grid: DrawnGrid) -> NDArray[np.float32]:
    """The cells of a grid, cut out of the full picture: `[cell, row, column, channel]`."""
    from PIL import Image

    width, height = grid.columns * SIDE, grid.rows * SIDE
    x, y, _, _ = grid.box(0, 0)
    box = (x, y, x + grid.columns * grid.across, y + grid.rows * grid.down)
    left, top, right, bottom = (side + 0.5 for side in box)
    # what lies outside the picture has the colours of its edge
    near = (
        max(0, int(left) - 2),
        max(0, int(top) - 2),
        min(picture.width, int(right) + 3),
        min(picture.height, int(bottom) + 3),
    )
    part = np.asarray(picture.crop(near))
    outside = (near[1] - top, bottom - near[3], near[0] - left, right - near[2])
    above, below, before, behind = (max(0, int(np.ceil(side))) for side in outside)
    padded = Image.fromarray(np.pad(part, ((above, below), (before, behind), (0, 0)), mode="edge"))
    x, y = near[0] - before, near[1] - above
    drawn = padded.resize(
        (width, height),
        Image.Resampling.BOX if min(grid.across, grid.down) >= SIDE else Image.Resampling.BICUBIC,
        box=(left - x, top - y, right - x, bottom - y),
        reducing_gap=3.0,
    )
    board = np.asarray(drawn, dtype=np.float32).reshape(grid.rows, SIDE, grid.columns, SIDE, 3)
    return board.swapaxes(1, 2).reshape(-1, SIDE, SIDE, 3)


def looked_at(patches: NDArray[np.float32]) -> CellLooks:
    """The colours and rays of each cell."""
    x, y = np.meshgrid(_AXIS, _AXIS)
    far, inner = np.maximum(np.abs(x), np.abs(y)), np.hypot(x, y)
    in_corner = (np.minimum(np.abs(x), np.abs(y)) > 0.34) & (far < 0.43)
    corners = np.median(patches[:, in_corner], axis=1)
    middles = np.median(patches[:, inner < 0.26], axis=1)
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
    apart = np.linalg.norm(_inner(patches) - corners[:, None, None], axis=3)
    leaves = _leaves(patches, corners, np.linalg.norm(middles - corners, axis=1))
    return CellLooks(patches, corners, middles, _reaches(near, steps), rims.astype(np.float32), leaves, apart)


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


def _leaves(
    patches: NDArray[np.float32], corners: NDArray[np.float32], contrast: NDArray[np.float32]
) -> NDArray[np.bool_]:
    colours = np.stack([np.median(patches[:, rows, columns], axis=(1, 2)) for rows, columns in STRIPS], axis=1)
    found: NDArray[np.bool_] = (
        np.linalg.norm(colours - corners[:, None], axis=2) > np.maximum(INK, 0.4 * contrast)[:, None]
    )
    return found


def contents(looks: CellLooks, framed: NDArray[np.bool_]) -> tuple[list[Content], NDArray[np.float64]]:
    """What each cell holds, and the radius of its disc (0 where there is none); `framed`: the cells of the board."""
    differs = np.linalg.norm(looks.middles - looks.corners, axis=1)
    out = looks.reaches > FARTHEST - 0.02
    usual = np.median(looks.corners[framed], axis=0)
    straight = out[:, :: RAYS // 4].sum(axis=1)
    leaving = _beside_one_straight_ray(out)
    leaves = looks.leaves.sum(axis=1)
    inks = looks.apart > INK
    radius = np.zeros(len(out))
    found: list[Content] = []
    for cell, reaches in enumerate(looks.reaches):
        ended = reaches[~out[cell]]
        if differs[cell] <= PLAIN:
            found.append(_drawn_on(inks[cell]))
            continue
        if np.linalg.norm(looks.middles[cell] - usual) <= PLAIN / 2:  # a thick outline runs through the corners
            found.append(_drawn_on(np.linalg.norm(_inner(looks.patches[cell]) - usual, axis=2) > INK))
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
        elif leaves[cell] == 4 or (straight[cell] >= 1 and len(ended) >= RAYS // 2):
            rails = _has_rails(_ink_beside_path(looks.patches[cell], looks.corners[cell], looks.middles[cell]))
            found[-1] = Content.BRIDGE if rails else Content.PATH
    return found, radius


def _drawn_on(ink: NDArray[np.bool_]) -> Content:
    """What is drawn in a cell whose middle is ground: nothing, the rails of a bridge, or some sign."""
    if ink.mean() < LEAST_INK:
        return Content.EMPTY
    if _ringed_sign(ink):
        return Content.SIGN
    if _has_rails(ink):
        return Content.BRIDGE
    return Content.SIGN if (ink & ~_from_sides(ink)).mean() >= LEAST_INK else Content.PATH


def _ringed_sign(ink: NDArray[np.bool_]) -> bool:
    """Whether a ring is drawn around the middle, and something in it."""
    whole = np.pad(ink, INSET)
    ring = ring_around(whole, FARTHEST)
    share = whole[FROM_MIDDLE < ring].mean()
    return bool(ring < FARTHEST and ring > LETTERS and 2 * LEAST_INK < share < 0.6)


def _from_sides(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink that hangs together with a side of the cell: thin paths, and rings from which they go out."""
    found = np.zeros_like(ink)
    found[0], found[-1], found[:, 0], found[:, -1] = ink[0], ink[-1], ink[:, 0], ink[:, -1]
    size = -1
    while found.sum() != size:
        size = int(found.sum())
        for one, other in ((found[1:], found[:-1]), (found[:-1], found[1:])):
            one |= other
        for one, other in ((found[:, 1:], found[:, :-1]), (found[:, :-1], found[:, 1:])):
            one |= other
        found &= ink
    return found


def _inner(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    return patches[..., INSET : SIDE - INSET, INSET : SIDE - INSET, :]


def inks_of(looks: CellLooks) -> NDArray[np.float32]:
    """How much the strongest fiftieth of each cell differs from its corners."""
    apart = looks.apart.reshape(len(looks.apart), -1)
    return np.asarray(np.partition(apart, -apart.shape[1] // 50, axis=1)[:, -apart.shape[1] // 50])


def _ink_beside_path(
    patch: NDArray[np.float32], ground: NDArray[np.float32], path: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """The pixels that are no mixture of the colours of ground and path."""
    along = path - ground
    from_ground = _inner(patch) - ground
    share = np.clip(from_ground @ along / max(1.0, float(along @ along)), 0, 1)
    away: NDArray[np.float32] = np.linalg.norm(from_ground - share[:, :, None] * along, axis=2)
    return away > max(INK, 0.3 * float(np.linalg.norm(along)))  # colours of JPEG run over the rim of a path


def _has_rails(ink: NDArray[np.bool_]) -> bool:
    """Whether two lines, one on each side of the middle, run to two opposite sides of a cell."""
    return any(_has_rails_across(way) for way in (ink, ink.T))


def _has_rails_across(ink: NDArray[np.bool_]) -> bool:
    side, half = len(ink), len(ink) // 2
    # a ring around a number is at other heights a few pixels on
    ends = (ink[:, 1:9].mean(axis=1) > 0.8, ink[:, side - 9 : side - 1].mean(axis=1) > 0.8)
    upper, lower = (end[: half - 2] for end in ends), (end[half + 2 :] for end in ends)
    if any(end[[0, 1, -2, -1]].any() for end in ends):
        return False  # thick walls on both sides
    both = all(bool(rail.any()) and int(rail.sum()) <= RAIL_WIDTH for rail in (*upper, *lower))
    return both and not any(end[half - 1 : half + 1].all() for end in ends)


def _beside_one_straight_ray(out: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The cells whose rays reach a side nowhere, or only beside one straight ray: there a path leaves."""
    quarter, beside = RAYS // 4, RAYS // 12
    fits = ~out.any(axis=1)
    for ray in range(0, RAYS, quarter):
        others = np.ones(RAYS, dtype=bool)
        others[(ray + np.arange(-beside, beside + 1)) % RAYS] = False
        fits |= ~out[:, others].any(axis=1)
    return np.asarray(fits)
