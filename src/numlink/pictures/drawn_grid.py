"""Finds the cells of a board of squares: evenly spaced lines in both directions, and the cells that they frame.

top ─┌──┬──┬──┐      A cell is *framed* if the lines on all its sides are there, or lie on the picture's
     ├──┼──┼──┤      edge.  The largest connected set of framed cells is the board; other cells in its
     └──┴──┼──┤      rectangle are not part of it.
    left   └──┘
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import gcd
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from numlink.pictures.lattice import SQUARES, CellLattice, largest
from numlink.pictures.lines import peaks, scaled, traces

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

    Cells = NDArray[np.bool_]
    Shares = NDArray[np.float64]

Marks = tuple["NDArray[np.bool_]", "NDArray[np.bool_]"]
"""The marked pixels of a picture, and of the picture with rows and columns exchanged."""


@dataclass(frozen=True, slots=True)
class Traces:
    """What is drawn in a picture of some scale: bright lines, dark lines, both, and edges between two colours."""

    scale: int
    bright: Marks
    dark: Marks
    either: Marks
    edges: Marks


SMALLEST_PITCH = 10
"""The fewest pixels of the scale from line to line."""

MOST_PITCHES = 8
"""How many distances between lines are tried, the most frequent first."""

ENDS = (0.08, 0.24)
"""The parts of a cell's side, from both of its corners, on which its line must be seen: no path covers them."""

SEEN = 0.65
"""The least share of these parts on which the line must be seen."""

RIM_SEEN = 0.85
"""The least share on which an edge without a line must be seen."""

OPEN = 0.9
"""If a board has no outline, at least this share of its inner lines goes on beyond the outermost framed cells."""

OFF = 0.02
"""How far an outline may lie from its place among the other lines, in cells."""

MOST_MISSING = 2
"""The most lines that may be missing between two of a grid."""

MOST_GRIDS = 6
"""How many grids are examined, those with most cells first."""

FEWEST_CELLS, MOST_CELLS = 8, 3_600
"""The fewest and the most cells of a board: 60x60 cells of 20 pixels fill a screen."""

MOST_UNLINED = 400
"""The most cells, if less than half have lines and the others have edges, as tiles do: noise has any number."""


def grids(picture: Image.Image, least: int) -> list[CellLattice]:
    """The lattices between bright or between dark lines that differ from the ground by more than `least` of 255 (if
    there are none, between edges), those with most framed cells first, one for each place."""
    seen: list[Traces] = []
    for scale, pixels in scaled(picture, 2 * SMALLEST_PITCH):
        both = traces(pixels, least), traces(pixels.swapaxes(1, 2).copy(), least)
        bright, dark, edges = zip(*both, strict=True)
        seen.append(Traces(scale, bright, dark, (bright[0] | dark[0], bright[1] | dark[1]), edges))
    found = [grid for drawn in seen for lines in (drawn.bright, drawn.dark) for grid in _grids(drawn, lines)]
    if not found:  # the squares of a checkerboard may have no lines
        found = [grid for drawn in seen for grid in _grids(drawn, drawn.edges)]
    distinct: list[tuple[float, CellLattice]] = []  # one for each place, with most cells
    for worth, grid in sorted(found, key=lambda one: -int(one[1].framed.sum())):
        if not any(grid.is_near(other) for _, other in distinct):
            finest = next(other for _, other in found if grid.is_near(other, within=0.25))  # shows faint lines go on
            distinct.append((worth, replace(grid, goes_on=grid.goes_on or finest.goes_on)))
    distinct.sort(key=lambda one: -one[0])
    return [_sharpened(grid, seen[0].either) for _, grid in distinct[:MOST_GRIDS]]


def _between(down: tuple[float, float], right: tuple[float, float], *, framed: Cells, goes_on: bool) -> CellLattice:
    """The lattice between lines with these starts and steps, in coordinates in which pixel 0 reaches from 0 to 1."""
    (left, width), (top, height) = right, down
    left, top = left + width / 2 + 0.5, top + height / 2 + 0.5
    return CellLattice(SQUARES, left, top, width, height, framed, np.ones_like(framed), goes_on=goes_on)


def _sharpened(grid: CellLattice, marks: Marks) -> CellLattice:
    """The grid with its lines as the unshrunk picture has them."""
    down, right = (np.arange(cells + 1) - 0.5 for cells in grid.framed.shape)
    down, right = grid.top - 0.5 + grid.down * down, grid.left - 0.5 + grid.across * right
    rows, columns = marks[0][:, _span(right[0], right[-1])], marks[1][:, _span(down[0], down[-1])]
    fitted = _fit(rows, down, 2 * grid.down), _fit(columns, right, 2 * grid.across)
    return _between(*fitted, framed=grid.framed, goes_on=grid.goes_on)


def _grids(drawn: Traces, lines: Marks) -> Iterator[tuple[float, CellLattice]]:
    """(worth, grid) for the grids of these lines; the worth says how many cells are framed, and how clearly."""
    down, right = (peaks(marks, 2.0 * SMALLEST_PITCH) for marks in lines)
    for pitch in pitches(down[0], right[0]):
        one, other = progression(*down, pitch), progression(*right, pitch)
        if one is None or other is None or not 0.988 < one[1] / other[1] < 1.012:
            continue
        found = _framed(drawn, lines, one, other)
        if found is not None:
            worth, grid = found
            yield worth, grid.enlarged(drawn.scale)


def pitches(*axes: NDArray[np.float64], least: float = SMALLEST_PITCH) -> list[float]:
    """Distances between nearby lines, with halves and thirds of them, the most frequent first."""
    gaps = np.concatenate(
        [(spots[ahead:] - spots[:-ahead]) / part for spots in axes for ahead in (1, 2, 3) for part in (1, 2, 3)]
    )
    gaps = np.sort(gaps[gaps >= least])
    found: list[float] = []
    while len(gaps) and len(found) < MOST_PITCHES:
        low, high = np.searchsorted(gaps, gaps * 0.98 - 0.3), np.searchsorted(gaps, gaps * 1.02 + 0.3)
        most = int(np.argmax(high - low))
        found.append(float(gaps[low[most] : high[most]].mean()))
        gaps = np.delete(gaps, slice(low[most], high[most]))
    return found


def progression(spots: NDArray[np.float64], weights: NDArray[np.float64], pitch: float) -> tuple[float, float] | None:
    """Start and step of the heaviest sequence of lines with about this pitch; None if none has three lines, or if its
    true pitch is a multiple of this one."""
    expected = spots[:, None] + pitch * np.arange(1, MOST_MISSING + 2)
    near = np.searchsorted((spots[1:] + spots[:-1]) / 2, expected)
    close = np.abs(spots[near] - expected) <= 0.03 * pitch + 1
    steps = close.argmax(axis=1)
    following = np.where(close.any(axis=1), near[np.arange(len(spots)), steps], -1).tolist()
    weight, length = weights.tolist(), [1] * len(spots)  # of the sequence that begins with each line
    for line in reversed(range(len(spots))):
        if following[line] >= 0:
            weight[line] += weight[following[line]]
            length[line] += length[following[line]]
    long = [line for line in range(len(spots)) if length[line] > 2]
    if not long:
        return None
    lines, indices = [max(long, key=weight.__getitem__)], [0]
    while (line := following[lines[-1]]) >= 0:
        indices.append(indices[-1] + int(steps[lines[-1]]) + 1)
        lines.append(line)
    return _straight(np.array(indices), spots[lines]) if gcd(*indices) == 1 else None


def _framed(
    drawn: Traces, lines: Marks, down: tuple[float, float], right: tuple[float, float]
) -> tuple[float, CellLattice] | None:
    """(worth, grid) of the largest connected set of framed cells between two progressions; None if too small."""
    rows, columns = lines
    lines_down, lines_right = _all_lines(*down, len(rows)), _all_lines(*right, len(columns))
    if min(len(lines_down), len(lines_right)) < 2:
        return None
    above, rim_above = (shares_seen(marks[0], lines_down, lines_right) for marks in (drawn.either, drawn.edges))
    left, rim_left = (shares_seen(marks[1], lines_right, lines_down).T for marks in (drawn.either, drawn.edges))
    level, upright = (above >= SEEN) | (rim_above >= RIM_SEEN), (left >= SEEN) | (rim_left >= RIM_SEEN)
    framed = level[:-1] & level[1:] & upright[:, :-1] & upright[:, 1:]
    count = framed.sum()
    lined = (above[:-1] + left[:, :-1])[framed].sum() / 2
    if count < FEWEST_CELLS or (count > MOST_UNLINED and lined < count / 2):
        return None
    cells = CellLattice(SQUARES, 0, 0, 1, 1, framed, framed)
    part = largest(framed.ravel(), cells.neighbours()).reshape(framed.shape)
    if part.sum() < FEWEST_CELLS:
        return None
    (first, last), (start, end), goes_on = _extent(part, np.maximum(above, rim_above), np.maximum(left, rim_left))
    inside = part[first:last, start:end]
    own_down, own_right = lines_down[first : last + 1], lines_right[start : end + 1]
    marks = drawn.edges if lines is drawn.edges else drawn.either
    goes_on |= _cut_off(marks[0], own_down, own_right) or _cut_off(marks[1], own_right, own_down)
    fitted_down = _fit(rows[:, _span(own_right[0], own_right[-1])], own_down, down[1])
    fitted_right = _fit(columns[:, _span(own_down[0], own_down[-1])], own_right, right[1])
    worth = inside.sum() + above[first:last, start:end][inside].sum() + left[first:last, start:end][inside].sum()
    return float(worth), _between(fitted_down, fitted_right, framed=inside, goes_on=goes_on)


def _extent(part: Cells, above: Shares, left: Shares) -> tuple[tuple[int, int], tuple[int, int], bool]:
    """The rows and columns of the board, also those outside its outermost lines, and whether a part is missing."""
    by_row, by_column = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    first, last, start, end = int(by_row[0]), int(by_row[-1]) + 1, int(by_column[0]), int(by_column[-1]) + 1
    inner = left[:, start + 1 : end], above[first + 1 : last].T
    rows, columns = (np.pad(lines.sum(axis=1) / max(1, lines.shape[1]), 1, constant_values=np.nan) for lines in inner)
    shares = np.array([rows[first], rows[last + 1], columns[start], columns[end + 1]])  # nan outside the picture
    if not part[first:last, start:end].all() or (shares < OPEN).any():
        return (first, last), (start, end), bool((shares >= OPEN / 2).any())
    up, down, before, behind = (~np.isnan(shares)).tolist()
    first, last, start, end = first - up, last + down, start - before, end + behind
    part[first:last, start:end] = True
    return (first, last), (start, end), False


def _cut_off(marks: NDArray[np.bool_], lines: Shares, crossing: Shares) -> bool:
    """Whether a board's inner lines go on beyond its outermost crossing ones to the picture's edge, for less than a
    cell; if marks are seen between the lines as well, they are texture."""
    pitch = crossing[1] - crossing[0]
    gap = max(2, ENDS[0] * pitch)
    starts, stops = np.array([0, crossing[-1] + gap]), np.array([crossing[0] - gap, marks.shape[1]])
    inner, halfway = lines[1:-1] if len(lines) > 2 else lines, lines[:-1] + pitch / 2
    on, between = ((_shares(marks, at, starts, stops, pitch) >= SEEN).mean(axis=0) for at in (inner, halfway))
    strip = (stops - starts > gap) & (stops - starts < pitch - gap)
    return bool((strip & (on >= OPEN / 2) & (between < OPEN / 2)).any())


def _fit(marks: NDArray[np.bool_], lines: NDArray[np.float64], pitch: float) -> tuple[float, float]:
    """Start and step of these lines, fitted to the middles of the marks near them.

    The outermost are left out if they do not fit the others: an outline is thick, or lies where tiles end.
    """
    reach = max(1, round(0.04 * pitch))
    spots, indices = [], []
    for index, line in enumerate(lines):
        low = max(0, round(line) - reach)
        weight = marks[low : max(0, round(line) + reach + 1)].sum(axis=1, dtype=float)
        if weight.sum() > 0:
            spots.append(float((weight * (low + np.arange(len(weight)))).sum() / weight.sum()))
            indices.append(index)
    if len(spots) < 3:
        return float(lines[0]), float(lines[-1] - lines[0]) / (len(lines) - 1)
    inner = slice(indices[0] == 0, len(spots) - (indices[-1] == len(lines) - 1))
    if len(spots[inner]) >= 3:
        start, step = _straight(np.array(indices[inner]), np.array(spots[inner]))
        if max(abs(spots[at] - start - step * indices[at]) for at in (0, -1)) > OFF * step:
            return start, step
    return _straight(np.array(indices), np.array(spots))


def _straight(indices: NDArray[np.int_], spots: NDArray[np.float64]) -> tuple[float, float]:
    """Start and step of a progression by medians, so that one line out of place does not matter (Theil and Sen)."""
    one, other = np.triu_indices(len(indices), 1)
    step = median(((spots[other] - spots[one]) / (indices[other] - indices[one])).tolist())
    return median((spots - step * indices).tolist()), step


def _span(low: float, high: float) -> slice:
    return slice(max(0, round(low)), round(high) + 1)


def _all_lines(start: float, step: float, length: int) -> NDArray[np.float64]:
    """The positions of a progression in a picture; one that falls just outside it lies on its edge."""
    slack = 0.12 * step
    first, last = np.ceil((-slack - start) / step), np.floor((length - 1 + slack - start) / step)
    return start + step * np.arange(first, last + 1)


def shares_seen(marks: NDArray[np.bool_], lines: Shares, crossing: Shares) -> Shares:
    """For each line and each stretch between two crossing ones, the share of its ends on which the line is seen.

    The worse of the two ends counts; a path may cover the middle.
    """
    (low, high), pitch = ENDS, crossing[1] - crossing[0]
    starts = crossing[:-1] + pitch * np.array([[low], [1 - high]])
    return np.asarray(_shares(marks, lines, starts, starts + (high - low) * pitch, pitch).min(axis=1))


def _shares(marks: NDArray[np.bool_], lines: Shares, starts: Shares, stops: Shares, pitch: float) -> Shares:
    """`[line, ...]`: the share of each stretch (`starts` to `stops`) with marks on the line or close to it.

    A line on the edge of the picture, or outside it, counts as seen.
    """
    reach = max(1, round(0.04 * pitch))
    height, width = marks.shape
    rows = np.round(lines).astype(int)[:, None] + np.arange(-reach, reach + 1)
    near = marks[rows.clip(0, height - 1)].any(axis=1)
    summed = np.pad(np.cumsum(near, axis=1, dtype=np.int32), ((0, 0), (1, 0)))
    start, stop = (np.round(ends).clip(0, width).astype(int) for ends in (starts, stops))
    shares = (summed[:, stop] - summed[:, start]) / np.maximum(1, stop - start)
    shares[(rows[:, 0] <= 0) | (rows[:, -1] >= height - 1)] = 1.0
    return np.asarray(shares)
