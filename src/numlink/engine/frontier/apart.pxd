from numlink.engine.frontier.sweep cimport Sweep

cdef class FrontierNoTouch(Sweep):
    cdef int number_code, fragments, fresh, right
    cdef bint number_seen, finished
    cdef object code_of, seen_codes
    cdef int[::1] owner, down, tag, renamed
    cdef unsigned long long[::1] touch
    cdef int byte(self, Py_ssize_t source, int place) noexcept nogil
    cdef void unpack(self, Py_ssize_t source) noexcept nogil
    cdef bint unite(self, int other) noexcept nogil
    cdef bint beside(self, int other) noexcept nogil
    cdef bint enter(self, bint end) noexcept nogil
    cdef bint settle(self) noexcept nogil
    cdef void leave(self, int degree) noexcept nogil
    cdef void emit(self, int down, int right) noexcept nogil
    cdef void pack_byte(self, int place, int value) noexcept nogil
