"""Lines that a player has drawn: which ends they join, and those that hang on none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from numlink.pictures.cells import Content, exits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from numlink.pictures.cells import CellLooks

    Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PlayedLines:
    """Pairs of ends (as cells) that a line joins, and cells of lines on which there is no end, or that break off."""

    joined: tuple[tuple[int, int], ...]
    astray: tuple[int, ...]


def played_lines(
    looks: CellLooks, kinds: list[Content], ends: list[int], there: Cells, bold: Cells, width: int
) -> PlayedLines:
    """The lines on the cells that are `there`, on a grid of `width` columns; `bold`: cells with colours as of lines."""
    is_end = np.zeros(len(kinds), dtype=bool)
    is_end[ends] = True
    goes = exits(looks.patches, looks.corners)
    open_ = is_end | [kind is Content.BRIDGE for kind in kinds]
    goes |= open_[:, None]
    lined = [kind in (Content.PATH, Content.DOT, Content.UNCLEAR, Content.BRIDGE) for kind in kinds]
    goes &= (is_end | (there & lined))[:, None]
    joined, astray = [], []
    for cells in _connected(goes, is_end, width):
        here = [cell for cell in cells if is_end[cell]]
        if any(kinds[cell] is Content.BRIDGE for cell in cells):
            continue
        if len(here) == 2:
            joined.append((here[0], here[1]))
        elif not here and bold[cells].any():
            astray.append(cells[0])
    astray += _broken_off(goes & (bold & ~open_)[:, None], goes, width)
    return PlayedLines(tuple(joined), tuple(astray))


def _broken_off(lines: Cells, goes: Cells, width: int) -> list[int]:
    """The cells of lines that go on to a cell from which nothing comes."""
    found = []
    for cell, leaves in np.argwhere(lines).tolist():
        other = cell + (1, width, -1, -width)[leaves]
        if not goes[other, (leaves + 2) % 4]:
            found.append(cell)
    return found


def _connected(goes: Cells, is_end: Cells, width: int) -> Iterator[list[int]]:
    """The cells that lines connect; two ends beside each other are not connected."""
    left = set(np.flatnonzero(goes.any(axis=1)).tolist())
    while left:
        found = [min(left)]
        left.remove(found[0])
        for cell in found:
            for leaves, step in enumerate((1, width, -1, -width)):
                other = cell + step
                both = goes[cell, leaves] and other in left and goes[other, (leaves + 2) % 4]
                if both and not (is_end[cell] and is_end[other]):
                    left.remove(other)
                    found.append(other)
        yield sorted(found)
