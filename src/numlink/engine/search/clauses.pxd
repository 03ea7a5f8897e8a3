from numlink.engine.search.path_propagator cimport PathPropagator
from numlink.engine.search.trail cimport DECISION

cdef class Clauses(PathPropagator):
    cdef readonly long long propagations, looks
    cdef int[::1] arena, watches, watch_start, watch_size, watch_room
    cdef int arena_end, watches_end
    # the clause being learned; marks of levels, see `learning`
    cdef int[::1] learned, level_stamp
    cdef int learned_size, stamp

    cdef void put_clauses(self, int[::1] source, int total, bint watch)
    cdef int store_clause(self, int glue) noexcept nogil
    cdef void watch_clause(self, int ref) noexcept nogil
    cdef void add_watch(self, int literal, int blocker, int tag) noexcept nogil
    cdef bint propagate(self) noexcept nogil
    cdef int search_watch(self, int base, int end) noexcept nogil
    cdef void take_clause(self, int ref, int but) noexcept nogil
    cdef void explain(self, int literal) noexcept nogil
    cdef bint is_reason(self, int ref) noexcept nogil
    cdef void reduce(self) noexcept nogil
    cdef void lay_watches(self) noexcept nogil
