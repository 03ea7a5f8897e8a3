"""Lines that a player has drawn: which ends they join, where they cross, and those that hang on none.

Ways are numbered as in `CellShape`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numlink.model.layout import Wrap
from numlink.pictures.cells import FARTHEST, Content
from numlink.pictures.lattice import SQUARES
from numlink.pictures.patches import difference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from numlink.pictures.cells import CellLooks

    Cells = NDArray[np.bool_]
    Beside = NDArray[np.int_]

LINED = (Content.PATH, Content.DOT, Content.UNCLEAR, Content.BRIDGE)
"""What a cell may hold through which a line goes."""

SAME_LINE = 45.0
"""Distance of the colours (of 442) of one line on both sides of a crossing."""


def over_the_rim(beside: Beside, inside: Cells, wrap: Wrap) -> Beside:
    """The cell beside each cell in each direction, `[cell, way]`, also over the rim of `inside` where lines may go."""
    if wrap is Wrap.NONE:
        return beside
    cells = np.arange(inside.size).reshape(inside.shape)
    found = beside.reshape(*inside.shape, -1).copy()
    rows, columns = (np.flatnonzero(inside.any(axis=axis))[[0, -1]] for axis in (1, 0))
    if wrap.rows:
        found[:, columns[1], 0], found[:, columns[0], 2] = cells[:, columns[0]], cells[:, columns[1]]
    if wrap.columns:
        found[rows[1], :, 1], found[rows[0], :, 3] = cells[rows[0]], cells[rows[1]]
    return found.reshape(beside.shape)


def crossings(looks: CellLooks, kinds: list[Content], beside: Beside) -> list[int]:
    """The squares to which lines run from all four sides and go on, or one passes straight and hides the other."""
    if looks.shape is not SQUARES:
        return []
    path = np.array([kind is Content.PATH for kind in kinds])
    dot, sign = (np.array([kind is one for kind in kinds]) for one in (Content.DOT, Content.SIGN))
    goes = looks.leaves & (path[:, None] | dot[:, None] & (looks.reaches[:, looks.shape.rays] > FARTHEST - 0.02))
    found = path & looks.leaves.all(axis=1)
    for way in range(4):
        found &= (goes[:, (way + 2) % 4] | sign)[beside[:, way]]
    for ahead, over in ((0, 1), (1, 0)):
        straight = looks.leaves[:, [ahead, ahead + 2]].all(axis=1) & ~looks.leaves[:, [over, over + 2]].any(axis=1)
        comes = [goes[beside[:, way], (way + 2) % 4] for way in (over, over + 2)]
        one, other = (looks.middles[beside[:, way]] for way in (over, over + 2))
        found |= path & straight & comes[0] & comes[1] & (difference(one, other) < SAME_LINE)
    return np.flatnonzero(found).tolist()


def played_lines(
    looks: CellLooks, kinds: list[Content], ends: list[int], there: Cells, bold: Cells, beside: Beside
) -> tuple[list[tuple[int, int]], list[int]]:
    """Of the lines on the cells that are `there`: the pairs of ends (as cells) that one joins; cells of those on which
    there is no end, or that break off.  `bold`: cells with colours as of lines."""
    is_end = np.zeros(len(kinds), dtype=bool)
    is_end[ends] = True
    open_ = is_end | [kind is Content.BRIDGE for kind in kinds]
    goes = looks.leaves | open_[:, None]
    goes &= (is_end | (there & [kind in LINED for kind in kinds]))[:, None]
    joined: list[tuple[int, int]] = []
    astray: list[int] = []
    for cells in _connected(goes, is_end, beside):
        here = [cell for cell in cells if is_end[cell]]
        if any(kinds[cell] is Content.BRIDGE for cell in cells):
            continue
        if len(here) == 2:
            joined.append((here[0], here[1]))
        elif not here and bold[cells].any():
            astray.append(cells[0])
    lines, ways = np.nonzero(goes & (bold & ~open_)[:, None])
    count = beside.shape[1]
    broken = lines[~goes[beside[lines, ways], (ways + count // 2) % count]]
    return joined, astray + np.unique(broken).tolist()


def _connected(goes: Cells, is_end: Cells, beside: Beside) -> Iterator[list[int]]:
    """The cells that lines connect; two ends beside each other are not connected."""
    left = set(np.flatnonzero(goes.any(axis=1)).tolist())
    count = beside.shape[1]
    while left:
        found = [min(left)]
        left.remove(found[0])
        for cell in found:
            for way, other in enumerate(beside[cell].tolist()):
                both = goes[cell, way] and other in left and goes[other, (way + count // 2) % count]
                if both and not (is_end[cell] and is_end[other]):
                    left.remove(other)
                    found.append(other)
        yield sorted(found)
