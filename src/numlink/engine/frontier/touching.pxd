from numlink.engine.frontier.codes cimport CLOSE, OPEN, PAIR, RIM
from numlink.engine.frontier.packed cimport PackedSlots

cdef class Frontier(PackedSlots):
    cdef int top, number_code, below, beside
    cdef bint number_seen, looks, arc_beside
    cdef int[::1] ends, end_codes
    cdef object code_of, rim_ends
    cdef int get(self, int slot) noexcept nogil
    cdef void put(self, int slot, int code) noexcept nogil
    cdef int mate(self, int slot) noexcept nogil
    cdef void emit(self, int down, int right, int shift) noexcept nogil
    cdef bint crossed(self) noexcept nogil
    cdef int entered(self, int slot) noexcept nogil
    cdef bint lost_above(self, int slot, int code) noexcept nogil
    cdef bint lost_beside(self, int right) noexcept nogil
    cdef void rename_pairs(self) noexcept nogil
    cdef void leave(self, int code) noexcept nogil
    cdef void join(self, int left, int up) noexcept nogil
    cdef void enter_endpoint(self, int left, int up) noexcept nogil
    cdef void choose_end(self, int left, int up) noexcept nogil
    cdef void expand(self, Py_ssize_t source) noexcept nogil
