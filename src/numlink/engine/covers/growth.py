"""Random paths grown on a disjoint-set forest, as in Parts 1 to 4 of the assignment, on a rectangle or any graph.

    grown    7 6 5 1 | 9 10 | 3 2 ...      the cells, path after path
    begins   0         4      6            where each path begins in `grown`

A path starts at the first cell from a random one on, cyclically, where it can.  A cell that cannot start a path now
(it is not free, or has no free neighbour) never can again.  So `next_start` is a second forest, with path halving: it
leads from every node to the next one that may be a start.

    next_start   0→0  1→2  2→2  3→4  4→5  5→5 ...  nodes→nodes      (an arrow to itself: still a candidate)
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

from numlink.engine.arrays import integers, require_graph, require_place

if not cython.compiled:
    from numlink.engine.guard import OneThread
    from numlink.engine.random import Random

# The four orders in which Part 3 tries the neighbours of a cell; each step of a path draws one of them.
ORDERS = ("NEWS", "EWSN", "WSNE", "SNEW")


@cython.final
@cython.cclass
class Forest:
    """A forest over the cells `0 .. count - 1`, at first all singletons.  The assignment's initboard().

    Each cell has one node, kept in four flat arrays instead of allocated records:

        parent[cell]       the parent's cell; a root is its own parent (the assignment's NULL)
        rank[cell]         an upper bound on the height of the tree below; a root of rank 0 is a tree of one cell
        path_number[cell]  0 until Part 4 numbers the paths from 1
        endpoint[cell]     1 at the two ends of a path

    Path compression is not needed (Part 2) and would not help: while paths grow, every tree has height 1.
    """

    def __init__(self, count: int) -> None:
        if count < 0:
            raise ValueError(f"a forest of {count} cells: give 0 or more")
        self.count = count
        self.parent, self.path_number = array("i", bytes(4 * count)), array("i", bytes(4 * count))
        self.rank, self.endpoint = array("b", bytes(count)), array("b", bytes(count))
        for cell in range(self.count):
            self.parent[cell] = cell

    def require(self, cell: cython.int) -> cython.int:
        """Raise IndexError for a cell that is not in the forest."""
        if cell < 0 or cell >= self.count:
            with cython.gil:
                raise IndexError(f"cell {cell} is not one of {self.count}, from 0")
        return 0

    def find_set(self, cell: cython.int) -> cython.int:
        """The root of the tree that holds `cell`.  The assignment's findset(); O(log(cells of the tree))."""
        self.require(cell)
        while self.parent[cell] != cell:
            cell = self.parent[cell]
        return cell

    def set_union(self, first: cython.int, second: cython.int) -> cython.int:
        """Join the trees of two cells by rank and return the common root.  The assignment's setunion()."""
        first_root: cython.int = self.find_set(first)
        second_root: cython.int = self.find_set(second)
        if first_root == second_root:
            return first_root
        if self.rank[first_root] < self.rank[second_root]:
            self.parent[first_root] = second_root
            return second_root
        if self.rank[first_root] == self.rank[second_root]:
            self.rank[first_root] += 1
        self.parent[second_root] = first_root
        return first_root

    def is_free(self, cell: cython.int) -> cython.bint:
        """Whether `cell` is on no path, being the root of a tree of rank 0 (Part 3's criterion)."""
        self.require(cell)
        return self.rank[cell] == 0 and self.parent[cell] == cell


@cython.cclass
class GrownPaths(OneThread):
    """Paths grown one by one on the nodes of a forest; path i is `cells()[starts()[i] : starts()[i + 1]]`, as grown."""

    def begin(self, size: cython.int, nodes: cython.int, seed: object) -> cython.void:
        """Set up an empty board of `size` cells and a forest of `nodes` nodes."""
        OneThread.__init__(self)
        self.path_count = self.cell_count = 0
        self.finished = False
        self.size, self.nodes = size, nodes
        self.forest = Forest(nodes)
        self.random = Random(seed)
        self.grown_array, self.begins_array = array("i", bytes(4 * size)), array("i", bytes(4 * (size // 2 + 1)))
        self.grown, self.begins = self.grown_array, self.begins_array
        self.next_start = integers(nodes + 1)
        for node in range(nodes + 1):
            self.next_start[node] = node

    def node_of(self, cell: cython.int) -> cython.int:
        """The node of a cell."""
        return cell

    def cell_of(self, node: cython.int) -> cython.int:
        """The cell of a node."""
        return node

    def has_free_neighbour(self, node: cython.int) -> cython.bint:
        """For a subclass: whether some neighbour of a node is on no path."""
        return False

    def extension(self, node: cython.int, root: cython.int) -> cython.int:
        """For a subclass: where the path of `root` goes from its end: free, beside no other node of it; else -1."""
        return -1

    def find_start(self, node: cython.int) -> cython.int:
        """The first node from `node` on, cyclically, that is free and has a free neighbour; -1 if there is none."""
        wrapped: cython.bint = False
        while True:
            while self.next_start[node] != node:
                self.next_start[node] = self.next_start[self.next_start[node]]
                node = self.next_start[node]
            if node == self.nodes:
                if wrapped:
                    return -1
                wrapped = True
                node = 0
            elif self.forest.is_free(node) and self.has_free_neighbour(node):
                return node
            else:
                self.next_start[node] = node + 1

    def add_path(self) -> cython.bint:
        """Grow one path to its full length; return False if none can start (the assignment's addpath() and FAILURE)."""
        node: cython.int = self.find_start(self.node_of(self.random.below(self.size)))
        root: cython.int = node
        if node < 0:
            return False
        self.forest.endpoint[node] = 1
        self.begins[self.path_count] = self.cell_count
        self.path_count += 1
        while True:
            self.grown[self.cell_count] = self.cell_of(node)
            self.cell_count += 1
            there: cython.int = self.extension(node, root)
            if there < 0:
                break
            root = self.forest.set_union(root, there)
            node = there
        self.forest.endpoint[node] = 1
        return True

    def grow(self, paths: int) -> int:
        """Add at most `paths` further paths and return how many were added; set `finished` when no more can start."""
        wanted: cython.int = paths
        added: cython.int = 0
        with self, cython.nogil:
            while added < wanted:
                if not self.add_path():
                    self.finished = True
                    break
                added += 1
        return added

    def cells(self) -> array[int]:
        """All cells on paths, path after path, in the order of growth."""
        self.expect_idle()
        return self.grown_array[: self.cell_count]

    def starts(self) -> array[int]:
        """The index in `cells()` where each path begins, then the number of cells."""
        self.expect_idle()
        starts = self.begins_array[: self.path_count]
        starts.append(self.cell_count)
        return starts

    def number_paths(self) -> array[int]:
        """The path number of each cell, 1, 2, ... by smallest cells, 0 for none.  The assignment's addpathnum()."""
        return self.by_cell(False)

    def board(self) -> array[int]:
        """The puzzle after `number_paths`: for each cell the number of an endpoint, -1 if on no path, else 0."""
        return self.by_cell(True)

    def by_cell(self, ends_only: cython.bint) -> object:
        """`board` if `ends_only`, else `number_paths`."""
        values_array = integers(self.size)
        values: cython.int[::1] = values_array
        last: cython.int = 0
        with self, cython.nogil:
            for cell in range(self.size):
                node: cython.int = self.node_of(cell)
                if not ends_only:
                    root: cython.int = self.forest.find_set(node)
                    if self.forest.rank[root] > 0:
                        if self.forest.path_number[root] == 0:
                            last += 1
                            self.forest.path_number[root] = last
                        self.forest.path_number[node] = self.forest.path_number[root]
                    values[cell] = self.forest.path_number[node]
                elif self.forest.path_number[node] == 0:
                    values[cell] = -1
                elif self.forest.endpoint[node]:
                    values[cell] = self.forest.path_number[node]
        return values_array[: self.size]


def steps_in_order(row: int) -> array[int]:
    """The steps of each of ORDERS as differences of cells, where a row is `row` cells long."""
    step = {"N": -row, "E": 1, "W": -1, "S": row}
    return array("i", [step[letter] for order in ORDERS for letter in order])


@cython.final
@cython.cclass
class Growth(GrownPaths):
    """Random paths on an empty `width` x `height` board; `grow` until `finished`, then `number_paths`.

    Callers see real cells (`row * width + column`).  Internally, the board is padded with a border that is never free,
    so that the four neighbours of a cell are plain offsets and no step divides or tests for an edge:

        # # # # #        padded cell = (row + 1) * stride + column + 1,  stride = width + 2
        # 0 1 2 #
        # 3 4 5 #        N = -stride   E = +1   W = -1   S = +stride
        # # # # #

    >>> growth = Growth(2, 1, 5)
    >>> growth.grow(1000), growth.finished, list(growth.cells()), list(growth.starts())
    (1, True, [1, 0], [0, 2])
    """

    def __init__(self, width: int, height: int, seed: object) -> None:
        count: cython.int = (width + 2) * (height + 2)
        self.begin(width * height, count, seed)
        self.width, self.height, self.stride = width, height, width + 2
        self.offsets = steps_in_order(self.stride)
        for cell in range(self.stride):
            self.close(cell)
            self.close(count - 1 - cell)
        for row in range(1, self.height + 1):
            self.close(row * self.stride)
            self.close(row * self.stride + self.stride - 1)

    def node_of(self, cell: cython.int) -> cython.int:
        """The padded cell of a real cell."""
        return (cell // self.width + 1) * self.stride + cell % self.width + 1

    def cell_of(self, node: cython.int) -> cython.int:
        """The real cell of a padded cell."""
        return (node // self.stride - 1) * self.width + node % self.stride - 1

    def close(self, cell: cython.int) -> cython.void:
        """Make `cell` a border cell: its rank is 1, so that it is never free, and no path starts there."""
        self.forest.rank[cell] = 1
        self.next_start[cell] = cell + 1

    def has_free_neighbour(self, node: cython.int) -> cython.bint:
        """Whether one of the four neighbours is free."""
        return (
            self.forest.is_free(node - self.stride)
            or self.forest.is_free(node + 1)
            or self.forest.is_free(node - 1)
            or self.forest.is_free(node + self.stride)
        )

    def path_neighbours(self, cell: cython.int, root: cython.int) -> cython.int:
        """The number of neighbours of `cell` on the path of `root`."""
        return (
            (self.forest.find_set(cell - self.stride) == root)
            + (self.forest.find_set(cell + 1) == root)
            + (self.forest.find_set(cell - 1) == root)
            + (self.forest.find_set(cell + self.stride) == root)
        )

    def extension(self, node: cython.int, root: cython.int) -> cython.int:
        """The next cell of a path, the first that fits in one of ORDERS; -1 if none does."""
        order: cython.int = 4 * self.random.below(4)
        for step in range(order, order + 4):
            there: cython.int = node + self.offsets[step]
            if self.forest.is_free(there) and self.path_neighbours(there, root) == 1:
                return there
        return -1

    def node(self, cell: int) -> tuple[int, int, int, bool]:
        """The forest's record of a real cell: parent (a real cell), rank, path number, whether it is an endpoint."""
        self.expect_idle()
        require_place(cell, self.width * self.height, "cell")
        padded = self.node_of(cell)
        return (
            self.cell_of(self.forest.parent[padded]),
            self.forest.rank[padded],
            self.forest.path_number[padded],
            bool(self.forest.endpoint[padded]),
        )


@cython.final
@cython.cclass
class GraphGrowth(GrownPaths):
    """Random paths on the cells of a graph that are not solid; `grow` until `finished`, then `number_paths`.

    `neighbours` holds `stride` slots a cell, -1 for none; a solid cell has no neighbours and is no cell's neighbour.
    `Growth` draws the same paths on a rectangle in half the time (bench/notes/covers.md).

    >>> growth = GraphGrowth([1, 0], 1, 5)
    >>> growth.grow(1000), growth.finished, list(growth.cells()), list(growth.starts())
    (1, True, [1, 0], [0, 2])
    """

    def __init__(self, neighbours: Sequence[int], stride: int, seed: object) -> None:
        require_graph(array("i", neighbours), stride)
        self.stride = stride
        self.begin(len(neighbours) // stride, len(neighbours) // stride, seed)
        self.neighbour = array("i", neighbours)

    def has_free_neighbour(self, node: cython.int) -> cython.bint:
        """Whether a neighbour in one of the slots is free."""
        for i in range(self.stride * node, self.stride * node + self.stride):
            if self.neighbour[i] >= 0 and self.forest.is_free(self.neighbour[i]):
                return True
        return False

    def extension(self, node: cython.int, root: cython.int) -> cython.int:
        """The next cell of a path, the first that fits in the slots from a random one on; -1 if none does."""
        begin: cython.int = self.random.below(self.stride)
        for i in range(self.stride):
            there: cython.int = self.neighbour[self.stride * node + (begin + i) % self.stride]
            if there < 0 or not self.forest.is_free(there):
                continue
            beside: cython.int = 0
            for j in range(self.stride * there, self.stride * there + self.stride):
                if self.neighbour[j] >= 0 and self.forest.find_set(self.neighbour[j]) == root:
                    beside += 1
            if beside == 1:
                return there
        return -1
