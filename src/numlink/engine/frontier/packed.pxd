from numlink.engine.frontier.codes cimport CLOSE, OPEN, PAIR, ByteSlots

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int lowest_bit(unsigned long long word) { unsigned long at; _BitScanForward64(&at, word); return (int) at; }
    static int highest_bit(unsigned long long word) { unsigned long at; _BitScanReverse64(&at, word); return (int) at; }
    #else
    static inline int lowest_bit(unsigned long long word) { return __builtin_ctzll(word); }
    static inline int highest_bit(unsigned long long word) { return 63 - __builtin_clzll(word); }
    #endif
    """
    int lowest_bit(unsigned long long word) noexcept nogil
    int highest_bit(unsigned long long word) noexcept nogil

cdef unsigned long long zeroes(unsigned long long packed) noexcept nogil
cdef unsigned long long same(unsigned long long packed, unsigned long long code) noexcept nogil
cdef unsigned long long depths(unsigned long long packed) noexcept nogil
cdef unsigned long long spread(unsigned long long packed, unsigned long long top) noexcept nogil

cdef class PackedSlots(ByteSlots):
    cdef public bint packed
    cdef int lowest_open, closing
    cdef int rim_length
    cdef unsigned long long[::1] chord_ends, chord_spans
    cdef int mate_packed(self, unsigned long long packed, int slot) noexcept nogil
    cdef unsigned long long pairs_among(self, unsigned long long packed) noexcept nogil
    cdef unsigned long long renamed_packed(self, unsigned long long packed) noexcept nogil
    cdef bint crossed_packed(self, unsigned long long packed) noexcept nogil
