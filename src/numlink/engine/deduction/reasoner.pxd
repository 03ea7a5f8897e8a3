from numlink.engine.deduction.assignment cimport A1, A10, A11, A4, A5, A6, A7, A8, A9, L1, N1, N2, N3, U1, U2
from numlink.engine.deduction.deduction cimport Deduction
from numlink.engine.deduction.borders cimport Borders
from numlink.engine.deduction.cuts cimport Cuts
from numlink.engine.deduction.faces cimport Faces
from numlink.engine.deduction.labels cimport LabelDomains
from numlink.engine.deduction.lines cimport Lines
from numlink.engine.deduction.reroutes cimport Reroutes
from numlink.engine.deduction.touch cimport Touching

cdef class Reasoner:
    cdef readonly Deduction position
    cdef readonly object terrain
    cdef readonly LabelDomains domains
    cdef Cuts cuts
    cdef Borders borders
    cdef Lines lines
    cdef Faces faces
    cdef Touching touching
    cdef Reroutes reroutes
    cdef int[::1] hits, inner_hits, scanned, tier_start
    cdef unsigned char[::1] idle, inner_idle, truth
    cdef readonly int length, decided
    cdef bint settled, aligned
    cdef int best, resume
    cdef void scan_rule(self, int rule) noexcept nogil
    cdef void scan_tier(self, int tier) noexcept nogil
    cdef int propose_round(self, int top) noexcept nogil
    cdef bint propose_ahead(self, int strength) noexcept nogil
    cdef int follow(self, int strength, int limit) noexcept nogil
    cdef int attempt(self, int link, int value, int strength, int limit, unsigned char[::1] idle) noexcept nogil
    cdef void restore(self, int mark) noexcept nogil
    cdef int dig(self, int limit) noexcept nogil
    cdef int collect(self, int strength, int limit, int[::1] hits, unsigned char[::1] idle, bint inside) noexcept nogil
