from numlink.engine.search.clauses cimport Clauses
from numlink.engine.search.trail cimport DECISION

cdef class Learning(Clauses):
    cdef readonly long long conflicts
    cdef bint recording
    cdef readonly object lessons
    cdef int[::1] marked, stack
    cdef int marked_size
    cdef int[::1] assumed
    cdef int assumed_count

    cdef void keep_lesson(self) noexcept nogil
    cdef bint resolve(self) noexcept nogil
    cdef int analyze(self) noexcept nogil
    cdef void mark(self, int link) noexcept nogil
    cdef void minimise(self) noexcept nogil
    cdef bint is_implied(self, int literal) noexcept nogil
    cdef int count_levels(self) noexcept nogil
    cdef void blame(self) noexcept nogil
