"""The trail of a search: which literals are true, since when and why, and which link is decided next.

Link `e` has two literals, `2e` (on) and `2e + 1` (off).  The trail holds the true literals in the order in which they
became true; those from `head` on have not been propagated yet:

        trail   | facts ... | 12 | 7 4 31 ... | 26 | 9 ...        level 0: facts, never undone
                  level 0    level 1           level 2            every further level begins with its decision
                             level_start[0]    level_start[1]

Each decided link has `level_of`, its level; `position_of`, its place on the trail; `head_of`, the `head` when it was
queued; and `reason_of`, the ref of a clause (0 or more), a code below -1 that `path_propagator` defines, or DECISION
for a decision or a fact.

Links are decided by activity (VSIDS, Moskewicz et al. 2001): links of recent conflicts come first, by a binary heap.
Everything is integer arithmetic except activities, sums and products of doubles; IEEE 754 makes these the same on every
machine.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import roomy

if not cython.compiled:
    from numlink.engine.guard import OneThread

    DECISION = -1

# The factor by which every activity decays at a conflict (bench/notes/search.md).
KEPT_ACTIVITY = cython.declare(cython.double, 0.95)
# If an activity exceeds this, all are multiplied by SHRINK, long before a double overflows (1.8e308).
CEILING = cython.declare(cython.double, 1e100)
SHRINK = cython.declare(cython.double, 1e-100)


@cython.cclass
class Trail(OneThread):
    """The values of `variable_count` links, their levels and reasons, saved phases, and the order of decisions."""

    def __init__(self, variable_count: cython.int) -> None:
        OneThread.__init__(self)
        self.variable_count = variable_count
        self.block_used = 0
        self.block = roomy(42 * variable_count + 100)
        # truth[literal]: 1 true, -1 false, 0 undecided; phase[link]: the value to try first, 0 on, 1 off; seen[link],
        # target[link]: see `clauses` and `search`.  All four are slices of one array of bytes, as with `carve`.
        flags: cython.schar[::1] = array("b", [0]) * (5 * variable_count + 5)
        self.truth = flags[: 2 * variable_count + 2]
        self.phase = flags[2 * variable_count + 2 : 3 * variable_count + 3]
        self.seen = flags[3 * variable_count + 3 : 4 * variable_count + 4]
        self.target = flags[4 * variable_count + 4 :]
        # Four integers a link lie beside each other in memory, those of `link` from 4 * link on.
        record: cython.int[::1] = self.carve(4 * variable_count + 4)
        self.level_of, self.reason_of, self.position_of, self.head_of = record, record[1:], record[2:], record[3:]
        self.trail, self.level_start = self.carve(variable_count), self.carve(2 * variable_count + 2)
        self.trail_size = self.head = self.level = self.buffer_size = 0
        self.activity = array("d", [0.0]) * (variable_count + 1)
        # increment: what a conflict adds to activities; growth: its factor after each conflict
        self.increment = 1.0
        self.growth = 1.0 / KEPT_ACTIVITY
        # Whether links are decided in a fixed order (`Search.sweep`), and whether they are then tried on first, which
        # also updates activities, as the fixed order and the order by activity alternate.
        self.in_order = self.on_first = False
        self.heap, self.heap_index = self.carve(variable_count), self.carve(variable_count)
        self.heap_size = variable_count
        for link in range(variable_count):
            self.heap[link] = link
            self.heap_index[link] = link
            self.phase[link] = 1
            self.target[link] = 2
        self.buffer = self.carve(2 * variable_count + 4)

    @cython.final
    def carve(self, size: cython.int) -> cython.int[::1]:
        """A view of `size` zeroes, at least one, that lives as long as the search; all are slices of one block."""
        start: cython.int = self.block_used
        if size < 1:
            size = 1
        if start + size > len(self.block):
            self.block = roomy(size + 1000)
            start = 0
        self.block_used = start + size
        return self.block[start : start + size]

    @cython.final
    def grown(self, view: cython.int[::1], kept: cython.int, room: cython.int) -> cython.int[::1]:
        """A view of `room` integers, at least 1024, that begins with the first `kept` of another view."""
        bigger: cython.int[::1] = roomy(max(room, 1024))
        bigger[:kept] = view[:kept]
        return bigger

    @cython.final
    def enqueue(self, literal: cython.int, reason: cython.int) -> cython.void:
        """Make `literal` true for `reason`; `propagate` later finds its consequences."""
        link: cython.int = literal >> 1
        self.truth[literal] = 1
        self.truth[literal ^ 1] = -1
        self.level_of[4 * link] = self.level
        self.reason_of[4 * link] = reason
        self.head_of[4 * link] = self.head
        self.position_of[4 * link] = self.trail_size
        self.trail[self.trail_size] = literal
        self.trail_size += 1

    @cython.final
    def retract(self, level: cython.int) -> cython.void:
        """Remove the literals above `level` from the trail, newest first; their values become the saved phases."""
        start: cython.int = self.level_start[level]
        i: cython.int = self.trail_size - 1
        while i >= start:
            literal: cython.int = self.trail[i]
            link: cython.int = literal >> 1
            self.truth[literal] = 0
            self.truth[literal ^ 1] = 0
            self.phase[link] = literal & 1
            if self.heap_index[link] < 0:
                self.heap[self.heap_size] = link
                self.heap_index[link] = self.heap_size
                self.heap_size += 1
                self.sift_up(self.heap_size - 1)
            i -= 1
        self.trail_size = start
        if self.head > start:
            self.head = start
        self.level = level

    @cython.final
    def bump(self, link: cython.int) -> cython.void:
        """Add activity to a link that is part of a conflict."""
        self.activity[link] += self.increment
        if self.activity[link] > CEILING:
            for i in range(self.variable_count):
                self.activity[i] *= SHRINK
            self.increment *= SHRINK
        if self.heap_index[link] >= 0:
            self.sift_up(self.heap_index[link])

    @cython.final
    def pop_undecided(self) -> cython.int:
        """The most active undecided link, removed from the heap; -1 if all are decided."""
        if self.trail_size == self.variable_count:
            # All links are decided: empty the heap at once instead of one by one.
            for link in range(self.variable_count):
                self.heap_index[link] = -1
            self.heap_size = 0
        while self.heap_size > 0:
            link = self.heap[0]
            self.heap_size -= 1
            self.heap_index[link] = -1
            if self.heap_size > 0:
                self.heap[0] = self.heap[self.heap_size]
                self.heap_index[self.heap[0]] = 0
                self.sift_down(0)
            if self.truth[2 * link] == 0:
                return link
        return -1

    @cython.final
    def sift_up(self, index: cython.int) -> cython.void:
        """Move the link at `index` of the heap towards the root, until its parent is at least as active.

           0            the children of place i are at 2 i + 1 and 2 i + 2, its parent is at (i - 1) >> 1;
         1   2          heap[place] is a link, heap_index[link] its place, -1 off the heap;
        3 4 5 6         the links passed move down by one place each; the moving link is written once, at the end
        """
        link: cython.int = self.heap[index]
        key: cython.double = self.activity[link]
        while index > 0:
            parent: cython.int = (index - 1) >> 1
            other: cython.int = self.heap[parent]
            if self.activity[other] >= key:
                break
            self.heap[index] = other
            self.heap_index[other] = index
            index = parent
        self.heap[index] = link
        self.heap_index[link] = index

    @cython.final
    def sift_down(self, index: cython.int) -> cython.void:
        """Move the link at `index` of the heap away from the root, until no child is more active."""
        link: cython.int = self.heap[index]
        key: cython.double = self.activity[link]
        child: cython.int = 2 * index + 1
        while child < self.heap_size:
            other: cython.int = self.heap[child]
            if child + 1 < self.heap_size and self.activity[self.heap[child + 1]] > self.activity[other]:
                child += 1
                other = self.heap[child]
            if self.activity[other] <= key:
                break
            self.heap[index] = other
            self.heap_index[other] = index
            index = child
            child = 2 * index + 1
        self.heap[index] = link
        self.heap_index[link] = index
