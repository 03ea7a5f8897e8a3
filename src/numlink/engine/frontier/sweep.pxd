from numlink.engine.guard cimport OneThread


cdef class Sweep(OneThread):
    cdef readonly int width, height, words, limbs, terms, fanout
    cdef readonly bint fill, census, saturate, keep
    cdef readonly long long visited, peak, stored
    cdef public long long cap, cap_bytes
    cdef readonly int status
    cdef readonly int cell
    cdef readonly Py_ssize_t size
    cdef int column, row, kind, allowed, forced, active, shifted, fan
    cdef bint last_column
    cdef Py_ssize_t source, fresh_size, capacity, fresh_capacity, index_capacity
    cdef unsigned long long index_mask
    cdef int[::1] cells, may, must
    cdef unsigned long long[::1] keys, counts, fresh_keys, fresh_counts
    cdef int[::1] index, successors
    cdef unsigned long long[::1] out
    cdef int[::1] out_links, out_shift
    cdef bint overflow
    cdef object keys_store, counts_store, fresh_keys_store, fresh_counts_store, index_store, successors_store
    cdef readonly list kept
    cdef readonly object traces
    cdef Py_ssize_t beam
    cdef bint ahead
    cdef double share
    cdef readonly double likely
    cdef readonly list link_places
    cdef void expand(self, Py_ssize_t source) noexcept nogil
    cdef Py_ssize_t place(self, int which) noexcept nogil
    cdef void add(self, Py_ssize_t target, Py_ssize_t source, int shift) noexcept nogil
    cdef void trace(self, Py_ssize_t target, Py_ssize_t source, int links) noexcept nogil
    cdef int run(self, long long limit) noexcept nogil
    cdef void reindex(self) noexcept nogil
