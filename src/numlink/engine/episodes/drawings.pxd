from numlink.engine.episodes.boards cimport BoardRows


cdef class Drawings:
    cdef readonly int count, planes
    cdef readonly object shown, labels
    cdef BoardRows boards
    cdef int tracks, directions, clock
    cdef int[::1] drawn, degree, far, length, label, mark, row, links, joined, stray, met, named
    cdef unsigned char[::1] plane

    cdef int require(self, int one, int track, int way) except -1
    cpdef bint solved(self, int one) except -1
    cpdef bint is_drawn(self, int one, int track, int way) except -1
    cpdef bint may_draw(self, int one, int track, int way) except -1
    cpdef int head(self, int one, int end) except -2
    cpdef bint is_joined(self, int one, int end) except -1
    cpdef void wipe(self, int one, int row) except *
    cpdef void draw(self, int one, int track, int way) except *
    cpdef void erase(self, int one, int track, int way) except *
    cdef bint would_touch(self, int one, int first, int second) noexcept
    cdef int next_on(self, int one, int track, int before) noexcept
    cdef void meet(self, int one, int number, int track, int begin, int other) noexcept
    cdef int survey(self, int one, int track) noexcept
    cdef void rename(self, int one, int track, int number) noexcept
    cdef void set_link(self, int one, int track, int other, int way, int on) noexcept
    cdef void set_label(self, int one, int track, int number) noexcept
    cdef void show(self, int one, int plane, int cell, int value) noexcept
