from numlink.engine.frontier.codes cimport CLOSE, OPEN, PAIR, RIM, ByteSlots
from numlink.engine.frontier.sweep cimport LAYER, ROOM, SLICE

cdef class CanonicalSweep(ByteSlots):
    cdef int across, last
    # the board
    cdef int[::1] column_of, code_at, rim_start
    cdef signed char[::1] second, rooted, whole
    # the choices still open
    cdef unsigned long long[::1] stack
    cdef int[::1] stack_cell, stack_way
    cdef void settle(self) noexcept nogil
    cdef int ways(self, int cell) noexcept nogil
    cdef int ways_of_end(self, int cell, int left, int up, int mark) noexcept nogil
    cdef bint fits_into(self, int code, int cell) noexcept nogil
    cdef bint go(self, int cell, int way) noexcept nogil
    cdef void mark_corner(self, int cell) noexcept nogil
    cdef bint join(self, int cell, int left, int up) noexcept nogil
    cdef bint end(self, int cell, int code) noexcept nogil
    cdef bint crossed(self, int cell) noexcept nogil
