from numlink.engine.search.search cimport Search


cdef class Backbone:
    cdef readonly Search search
    cdef signed char[::1] solution
    # the link asked about, whether a question is open, the conflicts when it began and those that it may take
    cdef int link
    cdef bint asking
    cdef long long begun
    cdef int patience
    # questions of this pass that were answered, and that were given up
    cdef int answered, given_up
    cdef bint asks_on, met

    cdef int advance(self, int conflicts, int propagations) noexcept nogil
    cdef int ask_next(self) noexcept nogil
    cdef int next_open(self) noexcept nogil
    cdef void return_to_solution(self) noexcept nogil
