from numlink.engine.frontier.elimination_order cimport LinkSweep

cdef class GraphFrontier(LinkSweep):
    cdef int pair, number_code, finished
    cdef int[::1] codes, work
    cdef bint enter(self, int kind, int slot, int number) noexcept nogil
    cdef bint join(self, int u, int v) noexcept nogil
    cdef bint leave(self, int slot, int kind) noexcept nogil
    cdef void emit(self, int on) noexcept nogil
    cdef void expand(self, Py_ssize_t source) noexcept nogil
