cdef class Slots:
    cdef int size, widest, end
    cdef int[::1] cells, start, beside, back, link, out
    cdef object found

    cdef void gather(self, int[::1] links) noexcept
    cdef void make_room(self, int room)
    cdef void grow(self)
    cdef object all_found(self)
    cdef bint is_looked_at(self, int track) noexcept

cdef class Transfers(Slots):
    cdef int sites
    cdef int[::1] first, second, between, figures

    cdef int link_between(self, int one, int other) noexcept
    cdef void add_site(self, int first, int second) noexcept
    cdef void place_two(self, int here, int far) noexcept
    cdef void pass_between_sites(self, int here, int within) noexcept
    cdef void note(self, int one, int other, int shared, int within) noexcept
