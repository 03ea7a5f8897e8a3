"""Finds the cells of a board of hexagons: sides in three directions, one of them level or upright.

 ___       ___       Level sides lie on lines half a cell apart, each line with those of every second column:
/   \\___/   \\___   their pattern shows where columns lie.  A cell is *framed* if a line is seen on each of
\\___/   \\___/   \\  its six sides; the largest connected set of framed cells is the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from numlink.pictures.drawn_grid import FEWEST_CELLS, MOST_CELLS, SMALLEST_PITCH, pitches, progression
from numlink.pictures.lattice import HEXAGONS, TURNED_HEXAGONS, CellLattice, largest
from numlink.pictures.lines import peaks, scaled, traces
from numlink.pictures.patches import board_pixels
from numlink.pictures.sides import PARTS, DrawnSides, by_way, sides_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

    Cells = NDArray[np.bool_]

LEASTS = (10, 4)
"""How much lines differ from the ground (of 255): strong ones are sought first."""

ALTERNATING = 0.3
"""The least share of level lines that lies on every second column: 0.83 if there is nothing else, 0 on other boards."""

LEAST_CONTRAST, SEEN, FEW = 4.0, 0.2, 0.25
"""The least contrast of a side's line (of 442; noise is fainter); and its least share of what all but FEW have."""

MOST_LATTICES = 3
"""How many lattices are examined, those with the most level lines first."""

MOVES = 2
"""How often a lattice is moved to where its lines are seen, before they are judged."""

CUT = 0.5
"""The least contrast, as a share of the median, of a line that the picture's edge cuts off: lines of small boards are
blurred beyond their ends."""

FOREIGN = 4.0
"""What stands out so many times as much as most lines of the rim, which differ by up to 2.3, is a phone's frame."""

OPEN = 0.45
"""If a board goes on, at least this share of the cells just outside its rim have other sides, too."""


def honeycomb(picture: Image.Image, *, turned: bool) -> CellLattice | None:
    """The hexagons with corners left and right that a picture shows or, if they are turned, at the top and at the
    bottom; None if there are none."""
    for least in LEASTS:
        lattices: list[tuple[float, CellLattice]] = []
        for scale, pixels in scaled(picture, 4 * SMALLEST_PITCH):
            level = pixels.swapaxes(1, 2).copy() if turned else pixels
            for lines in traces(level, least)[:2]:
                lattices += _lattices(lines, scale, turned=turned)
        lattices.sort(key=lambda lattice: -lattice[0])
        found = [_framed(picture, lattice) for _, lattice in lattices[:MOST_LATTICES]]
        best = max(found, key=lambda lattice: lattice.framed.sum() if lattice else 0, default=None)
        if best is not None:
            return best
    return None


def _lattices(marks: Cells, scale: int, *, turned: bool) -> Iterator[tuple[float, CellLattice]]:
    """(how many pixels support it, lattice) for lattices with level sides on marked lines of a shrunk picture."""
    spots, weights = peaks(marks, SMALLEST_PITCH)
    for half in pitches(spots, least=SMALLEST_PITCH / 2):
        found = progression(spots, weights, half)
        columns_at = _middle_of_columns(marks, *found) if found else None
        if found is None or columns_at is None:
            continue
        (first, half), (middle, clear) = found, columns_at
        unit, apart = 2 * half, sqrt(3) * half
        rows, columns = int(len(marks) / unit) + 3, int(len(marks[0]) / apart) + 4
        # the first cell lies outside the picture: above it and before it
        column = -int(middle // apart) - 1
        top = first + half * (1 + column % 2)
        row = -int(top // unit) - 1
        left, top = scale * (middle + column * apart + 0.5), scale * (top + row * unit + 0.5)
        if turned:
            left, top = top, left
        if rows * columns <= MOST_CELLS:
            framed = np.zeros((rows, columns), dtype=bool)
            shape = TURNED_HEXAGONS if turned else HEXAGONS
            yield scale * clear, CellLattice(shape, left, top, scale * unit, scale * unit, framed, framed, raised=1)


def _middle_of_columns(marks: Cells, first: float, step: float) -> tuple[float, float] | None:
    """The middle of columns with level sides on lines 0, 2, 4, ..., and how many pixels support it; None if none do."""
    lines = first + step * np.arange(np.ceil(-first / step), (len(marks) - 1 - first) / step)
    numbers = np.round((lines - first) / step).astype(int)
    on = np.array([marks[max(0, round(line) - 1) : round(line) + 2].any(axis=0) for line in lines])
    if not on.any():
        return None
    period = 2 * sqrt(3) * step
    wave = (on * np.where(numbers % 2, -1, 1)[:, None]).sum(axis=0) @ np.exp(
        2j * np.pi / period * np.arange(on.shape[1])
    )
    if abs(wave) < ALTERNATING * on.sum():
        return None
    return float(np.angle(wave) * period / (2 * np.pi)), float(abs(wave))


def _framed(picture: Image.Image, lattice: CellLattice) -> CellLattice | None:
    """The part of a lattice that holds the largest connected set of framed cells; None if it is no board."""
    neighbours = lattice.neighbours()
    for _ in range(MOVES):
        sides = sides_of(board_pixels(picture, lattice), neighbours, lattice.columns)
        clear = sides.marked[sides.marked > LEAST_CONTRAST]
        if not len(clear):
            return None
        least = max(LEAST_CONTRAST, SEEN * float(np.quantile(clear, FEW)))
        seen = sides.marked > least
        framed = np.asarray(by_way(seen, sides).sum(axis=1) > 4)
        if framed.sum() < FEWEST_CELLS:
            return None
        lattice = _moved_to_lines(lattice, sides, seen & framed[sides.cells].any(axis=1))
    marked = by_way(seen, sides)
    board = largest(np.asarray(marked.all(axis=1)), neighbours)
    board = largest(board & ~_framed_by_another_edge(board, sides), neighbours)
    if board.sum() < FEWEST_CELLS:
        return None
    shown, ends = _ends_in_picture(lattice, sides, picture.size), sides.most.reshape(-1, 2, PARTS // 2).min(axis=2)
    cut_off = (shown & (ends > CUT * np.median(clear))).any(axis=1) & ~shown.all(axis=1)
    marks = seen & (ends > least).all(axis=1), cut_off, shown.any(axis=1)
    towards = board[neighbours]
    others, cut, visible = (by_way(np.asarray(which), sides) & ~towards for which in marks)
    around = towards.any(axis=1) & ~board
    within = ~largest(~board & ~(around & others.any(axis=1)), neighbours)
    from_corner = np.roll(towards, 1, axis=1) | np.roll(towards, -1, axis=1)
    others, cut, visible = (which & from_corner for which in (others, cut, visible))
    # if all sides but one are marked, the end of a wall hides the last
    visible &= (marked.sum(axis=1) < marked.shape[1] - 1)[:, None]
    goes_on = _goes_on(board, neighbours, others | cut, cut=cut, visible=visible)
    shape = lattice.framed.shape
    whole = replace(lattice, framed=board.reshape(shape), within=within.reshape(shape), goes_on=goes_on)
    (first, last), (start, end) = (np.flatnonzero(whole.framed.any(axis=axis))[[0, -1]].tolist() for axis in (1, 0))
    return whole.part(first, last + 1, start, end + 1)


def _framed_by_another_edge(board: Cells, sides: DrawnSides) -> Cells:
    """The cells of which half or more sides are on the rim of the board, and all of these have much stronger lines than
    others there, as between a board and the frame of a phone."""
    rim = board[sides.cells].sum(axis=1) == 1
    strongest = np.maximum(sides.marked, sides.most.max(axis=1))
    foreign = rim & (strongest > FOREIGN * (np.median(sides.marked[rim]) if rim.any() else 0.0))
    on_rim, by_another = by_way(rim, sides).sum(axis=1), by_way(foreign, sides).sum(axis=1)
    return np.asarray((on_rim >= 3) & (by_another == on_rim))


def _goes_on(board: Cells, neighbours: NDArray[np.int_], others: Cells, *, cut: Cells, visible: Cells) -> bool:
    """Whether a board goes on beyond its rim, by sides `[cell, way]` that are not its own: `others` have lines, `cut`
    ones are cut off by the picture's edge, `visible` ones lie in the picture."""
    around = board[neighbours].any(axis=1) & ~board
    if (around & cut.any(axis=1) & (others.sum(axis=1) > 1)).any():
        return True
    around &= visible.any(axis=1)
    lined = [others[beyond[board & around[beyond]]].any(axis=1) for beyond in neighbours.T]
    # one alone may be the end of a line of the board, which the picture's edge seems to lengthen
    return any(rim.sum() > 1 and rim.mean() >= OPEN for rim in lined)


def _ends_in_picture(lattice: CellLattice, sides: DrawnSides, size: tuple[int, int]) -> Cells:
    """`[side, end]`: whether the end of a side lies in a picture of so many pixels."""
    one, other = (lattice.middles()[sides.cells[:, end]] for end in (0, 1))
    along = (other - one)[:, ::-1] * (-lattice.shape.ends[1], lattice.shape.ends[1])
    ends = ((one + other) / 2)[:, None] + np.stack([-along, along], axis=1)
    return np.asarray(((ends > 0) & (ends < size)).all(axis=2))


def _moved_to_lines(lattice: CellLattice, sides: DrawnSides, clear: Cells) -> CellLattice:
    """The lattice moved and scaled so that its sides lie where their lines are seen."""
    middles = lattice.middles()
    units = (lattice.across, lattice.down)
    one, other = (middles[sides.cells[clear, end]] / units for end in (0, 1))
    way, place = other - one, (one + other) / 2
    moves = np.column_stack([way, (way * (place - place.mean(axis=0))).sum(axis=1)])
    right, down, larger = np.linalg.lstsq(moves, sides.off[clear], rcond=None)[0]
    x, y = place.mean(axis=0)
    return replace(
        lattice,
        left=lattice.left + lattice.across * (right - larger * (x - lattice.left / lattice.across)),
        top=lattice.top + lattice.down * (down - larger * (y - lattice.top / lattice.down)),
        across=lattice.across * (1 + larger),
        down=lattice.down * (1 + larger),
    )
