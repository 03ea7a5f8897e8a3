from numlink.engine.search.uniqueness cimport SolutionProof
from numlink.engine.search.search cimport Search


cdef class Walk(SolutionProof):
    cdef int query
    cdef bint flipped, near
