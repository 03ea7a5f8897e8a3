"""Propagators for degrees and paths: what follows from a board beyond its clauses.

*Degree* (deductions.md A1).  Each cell counts its on-links and its undecided links.  If it has its degree, its other
links are switched off; if it needs all that are left, they are switched on.

*Path* (A2, no two numbers joined; A3, no loop).  On-links form fragments.  Each open end knows its `mate` (the other
end) and its `label` (the fragment's number, 0 for none):

        3───┐   ┌───────┐                 mate:  3 <-> a,  b <-> c
            a . b       c                 label: a is 3,  b and c are 0

When two fragments join, only the two outer ends change, so one record (link, both ends, both labels) undoes it.  A
link between `b` and `c` is off, as it would close a loop; so is a link from `a` to an open end of another number.

A propagated link stores a code instead of its reason (a cell, or "path"), and how much of the trail was *processed*
when it was queued.  `give_reason` rebuilds the reason from the links processed before that point.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from numlink.engine.search.trail import DECISION, Trail

# A reason that is not a clause has the code -2 - (4 * cell + kind).  Kinds 0 to 2 name the decided links of the cell
# that force the others:
#   ON_LINKS   its on-links: the cell has all links it needs, so the others are off
#   OFF_LINKS  its off-links: the cell needs all others, so they are on; or it may be empty and has one other: off
#   ALL_LINKS  both: the cell may be empty but has one link on, so the only link left is on too
ON_LINKS = cython.declare(cython.int, 0)
OFF_LINKS = cython.declare(cython.int, 1)
ALL_LINKS = cython.declare(cython.int, 2)
# Kind 3, with 0 or 1 for the cell: LOOP_REASON, the link would join both ends of a fragment; LABEL_REASON, it would
# join fragments of two numbers.
LOOP_REASON = cython.declare(cython.int, -2 - 3)
LABEL_REASON = cython.declare(cython.int, -2 - 7)


@cython.cclass
class PathPropagator(Trail):
    """A trail that also keeps degrees of cells and ends of paths; arguments as for `Search`."""

    def __init__(self, links: array[int], labels: array[int], degrees: array[int]) -> None:
        link_count: cython.int = len(links) // 2
        cell_count: cython.int = len(labels)
        Trail.__init__(self, link_count)
        self.link_count = link_count
        self.cell_count = cell_count
        self.consistent = True
        self.ends = links if link_count else self.carve(2)
        self.number = labels if cell_count else self.carve(1)
        # Eight integers a cell lie beside each other in memory, from 8 * cell on: on_count, its on-links; left, its
        # undecided links; taken, its first two on-links; mate; label; degree; and where its links begin in `slots`.
        # joins: five entries for each join of fragments, see `join`; level_joins: the number of joins at each level.
        record: cython.int[::1] = self.carve(8 * cell_count + 8)
        self.on_count, self.left, self.taken = record, record[1:], record[2:]
        self.mate, self.label, self.degree, self.first_slot = record[4:], record[5:], record[6:], record[7:]
        self.slots = self.carve(2 * link_count)
        given: cython.int[::1] = degrees if cell_count else self.slots
        for cell in range(cell_count):
            self.degree[8 * cell] = given[cell]
        self.joins, self.join_count = self.carve(5 * (link_count + 1)), 0
        # passed, while a conflict is analyzed: for each link and direction (2 * link, + 1 from its first cell to its
        # second), the `head` with which a fragment was followed over it, so that the rest is marked; 0 for none.
        self.passed = self.carve(2 * link_count)
        self.notes_passed = False
        self.watches_squares = False
        self.around = self.sides = self.slots
        self.level_joins = self.carve(2 * self.variable_count + 2)
        self.lay_out()

    def lay_out(self) -> cython.void:
        """List the links of each cell, slots[first_slot[cell]:first_slot[cell + 1]]; decide what follows at once."""
        for link in range(2 * self.link_count):
            self.left[8 * self.ends[link]] += 1
        for cell in range(self.cell_count):
            self.first_slot[8 * cell + 8] = self.first_slot[8 * cell] + self.left[8 * cell]
            self.mate[8 * cell] = cell
            self.label[8 * cell] = self.number[cell]
            self.on_count[8 * cell] = self.first_slot[8 * cell]
        for link in range(self.link_count):
            for u in range(2):
                cell = self.ends[2 * link + u]
                self.slots[self.on_count[8 * cell]] = link
                self.on_count[8 * cell] += 1
        for cell in range(self.cell_count):
            self.on_count[8 * cell] = 0
        for cell in range(self.cell_count):
            if not self.check_degree(cell):
                self.consistent = False
        for link in range(self.link_count):
            u = self.label[8 * self.ends[2 * link]]
            v: cython.int = self.label[8 * self.ends[2 * link + 1]]
            if u != 0 and v != 0 and u != v and self.truth[2 * link] == 0:
                self.enqueue(2 * link + 1, DECISION)

    @cython.final
    def open_level(self) -> cython.void:
        """Begin a new level; the caller then enqueues its decision."""
        self.level_start[self.level] = self.trail_size
        self.level_joins[self.level] = self.join_count
        self.level += 1

    @cython.final
    def cancel(self, level: cython.int) -> cython.void:
        """Undo everything above `level`: first the counts of processed literals, then the joins, then the trail."""
        if self.level <= level:
            return
        for i in range(self.level_start[level], self.head):
            literal: cython.int = self.trail[i]
            u: cython.int = self.ends[literal & -2]
            v: cython.int = self.ends[literal | 1]
            self.left[8 * u] += 1
            self.left[8 * v] += 1
            if not literal & 1:
                self.on_count[8 * u] -= 1
                self.on_count[8 * v] -= 1
        i = self.join_count
        while i > self.level_joins[level]:
            i -= 1
            link: cython.int = self.joins[5 * i]
            u = self.joins[5 * i + 1]
            v = self.joins[5 * i + 2]
            self.mate[8 * u] = self.ends[2 * link]
            self.mate[8 * v] = self.ends[2 * link + 1]
            self.label[8 * u] = self.joins[5 * i + 3]
            self.label[8 * v] = self.joins[5 * i + 4]
        self.join_count = i
        self.retract(level)

    @cython.final
    def settle(self, literal: cython.int) -> cython.bint:
        """Apply a link's value to its two cells; return False on a conflict.  All counts change first, for `cancel`."""
        link: cython.int = literal >> 1
        u: cython.int = self.ends[2 * link]
        v: cython.int = self.ends[2 * link + 1]
        self.left[8 * u] -= 1
        self.left[8 * v] -= 1
        if literal & 1:
            return self.check_degree(u) and self.check_degree(v)
        # A third on-link is a conflict of degree, so two places are enough.
        if self.on_count[8 * u] < 2:
            self.taken[8 * u + self.on_count[8 * u]] = link
        if self.on_count[8 * v] < 2:
            self.taken[8 * v + self.on_count[8 * v]] = link
        self.on_count[8 * u] += 1
        self.on_count[8 * v] += 1
        if not (self.check_degree(u) and self.check_degree(v) and self.join(link, u, v)):
            return False
        if not self.watches_squares:
            return True
        return self.check_square(u) and self.check_square(u - self.width if v == u + 1 else u - 1)

    @cython.final
    def check_degree(self, cell: cython.int) -> cython.bint:
        """A1, forced degree; return False on a conflict, with its literals in `buffer`.  `need`: the on-links it needs:

            on > need              conflict: too many are on
            on + left < need       conflict: too many are off
            on = need              the links left are off
            on + left = need       the links left are on

        Degree 3, none or two: with no link on and one left, that is off; with one on, the cell needs two.  Degree 4
        demands nothing.
        """
        on: cython.int = self.on_count[8 * cell]
        left: cython.int = self.left[8 * cell]
        kind: cython.int = self.degree[8 * cell]
        need: cython.int = kind
        if kind >= 3:
            if kind == 4:
                return True
            if on == 0:
                if left != 1:
                    return True
                need = 0
            else:
                need = 2
        if on > need:
            self.collect(cell, ON_LINKS, self.trail_size)
            return False
        if on + left < need:
            self.collect(cell, ALL_LINKS if kind == 3 else OFF_LINKS, self.trail_size)
            return False
        if left == 0:
            return True
        if on == need:
            value: cython.int = 1
            reason: cython.int = -2 - (4 * cell + (OFF_LINKS if need == 0 else ON_LINKS))
        elif on + left == need:
            value = 0
            reason = -2 - (4 * cell + (ALL_LINKS if kind == 3 else OFF_LINKS))
        else:
            return True
        for slot in range(self.first_slot[8 * cell], self.first_slot[8 * cell + 8]):
            link: cython.int = self.slots[slot]
            if self.truth[2 * link] == 0:
                # `enqueue`, written out: a C compiler does not inline it from another module (1 % of new).
                self.truth[2 * link + value] = 1
                self.truth[2 * link + 1 - value] = -1
                self.level_of[4 * link] = self.level
                self.reason_of[4 * link] = reason
                self.head_of[4 * link] = self.head
                self.position_of[4 * link] = self.trail_size
                self.trail[self.trail_size] = 2 * link + value
                self.trail_size += 1
        return True

    @cython.final
    def check_square(self, cell: cython.int) -> cython.bint:
        """N1: at most two sides are on of the unit square whose upper left cell is `cell`; return False on a conflict.

        What it decides has no reason, so it serves only until the first conflict (`Search.lay_later`).
        """
        on: cython.int = 0
        self.buffer_size = 0
        if cell < 0:
            return True
        for side in range(4):
            link: cython.int = self.around[4 * cell + self.sides[side]]
            if link < 0:
                return True
            on += self.truth[2 * link] > 0
        for side in range(4):
            link = self.around[4 * cell + self.sides[side]]
            if on == 2 and self.truth[2 * link] == 0:
                self.enqueue(2 * link + 1, DECISION)
        return on < 3

    @cython.final
    def join(self, link: cython.int, u: cython.int, v: cython.int) -> cython.bint:
        """A2 and A3: join the fragments that end in u and v by `link`; return False on a conflict, in `buffer`.

            far_u ─── ... ─── u ══ v ─── ... ─── far_v        mate: far_u <-> far_v; label: that of the end that has one

        Switches off the links of an outer end that would now close a loop or join two numbers.  The record in `joins`,
        for `cancel`: link, far_u, far_v and the old labels of both.
        """
        far_u: cython.int = self.mate[8 * u]
        far_v: cython.int = self.mate[8 * v]
        label_u: cython.int = self.label[8 * u]
        label_v: cython.int = self.label[8 * v]
        label: cython.int = label_u if label_u else label_v
        if far_u == v:
            self.buffer[0] = 2 * link + 1
            self.buffer_size = 1
            self.collect_fragment(u, self.head - 1)
            return False
        if label_u != label_v and label_u != 0 and label_v != 0:
            self.buffer[0] = 2 * link + 1
            self.buffer_size = 1
            self.collect_fragment(u, self.head - 1)
            self.collect_fragment(v, self.head - 1)
            return False
        at: cython.int = 5 * self.join_count
        self.joins[at] = link
        self.joins[at + 1] = far_u
        self.joins[at + 2] = far_v
        self.joins[at + 3] = self.label[8 * far_u]
        self.joins[at + 4] = self.label[8 * far_v]
        self.join_count += 1
        self.mate[8 * far_u] = far_v
        self.mate[8 * far_v] = far_u
        self.label[8 * far_u] = label
        self.label[8 * far_v] = label
        if label_u != 0 and label_v != 0:
            return True
        # Without a number, the links of one end are enough to find the link between both ends.  With a number, only
        # the end that has just received it can have links to switch off (the other end is the endpoint, or closed).
        end: cython.int = far_u if label_v != 0 else far_v
        near: cython.int = far_v if label_v != 0 else far_u
        for slot in range(self.first_slot[8 * end], self.first_slot[8 * end + 8]):
            link = self.slots[slot]
            if self.truth[2 * link] != 0:
                continue
            other: cython.int = self.ends[2 * link] + self.ends[2 * link + 1] - end
            if other == near:
                self.enqueue(2 * link + 1, LOOP_REASON)
            elif label != 0:
                side: cython.int = self.label[8 * other]
                if side != 0 and side != label:
                    self.enqueue(2 * link + 1, LABEL_REASON)
        return True

    @cython.final
    def collect(self, cell: cython.int, kind: cython.int, before: cython.int) -> cython.void:
        """Put into `buffer` the false literals of a cell's links of `kind` that come before `before` on the trail."""
        self.buffer_size = 0
        for slot in range(self.first_slot[8 * cell], self.first_slot[8 * cell + 8]):
            link: cython.int = self.slots[slot]
            if self.truth[2 * link] == 0 or self.position_of[4 * link] >= before:
                continue
            literal: cython.int = 2 * link if self.truth[2 * link] < 0 else 2 * link + 1
            if kind == ALL_LINKS or (literal & 1) == (kind == ON_LINKS):
                self.buffer[self.buffer_size] = literal
                self.buffer_size += 1

    @cython.final
    def collect_fragment(self, cell: cython.int, head: cython.int) -> cython.void:
        """Append to `buffer`, as false, the fragment's links from `cell`, before place `head` and not `passed`."""
        following: cython.int = self.taken[8 * cell]
        size: cython.int = self.buffer_size
        facts: cython.int = self.level_start[0] if self.level > 0 else self.trail_size
        if self.on_count[8 * cell] == 0:
            return
        while self.position_of[4 * following] < head:
            if self.position_of[4 * following] >= facts:
                way: cython.int = 2 * following + (self.ends[2 * following] == cell)
                if self.passed[way] >= head:
                    break
                if self.notes_passed:
                    self.passed[way] = head
                self.buffer[size] = 2 * following + 1
                size += 1
            cell = self.ends[2 * following] + self.ends[2 * following + 1] - cell
            if self.on_count[8 * cell] < 2:
                break
            following = self.taken[8 * cell] + self.taken[8 * cell + 1] - following
        self.buffer_size = size

    @cython.final
    def give_reason(self, link: cython.int) -> cython.void:
        """Put into `buffer` the false literals that forced `link`, whose reason is a degree or a path."""
        reason: cython.int = self.reason_of[4 * link]
        self.buffer_size = 0
        if reason == LOOP_REASON or reason == LABEL_REASON:
            self.collect_fragment(self.ends[2 * link], self.head_of[4 * link])
            if reason == LABEL_REASON:
                self.collect_fragment(self.ends[2 * link + 1], self.head_of[4 * link])
        else:
            reason = -2 - reason
            self.collect(reason >> 2, reason & 3, self.head_of[4 * link])

    @cython.final
    def find_touch(self, owner: cython.int[::1], place: cython.int[::1]) -> cython.bint:
        """Whether a path touches itself, with all links decided; `buffer` then has the links between, negated."""
        for cell in range(self.cell_count):
            owner[cell] = 0
        for start in range(self.cell_count):
            if self.number[start] == 0 or owner[start] != 0 or self.on_count[8 * start] == 0:
                continue
            cell = start
            last: cython.int = -1
            index: cython.int = 0
            while True:
                owner[cell] = self.number[start]
                place[cell] = index
                for slot in range(self.first_slot[8 * cell], self.first_slot[8 * cell + 8]):
                    link: cython.int = self.slots[slot]
                    other: cython.int = self.ends[2 * link] + self.ends[2 * link + 1] - cell
                    if owner[other] == self.number[start] and place[other] < index - 1:
                        self.buffer_size = 0
                        link = last
                        for _ in range(index - place[other]):
                            self.buffer[self.buffer_size] = 2 * link + 1
                            self.buffer_size += 1
                            cell = self.ends[2 * link] + self.ends[2 * link + 1] - cell
                            link = self.taken[8 * cell] + self.taken[8 * cell + 1] - link
                        return True
                link = self.taken[8 * cell]
                if link == last:
                    if self.on_count[8 * cell] < 2:
                        break
                    link = self.taken[8 * cell + 1]
                cell = self.ends[2 * link] + self.ends[2 * link + 1] - cell
                last = link
                index += 1
        return False
