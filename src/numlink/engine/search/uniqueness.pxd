from numlink.engine.search.search cimport Search

cdef class SolutionProof:
    cdef readonly Search search
    cdef signed char[::1] solution
    # conflicts of the search when the present question began
    cdef long long begun

    cdef int advance(self, int conflicts, int propagations) noexcept nogil
    cdef int claimed(self, int conflicts, int propagations) except -1
    cdef void return_to_solution(self) noexcept nogil

cdef class Walk(SolutionProof):
    cdef int query, last
    cdef bint flipped, near
    cdef long long patience, limit
    cdef int advance(self, int conflicts, int propagations) noexcept nogil

cdef class Backbone(SolutionProof):
    # the link asked about, whether a question is open, the conflicts that it may take
    cdef int link
    cdef bint asking
    cdef int patience
    # questions of this pass that were answered, and that were given up
    cdef int answered, given_up
    cdef bint asks_on, met

    cdef int ask_next(self) noexcept nogil
    cdef int next_open(self) noexcept nogil
    cdef int advance(self, int conflicts, int propagations) noexcept nogil

cdef class Inspection(Walk):
    cdef readonly list doubtful, hard
