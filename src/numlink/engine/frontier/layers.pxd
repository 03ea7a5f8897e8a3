cdef class Layers:
    cdef readonly object total
    cdef readonly int fanout, limbs
    cdef list successors, backward, sizes, link_of
    cdef bint sum_back(self, int[::1] successors, unsigned long long[::1] here, unsigned long long[::1] after, Py_ssize_t size) noexcept nogil
    cdef void spread(self, int[::1] successors, unsigned long long[::1] here, unsigned long long[::1] after, unsigned long long[::1] back_after, unsigned long long[::1] tally, Py_ssize_t size, unsigned long long prime) noexcept nogil
    cdef void back_modulo(self, int[::1] successors, unsigned long long[::1] here, unsigned long long[::1] after, Py_ssize_t size, unsigned long long prime) noexcept nogil
