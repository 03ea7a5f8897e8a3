"""Layers of states between two rows, each counted 0, 1 or 2 = "two or more": the base of `canonical`.

    keys      |w0 w1|w0 w1| ...    size states before a row: one byte a slot, eight slots a word
    counts    |  1  |  2  | ...    how many linkings of the swept part end in the state
    batch_*   the same for states that came out of the row and are not looked up yet, `batched` of them
    fresh_*   the same for the next row, fresh_size so far, found by `index` (open addressing)

A subclass leads the state in `work` through a row (`expand`) and hands each state that comes out to `keep`.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.frontier.sweep import DONE, FULL, PAUSED

# Boards with this many columns or more are refused: no sweep could finish one.
WIDEST_ROW = 1000
# A number of choices and states that no sweep reaches: no limit.
FOR_EVER = 1 << 61
# Choices and states between two checks of the memory: about 0.2 ms, in which a width of 18 takes 0.2 MB at most.
BETWEEN_CHECKS = 2_000

if not cython.compiled:
    from numlink.engine.frontier.records import fetch, mixed
    from numlink.engine.guard import OneThread

# States that are looked up together, so that memory brings their places in the index at the same time.
BATCH = cython.declare(cython.int, 32)


@cython.cclass
class Rows(OneThread):
    """A sweep row by row; `visited` counts kept states and what a subclass adds, `size` the states before a row.

    `cell`: the first cell of that row.  A state has `width` + 1 slots: for the plug from the left, then one a column.
    """

    def __init__(self, width: int, height: int, *, cap_bytes: int) -> None:
        OneThread.__init__(self)
        if width < 0 or height < 0 or width >= WIDEST_ROW:
            raise ValueError(f"a sweep goes over a board of fewer than {WIDEST_ROW} columns, not {width}x{height}")
        self.width, self.height, self.cap_bytes = width, height, cap_bytes
        self.last = width * height
        self.slots = width + 1
        self.words = (self.slots + 7) >> 3
        self.work = array("B", bytes(8 * self.words))
        self.batch_keys, self.batch_counts = array("Q", bytes(8 * self.words * BATCH)), array("B", bytes(BATCH))
        self.batch_slots = array("q", bytes(8 * BATCH))
        self.batched = 0
        self.room = self.fresh_room = 256
        self.keys, self.counts = array("Q", bytes(8 * self.words * 256)), array("B", bytes(256))
        self.fresh_keys, self.fresh_counts = array("Q", bytes(8 * self.words * 256)), array("B", bytes(256))
        self.mask = 1023
        self.index = array("i", [-1]) * 1024
        self.counts[0] = 1  # one state without plugs, counted once
        self.size = self.peak = 1
        self.fresh_size = self.source = self.total = 0
        self.cell = 0
        # begun: `visited` when this row was begun; states, work_left: see `explore`, None before
        self.visited = self.begun = 0
        self.states = self.work_left = None
        # aside: the layers of an exploration between two calls; explored: what it has found so far
        self.exploring = False
        self.aside = self.explored = None
        self.status = PAUSED

    def memory(self) -> int:
        """Bytes held by the layers, those of an exploration included."""
        held = (8 * self.words + 1) * (self.room + self.fresh_room) + 4 * (self.mask + 1)
        if self.exploring:
            mask, room, fresh_room = self.aside[5:8]
            held += (8 * self.words + 1) * (room + fresh_room) + 4 * (mask + 1)
        return held

    def advance(self, states: int) -> int:
        """Expand until about `states` more choices and states were met; returns PAUSED, DONE or FULL."""
        with self:
            last = self.visited + states
            while self.status != DONE:
                if self.memory() > self.cap_bytes:
                    return FULL
                limit: cython.longlong = min(last, self.visited + BETWEEN_CHECKS)
                with cython.nogil:
                    self.run(limit)
                if self.source == self.size:
                    self._close_layer()
                elif self.visited >= last:
                    return PAUSED
        return DONE

    def _close_layer(self) -> None:
        """Go on to the next row: the fresh states become the source; DONE if there are none, or no row is left."""
        self.keys, self.fresh_keys = self.fresh_keys, self.keys
        self.counts, self.fresh_counts = self.fresh_counts, self.counts
        self.room, self.fresh_room = self.fresh_room, self.room
        self.size, self.fresh_size, self.source = self.fresh_size, 0, 0
        self.peak = max(self.peak, self.size)
        self.cell += self.width
        self.begun = self.visited
        self.reindex()
        if self.cell == self.last or not self.size:
            self.status = DONE

    def explore(self, beam: int, choices: int = FOR_EVER) -> int:
        """Estimate the work of every row to come (`left`) from a sample of states; return how much work that took.

        Where states hardly merge, a sample of branches costs its share of the tree (Knuth 1975).  After about `choices`
        it pauses (`exploring`), and the next call goes on; at `cap_bytes` it gives up.
        """
        if self.status == DONE:
            return 0
        with self:
            if not self.exploring:
                self._begin_exploring(beam)
            self._change_places()
            before = self.visited
            while self.exploring and self.visited - before < choices:
                if self.memory() > self.cap_bytes:
                    self.exploring = False
                    break
                limit: cython.longlong = min(before + choices, self.visited + BETWEEN_CHECKS)
                with cython.nogil:
                    self.run(limit)
                if self.source == self.size:
                    self._close_sampled()
            spent = self.visited - before
            self._change_places()
        return spent

    def _begin_exploring(self, beam: int) -> None:
        """Put layers of their own aside for an exploration: so far the states before this row, not sampled yet."""
        fresh = array("Q", bytes(8 * self.words * 256)), array("B", bytes(256)), array("i", [-1]) * 1024
        self.aside = [self.keys, self.counts, *fresh, 1023, self.size, 256, self.size, 0, 0, self.cell, 0, 0, 0]
        self.explored = array("d", bytes(8 * (self.height + 1))), array("d", bytes(8 * (self.height + 1)))
        self.exploring, self.beam, self.part = True, beam, 1.0
        self._change_places()
        self._sample()
        self._change_places()

    def _change_places(self) -> None:
        """Exchange the layers of the sweep with those of its exploration, which wait in `aside`."""
        mine = [
            self.keys, self.counts, self.fresh_keys, self.fresh_counts, self.index, self.mask, self.room,
            self.fresh_room, self.size, self.fresh_size, self.source, self.cell, self.total, self.visited, self.begun,
        ]  # fmt: skip
        (
            self.keys, self.counts, self.fresh_keys, self.fresh_counts, self.index, self.mask, self.room,
            self.fresh_room, self.size, self.fresh_size, self.source, self.cell, self.total, self.visited, self.begun,
        ) = self.aside  # fmt: skip
        self.aside = mine

    def _sample(self) -> None:
        """Note how many states there are before this row, and keep `beam` of them; `part` is the part explored."""
        words: cython.Py_ssize_t = self.words
        before: cython.Py_ssize_t = self.size
        states = self.explored[0]
        states[self.cell // self.width] = before / self.part
        number: cython.Py_ssize_t = min(self.beam, before)
        keys = array("Q", bytes(8 * words * number))
        view: cython.ulonglong[::1] = keys
        for place in range(number):
            first: cython.Py_ssize_t = (2 * place + 1) * before // (2 * number) * words
            for word in range(words):
                view[place * words + word] = self.keys[first + word]
        self.keys, self.counts = keys, array("B", bytes([1]) * number)
        self.room = self.size = number
        self.part = number / states[self.cell // self.width]
        self.begun = self.visited

    def _close_sampled(self) -> None:
        """Go on to the next row of an exploration, or end it after the last one: then set the estimates."""
        states, work = self.explored
        work[self.cell // self.width] = (self.visited - self.begun) / self.part
        self.keys, self.size = self.fresh_keys, self.fresh_size
        self.fresh_keys, self.fresh_counts = array("Q", bytes(8 * self.words * 256)), array("B", bytes(256))
        self.fresh_room, self.fresh_size, self.source = 256, 0, 0
        self.reindex()
        self.cell += self.width
        if self.cell < self.last and self.size:
            self._sample()
            return
        for row in reversed(range(self.height)):
            work[row] += work[row + 1]
        self.states, self.work_left = states, work
        self.exploring = False

    @property
    def left(self) -> int:
        """How many choices the sweep is expected to make yet, by what was found for one state in `explore`."""
        row = self.cell // self.width
        if self.states is None or not self.states[row]:
            return int(self.size * (self.last - self.cell) // 8)
        guess = self.size * self.work_left[row] / self.states[row] - (self.visited - self.begun)
        return max(int(guess), self.size - self.source)

    def totals(self) -> list[int]:
        """The count, 0, 1 or 2, in a list of one as for Sweep.  Raises ValueError before DONE."""
        self.expect_idle()
        if self.status != DONE:
            raise ValueError("the sweep is not done: call advance until it returns DONE")
        return [self.total]

    def enlarge(self) -> cython.void:
        """Double the room for fresh states and build the index anew."""
        size = self.fresh_size
        keys, counts = array("Q", bytes(16 * self.words * self.fresh_room)), array("B", bytes(2 * self.fresh_room))
        bigger: cython.ulonglong[::1] = keys
        more: cython.uchar[::1] = counts
        bigger[: size * self.words] = self.fresh_keys[: size * self.words]
        more[:size] = self.fresh_counts[:size]
        self.fresh_keys, self.fresh_counts = bigger, more
        self.fresh_room *= 2
        while self.mask < 3 * self.fresh_room:
            self.mask = 2 * self.mask + 1
        self.index = array("i", [-1]) * (self.mask + 1)
        self.reindex()

    def slot_of(self, keys: cython.ulonglong[::1], base: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The place in the index where the search for the key at `base` in `keys` begins: its hash."""
        hash_: cython.ulonglong = 0
        for word in range(self.words):
            hash_ = mixed(hash_, keys[base + word])
        return cython.cast(cython.Py_ssize_t, (hash_ >> 29) & self.mask)

    def reindex(self) -> cython.void:
        """Build the index anew, from the fresh states."""
        for slot in range(cython.cast(cython.Py_ssize_t, self.mask + 1)):
            self.index[slot] = -1
        for state in range(self.fresh_size):
            slot = self.slot_of(self.fresh_keys, state * self.words)
            while self.index[slot] >= 0:
                slot = (slot + 1) & cython.cast(cython.Py_ssize_t, self.mask)
            self.index[slot] = cython.cast(cython.int, state)

    def keep(self, count: cython.int) -> cython.void:
        """Add the state in `work`, counted `count`, to the fresh states, with the next batch."""
        base: cython.int = self.batched * self.words
        # After a row the last slot, the plug to the right, is empty: it moves to the front, the others up by one.
        for word in range(self.words):
            packed: cython.ulonglong = self.work[8 * word - 1] if word else 0
            for place in range(7):
                packed |= cython.cast(cython.ulonglong, self.work[8 * word + place]) << (8 * place + 8)
            self.batch_keys[base + word] = packed
        self.batch_counts[self.batched] = cython.cast(cython.uchar, count)
        self.batched += 1
        if self.batched == BATCH:
            self.settle()

    def settle(self) -> cython.void:
        """Add the states of the batch to the fresh states; equal ones are then counted 2."""
        while self.fresh_size + self.batched > self.fresh_room:
            self.enlarge()
        for which in range(self.batched):
            slot: cython.Py_ssize_t = self.slot_of(self.batch_keys, which * self.words)
            self.batch_slots[which] = slot
            if cython.compiled:
                fetch(cython.address(self.index[slot]))
        for which in range(self.batched):
            base: cython.int = which * self.words
            slot = self.batch_slots[which]
            while True:
                state: cython.Py_ssize_t = self.index[slot]
                if state < 0:
                    break
                word: cython.int = 0
                while word < self.words and self.fresh_keys[state * self.words + word] == self.batch_keys[base + word]:
                    word += 1
                if word == self.words:
                    break
                slot = (slot + 1) & cython.cast(cython.Py_ssize_t, self.mask)
            if state >= 0:
                self.fresh_counts[state] = 2
                continue
            state = self.fresh_size
            self.index[slot] = cython.cast(cython.int, state)
            self.fresh_size += 1
            self.visited += 1
            for word in range(self.words):
                self.fresh_keys[state * self.words + word] = self.batch_keys[base + word]
            self.fresh_counts[state] = self.batch_counts[which]
        self.batched = 0

    def run(self, limit: cython.longlong) -> cython.void:
        """Expand the states before the row until all are done or `visited` reaches `limit`."""
        while self.source < self.size and self.visited + self.batched < limit:
            for word in range(self.words):
                packed: cython.ulonglong = self.keys[self.source * self.words + word]
                for place in range(8 * word, 8 * word + 8):
                    self.work[place] = cython.cast(cython.uchar, packed & 255)
                    packed >>= 8
            self.expand(self.counts[self.source])
            self.source += 1
        self.settle()

    def expand(self, count: cython.int) -> cython.void:
        """Lead the state in `work`, counted `count`, through the row; call `keep` for each state that comes out."""
