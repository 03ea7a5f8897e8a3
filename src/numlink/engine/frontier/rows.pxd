from numlink.engine.frontier.records cimport fetch, mixed
from numlink.engine.guard cimport OneThread

cdef class Rows(OneThread):
    cdef readonly int width, height, cell, status
    cdef readonly long long visited
    cdef readonly Py_ssize_t size, peak
    cdef public long long cap_bytes
    cdef int last, slots, words, total
    cdef long long begun
    cdef readonly bint exploring
    cdef double part
    cdef Py_ssize_t beam
    cdef readonly object states
    cdef object work_left, aside, explored
    cdef unsigned char[::1] work
    cdef unsigned long long[::1] keys, fresh_keys, batch_keys
    cdef unsigned char[::1] counts, fresh_counts, batch_counts
    cdef long long[::1] batch_slots
    cdef int batched
    cdef Py_ssize_t source, fresh_size, room, fresh_room
    cdef unsigned long long mask
    cdef int[::1] index
    cdef void enlarge(self) noexcept with gil
    cdef Py_ssize_t slot_of(self, unsigned long long[::1] keys, Py_ssize_t base) noexcept nogil
    cdef void reindex(self) noexcept nogil
    cdef void keep(self, int count) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void run(self, long long limit) noexcept nogil
    cdef void expand(self, int count) noexcept nogil
