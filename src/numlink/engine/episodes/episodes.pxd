from numlink.engine.random cimport Random
from numlink.engine.episodes.drawings cimport BoardRows, Drawings

cdef class Episodes(Drawings):
    cdef readonly int actions
    cdef readonly object masks, heads, rewards, terminated, truncated, allowed, solves, wanted, numbers
    cdef int pool, most_steps, track, way
    cdef bint anywhere, undo, shaped, again
    cdef list streams
    cdef signed char[::1] mask
    cdef double[::1] reward
    cdef unsigned char[::1] end, cut, legal, win
    cdef int[::1] want, number, tip, steps, row_of

    cpdef void begin(self, int episode, int number) except *
    cpdef void act(self, int episode, int action) except *
    cdef int meaning(self, int episode, int action) noexcept
    cdef int behind(self, int episode, int track) noexcept
    cdef void look(self, int episode) noexcept
    cdef int look_at_heads(self, int episode) noexcept
