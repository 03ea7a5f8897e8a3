cdef class BoardRows:
    cdef readonly int size, directions, numbers, tracks, count
    cdef int room
    cdef int[::1] number, cell, lattice, down, ends, pairs, tracks_open, fill, touch

    cdef void _find_ends(self, int row) noexcept
