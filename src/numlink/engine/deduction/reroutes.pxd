from numlink.engine.deduction.assignment cimport U1, U2
from numlink.engine.deduction.deduction cimport Deduction

cdef class Reroutes:
    cdef Deduction position
    cdef unsigned char[::1] walks
    cdef int[::1] cell_of, partner, ring, cells, drawn, open, off
    cdef int walk_count, ring_size
    cdef void flips(self) noexcept nogil
    cdef bint goes(self, int first, int second, int end) noexcept nogil
    cdef void scan(self) noexcept nogil
    cdef bint trace(self, int start, int walk) noexcept nogil
    cdef void judge(self, int side) noexcept nogil
    cdef bint all_closed(self, int side) noexcept nogil
    cdef bint closed(self, int link) noexcept nogil
    cdef void toggle(self, int link) noexcept nogil
    cdef bint same_ends(self) noexcept nogil
    cdef int reach(self, int cell, bint onward) noexcept nogil
    cdef void say(self, int link) noexcept nogil
