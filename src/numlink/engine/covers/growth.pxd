from numlink.engine.covers.forest cimport Forest
from numlink.engine.guard cimport OneThread
from numlink.engine.random cimport Random


cdef class GrownPaths(OneThread):
    cdef int size, row, gap, nodes, path_count, cell_count
    cdef bint is_finished
    cdef Forest forest
    cdef Random random
    cdef int[::1] grown, begins, next_start
    cdef object grown_array, begins_array

    cdef void begin(self, int row, int rows, int border, object seed)
    cdef bint add_path(self) noexcept nogil
    cdef object by_cell(self, bint ends_only)
    cdef bint has_free_neighbour(self, int node) noexcept nogil
    cdef int find_start(self, int node) noexcept nogil


cdef class Growth(GrownPaths):
    cdef readonly int width, height
    cdef int stride
    cdef int[::1] offsets, shifts

    cdef bint add_path(self) noexcept nogil
    cdef int node_of(self, int cell) noexcept nogil
    cdef bint has_free_neighbour(self, int node) noexcept nogil
    cdef void close(self, int cell) noexcept nogil
    cdef int path_neighbours(self, int cell, int root) noexcept nogil
    cdef int extension(self, int cell, int root) noexcept nogil


cdef class GraphGrowth(GrownPaths):
    cdef int stride
    cdef int[::1] neighbour

    cdef bint add_path(self) noexcept nogil
    cdef bint has_free_neighbour(self, int node) noexcept nogil
    cdef int extension(self, int cell, int root) noexcept nogil
