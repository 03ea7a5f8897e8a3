"""The records of two layers, and the index that finds a successor's record: the memory of a sweep.

    layer   |record|record|...  size states            fresh  the same, fresh_size so far
             record = key, `words` words;              index  |tag, 2|empty|tag, 0|...  open addressing into it
                      terms x limbs of 63 bits

Layers of a million states fit in no cache, and each successor is looked up at a random place.  So successors are listed
in batches, and the memory reads of a batch overlap:

    expand 64 states -> out      foresee: hash all, read all places, read all records      settle: look up, add
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from numlink.engine.guard import OneThread

    def fetch(place: object) -> None:
        """Prefetch the memory at a place: the .pxd has a machine instruction for it."""

    def mixed(hash_: int, word: int) -> int:
        """The hash of a state's words, extended by one word: an odd multiplier, and one of splitmix64 (2014)."""
        hash_ = ((hash_ ^ word) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        return ((hash_ ^ (hash_ >> 32)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF


# 63 ones, the largest value of a limb.
LIMB = cython.declare(cython.ulonglong, 0x7FFFFFFFFFFFFFFF)
# Parts of a trace: the bit for "two or more", and 31 ones, the mask of a source with its links.
MANY = cython.declare(cython.ulonglong, 1 << 62)
ORIGIN = cython.declare(cython.ulonglong, (1 << 31) - 1)
# The source states whose successors are looked up together, so that reads overlap (bench/notes/frontier.md).
BATCH = cython.declare(cython.int, 64)
# An unused entry of the index.
EMPTY = cython.declare(cython.uint, 0xFFFFFFFF)


@cython.cclass
class StateRecords(OneThread):
    """Two layers of records; `Sweep` swaps them and decides what the successors are."""

    def make_room(self, words: int) -> None:
        """Create the arrays for a batch of successors whose keys have `words` words."""
        self.words = words
        self.stride = words + self.terms * self.limbs
        most = BATCH * self.fanout
        self.out, self.out_hash = array("Q", bytes(8 * words * most)), array("Q", bytes(8 * most))
        self.out_links, self.out_shift = array("i", bytes(4 * most)), array("i", bytes(4 * most))
        self.out_end = array("i", bytes(4 * BATCH))

    def ways_traced(self, state: int = 0) -> int:
        """The number of ways into a state of the source layer, by its trace: 1, or 2 for two or more."""
        return 2 if self.layer_store[state * self.stride + self.words] >= MANY else 1

    def reindex(self) -> cython.void:
        """Rebuild the hash index of the fresh layer for the present mask."""
        self.state_mask = cython.cast(cython.uint, self.index_mask >> 1)
        for slot in range(cython.cast(cython.Py_ssize_t, self.index_mask + 1)):
            self.index[slot] = EMPTY
        for state in range(self.fresh_size):
            hash_: cython.ulonglong = 0
            for word in range(self.words):
                hash_ = mixed(hash_, self.fresh[state * self.stride + word])
            at: cython.ulonglong = (hash_ >> 32) & self.index_mask
            while self.index[cython.cast(cython.Py_ssize_t, at)] != EMPTY:
                at = (at + 1) & self.index_mask
            self.index[cython.cast(cython.Py_ssize_t, at)] = self.entry(state, hash_)

    @cython.final
    def entry(self, state: cython.Py_ssize_t, hash_: cython.ulonglong) -> cython.uint:
        """The index entry of a state: | tag | state |; the tag consists of low bits of the hash."""
        low: cython.uint = cython.cast(cython.uint, hash_ & EMPTY)
        return (low & (EMPTY ^ self.state_mask)) | cython.cast(cython.uint, state)

    def foresee(self, fan: cython.int) -> cython.void:
        """Hash the first `fan` successors and prefetch what `place` will read: index entries, then records."""
        for which in range(fan):
            hash_: cython.ulonglong = 0
            for word in range(self.words):
                hash_ = mixed(hash_, self.out[which * self.words + word])
            self.out_hash[which] = hash_
            if cython.compiled:
                fetch(cython.address(self.index[cython.cast(cython.Py_ssize_t, (hash_ >> 32) & self.index_mask)]))
        if cython.compiled:
            for which in range(fan):
                entry: cython.uint = self.index[
                    cython.cast(cython.Py_ssize_t, (self.out_hash[which] >> 32) & self.index_mask)
                ]
                if entry != EMPTY:
                    fetch(cython.address(self.fresh[(entry & self.state_mask) * self.stride]))

    @cython.final
    def place(self, which: cython.int) -> cython.Py_ssize_t:
        """The record in the fresh layer with the key of successor `which`; a new one has the count 0."""
        hash_: cython.ulonglong = self.out_hash[which]
        at: cython.ulonglong = (hash_ >> 32) & self.index_mask
        base: cython.Py_ssize_t = which * self.words
        wanted: cython.uint = self.entry(0, hash_)
        while True:
            entry: cython.uint = self.index[cython.cast(cython.Py_ssize_t, at)]
            if entry == EMPTY:
                break
            if (entry ^ wanted) <= self.state_mask:
                record: cython.Py_ssize_t = (entry & self.state_mask) * self.stride
                same: cython.bint = True
                for word in range(self.words):
                    if self.fresh[record + word] != self.out[base + word]:
                        same = False
                        break
                if same:
                    return record
            at = (at + 1) & self.index_mask
        self.index[cython.cast(cython.Py_ssize_t, at)] = wanted | cython.cast(cython.uint, self.fresh_size)
        record = self.fresh_size * self.stride
        self.fresh_size += 1
        for word in range(self.words):
            self.fresh[record + word] = self.out[base + word]
        for item in range(record + self.words, record + self.stride):
            self.fresh[item] = 0
        return record

    @cython.final
    def add(self, target: cython.Py_ssize_t, source: cython.Py_ssize_t, shift: cython.int) -> cython.void:
        """Add the counts of the record at `source` to those at `target`, `shift` terms further up.

        source   | term 0     | term 1     | ...        a term is `limbs` limbs of 63 bits, the lowest first;
                    +  └──shift──┐                      a carry goes to the next limb; a carry out of the last one
        target   | term 0     | term 1     | ...        restarts the layer with one limb more (`_widen`)
        """
        here: cython.Py_ssize_t = source + self.words
        there: cython.Py_ssize_t = target + self.words + shift * self.limbs
        if self.terms == 1 and self.limbs == 1:
            total: cython.ulonglong = self.fresh[there] + self.layer[here]
            if total > LIMB:
                self.overflow = True
            self.fresh[there] = total & LIMB
            return
        for _ in range(min(self.active, self.terms - shift)):  # no board has more paths than terms
            carry: cython.ulonglong = 0
            for limb in range(self.limbs):
                total = self.fresh[there + limb] + self.layer[here + limb] + carry
                self.fresh[there + limb] = total & LIMB
                carry = total >> 63
            if carry:
                self.overflow = True
            here += self.limbs
            there += self.limbs

    @cython.final
    def trace(self, target: cython.Py_ssize_t, links: cython.int) -> cython.void:
        """Record at `target` the transition from `self.source`, if it is one of the first two."""
        origin: cython.ulonglong = (cython.cast(cython.ulonglong, self.source) << 2 | links) + 1
        trace: cython.ulonglong = self.fresh[target + self.words]
        if trace == 0:
            self.fresh[target + self.words] = origin | (self.layer[self.source * self.stride + self.words] & MANY)
        elif trace >> 31 & ORIGIN == 0:
            self.fresh[target + self.words] = trace | origin << 31 | MANY

    @cython.final
    def has_room(self) -> cython.bint:
        """Whether the fresh layer and its index have room for `fanout` more states."""
        room: cython.longlong = min(self.fresh_capacity, cython.cast(cython.Py_ssize_t, self.index_mask >> 1))
        return self.fresh_size + self.fanout <= room

    def fits(self, limit: cython.longlong, cap: cython.longlong) -> cython.int:
        """The number of source states to expand next, up to `limit`; 0 without room or if `fresh_size` is `cap`."""
        room: cython.longlong = min(self.fresh_capacity, cython.cast(cython.Py_ssize_t, self.index_mask >> 1))
        if self.fresh_size >= cap:
            return 0
        room = min((room - self.fresh_size) // self.fanout, max(1, (cap - self.fresh_size) // self.fanout))
        return cython.cast(cython.int, min(min(room, limit), min(self.size - self.source, BATCH)))

    @cython.final
    def settle_plain(self, first: cython.int, end: cython.int) -> cython.void:
        """`settle_state` for keys of one word and counts of one limb, which are enough for most boards."""
        count: cython.ulonglong = self.layer[2 * self.source + 1]
        mask: cython.ulonglong = self.index_mask
        state_mask: cython.uint = self.state_mask
        for which in range(first, end):
            key: cython.ulonglong = self.out[which]
            hash_: cython.ulonglong = self.out_hash[which]
            at: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, (hash_ >> 32) & mask)
            wanted: cython.uint = cython.cast(cython.uint, hash_ & EMPTY) & (EMPTY ^ state_mask)
            while True:
                entry: cython.uint = self.index[at]
                if entry == EMPTY:
                    record: cython.Py_ssize_t = 2 * self.fresh_size
                    self.index[at] = wanted | cython.cast(cython.uint, self.fresh_size)
                    self.fresh[record] = key
                    self.fresh[record + 1] = count
                    self.fresh_size += 1
                    break
                record = 2 * cython.cast(cython.Py_ssize_t, entry & state_mask)
                if (entry ^ wanted) <= state_mask and self.fresh[record] == key:
                    total: cython.ulonglong = self.fresh[record + 1] + count
                    if total > LIMB:
                        self.overflow = True
                    self.fresh[record + 1] = total & LIMB
                    break
                at = cython.cast(cython.Py_ssize_t, cython.cast(cython.ulonglong, at + 1) & mask)

    @cython.final
    def settle_state(self, first: cython.int, end: cython.int) -> cython.void:
        """Put the successors of the source state, `first` to `end` of the batch, into the fresh layer."""
        for which in range(first, end):
            target: cython.Py_ssize_t = self.place(which)
            if self.saturate:
                self.trace(target, self.out_links[which])
                continue
            self.add(target, self.source * self.stride, self.out_shift[which])
            if self.active + self.out_shift[which] > self.shifted:
                self.shifted = min(self.terms, self.active + self.out_shift[which])
            if self.keep:
                self.successors[self.source * self.fanout + which - first] = (
                    cython.cast(cython.int, target // self.stride) << 2
                ) | self.out_links[which]
