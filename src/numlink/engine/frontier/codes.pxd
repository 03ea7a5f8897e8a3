from numlink.engine.frontier.sweep cimport Sweep

# Codes of slots: the left and the right plug of an arc without a number; the lowest code of a pair.  A value of `once`.
cdef enum:
    OPEN = 1, CLOSE, PAIR
    RIM = 2

cdef class ByteSlots(Sweep):
    cdef int slots, stamp_now
    cdef unsigned char[::1] work, moved
    cdef unsigned long long[::1] work_words, moved_words
    cdef signed char[::1] once
    cdef int[::1] rim, above, met, waiting, stamp, face_of, renamed
    cdef void move_up(self, int base) noexcept nogil
    cdef int mate_byte(self, int slot) noexcept nogil
    cdef void rename_bytes(self, int at) noexcept nogil
    cdef bint crossed_bytes(self, int at, int highest, int first, int end) noexcept nogil
    cdef bint chords_cross(self, int chords, int first, int end) noexcept nogil
