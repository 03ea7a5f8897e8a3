from numlink.engine.search.search cimport Search


cdef class Walk:
    cdef readonly Search search
    cdef int query
    cdef bint flipped
    cdef long long begun

    cdef int advance(self, int conflicts, int propagations) noexcept nogil
