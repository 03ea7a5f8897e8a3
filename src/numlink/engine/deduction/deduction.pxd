from numlink.engine.deduction.assignment cimport A1, A11, A2, A3, A4, Assignment

cdef class Deduction(Assignment):
    cdef int[::1] proposed, record
    cdef unsigned char[::1] want, owner
    cdef int proposed_size, record_size, rule, only, variant, about_a, about_b, about_c, header
    cdef bint recording, pending
    cpdef void reset(self)
    cdef void note(self, int rule, int variant, int a, int b, int c) noexcept nogil
    cdef void write_header(self) noexcept nogil
    cdef void propose(self, int link, int value) noexcept nogil
    cdef void propose_mask(self, int cell, int mask, int value) noexcept nogil
    cdef void clash(self) noexcept nogil
    cdef int apply(self) noexcept nogil
    cdef void drop(self) noexcept nogil
    cdef bint optional(self, int cell) noexcept nogil
    cdef void judge_degree(self, int cell) noexcept nogil
    cdef void judge_joins(self, int cell) noexcept nogil
    cdef void judge_completion(self, int number) noexcept nogil
    cdef void judge_beside(self, int number, int end, int here, int there, int closing) noexcept nogil
    cdef void judge_pairs_around(self, int cell) noexcept nogil
    cdef void judge_pairs(self, int cell) noexcept nogil
    cdef bint may_join(self, int one, int other) noexcept nogil
    cdef int judge(self) noexcept nogil
