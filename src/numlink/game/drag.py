"""A pointer that leads the pencil: what its way over the board draws.  The same rules stand in web/static/play.js."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot

from numlink.game.state import Pencil, State
from numlink.model.grid import Grid
from numlink.model.kinds.pattern import Point

NEARLY = 1e-6
"""In widths of a cell: distances that differ by less count as equal."""


def can_begin(state: State, cell: int) -> bool:
    """Whether the pencil may be put down here."""
    return state.number_at(cell) > 0


def follow(state: State, trail: Sequence[int], target: int) -> list[int]:
    """The trail of a drag that began on `state`, after the pointer moved on to the cell `target`.

    Going back over the trail shortens it, so that what it had cut comes back.  A pointer that skipped cells is
    followed step by step, to the nearest cell first (`towards`); where that is blocked, to the next; else it waits.
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


def wander(state: State, trail: Sequence[int], target: int) -> list[int]:
    """The trail of a free line that a pointer leads on to the cell `target`; numbers, solid cells and walls stop it."""
    grid, cells = state.grid, state.puzzle.cells
    going = list(trail)
    while going[-1] != target:
        here = going[-1]
        following = next((cell for cell in towards(grid, here, target) if cell in grid.neighbours(here)), None)
        if following is None or (cells[here] > 0 and following not in going):
            break
        going = going[: going.index(following) + 1] if following in going else [*going, following]
    return going


KEYS = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
"""Rows down and columns right of the keys in `Cell.keys`."""


def step_from(grid: Grid, cell: int, down: int, right: int) -> int:
    """The cell that a key leads to, over the rim where the board wraps; -1 where there is none.

    `down` and `right` together are a key in a corner of the keypad, which only some kinds of boards know.
    """
    key = dict(zip(KEYS, grid.pattern_cell(cell).keys, strict=False)).get((down, right), -1)
    return grid.flat_slots(cell)[key] if key >= 0 else -1


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
    """The cells beside `cell` that are nearer to `target`, over the rim where that is nearer, the nearest first: on
    squares along the longer way.  Another layer is reached only between cells on top of each other.
    """
    plane, length = grid.plane, grid.pattern.length
    if cell // plane != target // plane:
        return [target] if grid.adjacent(cell, target) else []
    right, down = _way(grid, cell, target)
    far = length(right, down) - NEARLY
    beside = (other for other in grid.beside(cell) if other // plane == cell // plane)
    ways = {other: _way(grid, other, target) for other in beside}

    def order(other: int) -> tuple[float, float, float, int]:
        """Of equally near cells first one straight up or down, then one not over a rim, then the smaller."""
        lengths = hypot(*ways[other]), abs(right - ways[other][0]), dist(_middle(grid, other), _middle(grid, target))
        far_off, sideways, straight = (round(each, 6) for each in lengths)
        return far_off, sideways, straight, other

    return sorted((other for other, way in ways.items() if length(*way) < far), key=order)


def _middle(grid: Grid, cell: int) -> Point:
    return grid.pattern.middle(*divmod(cell % grid.plane, grid.width))


def _way(grid: Grid, start: int, target: int) -> tuple[float, float]:
    """Right and down from a cell to another, over the rim where that is nearer."""
    (x, y), (goal_x, goal_y) = _middle(grid, start), _middle(grid, target)
    right, down, wrap = goal_x - x, goal_y - y, grid.layout.wrap
    return (_around(right, grid.width) if wrap.rows else right), (_around(down, grid.height) if wrap.columns else down)


def _around(distance: float, length: int) -> float:
    """A distance on a ring, the short way round."""
    distance %= length
    return distance - length if 2 * distance > length else distance
