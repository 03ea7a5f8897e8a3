from numlink.engine.frontier.elimination_order cimport LinkSweep

cdef class GraphFrontier(LinkSweep):
    cdef int pair, number_code, finished
    cdef int[::1] codes, work
    cdef bint enter(self, int kind, int slot, int number) noexcept nogil
    cdef bint join(self, int u, int v) noexcept nogil
    cdef bint leave(self, int slot, int kind) noexcept nogil
    cdef void emit(self, int on) noexcept nogil
    cdef void expand(self, Py_ssize_t source) noexcept nogil

cdef class GraphFrontierNoTouch(LinkSweep):
    cdef int fragments, finished
    cdef int[::1] owner, wants, tag, renamed
    cdef unsigned int[::1] touch
    cdef int byte(self, Py_ssize_t source, int place) noexcept nogil
    cdef bint unpack(self, Py_ssize_t source) noexcept nogil
    cdef bint enter(self, int kind, int slot, int number) noexcept nogil
    cdef bint part(self, int u, int v) noexcept nogil
    cdef bint join(self, int u, int v) noexcept nogil
    cdef void finish(self, int fragment) noexcept nogil
    cdef bint leave(self, int slot, int kind) noexcept nogil
    cdef bint settle(self) noexcept nogil
    cdef void emit(self, int on) noexcept nogil
    cdef void pack(self) noexcept nogil
    cdef void pack_byte(self, int place, int value) noexcept nogil
    cdef void expand(self, Py_ssize_t source) noexcept nogil
