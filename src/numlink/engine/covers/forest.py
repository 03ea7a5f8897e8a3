"""The disjoint-set forest of the assignment, Parts 1 and 2.

One node a cell, kept as four flat arrays instead of allocated records:

    parent[cell]       the parent's cell; a root is its own parent (the assignment's NULL)
    rank[cell]         an upper bound on the height of the tree below; a root of rank 0 is a tree of one cell
    path_number[cell]  0 until Part 4 numbers the paths from 1
    endpoint[cell]     1 at the two ends of a path

    a singleton (free cell)      a path of four cells after three unions

            o  rank 0                 o  rank 1
                                    / | \\
                                   o  o  o      every later cell hangs directly below the root,
                                                for a singleton never outranks it

Path compression is not needed (Part 2) and would not help: growing paths keeps every tree at height 1.
"""

from __future__ import annotations

from array import array

import cython


@cython.final
@cython.cclass
class Forest:
    """A forest over the cells `0 .. count - 1`, at first all singletons.  The assignment's initboard()."""

    def __init__(self, count: int) -> None:
        cell: cython.Py_ssize_t
        size: cython.Py_ssize_t = count
        if count < 0:
            raise ValueError(f"a forest of {count} cells: give 0 or more")
        self.count = count
        self.parent = array("i", bytes(4 * count))
        self.rank = array("b", bytes(count))
        self.path_number = array("i", bytes(4 * count))
        self.endpoint = array("b", bytes(count))
        for cell in range(size):
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
        """Whether no path holds `cell`: it is the root of a tree of rank 0 (Part 3's criterion)."""
        self.require(cell)
        return self.rank[cell] == 0 and self.parent[cell] == cell
