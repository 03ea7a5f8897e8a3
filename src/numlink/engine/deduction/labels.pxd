from numlink.engine.deduction.assignment cimport A5
from numlink.engine.deduction.deduction cimport Deduction

cdef class LabelDomains:
    cdef Deduction position
    cdef unsigned char[::1] inside, stale, link_seen
    cdef int[::1] held_by, found, low, parent, next_way, stack, kept, place, route, must
    cdef int[::1] live, degree, near, near_link
    cdef int live_count
    cdef void draw_graph(self) noexcept nogil
    cdef int keep_block(self, int number, int source, int target) noexcept nogil
    cdef bint find_musts(self, int number, int source, int second) noexcept nogil
    cdef bint hold(self, int cell, int number) noexcept nogil
    cdef bint split_fragments(self, int number) noexcept nogil
    cdef void start(self) noexcept nogil
    cdef int settle(self) noexcept nogil
    cdef void scan(self) noexcept nogil
    cdef void conclude(self) noexcept nogil
