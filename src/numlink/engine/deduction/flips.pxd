from numlink.engine.deduction.deduction cimport Deduction


cdef class ParallelFlips:
    cdef Deduction position
    cdef int[::1] place
    cdef void number_cells(self) noexcept nogil
    cdef void scan(self) noexcept nogil
    cdef bint goes(self, int first, int second, int end) noexcept nogil
