from numlink.engine.covers.cover cimport Cover

cdef class Ends(Cover):
    cdef readonly int isolated
    cdef int columns
    cdef int[::1] partner, follower, around, company
    cdef signed char[::1] ending

    cdef void look_at(self, int v) noexcept nogil
    cdef void look_around(self, int u, int x, int b) noexcept nogil
    cdef int apart(self, int a, int b) noexcept nogil
    cdef bint is_unpaired(self, int v) noexcept nogil
    cdef int unpaired_at(self, int u, int x, int b) noexcept nogil

cdef class PricedCover(Ends):
    cdef public int most, least
    cdef readonly int swap_count, energy, unpaired
    cdef int swap, unpaired_price, isolated_price, corner, change
    cdef int[::1] price, weight, reach

    cdef int beside(self, int v, int path) noexcept nogil
    cdef bint is_corner(self, int v, int a, int b) noexcept nogil
    cdef int strain(self) noexcept nogil
    cdef bint reached(self) noexcept nogil
    cdef bint weigh_take(self, int u, int x, int b) noexcept nogil
    cdef void weigh_cut(self, int v, int b) noexcept nogil
