from numlink.engine.search.uniqueness cimport SolutionProof
from numlink.engine.search.search cimport Search


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
