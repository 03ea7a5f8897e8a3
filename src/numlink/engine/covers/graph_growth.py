"""Growing random paths on any graph: the assignment's Parts 3 and 4 with the neighbours that a board has.

`growth` does the same on a plain rectangle, where a neighbour is an offset; here a table lists the neighbours,
`stride` slots a cell.  The assignment tries the four neighbours of a cell in one of four orders, the cycle N, E, W, S
begun at a random place; here the cycle is that of the slots.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

from numlink.engine.arrays import require_graph

if not cython.compiled:
    from numlink.engine.covers.grown_paths import GrownPaths


@cython.final
@cython.cclass
class GraphGrowth(GrownPaths):
    """Random paths on the cells of a graph that are not solid; `grow` until `finished`, then `number_paths`.

    `neighbours` holds `stride` slots a cell, -1 for none; a solid cell has no neighbours and is no cell's neighbour.

    >>> growth = GraphGrowth([1, 0], 1, 5)
    >>> growth.grow(1000), growth.finished, list(growth.cells()), list(growth.starts())
    (1, True, [1, 0], [0, 2])
    """

    size: cython.int
    stride: cython.int
    neighbour: cython.int[::1]
    next_start: cython.int[::1]

    def __init__(self, neighbours: Sequence[int], stride: int, seed: object) -> None:
        cell: cython.int
        require_graph(array("i", neighbours), stride)
        self.size, self.stride = len(neighbours) // stride, stride
        self.begin(self.size, self.size, seed)
        self.neighbour = array("i", neighbours)
        # By cell: the cell itself while a path may start there, else a later one; see `growth`.
        self.next_start = array("i", bytes(4 * (self.size + 1)))
        for cell in range(self.size + 1):
            self.next_start[cell] = cell

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def has_free_neighbour(self, cell: cython.int) -> cython.bint:
        """Whether some neighbour of `cell` is on no path."""
        i: cython.int
        for i in range(self.stride * cell, self.stride * cell + self.stride):
            if self.neighbour[i] >= 0 and self.forest.is_free(self.neighbour[i]):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_start(self, cell: cython.int) -> cython.int:
        """The first cell from `cell` on, then from 0 on, that is free and has a free neighbour; -1 if none is."""
        wrapped: cython.bint = False
        while True:
            while self.next_start[cell] != cell:
                self.next_start[cell] = self.next_start[self.next_start[cell]]
                cell = self.next_start[cell]
            if cell == self.size:
                if wrapped:
                    return -1
                wrapped = True
                cell = 0
            elif self.forest.is_free(cell) and self.has_free_neighbour(cell):
                return cell
            else:
                self.next_start[cell] = cell + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def extension(self, cell: cython.int, root: cython.int) -> cython.int:
        """The next cell of the path of `root` after its end `cell`, tried in a random order; -1 if there is none.

        It is free and has one neighbour on the path: `cell`.
        """
        begin: cython.int = self.random.below(self.stride)
        i: cython.int
        j: cython.int
        for i in range(self.stride):
            there: cython.int = self.neighbour[self.stride * cell + (begin + i) % self.stride]
            if there < 0 or not self.forest.is_free(there):
                continue
            beside: cython.int = 0
            for j in range(self.stride * there, self.stride * there + self.stride):
                if self.neighbour[j] >= 0 and self.forest.find_set(self.neighbour[j]) == root:
                    beside += 1
            if beside == 1:
                return there
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_path(self) -> cython.bint:
        """Grow one path to its full length; False when no path can start any more."""
        cell: cython.int = self.find_start(self.random.below(self.size))
        root: cython.int = cell
        if cell < 0:
            return False
        self.forest.endpoint[cell] = 1
        self.begins[self.path_count] = self.cell_count
        self.path_count += 1
        while True:
            self.grown[self.cell_count] = cell
            self.cell_count += 1
            there: cython.int = self.extension(cell, root)
            if there < 0:
                break
            root = self.forest.set_union(root, there)
            cell = there
        self.forest.endpoint[cell] = 1
        return True

    def number_paths(self) -> array[int]:
        """The path number of every cell, 0 where it is on none: 1, 2, 3, ... in the order of their smallest cells."""
        self.expect_idle()
        numbers = array("i", bytes(4 * self.size))
        last: cython.int = 0
        cell: cython.int
        for cell in range(self.size):
            root: cython.int = self.forest.find_set(cell)
            if self.forest.rank[root] > 0:
                if self.forest.path_number[root] == 0:
                    last += 1
                    self.forest.path_number[root] = last
                self.forest.path_number[cell] = self.forest.path_number[root]
            numbers[cell] = self.forest.path_number[cell]
        return numbers

    def board(self) -> array[int]:
        """The puzzle after `number_paths`, by cell: the number of an endpoint, -1 on no path, else 0."""
        self.expect_idle()
        board = array("i", bytes(4 * self.size))
        cell: cython.int
        for cell in range(self.size):
            if self.forest.path_number[cell] == 0:
                board[cell] = -1
            elif self.forest.endpoint[cell]:
                board[cell] = self.forest.path_number[cell]
        return board
