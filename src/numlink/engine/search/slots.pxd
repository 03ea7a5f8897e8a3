cdef class Slots:
    cdef int size, widest
    cdef int[::1] cells, start, beside, back, link

    cdef void gather(self, int[::1] links) noexcept
    cdef bint is_looked_at(self, int track) noexcept
