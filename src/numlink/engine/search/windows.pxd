cdef class Windows:
    cdef int size
    cdef int[::1] cells, links, begin, around, joined, local, label, names
    cdef signed char[::1] on

    cdef int across(self, int link, int track) noexcept
    cdef int degree(self, int track) noexcept
    cdef void follow(self, int track, int label) noexcept
