from numlink.engine.search.settled_covers cimport Slots

cdef class Windows(Slots):
    cdef int[::1] joined, local, label, names
    cdef signed char[::1] on

    cdef int degree(self, int track) noexcept
    cdef void follow(self, int track, int label) noexcept
