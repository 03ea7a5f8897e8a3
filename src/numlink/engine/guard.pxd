cdef class OneThread:
    cdef bint busy
    cpdef int expect_idle(self) except -1
    cpdef int claim(self) except -1
    cpdef int release(self) except -1
