"""Dragging with a mouse or finger: which cells a drag passes.  web/static/play.js has the same rules in JavaScript.

A *trail* is the list of cells that the pencil has passed since the press, each beside the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot

from numlink.game.state import Pencil, State
from numlink.model.grid import Grid
from numlink.model.kinds.pattern import Point

NEARLY = 1e-6  # in widths of a cell: distances that differ by less count as equal


def can_begin(state: State, cell: int) -> bool:
    """Whether a drag may begin at `cell`: an endpoint, or a cell on a strand."""
    return state.number_at(cell) > 0


def follow(state: State, trail: Sequence[int], target: int) -> list[int]:
    """The trail of a drag that began on `state`, after the pointer moved on to the cell `target`.

    If the pointer goes back over the trail, the trail is cut off there, and paths that its end had cut are whole again.
    If the pointer skipped cells, the trail goes on cell by cell, each time to the first cell of `towards` that the
    pencil may enter; where none of them is allowed, the trail ends, though `target` is not reached.
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
    """The trail of a press on a free cell: from the open end of a path above or below to `cell`.

    [] if no open end is there, or if the pencil may not go from it to `cell`.
    """
    grid = state.grid
    for other in grid.neighbours(cell):
        if other // grid.plane != cell // grid.plane and state.is_tip(other):
            pencil = _pencil_after(state, [other, cell])
            if pencil.tip[1] == cell:
                return [other, cell]
    return []


def wander(state: State, trail: Sequence[int], target: int) -> list[int]:
    """The trail of a noted line (`line` in state.py) after the pointer moved on to `target`.

    If the pointer goes back over the line, the line is cut off there.  The line stops before solid cells and walls, and
    cannot go on from a number.
    """
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
"""The keys in the order of `Cell.keys` as (rows down, columns right): up, right, down, left, then keypad 9, 3, 1, 7."""


def step_from(grid: Grid, cell: int, down: int, right: int) -> int:
    """The cell that a key leads to from `cell`, over the rim if the board wraps; -1 if the key leads nowhere.

    `down` and `right` are -1, 0 or 1.  If neither is 0, the key is a corner of the keypad, which only some kinds of
    boards use.
    """
    key = dict(zip(KEYS, grid.pattern_cell(cell).keys, strict=False)).get((down, right), -1)
    return grid.flat_slots(cell)[key] if key >= 0 else -1


def _passed(grid: Grid, going: Sequence[int], cell: int) -> int:
    """The index in `going` at which the trail passed `cell` on the track that the next step would enter, or -1."""
    if not grid.layout.bridges:
        return going.index(cell) if cell in going else -1
    track = grid.track(cell, going[-1])
    for at, there in enumerate(going):
        if there == cell and track == grid.track(cell, going[at - 1 if at else min(1, len(going) - 1)]):
            return at
    return -1


def _pencil_after(state: State, trail: Sequence[int]) -> Pencil:
    """A pencil that was put down on `state` and led along a trail, but not lifted."""
    pencil = Pencil(state)
    pencil.put_down(trail[0], trail[1] if len(trail) > 1 else None)
    for cell in trail[1:]:
        pencil.step(cell)
    return pencil


def towards(grid: Grid, cell: int, target: int) -> list[int]:
    """The cells beside `cell` that are nearer to `target` than `cell` is, the nearest first.

    On squares the first cell is thus a step along the longer of the two distances.  Distances go over the rim if the
    board wraps and that is shorter.  If `target` is on another layer, the answer is `target` alone if a path can go
    straight up or down to it from `cell`, and empty otherwise.
    """
    plane, length = grid.plane, grid.pattern.length
    if cell // plane != target // plane:
        return [target] if grid.adjacent(cell, target) else []
    right, down = _way(grid, cell, target)
    far = length(right, down) - NEARLY
    beside = (other for other in grid.beside(cell) if other // plane == cell // plane)
    ways = {other: _way(grid, other, target) for other in beside}

    def order(other: int) -> tuple[float, float, float, int]:
        """Sort key: the distance; of equally near cells first one straight above or below, then one not over a rim."""
        lengths = hypot(*ways[other]), abs(right - ways[other][0]), dist(_middle(grid, other), _middle(grid, target))
        far_off, sideways, straight = (round(each, 6) for each in lengths)
        return far_off, sideways, straight, other

    return sorted((other for other, way in ways.items() if length(*way) < far), key=order)


def _middle(grid: Grid, cell: int) -> Point:
    return grid.pattern.middle(*divmod(cell % grid.plane, grid.width))


def _way(grid: Grid, start: int, target: int) -> tuple[float, float]:
    """The distance from `start` to `target` as (right, down) in widths of a cell, over the rim if that is shorter."""
    (x, y), (goal_x, goal_y) = _middle(grid, start), _middle(grid, target)
    right, down, wrap = goal_x - x, goal_y - y, grid.layout.wrap
    return (_around(right, grid.width) if wrap.rows else right), (_around(down, grid.height) if wrap.columns else down)


def _around(distance: float, length: int) -> float:
    """A distance on a ring of `length`, the short way round: more than -length / 2, at most length / 2."""
    distance %= length
    return distance - length if 2 * distance > length else distance
