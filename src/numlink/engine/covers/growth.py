"""Growing random paths on a disjoint-set forest: the assignment, Parts 3 and 4.

The board is padded with a border that is never free, so that the four neighbours of a cell are plain offsets and
no step divides or tests for an edge:

    # # # # #        padded cell = (row + 1) * stride + column + 1,  stride = width + 2
    # 0 1 2 #
    # 3 4 5 #        N = -stride   E = +1   W = -1   S = +stride
    # # # # #

A path starts at the first cell that can, row by row from a random cell on, and from the first cell after the last one.
A cell that cannot start a path now (not free, or without a free neighbour) never can again.  So `next_start` is a
second forest, with path halving: it leads from every cell to the next one that may be a start.

    next_start   0→0  1→2  2→2  3→4  4→5  5→5 ...  count→count      (an arrow to itself: still a candidate)

It finds the same start as a plain scan of the cells, in near-linear time for the whole board: 4000x4000 took 2.3 s; the
plain scan is quadratic once the board is nearly full.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import require_place

if not cython.compiled:
    from numlink.engine.covers.grown_paths import GrownPaths


ORDERS = ("NEWS", "EWSN", "WSNE", "SNEW")
"""The four orders in which Part 3 tries the neighbours of a cell, one drawn at random for each step of a path."""


def steps_in_order(row: int) -> array[int]:
    """What to add to a cell to move in each direction of each of ORDERS, where a row is `row` cells long."""
    step = {"N": -row, "E": 1, "W": -1, "S": row}
    return array("i", [step[letter] for order in ORDERS for letter in order])


@cython.final
@cython.cclass
class Growth(GrownPaths):
    """Random paths on an empty `width` x `height` board; `grow` until `finished`, then `number_paths`.

    Callers see real cells (`row * width + column`), the inside works on padded ones.

    >>> growth = Growth(2, 1, 5)
    >>> growth.grow(1000), growth.finished, list(growth.cells()), list(growth.starts())
    (1, True, [1, 0], [0, 2])
    """

    width = cython.declare(cython.int, visibility="readonly")
    height = cython.declare(cython.int, visibility="readonly")
    stride: cython.int
    next_start: cython.int[::1]
    offsets: cython.int[::1]
    shifts: cython.int[::1]

    def __init__(self, width: int, height: int, seed: object) -> None:
        count: cython.int = (width + 2) * (height + 2)
        cell: cython.int
        row: cython.int
        self.begin(width * height, count, seed)
        self.width, self.height, self.stride = width, height, width + 2
        self.offsets = steps_in_order(self.stride)
        self.shifts = steps_in_order(width)  # the same steps among real cells
        self.next_start = array("i", bytes(4 * (count + 1)))
        for cell in range(count + 1):
            self.next_start[cell] = cell
        for cell in range(self.stride):
            self.close(cell)
            self.close(count - 1 - cell)
        for row in range(1, self.height + 1):
            self.close(row * self.stride)
            self.close(row * self.stride + self.stride - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def close(self, cell: cython.int) -> cython.void:
        """Make a border cell: its rank is 1, so that it is never free, and it is no start."""
        self.forest.rank[cell] = 1
        self.next_start[cell] = cell + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def has_free_neighbour(self, cell: cython.int) -> cython.bint:
        """Whether some neighbour of the padded `cell` is on no path."""
        return (
            self.forest.is_free(cell - self.stride)
            or self.forest.is_free(cell + 1)
            or self.forest.is_free(cell - 1)
            or self.forest.is_free(cell + self.stride)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_start(self, cell: cython.int) -> cython.int:
        """The first cell from `cell` on, then from 0 on, that is free and has a free neighbour; -1 if none is."""
        end: cython.int = self.stride * (self.height + 2)
        wrapped: cython.bint = False
        while True:
            while self.next_start[cell] != cell:
                self.next_start[cell] = self.next_start[self.next_start[cell]]
                cell = self.next_start[cell]
            if cell == end:
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
    def path_neighbours(self, cell: cython.int, root: cython.int) -> cython.int:
        """How many of the four neighbours of `cell` lie on the path of `root`."""
        return (
            (self.forest.find_set(cell - self.stride) == root)
            + (self.forest.find_set(cell + 1) == root)
            + (self.forest.find_set(cell - 1) == root)
            + (self.forest.find_set(cell + self.stride) == root)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def extension(self, cell: cython.int, root: cython.int) -> cython.int:
        """Where the path of `root` goes from its end `cell`: an index into `offsets`, -1 if it cannot go on.

        Directions are tried in one of ORDERS, drawn at random.  The next cell is free and has one neighbour on the
        path: `cell`.
        """
        order: cython.int = 4 * self.random.below(4)
        step: cython.int
        for step in range(order, order + 4):
            if self.forest.is_free(cell + self.offsets[step]) and (
                self.path_neighbours(cell + self.offsets[step], root) == 1
            ):
                return step
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_path(self) -> cython.bint:
        """Grow one path to its full length; False when no path can start (the assignment's addpath() and its FAILURE).

        The first step is an extension like all others: a free cell is a path of one cell.
        """
        real: cython.int = self.random.below(self.width * self.height)
        cell: cython.int = self.find_start((real // self.width + 1) * self.stride + real % self.width + 1)
        root: cython.int = cell
        if cell < 0:
            return False
        self.forest.endpoint[cell] = 1
        real = (cell // self.stride - 1) * self.width + cell % self.stride - 1
        self.begins[self.path_count] = self.cell_count
        self.path_count += 1
        self.grown[self.cell_count] = real
        self.cell_count += 1
        while True:
            step: cython.int = self.extension(cell, root)
            if step < 0:
                break
            cell += self.offsets[step]
            real += self.shifts[step]
            root = self.forest.set_union(root, cell)
            self.grown[self.cell_count] = real
            self.cell_count += 1
        self.forest.endpoint[cell] = 1
        return True

    def number_paths(self) -> array[int]:
        """The path number of every cell, 0 where it is on no path.  The assignment's addpathnum().

        Paths get 1, 2, 3, ... in row-major order of their first cells; the root's record gets the number first.
        """
        numbers_array = array("i", bytes(4 * self.width * self.height))
        numbers: cython.int[::1] = numbers_array
        row: cython.int
        column: cython.int
        last: cython.int = 0
        self.claim()
        try:
            with cython.nogil:
                for row in range(self.height):
                    for column in range(self.width):
                        cell: cython.int = (row + 1) * self.stride + column + 1
                        root: cython.int = self.forest.find_set(cell)
                        if self.forest.rank[root] > 0:
                            if self.forest.path_number[root] == 0:
                                last += 1
                                self.forest.path_number[root] = last
                            self.forest.path_number[cell] = self.forest.path_number[root]
                        numbers[row * self.width + column] = self.forest.path_number[cell]
        finally:
            self.release()
        return numbers_array

    def board(self) -> array[int]:
        """The puzzle after `number_paths`, by cell: the number of an endpoint, -1 on no path, else 0."""
        board_array = array("i", bytes(4 * self.width * self.height))
        board: cython.int[::1] = board_array
        row: cython.int
        column: cython.int
        self.claim()
        try:
            with cython.nogil:
                for row in range(self.height):
                    for column in range(self.width):
                        cell: cython.int = (row + 1) * self.stride + column + 1
                        if self.forest.path_number[cell] == 0:
                            board[row * self.width + column] = -1
                        elif self.forest.endpoint[cell]:
                            board[row * self.width + column] = self.forest.path_number[cell]
        finally:
            self.release()
        return board_array

    def node(self, cell: int) -> tuple[int, int, int, bool]:
        """The forest's record of a real cell: parent (a real cell), rank, path number, endpoint flag."""
        self.expect_idle()
        require_place(cell, self.width * self.height, "cell")
        padded = (cell // self.width + 1) * self.stride + cell % self.width + 1
        parent = self.forest.parent[padded]
        real = (parent // self.stride - 1) * self.width + parent % self.stride - 1
        return (
            real,
            self.forest.rank[padded],
            self.forest.path_number[padded],
            bool(self.forest.endpoint[padded]),
        )
