cdef class OneThread:
    cdef bint busy
    cpdef int expect_idle(self) except -1
