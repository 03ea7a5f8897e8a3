cdef class Slots:
    cdef int size, widest
    cdef int[::1] cells, start, beside, back, link

    cdef void gather(self, int[::1] links) noexcept
    cdef bint is_looked_at(self, int track) noexcept


cdef class Transfers(Slots):
    cdef int sites, end, room
    cdef int[::1] first, second, between, figures, out
    cdef object found

    cdef int link_between(self, int one, int other) noexcept
    cdef void add_site(self, int first, int second) noexcept
    cdef void place_one(self, int here) noexcept
    cdef void place_two(self, int here, int far) noexcept
    cdef void pass_between_sites(self, int here, int within) noexcept
    cdef bint is_first(self, int here, int shared) noexcept
    cdef void note(self, int one, int other, int shared, int within) noexcept
    cdef void grow(self) noexcept
