"""Thin straight lines of a picture: which pixels lie on one, and where in the picture they gather.

A line is brighter (or darker) in some channel than the pixels REACH above and below it; gaps between tiles are lines,
too.  It is looked for at several scales, so that it may be one pixel wide or sixteen.
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
"""Distance, in pixels of the scale, to the two pixels a line is compared with: lines up to 3 wide are seen."""

RUN, ENOUGH = 6, 5
"""Marks count where ENOUGH of RUN neighbours on the line have one: noise and dither have shorter runs."""

FAINTEST = 0.12
"""The least share of the marks on the most marked row that a line has."""

SCALES = (1, 2, 4)
"""The picture is looked at in its full size, shrunk to a half and to a quarter: lines up to 12 pixels wide are seen."""


def scaled(picture: Image.Image, smallest: int) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """By how much the picture is shrunk, and its pixels then, `[channel, y, x]`, while it has `smallest` a side."""
    for scale in SCALES:
        if min(picture.size) >= smallest * scale:
            yield scale, np.asarray(picture.reduce(scale)).transpose(2, 0, 1).copy()


def traces(pixels: NDArray[np.uint8], least: int) -> tuple[Marks, Marks, Marks]:
    """The pixels of horizontal lines that in some channel are brighter than their surroundings by more than `least`, of
    those that are darker, and those where, going down, one colour changes to another, as at the rim of a tile.

    A line on the picture's edge is seen, too, as if all differed from what is outside.
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
    """The pixels that lie in a window of RUN pixels of their row with ENOUGH marks."""
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
    """Positions and weights of the rows of pixels where marks gather, `least` or more; neighbouring rows are one."""
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
