from numlink.engine.guard cimport OneThread

# Codes of rules, as in reasoning/rules.py.
cdef enum:
    A1 = 1, A2, A3, A4, A5, A6, A7, A8, A9, A10, N1, N2, N3, N4, N5, U1, U2, L1, A11

cdef class Assignment(OneThread):
    cdef readonly int width, height, size, links, labels
    cdef readonly bint fill, touch
    cdef readonly int conflict
    cdef int[::1] terminal, link_of, beside, ends, first, second, mate, label, trail, dirty, fragment, fragment_label, place
    cdef unsigned char[::1] count, lowest, capacity, exits, first_bit, second_bit, on, open, state, is_dirty, black
    cdef signed char[::1] needs
    cdef int trail_size, dirty_size, conflict_size
    cdef void lay_links(self, ends, ways)
    cdef void clear(self)
    cdef void mark_dirty(self, int cell) noexcept nogil
    cdef void mark_all_dirty(self) noexcept nogil
    cdef void clear_dirty(self) noexcept nogil
    cdef void assign(self, int link, int value) noexcept nogil
    cdef void contradict(self, int rule) noexcept nogil
    cdef void undo(self, int mark) noexcept nogil
    cdef void survey(self) noexcept nogil
