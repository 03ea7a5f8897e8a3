from numlink.engine.search cimport Search


cdef class Walk:
    cdef Search search
    cdef int query
    cdef bint flipped

    cdef int advance(self, int conflicts, int propagations) noexcept nogil
