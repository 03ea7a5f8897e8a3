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

REACH = 3
"""Distance, in pixels of the scale, to the two pixels a line is compared with: lines up to 3 wide are seen."""

RUN, ENOUGH = 6, 5
"""Marks count where ENOUGH of RUN neighbours on the line have one: noise and dither have shorter runs."""

FAINTEST = 0.12
"""The least share of the marks on the most marked row that a line has."""

SCALES = (1, 2, 4)
"""The picture is looked at in its full size, shrunk to a half and to a quarter: lines up to 12 pixels wide are seen."""


def scaled(picture: Image.Image, smallest: int) -> Iterator[tuple[int, NDArray[np.int16]]]:
    """By how much the picture is shrunk, and its pixels then, `[channel, y, x]`, while it has `smallest` a side."""
    for scale in SCALES:
        if min(picture.size) >= smallest * scale:
            yield scale, np.array(np.moveaxis(np.asarray(picture.reduce(scale)), 2, 0), dtype=np.int16, order="C")


def across(pixels: NDArray[np.int16], least: int, *, bright: bool) -> NDArray[np.bool_]:
    """The pixels of horizontal lines that are brighter (or darker) than their surroundings by more than `least`.

    Outside the picture it counts as dark (bright), so that a line on its edge is seen.
    """
    padded = np.pad(pixels, ((0, 0), (REACH, REACH), (0, 0)), constant_values=-1000 if bright else 1000)
    above, below = padded[:, : -2 * REACH], padded[:, 2 * REACH :]
    over = pixels - np.maximum(above, below) if bright else np.minimum(above, below) - pixels
    return _runs(over.max(axis=0) > least)


def edges(pixels: NDArray[np.int16], least: int) -> NDArray[np.bool_]:
    """The pixels where, going down, one colour changes to another, as at the rim of a tile."""
    change = np.abs(pixels[:, : -2 * REACH] - pixels[:, 2 * REACH :]).max(axis=0)
    return _runs(np.pad(change > least, ((REACH, REACH), (0, 0))))


def _runs(marks: NDArray[np.bool_]) -> NDArray[np.bool_]:
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


def peaks(marks: NDArray[np.bool_], least: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
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
