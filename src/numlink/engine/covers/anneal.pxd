from numlink.engine.covers.energy cimport PricedCover
from numlink.engine.random cimport Random

cdef class Annealer(PricedCover):
    cdef readonly long long steps
    cdef bint symmetric
    cdef long long left, total
    cdef int hot, cool, cold
    cdef Random random
    cdef int[::1] image
    cdef unsigned int[::1] roots

    cdef bint afford(self, int change) noexcept nogil
    cdef void do_take(self, int u, int x, int b) noexcept nogil
    cdef void undo_take(self, int u, int x, int b, int change) noexcept nogil
    cdef void do_cut(self, int v, int b) noexcept nogil
    cdef void try_take(self, int u, int x, int b) noexcept nogil
    cdef void try_cut(self, int v, int b) noexcept nogil
    cdef void undo_cut(self, int v, int b, int change, int swap_count) noexcept nogil
    cdef void step(self) noexcept nogil
    cdef int slice(self, long long steps) noexcept nogil
