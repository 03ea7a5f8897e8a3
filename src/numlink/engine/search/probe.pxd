from numlink.engine.search.search cimport Search


cdef class Probe:
    cdef Search search
    cdef int[::1] asked, unit
    cdef int open, place, kept
    cdef long long small, budget, limit

    cdef int advance(self, long long last_conflict, long long last_propagation) noexcept nogil
