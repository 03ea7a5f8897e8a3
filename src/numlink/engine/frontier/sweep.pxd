from numlink.engine.frontier.records cimport StateRecords

cdef class Sweep(StateRecords):
    cdef readonly int width, height
    cdef readonly bint fill
    cdef readonly long long visited, peak, stored
    cdef public long long cap, cap_bytes
    cdef readonly int status, cell
    cdef public int halt
    cdef int column, row, kind, allowed, forced
    cdef bint last_column
    cdef int[::1] cells, may, must
    cdef object successors_store
    cdef readonly list kept
    cdef readonly object traces
    cdef Py_ssize_t beam
    cdef bint ahead
    cdef double share
    cdef readonly double likely
    cdef readonly list link_places
    cdef void expand(self, Py_ssize_t source) noexcept nogil
    cdef int run(self, long long limit) noexcept nogil
