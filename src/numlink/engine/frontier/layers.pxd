cdef class Layers:
    cdef readonly object total
    cdef readonly int fanout, limbs
    cdef unsigned long long prime
    cdef list successors, backward, sizes, link_of
    cdef bint sum_back(self, int[::1] successors, unsigned long long[::1] here, unsigned long long[::1] after) noexcept nogil
    cdef void back_modulo(self, int[::1] successors, unsigned long long[::1] here, unsigned long long[::1] after) noexcept nogil
    cdef void spread(self, int[::1] successors, unsigned long long[::1] here, unsigned long long[::1] after, unsigned long long[::1] back_after, unsigned long long[::1] tally) noexcept nogil
