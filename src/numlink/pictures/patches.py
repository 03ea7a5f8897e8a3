"""The cells of a picture as *patches* of one size: SIDE pixels are a unit; a cell lies in the middle of its patch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from numlink.pictures.lattice import FARTHEST

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

    from numlink.pictures.lattice import CellLattice, CellShape

    Pixels = NDArray[np.float32]
    Marked = NDArray[np.bool_]

SIDE = 40
"""The pixels of a unit, which is also the side of a patch."""

INSET = 4
"""The pixels along each side of a cell in which grid lines may lie."""

INNER = slice(None), slice(INSET, SIDE - INSET), slice(INSET, SIDE - INSET)
"""The index of all other pixels of patches."""

PLACES = 6
"""The places on each end of a side at which its line is examined."""

SHORTEST = 0.06
"""The least length of such an end, in units."""


@dataclass(frozen=True, slots=True)
class BoardPixels:
    """A board cut out of its picture.

    pixels   `[y, x, channel]`
    middles  `[cell, 2]`, y and x of the middle of each cell
    shape    of the cells
    """

    pixels: Pixels
    middles: NDArray[np.float64]
    shape: CellShape

    def patches(self) -> Pixels:
        """`[cell, y, x, channel]`, SIDE pixels a side."""
        corners = np.round(self.middles - SIDE / 2).astype(int).tolist()
        return np.stack([self.pixels[y : y + SIDE, x : x + SIDE] for y, x in corners])

    def inside_side(
        self, cells: NDArray[np.int_], way: int, radii: NDArray[np.float64], beside: NDArray[np.float64]
    ) -> Pixels:
        """`[cell, place, depth, channel]`: the colours inwards from the side of each cell in a direction, as deep as
        the shape says but not into the cell's disc of one of `radii`, at PLACES on one end of the side, then at as many
        on the other, if possible where neither cell's disc is: `beside` has the larger radius."""
        right, down = self.shape.ways()[way]
        (nearest, high), deep = self.shape.ends, 0.5 - self.shape.depth / SIDE
        low = np.sqrt(np.maximum(0, beside**2 - deep**2)).clip(nearest, self.shape.outer_end - SHORTEST)[:, None]
        places = low + (np.arange(PLACES) + 0.5) * (np.maximum(high - low, SHORTEST) / PLACES)
        places = np.concatenate([-places[:, ::-1], places], axis=1)[:, :, None]
        rim = np.sqrt(np.maximum(0, np.where(radii < FARTHEST, radii, 0.49) ** 2 - low[:, 0] ** 2))[:, None, None]
        inwards = np.maximum(0.5 - (np.arange(self.shape.depth) + 0.5) / SIDE, rim)
        moves = np.stack([down * inwards + right * places, right * inwards - down * places])
        spots = self.middles[cells].T[:, :, None, None] + SIDE * moves - 0.5
        # a spot mixes the four pixels around it; for squares, it is one of them
        floors = np.floor(spots + 1e-6).astype(int)
        y, x = floors
        down_share, right_share = (spots - floors).clip(0, 1).astype(np.float32)
        found = np.zeros((*y.shape, 3), dtype=np.float32)
        for below, after in ((0, 0), (0, 1), (1, 0), (1, 1)):
            weight = (down_share if below else 1 - down_share) * (right_share if after else 1 - right_share)
            if weight.max() > 1e-3:
                found += weight[..., None] * self.pixels[y + below, x + after]
        return found


def difference(colours: NDArray[Any], others: NDArray[Any]) -> NDArray[Any]:
    """The distances between colours, up to 442; the last axis has the channels, too few for numpy to sum fast."""
    red, green, blue = np.moveaxis(np.square(colours - others), -1, 0)
    return np.asarray(np.sqrt(red + green + blue))


def medians(values: NDArray[Any]) -> NDArray[Any]:
    """The medians along the second axis; numpy's own take four times as long, as they look for NaN."""
    ordered, half = np.sort(values, axis=1), values.shape[1] // 2
    return np.asarray((ordered[:, half] + ordered[:, ~half]) / 2)


def board_pixels(picture: Image.Image, lattice: CellLattice) -> BoardPixels:
    """The pixels of a lattice's cells; what lies outside the picture has the colours of its edge."""
    from PIL import Image

    middles = lattice.middles()
    units = np.array([lattice.across, lattice.down])
    # a hundredth wider, so that all middles of hexagons lie between pixels
    units[int(lattice.shape.turned)] *= lattice.shape.apart * SIDE / round(lattice.shape.apart * SIDE)
    room = 0.5 if len(lattice.shape.rays) == 4 else 0.6  # the ends of slanted sides lie beyond the patch
    low = middles.min(axis=0) - room * units
    width, height = np.ceil((np.ptp(middles, axis=0) / units + 2 * room) * SIDE - 1e-6).astype(int).tolist()
    left, top = low
    right, bottom = low + np.array([width, height]) / SIDE * units
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
        Image.Resampling.BOX if min(units) >= SIDE else Image.Resampling.BICUBIC,
        box=(left - x, top - y, right - x, bottom - y),
        reducing_gap=3.0,
    )
    places = ((middles - low) / units * SIDE)[:, ::-1]
    return BoardPixels(np.asarray(drawn, dtype=np.float32), places, lattice.shape)


@cache
def from_middle(right: int = 0, down: int = 0) -> Pixels:
    """The distance, in units, of each pixel of a patch from the point so many pixels off its middle."""
    axis = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    return np.hypot(*np.meshgrid(axis - right / SIDE, axis - down / SIDE))


@cache
def _inside_sides(shape: CellShape) -> Pixels:
    """`[way, y, x]`: how far each pixel of a patch lies inside each side, in units."""
    axis = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    x, y = np.meshgrid(axis, axis)
    return np.array([0.5 - right * x - down * y for right, down in shape.ways()])


@cache
def corner_pixels(shape: CellShape) -> Marked:
    """The pixels of a patch that lie near two sides, where the ground is seen."""
    nearest = np.sort(_inside_sides(shape), axis=0)
    return np.asarray((nearest[0] > 0.07) & (nearest[1] < 0.16))


@cache
def inner_pixels(shape: CellShape) -> Marked:
    """Which pixels of a patch lie farther than INSET from all sides of the cell; its outer INSET pixels are cut off."""
    return np.asarray(_inside_sides(shape).min(axis=0)[INNER[1], INNER[2]] > INSET / SIDE)


@cache
def strips(shape: CellShape, half: float) -> tuple[Marked, ...]:
    """For each way, the pixels of a patch through which a line, wider than twice `half`, goes on to the next cell."""
    axis = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    x, y = np.meshgrid(axis, axis)
    return tuple(
        (np.abs(right * x + down * y - 0.375) < 0.05) & (np.abs(down * x - right * y) < half)
        for right, down in shape.ways()
    )
