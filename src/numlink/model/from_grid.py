"""From a filled board back to its paths: the step the assignment calls fairly straightforward in Part 5."""

from __future__ import annotations

from collections.abc import Sequence

from numlink.errors import InputError, quoted
from numlink.model.grid import Grid
from numlink.model.layout import PLAIN, Layout
from numlink.model.sizes import largest_number
from numlink.model.words import counted


def trace_paths(rows: Sequence[Sequence[int]], layout: Layout = PLAIN) -> tuple[tuple[int, ...], ...]:
    """The paths of a filled board whose paths do not touch themselves; see Solution.from_grid."""
    if layout.bridges:
        raise InputError("a filled board cannot say which two paths go over a bridge. Give the paths themselves.")
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise InputError("a filled board needs rows of equally many numbers.")
    if len(rows) % layout.layers:
        raise InputError(f"{layout.layers} layers cannot share {counted(len(rows), 'row')}. Make them equal.")
    grid = Grid(len(rows[0]), len(rows) // layout.layers, layout=layout)
    numbers = [number for row in rows for number in row]
    members: dict[int, list[int]] = {}
    for cell, number in enumerate(numbers):
        if number > 0:
            members.setdefault(number, []).append(cell)
    if members and max(members) > largest_number(grid.size):
        raise InputError(f"number {quoted(max(members))} is too large for a board of {grid.size} cells.")
    numbered = range(1, max(members, default=0) + 1)
    return tuple(_trace(grid, numbers, number, members[number]) if number in members else () for number in numbered)


def _trace(grid: Grid, numbers: list[int], number: int, cells: list[int]) -> tuple[int, ...]:
    """The path through all of `cells`, from its smaller end; raises InputError if they do not make one path."""
    same = {cell: [other for other in grid.neighbours(cell) if numbers[other] == number] for cell in cells}
    crowded = [cell for cell in cells if len(same[cell]) > 2]
    if crowded:
        raise InputError(
            f"{grid.where(crowded[0])}: number {number} has {len(same[crowded[0]])} neighbours of its own, "
            "so its path could run in more than one way. Give the paths themselves (lines 'path 1: (0,0) (0,1) ...')."
        )
    ends = [cell for cell in cells if len(same[cell]) == 1]
    if not ends:
        what = (
            "stands alone; a path needs two cells" if len(cells) == 1 else "goes round in a ring, so it has no two ends"
        )
        raise InputError(f"{grid.where(cells[0])}: number {number} {what}.")
    path = [ends[0]]
    while len(path) == 1 or len(same[path[-1]]) == 2:
        path.append(next(other for other in same[path[-1]] if len(path) == 1 or other != path[-2]))
    if len(path) != len(cells):
        stray = min(set(cells) - set(path))
        raise InputError(
            f"{grid.where(stray)}: number {number} is not joined to the rest of its path, which starts at "
            f"{grid.where(path[0])}. Give every path a number of its own."
        )
    return tuple(path)
