"""Lines that a player has drawn: which ends they join, where they cross, and which have no end or break off.

Ways are numbered as in `CellShape`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numlink.model.layout import Wrap
from numlink.model.reach import parts
from numlink.pictures.cells import AROUND_SIGNS, AT_SIDE, Content
from numlink.pictures.colours import ALIKE
from numlink.pictures.lattice import SQUARES
from numlink.pictures.patches import difference, medians

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from numlink.pictures.cells import CellLooks

    Cells = NDArray[np.bool_]
    Neighbours = NDArray[np.int_]

LINED = (Content.PATH, Content.DOT, Content.UNCLEAR, Content.BRIDGE)
"""What a cell may hold if a line goes through it."""


def wrapped_neighbours(neighbours: Neighbours, inside: Cells, wrap: Wrap) -> Neighbours:
    """`[cell, way]`: the neighbour of each cell, also over the rim of `inside` if the board wraps there."""
    if wrap is Wrap.NONE:
        return neighbours
    cells = np.arange(inside.size).reshape(inside.shape)
    found = neighbours.reshape(*inside.shape, -1).copy()
    rows, columns = (np.flatnonzero(inside.any(axis=axis))[[0, -1]] for axis in (1, 0))
    if wrap.rows:
        found[:, columns[1], 0], found[:, columns[0], 2] = cells[:, columns[0]], cells[:, columns[1]]
    if wrap.columns:
        found[rows[1], :, 1], found[rows[0], :, 3] = cells[rows[0]], cells[rows[1]]
    return found.reshape(neighbours.shape)


def crossings(looks: CellLooks, kinds: list[Content], filling: Cells, neighbours: Neighbours) -> list[int]:
    """The squares that lines enter from all four sides, or at which one line passes straight and hides the other, which
    may end at once, in a disc `filling` the next cell."""
    if looks.shape is not SQUARES:
        return []
    path, dot, sign = (np.array([kind is one for kind in kinds]) for one in (Content.PATH, Content.DOT, Content.SIGN))
    reach = np.maximum(looks.reaches, looks.rims)[:, looks.shape.rays]
    goes = looks.leaves & (path[:, None] | dot[:, None] & (reach > AT_SIDE))
    filling = filling & dot  # the colours of signs are none of lines
    colours = np.where(filling[:, None], medians(looks.patches[:, AROUND_SIGNS]), looks.middles)
    found = path & looks.leaves.all(axis=1)
    for way in range(4):
        found &= (goes[:, (way + 2) % 4] | sign)[neighbours[:, way]]
    for ahead, over in ((0, 1), (1, 0)):
        straight = looks.leaves[:, [ahead, ahead + 2]].all(axis=1) & ~looks.leaves[:, [over, over + 2]].any(axis=1)
        comes = [goes[neighbours[:, way], (way + 2) % 4] for way in (over, over + 2)]
        one, other = (colours[neighbours[:, way]] for way in (over, over + 2))
        enter = comes[0] & (comes[1] | filling[neighbours[:, over + 2]]) | comes[1] & filling[neighbours[:, over]]
        found |= path & straight & enter & (difference(one, other) <= ALIKE)
    return np.flatnonzero(found).tolist()


def played_lines(
    looks: CellLooks, kinds: list[Content], ends: list[int], drawn: Cells, bold: Cells, neighbours: Neighbours
) -> tuple[list[tuple[int, int]], list[int]]:
    """The pairs of ends (as cells) that a line joins, and a cell of each line that has no end or breaks off; lines
    are only on `drawn` cells.  `bold`: the cells with colours as strong as those of lines."""
    is_end = np.isin(np.arange(len(kinds)), ends)
    open_ = is_end | [kind is Content.BRIDGE for kind in kinds]
    goes = looks.leaves | open_[:, None]
    goes &= (is_end | (drawn & [kind in LINED for kind in kinds]))[:, None]
    joined: list[tuple[int, int]] = []
    astray: list[int] = []
    for cells in _connected(goes, is_end, neighbours):
        here = [cell for cell in cells if is_end[cell]]
        if any(kinds[cell] is Content.BRIDGE for cell in cells):
            continue
        if len(here) == 2:
            joined.append((here[0], here[1]))
        elif not here and bold[cells].any():
            astray.append(cells[0])
    lines, ways = np.nonzero(goes & (bold & ~open_)[:, None])
    count = neighbours.shape[1]
    broken = lines[~goes[neighbours[lines, ways], (ways + count // 2) % count]]
    return joined, astray + np.unique(broken).tolist()


def _connected(goes: Cells, is_end: Cells, neighbours: Neighbours) -> Iterator[list[int]]:
    """The sets of cells that lines connect; two neighbouring ends are not connected."""
    ways = np.arange(neighbours.shape[1])
    both = goes & goes[neighbours, (ways + len(ways) // 2) % len(ways)] & ~(is_end[:, None] & is_end[neighbours])
    links = [others[linked].tolist() for others, linked in zip(neighbours, both, strict=True)]
    return map(sorted, parts(np.flatnonzero(goes.any(axis=1)).tolist(), links.__getitem__))
