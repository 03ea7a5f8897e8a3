"""A pointer that leads the pencil: what its way over the board draws.  The same rules stand in web/static/play.js."""

from __future__ import annotations

from collections.abc import Sequence

from numlink.game.state import Pencil, State
from numlink.model.grid import Grid
from numlink.model.layout import Kind


def can_begin(state: State, cell: int) -> bool:
    """Whether the pencil may be put down here."""
    return state.number_at(cell) > 0


def follow(state: State, trail: Sequence[int], target: int) -> list[int]:
    """The trail of a drag that began on `state`, after the pointer moved on to the cell `target`.

    Going back over the trail shortens it, so that what it had cut comes back.  A pointer that skipped cells is
    followed step by step, diagonally where that can be, then along the longer way first; where that is blocked, along
    the other; else it waits.
    """
    grid = state.grid
    going = list(trail)
    pencil = _pencil_after(state, going)
    while going[-1] != target:
        for cell in towards(grid, going[-1], target):
            before = _passed(grid, going, cell)
            if before >= 0:
                going = going[: before + 1]
                pencil = _pencil_after(state, going)
                break
            if len(going) == 1 and going[0] in grid.layout.bridges:
                pencil = Pencil(state)
                pencil.put_down(going[0], cell)
            if not pencil.step(cell):
                going.append(cell)
                break
        else:
            return going
    return going


def step_over(state: State, cell: int) -> list[int]:
    """The trail of a press on a free cell to which a path can go on from another layer; empty where none can."""
    grid = state.grid
    for other in grid.neighbours(cell):
        if other // grid.plane != cell // grid.plane and state.is_tip(other):
            return [other, cell]
    return []


def step_from(grid: Grid, cell: int, down: int, right: int) -> int:
    """The cell that an arrow leads to, over the rim where the board wraps; -1 where there is none.

    `down` and `right` together lead across a corner; on hexagons to a side half a cell up or down.
    """
    row, column = divmod(cell % grid.plane, grid.width)
    if grid.layout.kind is Kind.HEX and down and right:
        down = min(down, 0) if column & 1 else max(down, 0)
    row, column = row + down, column + right
    if grid.layout.wrap.columns:
        row %= grid.height
    if grid.layout.wrap.rows:
        column %= grid.width
    if not (0 <= row < grid.height and 0 <= column < grid.width):
        return -1
    return cell - cell % grid.plane + row * grid.width + column


def _passed(grid: Grid, going: Sequence[int], cell: int) -> int:
    """Where on its way the trail came through `cell` on the track that it would enter now; -1 where it did not."""
    if not grid.layout.bridges:
        return going.index(cell) if cell in going else -1
    track = grid.track(cell, going[-1])
    for at, there in enumerate(going):
        if there == cell and track == grid.track(cell, going[at - 1 if at else min(1, len(going) - 1)]):
            return at
    return -1


def _pencil_after(state: State, trail: Sequence[int]) -> Pencil:
    pencil = Pencil(state)
    pencil.put_down(trail[0], trail[1] if len(trail) > 1 else None)
    for cell in trail[1:]:
        pencil.step(cell)
    return pencil


def towards(grid: Grid, cell: int, target: int) -> list[int]:
    """The cells beside `cell` that are nearer to `target`: across a corner first where there are diagonals, then the
    longer way; over the rim where that is nearer.  Another layer is reached only between cells on top of each other.
    """
    if grid.layout.kind is Kind.HEX and cell // grid.plane == target // grid.plane:
        return _towards_hex(grid, cell, target)
    width, height, plane = grid.width, grid.height, grid.plane
    if cell // plane != target // plane:
        return [target] if grid.adjacent(cell, target) else []
    row, column = divmod(cell % plane, width)
    down, right = target % plane // width - row, target % width - column
    if grid.layout.wrap.columns:
        down = _around(down, height)
    if grid.layout.wrap.rows:
        right = _around(right, width)
    first = cell - cell % plane
    steps = []
    if down:
        steps.append(first + (row + (1 if down > 0 else -1)) % height * width + column)
    if right:
        steps.append(first + row * width + (column + (1 if right > 0 else -1)) % width)
    if abs(right) > abs(down):
        steps.reverse()
    if grid.layout.diagonals and down and right:
        corner = step_from(grid, cell, 1 if down > 0 else -1, 1 if right > 0 else -1)
        steps = [corner, *steps] if grid.adjacent(cell, corner) else steps
    return steps


def _around(distance: int, length: int) -> int:
    """A distance on a ring, the short way round."""
    distance %= length
    return distance - length if 2 * distance > length else distance


def _towards_hex(grid: Grid, cell: int, target: int) -> list[int]:
    far = _hex_distance(grid, cell, target)
    nearer = [
        (_length(grid, other, target), other)
        for other in grid.beside(cell)
        if other // grid.plane == cell // grid.plane and _hex_distance(grid, other, target) < far
    ]
    return [other for _, other in sorted(nearer)]


def _hex_place(grid: Grid, cell: int) -> tuple[int, int]:
    """The column of a hexagon, and how far down it stands in halves of its height."""
    row, column = divmod(cell % grid.plane, grid.width)
    return column, 2 * row - (column & 1)


def _hex_distance(grid: Grid, one: int, other: int) -> int:
    """Steps between two hexagons of a layer."""
    (column, half), (other_column, other_half) = _hex_place(grid, one), _hex_place(grid, other)
    across, down = abs(column - other_column), abs(half - other_half)
    return across + max(0, (down - across) // 2)


def _length(grid: Grid, one: int, other: int) -> int:
    """The squared distance of two hexagons, in quarters of the height of one."""
    (column, half), (other_column, other_half) = _hex_place(grid, one), _hex_place(grid, other)
    return 3 * (column - other_column) ** 2 + (half - other_half) ** 2
