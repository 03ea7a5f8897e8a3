from numlink.engine.covers.forest cimport Forest
from numlink.engine.random cimport Random
from numlink.engine.guard cimport OneThread


cdef class GrownPaths(OneThread):
    cdef int path_count
    cdef int cell_count
    cdef bint is_finished
    cdef Forest forest
    cdef Random random
    cdef int[::1] grown
    cdef int[::1] begins
    cdef object grown_array
    cdef object begins_array
    cdef void begin(self, int cells, int nodes, object seed)
    cdef bint add_path(self) noexcept nogil
