from numlink.engine.frontier.sweep cimport Sweep

cdef class LinkSweep(Sweep):
    cdef readonly int slots
    cdef bint hopeless
    cdef int[::1] slot_u, slot_v, entering_u, entering_v, number_u, number_v, leaving_u, leaving_v, closing
