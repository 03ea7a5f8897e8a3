"""Clauses: sets of literals of which at least one must hold, with two of them watched (Moskewicz et al. 2001).

Clauses are stored in one flat array of integers, `arena`; a clause's `ref` is the index of its header:

        ref ──> | size | glue | w0 | w1 | l2 | l3 ...       glue > 0: learned, its LBD (the number of levels its
                                                            literals came from); 0 or less: part of the problem

`w0` and `w1` are watched.  The watch lists are blocks of one flat array, `watches`, one block for each literal with two
integers an entry: a *blocker* (a literal of the clause; while it is true, the clause needs no visit) and a *tag*,
2 * ref + (1 if the clause is binary).  A binary clause is propagated from its entry alone (Eén & Sörensson 2003).

        watch_start[l] ──> | blocker tag | blocker tag | free ... |     watch_size[l] entries in use of watch_room[l]

A full block moves to the end with twice the room.  `reduce` drops learned clauses by their glue (Audemard & Simon
2009), compacts the arena and rebuilds all blocks.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from numlink.engine.search.path_propagator import PathPropagator
    from numlink.engine.search.trail import DECISION

# The integers before a clause's literals: its size and its glue.
HEADER = cython.declare(cython.int, 2)
# Learned clauses with a glue of at most this are never dropped, as in Glucose (Audemard & Simon 2009).
KEPT_GLUE = cython.declare(cython.int, 2)
# A clause of the problem with more than this many literals keeps in its glue, negated, how far after `l2` its last
# watch was found; the next search for a watch begins there, cyclically (Gent 2013).  Otherwise a clause of n literals,
# such as "not this solution", could take n * n / 2 steps.
LONG = cython.declare(cython.int, 1000)


@cython.cclass
class Clauses(PathPropagator):
    """Clauses on top of fragments, and the propagation of both until nothing more follows."""

    def __init__(self, links: array[int], labels: array[int], degrees: array[int]) -> None:
        count: cython.int = len(links) // 2
        PathPropagator.__init__(self, links, labels, degrees)
        self.learned, self.level_stamp = self.carve(count + 1), self.carve(2 * count + 2)
        self.watch_start, self.watch_size = self.carve(2 * count), self.carve(2 * count)
        self.watch_room = self.carve(2 * count)
        # Memory for clauses is allocated with the first of them: `grown`.
        self.arena = self.watches = self.learned[:0]
        self.arena_end = self.watches_end = 0
        self.learned_size = self.stamp = self.propagations = self.looks = 0

    def put_clauses(self, source: cython.int[::1], total: cython.int, watch: cython.bint) -> cython.void:
        """Add clauses of the problem at level 0: each its size and its literals, without false and repeated ones.

        Unless each is to be watched at once, `lay_watches` must follow.
        """
        at: cython.int = 0
        while at < total:
            size: cython.int = source[at]
            if self.arena_end + HEADER + size > len(self.arena):
                self.arena = self.grown(self.arena, self.arena_end, 2 * (self.arena_end + HEADER + size))
            holds: cython.bint = False
            base: cython.int = self.arena_end + HEADER
            end: cython.int = base
            for i in range(at + 1, at + 1 + size):
                literal: cython.int = source[i]
                value: cython.int = self.truth[literal]
                if value == 0:
                    mark: cython.int = self.seen[literal >> 1]
                    if mark == 0:
                        self.seen[literal >> 1] = 1 + (literal & 1)
                        self.arena[end] = literal
                        end += 1
                    elif mark == 2 - (literal & 1):
                        holds = True
                elif value > 0:
                    holds = True
            for i in range(base, end):
                self.seen[self.arena[i] >> 1] = 0
            at += 1 + size
            if holds:
                continue
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

    @cython.final
    def store_clause(self, glue: cython.int) -> cython.int:
        """Copy `learned` into the arena with this glue and watch its first two literals; return its ref."""
        ref: cython.int = self.arena_end
        size: cython.int = self.learned_size
        if ref + size + HEADER > len(self.arena):
            self.arena = self.grown(self.arena, ref, 2 * (ref + size + HEADER))
        self.arena[ref] = size
        self.arena[ref + 1] = glue
        for i in range(size):
            self.arena[ref + HEADER + i] = self.learned[i]
        self.arena_end = ref + HEADER + size
        self.watch_clause(ref)
        return ref

    @cython.final
    def watch_clause(self, ref: cython.int) -> cython.void:
        """Watch the first two literals of the clause `ref`."""
        first: cython.int = self.arena[ref + HEADER]
        second: cython.int = self.arena[ref + HEADER + 1]
        tag: cython.int = 2 * ref + (self.arena[ref] == 2)
        self.add_watch(first, second, tag)
        self.add_watch(second, first, tag)

    @cython.final
    def add_watch(self, literal: cython.int, blocker: cython.int, tag: cython.int) -> cython.void:
        """Add an entry to the watch list of `literal`, so that clause `tag` is visited when `literal` becomes false."""
        size: cython.int = self.watch_size[literal]
        room: cython.int = self.watch_room[literal]
        start: cython.int = self.watch_start[literal]
        if size == room:
            room = 2 * room if room > 0 else 4
            if self.watches_end + 2 * room > len(self.watches):
                self.watches = self.grown(self.watches, self.watches_end, 2 * (self.watches_end + 2 * room))
            fresh: cython.int = self.watches_end
            self.watches_end += 2 * room
            for i in range(2 * size):
                self.watches[fresh + i] = self.watches[start + i]
            start = fresh
            self.watch_start[literal] = start
            self.watch_room[literal] = room
        self.watches[start + 2 * size] = blocker
        self.watches[start + 2 * size + 1] = tag
        self.watch_size[literal] = size + 1

    @cython.final
    def propagate(self) -> cython.bint:
        """Process the trail to its end; return False on a conflict, whose literals, all false, are then in `buffer`.

        For each literal, degrees and paths come first, then the clauses that watch its opposite; their block of watches
        is rewritten in place: read at `i`, written at `kept` <= `i`.  A visit after the watch w0 has become false:

            blocker or w1 true                          the entry stays
            w1 not true, an l not false                 w0 and that l are swapped; the entry moves to the block of l
            w1 undecided, every l false                 w1 is forced by this clause; the entry stays
            w1 false, every l false                     conflict
        """
        while self.head < self.trail_size:
            literal: cython.int = self.trail[self.head]
            self.head += 1
            self.propagations += 1
            if not self.settle(literal):
                return False
            literal ^= 1
            i: cython.int = self.watch_start[literal]
            kept: cython.int = i
            stop: cython.int = i + 2 * self.watch_size[literal]
            while i < stop:
                blocker: cython.int = self.watches[i]
                tag: cython.int = self.watches[i + 1]
                i += 2
                # If the blocker is true, the clause holds: most visits end here, without reading the arena.
                state: cython.int = self.truth[blocker]
                if state > 0:
                    self.watches[kept] = blocker
                    self.watches[kept + 1] = tag
                    kept += 2
                    continue
                if tag & 1:
                    # A binary clause: the blocker is its other literal, forced if undecided (`state` 0), else false.
                    self.watches[kept] = blocker
                    self.watches[kept + 1] = tag
                    kept += 2
                    first: cython.int = blocker
                else:
                    # Move the other watched literal to the front: a clause of three or more forces its first literal.
                    base: cython.int = (tag >> 1) + HEADER
                    first = self.arena[base]
                    if first == literal:
                        first = self.arena[base + 1]
                        self.arena[base] = first
                        self.arena[base + 1] = literal
                    state = self.truth[first]
                    if state <= 0:
                        # A literal that is not false takes over the watch, and the entry leaves this block.
                        k: cython.int = base + 2
                        end: cython.int = base + self.arena[base - HEADER]
                        if end - base > LONG and self.arena[base - HEADER + 1] <= 0:
                            k = self.search_watch(base, end)
                        else:
                            while k < end and self.truth[self.arena[k]] < 0:
                                k += 1
                        if k < end:
                            other: cython.int = self.arena[k]
                            self.arena[k] = literal
                            self.arena[base + 1] = other
                            self.add_watch(other, first, tag)
                            continue
                    # The entry stays, with the other watched literal as a better blocker.
                    self.watches[kept] = first
                    self.watches[kept + 1] = tag
                    kept += 2
                    if state > 0:
                        continue
                # All literals except `first` are false.
                if state == 0:
                    # `enqueue`, written out: a C compiler does not inline it from another module.
                    link: cython.int = first >> 1
                    self.truth[first] = 1
                    self.truth[first ^ 1] = -1
                    self.level_of[4 * link] = self.level
                    self.reason_of[4 * link] = tag >> 1
                    self.head_of[4 * link] = self.head
                    self.position_of[4 * link] = self.trail_size
                    self.trail[self.trail_size] = first
                    self.trail_size += 1
                    continue
                # `first` is false too, so the clause is in conflict; the entries not yet visited stay.
                while i < stop:
                    self.watches[kept] = self.watches[i]
                    kept += 1
                    i += 1
                self.watch_size[literal] = (kept - self.watch_start[literal]) >> 1
                self.take_clause(tag >> 1, -1)
                return False
            self.watch_size[literal] = (kept - self.watch_start[literal]) >> 1
        return True

    @cython.final
    def search_watch(self, base: cython.int, end: cython.int) -> cython.int:
        """The place, from `base` + 2 to `end` - 1, of a literal of a long clause that is not false; `end` for none."""
        # The search begins where the last one ended, cyclically.  `looks` counts the false literals passed.
        begun: cython.int = base + 2 - self.arena[base - HEADER + 1]
        k: cython.int = begun
        while self.truth[self.arena[k]] < 0:
            self.looks += 1
            k = k + 1 if k + 1 < end else base + 2
            if k == begun:
                return end
        self.arena[base - HEADER + 1] = base + 2 - k
        return k

    @cython.final
    def take_clause(self, ref: cython.int, but: cython.int) -> cython.void:
        """Copy the literals of the clause `ref`, except the literal `but` (-1: none), into `buffer`."""
        base: cython.int = ref + HEADER
        self.buffer_size = 0
        for i in range(base, base + self.arena[ref]):
            if self.arena[i] != but:
                self.buffer[self.buffer_size] = self.arena[i]
                self.buffer_size += 1

    @cython.final
    def explain(self, literal: cython.int) -> cython.void:
        """Put into `buffer` the false literals that together forced `literal`, which was propagated, not decided."""
        reason: cython.int = self.reason_of[4 * (literal >> 1)]
        if reason < 0:
            self.give_reason(literal >> 1)
        else:
            self.take_clause(reason, literal)

    @cython.final
    def is_reason(self, ref: cython.int) -> cython.bint:
        """Whether the clause `ref` is the reason of a link decided above level 0."""
        for i in range(2):
            literal: cython.int = self.arena[ref + HEADER + i]
            record: cython.int = 4 * (literal >> 1)
            if self.truth[literal] > 0 and self.reason_of[record] == ref and self.level_of[record] > 0:
                return True
        return False

    @cython.final
    def reduce(self) -> cython.void:
        """Drop half of the learned clauses above KEPT_GLUE that are not reasons, by glue and age; compact the arena."""
        ref = target = limit = half = 0
        levels: cython.int = 2 * self.variable_count + 2
        # `level_stamp` counts here the clauses of each glue; its stamps are reset afterwards.
        for i in range(levels):
            self.level_stamp[i] = 0
        while ref < self.arena_end:
            glue: cython.int = self.arena[ref + 1]
            if glue > KEPT_GLUE and not self.is_reason(ref):
                self.level_stamp[glue] += 1
                half += 1
            ref += HEADER + self.arena[ref]
        half >>= 1
        limit = levels - 1
        doomed: cython.int = half
        while limit > KEPT_GLUE and self.level_stamp[limit] <= doomed:
            doomed -= self.level_stamp[limit]
            limit -= 1
        for i in range(levels):
            self.level_stamp[i] = 0
        self.stamp = 0
        ref = 0
        while ref < self.arena_end:
            size: cython.int = self.arena[ref]
            glue = self.arena[ref + 1]
            if glue > KEPT_GLUE and glue >= limit and not self.is_reason(ref) and (glue > limit or doomed > 0):
                if glue == limit:
                    doomed -= 1
            else:
                for i in range(2):
                    literal: cython.int = self.arena[ref + HEADER + i]
                    if self.truth[literal] > 0 and self.reason_of[4 * (literal >> 1)] == ref:
                        self.reason_of[4 * (literal >> 1)] = target
                for i in range(HEADER + size):
                    self.arena[target + i] = self.arena[ref + i]
                target += HEADER + size
            ref += HEADER + size
        self.arena_end = target
        self.lay_watches()

    @cython.final
    def lay_watches(self) -> cython.void:
        """Rebuild all watch lists, in the order of the arena."""
        # A block has room for two more entries, for none if its literal has no watch: 1002x1002 takes 90 MB less than
        # with room for four in every block.
        ref: cython.int = 0
        for literal in range(2 * self.variable_count):
            self.watch_size[literal] = 0
        while ref < self.arena_end:
            self.watch_size[self.arena[ref + HEADER]] += 1
            self.watch_size[self.arena[ref + HEADER + 1]] += 1
            ref += HEADER + self.arena[ref]
        self.watches_end = 0
        for literal in range(2 * self.variable_count):
            self.watch_start[literal] = self.watches_end
            self.watch_room[literal] = self.watch_size[literal] + 2 if self.watch_size[literal] else 0
            self.watches_end += 2 * self.watch_room[literal]
            self.watch_size[literal] = 0
        if self.watches_end > len(self.watches):
            self.watches = self.grown(self.watches, 0, self.watches_end + self.watches_end // 4)
        ref = 0
        while ref < self.arena_end:
            tag: cython.int = 2 * ref + (self.arena[ref] == 2)
            for side in range(2):
                literal = self.arena[ref + HEADER + side]
                at: cython.int = self.watch_start[literal] + 2 * self.watch_size[literal]
                self.watches[at] = self.arena[ref + HEADER + 1 - side]
                self.watches[at + 1] = tag
                self.watch_size[literal] += 1
            ref += HEADER + self.arena[ref]
