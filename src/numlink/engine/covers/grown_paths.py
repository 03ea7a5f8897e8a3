"""What growth on a rectangle and growth on a graph share: a list of paths, each grown to its full length in turn.

    grown    7 6 5 1 | 9 10 | 3 2 ...      the cells, path after path
    begins   0         4      6            where each path begins in `grown`

The subclass grows one path (`add_path`); on the rectangle its steps are plain offsets.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from numlink.engine.covers.forest import Forest
    from numlink.engine.guard import OneThread
    from numlink.engine.random import Random


@cython.cclass
class GrownPaths(OneThread):
    """Paths that grow one by one on a forest; the subclass says how (`add_path`).

    The paths lie one after the other in `cells()`, in the order and direction of their growth; path i is
    `cells()[starts()[i] : starts()[i + 1]]`.
    """

    def begin(self, cells: cython.int, nodes: cython.int, seed: object) -> cython.void:
        """Set up an empty board of `cells` cells; the forest has `nodes` nodes, which may be more (a border)."""
        OneThread.__init__(self)
        self.path_count = self.cell_count = 0
        self.is_finished = False
        self.forest = Forest(nodes)
        self.random = Random(seed)
        self.grown_array = array("i", bytes(4 * cells))
        self.begins_array = array("i", bytes(4 * (cells // 2 + 1)))
        self.grown, self.begins = self.grown_array, self.begins_array

    def add_path(self) -> cython.bint:
        """Grow one path to its full length; False when no path can start any more."""
        return False

    def grow(self, paths: int) -> int:
        """Add at most `paths` further paths and return how many were added; sets `finished` when there are no more."""
        wanted: cython.int = paths
        added: cython.int = 0
        self.claim()
        try:
            with cython.nogil:
                while added < wanted:
                    if not self.add_path():
                        self.is_finished = True
                        break
                    added += 1
        finally:
            self.release()
        return added

    @property
    def finished(self) -> bool:
        """Whether `grow` has found that no two neighbouring free cells are left."""
        return bool(self.is_finished)

    def cells(self) -> array[int]:
        """All cells on paths, path after path, in the order of growth."""
        self.expect_idle()
        return self.grown_array[: self.cell_count]

    def starts(self) -> array[int]:
        """For each path where it begins in `cells()`, from 0; then the number of cells."""
        self.expect_idle()
        starts = self.begins_array[: self.path_count]
        starts.append(self.cell_count)
        return starts
