from numlink.engine.deduction.assignment cimport A8
from numlink.engine.deduction.deduction cimport Deduction

cdef class Lines:
    cdef Deduction position
    cdef int families, most
    cdef int[::1] separated, seen, line_of, members, lines, begin
    cdef void scan(self) noexcept nogil
    cdef void judge_line(self, int family, int line, int waiting) noexcept nogil
    cdef bint judge_place(self, int family, int line, int cell) noexcept nogil
    cdef bint judge_side(self, int cell, int side) noexcept nogil
    cdef void judge_end(self, int family, int line, int cell) noexcept nogil
