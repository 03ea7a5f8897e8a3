"""Finds what lies between cells: thin lines, thick ones (walls, outlines of holes), or nothing.

Across each side of a cell a profile of colours is taken, near both ends of the side, where no path runs:

      one cell │ the other       strength   how much the line differs from both grounds, summed up, in cells
      ─────────┼──────────       width      strength divided by the largest difference: the width of the line, in cells
        base   ↑ peak   base     peak       the colour of the line; `near` are all colours where it may lie

A cell is cut out of the board only if the picture shows this: its ground is that around a board of tiles; or its lines
towards the outside are missing and those towards the board are there; or thick lines surround it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from numlink.model.reach import parts
from numlink.pictures.lattice import FARTHEST, SQUARES
from numlink.pictures.patches import PLACES, SIDE, difference, medians

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from numlink.pictures.lattice import CellShape
    from numlink.pictures.patches import BoardPixels, Pixels

    Cells = NDArray[np.bool_]
    Numbers = NDArray[np.float64]

NEAR = 3
"""The pixels of a profile on each side of its middle in which its line may lie: its place is known up to two pixels."""

SURELY_THICK, PERHAPS_THICK = (2.2, 1.6, 3.0), (1.5, 1.3, 2.6)
"""How many times as strong and as wide as its grid line a thick line is (apps draw it two to five times as wide); and
by how much stronger if its contrast is small, as between tinted cells: glow behind boards is up to 2.4 stronger."""

LEAST_WIDTH = 0.03
"""The least width of a thick line, in cells."""

LEAST_CONTRAST = 60.0
"""A thick line this far from the ground (of 442) need not be so much stronger: glow behind faint lines reaches 40."""

OTHER_COLOUR = 70.0
"""Lines whose colours differ by more than this (of 442) are of two kinds."""

SAME_COLOUR, SAME_WIDTH, HIDDEN = 20.0, 0.4, 12.0
"""How much a wall between cells tinted in its colour may differ from the other walls in colour (of 442) and in width
(a share), and its least contrast: JPEG noise reaches 11."""

PRESENT, ABSENT = 0.5, 0.7
"""How far a side's colour is from that of its line, as a share of the line's contrast: up to PRESENT, the side has a
line; from ABSENT on, it has none, if at most the rest of the contrast is there."""

CLEAR, FAINT = 10.0, 2.5
"""The least contrasts of lines (of 442) at which missing ones are noticed, and at which present ones are; tiles differ
from what is around them by at least CLEAR."""

LIKE_OUTSIDE, LIKE_TILE = 0.35, 0.65
"""How far from the ground outside, as a share of the tiles' distance, a hole's ground is at most, a tile's at least."""

NOISE = 0.3
"""What differs by less than this share of a line's largest difference is noise."""

PARTS = 4
"""The parts of a slanted side, each of which must show its line, unlike words; lines of squares may be dashed."""

FEW = 0.2
"""The least share of the cells around a board that have the ground of the gaps between tiles: words hide others."""

FEWEST_SIDES = 3
"""A grid line with at least this many sides is compared with itself, a shorter one with all lines."""

LEAST_OF_ALL, MOST_OF_ALL = 0.75, 1.5
"""How many times as strong as most lines a grid line may be: thin ones are one or two pixels wide; a stronger one is a
row of walls, a weaker one lies between tinted cells."""


@dataclass(frozen=True, slots=True)
class DrawnSides:
    """The sides between cells of a lattice, one entry per side.

    cells       `[side, 2]`, the two cells
    line        the number of its line: the sides of a line are compared with each other
    of_cell     `[cell, way]`, the side of each cell there, -1 at the rim of the lattice
    neighbours  `[cell, way]`, the neighbour there, -1 outside the lattice
    shape       of the cells
    marked      how much a line, or a change of ground, stands out, at the end of the side at which it is fainter
    off         how far its line lies from the side, towards the second cell, in units
    near        `[side, part, place, channel]`, all colours where its line may lie; `peak` is that of the line
    most        `[side, part]`, the contrast there
    """

    cells: NDArray[np.int_]
    line: NDArray[np.int_]
    of_cell: NDArray[np.int_]
    neighbours: NDArray[np.int_]
    shape: CellShape
    strength: Numbers
    width: Numbers
    marked: Numbers
    off: Numbers
    contrast: Numbers
    peak: Numbers
    near: Numbers
    most: Numbers


def sides_of(
    pixels: BoardPixels, neighbours: NDArray[np.int_], columns: int, radii: Numbers | None = None
) -> DrawnSides:
    """The sides of the cells of a lattice with so many columns; a line is all sides in one row or column of squares, or
    in one direction of other cells.  `radii`: those of the discs in the cells."""
    radii = np.zeros(len(neighbours)) if radii is None else radii
    of_cell = np.full_like(neighbours, -1)
    cells, lines, profiles = [], [], []
    count, back = 0, len(neighbours[0]) // 2
    for way in pixels.shape.forward:
        one = np.flatnonzero(neighbours[:, way] >= 0)
        other = neighbours[one, way]
        of_cell[one, way] = of_cell[other, way + back] = count + np.arange(len(one))
        count += len(one)
        cells.append(np.stack([one, other], axis=1))
        places = other % columns if way == 0 else other // columns
        lines.append(way + back * (places if pixels.shape is SQUARES else 0 * places))
        beside = np.maximum(radii[one], radii[other])
        near = pixels.inside_side(one, way, radii[one], beside)[:, :, ::-1]
        far = pixels.inside_side(other, way + back, radii[other], beside)[:, ::-1]
        if pixels.shape is not SQUARES:  # next to a disc that fills its hexagon, no ground is seen
            full, full_too = radii[one] >= FARTHEST, radii[other] >= FARTHEST
            near[full & ~full_too, :, :2] = far[full & ~full_too, :, -2:]
            far[full_too & ~full, :, -2:] = near[full_too & ~full, :, :2]
        profiles.append(np.concatenate([near, far], axis=2))
    fields = _line_fields(np.concatenate(profiles), pixels.shape)
    return DrawnSides(np.concatenate(cells), np.concatenate(lines), of_cell, neighbours, pixels.shape, *fields)


def _line_fields(profile: Pixels, shape: CellShape) -> tuple[Numbers, ...]:
    """The fields of `DrawnSides` from strength to most; a line is as thick as at its thinner end."""
    ends = profile[:, :PLACES], profile[:, PLACES:]
    one, other, whole = (_line_in(medians(part)) for part in (*ends, profile))
    parts = [whole]
    if shape is not SQUARES:
        parts = [_line_in(medians(part)) for part in np.split(profile, PARTS, axis=1)]
    most, _, near = (np.stack(values, axis=1) for values in zip(*[part[4:] for part in parts], strict=True))
    return *map(np.minimum, one[:3], other[:3]), *whole[3:6], near, most


def _line_in(profile: Numbers) -> tuple[Numbers, ...]:
    bases = profile[:, :2].mean(axis=1), profile[:, -2:].mean(axis=1)
    apart = np.minimum(*(difference(profile, base[:, None]) for base in bases))
    middle = profile.shape[1] // 2
    near, away = (part[:, middle - NEAR : middle + NEAR] for part in (profile, apart))
    contrast = away.max(axis=1)
    highest = away.argmax(axis=1)
    peak = np.take_along_axis(near, highest[:, None, None], axis=1)[:, 0]
    strength = np.where(apart > NOISE * contrast[:, None], apart, 0).sum(axis=1) / SIDE
    marked = np.maximum(contrast, difference(bases[0], bases[1]))
    off = (highest + 0.5 - NEAR) / SIDE
    return strength, strength / np.maximum(1.0, contrast), marked, off, contrast, peak, near


@dataclass(frozen=True, slots=True)
class SeenOutline:
    """The cells of the board (`inside`), the walls between them as pairs of cells, surely and perhaps, and the cells
    that may or may not be part of the board."""

    inside: Cells
    walls: tuple[tuple[int, int], ...]
    perhaps: tuple[tuple[int, int], ...]
    in_doubt: Cells


@dataclass(frozen=True, slots=True)
class _Lines:
    """Which sides hold a thick line, surely or perhaps; which surely hold a line; and which surely hold none."""

    thick: Cells
    perhaps: Cells
    present: Cells
    absent: Cells


def find_outline(
    framed: Cells, within: Cells, sides: DrawnSides, held: Cells, ends: Cells, grounds: NDArray[Any], goes: Cells
) -> SeenOutline:
    """The outline and the walls of a board that lies `within` a part of a larger lattice.

    `framed`: cells that have lines around them; `held`: cells with a dot or a path, which are no holes; `ends`: those
    with an end; `grounds`: the colours of their corners.
    """
    inside = (framed & within) | held
    lines = _lines(sides, inside, grounds)
    crossed = np.bincount(sides.of_cell[goes & (sides.of_cell >= 0)], minlength=len(sides.cells)) == 2
    lines.thick[crossed] = lines.perhaps[crossed] = False
    tiles = _tile_likeness(inside, within, sides, grounds, ends)
    lined, clear = (np.asarray(by_way(on, sides).all(axis=1)) for on in (lines.present, sides.marked > CLEAR))
    within = within | _missed_cells(within, lined & clear, sides, grounds)
    if tiles is not None:
        held = held & (framed | (tiles >= LIKE_OUTSIDE))  # the others are words
        inside = (inside | (tiles > LIKE_TILE)) & within & ~((tiles < LIKE_OUTSIDE) & ~held) | held
        in_doubt = within & ~held & (tiles >= LIKE_OUTSIDE) & (tiles <= LIKE_TILE)
    else:
        if sides.shape is not SQUARES:
            held = held & framed  # only tints of squares hide lines
        inside = (within & (framed | lined)) | held
        in_doubt = within & ~inside & ~_surely_out(inside, lines, sides)
    for part in _parts_between_walls(inside, lines.thick, sides):
        if not (ends & framed)[part].any():  # dots elsewhere are words, and so may lines be
            beyond = (part[sides.cells] & ~inside[sides.cells][:, ::-1]).any(axis=1)
            inside = inside & ~part
            if not lines.absent[beyond].all():
                in_doubt = in_doubt | part
    between = inside[sides.cells].all(axis=1)
    surely, perhaps = (
        tuple(sorted((one, other) for one, other in sides.cells[which & between].tolist()))
        for which in (lines.thick, lines.perhaps)
    )
    return SeenOutline(inside, surely, perhaps, in_doubt)


def _missed_cells(within: Cells, lined: Cells, sides: DrawnSides, grounds: NDArray[Any]) -> Cells:
    """The cells along a whole side of the board, if all of them have lines all around and the board's ground."""
    missed = np.zeros_like(within)
    for neighbours in sides.neighbours.T:
        rim = np.flatnonzero(within & ~within[neighbours])
        alike = difference(grounds[rim], grounds[neighbours[rim]]) < CLEAR
        missed[neighbours[rim]] |= (lined[neighbours[rim]] & alike).all()
    return missed


def _tile_likeness(
    inside: Cells, within: Cells, sides: DrawnSides, grounds: NDArray[Any], ends: Cells
) -> Numbers | None:
    """How far each cell's ground is from that around the board, as a share of the distance of those with ends, or else
    of most; None if there are no tiles: around these, the ground of their gaps is seen, and theirs is not."""
    around = grounds[within[sides.neighbours].any(axis=1) & ~within]
    between = sides.peak[inside[sides.cells].all(axis=1)]
    gaps, usual = np.median(between, axis=0), np.median(grounds[ends], axis=0)
    if np.quantile(difference(grounds[ends], usual), 0.9) > CLEAR:  # paths tint them, some more than tiles differ
        usual = min([*grounds[ends], np.median(grounds[inside], axis=0)], key=lambda tint: np.linalg.norm(tint - gaps))
    apart = np.linalg.norm(usual - gaps)
    gap, tile = (difference(around, ground) <= LIKE_OUTSIDE * apart for ground in (gaps, usual))
    if apart < CLEAR or not gap.mean() >= FEW > tile.mean():
        return None
    outside = np.median(around[gap], axis=0)
    apart = np.linalg.norm(usual - outside)
    found: Numbers = difference(grounds, outside) / apart
    if np.quantile(difference(between, outside), 0.75) > LIKE_OUTSIDE * apart:  # tiles may fade into their ground
        return np.where(inside & (found > LIKE_OUTSIDE), 1.0, 0.5)
    return found


def by_way(marks: Cells, sides: DrawnSides) -> Cells:
    """`[cell, way]`: whether the side there is marked; a side on the rim of the lattice is not."""
    return np.asarray(np.append(marks, False)[sides.of_cell])


def _surely_out(inside: Cells, lines: _Lines, sides: DrawnSides) -> Cells:
    """The cells with a line on each side towards the board, if more than twice as many of their other sides surely have
    none as seem to have one: a letter may lie along a side."""
    line, none = by_way(lines.present, sides), by_way(lines.absent, sides)
    towards = inside[sides.neighbours]
    seem, surely = ((marks & ~towards).sum(axis=1) for marks in (line, none))
    return np.asarray(~inside & (line & ~none | ~towards).all(axis=1) & (surely > 2 * seem))


def _lines(sides: DrawnSides, inside: Cells, grounds: NDArray[Any]) -> _Lines:
    """What the sides hold, compared with the others of their line, or if it has few, with all in its direction."""
    both = inside[sides.cells]
    between, touching = both[:, 0] & both[:, 1], both[:, 0] | both[:, 1]
    found = _Lines(*np.zeros((4, len(both)), dtype=bool))
    ways = len(sides.shape.forward)
    for way in sides.shape.forward:
        alike = between & (sides.line % ways == way)
        if not alike.any():
            continue
        usual = [np.median(part[alike], axis=0) for part in (sides.strength, sides.width, sides.peak)]
        for line in np.unique(sides.line[sides.line % ways == way]):
            on = sides.line == line
            found.thick[on], found.perhaps[on] = _thick(sides, on, on & between, usual)
            if (found.thick | found.perhaps)[on & between].all():  # two pixels of this grid line are inked, not one
                found.perhaps[on] = False
            most = [here for here in (on & between, on & touching) if here.sum() >= FEWEST_SIDES]
            found.present[on], found.absent[on] = _seen(sides, on, [*most, alike][0])
        found.thick[_covered(sides, alike, grounds)] = True
    walls = found.thick & between
    if walls.any():
        colour, width = (np.median(part[walls], axis=0) for part in (sides.peak, sides.width))
        away = difference(sides.peak, colour)
        alike = between & (away < SAME_COLOUR) & (abs(sides.width - width) < SAME_WIDTH * width)
        if 2 * (alike & ~walls).sum() > between.sum():
            found.thick[walls & alike] = False  # most lines look like these walls
        else:
            found.thick[alike & (sides.contrast > HIDDEN)] = True  # a tint of nearly their colour hides them
        found.perhaps[found.thick] = False
        found.perhaps[walls & (away > OTHER_COLOUR)] = True  # the colours of JPEG run over lines
    return found


def _thick(sides: DrawnSides, on: Cells, own: Cells, usual: Sequence[Numbers]) -> Iterator[Cells]:
    """Which sides `on` a line are thick, surely and perhaps: much stronger than most of its `own` between cells, and
    wider or of another colour; `usual` has the strength, width and colour of most lines."""
    strength, width, colour = usual
    if own.sum() >= FEWEST_SIDES:
        strength, width = (
            np.quantile(part[own], 0.4).clip(LEAST_OF_ALL * usually, MOST_OF_ALL * usually)
            for part, usually in ((sides.strength, strength), (sides.width, width))
        )
    other = difference(sides.peak[on], colour) > OTHER_COLOUR
    visible = sides.strength[on] > LEAST_CONTRAST * sides.width[on]
    for (stronger, wider, more), uneven in ((SURELY_THICK, 1.0), (PERHAPS_THICK, sides.shape.uneven)):
        wide = sides.width[on] > np.maximum(LEAST_WIDTH, uneven * wider * width)
        strong = visible | (sides.strength[on] > uneven * strength + more)
        yield strong & (sides.strength[on] > uneven * stronger * strength) & (wide | other)


def _covered(sides: DrawnSides, alike: Cells, grounds: NDArray[Any]) -> Cells:
    """Which of the sides `alike` have a wall of another colour, which covers the line but may stand out less, as
    between tiles of nearly its colour.  It is lighter than the ground if lines are darker (or the other way round), or
    else wider than they are: tints and the halo of a finger change colours, too."""
    colour, contrast, width = (np.median(part[alike], axis=0) for part in (sides.peak, sides.contrast, sides.width))
    away = difference(sides.near, colour).min(axis=(1, 2))
    covers = (away >= ABSENT * contrast) & (difference(sides.peak, colour) > OTHER_COLOUR)
    change = sides.peak - grounds[sides.cells].mean(axis=1)
    opposite = change @ np.median(change[alike], axis=0) < 0
    wide = sides.width > np.maximum(2 * LEAST_WIDTH, np.where(opposite, 0, SURELY_THICK[1] * width))
    return np.asarray(alike & covers & wide & (sides.contrast > HIDDEN))


def _seen(sides: DrawnSides, on: Cells, usual: Cells) -> tuple[Cells, Cells]:
    """Which sides `on` a line surely have a line, as most `usual` sides do, and which surely have none."""
    peak, contrast = np.median(sides.peak[usual], axis=0), float(np.median(sides.contrast[usual]))
    if contrast < FAINT:
        return (np.zeros(on.sum(), dtype=bool),) * 2
    away, seen = difference(sides.near[on], peak).min(axis=2) / contrast, sides.most[on] / contrast
    absent = (away >= ABSENT) & (seen <= 1 - ABSENT) & (contrast >= CLEAR)
    return ((away <= PRESENT) | (seen >= ABSENT)).all(axis=1), absent.any(axis=1)


def _parts_between_walls(inside: Cells, thick: Cells, sides: DrawnSides) -> Iterator[Cells]:
    """The parts into which thick lines cut a board, each as marked cells."""
    open_ = np.append(~thick, False)[sides.of_cell] & np.append(inside, False)[sides.neighbours]
    neighbours = [sides.neighbours[cell][open_[cell]].tolist() for cell in range(len(inside))]
    for cells in parts(np.flatnonzero(inside).tolist(), neighbours.__getitem__):
        part = np.zeros_like(inside)
        part[cells] = True
        yield part
