from numlink.engine.deduction.deduction cimport Deduction


cdef class Borders:
    cdef Deduction position
    cdef int plane, next_top, next_bottom, slice, cells, stacked, wide, tall
    cdef bint paused, silent, coloured, parity, wraps_rows, wraps_columns, round_rows, round_columns
    cdef int[::1] downward, down, right, terminals, tilts
    cdef void add_up(self) noexcept nogil
    cdef int crossing(self, int which, int top, int bottom, int left, int right) noexcept nogil
    cdef int crossing_black(self, int top, int bottom, int left, int right) noexcept nogil
    cdef int inside(self, int table, int top, int bottom, int left, int right) noexcept nogil
    cdef int single_ends(self, int top, int bottom, int left, int right) noexcept nogil
    cdef void propose_border(self, int top, int bottom, int left, int right, int black_value, int white_value) noexcept nogil
    cdef void propose_exit(self, int row, int column, int bit, int black, int white) noexcept nogil
    cdef void rectangles(self) noexcept nogil
    cdef void corners(self, int rule, int variant, int top, int bottom, int left, int right, int detail) noexcept nogil
    cdef void judge_parity(self, int top, int bottom, int left, int right, int drawn, int undecided, int within) noexcept nogil
    cdef void judge_tilt(self, int top, int bottom, int left, int right, int undecided) noexcept nogil
