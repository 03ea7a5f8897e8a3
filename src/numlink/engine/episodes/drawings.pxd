cdef class BoardRows:
    cdef readonly int size, directions, numbers, tracks, count
    cdef int room
    cdef int[::1] number, cell, lattice, down, ends, pairs, fill, touch

    cdef void _find_ends(self, int row) noexcept

cdef class Drawings:
    cdef readonly int count, planes
    cdef readonly object shown, labels
    cdef BoardRows boards
    cdef int tracks, directions, clock
    cdef int[::1] drawn, degree, far, label, mark, row, joined, met, named
    cdef unsigned char[::1] plane

    cdef int require(self, int drawing, int track, int way) except -1
    cpdef bint solved(self, int drawing) except -1
    cpdef bint is_drawn(self, int drawing, int track, int way) except -1
    cpdef bint may_draw(self, int drawing, int track, int way) except -1
    cpdef int head(self, int drawing, int end) except -2
    cpdef bint is_joined(self, int drawing, int end) except -1
    cpdef void wipe(self, int drawing, int row) except *
    cpdef void draw(self, int drawing, int track, int way) except *
    cpdef void erase(self, int drawing, int track, int way) except *
    cdef bint would_touch(self, int drawing, int first, int second) noexcept
    cdef int next_on(self, int drawing, int track, int before) noexcept
    cdef void meet(self, int drawing, int number, int track, int begin, int other) noexcept
    cdef void survey(self, int drawing, int track) noexcept
    cdef void rename(self, int drawing, int track, int number) noexcept
    cdef void set_link(self, int drawing, int track, int other, int way, int on) noexcept
    cdef void set_label(self, int drawing, int track, int number) noexcept
    cdef void show(self, int drawing, int plane, int cell, int value) noexcept
