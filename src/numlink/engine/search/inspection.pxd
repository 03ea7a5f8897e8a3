from numlink.engine.search.search cimport Search


cdef class Inspection:
    cdef Search search
    cdef signed char[::1] solution
    cdef int[::1] unit
    cdef int query, last
    cdef bint flipped
    cdef long long patience, limit
    cdef readonly list doubtful, hard

    cdef int advance(self, long long last_conflict, long long last_propagation) noexcept nogil
