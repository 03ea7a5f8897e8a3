from numlink.engine.search.settled_covers cimport Slots

cdef class Windows(Slots):
    cdef int[::1] local, label
    cdef signed char[::1] on

    cdef int joined(self, int track, bint inside) noexcept
    cdef void follow(self, int track, int label) noexcept
