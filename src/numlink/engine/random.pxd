cdef class Random:
    cdef unsigned int a, b, c, counter
    cpdef unsigned int word(self) noexcept nogil
    cpdef unsigned int below(self, unsigned int bound) noexcept nogil
