from numlink.engine.search.search cimport Search


cdef class Walk:
    cdef readonly Search search
    cdef int query
    cdef bint flipped
    cdef long long begun
    cdef bint near
    cdef signed char[::1] solution

    cdef void return_to_solution(self) noexcept nogil
    cdef int advance(self, int conflicts, int propagations) noexcept nogil
