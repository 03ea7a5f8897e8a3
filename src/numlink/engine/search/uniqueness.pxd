from numlink.engine.search.search cimport Search


cdef class SolutionProof:
    cdef readonly Search search
    cdef signed char[::1] solution
    # conflicts of the search when the present question began
    cdef long long begun

    cdef int advance(self, int conflicts, int propagations) noexcept nogil
    cdef void return_to_solution(self) noexcept nogil
