cdef class Forest:
    cdef int[::1] parent
    cdef signed char[::1] rank
    cdef int[::1] path_number
    cdef signed char[::1] endpoint
    cpdef int find_set(self, int cell) noexcept nogil
    cpdef int set_union(self, int first, int second) noexcept nogil
    cpdef bint is_free(self, int cell) noexcept nogil
