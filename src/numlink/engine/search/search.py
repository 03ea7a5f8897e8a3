"""Conflict-driven search over links: which links are on, so that every cell has its degree and every path its pair.

The only variables are the links.  Link `e` gives two literals, `2e` (on) and `2e + 1` (off); a clause is a set of
literals of which one must hold.  What a board means beyond its clauses two native propagators keep:

*Degree* (deductions.md A1, forced degree).  Each cell counts its on-links and its undecided links.  A cell that has
its degree switches the rest off; one that needs all that is left switches them on.

*Path* (A2, adjacent terminals; A3, no loop).  On-links form fragments.  Each open end knows its `mate` (the other end)
and its `label` (the number the fragment holds, 0 for none):

        3───┐   ┌───────┐                 mate:  3 <-> a,  b <-> c
            a . b       c                 label: a is 3,  b and c are 0

When two fragments join, only the two outer ends change, so one record (link, both ends, both labels) undoes it.  A
link between `b` and `c` would close a loop: off.  A link from `a` to an open end of another number: off.

A propagated link does not store why.  It stores a code (which cell, or "path") and how much of the trail had been
*processed* when it was queued; `explain` rebuilds the reason by walking the fragment over links processed before that
point.  (Walking links merely queued would run into loops that are still pending.)

Clauses live in one flat array of ints, `arena`; a clause is known by the index of its header:

        ref ──> | size | glue | w0 | w1 | l2 | l3 ...       glue 0: part of the problem; > 0: learned, its LBD

`w0` and `w1` are watched.  The watch lists are blocks of one flat array, `watches`, one block a literal, two ints an
entry: a *blocker* (a literal of the clause; if it is true the clause is not looked at) and `2 * ref + binary`.  A
binary clause is propagated from its watch entry alone.  A full block moves to the end with twice the room; a
reduction of the learned clauses compacts the arena and lays all blocks anew.

Search is by activity (VSIDS), with saved phases, Luby restarts, first-UIP learning and recursive minimisation
(Marques-Silva & Sakallah 1996; Moskewicz et al. 2001; Eén & Sörensson 2003; Audemard & Simon 2009).  Every decision is
integer arithmetic but for the activities: sums and products of doubles, which IEEE 754 makes the same everywhere.

Tried and left out, with conflicts as the measure (`janko`: verdict on 90 published boards, 7 836 before the rootless
spikes of `no_touch` and 4 891 since; `first`, `cut`: first solution, repair of 40 lab boards 40x40, geometric mean
10 648 and 7 962):

*Regions* (A6, stranded; A9, colour parity).  At each fixpoint, from the cells of the links just decided, flood the
cells that undecided links connect, up to a limit of cells; a region cut off that has no end in it, or whose black and
white cells want different numbers of links, is a conflict with its boundary as the reason.  Limits of 10, 30, 100,
300 cells: janko 8 034, 9 126, 9 758, 8 354; flow boards fewer (393 000 to 359 000, 372 000, 250 000, 204 000 within 5 s
a board) but no sooner; with a limit of 100 first 10 398, cut 6 911, at a higher cost a conflict.  The reasons are long.

*No touch while paths grow* (N2).  At each join walk both fragments, refuse a touch at once, switch off links that would
make one: janko 8 883 (conflicts on a touch only: 8 650).  Touches the local clauses miss are rare, two in 1 400.

*Terminal exits* (N4) as clauses: what the clauses of N1 do not say already is little, janko 5 053 for 4 891.

*Restart units* 5, 10, 20, 50: first 9 318, 11 191, 12 734, 10 648; cut 7 291, 7 674, 7 430, 7 962 (CPU time without
direction); activity decay 0.85 for 0.95: janko 8 969.  First phases on for off: janko 5 297 for 4 891.
"""

from __future__ import annotations

from array import array
from enum import Enum

import cython


class Status(Enum):
    """How a call of `Search.run` ended."""

    REFUTED = 0
    SATISFIED = 1
    PAUSED = 2


DECISION = cython.declare(cython.int, -1)
# Native reasons are coded -2 - (4 * cell + kind); for PATH_* the cell is 0.
ON_LINKS = cython.declare(cython.int, 0)
OFF_LINKS = cython.declare(cython.int, 1)
ALL_LINKS = cython.declare(cython.int, 2)
PATH = cython.declare(cython.int, 3)
LOOP_REASON = cython.declare(cython.int, -2 - 3)
LABEL_REASON = cython.declare(cython.int, -2 - 7)

HEADER = cython.declare(cython.int, 2)
RESTART_UNIT = cython.declare(cython.int, 50)
FIRST_REDUCTION = cython.declare(cython.int, 2000)
REDUCTION_STEP = cython.declare(cython.int, 300)
REPHASING_STEP = cython.declare(cython.int, 1000)
KEPT_GLUE = cython.declare(cython.int, 2)
GROWTH = cython.declare(cython.double, 1.0 / 0.95)
CEILING = cython.declare(cython.double, 1e100)
SHRINK = cython.declare(cython.double, 1e-100)


def integers(size: cython.int) -> array[int]:
    """`size` zeroes, at least one; repeating takes the memory once, array("i", bytes(n)) twice (30 000: 1, 55 us)."""
    return array("i", [0]) * (size if size > 0 else 1)


@cython.final
@cython.cclass
class Search:
    """A board's links under search; sliced, resumable, deterministic.

    `links` holds two cell indices a link.  `labels` holds per cell 0 or the number of its pair.  `degrees` holds per
    cell 0 (closed), 1 (endpoint), 2 (a path must pass) or 3 (a path may pass).  With `touching=False` a solution in
    which a path runs beside itself is no solution (in full: the local clauses of `no_touch` are only a help).

    After `run` has returned SATISFIED, `model()` is a solution.  REFUTED means that there is none (under the
    assumptions, if there are any; `consistent` tells).  PAUSED means nothing yet: run again.
    """

    def __init__(
        self,
        cell_count: cython.int,
        links: array[int],
        *,
        labels: array[int],
        degrees: array[int],
        touching: bool = True,
    ) -> None:
        link_count: cython.int = len(links) // 2
        self.cell_count = cell_count
        self.link_count = link_count
        self.touching = touching
        self.consistent = True

        self.ends = links if link_count else integers(2)
        self.number = labels if cell_count else integers(1)
        self.degree = degrees if cell_count else integers(1)
        self.first_slot = integers(cell_count + 2)
        self.slots = integers(2 * link_count)
        self.on_count = integers(cell_count)
        self.left = integers(cell_count)
        self.taken = integers(2 * cell_count)
        self.mate = integers(cell_count)
        self.label = integers(cell_count)
        self.joins = integers(5 * (link_count + 1))
        self.join_count = 0

        self.truth = array("b", [0]) * (2 * link_count + 2)
        self.level_of = integers(link_count)
        self.reason_of = integers(link_count)
        self.position_of = integers(link_count)
        self.head_of = integers(link_count)
        self.trail = integers(link_count)
        self.trail_size = 0
        self.head = 0
        self.level_start = integers(2 * link_count + 2)
        self.level_joins = integers(2 * link_count + 2)
        self.level_stamp = integers(2 * link_count + 2)
        self.level = 0
        self.stamp = 0

        self.activity = array("d", [0.0]) * (link_count + 1)
        self.increment = 1.0
        self.heap = integers(link_count)
        self.heap_index = integers(link_count)
        self.heap_size = link_count
        self.phase = array("b", [1]) * (link_count + 1)
        self.target = array("b", [2]) * (link_count + 1)
        self.longest = 0
        self.rephasings = 0
        self.next_rephasing = REPHASING_STEP

        self.buffer = integers(2 * link_count + 4)
        self.buffer_size = 0
        self.learnt = integers(link_count + 1)
        self.learnt_size = 0
        self.seen = array("b", [0]) * (link_count + 1)
        self.marked = integers(link_count + 1)
        self.marked_size = 0
        self.stack = integers(link_count + 1)

        self.arena_room = 1024
        self.arena = integers(self.arena_room)
        self.arena_end = 0
        self.learned_count = 0
        self.watch_start = integers(2 * link_count)
        self.watch_size = integers(2 * link_count)
        self.watch_room = integers(2 * link_count)
        self.watches_room = 1024
        self.watches = integers(self.watches_room)
        self.watches_end = 0

        self.assumed = integers(link_count)
        self.assumed_count = 0
        self.conflicts = 0
        self.decisions = 0
        self.propagations = 0
        self.until_restart = RESTART_UNIT
        self.restarts = 0
        self.next_reduction = FIRST_REDUCTION
        self.reductions = 0
        if not touching:
            self.owner = integers(cell_count)
            self.place = integers(cell_count)
        else:
            self.owner = self.place = integers(1)
        self.lay_out()

    # ------------------------------------------------------------------ for the caller

    def run(self, conflicts: cython.int = 1000, propagations: cython.int = 100_000) -> Status:
        """Search on until a verdict or until the budget of conflicts and processed literals has ended."""
        outcome: cython.int
        with cython.nogil:
            outcome = self.advance(conflicts, propagations)
        return Status(outcome)

    def add_clause(self, literals: array[int]) -> bool:
        """Demand that one of `literals` holds, for good; False when that refutes the board.

        Goes back to level 0, so a model must be read before.  O(length).
        """
        size: cython.int = len(literals)
        view: cython.int[::1]
        if size == 0:
            self.consistent = False
            return False
        view = literals
        self.cancel(0)
        self.put_clause(view, 0, size, True)
        return bool(self.consistent)

    def add_clauses(self, clauses: array[int]) -> bool:
        """Add many clauses at once, each as its size followed by its literals; False when they refute the board."""
        total: cython.int = len(clauses)
        at: cython.int = 0
        one_by_one: cython.bint
        view: cython.int[::1]
        if total == 0:
            return bool(self.consistent)
        view = clauses
        self.cancel(0)
        # Many clauses: into the arena first, then all watch lists at once, by counting (a third of the time).
        one_by_one = total < self.arena_end
        if self.arena_end + 2 * total > self.arena_room:
            self.grow_arena(self.arena_end + 2 * total + 1024)
        while at < total:
            self.put_clause(view, at + 1, view[at], one_by_one)
            at += 1 + view[at]
        if not one_by_one:
            self.lay_watches()
        return bool(self.consistent)

    def assume(self, literals: array[int]) -> None:
        """Let every later `run` work under `literals`, decided first and in this order (an empty array: none).

        At most one literal a link.  Levels that the new list shares with the old one are kept.
        """
        size: cython.int = len(literals)
        shared: cython.int = 0
        i: cython.int
        if size > self.link_count:
            raise ValueError(f"{size} assumptions on {self.link_count} links: give one literal a link")
        while shared < size and shared < self.assumed_count and self.assumed[shared] == literals[shared]:
            shared += 1
        self.cancel(shared)
        for i in range(shared, size):
            self.assumed[i] = literals[i]
        self.assumed_count = size

    def failed(self) -> array[int]:
        """After REFUTED: assumptions that cannot hold together (empty when the board itself is refuted)."""
        result = array("i")
        i: cython.int
        if not self.consistent:
            return result
        self.blame()
        for i in range(self.learnt_size):
            result.append(self.learnt[i])
        return result

    def model(self) -> array[int]:
        """After SATISFIED: 1 per link that is on, 0 per link that is off."""
        result = array("b", bytes(self.link_count))
        link: cython.int
        for link in range(self.link_count):
            if self.truth[2 * link] > 0:
                result[link] = 1
        return result

    def fixed(self) -> array[int]:
        """What is decided at level 0, per link: 1 on, 0 off, -1 open."""
        result = array("b", bytes(self.link_count))
        link: cython.int
        self.cancel(0)
        for link in range(self.link_count):
            result[link] = 1 if self.truth[2 * link] > 0 else 0 if self.truth[2 * link] < 0 else -1
        return result

    def set_phases(self, model: array[int]) -> None:
        """Let decisions first try what `model` says (1 on, 0 off), until saved phases overwrite it."""
        link: cython.int
        for link in range(self.link_count):
            self.phase[link] = 0 if model[link] else 1
        self.rephase()

    # ------------------------------------------------------------------ setting up

    @cython.cfunc
    def lay_out(self) -> cython.void:
        """Adjacency as slots (cell c owns slots[first_slot[c]:first_slot[c + 1]]); what is true from the start."""
        cell: cython.int
        link: cython.int
        u: cython.int
        v: cython.int
        for link in range(2 * self.link_count):
            self.left[self.ends[link]] += 1
        for cell in range(self.cell_count):
            self.first_slot[cell + 1] = self.first_slot[cell] + self.left[cell]
            self.mate[cell] = cell
            self.label[cell] = self.number[cell]
            self.on_count[cell] = self.first_slot[cell]
        for link in range(self.link_count):
            for u in range(2):
                cell = self.ends[2 * link + u]
                self.slots[self.on_count[cell]] = link
                self.on_count[cell] += 1
            self.heap[link] = link
            self.heap_index[link] = link
        for cell in range(self.cell_count):
            self.on_count[cell] = 0
        for cell in range(self.cell_count):
            if not self.check_degree(cell):
                self.consistent = False
        for link in range(self.link_count):
            u = self.label[self.ends[2 * link]]
            v = self.label[self.ends[2 * link + 1]]
            if u != 0 and v != 0 and u != v and self.truth[2 * link] == 0:
                self.enqueue(2 * link + 1, DECISION)

    @cython.cfunc
    def put_clause(
        self, source: cython.int[::1], start: cython.int, size: cython.int, watch: cython.bint
    ) -> cython.void:
        """A clause of the problem, at level 0: without literals already false, repeated or opposite ones."""
        i: cython.int
        literal: cython.int
        base: cython.int
        end: cython.int
        holds: cython.bint = False
        if self.arena_end + HEADER + size > self.arena_room:
            self.grow_arena(2 * (self.arena_end + HEADER + size))
        base = self.arena_end + HEADER
        end = base
        for i in range(start, start + size):
            literal = source[i]
            if self.truth[literal] > 0 or self.seen[literal >> 1] == 2 - (literal & 1):
                holds = True
            elif self.truth[literal] == 0 and self.seen[literal >> 1] == 0:
                self.seen[literal >> 1] = 1 + (literal & 1)
                self.arena[end] = literal
                end += 1
        for i in range(base, end):
            self.seen[self.arena[i] >> 1] = 0
        if holds:
            return
        if end == base:
            self.consistent = False
        elif end == base + 1:
            self.enqueue(self.arena[base], DECISION)
        else:
            self.arena[base - HEADER] = end - base
            self.arena[base - HEADER + 1] = 0
            self.arena_end = end
            if watch:
                self.watch_clause(base - HEADER)

    # ------------------------------------------------------------------ memory

    @cython.cfunc
    @cython.with_gil
    @cython.exceptval(check=False)
    def grow_arena(self, room: cython.int) -> cython.void:
        bigger: cython.int[::1] = integers(room)
        bigger[: self.arena_end] = self.arena[: self.arena_end]
        self.arena = bigger
        self.arena_room = room

    @cython.cfunc
    @cython.with_gil
    @cython.exceptval(check=False)
    def grow_watches(self, room: cython.int, kept: cython.int) -> cython.void:
        bigger: cython.int[::1] = integers(room)
        bigger[:kept] = self.watches[:kept]
        self.watches = bigger
        self.watches_room = room

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def store_clause(self, glue: cython.int) -> cython.int:
        """Move `learnt` into the arena and watch its first two literals; its ref."""
        i: cython.int
        ref: cython.int = self.arena_end
        size: cython.int = self.learnt_size
        if ref + size + HEADER > self.arena_room:
            self.grow_arena(2 * (ref + size + HEADER))
        self.arena[ref] = size
        self.arena[ref + 1] = glue
        for i in range(size):
            self.arena[ref + HEADER + i] = self.learnt[i]
        self.arena_end = ref + HEADER + size
        self.learned_count += 1
        self.watch_clause(ref)
        return ref

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def watch_clause(self, ref: cython.int) -> cython.void:
        """Watch the first two literals of a clause in the arena."""
        first: cython.int = self.arena[ref + HEADER]
        second: cython.int = self.arena[ref + HEADER + 1]
        tag: cython.int = 2 * ref + (self.arena[ref] == 2)
        self.add_watch(first, second, tag)
        self.add_watch(second, first, tag)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_watch(self, literal: cython.int, blocker: cython.int, tag: cython.int) -> cython.void:
        """Have the clause `tag` looked at when `literal` becomes false."""
        size: cython.int = self.watch_size[literal]
        room: cython.int = self.watch_room[literal]
        start: cython.int = self.watch_start[literal]
        fresh: cython.int
        i: cython.int
        if size == room:
            room = 2 * room if room > 0 else 4
            if self.watches_end + 2 * room > self.watches_room:
                self.grow_watches(2 * (self.watches_end + 2 * room), self.watches_end)
            fresh = self.watches_end
            self.watches_end += 2 * room
            for i in range(2 * size):
                self.watches[fresh + i] = self.watches[start + i]
            start = fresh
            self.watch_start[literal] = start
            self.watch_room[literal] = room
        self.watches[start + 2 * size] = blocker
        self.watches[start + 2 * size + 1] = tag
        self.watch_size[literal] = size + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_reason(self, ref: cython.int) -> cython.bint:
        """Whether the clause is the reason of a link decided above level 0."""
        i: cython.int
        literal: cython.int
        for i in range(2):
            literal = self.arena[ref + HEADER + i]
            if self.truth[literal] > 0 and self.reason_of[literal >> 1] == ref and self.level_of[literal >> 1] > 0:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reduce(self) -> cython.void:
        """Drop the worse half of the learned clauses (highest glue; among equals the older) and compact the arena."""
        ref: cython.int = 0
        target: cython.int = 0
        size: cython.int
        glue: cython.int
        i: cython.int
        literal: cython.int
        limit: cython.int = 0
        doomed: cython.int
        half: cython.int = 0
        levels: cython.int = 2 * self.link_count + 2
        # level_stamp serves as the histogram of glues; the stamps start anew afterwards.
        for i in range(levels):
            self.level_stamp[i] = 0
        while ref < self.arena_end:
            glue = self.arena[ref + 1]
            if glue > KEPT_GLUE and not self.is_reason(ref):
                self.level_stamp[glue] += 1
                half += 1
            ref += HEADER + self.arena[ref]
        half >>= 1
        limit = levels - 1
        doomed = half
        while limit > KEPT_GLUE and self.level_stamp[limit] <= doomed:
            doomed -= self.level_stamp[limit]
            limit -= 1
        for i in range(levels):
            self.level_stamp[i] = 0
        self.stamp = 0
        ref = 0
        while ref < self.arena_end:
            size = self.arena[ref]
            glue = self.arena[ref + 1]
            if glue > KEPT_GLUE and glue >= limit and not self.is_reason(ref) and (glue > limit or doomed > 0):
                if glue == limit:
                    doomed -= 1
                self.learned_count -= 1
            else:
                for i in range(2):
                    literal = self.arena[ref + HEADER + i]
                    if self.truth[literal] > 0 and self.reason_of[literal >> 1] == ref:
                        self.reason_of[literal >> 1] = target
                for i in range(HEADER + size):
                    self.arena[target + i] = self.arena[ref + i]
                target += HEADER + size
            ref += HEADER + size
        self.arena_end = target
        self.lay_watches()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay_watches(self) -> cython.void:
        """Lay every watch list anew, in the order of the arena."""
        ref: cython.int = 0
        literal: cython.int
        tag: cython.int
        side: cython.int
        at: cython.int
        for literal in range(2 * self.link_count):
            self.watch_size[literal] = 0
        while ref < self.arena_end:
            self.watch_size[self.arena[ref + HEADER]] += 1
            self.watch_size[self.arena[ref + HEADER + 1]] += 1
            ref += HEADER + self.arena[ref]
        self.watches_end = 0
        for literal in range(2 * self.link_count):
            self.watch_start[literal] = self.watches_end
            self.watch_room[literal] = self.watch_size[literal] + 4
            self.watches_end += 2 * self.watch_room[literal]
            self.watch_size[literal] = 0
        if self.watches_end > self.watches_room:
            self.grow_watches(2 * self.watches_end, 0)
        ref = 0
        while ref < self.arena_end:
            tag = 2 * ref + (self.arena[ref] == 2)
            for side in range(2):
                literal = self.arena[ref + HEADER + side]
                at = self.watch_start[literal] + 2 * self.watch_size[literal]
                self.watches[at] = self.arena[ref + HEADER + 1 - side]
                self.watches[at + 1] = tag
                self.watch_size[literal] += 1
            ref += HEADER + self.arena[ref]

    # ------------------------------------------------------------------ order of decisions

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sift_up(self, index: cython.int) -> cython.void:
        link: cython.int = self.heap[index]
        key: cython.double = self.activity[link]
        parent: cython.int
        other: cython.int
        while index > 0:
            parent = (index - 1) >> 1
            other = self.heap[parent]
            if self.activity[other] >= key:
                break
            self.heap[index] = other
            self.heap_index[other] = index
            index = parent
        self.heap[index] = link
        self.heap_index[link] = index

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sift_down(self, index: cython.int) -> cython.void:
        link: cython.int = self.heap[index]
        key: cython.double = self.activity[link]
        child: cython.int = 2 * index + 1
        other: cython.int
        while child < self.heap_size:
            other = self.heap[child]
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pop_undecided(self) -> cython.int:
        """The most active undecided link, taken off the heap; -1 when all are decided."""
        link: cython.int
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bump(self, link: cython.int) -> cython.void:
        i: cython.int
        self.activity[link] += self.increment
        if self.activity[link] > CEILING:
            for i in range(self.link_count):
                self.activity[i] *= SHRINK
            self.increment *= SHRINK
        if self.heap_index[link] >= 0:
            self.sift_up(self.heap_index[link])

    # ------------------------------------------------------------------ trail

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enqueue(self, literal: cython.int, reason: cython.int) -> cython.void:
        link: cython.int = literal >> 1
        self.truth[literal] = 1
        self.truth[literal ^ 1] = -1
        self.level_of[link] = self.level
        self.reason_of[link] = reason
        self.head_of[link] = self.head
        self.position_of[link] = self.trail_size
        self.trail[self.trail_size] = literal
        self.trail_size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def open_level(self) -> cython.void:
        self.level_start[self.level] = self.trail_size
        self.level_joins[self.level] = self.join_count
        self.level += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cancel(self, level: cython.int) -> cython.void:
        """Undo everything above `level`."""
        start: cython.int
        i: cython.int
        literal: cython.int
        link: cython.int
        u: cython.int
        v: cython.int
        if self.level <= level:
            return
        start = self.level_start[level]
        i = self.trail_size - 1
        while i >= start:
            literal = self.trail[i]
            link = literal >> 1
            if i < self.head:
                u = self.ends[2 * link]
                v = self.ends[2 * link + 1]
                self.left[u] += 1
                self.left[v] += 1
                if not literal & 1:
                    self.on_count[u] -= 1
                    self.on_count[v] -= 1
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
        start = self.level_joins[level]
        i = self.join_count
        while i > start:
            i -= 1
            link = self.joins[5 * i]
            u = self.joins[5 * i + 1]
            v = self.joins[5 * i + 2]
            self.mate[u] = self.ends[2 * link]
            self.mate[v] = self.ends[2 * link + 1]
            self.label[u] = self.joins[5 * i + 3]
            self.label[v] = self.joins[5 * i + 4]
        self.join_count = start
        self.level = level

    # ------------------------------------------------------------------ propagation

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def check_degree(self, cell: cython.int) -> cython.bint:
        """A1, forced degree; False on a conflict, with its literals in `buffer`."""
        on: cython.int = self.on_count[cell]
        left: cython.int = self.left[cell]
        kind: cython.int = self.degree[cell]
        need: cython.int = kind
        value: cython.int
        reason: cython.int
        slot: cython.int
        link: cython.int
        if kind == 3:
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
            value = 1
            reason = -2 - (4 * cell + (OFF_LINKS if need == 0 else ON_LINKS))
        elif on + left == need:
            value = 0
            reason = -2 - (4 * cell + (ALL_LINKS if kind == 3 else OFF_LINKS))
        else:
            return True
        for slot in range(self.first_slot[cell], self.first_slot[cell + 1]):
            link = self.slots[slot]
            if self.truth[2 * link] == 0:
                self.enqueue(2 * link + value, reason)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def join(self, link: cython.int, u: cython.int, v: cython.int) -> cython.bint:
        """A2 and A3: the fragments that end in u and v become one; False on a conflict, literals in `buffer`."""
        far_u: cython.int = self.mate[u]
        far_v: cython.int = self.mate[v]
        label_u: cython.int = self.label[u]
        label_v: cython.int = self.label[v]
        label: cython.int = label_u if label_u else label_v
        end: cython.int
        other: cython.int
        near: cython.int
        slot: cython.int
        side: cython.int
        at: cython.int
        if far_u == v:
            self.buffer[0] = 2 * link + 1
            self.buffer_size = 1
            self.collect_fragment(u, link, self.head - 1)
            return False
        if label_u != label_v and label_u != 0 and label_v != 0:
            self.buffer[0] = 2 * link + 1
            self.buffer_size = 1
            self.collect_fragment(u, link, self.head - 1)
            self.collect_fragment(v, link, self.head - 1)
            return False
        at = 5 * self.join_count
        self.joins[at] = link
        self.joins[at + 1] = far_u
        self.joins[at + 2] = far_v
        self.joins[at + 3] = self.label[far_u]
        self.joins[at + 4] = self.label[far_v]
        self.join_count += 1
        self.mate[far_u] = far_v
        self.mate[far_v] = far_u
        self.label[far_u] = label
        self.label[far_v] = label
        if label_u != 0 and label_v != 0:
            return True
        # A nameless fragment: one end's links are enough to find the link between both ends.  With a number only the
        # end that has just learned it has open links of interest (the other end is the endpoint, or closed).
        end = far_u if label_v != 0 else far_v
        near = far_v if label_v != 0 else far_u
        for slot in range(self.first_slot[end], self.first_slot[end + 1]):
            link = self.slots[slot]
            if self.truth[2 * link] != 0:
                continue
            other = self.ends[2 * link] + self.ends[2 * link + 1] - end
            if other == near:
                self.enqueue(2 * link + 1, LOOP_REASON)
            elif label != 0:
                side = self.label[other]
                if side != 0 and side != label:
                    self.enqueue(2 * link + 1, LABEL_REASON)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def propagate(self) -> cython.bint:
        """Process the trail to its end; False on a conflict, with its literals (all false) in `buffer`."""
        literal: cython.int
        link: cython.int
        u: cython.int
        v: cython.int
        i: cython.int
        kept: cython.int
        stop: cython.int
        blocker: cython.int
        tag: cython.int
        first: cython.int
        other: cython.int
        base: cython.int
        k: cython.int
        end: cython.int
        state: cython.int
        while self.head < self.trail_size:
            literal = self.trail[self.head]
            self.head += 1
            self.propagations += 1
            link = literal >> 1
            u = self.ends[2 * link]
            v = self.ends[2 * link + 1]
            self.left[u] -= 1
            self.left[v] -= 1
            if literal & 1:
                if not self.check_degree(u) or not self.check_degree(v):
                    return False
            else:
                if self.on_count[u] < 2:
                    self.taken[2 * u + self.on_count[u]] = link
                if self.on_count[v] < 2:
                    self.taken[2 * v + self.on_count[v]] = link
                self.on_count[u] += 1
                self.on_count[v] += 1
                if not self.check_degree(u) or not self.check_degree(v) or not self.join(link, u, v):
                    return False

            literal ^= 1
            i = self.watch_start[literal]
            kept = i
            stop = i + 2 * self.watch_size[literal]
            while i < stop:
                blocker = self.watches[i]
                tag = self.watches[i + 1]
                i += 2
                state = self.truth[blocker]
                if state > 0:
                    self.watches[kept] = blocker
                    self.watches[kept + 1] = tag
                    kept += 2
                    continue
                if tag & 1:
                    self.watches[kept] = blocker
                    self.watches[kept + 1] = tag
                    kept += 2
                    first = blocker
                else:
                    base = (tag >> 1) + HEADER
                    first = self.arena[base]
                    if first == literal:
                        first = self.arena[base + 1]
                        self.arena[base] = first
                        self.arena[base + 1] = literal
                    state = self.truth[first]
                    if state <= 0:
                        k = base + 2
                        end = base + self.arena[base - HEADER]
                        while k < end and self.truth[self.arena[k]] < 0:
                            k += 1
                        if k < end:
                            other = self.arena[k]
                            self.arena[k] = literal
                            self.arena[base + 1] = other
                            self.add_watch(other, first, tag)
                            continue
                    self.watches[kept] = first
                    self.watches[kept + 1] = tag
                    kept += 2
                    if state > 0:
                        continue
                if state == 0:
                    self.enqueue(first, tag >> 1)
                    continue
                while i < stop:
                    self.watches[kept] = self.watches[i]
                    kept += 1
                    i += 1
                self.watch_size[literal] = (kept - self.watch_start[literal]) >> 1
                base = (tag >> 1) + HEADER
                self.buffer_size = self.arena[base - HEADER]
                for k in range(self.buffer_size):
                    self.buffer[k] = self.arena[base + k]
                return False
            self.watch_size[literal] = (kept - self.watch_start[literal]) >> 1
        return True

    # ------------------------------------------------------------------ reasons

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def collect(self, cell: cython.int, kind: cython.int, before: cython.int) -> cython.void:
        """Into `buffer`: the false literals of the cell's links of that kind decided before that place of the trail."""
        slot: cython.int
        link: cython.int
        literal: cython.int
        self.buffer_size = 0
        for slot in range(self.first_slot[cell], self.first_slot[cell + 1]):
            link = self.slots[slot]
            if self.truth[2 * link] == 0 or self.position_of[link] >= before:
                continue
            literal = 2 * link if self.truth[2 * link] < 0 else 2 * link + 1
            if kind == ALL_LINKS or (literal & 1) == (kind == ON_LINKS):
                self.buffer[self.buffer_size] = literal
                self.buffer_size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def collect_fragment(self, cell: cython.int, link: cython.int, head: cython.int) -> cython.void:
        """Append to `buffer` the fragment that ends in `cell`, as processed before `head`, without `link`."""
        step: cython.int
        following: cython.int
        size: cython.int = self.buffer_size
        while True:
            following = -1
            for step in range(self.on_count[cell] if self.on_count[cell] < 2 else 2):
                if self.taken[2 * cell + step] != link:
                    following = self.taken[2 * cell + step]
                    break
            if following < 0 or self.position_of[following] >= head:
                break
            self.buffer[size] = 2 * following + 1
            size += 1
            cell = self.ends[2 * following] + self.ends[2 * following + 1] - cell
            link = following
        self.buffer_size = size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def explain(self, literal: cython.int) -> cython.void:
        """Into `buffer`: false literals which together force `literal`, a propagated one."""
        link: cython.int = literal >> 1
        reason: cython.int = self.reason_of[link]
        base: cython.int
        i: cython.int
        size: cython.int = 0
        if reason >= 0:
            base = reason + HEADER
            for i in range(base, base + self.arena[reason]):
                if self.arena[i] != literal:
                    self.buffer[size] = self.arena[i]
                    size += 1
            self.buffer_size = size
        elif reason == LOOP_REASON:
            self.buffer_size = 0
            self.collect_fragment(self.ends[2 * link], link, self.head_of[link])
        elif reason == LABEL_REASON:
            self.buffer_size = 0
            self.collect_fragment(self.ends[2 * link], link, self.head_of[link])
            self.collect_fragment(self.ends[2 * link + 1], link, self.head_of[link])
        else:
            reason = -2 - reason
            self.collect(reason >> 2, reason & 3, self.head_of[link])

    # ------------------------------------------------------------------ learning

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mark(self, link: cython.int) -> cython.void:
        self.seen[link] = 1
        self.marked[self.marked_size] = link
        self.marked_size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def analyze(self) -> cython.int:
        """From the conflict in `buffer` to the first-UIP clause in `learnt`; the level to go back to, or -1."""
        i: cython.int
        literal: cython.int
        link: cython.int
        pending: cython.int = 0
        index: cython.int
        back: cython.int = 0
        size: cython.int
        for i in range(self.buffer_size):
            if self.level_of[self.buffer[i] >> 1] > back:
                back = self.level_of[self.buffer[i] >> 1]
        if back == 0:
            return -1
        self.cancel(back)
        self.marked_size = 0
        size = 1
        index = self.trail_size - 1
        while True:
            for i in range(self.buffer_size):
                literal = self.buffer[i]
                link = literal >> 1
                if self.seen[link] == 0 and self.level_of[link] > 0:
                    self.mark(link)
                    self.bump(link)
                    if self.level_of[link] == self.level:
                        pending += 1
                    else:
                        self.learnt[size] = literal
                        size += 1
            while self.seen[self.trail[index] >> 1] == 0:
                index -= 1
            literal = self.trail[index]
            index -= 1
            pending -= 1
            if pending == 0:
                break
            self.explain(literal)
        self.learnt[0] = literal ^ 1
        self.learnt_size = size
        self.minimise()
        for i in range(self.marked_size):
            self.seen[self.marked[i]] = 0
        back = 0
        if self.learnt_size > 1:
            index = 1
            for i in range(2, self.learnt_size):
                if self.level_of[self.learnt[i] >> 1] > self.level_of[self.learnt[index] >> 1]:
                    index = i
            literal = self.learnt[index]
            self.learnt[index] = self.learnt[1]
            self.learnt[1] = literal
            back = self.level_of[literal >> 1]
        return back

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def minimise(self) -> cython.void:
        """Drop from `learnt` what the rest implies."""
        i: cython.int
        kept: cython.int = 1
        self.stamp += 1
        for i in range(1, self.learnt_size):
            self.level_stamp[self.level_of[self.learnt[i] >> 1]] = self.stamp
        for i in range(1, self.learnt_size):
            if self.reason_of[self.learnt[i] >> 1] == DECISION or not self.is_implied(self.learnt[i]):
                self.learnt[kept] = self.learnt[i]
                kept += 1
        self.learnt_size = kept

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_implied(self, literal: cython.int) -> cython.bint:
        """Whether the false `literal` follows from other marked links; links found to follow are marked as well."""
        top: cython.int = self.marked_size
        size: cython.int = 1
        i: cython.int
        link: cython.int
        self.stack[0] = literal
        while size > 0:
            size -= 1
            self.explain(self.stack[size] ^ 1)
            for i in range(self.buffer_size):
                link = self.buffer[i] >> 1
                if self.seen[link] != 0 or self.level_of[link] == 0:
                    continue
                if self.reason_of[link] == DECISION or self.level_stamp[self.level_of[link]] != self.stamp:
                    while self.marked_size > top:
                        self.marked_size -= 1
                        self.seen[self.marked[self.marked_size]] = 0
                    return False
                self.mark(link)
                self.stack[size] = self.buffer[i]
                size += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_levels(self) -> cython.int:
        """The glue (LBD) of `learnt`: how many levels its literals come from."""
        i: cython.int
        result: cython.int = 0
        self.stamp += 1
        for i in range(self.learnt_size):
            if self.level_stamp[self.level_of[self.learnt[i] >> 1]] != self.stamp:
                self.level_stamp[self.level_of[self.learnt[i] >> 1]] = self.stamp
                result += 1
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def resolve(self) -> cython.bint:
        """Learn from the conflict in `buffer` and go back; False when the board is refuted."""
        back: cython.int
        glue: cython.int
        self.conflicts += 1
        self.until_restart -= 1
        back = self.analyze()
        if back < 0:
            self.consistent = False
            return False
        glue = self.count_levels()
        self.cancel(back)
        if self.learnt_size == 1:
            self.enqueue(self.learnt[0], DECISION)
        else:
            self.enqueue(self.learnt[0], self.store_clause(glue))
        self.increment *= GROWTH
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def blame(self) -> cython.void:
        """Into `learnt`: assumptions that together exclude the assumption at the current level, and that one."""
        size: cython.int = 0
        index: cython.int
        i: cython.int
        literal: cython.int
        link: cython.int
        if self.level >= self.assumed_count:
            self.learnt_size = 0
            return
        self.marked_size = 0
        self.learnt[0] = self.assumed[self.level]
        size = 1
        link = self.learnt[0] >> 1
        if self.level_of[link] > 0:
            self.mark(link)
        index = self.trail_size - 1
        while index >= 0 and self.level > 0 and index >= self.level_start[0]:
            literal = self.trail[index]
            if self.seen[literal >> 1] != 0:
                if self.reason_of[literal >> 1] == DECISION:
                    self.learnt[size] = literal
                    size += 1
                else:
                    self.explain(literal)
                    for i in range(self.buffer_size):
                        link = self.buffer[i] >> 1
                        if self.seen[link] == 0 and self.level_of[link] > 0:
                            self.mark(link)
            index -= 1
        for i in range(self.marked_size):
            self.seen[self.marked[i]] = 0
        self.learnt_size = size

    # ------------------------------------------------------------------ touching

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_touch(self) -> cython.bint:
        """With all links decided: a stretch of a path whose two ends are neighbours, as a conflict in `buffer`.

        The stretch need not name the link between its ends: switched on it would close a loop.
        """
        start: cython.int
        cell: cython.int
        link: cython.int
        last: cython.int
        index: cython.int
        slot: cython.int
        _: cython.int
        other: cython.int
        for cell in range(self.cell_count):
            self.owner[cell] = 0
        for start in range(self.cell_count):
            if self.number[start] == 0 or self.owner[start] != 0 or self.on_count[start] == 0:
                continue
            cell = start
            last = -1
            index = 0
            while True:
                self.owner[cell] = self.number[start]
                self.place[cell] = index
                for slot in range(self.first_slot[cell], self.first_slot[cell + 1]):
                    link = self.slots[slot]
                    other = self.ends[2 * link] + self.ends[2 * link + 1] - cell
                    if self.owner[other] == self.number[start] and self.place[other] < index - 1:
                        self.buffer_size = 0
                        link = last
                        for _ in range(index - self.place[other]):
                            self.buffer[self.buffer_size] = 2 * link + 1
                            self.buffer_size += 1
                            cell = self.ends[2 * link] + self.ends[2 * link + 1] - cell
                            link = self.taken[2 * cell] + self.taken[2 * cell + 1] - link
                        return True
                link = self.taken[2 * cell]
                if link == last:
                    if self.on_count[cell] < 2:
                        break
                    link = self.taken[2 * cell + 1]
                cell = self.ends[2 * link] + self.ends[2 * link + 1] - cell
                last = link
                index += 1
        return False

    # ------------------------------------------------------------------ the search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def luby(self, index: cython.int) -> cython.int:
        """1 1 2 1 1 2 4 1 1 2 ...: member `index` of the Luby sequence."""
        size: cython.int = 1
        result: cython.int = 1
        while size < index + 1:
            size = 2 * size + 1
            result *= 2
        while size - 1 != index:
            size = (size - 1) >> 1
            result >>= 1
            if index >= size:
                index -= size
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def aims(self) -> cython.bint:
        """Whether decisions follow a target: not under assumptions, whose phases are the caller's.

        Without touching the local clauses leave little to decide: with a target the 90 janko boards took 5 541
        conflicts, without one 4 891.
        """
        return self.touching and self.assumed_count == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def aim(self) -> cython.void:
        """Take the longest trail without a conflict as the target of later decisions (Biere & Fleury 2020).

        First solutions of lab boards, seeds 100 and on, median conflicts: 30x30 2 262 with a target, 6 306 without;
        40x40 median 0.10 s with it where most took 0.4 s without.
        """
        i: cython.int
        self.longest = self.level_start[self.level - 1]
        for i in range(self.longest):
            self.target[self.trail[i] >> 1] = self.trail[i] & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rephase(self) -> cython.void:
        """Forget the target, which becomes the saved phases; every fourth time all links are first tried off."""
        link: cython.int
        kind: cython.int = self.rephasings % 4
        for link in range(self.link_count):
            if self.rephasings > 0:
                if kind == 1:
                    self.phase[link] = 1
                elif self.target[link] < 2:
                    self.phase[link] = self.target[link]
            self.target[link] = 2
        self.longest = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, conflicts: cython.int, propagations: cython.int) -> cython.int:
        """`run` without the GIL: 0 refuted, 1 satisfied, 2 paused."""
        last_conflict: cython.longlong = self.conflicts + conflicts
        last_propagation: cython.longlong = self.propagations + propagations
        link: cython.int
        literal: cython.int
        if not self.consistent:
            return 0
        while True:
            if not self.propagate():
                if self.aims() and self.level > 0 and self.level_start[self.level - 1] > self.longest:
                    self.aim()
                if not self.resolve():
                    return 0
                if self.conflicts >= self.next_reduction:
                    self.reductions += 1
                    self.next_reduction += FIRST_REDUCTION + self.reductions * REDUCTION_STEP
                    self.reduce()
                continue
            if self.conflicts >= last_conflict or self.propagations >= last_propagation:
                return 2
            if self.until_restart <= 0:
                self.restarts += 1
                self.until_restart = RESTART_UNIT * self.luby(self.restarts)
                self.cancel(self.assumed_count)
                if self.conflicts >= self.next_rephasing:
                    self.rephasings += 1
                    self.next_rephasing = self.conflicts + REPHASING_STEP * (self.rephasings + 1)
                    self.rephase()
            if self.level < self.assumed_count:
                literal = self.assumed[self.level]
                if self.truth[literal] < 0:
                    return 0
                self.open_level()
                if self.truth[literal] == 0:
                    self.decisions += 1
                    self.enqueue(literal, DECISION)
                continue
            link = self.pop_undecided()
            if link < 0:
                if self.touching or not self.find_touch():
                    return 1
                if not self.resolve():
                    return 0
                continue
            self.decisions += 1
            self.open_level()
            if self.target[link] < 2 and self.aims():
                self.enqueue(2 * link + self.target[link], DECISION)
            else:
                self.enqueue(2 * link + self.phase[link], DECISION)
