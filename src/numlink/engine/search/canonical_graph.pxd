from numlink.engine.search.settled_covers cimport Slots

cdef class Exchanges(Slots):
    cdef int stamp, length
    cdef int[::1] turns, near_one, near_other, near_middle, path, steps, order, height

    cdef void sort(self, int[::1] rim) noexcept
    cdef void turn_at(self, int here) noexcept
    cdef void shorten_through(self, int middle) noexcept
    cdef void stretches(self, int middle, int one, int other, int between, int near) noexcept
    cdef void arrive(self, int last, int before, int other, int middle) noexcept
    cdef bint turns_at(self, int track, int first, int second) noexcept
    cdef void mark(self, int[::1] marks, int track) noexcept
    cdef void begin(self, int track) noexcept
    cdef void go_on(self, int slot) noexcept
    cdef bint passed(self, int track) noexcept
    cdef bint turns_without(self, int bottom, int slots, int without) noexcept
    cdef void put(self, int bottom, int slots) noexcept
