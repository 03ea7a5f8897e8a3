"""What the rules of deduction know of a board beside its numbers: tracks, links and the ways they lead.

Links are all that most rules need.  Each leads away from its two tracks in a *way*, one of eight, so that a set of
links at a track is a mask of eight bits; `way ^ 2` leads back:

        3                 3              7 3 4        5 to the layer below, 7 to the layer above
    2 ──┼── 0         2 ╲ │ ╱ 4          2 ┼ 0
        1             6 ╱ │ ╲ 0          6 1 5        with diagonals, on one layer
                          1

Some rules need more than links.  Where a board lacks one of the following, these rules conclude nothing:

    black      1 on black and 0 on white tracks; 2 in a component of the board that cannot be coloured so that every
               link joins black and white (it has odd rings)
    clockwise  by way the next way clockwise, where the links can be drawn in the plane (or on a cylinder) so
    families   divisions of the board into lines, each an array with the line of each track, -1 for none; a link changes
               the line by one at most, so that each line separates the lines before it from those behind it
    cycles     the rings of three and four links, each as its length and its links, 0 behind the last; a plain rectangle
               lists none, its rings are its unit squares
    down       by cell the track of its links down and up (the track of its links across has the cell's number); None
               where cells are no squares: then rectangles of cells are not counted
    square     in its layer a cell has links only up, down, left and right, and right-then-down leads to the same cell
               as down-then-right
    aligned    a way has the same direction at every track: U1 and U2 need it to see what lies side by side
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers, link_cells

CLOCKWISE_SQUARES = bytes((1, 2, 3, 0, 0, 0, 0, 0))
"""By way the next one clockwise on squares, which have the ways 0 to 3 only."""


class Terrain:
    """A board of `width` x `height` cells on `layers` layers with `size` tracks; the module describes the other fields.

    `ends`: the two tracks of each link, flat, the smaller first; `ways`: the way of each link from its first track.
    """

    def __init__(
        self,
        width: int,
        height: int,
        size: int,
        *,
        ends: array[int],
        ways: array[int],
        black: array[int],
        families: list[array[int]],
        clockwise: bytes | None = None,
        cycles: array[int] | None = None,
        down: array[int] | None = None,
        layers: int = 1,
        wraps_rows: bool = False,
        wraps_columns: bool = False,
        square: bool = True,
        aligned: bool = True,
    ) -> None:
        self.width, self.height, self.size, self.layers = width, height, size, layers
        self.ends, self.ways, self.black = ends, ways, black
        self.families, self.clockwise, self.cycles, self.down = families, clockwise, cycles, down
        self.wraps_rows, self.wraps_columns, self.square = wraps_rows, wraps_columns, square
        self.aligned = aligned


def rectangle(width: cython.int, height: cython.int, cells: cython.int[::1]) -> Terrain:
    """The terrain of a plain rectangle; `cells` row by row, below 0 where solid."""
    size: cython.int = width * height
    ends_array = link_cells(width, height, cells)
    count: cython.int = len(ends_array) // 2
    ways_array = array("B", bytes(count + 1))
    ways: cython.uchar[::1] = ways_array
    black_array = array("B", bytes(size))
    black: cython.uchar[::1] = black_array
    families = [integers(size) for _ in range(4)]
    rows: cython.int[::1] = families[0]
    columns: cython.int[::1] = families[1]
    rising: cython.int[::1] = families[2]
    falling: cython.int[::1] = families[3]
    down_array = integers(size)
    down: cython.int[::1] = down_array
    link: cython.int
    row: cython.int
    column: cython.int
    cell: cython.int = 0
    for row in range(height):
        for column in range(width):
            black[cell] = 1 - (row + column & 1)
            rows[cell] = row
            columns[cell] = column
            rising[cell] = row + column
            falling[cell] = row - column + width - 1
            down[cell] = cell
            cell += 1
    if count:
        ends: cython.int[::1] = ends_array
        for link in range(count):
            # a link to the cell one width on leads down, also on a board one cell wide
            ways[link] = 1 if ends[2 * link + 1] - ends[2 * link] == width else 0
    return Terrain(
        width,
        height,
        size,
        ends=ends_array,
        ways=ways_array,
        black=black_array,
        families=families,
        clockwise=CLOCKWISE_SQUARES,
        down=down_array,
    )
