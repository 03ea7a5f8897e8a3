cdef class Deduction:
    cdef readonly int width, height, size, links, labels
    cdef readonly bint fill, touch
    cdef readonly int conflict
    cdef int[::1] step, terminal, link_of, ends, first, mate, label, trail, dirty, proposed, record
    cdef int[::1] fragment, fragment_label
    cdef unsigned char[::1] count, capacity, exits, direction, on, open, state, is_dirty, want, owner
    cdef signed char[::1] needs
    cdef int trail_size, dirty_size, proposed_size, record_size
    cdef int rule, only, variant, about_a, about_b, about_c, header
    cdef bint recording, pending
    cdef void add_link(self, int link, int cell, int direction)
    cpdef void reset(self)
    cdef void soil(self, int cell) noexcept nogil
    cdef void soil_all(self) noexcept nogil
    cdef void clean(self) noexcept nogil
    cdef void assign(self, int link, int value) noexcept nogil
    cdef void undo(self, int mark) noexcept nogil
    cdef void note(self, int rule, int variant, int a, int b, int c) noexcept nogil
    cdef void write_header(self) noexcept nogil
    cdef void propose(self, int link, int value) noexcept nogil
    cdef void propose_mask(self, int cell, int mask, int value) noexcept nogil
    cdef void clash(self) noexcept nogil
    cdef int apply(self) noexcept nogil
    cdef void drop(self) noexcept nogil
    cdef bint optional(self, int cell) noexcept nogil
    cdef void judge_degree(self, int cell) noexcept nogil
    cdef void judge_joins(self, int cell) noexcept nogil
    cdef void judge_completion(self, int number) noexcept nogil
    cdef int judge(self) noexcept nogil
    cdef void survey(self) noexcept nogil
