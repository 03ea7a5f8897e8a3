"""Finds blocks (cells filled with a colour of their own), and marks around the board that show where it wraps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numlink.model.layout import Wrap
from numlink.pictures.cells import INK, Content
from numlink.pictures.patches import SIDE, difference, medians

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numlink.pictures.cells import CellLooks

    Cells = NDArray[np.bool_]
    Colours = NDArray[np.float32]

BLOCK, SAME_GROUND = 60.0, 15.0
"""The least distance of a block from the usual ground (of 442), and the largest between two equal grounds."""

CROSS = 6.0
"""The least distance of a thin stroke's colour from the ground (of 442): strokes of small pictures are faint."""

FEW = 6
"""The fewest cells by whose colours the ground is judged."""


def blocks_among(looks: CellLooks, kinds: list[Content], inside: Cells) -> tuple[Cells, Cells]:
    """The empty cells filled with one colour other than the ground's, and those for which that is unclear."""
    blocks, odd = np.zeros(inside.size, dtype=bool), np.zeros(inside.size, dtype=bool)
    empty = np.array([kind is Content.EMPTY for kind in kinds]) & inside.ravel()
    if empty.any():
        ground = _ground(
            looks, np.array([kind in (Content.PATH, Content.SIGN) for kind in kinds]) & inside.ravel(), empty
        )
        away = difference(looks.corners, ground)
        other = empty & (away > BLOCK)
        rows, columns = np.indices(inside.shape).reshape(2, -1)
        parities = {parity for parity in (0, 1) if (((rows + columns) % 2 == parity) & other).any()}
        squares = len(parities) == 1 and other[((rows + columns) % 2 == min(parities)) & empty].all()
        if other.any() and not (squares and empty.sum() / 3 < other.sum() < empty.sum()):
            alike = difference(looks.corners, np.median(looks.corners[other], axis=0)) < SAME_GROUND
            if alike[other].all() and (away[empty & ~other] < SAME_GROUND).all():
                blocks = other
            elif alike[other].all():
                odd = other
    return blocks.reshape(inside.shape), odd.reshape(inside.shape)


def _ground(looks: CellLooks, paths: Cells, empty: Cells) -> Colours:
    """The colour of untinted cells: that of most empty ones or, if more cells have paths, what remains of the colours
    of their corners without the share that the paths have in them."""
    tinted = paths & (difference(looks.middles, looks.corners) > INK)
    found: Colours
    if max(tinted.sum(), empty.sum()) < FEW or empty.sum() >= tinted.sum():
        found = np.median(looks.corners[empty if empty.sum() >= FEW else paths | empty], axis=0)
        return found
    path, corner = looks.middles[tinted], looks.corners[tinted]
    centred = path - path.mean(axis=0)
    share = float((centred * (corner - corner.mean(axis=0))).sum() / ((centred**2).sum() + 100.0 * len(path)))
    share = min(max(share, 0.0), 0.6)
    found = np.median((corner - share * path) / (1 - share), axis=0)
    return found


def has_corner_strokes(looks: CellLooks, inside: Cells) -> bool:
    """Whether most squares have thin strokes at their corners, as on boards whose paths may pass there diagonally."""
    board = looks.patches[inside.ravel()]
    corners = [board[:, ::down, ::right] for down in (1, -1) for right in (1, -1)]
    grounds = looks.corners[inside.ravel()]
    apart = [difference(corner[:, y, y], grounds) for corner in corners for y in (3, 4)]
    return bool(np.median(apart) > CROSS)


def seen_wrap(looks: CellLooks, inside: Cells) -> tuple[Wrap, bool]:
    """The wrap that lines over the rim show, or marks outside it that are the same at every cell; and whether it is
    unclear, as there are other marks at all cells."""
    board = looks.patches.reshape(*inside.shape, SIDE, SIDE, 3)
    leaves = looks.leaves.reshape(*inside.shape, 4)
    found: list[bool | None] = []
    for full, turned, (out, back), goes in (
        (inside, board, (0, 2), leaves),
        (inside.T, board.transpose(1, 0, 3, 2, 4), (1, 3), leaves.swapaxes(0, 1)),
    ):
        here, across = (np.flatnonzero(full.any(axis=axis)) for axis in (1, 0))
        first, last = across[0], across[-1]
        facing = here[full[here, first] & full[here, last]]
        before, behind = turned[facing, first - 1], turned[facing, last + 1, :, ::-1]
        over = goes[facing, last, out] & goes[facing, first, back] & _lined(before) & _lined(behind)
        if over.any():
            found.append(True if last > first + 1 else None)  # two cells in a row would be linked twice
        elif 2 * len(facing) > len(here):
            found.append(_one_mark(before, behind))
        else:
            found.append(False)
    return Wrap.of(rows=found[0] is True, columns=found[1] is True), None in found


def _lined(patches: Colours) -> Cells:
    """Which patches a line enters through the middle of the right side.  It is compared with what is above it, as the
    page may begin a few pixels off the rim."""
    near = patches[:, :, int(0.825 * SIDE) : int(0.925 * SIDE)]
    line, ground = near[:, int(0.45 * SIDE) : int(0.55 * SIDE)], near[:, int(0.2 * SIDE) : int(0.3 * SIDE)]
    return np.asarray(difference(line.mean(axis=(1, 2)), ground.mean(axis=(1, 2))) > INK)


def _one_mark(one: Colours, other: Colours) -> bool | None:
    """Whether the same mark lies outside all cells at both ends of rows; None if it does, but points elsewhere."""
    marks = []
    for patches in (one, other):
        near = patches[:, int(0.1 * SIDE) : int(0.9 * SIDE), int(0.7 * SIDE) : SIDE - 3]  # marks lie close to the rim
        grounds = medians(near.reshape(len(near), -1, 3))
        ink = difference(near, grounds[:, None, None]) > INK
        ink &= ~(ink.mean(axis=(0, 1)) > 0.7)  # the rim
        same = ink.mean(axis=0) > 0.6
        either = (ink | same).sum(axis=(1, 2))
        alike = (ink & same).sum(axis=(1, 2)) / np.maximum(1, either)
        if same.mean() < 0.02 or np.median(alike) < 0.5 or same[[0, -1]].any():
            return False
        marks.append(same)
    points, turned = _overlap(*marks), _overlap(marks[0], marks[1][:, ::-1])
    return True if points > 0.5 and points > turned + 0.1 else None


def _overlap(one: Cells, other: Cells) -> float:
    """The share that two marks have in common if one is moved by up to two pixels to fit the other best."""
    best = 0.0
    for down in range(-2, 3):
        for right in range(-2, 3):
            moved = np.roll(other, (down, right), axis=(0, 1))
            best = max(best, float((one & moved).sum() / max(1, (one | moved).sum())))
    return best
