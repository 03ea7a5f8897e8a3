# Codes of slots: the left and the right plug of an arc without a number; the lowest code of a pair.
cdef enum:
    OPEN = 1, CLOSE, PAIR

cdef class Chords:
    cdef public int[::1] met, stamp, face_of, rim
    cdef int[::1] waiting
    cdef bint cross(self, int chords, int now, int first, int end) noexcept nogil
