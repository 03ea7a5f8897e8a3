cdef class Chords:
    cdef public int[::1] met, stamp, face_of, rim
    cdef int[::1] waiting
    cdef bint cross(self, int chords, int now, int first, int end) noexcept nogil
