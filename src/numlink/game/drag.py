"""Dragging with a mouse or finger: which cells a drag passes.  web/static/play.js has the same rules in JavaScript.

A *trail* is the list of cells that the pencil has passed since the press, each a neighbour of the one before.
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

    If the pointer goes back over the trail, the trail is cut off there, and paths that its end had cut are restored.
    If the pointer skipped cells, the trail goes on cell by cell, each time to the first cell of `towards` that the
    pencil may enter; if it may enter none, the trail ends before `target`.
    """
    going = list(trail)
    while going[-1] != target:
        ways = towards(state.grid, going[-1], target)
        led = ([*going[: _passed(state.grid, going, cell)], cell] for cell in ways)
        following = next((way for way in led if _can_go(state, way)), None)
        if following is None:
            break
        going = following
    return going


def step_over(state: State, cell: int) -> list[int]:
    """The trail of a press on a free cell: from the open end of a path above or below to `cell`.

    [] if no open end is there, or if the pencil may not go from it to `cell`.
    """
    grid = state.grid
    for other in grid.neighbours(cell):
        if grid.changes_layer(other, cell) and state.is_tip(other) and _can_go(state, [other, cell]):
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


def _passed(grid: Grid, trail: Sequence[int], cell: int) -> int:
    """The index in `trail` at which it passed `cell` on the track that the next step would enter, else its length."""
    track = grid.track(cell, trail[-1])
    for at, there in enumerate(trail):
        if there == cell and track == grid.track(cell, trail[at - 1 if at else min(1, len(trail) - 1)]):
            return at
    return len(trail)


def _can_go(state: State, trail: Sequence[int]) -> bool:
    """Whether a pencil put down on `state` can follow the trail to its end."""
    pencil = Pencil(state)
    pencil.put_down(*trail[:2])
    for cell in trail[1:]:
        pencil.step(cell)
    return pencil.tip[1] == trail[-1]


def towards(grid: Grid, cell: int, target: int) -> list[int]:
    """The neighbours of `cell` that are nearer to `target` than `cell` is, the nearest first.

    On squares the first cell is thus a step along the longer of the two distances.  Distances go over the rim if the
    board wraps and that is shorter.  If `target` is on another layer, the answer is `target` alone if a path can go
    straight up or down to it from `cell`, else empty.
    """
    plane, length = grid.plane, grid.pattern.length
    if cell // plane != target // plane:
        return [target] if grid.adjacent(cell, target) else []
    right, down = _way(grid, cell, target)
    far = length(right, down) - NEARLY
    beside = (other for other in grid.beside(cell) if other // plane == cell // plane)
    ways = {other: _way(grid, other, target) for other in beside}

    def order(other: int) -> tuple[float, float, float, int]:
        """Sort key: the distance; among equally near cells, one straight above or below, then one not over a rim."""
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
