from numlink.engine.guard cimport OneThread

cdef class Cover(OneThread):
    cdef readonly int size, stride, least_length, pairs, shorts
    cdef int cells, ends, spare, stretch, far
    cdef long long clock, walked
    cdef int[::1] neighbour, one, two, owner, mate, position, length, free, inside, area, tips, place
    cdef int[::1] head, entry_run, entry_height, entry_cell, entry_next
    cdef long long[::1] stamp

    cdef bint has_image(self, int u, int x, int b) noexcept nogil
    cdef void settle(self, int v) noexcept nogil
    cdef void link(self, int a, int b) noexcept nogil
    cdef void unlink(self, int a, int b) noexcept nogil
    cdef void walk(self, int cell, int before) noexcept nogil
    cdef void relabel(self, int cell, int before, int path, int position, int onward) noexcept nogil
    cdef void take(self, int u, int x, int b) noexcept nogil
    cdef void cut(self, int v, int b) noexcept nogil
    cdef int swaps(self, int tip, int without) noexcept nogil
    cdef int swaps_of(self, int tip, int other) noexcept nogil
