from numlink.engine.frontier.codes cimport CLOSE, OPEN
from numlink.engine.frontier.touching cimport Frontier
from numlink.engine.guard cimport OneThread

cdef class Join(OneThread):
    cdef readonly Frontier upper, lower
    cdef int width, steps, plugs, numbers
    cdef unsigned char[::1] upper_plugs, lower_plugs
    cdef unsigned long long[::1] signs, sign, sums
    cdef int[::1] begin, order, columns, seen, opened
    cdef Py_ssize_t state
    cdef long long tried
    cdef Py_ssize_t fitting, second_fitting
    cdef readonly object total
    cdef readonly list pairs
    cdef void read(self, Frontier sweep, unsigned char[::1] names, unsigned char[::1] plugs) noexcept nogil
    cdef Py_ssize_t note_signs(self, unsigned char[::1] plugs, Py_ssize_t base) noexcept nogil
    cdef void line_up(self) noexcept nogil
    cdef int walk(self, unsigned char[::1] here, Py_ssize_t at, unsigned char[::1] there, Py_ssize_t to, int column) noexcept nogil
    cdef void list_columns(self, Py_ssize_t at) noexcept nogil
    cdef bint fit(self, Py_ssize_t at, Py_ssize_t to) noexcept nogil
    cdef bint gather(self, Py_ssize_t state) noexcept nogil
    cdef Py_ssize_t next_that_fits(self, long long limit) noexcept nogil
