from numlink.engine.guard cimport OneThread

cdef enum:
    DECISION = -1

cdef class Trail(OneThread):
    cdef int variable_count
    cdef signed char[::1] truth, phase, seen, target
    cdef int[::1] level_of, reason_of, position_of, head_of, trail, level_start
    cdef int trail_size, head, level
    # order of decisions
    cdef double[::1] activity
    cdef double increment, growth
    cdef bint in_order, on_first
    cdef int[::1] heap, heap_index
    cdef int heap_size
    # literals of a conflict or of a reason, as they are asked for
    cdef int[::1] buffer
    cdef int buffer_size
    # where arrays are carved from
    cdef int[::1] block
    cdef int block_used

    cdef int[::1] carve(self, int size)
    cdef int[::1] grown(self, int[::1] view, int kept, int room) with gil
    cdef void enqueue(self, int literal, int reason) noexcept nogil
    cdef void retract(self, int level) noexcept nogil
    cdef void bump(self, int link) noexcept nogil
    cdef int pop_undecided(self) noexcept nogil
    cdef void sift_up(self, int index) noexcept nogil
    cdef void sift_down(self, int index) noexcept nogil
