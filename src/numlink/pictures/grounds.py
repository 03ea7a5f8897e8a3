"""Finds blocks (cells filled with a colour of their own), and marks around the board that show where it wraps."""

from __future__ import annotations

from itertools import product
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

LEAST_MARK = 0.02
"""The least share of the place for a mark outside a cell that the mark covers."""

FEW = 6
"""The fewest cells by whose colours the ground is judged."""


def blocks_among(looks: CellLooks, kinds: list[Content], inside: Cells) -> tuple[Cells, Cells]:
    """The empty cells filled with one colour other than the ground's, and those for which that is unclear."""
    blocks, odd = np.zeros(inside.size, dtype=bool), np.zeros(inside.size, dtype=bool)
    empty = np.array([kind is Content.EMPTY for kind in kinds]) & inside.ravel()
    if empty.any():
        paths = np.array([kind in (Content.PATH, Content.SIGN) for kind in kinds]) & inside.ravel()
        ground = _ground(looks, paths, empty, inside.ravel() & ~empty)
        away = difference(looks.corners, ground)
        other = empty & (away > BLOCK)
        rows, columns = np.indices(inside.shape).reshape(2, -1)
        even = (rows + columns) % 2 == 0
        squares = any(other[empty & one].all() and not other[~one].any() for one in (even, ~even))
        if other.any() and not (squares and empty.sum() / 3 < other.sum() < empty.sum()):
            alike = difference(looks.corners, np.median(looks.corners[other], axis=0)) < SAME_GROUND
            if alike[other].all() and (away[empty & ~other] < SAME_GROUND).all():
                blocks = other
            elif alike[other].all():
                odd = other
    return blocks.reshape(inside.shape), odd.reshape(inside.shape)


def _ground(looks: CellLooks, paths: Cells, empty: Cells, held: Cells) -> Colours:
    """The colour of untinted cells: that of the plain ones which are most like those with ends that no line leaves; if
    these differ, what remains of the colours of corners without the share that the paths have in them, if more cells
    hold something or most of them agree; else that of most."""
    tinted = paths & (difference(looks.middles, looks.corners) > INK)
    plain = empty | (paths & ~tinted)
    here = plain if plain.sum() >= FEW else paths | empty
    still = looks.corners[plain & ~empty | held & ~looks.leaves.any(axis=1)]
    found: Colours = np.median(still if len(still) else looks.corners[here], axis=0)
    if (difference(still, found) < SAME_GROUND).sum() <= max(1, len(still) / 2):  # tiles may be ends
        found = np.median(looks.corners[here], axis=0)
        if tinted.sum() >= FEW:
            path, corner = looks.middles[tinted], looks.corners[tinted]
            centred = path - path.mean(axis=0)
            share = float((centred * (corner - corner.mean(axis=0))).sum() / ((centred**2).sum() + 100.0 * len(path)))
            share = min(max(share, 0.0), 0.6)
            unmixed = (corner - share * path) / (1 - share)
            agreeing = difference(unmixed, np.median(unmixed, axis=0)) < SAME_GROUND
            several = len(np.unique(path // INK, axis=0)) >= 3  # colours, whose tints fit any other share badly
            if plain.sum() < held.sum() or (several and agreeing.mean() > 0.8):
                found = np.median(unmixed, axis=0)
    like = plain & (difference(looks.corners, found) < BLOCK)
    return np.asarray(np.median(looks.corners[like], axis=0) if like.any() else found)


def has_corner_strokes(looks: CellLooks, inside: Cells) -> bool:
    """Whether most squares have thin strokes at their corners, as on boards whose paths may pass there diagonally."""
    board = looks.patches[inside.ravel()]
    corners = [board[:, ::down, ::right] for down in (1, -1) for right in (1, -1)]
    grounds = looks.corners[inside.ravel()]
    apart = [difference(corner[:, y, y], grounds) for corner in corners for y in (3, 4)]
    return bool(np.median(apart) > CROSS)


def seen_wrap(looks: CellLooks, inside: Cells) -> tuple[Wrap, bool, list[tuple[int, int]]]:
    """The wrap that lines over the rim show, or marks outside it that are the same at both ends of rows; whether it is
    unclear, as there are other marks; and the cells that a wall parts where others have marks."""
    board = looks.patches.reshape(*inside.shape, SIDE, SIDE, 3)
    leaves = looks.leaves.reshape(*inside.shape, 4)
    cells = np.arange(inside.size).reshape(inside.shape)
    rows, parted = _over_rim(inside, board, leaves[:, :, [0, 2]], cells)
    turned = inside.T, board.transpose(1, 0, 3, 2, 4), leaves[:, :, [1, 3]].swapaxes(0, 1), cells.T
    columns, others = _over_rim(*turned)
    return Wrap.of(rows=rows is True, columns=columns is True), None in (rows, columns), parted + others


def _over_rim(
    inside: Cells, board: Colours, leaves: Cells, cells: NDArray[np.int_]
) -> tuple[bool | None, list[tuple[int, int]]]:
    """Whether rows wrap (None: that is unclear), and the cells at the ends of the rows that a wall parts.  `leaves`
    says whether something goes on from a cell to the right, and to the left."""
    here, across = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
    first, last = across[0], across[-1]
    facing = here[inside[here, first] & inside[here, last]]
    before, behind = board[facing, first - 1], board[facing, last + 1, :, ::-1]
    over = leaves[facing, last, 0] & leaves[facing, first, 1] & _lined(before) & _lined(behind)
    if not over.any() and 2 * len(facing) <= len(here):
        return False, []
    marked, blank, clear = _marks(before, behind, ~over)
    marked &= clear or 2 * marked.sum() > len(facing)  # a few may be buttons
    if not (marked | over).any():
        return False, []
    # two cells in a row would be linked twice; without marks, links that no line passes cannot be seen
    if last == first + 1 or (not clear if marked.any() else blank.any()):
        return None, []
    ends = cells[np.ix_(facing[blank], [first, last])].tolist()
    return True, [(one, other) for one, other in ends]


def _lined(patches: Colours) -> Cells:
    """Which patches a line enters through the middle of the right side.  It is compared with what is above it, as the
    page may begin a few pixels off the rim."""
    near = patches[:, :, int(0.825 * SIDE) : int(0.925 * SIDE)]
    line, ground = near[:, int(0.45 * SIDE) : int(0.55 * SIDE)], near[:, int(0.2 * SIDE) : int(0.3 * SIDE)]
    return np.asarray(difference(line.mean(axis=(1, 2)), ground.mean(axis=(1, 2))) > INK)


def _marks(one: Colours, other: Colours, free: Cells) -> tuple[Cells, Cells, bool]:
    """Which `free` rows have the same mark outside the board at both ends, and which have nothing there; and whether
    the marks of both ends are mirror images."""
    marked, blank, marks, cut = free.copy(), free.copy(), [], 0
    for patches in (one, other):
        near = patches[:, int(0.1 * SIDE) : int(0.9 * SIDE), int(0.7 * SIDE) : SIDE - 3]  # marks lie close to the rim
        grounds = medians(near.reshape(len(near), -1, 3))
        ink = difference(near, grounds[:, None, None]) > INK
        ink &= ~(ink.mean(axis=1, keepdims=True) > 0.7)  # the rim, or a wall in its place
        blank &= ink.mean(axis=(1, 2)) < LEAST_MARK
        most = max((free & (_shared(ink, row) > 0.5) for row in ink), key=np.sum)
        same = ink[most].mean(axis=0) > 0.6 if most.any() else np.zeros_like(ink[0])
        if same.mean() < LEAST_MARK or same[[0, -1]].any():
            marked[:] = False
        marked &= _shared(ink, same) > 0.5
        marks.append(same)
        cut = max(cut, int((ink[:, :, 1:] != ink[:, :, :-1]).any(axis=(0, 1)).argmax()))  # beyond the picture's edge
    both = [mark[:, min(cut, len(mark[0]) - 2) :] for mark in marks]
    return marked, blank, _overlap(*both) > max(0.5, _overlap(both[0], both[1][:, ::-1]) + 0.1)


def _shared(marks: Cells, mark: Cells) -> NDArray[np.float64]:
    """The share of pixels that each of some marks has in common with another."""
    return np.asarray((marks & mark).sum(axis=(1, 2)) / np.maximum(1, (marks | mark).sum(axis=(1, 2))))


def _overlap(one: Cells, other: Cells) -> float:
    """The share that two marks have in common if one is moved by up to two pixels to fit the other best."""
    moved = np.array([np.roll(other, by, axis=(0, 1)) for by in product(range(-2, 3), repeat=2)])
    return float(_shared(moved, one).max())
