from numlink.engine.covers.cover cimport Cover
from numlink.engine.random cimport Random


cdef class Annealer(Cover):
    cdef public int most, least
    cdef readonly int faults, energy, lone
    cdef readonly long long steps
    cdef bint symmetric
    cdef long long left, total
    cdef int hot, cool, cold, dear, swap, odd, change
    cdef Random random
    cdef int[::1] price, weight, image
    cdef unsigned int[::1] roots

    cdef int beside(self, int v, int path) noexcept nogil
    cdef bint afford(self, int change) noexcept nogil
    cdef bint reached(self) noexcept nogil
    cdef bint weigh_take(self, int u, int x, int b) noexcept nogil
    cdef bint weigh_turn(self, int u, int x) noexcept nogil
    cdef void weigh_cut(self, int v, int b) noexcept nogil
    cdef void do_take(self, int u, int x, int b) noexcept nogil
    cdef void undo_take(self, int u, int x, int b, int change) noexcept nogil
    cdef void do_cut(self, int v, int b) noexcept nogil
    cdef void try_take(self, int u, int x, int b) noexcept nogil
    cdef void try_turn(self, int u, int x) noexcept nogil
    cdef void try_cut(self, int v, int b) noexcept nogil
    cdef void undo_cut(self, int v, int b, int change, int faults) noexcept nogil
    cdef void step(self) noexcept nogil
    cdef int slice(self, long long steps) noexcept nogil
