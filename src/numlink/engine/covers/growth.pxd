from numlink.engine.guard cimport OneThread
from numlink.engine.random cimport Random

cdef class Forest:
    cdef int count
    cdef int[::1] parent, path_number
    cdef signed char[::1] rank, endpoint
    cdef int require(self, int cell) except -1 nogil
    cpdef int find_set(self, int cell) except -1 nogil
    cpdef int set_union(self, int first, int second) except -1 nogil
    cpdef bint is_free(self, int cell) except -1 nogil

cdef class GrownPaths(OneThread):
    cdef int size, nodes, path_count, cell_count
    cdef readonly bint finished
    cdef Forest forest
    cdef Random random
    cdef int[::1] grown, begins, next_start
    cdef object grown_array, begins_array

    cdef void begin(self, int size, int nodes, object seed)
    cdef int node_of(self, int cell) noexcept nogil
    cdef int cell_of(self, int node) noexcept nogil
    cdef bint has_free_neighbour(self, int node) noexcept nogil
    cdef int extension(self, int node, int root) noexcept nogil
    cdef int find_start(self, int node) noexcept nogil
    cdef bint add_path(self) noexcept nogil
    cdef object by_cell(self, bint ends_only)

cdef class Growth(GrownPaths):
    cdef readonly int width, height
    cdef int stride
    cdef int[::1] offsets
    cdef int node_of(self, int cell) noexcept nogil
    cdef int cell_of(self, int node) noexcept nogil
    cdef bint has_free_neighbour(self, int node) noexcept nogil
    cdef void close(self, int cell) noexcept nogil
    cdef int path_neighbours(self, int cell, int root) noexcept nogil
    cdef int extension(self, int node, int root) noexcept nogil

cdef class GraphGrowth(GrownPaths):
    cdef int stride
    cdef int[::1] neighbour
    cdef bint has_free_neighbour(self, int node) noexcept nogil
    cdef int extension(self, int node, int root) noexcept nogil
