from numlink.engine.guard cimport OneThread

cdef extern from *:
    """
    #if defined(_MSC_VER)
    static void fetch(const void *place) { (void) place; }
    #else
    static inline void fetch(const void *place) { __builtin_prefetch(place); }
    #endif
    static inline unsigned long long mixed(unsigned long long hash, unsigned long long word) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
        return (hash ^ (hash >> 32)) * 0xBF58476D1CE4E5B9ULL;
    }
    """
    void fetch(const void *place) noexcept nogil
    unsigned long long mixed(unsigned long long hash, unsigned long long word) noexcept nogil

cdef class StateRecords(OneThread):
    cdef readonly int words, limbs, terms, fanout
    cdef readonly bint census, saturate, keep
    cdef readonly Py_ssize_t size
    cdef int stride, active, shifted, fan
    cdef unsigned int state_mask
    cdef readonly Py_ssize_t source
    cdef Py_ssize_t fresh_size, capacity, fresh_capacity, index_capacity
    cdef unsigned long long index_mask
    cdef unsigned long long[::1] layer, fresh
    cdef unsigned int[::1] index
    cdef int[::1] successors
    cdef unsigned long long[::1] out, out_hash
    cdef int[::1] out_links, out_shift, out_end
    cdef bint overflow
    cdef object layer_store, fresh_store, index_store
    cdef unsigned int entry(self, Py_ssize_t state, unsigned long long hash_) noexcept nogil
    cdef void foresee(self, int fan) noexcept nogil
    cdef Py_ssize_t place(self, int which) noexcept nogil
    cdef void add(self, Py_ssize_t target, Py_ssize_t source, int shift) noexcept nogil
    cdef void trace(self, Py_ssize_t target, int links) noexcept nogil
    cdef bint has_room(self) noexcept nogil
    cdef int fits(self, long long limit, long long cap) noexcept nogil
    cdef void settle_plain(self, int first, int end) noexcept nogil
    cdef void settle_state(self, int first, int end) noexcept nogil
    cdef void reindex(self) noexcept nogil
