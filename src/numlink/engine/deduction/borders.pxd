from numlink.engine.deduction.assignment cimport A7, A9
from numlink.engine.deduction.deduction cimport Deduction

cdef class Borders:
    cdef Deduction position
    cdef int plane, wide, tall, cells, stacked, slice, next_top, next_bottom, top, bottom, left, right
    cdef bint paused, silent, coloured, parity, wraps_rows, wraps_columns, round_rows, round_columns
    cdef int[::1] downward, down, right_of, terminals, tilts
    cdef void add_up(self) noexcept nogil
    cdef int cell_at(self, int row, int column) noexcept nogil
    cdef int over(self, int kind, int side) noexcept nogil
    cdef int crossing(self, int kind) noexcept nogil
    cdef int crossing_black(self) noexcept nogil
    cdef int inside(self, int[::1] table) noexcept nogil
    cdef int single_ends(self) noexcept nogil
    cdef void propose_border(self, int black, int white) noexcept nogil
    cdef void propose_exit(self, int row, int column, int bit, int black, int white) noexcept nogil
    cdef void rectangles(self) noexcept nogil
    cdef void judge(self) noexcept nogil
    cdef void note(self, int rule, int variant, int detail) noexcept nogil
    cdef void judge_parity(self, int drawn, int undecided, int within) noexcept nogil
    cdef void judge_tilt(self, int undecided) noexcept nogil
