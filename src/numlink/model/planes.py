"""Boards as numpy arrays: one array of cells and, for the links of each direction, one more array, a *plane*.

    board     1 . 2     links to the right  1 0 0     links down  0 1 1     (for the paths 0 1 4, 2 5; each link
              . 1 2                         0 0 0                 0 0 0      stands at the cell that it leads from)

Arrays have the shape `(height, width)`, or `(layers, height, width)` if there is more than one layer.  numpy is
imported on first use; the other modules of the model do not need it.  At the end: paths from rows of numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from numlink.errors import InputError, optional, quoted
from numlink.model.grid import Grid, Link, cells_of_numbers
from numlink.model.layout import PLAIN, Layout
from numlink.model.reach import line_from
from numlink.model.sizes import largest_number
from numlink.model.words import counted

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

    Cells = NDArray[np.int32]
    Planes = NDArray[np.bool_]

CACHED_GRIDS = 64  # grids whose `places_of_links` stays in memory: the boards of a batch mostly have one size


def require_numpy() -> ModuleType:
    """The module numpy; raises MissingExtra if it is not installed."""
    with optional("boards as arrays", "arrays"):
        import numpy
    return numpy


def _read(given: Any) -> NDArray[Any]:
    """An array or nested lists as an array; raises InputError if rows have different lengths."""
    try:
        found: NDArray[Any] = require_numpy().asarray(given)
    except ValueError:
        raise InputError("the rows of an array must be equally long. Pad short ones with -1 (blocks).") from None
    return found


def shape_of(grid: Grid) -> tuple[int, ...]:
    """The shape of an array of a board's cells."""
    layers = grid.layout.layers
    return (grid.height, grid.width) if layers == 1 else (layers, grid.height, grid.width)


def plane_count(layout: Layout) -> int:
    """The number of planes: one for every two opposite directions, and with layers one for links to the next layer."""
    return len(layout.pattern.ahead) + (layout.layers > 1)


def array_of(grid: Grid, content: Sequence[int]) -> Cells:
    """The content of each cell (row-major) as an array of shape `shape_of(grid)`."""
    np = require_numpy()
    cells: Cells = np.array(content, dtype=np.int32).reshape(shape_of(grid))
    return cells


def rows_of(array: Any, layout: Layout) -> list[list[int]]:
    """The rows of an array of cells, layer under layer; raises InputError for another shape or no integer type."""
    np = require_numpy()
    cells = _read(array)
    wanted = 2 if layout.layers == 1 else 3
    if cells.ndim != wanted or (wanted == 3 and cells.shape[0] != layout.layers):
        shape = "(height, width)" if wanted == 2 else f"({layout.layers}, height, width)"
        raise InputError(f"an array of shape {cells.shape} is not a board. Give one of shape {shape}.")
    if not cells.size:
        raise InputError(f"an array of shape {cells.shape} has no cells. Give at least one row and one column.")
    if not np.issubdtype(cells.dtype, np.integer):
        raise InputError(
            f"an array of {cells.dtype} is not a board. Give whole numbers: 0 empty, -1 a block, k a number."
        )
    rows: list[list[int]] = cells.reshape(-1, cells.shape[-1]).tolist()
    return rows


@lru_cache(maxsize=CACHED_GRIDS)
def places_of_links(grid: Grid) -> dict[Link, int]:
    """Link -> its index in the planes as one flat array: `plane * number of cells + cell`.  O(cells).

    >>> places_of_links(Grid(2, 2))
    {(0, 1): 0, (0, 2): 4, (1, 3): 5, (2, 3): 2}
    """
    size, ahead = grid.size, grid.pattern.ahead
    leading = ((cell, grid.flat_slots(cell)) for cell in range(size))
    places = {(cell, around[way]): plane * size + cell for cell, around in leading for plane, way in enumerate(ahead)}
    down = len(ahead) * size  # where links to the next layer begin
    return {(one, other): places.get((one, other), places.get((other, one), down + one)) for one, other in grid.links()}


def planes_of(grid: Grid, links: Iterable[Link]) -> Planes:
    """Links, at solid cells too, as planes of shape `(planes, *shape_of(grid))`; InputError for what is not a link."""
    np = require_numpy()
    places = places_of_links(Grid(grid.width, grid.height, layout=grid.layout))
    planes: Planes = np.zeros(plane_count(grid.layout) * grid.size, dtype=np.bool_)
    for link in links:
        if link not in places:
            raise InputError(f"{grid.where(link[0])} and {grid.where(link[1])} have no link. Correct the solution.")
        planes[places[link]] = True
    return planes.reshape(plane_count(grid.layout), *shape_of(grid))


def links_from(planes: Any, grid: Grid) -> list[Link]:
    """The links where planes are not 0, in order; InputError for a wrong shape and for what is not a link."""
    given = _read(planes) != 0
    wanted = (plane_count(grid.layout), *shape_of(grid))
    if given.shape != wanted:
        raise InputError(f"planes of shape {given.shape} do not fit this board. Give them in shape {wanted}.")
    flat = given.reshape(-1)
    found = [link for link, place in places_of_links(grid).items() if flat[place]]
    if len(found) != int(flat.sum()):
        raise InputError("the planes contain a link that the board does not have. Correct them.")
    return found


def paths_from(grid: Grid, cells: Sequence[int], links: Iterable[Link]) -> tuple[tuple[int, ...], ...]:
    """The path of each number from its first cell along `links`, straight over bridges; empty if it has no link.

    Raises InputError if a path branches or a link lies on no path.  O(cells).
    """
    along: dict[tuple[int, int], list[int]] = {}
    count = 0
    for first, second in links:
        count += 1
        for here, there in ((first, second), (second, first)):
            along.setdefault((here, grid.track(here, there)), []).append(there)
    paths: dict[int, tuple[int, ...]] = {}
    for cell, number in enumerate(cells):
        if number > 0 and number not in paths:
            paths[number] = tuple(_walk(grid, along, cell))
    walked = sum(len(path) - 1 for path in paths.values() if path)
    if walked != count:
        raise InputError(f"{count - walked} of {count} links are not on the path of a number. Correct the planes.")
    return tuple(paths.get(number, ()) for number in range(1, max(paths, default=0) + 1))


def _walk(grid: Grid, along: dict[tuple[int, int], list[int]], start: int) -> Iterable[int]:
    before, here = None, start
    ahead = along.get((start, start), [])
    if ahead:
        yield start
    while ahead:
        if len(ahead) > 1:
            raise InputError(f"{grid.where(here)}: a path branches. Correct the planes.")
        before, here = here, ahead[0]
        yield here
        ahead = [there for there in along[here, grid.track(here, before)] if there != before]


def trace_paths(rows: Sequence[Sequence[int]], layout: Layout = PLAIN) -> tuple[tuple[int, ...], ...]:
    """The paths of a filled board whose paths do not touch themselves; see Solution.from_grid."""
    if layout.bridges:
        crossing = "a filled board cannot say which two paths cross at a bridge."
        raise InputError(crossing, remedy="Give the paths themselves.")
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise InputError("a filled board needs rows of equally many numbers.")
    if len(rows) % layout.layers:
        raise InputError(f"{layout.layers} layers cannot share {counted(len(rows), 'row')}. Give each the same number.")
    grid = Grid(len(rows[0]), len(rows) // layout.layers, layout=layout)
    numbers = [number for row in rows for number in row]
    members = cells_of_numbers(numbers)
    if members and max(members) > largest_number(grid.size):
        raise InputError(f"number {quoted(max(members))} is too large for a board of {grid.size} cells.")
    numbered = range(1, max(members, default=0) + 1)
    return tuple(_traced(grid, numbers, number, members[number]) if number in members else () for number in numbered)


def _traced(grid: Grid, numbers: list[int], number: int, cells: tuple[int, ...]) -> tuple[int, ...]:
    """The path through all of `cells`, from its smaller end; raises InputError if they do not form one path."""
    same = {cell: [other for other in grid.neighbours(cell) if numbers[other] == number] for cell in cells}
    crowded = [cell for cell in cells if len(same[cell]) > 2]
    if crowded:
        raise InputError(
            f"{grid.where(crowded[0])}: number {number} has {len(same[crowded[0]])} neighbours with that number, "
            "so its path could run in more than one way.",
            remedy="Give the paths themselves (lines 'path 1: (0,0) (0,1) ...').",
        )
    ends = [cell for cell in cells if len(same[cell]) == 1]
    if not ends:
        what = "has only one cell; a path needs two" if len(cells) == 1 else "forms a loop, so it has no ends"
        raise InputError(f"{grid.where(cells[0])}: number {number} {what}.")
    path = line_from(ends[0], same.__getitem__)
    if len(path) != len(cells):
        stray = min(set(cells) - set(path))
        raise InputError(
            f"{grid.where(stray)}: number {number} is not connected to the rest of its path, which starts at "
            f"{grid.where(path[0])}. Give every path a number of its own."
        )
    return tuple(path)
