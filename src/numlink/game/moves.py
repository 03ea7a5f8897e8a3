"""Moves as text: positions, straight runs and corners, on boards of every kind.

Between two positions of a move the path runs straight along a row or a column of one layer, from each cell to a
neighbour.  A column of triangles has no runs: only every other cell is joined to the cell below.  Two positions that
are neighbours are one step: on a board that wraps, `0,8 0,0` leads over the rim.  On boards that wrap,
and on all cells but plain squares, moves are written with every cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from numlink.errors import InputError
from numlink.model.grid import Grid
from numlink.model.layout import Wrap


def draw_move(grid: Grid, trail: Sequence[int]) -> str:
    """The `draw` move of a trail of neighbouring cells: its ends and corners, or every cell (see above).

    >>> draw_move(Grid(4, 2), [0, 1, 2, 6])
    'draw 0,0 0,2 1,2'
    """
    every = not grid.pattern.square or grid.layout.wrap is not Wrap.NONE
    kept = list(trail)
    if not every:
        kept[1:-1] = [
            cell
            for before, cell, after in zip(trail, trail[1:], trail[2:], strict=False)
            if after - cell != cell - before or grid.changes_layer(before, cell) or grid.changes_layer(cell, after)
        ]
    return "draw " + " ".join(written_cell(grid, cell) for cell in kept)


def cut_move(grid: Grid, cell: int, beside: int | None = None) -> str:
    """The move that takes a cell out of its path; on a bridge, out of the path that goes to its neighbour `beside`."""
    named = [cell] if beside is None or cell not in grid.layout.bridges else [cell, beside]
    return "cut " + " ".join(written_cell(grid, there) for there in named)


def note_move(grid: Grid, verb: Literal["cross", "line"], trail: Sequence[int]) -> str:
    """The move that notes a × on each side that a trail crosses (`cross`, two cells), or a line along it (`line`).

    If all of these × or the whole line are there already, the same move takes them away.
    """
    return " ".join([verb, *(written_cell(grid, cell) for cell in trail)])


def written_cell(grid: Grid, cell: int) -> str:
    """A cell as moves name it: `row,column`, or `layer,row,column` on a board with layers; each counts from 0."""
    return ",".join(map(str, grid.position(cell)))


def read_cell(grid: Grid, text: str) -> int:
    """The cell that a move names; raises InputError for text that is no position of the board."""
    parts = text.split(",")
    wanted = 3 if grid.layout.layers > 1 else 2
    if len(parts) != wanted or len(text) > 20 or not all(part.isascii() and part.isdigit() for part in parts):
        example = "layer,row,column such as 0,0,3" if wanted == 3 else "row,column such as 0,3"
        raise InputError(f"{text[:20]!r} is not a position. Give {example}.")
    return grid.cell(*map(int, parts))


def parse_trail(grid: Grid, positions: Sequence[str]) -> list[int]:
    """The cells of a `draw` move, straight runs filled in; raises InputError for a run that is not straight."""
    corners = [read_cell(grid, text) for text in positions]
    trail = corners[:1]
    for corner in corners[1:]:
        here = trail[-1]
        if here != corner:
            trail += [corner] if grid.adjacent(here, corner) else _run(grid, here, corner)
    return trail


def _run(grid: Grid, here: int, corner: int) -> Sequence[int]:
    """The cells after `here` up to `corner` in a straight row or column of neighbours; InputError if there is none."""
    stride = 0
    if here // grid.plane == corner // grid.plane:
        if here // grid.width == corner // grid.width and grid.pattern.level:
            stride = 1
        elif here % grid.width == corner % grid.width:
            stride = grid.width
    if stride:
        way = range(here, corner, stride) if corner > here else range(here, corner, -stride)
        cells = [*way[1:], corner]
        if all(grid.adjacent(*pair) for pair in zip(way, cells, strict=True)):
            return cells
    raise InputError(
        f"no straight row or column of neighbours leads from {grid.where(here)} to {grid.where(corner)}. "
        "Name the cells between."
    )
