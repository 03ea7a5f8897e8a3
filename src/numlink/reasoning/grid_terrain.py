"""A grid for the engine of deduction: the direction of each link, and the properties that rules need.

The properties are checked on the links: a family of lines is used only if no link skips a line; a part of the board has
two colours only if every link joins both; a board counts as flat only if its kind has a clockwise order of directions.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from numlink.engine.deduction.assignment import Terrain, rectangle
from numlink.errors import InputError
from numlink.model.grid import Grid
from numlink.model.layout import Wrap
from numlink.model.reach import parts

WAYS = 8  # the most directions (ways) from a cell that the engine supports
BELOW = 5  # the number of the direction to the next layer


def terrain_of(grid: Grid, cells: Sequence[int]) -> Terrain:
    """The engine's Terrain for a grid; `cells` are the contents with labels for numbers, -1 for solid cells.  O(cells).

    Raises InputError for a board with more than WAYS directions.
    """
    if grid.layout.plain:
        return rectangle(grid.width, grid.height, array("i", cells))
    layout = grid.layout
    pattern = layout.pattern
    if len(pattern.ways) > WAYS:
        cell = max(range(grid.plane), key=lambda cell: len(grid.beside(cell)))
        raise InputError(
            f"{grid.where(cell)} has {len(grid.beside(cell))} neighbours, but the rules of deduction know {WAYS} "
            "ways out of a cell at most. This board can be solved, counted and proven, but has no rating (batch: "
            "--no-rating), reasons or hints."
        )
    links = grid.track_links()
    track_cells = grid.track_cells()
    flat = layout.layers == 1 and not layout.bridges and layout.wrap is not Wrap.BOTH
    down = array("i", range(grid.size))
    for cell, track in grid.tracks_down().items():
        down[cell] = track
    return Terrain(
        grid.width,
        grid.height,
        len(track_cells),
        layers=layout.layers,
        ends=array("i", [track for pair in links for track in pair]),
        ways=array("B", [_way(grid, *pair) for pair in grid.links()] + [0]),
        black=_colours(grid, links, track_cells),
        families=[
            array("i", lines)
            for lines in _lines(grid, track_cells)
            if all(abs(lines[one] - lines[other]) <= 1 for one, other in links)
        ],
        clockwise=pattern.clockwise if flat else None,
        cycles=_rings(links, len(track_cells)),
        down=down if pattern.boxed else None,
        wraps_rows=layout.wrap.rows,
        wraps_columns=layout.wrap.columns,
        square=pattern.square,
        aligned=pattern.aligned,
    )


def _way(grid: Grid, one: int, other: int) -> int:
    """The engine's number of the direction of a link from its smaller cell to its larger cell."""
    if grid.changes_layer(one, other):
        return BELOW
    return grid.pattern.ways[grid.flat_slots(one).index(other)]


def _colours(grid: Grid, links: Sequence[tuple[int, int]], track_cells: Sequence[int]) -> array[int]:
    """For each track, 1 for black, 0 for white, 2 if its part of the board has an odd ring, so no two colours."""
    beside: list[list[int]] = [[] for _ in track_cells]
    for one, other in links:
        beside[one].append(other)
        beside[other].append(one)
    found = array("B", [3]) * len(track_cells)
    for part in parts(range(len(track_cells)), beside.__getitem__):
        found[part[0]] = 1 - sum(grid.position(track_cells[part[0]])) % 2
        for track in part:
            for other in beside[track]:
                if found[other] == 3:
                    found[other] = 1 - found[track]
        if any(found[track] == found[other] for track in part for other in beside[track]):
            for track in part:
                found[track] = 2
    return found


def _lines(grid: Grid, track_cells: Sequence[int]) -> Iterator[list[int]]:
    """Families of lines, each as the number of every track's line: those of the board's kind, and layers."""
    lines = grid.pattern.lines
    places = [divmod(cell % grid.plane, grid.width) for cell in track_cells]
    yield from map(list, zip(*(lines(row, column, grid.width) for row, column in places), strict=True))
    if grid.layout.layers > 1:
        yield [cell // grid.plane for cell in track_cells]


def _rings(links: Sequence[tuple[int, int]], tracks: int) -> array[int]:
    """The rings of three links, and of four without a link across: each as its length and its links; then 0."""
    around: list[dict[int, int]] = [{} for _ in range(tracks)]
    for link, (one, other) in enumerate(links):
        around[one][other] = around[other][one] = link
    found = array("i")
    for here, beside in enumerate(around):
        later = sorted(track for track in beside if track > here)
        for index, one in enumerate(later):
            for other in later[index + 1 :]:
                if other in around[one]:
                    found.extend((3, beside[one], around[one][other], beside[other]))
                    continue
                for far in sorted(around[one]):
                    if far > here and far in around[other] and far not in beside:
                        found.extend((4, beside[one], around[one][far], around[other][far], beside[other]))
    found.append(0)
    return found
