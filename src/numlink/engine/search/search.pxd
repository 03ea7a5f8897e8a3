cdef class Search:
    cdef readonly int cell_count, link_count
    cdef readonly bint consistent
    cdef readonly long long conflicts, decisions, propagations
    cdef bint touching
    # the graph
    cdef int[::1] ends, number, degree, first_slot, slots
    # degree and path propagators
    cdef int[::1] on_count, left, taken, mate, label, joins
    cdef int join_count
    # trail and levels
    cdef signed char[::1] truth, phase, target, seen
    cdef int[::1] level_of, reason_of, position_of, head_of, trail, level_start, level_joins, level_stamp
    cdef int trail_size, head, level, stamp
    cdef int longest, rephasings
    cdef long long next_rephasing
    cdef bint aims(self) noexcept nogil
    cdef void aim(self) noexcept nogil
    cdef void rephase(self) noexcept nogil
    # order of decisions
    cdef double[::1] activity
    cdef double increment
    cdef int[::1] heap, heap_index
    cdef int heap_size
    # analysis
    cdef int[::1] buffer, learnt, marked, stack
    cdef int buffer_size, learnt_size, marked_size
    # clauses
    cdef int[::1] arena, watches, watch_start, watch_size, watch_room
    cdef int arena_room, arena_end, watches_room, watches_end
    cdef readonly int learned_count
    # assumptions and schedule
    cdef int[::1] assumed, owner, place
    cdef int assumed_count, until_restart, restarts
    cdef readonly int reductions
    cdef public long long next_reduction

    cdef void lay_out(self)
    cdef void put_clause(self, int[::1] source, int start, int size, bint watch)
    cdef void grow_arena(self, int room) noexcept with gil
    cdef void grow_watches(self, int room, int kept) noexcept with gil
    cdef int store_clause(self, int glue) noexcept nogil
    cdef void watch_clause(self, int ref) noexcept nogil
    cdef void add_watch(self, int literal, int blocker, int tag) noexcept nogil
    cdef bint is_reason(self, int ref) noexcept nogil
    cdef void reduce(self) noexcept nogil
    cdef void lay_watches(self) noexcept nogil
    cdef void sift_up(self, int index) noexcept nogil
    cdef void sift_down(self, int index) noexcept nogil
    cdef int pop_undecided(self) noexcept nogil
    cdef void bump(self, int link) noexcept nogil
    cdef void enqueue(self, int literal, int reason) noexcept nogil
    cdef void open_level(self) noexcept nogil
    cdef void cancel(self, int level) noexcept nogil
    cdef bint check_degree(self, int cell) noexcept nogil
    cdef bint join(self, int link, int u, int v) noexcept nogil
    cdef bint propagate(self) noexcept nogil
    cdef void collect(self, int cell, int kind, int before) noexcept nogil
    cdef void collect_fragment(self, int cell, int link, int head) noexcept nogil
    cdef void explain(self, int literal) noexcept nogil
    cdef void mark(self, int link) noexcept nogil
    cdef int analyze(self) noexcept nogil
    cdef void minimise(self) noexcept nogil
    cdef bint is_implied(self, int literal) noexcept nogil
    cdef int count_levels(self) noexcept nogil
    cdef bint resolve(self) noexcept nogil
    cdef void blame(self) noexcept nogil
    cdef bint find_touch(self) noexcept nogil
    cdef int luby(self, int index) noexcept nogil
    cdef int advance(self, int conflicts, int propagations) noexcept nogil
