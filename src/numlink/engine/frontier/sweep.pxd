from numlink.engine.frontier.records cimport StateRecords

# Why `run` returned: an array is full, a count outgrew its limbs, the layer is done, the slice of work is done.
cdef enum:
    ROOM = 3, OVERFLOW, LAYER, SLICE

cdef class Sweep(StateRecords):
    cdef readonly int width, height
    cdef readonly bint fill
    cdef readonly long long visited, begun, peak, stored
    cdef public long long cap, cap_bytes
    cdef readonly int status, cell
    cdef public int halt
    cdef int column, row, kind, allowed, forced
    cdef bint last_column
    cdef int[::1] cells, may, must
    cdef object successors_store
    cdef readonly list kept
    cdef readonly object traces
    cdef Py_ssize_t beam, block
    cdef double share
    cdef readonly double likely
    cdef readonly list link_places
    cdef readonly dict guesses
    cdef void enlarge(self) noexcept with gil
    cdef void expand(self, Py_ssize_t source) noexcept nogil
    cdef int run(self, long long limit) noexcept nogil
