"""The base of frontier counts: layers of merged states, exact counts, kept layers, slices of counted work.

The board is swept cell by cell, row by row.  A *state* holds all that the rest of the board needs to know of the swept
part; equal states merge and their counts add.  A subclass knows what a state is and lists its successors (`expand`);
this class owns the layers:

    source layer (before a cell)                       fresh layer (after it)
    keys    |w0 w1|w0 w1|w0 w1| ...  size states       fresh_keys, fresh_counts  the same, fresh_size so far
    counts  |record|record|...                         index  |-1|2|-1|0|...     open addressing into the fresh layer
             record = terms x limbs of 63 bits

    limb   63 bits, so that the sum of two and a carry fits a machine word, and uncompiled Python computes the same.
           A carry out of the highest limb restarts the layer with one limb more: counts are exact at any size.
    term   the count for one number of finished paths (census); otherwise there is one term.

With `keep`, each layer leaves its successor lists behind: `fanout` integers for each state, index << 2 | links, or -1
for none; links: 1 right, 2 down.  `layers` needs no more for samples, heat maps and witnesses.

With `saturate` nothing is counted: a record is its state's *trace*, the first two transitions into it.  The traces of
all layers stay while there is room, so that two solutions can be read off backwards without a second sweep:

    | 1: two or more lead here | 31: second source << 2 | links, plus 1 | 31: first source << 2 | links, plus 1 |

Rejected: one sweep for all graphs.  It would permute the slots at every cell, where a rectangle needs two fixed slots
and one shift a row; `course` sweeps graphs link by link.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import link_places

if not cython.compiled:
    from numlink.engine.guard import OneThread

PAUSED = 0
"""Work is left: call `advance` again."""
DONE = 1
"""Finished: `totals()` is the answer."""
FULL = 2
"""`cap` or `cap_bytes` was reached.  Raise it and call `advance` again, or give up."""

# 63 ones, the largest value of a limb.
LIMB = cython.declare(cython.ulonglong, 0x7FFFFFFFFFFFFFFF)
# 64 ones: cuts products to a machine word when uncompiled, where integers have no limit.
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
# Odd multipliers of the hash of a state's words: 2**64 over the golden ratio, and one of splitmix64 (Steele 2014).
MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
TURN = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
# Parts of a trace: the bit "two or more", and 31 ones, the mask of one source with its links.
MANY = cython.declare(cython.ulonglong, 1 << 62)
ORIGIN = cython.declare(cython.ulonglong, (1 << 31) - 1)

BLOCK = 32
"""How many successive states a thinned layer keeps or drops together: states that merge mostly stand close."""

# Why `run` returned: an array is full, a count outgrew its limbs, the layer is done, the slice of work is done.
_ROOM = cython.declare(cython.int, 3)
_OVERFLOW = cython.declare(cython.int, 4)
_LAYER = cython.declare(cython.int, 5)
_SLICE = cython.declare(cython.int, 6)


def enlarged(store: array[int], length: int) -> array[int]:
    """A copy of `store` with zeroes behind it, `length` entries in all."""
    fresh = array(store.typecode, bytes(store.itemsize * length))
    fresh[: len(store)] = store
    return fresh


@cython.cclass
class Sweep(OneThread):
    """One sweep over one board; a subclass says in `expand` what a state is.

    `cells` row by row: 0 empty, -1 solid, k an endpoint of number k (each exactly twice).  `links` (optional, scan
    order): 1 the link is on, -1 it is off, 0 open.  `keep` keeps the layers for `layers`.  `saturate` counts 0, 1, 2 =
    "two or more", and keeps traces.  `census` lets every path choose its ends and counts by number of paths.
    `ahead=False` also makes states with which the next cell can do nothing, for comparison.  `beam` above 0 thins every
    layer to about that many states: nothing is counted then, and `likely` estimates the states of the whole sweep.
    Raises ValueError for input of a wrong length or a number that does not occur twice.
    """

    def __init__(
        self,
        width: int,
        height: int,
        cells: list[int],
        *,
        fill: bool = True,
        links: list[int] | None = None,
        keep: bool = False,
        saturate: bool = False,
        census: bool = False,
        beam: int = 0,
        ahead: bool = True,
        cap: int = 20_000_000,
        cap_bytes: int = 2_000_000_000,
    ) -> None:
        OneThread.__init__(self)
        if len(cells) != width * height:
            raise ValueError(f"a board of {width}x{height} needs {width * height} cells, got {len(cells)}")
        self.width, self.height = width, height
        self.fill, self.keep, self.saturate, self.census = fill, keep, saturate, census
        self.cap, self.cap_bytes = cap, cap_bytes
        self.cells = array("i", cells)
        self._permit(list(cells), links)
        self.terms = (sum(1 for cell in cells if cell >= 0) // 2 + 1) if census else 1
        self.limbs = 1
        self.fanout = 4 if census else 2
        self.kept = []
        self.traces = [array("Q", [0])] if saturate else None
        self.beam, self.ahead = beam, ahead
        self.share = 1.0
        self.likely = 0.0
        self.visited = self.stored = 0
        self.status = PAUSED

    def _permit(self, cells: list[int], links: list[int] | None) -> None:
        """Set for every cell which of its links right (1) and down (2) may be on, `may`, and must be on, `must`."""
        self.link_places = link_places(self.width, self.height, cells)
        if links is not None and len(links) != len(self.link_places):
            raise ValueError(f"this board has {len(self.link_places)} links, got states for {len(links)}")
        may, must = array("i", [0] * len(cells)), array("i", [0] * len(cells))
        for link, place in enumerate(self.link_places):
            state = links[link] if links is not None else 0
            bit = 1 + (place & 1)
            may[place >> 1] |= bit if state >= 0 else 0
            must[place >> 1] |= bit if state > 0 else 0
        self.may, self.must = may, must

    def _begin(self, words: int, *, hopeless: bool) -> None:
        """Make the layer before the first cell: one empty state, counted once; a key has `words` words.

        `hopeless`: the sweep is DONE at once and counts 0, as there is no solution.
        """
        self.words = words
        self.out = array("Q", bytes(8 * words * self.fanout))
        self.out_links = array("i", bytes(4 * self.fanout))
        self.out_shift = array("i", bytes(4 * self.fanout))
        record = self.terms * self.limbs
        self.capacity = self.fresh_capacity = 256
        self.keys_store = array("Q", bytes(8 * words * 256))
        self.fresh_keys_store = array("Q", bytes(8 * words * 256))
        self.counts_store = array("Q", bytes(8 * record * 256))
        self.fresh_counts_store = array("Q", bytes(8 * record * 256))
        self.counts_store[0] = 0 if self.saturate else 1
        self.index_capacity = 1024
        self.index_store = array("i", bytes(4 * 1024))
        self._attach()
        self.size = self.peak = 0 if hopeless else 1
        # terms in use in the source layer, and in the fresh one so far
        self.active = self.shifted = 1
        self.cell = self.width * self.height if hopeless else 0
        self._open_layer()

    def _attach(self) -> None:
        """Take new views of the arrays after one was replaced."""
        self.keys, self.counts = self.keys_store, self.counts_store
        self.fresh_keys, self.fresh_counts = self.fresh_keys_store, self.fresh_counts_store
        self.index = self.index_store

    def _open_layer(self) -> None:
        """Prepare to expand the source layer over `cell`, from its first state; DONE behind the last cell."""
        if self.cell == self.width * self.height:
            self.status = DONE
            return
        if 0 < 2 * self.beam < self.size:
            self._thin()
        self.likely += self.size / self.share
        self.row, self.column = divmod(self.cell, self.width)
        self.last_column = self.column == self.width - 1
        self.kind = self.cells[self.cell]
        self.allowed, self.forced = self.may[self.cell], self.must[self.cell]
        self._enter_cell()
        self._restart_layer()

    def _enter_cell(self) -> None:
        """For a subclass: compute figures that depend on the cell only."""

    def _thin(self) -> None:
        """Keep of the source layer every k-th block of BLOCK states, so that about `beam` states are left."""
        words, stride = self.words, self.size // self.beam
        before, left = self.size, array("Q")
        for first in range(0, before, BLOCK * stride):
            left.extend(self.keys_store[first * words : min(first + BLOCK, before) * words])
        self.keys_store[: len(left)] = left
        self.size = len(left) // words
        self.share *= self.size / before
        self._attach()

    def _restart_layer(self) -> None:
        """Empty the fresh layer and expand the source layer from its first state."""
        self.source = self.fresh_size = 0
        self.overflow = False
        if self.keep:
            self.successors_store = array("i", [-1]) * (self.size * self.fanout)
            self.successors = self.successors_store
        mask = 63
        while mask < 3 * self.size and mask + 1 < self.index_capacity:
            mask = 2 * mask + 1
        self.index_mask = mask
        self.reindex()

    def _close_layer(self) -> None:
        """Go on to the next cell: the fresh layer becomes the source."""
        if self.keep:
            self.kept.append(self.successors_store)
            self.stored += len(self.successors_store)
        self.keys_store, self.fresh_keys_store = self.fresh_keys_store, self.keys_store
        self.counts_store, self.fresh_counts_store = self.fresh_counts_store, self.counts_store
        self.capacity, self.fresh_capacity = self.fresh_capacity, self.capacity
        # the views change places, too: to take new ones of all arrays is a third of the time of a layer of ten states
        self.keys, self.fresh_keys = self.fresh_keys, self.keys
        self.counts, self.fresh_counts = self.fresh_counts, self.counts
        self.size = self.fresh_size
        if self.traces is not None:
            self.traces.append(self.counts_store[: self.size])
            self.stored += 2 * self.size
        self.peak = max(self.peak, self.size)
        self.active = self.shifted
        self.cell += 1
        if self.size == 0:  # no state is left, so there is no solution
            self.cell = self.width * self.height
        self._open_layer()

    def memory(self) -> int:
        """Bytes held by the layers."""
        record = 8 * (self.words + self.terms * self.limbs)
        return record * (self.capacity + self.fresh_capacity) + 4 * self.index_capacity + 4 * self.stored

    def _crowded(self, more: int) -> bool:
        """Whether `more` bytes would exceed `cap_bytes`; frees the traces first if they would."""
        if self.traces is not None and self.memory() + more > self.cap_bytes:
            self.traces, self.stored = None, 0
        return self.memory() + more > self.cap_bytes

    def _enlarge(self) -> bool:
        """Double the room of the fresh layer, its index or both; False when `cap` or `cap_bytes` forbids it."""
        record = 8 * (self.words + self.terms * self.limbs)
        if self.fresh_size >= self.cap or self._crowded(record * self.fresh_capacity):
            return False
        if self.fresh_size + self.fanout > self.fresh_capacity:
            self.fresh_capacity *= 2
            self.fresh_keys_store = enlarged(self.fresh_keys_store, self.fresh_capacity * self.words)
            self.fresh_counts_store = enlarged(self.fresh_counts_store, self.fresh_capacity * self.terms * self.limbs)
        if 2 * (self.fresh_size + self.fanout) > self.index_mask:
            if 2 * self.index_mask + 2 > self.index_capacity:
                self.index_capacity *= 2
                self.index_store = array("i", bytes(4 * self.index_capacity))
            self.index_mask = 2 * self.index_mask + 1
            self._attach()
            self.reindex()
        self._attach()
        return True

    def _widen(self) -> None:
        """Give every count one limb more and begin the layer again."""
        old, new, size = self.limbs, self.limbs + 1, self.size * self.terms
        wide = array("Q", bytes(8 * self.capacity * self.terms * new))
        for limb in range(old):
            wide[limb : size * new : new] = self.counts_store[limb : size * old : old]
        self.limbs = new
        self.counts_store = wide
        self.fresh_counts_store = array("Q", bytes(8 * self.fresh_capacity * self.terms * new))
        self._attach()
        self._restart_layer()

    def advance(self, states: int) -> int:
        """Expand about `states` more states; returns PAUSED, DONE or FULL.  50 000 states take about 5 ms compiled."""
        limit: cython.longlong
        code: cython.int
        self.claim()
        try:
            limit = self.visited + states
            while self.status != DONE:
                with cython.nogil:
                    code = self.run(limit)
                if code == _SLICE:
                    return PAUSED
                if code == _ROOM:
                    if not self._enlarge():
                        return FULL
                elif code == _OVERFLOW:
                    self._widen()
                else:
                    self._close_layer()
                    if self._crowded(0) and self.keep:
                        return FULL
        finally:
            self.release()
        return DONE

    def totals(self) -> list[int]:
        """One count or, in a census, the counts by number of finished paths; with `saturate` 2 means two or more.

        Raises ValueError before DONE.
        """
        self.expect_idle()
        if self.status != DONE:
            raise ValueError("the sweep is not done: call advance until it returns DONE")
        if self.size == 0:
            return [0] * self.terms
        if self.saturate:
            return [2 if self.counts_store[0] >= MANY else 1]
        values = []
        for term in range(self.terms):
            limbs = self.counts_store[term * self.limbs : (term + 1) * self.limbs]
            values.append(sum(int(limb) << (63 * place) for place, limb in enumerate(limbs)))
        return values

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(self, source: cython.Py_ssize_t) -> cython.void:
        """For a subclass: list the `fan` successors of a state in `out`, `out_links` and `out_shift`."""
        self.fan = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reindex(self) -> cython.void:
        """Build the hash index of the fresh layer anew for the present mask."""
        at: cython.ulonglong
        hash_: cython.ulonglong
        state: cython.Py_ssize_t
        word: cython.int
        slot: cython.Py_ssize_t
        for slot in range(cython.cast(cython.Py_ssize_t, self.index_mask + 1)):
            self.index[slot] = -1
        for state in range(self.fresh_size):
            hash_ = 0
            for word in range(self.words):
                hash_ = ((hash_ ^ self.fresh_keys[state * self.words + word]) * MIX) & WORD
                hash_ = ((hash_ ^ (hash_ >> 32)) * TURN) & WORD
            at = (hash_ >> 29) & self.index_mask
            while self.index[cython.cast(cython.Py_ssize_t, at)] >= 0:
                at = (at + 1) & self.index_mask
            self.index[cython.cast(cython.Py_ssize_t, at)] = state

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def place(self, which: cython.int) -> cython.Py_ssize_t:
        """The state of the fresh layer whose key is successor `which`; added with count 0 when it is new.

            index   |-1| 2|-1| 0| 1|-1|       hash & mask is the place to begin at; a place that holds another key
                           ^──>               leads to the next one, round the end; -1: the key is new and goes here

        At most half of the index is in use (`run` asks for room before that), so a search ends soon.
        """
        hash_: cython.ulonglong = 0
        at: cython.ulonglong
        base: cython.Py_ssize_t = which * self.words
        state: cython.Py_ssize_t
        word: cython.int
        item: cython.Py_ssize_t
        same: cython.bint
        for word in range(self.words):
            hash_ = ((hash_ ^ self.out[base + word]) * MIX) & WORD
            hash_ = ((hash_ ^ (hash_ >> 32)) * TURN) & WORD
        at = (hash_ >> 29) & self.index_mask
        while True:
            state = self.index[cython.cast(cython.Py_ssize_t, at)]
            if state < 0:
                break
            same = True
            for word in range(self.words):
                if self.fresh_keys[state * self.words + word] != self.out[base + word]:
                    same = False
                    break
            if same:
                return state
            at = (at + 1) & self.index_mask
        state = self.fresh_size
        self.index[cython.cast(cython.Py_ssize_t, at)] = state
        self.fresh_size += 1
        for word in range(self.words):
            self.fresh_keys[state * self.words + word] = self.out[base + word]
        for item in range(state * self.terms * self.limbs, (state + 1) * self.terms * self.limbs):
            self.fresh_counts[item] = 0
        return state

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, target: cython.Py_ssize_t, source: cython.Py_ssize_t, shift: cython.int) -> cython.void:
        """Add the counts of state `source` to those of `target`, `shift` terms further up.

        source   | term 0     | term 1     | ...        a term is `limbs` limbs of 63 bits, the lowest first;
                    +  └──shift──┐                      a carry goes to the next limb; a carry out of the last one
        target   | term 0     | term 1     | ...        begins the layer again with one limb more (`_widen`)
        """
        total: cython.ulonglong
        carry: cython.ulonglong
        here: cython.Py_ssize_t
        there: cython.Py_ssize_t
        term: cython.int
        limb: cython.int
        if self.terms == 1 and self.limbs == 1:
            total = self.fresh_counts[target] + self.counts[source]
            if total > LIMB:
                self.overflow = True
            self.fresh_counts[target] = total & LIMB
            return
        for term in range(self.active):
            here = (source * self.terms + term) * self.limbs
            there = (target * self.terms + term + shift) * self.limbs
            carry = 0
            for limb in range(self.limbs):
                total = self.fresh_counts[there + limb] + self.counts[here + limb] + carry
                self.fresh_counts[there + limb] = total & LIMB
                carry = total >> 63
            if carry:
                self.overflow = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def trace(self, target: cython.Py_ssize_t, source: cython.Py_ssize_t, links: cython.int) -> cython.void:
        """Note in the record of `target` the transition from `source`, if it is one of the first two."""
        origin: cython.ulonglong = (cython.cast(cython.ulonglong, source) << 2 | links) + 1
        trace: cython.ulonglong = self.fresh_counts[target]
        if trace == 0:
            self.fresh_counts[target] = origin | (self.counts[source] & MANY)
        elif trace >> 31 & ORIGIN == 0:
            self.fresh_counts[target] = trace | origin << 31 | MANY

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def run(self, limit: cython.longlong) -> cython.int:
        """Expand source states until layer or slice ends, room is lacking or a count overflows; tells which (_ROOM)."""
        which: cython.int
        target: cython.Py_ssize_t
        while self.source < self.size:
            if self.visited >= limit:
                return _SLICE
            if (
                self.fresh_size + self.fanout > self.fresh_capacity
                or 2 * (self.fresh_size + self.fanout) > cython.cast(cython.Py_ssize_t, self.index_mask)
                or self.fresh_size >= self.cap
            ):
                return _ROOM
            self.expand(self.source)
            for which in range(self.fan):
                target = self.place(which)
                if self.saturate:
                    self.trace(target, self.source, self.out_links[which])
                    continue
                self.add(target, self.source, self.out_shift[which])
                if self.active + self.out_shift[which] > self.shifted:
                    self.shifted = min(self.terms, self.active + self.out_shift[which])
                if self.keep:
                    self.successors[self.source * self.fanout + which] = (
                        cython.cast(cython.int, target) << 2
                    ) | self.out_links[which]
            if self.overflow:
                return _OVERFLOW
            self.source += 1
            self.visited += 1
        return _LAYER
