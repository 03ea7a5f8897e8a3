from numlink.engine.deduction.assignment cimport N1, N2, N3, N4, N5
from numlink.engine.deduction.deduction cimport Deduction

cdef class Touching:
    cdef Deduction position
    cdef int[::1] members, met_by, barred, cycles
    cdef bint square, listed
    cdef unsigned char[::1] meetings
    cdef int blocker, blame
    cdef void squares(self) noexcept nogil
    cdef void rings(self) noexcept nogil
    cdef void apart(self) noexcept nogil
    cdef int gather(self, int name) noexcept nogil
    cdef void count_meetings(self, int name, int total) noexcept nogil
    cdef void judge_fragment(self, int name, int total) noexcept nogil
    cdef int spike_fails(self, int cell, int one, int two) noexcept nogil
    cdef void turns(self) noexcept nogil
    cdef void judge_turns(self, int cell, int rule, int some, int every) noexcept nogil
