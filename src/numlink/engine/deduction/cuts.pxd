from numlink.engine.deduction.assignment cimport A6, A7, A9
from numlink.engine.deduction.deduction cimport Deduction

cdef class Cuts:
    cdef Deduction position
    cdef int[::1] region, stack, found, low, parent_way, odd_below, tilt_below, cut_sides
    cdef unsigned char[::1] has_pair, is_cut, left
    cdef bint balanced
    cdef public bint parity
    cdef int find_regions(self) noexcept nogil
    cdef int lost
    cdef bint parts_number(self) noexcept nogil
    cdef bint strands(self) noexcept nogil
    cdef void stranded(self) noexcept nogil
    cdef void decide_at_bridges(self) noexcept nogil
    cdef void search_component(self, int start) noexcept nogil
    cdef void judge_component(self, int total) noexcept nogil
    cdef int tilt(self, int cell, int links) noexcept nogil
    cdef void judge_cell(self, int cell, int start) noexcept nogil
    cdef int live_mask(self, int cell) noexcept nogil
    cdef int links_below(self, int cell, int child) noexcept nogil
    cdef void judge_sides(self, int cell, int sides, int wants) noexcept nogil
