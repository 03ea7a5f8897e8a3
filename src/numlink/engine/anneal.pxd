from numlink.engine.random cimport Random


cdef class Cover:
    cdef readonly int size, stride, least_length, pairs, shorts, clashes, faults, energy
    cdef readonly long long steps
    cdef public int most, least
    cdef bint touch, symmetric
    cdef long long left, total
    cdef int hot, cool, cold, ends, cells, spare, dear, risk
    cdef Random random
    cdef int[::1] neighbour, one, two, owner, length, mate, tips, place, price, weight, inside, area, image, free
    cdef int[::1] position, head, entry_run, entry_height, entry_cell, entry_next
    cdef long long[::1] stamp
    cdef long long clock
    cdef unsigned int[::1] roots
    cdef int change, far, stretch

    cdef void settle(self, int v) noexcept nogil
    cdef void link(self, int a, int b) noexcept nogil
    cdef void unlink(self, int a, int b) noexcept nogil
    cdef bint clash(self, int a, int b, int length) noexcept nogil
    cdef int beside(self, int v, int path) noexcept nogil
    cdef bint afford(self, int change) noexcept nogil
    cdef bint reached(self) noexcept nogil
    cdef int tip_price(self, int v, int links) noexcept nogil
    cdef bint weigh_take(self, int u, int x, int b) noexcept nogil
    cdef void take(self, int u, int x, int b) noexcept nogil
    cdef bint weigh_turn(self, int u, int x) noexcept nogil
    cdef void turn(self, int u, int x) noexcept nogil
    cdef void weigh_cut(self, int v, int b) noexcept nogil
    cdef void cut(self, int v, int b) noexcept nogil
    cdef void try_take(self, int u, int x, int b) noexcept nogil
    cdef void try_turn(self, int u, int x) noexcept nogil
    cdef void try_cut(self, int v, int b) noexcept nogil
    cdef int swaps(self, int tip, int without) noexcept nogil
    cdef int swaps_of(self, int tip, int other) noexcept nogil
    cdef void do_take(self, int u, int x, int b) noexcept nogil
    cdef void undo_take(self, int u, int x, int b, int change) noexcept nogil
    cdef void do_cut(self, int v, int b) noexcept nogil
    cdef void walk(self, int cell, int before) noexcept nogil
    cdef bint has_image(self, int u, int x, int b) noexcept nogil
    cdef void step(self) noexcept nogil
    cdef int slice(self, long long steps) noexcept nogil
