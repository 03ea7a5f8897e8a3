"""What stands between cells: thin lines, thick ones (walls, outlines of holes), nothing.

Across each side of a cell a profile of colours is taken, near both ends of the side, where no path runs:

      one cell │ the other       strength   how much the line differs from both grounds, summed up, in cells
      ─────────┼──────────       width      strength by the largest difference: the width of the line, in cells
        base   ↑ peak   base     peak       the colour of the line
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from numlink.pictures.cells import SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Cells = NDArray[np.bool_]
    Numbers = NDArray[np.float64]

DEPTH = 7
"""Pixels of a cell on each side of a line that the profile covers."""

ENDS = (*range(4, 10), *range(SIDE - 10, SIDE - 4))
"""Pixels along a side where the profile is taken."""

SURELY_THICK, PERHAPS_THICK = (2.2, 1.6), (1.5, 1.3)
"""How many times as strong and as wide as its grid line a thick line is: apps draw them two to five times as wide."""

LEAST_WIDTH = 0.03
"""The least width of a thick line, in cells."""

LEAST_CONTRAST = 60.0
"""The least distance of a thick line's colour from the ground (of 442): glow behind faint lines has up to 40."""

OTHER_COLOUR = 70.0
"""Distance of two lines' colours (of 442) from which on they are two kinds of lines."""

WEAK = 0.35
"""The share of the strength of its grid line below which a side has no line."""


NOISE = 0.3
"""What differs by less than this share of a line's largest difference is noise."""

FEWEST_SIDES = 3
"""DrawnSides on a grid line from which on it is compared with itself; else with all lines."""


@dataclass(frozen=True, slots=True)
class DrawnSides:
    """The upper (or left) sides of cells; one row (or column) more than there are cells."""

    strength: Numbers
    width: Numbers
    peak: Numbers


def sides_of(patches: NDArray[np.float32], rows: int, columns: int) -> tuple[DrawnSides, DrawnSides]:
    """The sides above the cells of a grid and those left of them."""
    board = patches.reshape(rows, columns, SIDE, SIDE, 3)
    beside = _profiled(board)
    above = _profiled(board.transpose(1, 0, 3, 2, 4))
    return DrawnSides(above.strength.T, above.width.T, above.peak.swapaxes(0, 1)), beside


def _profiled(board: NDArray[np.float32]) -> DrawnSides:
    """The left sides of the cells in `[row, column, y, x, channel]`."""
    near = np.median(board[:, :, list(ENDS)], axis=2)  # [row, column, x, channel]
    edge = near[:, :1, :1].repeat(DEPTH, axis=2)
    left = np.concatenate([edge, near[:, :, -DEPTH:]], axis=1)
    right = np.concatenate([near[:, :, :DEPTH], near[:, -1:, -1:].repeat(DEPTH, axis=2)], axis=1)
    profile = np.concatenate([left, right], axis=2)
    bases = profile[:, :, :2].mean(axis=2), profile[:, :, -2:].mean(axis=2)
    apart = np.minimum(*(np.linalg.norm(profile - base[:, :, None], axis=3) for base in bases))
    highest = apart.argmax(axis=2)
    top = apart.max(axis=2)
    peak = np.take_along_axis(profile, highest[:, :, None, None], axis=2)[:, :, 0]
    strength = np.where(apart > NOISE * top[:, :, None], apart, 0).sum(axis=2) / SIDE
    return DrawnSides(strength, strength / np.maximum(1.0, top), peak)


Wall = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class FoundWalls:
    """`framed` cells without the holes, and the walls between them as pairs of (row, column), surely and perhaps."""

    framed: Cells
    walls: tuple[Wall, ...]
    perhaps: tuple[Wall, ...] = ()


def found_walls(framed: Cells, above: DrawnSides, beside: DrawnSides, held: Cells, grounds: NDArray[Any]) -> FoundWalls:
    """Holes and walls of a board; `held`: cells with a dot or a path, which lie in no hole; `grounds`: their colours.

    Between tiles a hole is a cell with the ground that lies outside, so that there are no lines around it.
    """
    thick_above, unsure_above, none_above = _unlike_its_line(above, framed[:-1] & framed[1:])
    turned = DrawnSides(beside.strength.T, beside.width.T, beside.peak.swapaxes(0, 1))
    thick_beside, unsure_beside, none_beside = (
        found.T for found in _unlike_its_line(turned, (framed[:, :-1] & framed[:, 1:]).T)
    )
    outside, usual = (np.median(grounds[which], axis=0) for which in (~framed, framed))
    bare = none_above[:-1] & none_above[1:] & none_beside[:, :-1] & none_beside[:, 1:]
    bare &= np.linalg.norm(grounds - outside, axis=2) < np.linalg.norm(grounds - usual, axis=2) / 2
    framed = framed & ~(bare & ~held)
    for part in _parts(framed, thick_above, thick_beside):
        if not held[part].any():
            framed = framed & ~part
    return FoundWalls(
        framed,
        _walls(framed, thick_above, thick_beside),
        _walls(framed, unsure_above & ~thick_above, unsure_beside & ~thick_beside),
    )


def _walls(framed: Cells, above: Cells, beside: Cells) -> tuple[Wall, ...]:
    """The marked sides that lie between two cells of the board."""
    upright = framed[:, :-1] & framed[:, 1:] & beside[:, 1:-1]
    level = framed[:-1] & framed[1:] & above[1:-1]
    found = [((row, column), (row + 1, column)) for row, column in np.argwhere(level).tolist()]
    return tuple(sorted(found + [((row, column), (row, column + 1)) for row, column in np.argwhere(upright).tolist()]))


def _unlike_its_line(sides: DrawnSides, inner: Cells) -> tuple[Cells, Cells, Cells]:
    """The upper sides that are surely thicker than the grid line they lie on is elsewhere, those that are perhaps, and
    those that are not there.

    Lines are compared with themselves because a thin one is a pixel wider or narrower than its neighbour.  `inner`
    marks the sides between two cells of the board, from the second line on.
    """
    thick, unsure, none = (np.zeros(sides.strength.shape, dtype=bool) for _ in range(3))
    of_all = sides.strength[1:-1][inner], sides.width[1:-1][inner], sides.peak[1:-1][inner]
    for row in range(len(sides.strength)):
        here = inner[row - 1] if 0 < row < len(inner) + 1 else np.zeros(sides.strength.shape[1], dtype=bool)
        enough = here.sum() >= FEWEST_SIDES
        line = (sides.strength[row][here], sides.width[row][here], sides.peak[row][here]) if enough else of_all
        if not len(line[0]):
            continue
        strength, width, peak = float(np.median(line[0])), float(np.median(line[1])), np.median(line[2], axis=0)
        other = np.linalg.norm(sides.peak[row] - peak, axis=1) > OTHER_COLOUR
        visible = sides.strength[row] > LEAST_CONTRAST * sides.width[row]
        for found, (stronger, wider) in ((thick, SURELY_THICK), (unsure, PERHAPS_THICK)):
            wide = sides.width[row] > max(LEAST_WIDTH, wider * width)
            found[row] = visible & (sides.strength[row] > stronger * strength) & (wide | other)
        none[row] = sides.strength[row] < WEAK * strength
    return thick, unsure, none


def _parts(framed: Cells, thick_above: Cells, thick_beside: Cells) -> Iterator[Cells]:
    """The parts into which thick lines cut a board."""
    left = {(int(row), int(column)) for row, column in np.argwhere(framed)}
    while left:
        part = np.zeros_like(framed)
        around = [left.pop()]
        while around:
            row, column = around.pop()
            part[row, column] = True
            steps = (
                ((row - 1, column), thick_above[row, column]),
                ((row + 1, column), thick_above[row + 1, column]),
                ((row, column - 1), thick_beside[row, column]),
                ((row, column + 1), thick_beside[row, column + 1]),
            )
            for place, barred in steps:
                if place in left and not barred:
                    left.remove(place)
                    around.append(place)
        yield part
