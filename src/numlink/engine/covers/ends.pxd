from numlink.engine.covers.cover cimport Cover


cdef class Ends(Cover):
    cdef readonly int isolated
    cdef int columns
    cdef int[::1] partner, follower, around, company
    cdef signed char[::1] ending

    cdef void look_at(self, int v) noexcept nogil
    cdef void look_around(self, int u, int x, int b) noexcept nogil
    cdef int apart(self, int a, int b) noexcept nogil
    cdef bint is_unpaired(self, int v) noexcept nogil
    cdef int unpaired_tips(self)
    cdef int unpaired_at(self, int u, int x, int b) noexcept nogil
