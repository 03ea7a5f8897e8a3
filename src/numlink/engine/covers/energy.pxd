from numlink.engine.covers.cover cimport Cover

cdef class PricedCover(Cover):
    cdef public int most, least
    cdef readonly int swap_count, energy, unpaired, isolated
    cdef int swap, unpaired_price, isolated_price, corner, change, columns
    cdef int[::1] price, weight, reach, partner, follower, around, company
    cdef signed char[::1] ending

    cdef void look_at(self, int v) noexcept nogil
    cdef void look_around(self, int u, int x, int b) noexcept nogil
    cdef int apart(self, int a, int b) noexcept nogil
    cdef bint is_unpaired(self, int v) noexcept nogil
    cdef int unpaired_at(self, int u, int x, int b) noexcept nogil
    cdef int beside(self, int v, int path) noexcept nogil
    cdef bint is_corner(self, int v, int a, int b) noexcept nogil
    cdef int strain(self) noexcept nogil
    cdef bint reached(self) noexcept nogil
    cdef bint weigh_take(self, int u, int x, int b) noexcept nogil
    cdef void weigh_cut(self, int v, int b) noexcept nogil
