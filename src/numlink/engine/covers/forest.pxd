cdef class Forest:
    cdef int count
    cdef int[::1] parent
    cdef signed char[::1] rank
    cdef int[::1] path_number
    cdef signed char[::1] endpoint
    cdef int require(self, int cell) except -1 nogil
    cpdef int find_set(self, int cell) except -1 nogil
    cpdef int set_union(self, int first, int second) except -1 nogil
    cpdef bint is_free(self, int cell) except -1 nogil
