from numlink.engine.deduction.assignment cimport A10, A6
from numlink.engine.deduction.deduction cimport Deduction
from numlink.engine.deduction.cuts cimport Cuts

cdef class Faces:
    cdef Deduction position
    cdef Cuts cuts
    cdef unsigned char[::1] walked, clockwise
    cdef int[::1] met, times
    cdef int crossing_a, crossing_b, next_link, slice
    cdef bint paused, flat
    cdef bint crossed(self) noexcept nogil
    cdef bint walk(self, int start, int start_way) noexcept nogil
    cdef bint interleaved(self, int total) noexcept nogil
    cdef void planarity(self) noexcept nogil
    cdef void try_links(self) noexcept nogil
    cdef void close_exits(self, int cell) noexcept nogil
