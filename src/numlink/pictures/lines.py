"""Finds thin straight lines in a picture: which pixels lie on one, and in which rows they gather.

A line is brighter (or darker) in some channel than the pixels REACH above and below it; gaps between tiles are lines,
too.  Lines are sought at several scales, so that they may be one pixel wide or twelve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from PIL import Image

    Marks = NDArray[np.bool_]

REACH = 3
"""A line is compared with the two pixels this far from it, in pixels of the scale: lines up to 3 wide are seen."""

RUN, ENOUGH = 6, 5
"""Marks count if there are ENOUGH of them on RUN adjacent pixels of a row: noise and dither have shorter runs."""

FAINTEST = 0.12
"""A line has at least this share of the marks on the most marked row."""

SCALES = (1, 2, 4)
"""The picture is examined at full size, at a half and at a quarter: lines up to 12 pixels wide are seen."""


def scaled(picture: Image.Image, smallest: int) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """(scale, pixels `[channel, y, x]` of the shrunk picture), for all SCALES that leave `smallest` pixels a side."""
    for scale in SCALES:
        if min(picture.size) >= smallest * scale:
            yield scale, np.asarray(picture.reduce(scale)).transpose(2, 0, 1).copy()


def traces(pixels: NDArray[np.uint8], least: int) -> tuple[Marks, Marks, Marks]:
    """The pixels of horizontal lines that are brighter than their surroundings by more than `least` in some channel, of
    lines that are darker, and of edges at which, going down, one colour changes to another, as around a tile.

    A line on the picture's edge is seen, too, as if everything differed from what is outside.
    """
    bright, dark, edges = np.zeros_like(pixels, dtype=bool)
    for channel in pixels:
        lowered = np.maximum(channel, np.uint8(least)) - np.uint8(least)
        rises, falls = (
            np.pad(part, ((REACH, REACH), (0, 0)), constant_values=True)
            for part in (lowered[REACH:] > channel[:-REACH], lowered[:-REACH] > channel[REACH:])
        )
        bright |= rises[:-REACH] & falls[REACH:]
        dark |= falls[:-REACH] & rises[REACH:]
        edges[REACH:-REACH] |= lowered[2 * REACH :] > channel[: -2 * REACH]
        edges[REACH:-REACH] |= lowered[: -2 * REACH] > channel[2 * REACH :]
    return _runs(bright), _runs(dark), _runs(edges)


def _runs(marks: Marks) -> Marks:
    """Which pixels lie in a window of RUN pixels of their row with ENOUGH marks."""
    width = marks.shape[1]
    padded = np.pad(marks, ((0, 0), (RUN - 1, RUN - 1))).view(np.uint8)
    windows = padded[:, RUN - 1 :].copy()
    for shift in range(RUN - 1):
        windows += padded[:, shift : shift + windows.shape[1]]
    full = windows >= ENOUGH
    found = full[:, :width].copy()
    for shift in range(1, RUN):
        found |= full[:, shift : shift + width]
    return found


def peaks(marks: Marks, least: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Positions and weights of the rows of pixels with `least` or more marks; adjacent rows count as one."""
    profile = marks.sum(axis=1, dtype=np.int32)
    spots: list[float] = []
    weights: list[float] = []
    rows = np.flatnonzero(profile >= max(least, FAINTEST * profile.max()))
    for group in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1):
        if len(group):
            heights = profile[group].astype(float)
            top = heights.max()
            near = group[heights >= 0.5 * top]
            spots.append(float(np.average(near, weights=profile[near])))
            weights.append(float(top))
    return np.array(spots), np.array(weights)
