"""The base of frontier counts: layers of merged states, exact counts, kept layers, slices of counted work.

The board is swept cell by cell, row by row.  A *state* holds all that the rest of the board needs to know of the swept
part; equal states merge and their counts add up.  A subclass lists its successors (`expand`); `records` stores them:

    source layer (before a cell) ──expand──> fresh layer (after it), which becomes the source layer

    limb   63 bits, so that the sum of two and a carry fits a machine word.  A carry out of the highest limb restarts
           the layer with one limb more, so counts are exact at any size.
    term   the count for one number of finished paths (census); otherwise there is one term.

With `keep`, each layer leaves its successor lists behind: `fanout` integers for each state, index << 2 | links, or -1
for none; links: 1 right, 2 down.  With `saturate` nothing is counted: a record is its state's *trace*, the first two
transitions into it.  The traces of all layers stay while there is room, so that two solutions can be read backwards:

    | 1: two or more lead here | 31: second source << 2 | links, plus 1 | 31: first source << 2 | links, plus 1 |
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import link_places

if not cython.compiled:
    from numlink.engine.frontier.records import StateRecords

    ROOM, OVERFLOW, LAYER, SLICE = 3, 4, 5, 6

# Work is left: call `advance` again.
PAUSED = 0
# Finished: `totals()` is the answer.
DONE = 1
# `cap` or `cap_bytes` is reached: raise it and call `advance` again, or give up.
FULL = 2
# The number of successive states that a thinned layer keeps or drops together: states that merge are mostly near.
BLOCK = cython.declare(cython.int, 32)


def enlarged(store: array[int], length: int) -> array[int]:
    """A copy of `store` padded with zeroes to `length` entries."""
    fresh = array(store.typecode, bytes(store.itemsize * length))
    fresh[: len(store)] = store
    return fresh


@cython.cclass
class Sweep(StateRecords):
    """One sweep over one board; a subclass defines in `expand` what a state is.

    `cells`: 0 empty, -1 solid, k an endpoint; `links` (optional): 1 on, -1 off, 0 open; ValueError for wrong lengths.
    `keep`: keeps the layers for `layers`.  `saturate`: counts 0, 1, 2 = "two or more", with traces.  `census`: every
    path chooses its ends, counts are by number of paths.  `beam`: thins every layer to about that many states; `likely`
    then estimates the work of the whole sweep, `guesses[cell]` (the states before a cell, the work up to there).
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
        cap: int = 20_000_000,
        cap_bytes: int = 2_000_000_000,
    ) -> None:
        StateRecords.__init__(self)
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
        self.beam, self.block = beam, BLOCK
        self.guesses = {}
        self.halt = -1
        self.share = 1.0
        self.likely = 0.0
        self.visited = self.begun = self.stored = 0
        self.status = PAUSED

    def _permit(self, cells: list[int], links: list[int] | None) -> None:
        """Set for every cell which of its links right (1) and down (2) may be on (`may`) and must be on (`must`)."""
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
        """Create the layer before the first cell: one empty state, keys of `words` words; DONE if `hopeless`."""
        self.make_room(words)
        self.capacity = self.fresh_capacity = 256
        self.layer_store = array("Q", bytes(8 * self.stride * 256))
        self.fresh_store = array("Q", bytes(8 * self.stride * 256))
        self.layer_store[words] = 0 if self.saturate else 1
        self.index_capacity = 1024
        self.index_store = array("I", bytes(4 * 1024))
        self._attach()
        self.size = self.peak = 0 if hopeless else 1
        # terms in use in the source layer, and in the fresh one so far
        self.active = self.shifted = 1
        self.cell = self.width * self.height if hopeless else 0
        self._open_layer()

    def _attach(self) -> None:
        """Take new views of the arrays after one was replaced."""
        self.layer, self.fresh, self.index = self.layer_store, self.fresh_store, self.index_store

    def _open_layer(self) -> None:
        """Prepare to expand the source layer over `cell`, from its first state; DONE after the last cell."""
        if self.cell == self.width * self.height:
            self.status = DONE
            return
        if 0 < 2 * self.beam < self.size:
            self._thin()
        if self.beam:
            self.guesses[self.cell] = self.size / self.share, self.likely
        self.begun = self.visited
        self.row, self.column = divmod(self.cell, self.width)
        self.last_column = self.column == self.width - 1
        self.kind = self.cells[self.cell]
        self.allowed, self.forced = self.may[self.cell], self.must[self.cell]
        self._enter_cell()
        self._restart_layer()

    def _enter_cell(self) -> None:
        """For a subclass: compute what depends only on the cell."""

    def _thin(self) -> None:
        """Keep only every k-th block of states of the source layer, so that about `beam` states are left."""
        before = self.size
        left = self._sampled(self)
        self.layer_store[: len(left)] = left
        self.size = len(left) // self.stride
        self.share *= float(self.size) / float(before)
        self._attach()

    def _sampled(self, sweep: Sweep) -> array[int]:
        """Every k-th block of records of the source layer of a sweep, about `beam` states in all."""
        step, stride, block = max(1, sweep.size // self.beam), sweep.stride, min(self.block, self.beam)
        left = array("Q")
        for first in range(block * step // 2 - block // 2, sweep.size, block * step):
            left.extend(sweep.layer_store[first * stride : min(first + block, sweep.size) * stride])
        return left

    def follow(self, sweep: Sweep) -> None:
        """Continue from the source layer of another sweep of the board, thinned; `likely` counts from there."""
        if sweep.cell == 0:
            return
        while self.cell < sweep.cell - 1:
            self.cell += 1
            self._open_layer()
        states = self._sampled(sweep)
        self.size = len(states) // sweep.stride
        self.share = float(self.size) / float(max(1, sweep.size))
        self.capacity = max(256, self.size)
        self.layer_store = array("Q", bytes(8 * self.stride * self.capacity))
        for word in range(self.words):
            self.layer_store[word : self.size * self.stride : self.stride] = states[word :: sweep.stride]
        self.guesses.clear()
        self._attach()
        self.cell += 1
        self._open_layer()

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
        """Go on to the next cell: the fresh layer becomes the source layer."""
        if self.keep:
            self.kept.append(self.successors_store)
            self.stored += len(self.successors_store)
        self.likely += (self.visited - self.begun) / self.share
        self.layer_store, self.fresh_store = self.fresh_store, self.layer_store
        self.capacity, self.fresh_capacity = self.fresh_capacity, self.capacity
        # the views are swapped too, which is cheaper than taking new ones
        self.layer, self.fresh = self.fresh, self.layer
        self.size = self.fresh_size
        if self.traces is not None:
            self.traces.append(self.layer_store[self.words : self.size * self.stride : self.stride])
            self.stored += 2 * self.size
        self.peak = max(self.peak, self.size)
        self.active = self.shifted
        self.cell += 1
        if self.size == 0:  # no state is left, so there is no solution
            self.cell = self.width * self.height
        self._open_layer()

    def memory(self) -> int:
        """Bytes held by the layers."""
        return 8 * self.stride * (self.capacity + self.fresh_capacity) + 4 * self.index_capacity + 4 * self.stored

    def _crowded(self, more: int) -> bool:
        """Whether `more` bytes would exceed `cap_bytes`; frees the traces first if they would."""
        if self.traces is not None and self.memory() + more > self.cap_bytes:
            self.traces, self.stored = None, 0
        return self.memory() + more > self.cap_bytes

    def _enlarge(self) -> bool:
        """Double the room of the fresh layer, its index or both; return False if `cap` or `cap_bytes` forbids it."""
        if self.fresh_size >= self.cap or self._crowded(8 * self.stride * self.fresh_capacity):
            return False
        self.enlarge()
        return True

    def enlarge(self) -> cython.void:
        """Double the room of the fresh layer, its index or both."""
        if self.fresh_size + self.fanout > self.fresh_capacity:
            self.fresh_capacity *= 2
            self.fresh_store = enlarged(self.fresh_store, self.fresh_capacity * self.stride)
        if 2 * (self.fresh_size + self.fanout) > self.index_mask:
            if 2 * self.index_mask + 2 > self.index_capacity:
                self.index_capacity *= 2
                self.index_store = array("I", bytes(4 * self.index_capacity))
            self.index_mask = 2 * self.index_mask + 1
            self._attach()
            self.reindex()
        self._attach()

    def _widen(self) -> None:
        """Give every count one limb more and restart the layer."""
        old, words, limbs, end = self.stride, self.words, self.limbs, self.size * self.stride
        self.limbs += 1
        self.stride = words + self.terms * self.limbs
        wide = array("Q", bytes(8 * self.capacity * self.stride))
        for item in range(old):
            term, limb = divmod(item - words, limbs)
            there = item if item < words else words + term * self.limbs + limb
            wide[there : self.size * self.stride : self.stride] = self.layer_store[item:end:old]
        self.layer_store = wide
        self.fresh_store = array("Q", bytes(8 * self.fresh_capacity * self.stride))
        self._attach()
        self._restart_layer()

    def advance(self, states: int) -> int:
        """Expand about `states` more states (50 000 take 5 ms); return DONE, FULL or PAUSED, also at cell `halt`."""
        with self:
            limit: cython.longlong = self.visited + states
            while self.status != DONE:
                with cython.nogil:
                    code: cython.int = self.run(limit)
                if code == SLICE:
                    return PAUSED
                if code == ROOM:
                    if not self._enlarge():
                        return FULL
                elif code == OVERFLOW:
                    self._widen()
                else:
                    self._close_layer()
                    if self._crowded(0) and self.keep:
                        return FULL
                    if self.cell == self.halt and self.status != DONE:
                        return PAUSED
        return DONE

    def totals(self) -> list[int]:
        """One count or, in a census, the counts by number of finished paths; ValueError before DONE."""
        self.expect_idle()
        if self.status != DONE:
            raise ValueError("the sweep is not done: call advance until it returns DONE")
        if self.size == 0:
            return [0] * self.terms
        if self.saturate:
            return [self.ways_traced()]
        values = []
        for term in range(self.terms):
            first = self.words + term * self.limbs
            limbs = self.layer_store[first : first + self.limbs]
            values.append(sum(int(limb) << (63 * place) for place, limb in enumerate(limbs)))
        return values

    def expand(self, source: cython.Py_ssize_t) -> cython.void:
        """For a subclass: put the successors of a state in `out`, `out_links` and `out_shift`, from place `fan` on."""

    def run(self, limit: cython.longlong) -> cython.int:
        """Expand source states until the layer or slice ends, room is lacking or a count overflows; return which."""
        plain: cython.bint = self.stride == 2 and not self.saturate and not self.keep
        while self.source < self.size:
            if self.visited >= limit:
                return SLICE
            states: cython.int = self.fits(limit - self.visited, self.cap)
            if states == 0:
                return ROOM
            self.fan = 0
            for state in range(states):
                self.expand(self.source + state)
                self.out_end[state] = self.fan
            self.foresee(self.fan)
            first: cython.int = 0
            for state in range(states):
                if plain:
                    self.settle_plain(first, self.out_end[state])
                else:
                    self.settle_state(first, self.out_end[state])
                if self.overflow:
                    return OVERFLOW
                first = self.out_end[state]
                self.source += 1
                self.visited += 1
        return LAYER
