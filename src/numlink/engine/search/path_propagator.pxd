from numlink.engine.search.trail cimport DECISION, Trail

cdef class PathPropagator(Trail):
    cdef readonly int cell_count, link_count
    cdef readonly bint consistent
    # the graph
    cdef int[::1] ends, number, degree, first_slot, slots
    # degree and path propagators
    cdef int[::1] on_count, left, taken, mate, label, joins, level_joins
    cdef int join_count
    # links passed in the analysis of a conflict
    cdef int[::1] passed
    cdef bint notes_passed
    # unit squares: whether they are watched, cells of a row, `links_around`, where a square's sides stand there
    cdef bint watches_squares
    cdef int width
    cdef int[::1] around, sides

    cdef void lay_out(self)
    cdef void open_level(self) noexcept nogil
    cdef void cancel(self, int level) noexcept nogil
    cdef bint settle(self, int literal) noexcept nogil
    cdef bint check_degree(self, int cell) noexcept nogil
    cdef bint check_square(self, int cell) noexcept nogil
    cdef bint join(self, int link, int u, int v) noexcept nogil
    cdef void collect(self, int cell, int kind, int before) noexcept nogil
    cdef void collect_fragment(self, int cell, int head) noexcept nogil
    cdef void give_reason(self, int link) noexcept nogil
    cdef bint find_touch(self, int[::1] owner, int[::1] place) noexcept nogil
