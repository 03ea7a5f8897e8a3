from numlink.engine.search.learning cimport Learning
from numlink.engine.search.trail cimport DECISION

cdef int require_clauses(int[::1] view, int total, int literals) except -1

cdef class Search(Learning):
    cdef readonly long long decisions
    cdef bint touching
    # what gives the clauses that were put off, see `lay_later`
    cdef object later
    # whether decisions follow a target under assumptions, too
    cdef public bint aims_under_assumptions
    # when to restart, to reduce the learned clauses, to rephase
    cdef long long restart_at, next_rephasing
    cdef int luby, luby_rise, rephasings
    cdef readonly int reductions
    cdef public long long next_reduction
    # the longest trail without a conflict
    cdef int longest
    # sweeps over the board
    cdef int[::1] along, level_place
    cdef bint backwards
    cdef long long leg_length, next_leg
    # per cell, for `find_touch`
    cdef int[::1] owner, place

    cdef int advance(self, int conflicts, int propagations) noexcept nogil
    cdef int next_along(self) noexcept nogil
    cdef void turn_sweep(self) noexcept nogil
    cdef bint aims(self) noexcept nogil
    cdef void aim(self) noexcept nogil
    cdef void keep_phases(self) noexcept nogil
    cdef void rephase(self) noexcept nogil
