from numlink.engine.frontier.sweep cimport Sweep

cdef class GraphFrontier(Sweep):
    cdef readonly int slots
    cdef int pair, number_code, finished
    cdef int[::1] slot_u, slot_v, entering_u, entering_v, number_u, number_v, leaving_u, leaving_v
    cdef int[::1] codes, work
    cdef bint enter(self, int kind, int slot, int number) noexcept nogil
    cdef bint join(self, int u, int v) noexcept nogil
    cdef bint leave(self, int slot) noexcept nogil
    cdef void emit(self, int on) noexcept nogil
