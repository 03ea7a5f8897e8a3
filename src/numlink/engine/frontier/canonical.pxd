from numlink.engine.frontier.codes cimport CLOSE, OPEN, PAIR, Chords
from numlink.engine.frontier.rows cimport Rows

cdef class CanonicalSweep(Rows):
    cdef int stamp_now
    # the board
    cdef int[::1] cells, column, may, code_at, stamp, renamed
    # crossing chords
    cdef Chords chords
    cdef int[::1] above, met, face_of, rim_start
    cdef signed char[::1] second, once, rooted, whole
    # the choices still open
    cdef unsigned long long[::1] stack, work_words  # work_words: `work`, eight slots a word
    cdef int[::1] stack_cell, stack_way
    cdef int ways(self, int cell) noexcept nogil
    cdef int ways_of_end(self, int cell, int left, int up, int mark) noexcept nogil
    cdef bint fits(self, int code, int cell) noexcept nogil
    cdef bint go(self, int cell, int way) noexcept nogil
    cdef void mark_corner(self, int cell) noexcept nogil
    cdef bint join(self, int cell, int left, int up) noexcept nogil
    cdef bint end(self, int cell, int code) noexcept nogil
    cdef int mate(self, int slot) noexcept nogil
    cdef bint crossed(self, int cell) noexcept nogil
    cdef void rename_pairs(self, int cell) noexcept nogil
    cdef void expand(self, int count) noexcept nogil
