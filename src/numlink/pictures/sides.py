"""What stands between cells: thin lines, thick ones (walls, outlines of holes), nothing.

Across each side of a cell a profile of colours is taken, near both ends of the side, where no path runs:

      one cell │ the other       strength   how much the line differs from both grounds, summed up, in cells
      ─────────┼──────────       width      strength by the largest difference: the width of the line, in cells
        base   ↑ peak   base     peak       the colour of the line; `near` are all colours where it may lie

A cell is cut out of the board only where the picture shows it: its ground is that around a board of tiles; or the lines
towards what lies outside are missing and those towards the board are there; or thick lines go all around it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from numlink.model.reach import parts
from numlink.pictures.cells import SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Cells = NDArray[np.bool_]
    Numbers = NDArray[np.float64]

DEPTH = 7
"""Pixels of a cell on each side of a line that the profile covers."""

ENDS = (*range(4, 10), *range(SIDE - 10, SIDE - 4))
"""Pixels along a side where the profile is taken."""

NEAR = slice(DEPTH - 3, DEPTH + 3)
"""The part of a profile in which its grid line lies: a place is known up to two of these pixels."""

SURELY_THICK, PERHAPS_THICK = (2.2, 1.6), (1.5, 1.3)
"""How many times as strong and as wide as its grid line a thick line is: apps draw them two to five times as wide."""

LEAST_WIDTH = 0.03
"""The least width of a thick line, in cells."""

LEAST_CONTRAST = 60.0
"""The least distance of a thick line's colour from the ground (of 442): glow behind faint lines has up to 40."""

OTHER_COLOUR = 70.0
"""Distance of two lines' colours (of 442) from which on they are two kinds of lines."""

PRESENT, ABSENT = 0.5, 0.7
"""Distance from its line's colour, as a share of the line's contrast, up to which a side has a line; and from which on
it has none, if less than the rest of the contrast is there."""

CLEAR, FAINT = 10.0, 2.5
"""The least contrast of lines (of 442) that shows where they are missing, and that shows where they are; tiles differ
from what is around them by CLEAR at least."""

LIKE_OUTSIDE, LIKE_TILE = 0.35, 0.65
"""How far from the ground outside a cell's ground is, as a share of the distance to tiles: of a hole at most, and of a
tile at least."""

NOISE = 0.3
"""What differs by less than this share of a line's largest difference is noise."""

FEWEST_SIDES = 3
"""Sides on a grid line from which on it is compared with itself; else with all lines."""

MOST_OF_ALL = 1.5
"""How many times as strong as most lines one may be: thin ones are one or two pixels wide; more is a row of walls."""


@dataclass(frozen=True, slots=True)
class DrawnSides:
    """The upper (or left) sides of cells, `[line, place on it]`; one line more than there are rows (columns)."""

    strength: Numbers
    width: Numbers
    contrast: Numbers
    peak: Numbers
    near: Numbers


def sides_of(patches: NDArray[np.float32], rows: int, columns: int) -> tuple[DrawnSides, DrawnSides]:
    """The sides above the cells of a grid and those left of them."""
    board = patches.reshape(rows, columns, SIDE, SIDE, 3)
    return _profiled(board.transpose(1, 0, 3, 2, 4)), _profiled(board)


def _profiled(board: NDArray[np.float32]) -> DrawnSides:
    """The left sides of the cells in `[row, column, y, x, channel]`; a line is as thick as at its thinner end."""
    half = len(ENDS) // 2
    one, other, whole = (_profile(board, ends) for ends in (ENDS[:half], ENDS[half:], ENDS))
    return replace(whole, strength=np.minimum(one.strength, other.strength), width=np.minimum(one.width, other.width))


def _profile(board: NDArray[np.float32], where: Sequence[int]) -> DrawnSides:
    ends = np.median(board[:, :, list(where)], axis=2)  # [row, column, x, channel]
    left = np.concatenate([ends[:, :1, :1].repeat(DEPTH, axis=2), ends[:, :, -DEPTH:]], axis=1)
    right = np.concatenate([ends[:, :, :DEPTH], ends[:, -1:, -1:].repeat(DEPTH, axis=2)], axis=1)
    profile = np.concatenate([left, right], axis=2).swapaxes(0, 1)  # [line, place, x, channel]
    bases = profile[:, :, :2].mean(axis=2), profile[:, :, -2:].mean(axis=2)
    apart = np.minimum(*(np.linalg.norm(profile - base[:, :, None], axis=3) for base in bases))
    near = profile[:, :, NEAR]
    highest = apart[:, :, NEAR].argmax(axis=2)
    contrast = apart[:, :, NEAR].max(axis=2)
    peak = np.take_along_axis(near, highest[:, :, None, None], axis=2)[:, :, 0]
    strength = np.where(apart > NOISE * contrast[:, :, None], apart, 0).sum(axis=2) / SIDE
    return DrawnSides(strength, strength / np.maximum(1.0, contrast), contrast, peak, near)


Wall = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class SeenOutline:
    """The cells of the board (`inside`), the walls between them as pairs of (row, column), surely and perhaps, and the
    cells of which it is not clear whether they are part of the board."""

    inside: Cells
    walls: tuple[Wall, ...]
    perhaps: tuple[Wall, ...]
    in_doubt: Cells


@dataclass(frozen=True, slots=True)
class _Lines:
    """What sides hold, `[line, place]`: a thick line surely, perhaps; some line; no line."""

    thick: Cells
    perhaps: Cells
    present: Cells
    absent: Cells

    @property
    def turned(self) -> _Lines:
        """By rows and columns, for lines that run down."""
        return _Lines(self.thick.T, self.perhaps.T, self.present.T, self.absent.T)


def found_outline(
    framed: Cells, within: Cells, above: DrawnSides, beside: DrawnSides, held: Cells, grounds: NDArray[Any]
) -> SeenOutline:
    """The outline and the walls of a board that lies `within` a rectangle of a larger grid.

    `framed`: cells that have lines around them; `held`: cells with a dot or a path, which lie in no hole; `grounds`:
    the colours of their corners.
    """
    inside = (framed & within) | held
    level, upright = _lines(above, inside), _lines(beside, inside.T).turned
    in_doubt = np.zeros_like(inside)
    tiles = _tiles(inside, above, grounds)
    if tiles is not None:
        inside = (inside | (tiles > LIKE_TILE)) & within & ~((tiles < LIKE_OUTSIDE) & ~held) | held
        in_doubt = within & ~held & (tiles >= LIKE_OUTSIDE) & (tiles <= LIKE_TILE)
    else:
        sides = (level.present[:-1], level.present[1:], upright.present[:, :-1], upright.present[:, 1:])
        inside |= within & np.logical_and.reduce(sides)
        in_doubt = within & ~inside & ~_surely_out(inside, level, upright)
    for part in _parts(inside, level.thick, upright.thick):
        if not held[part].any():
            beyond = _sides_to(part, ~inside)
            inside = inside & ~part
            if not (level.absent[beyond[0]].all() and upright.absent[beyond[1]].all()):
                in_doubt = in_doubt | part
    return SeenOutline(
        inside,
        _walls(inside, level.thick, upright.thick),
        _walls(inside, level.perhaps & ~level.thick, upright.perhaps & ~upright.thick),
        in_doubt,
    )


def _tiles(inside: Cells, above: DrawnSides, grounds: NDArray[Any]) -> Numbers | None:
    """How far each cell's ground is from that around the board, as a share of most tiles; None if there are no tiles,
    with the ground outside in the gaps between them."""
    rim = _around(inside)
    outside, usual = (np.median(grounds[which], axis=0) for which in (rim, inside))
    between = above.peak[1:-1][inside[:-1] & inside[1:]]
    gaps = np.median(between, axis=0)
    apart = float(np.linalg.norm(usual - outside))
    even = np.median(np.linalg.norm(grounds[rim] - outside, axis=1)) < LIKE_OUTSIDE * apart
    like_gaps = np.linalg.norm(gaps - outside) < LIKE_OUTSIDE * np.linalg.norm(gaps - usual)
    if not (apart >= CLEAR and like_gaps):
        return None
    if not even or np.quantile(np.linalg.norm(between - outside, axis=1), 0.9) > LIKE_OUTSIDE * apart:
        return np.where(inside, 1.0, 0.5)  # the ground changes from place to place, and tiles may fade into it
    found: Numbers = np.linalg.norm(grounds - outside, axis=2) / apart
    return found


def _surely_out(inside: Cells, level: _Lines, upright: _Lines) -> Cells:
    """The cells with a line on each side towards the board, none on the others, and one side surely without."""
    padded = np.pad(inside, 1)
    beside = (padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:])
    present, absent = (
        (above[:-1], above[1:], left[:, :-1], left[:, 1:])
        for above, left in ((level.present, upright.present), (level.absent, upright.absent))
    )
    fits = [np.where(board, line & ~none, ~line) for board, line, none in zip(beside, present, absent, strict=True)]
    found: Cells = ~inside & np.logical_and.reduce(fits) & np.logical_or.reduce(absent)
    return found


def _sides_to(part: Cells, others: Cells) -> tuple[Cells, Cells]:
    """The upper and the left sides between a part and other cells."""
    one, other = np.pad(part, 1), np.pad(others, 1)
    level = (one[:-1] & other[1:]) | (other[:-1] & one[1:])
    upright = (one[:, :-1] & other[:, 1:]) | (other[:, :-1] & one[:, 1:])
    return level[:, 1:-1], upright[1:-1]


def _around(part: Cells) -> Cells:
    """The cells beside a part."""
    padded = np.pad(part, 1)
    found = padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]
    return np.asarray(found & ~part)


def _walls(inside: Cells, above: Cells, beside: Cells) -> tuple[Wall, ...]:
    """The marked sides that lie between two cells of the board."""
    upright = inside[:, :-1] & inside[:, 1:] & beside[:, 1:-1]
    level = inside[:-1] & inside[1:] & above[1:-1]
    found = [((row, column), (row + 1, column)) for row, column in np.argwhere(level).tolist()]
    return tuple(sorted(found + [((row, column), (row, column + 1)) for row, column in np.argwhere(upright).tolist()]))


def _lines(sides: DrawnSides, inside: Cells) -> _Lines:
    """What the sides hold, compared with the grid line they lie on; `inside` is turned as the sides are."""
    padded = np.pad(inside, ((1, 1), (0, 0)))
    between, beside = padded[:-1] & padded[1:], padded[:-1] | padded[1:]
    found = _Lines(*(np.zeros(between.shape, dtype=bool) for _ in range(4)))
    if not between.any():
        return found
    strong, wide = (float(np.median(part[between])) for part in (sides.strength, sides.width))
    usual = np.median(sides.peak[between], axis=0)
    for line, (here, rim) in enumerate(zip(between, beside, strict=True)):
        if here.sum() >= FEWEST_SIDES:
            strength = min(float(np.quantile(sides.strength[line][here], 0.4)), MOST_OF_ALL * strong)
            width = min(float(np.quantile(sides.width[line][here], 0.4)), MOST_OF_ALL * wide)
        else:
            strength, width = strong, wide
            here = rim if rim.sum() >= FEWEST_SIDES else between
        index = (slice(None), slice(None)) if here is between else line
        peak = np.median(sides.peak[index][here], axis=0)
        contrast = float(np.median(sides.contrast[index][here]))
        other = np.linalg.norm(sides.peak[line] - usual, axis=1) > OTHER_COLOUR
        visible = sides.strength[line] > LEAST_CONTRAST * sides.width[line]
        for which, (stronger, wider) in ((found.thick, SURELY_THICK), (found.perhaps, PERHAPS_THICK)):
            thick = sides.width[line] > max(LEAST_WIDTH, wider * width)
            which[line] = visible & (sides.strength[line] > stronger * strength) & (thick | other)
        if contrast >= FAINT:
            away = np.linalg.norm(sides.near[line] - peak, axis=2).min(axis=1) / contrast
            seen = sides.contrast[line] / contrast
            found.present[line] = (away <= PRESENT) | (seen >= ABSENT)
            found.absent[line] = (away >= ABSENT) & (seen <= 1 - ABSENT) & (contrast >= CLEAR)
    return found


def _parts(framed: Cells, thick_above: Cells, thick_beside: Cells) -> Iterator[Cells]:
    """The parts into which thick lines cut a board."""
    cells = {(int(row), int(column)) for row, column in np.argwhere(framed)}

    def beside(place: tuple[int, int]) -> Iterator[tuple[int, int]]:
        row, column = place
        steps = (
            ((row - 1, column), thick_above[row, column]),
            ((row + 1, column), thick_above[row + 1, column]),
            ((row, column - 1), thick_beside[row, column]),
            ((row, column + 1), thick_beside[row, column + 1]),
        )
        return (other for other, barred in steps if other in cells and not barred)

    for places in parts(cells, beside):
        part = np.zeros_like(framed)
        part[tuple(zip(*places, strict=True))] = True
        yield part
