"""Learning from conflicts: a clause that the conflict proves, and the level to which the search goes back.

A conflict is a set of literals that are false together.  Its literals of the newest level are replaced, newest first,
by the reasons that made them false, until only one of that level is left: the first unique implication point, UIP
(Marques-Silva & Sakallah 1996).

        decision ──> a ──> UIP ──> b ──┐
                            └────> c ──┴──> conflict         learned: not UIP, or a literal of an older level differs

The clause is then reduced: literals that follow from its others are dropped (Eén & Sörensson 2003).
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from numlink.engine.search.clauses import Clauses
    from numlink.engine.search.trail import DECISION


@cython.cclass
class Learning(Clauses):
    """Clauses with learning from conflicts, and with assumptions; `blame` finds those that cannot hold together."""

    def __init__(self, links: array[int], labels: array[int], degrees: array[int]) -> None:
        count: cython.int = len(links) // 2
        Clauses.__init__(self, links, labels, degrees)
        # marked: links whose `seen` is set; stack: see `is_implied`; assumed: the decisions of the first levels
        self.marked, self.stack, self.assumed = self.carve(count + 1), self.carve(count + 1), self.carve(count)
        self.marked_size = self.assumed_count = self.conflicts = 0
        self.recording = False
        self.lessons = array("i")

    def record(self) -> None:
        """Append every clause learned from now on to `lessons`, as its size followed by its literals."""
        self.recording = True

    @cython.final
    def keep_lesson(self) -> cython.void:
        """Append the clause in `learned` to `lessons`."""
        with cython.gil:
            self.lessons.append(self.learned_size)
            for i in range(self.learned_size):
                self.lessons.append(self.learned[i])

    @cython.final
    def resolve(self) -> cython.bint:
        """Learn from the conflict in `buffer` and go back; return False if the board is refuted for good."""
        if self.watches_squares and self.level > 0:
            return False
        self.conflicts += 1
        back: cython.int = self.analyze()
        if back < 0:
            self.consistent = False
            return False
        if self.recording:
            self.keep_lesson()
        glue: cython.int = self.count_levels()
        self.cancel(back)
        if self.learned_size == 1:
            self.enqueue(self.learned[0], DECISION)
        else:
            self.enqueue(self.learned[0], self.store_clause(glue))
        self.increment *= self.growth  # has the same effect as letting all activities decay
        return True

    @cython.final
    def analyze(self) -> cython.int:
        """Turn the conflict in `buffer` into the first-UIP clause `learned`; return the level to go back to, or -1.

        The trail is read backwards; before each step:

            trail    ... a   b   c   d        marked literals after `index` have been replaced by their reasons;
                     older │ newest level     `pending` marked ones of the newest level are at `index` or before;
                           ^ index            learned[1 : size] are the false literals of older levels met so far
        """
        pending = back = 0
        for i in range(self.buffer_size):
            if self.level_of[4 * (self.buffer[i] >> 1)] > back:
                back = self.level_of[4 * (self.buffer[i] >> 1)]
        if back == 0:
            return -1
        # The conflict may have no literal of the newest level: go back to the newest level of its literals.
        self.cancel(back)
        self.marked_size = 0
        size: cython.int = 1
        index: cython.int = self.trail_size - 1
        self.notes_passed = True
        while True:
            for i in range(self.buffer_size):
                literal: cython.int = self.buffer[i]
                link: cython.int = literal >> 1
                if self.seen[link] == 0 and self.level_of[4 * link] > 0:
                    self.mark(link)
                    if not self.in_order or self.on_first:
                        self.bump(link)
                    if self.level_of[4 * link] == self.level:
                        pending += 1
                    else:
                        self.learned[size] = literal
                        size += 1
            while self.seen[self.trail[index] >> 1] == 0:
                index -= 1
            literal = self.trail[index]
            index -= 1
            pending -= 1
            if pending == 0:
                break
            self.explain(literal)
        self.notes_passed = False
        self.learned[0] = literal ^ 1
        self.learned_size = size
        self.minimise()
        for i in range(self.marked_size):
            link = self.marked[i]
            self.seen[link] = 0
            self.passed[2 * link] = 0
            self.passed[2 * link + 1] = 0
        # The second watch becomes a literal of the level to which the search goes back, as of all literals except the
        # UIP those of that level became false last.
        back = 0
        if self.learned_size > 1:
            index = 1
            for i in range(2, self.learned_size):
                if self.level_of[4 * (self.learned[i] >> 1)] > self.level_of[4 * (self.learned[index] >> 1)]:
                    index = i
            literal = self.learned[index]
            self.learned[index] = self.learned[1]
            self.learned[1] = literal
            back = self.level_of[4 * (literal >> 1)]
        return back

    @cython.final
    def mark(self, link: cython.int) -> cython.void:
        """Mark a link as `seen` and list it in `marked`."""
        self.seen[link] = 1
        self.marked[self.marked_size] = link
        self.marked_size += 1

    @cython.final
    def minimise(self) -> cython.void:
        """Drop from `learned` literals that follow from the others, as one that is alone on its level never does."""
        kept: cython.int = 1
        self.stamp += 1
        for i in range(1, self.learned_size):
            level: cython.int = self.level_of[4 * (self.learned[i] >> 1)]
            self.level_stamp[level] = self.stamp + (self.level_stamp[level] >= self.stamp)
        for i in range(1, self.learned_size):
            level = self.level_of[4 * (self.learned[i] >> 1)]
            if (
                self.level_stamp[level] == self.stamp
                or self.reason_of[4 * (self.learned[i] >> 1)] == DECISION
                or not self.is_implied(self.learned[i])
            ):
                self.learned[kept] = self.learned[i]
                kept += 1
        self.learned_size = kept
        self.stamp += 1

    @cython.final
    def is_implied(self, literal: cython.int) -> cython.bint:
        """Whether the false `literal` follows from marked links, by a depth-first search over reasons.

        `stack`: literals to trace and, as -1 - link, the links whose reasons they are.  `seen`: 1 follows; 2 leads to a
        decision or to a level without a literal in `learned`.
        """
        size: cython.int = 0
        fails: cython.bint = False
        self.explain(literal ^ 1)
        while True:
            if size + self.buffer_size > len(self.stack):
                self.stack = self.grown(self.stack, size, 2 * (size + self.buffer_size))
            for i in range(self.buffer_size):
                link: cython.int = self.buffer[i] >> 1
                if self.seen[link] == 1 or self.level_of[4 * link] == 0:
                    continue
                if (
                    self.seen[link] == 2
                    or self.reason_of[4 * link] == DECISION
                    or self.level_stamp[self.level_of[4 * link]] < self.stamp
                ):
                    fails = True
                    break
                self.stack[size] = self.buffer[i]
                size += 1
            while size > 0 and not fails:
                if self.stack[size - 1] < 0:
                    self.mark(-1 - self.stack[size - 1])
                elif self.seen[self.stack[size - 1] >> 1] == 0:
                    break
                size -= 1
            if size == 0 or fails:
                break
            literal = self.stack[size - 1]
            self.stack[size - 1] = -1 - (literal >> 1)
            self.explain(literal ^ 1)
        for i in range(size):
            if self.stack[i] < 0:
                link = -1 - self.stack[i]
                self.mark(link)
                self.seen[link] = 2
        return not fails

    @cython.final
    def count_levels(self) -> cython.int:
        """The glue (LBD) of `learned`: the number of levels of its literals."""
        result: cython.int = 0
        self.stamp += 1
        for i in range(self.learned_size):
            if self.level_stamp[self.level_of[4 * (self.learned[i] >> 1)]] != self.stamp:
                self.level_stamp[self.level_of[4 * (self.learned[i] >> 1)]] = self.stamp
                result += 1
        return result

    @cython.final
    def blame(self) -> cython.void:
        """Put into `learned` the assumption of the current level and the earlier ones that together exclude it."""
        size: cython.int = 0
        if self.level >= self.assumed_count:
            self.learned_size = 0
            return
        self.marked_size = 0
        self.learned[0] = self.assumed[self.level]
        size = 1
        link: cython.int = self.learned[0] >> 1
        if self.level_of[4 * link] > 0:
            self.mark(link)
        index: cython.int = self.trail_size - 1
        while index >= 0 and self.level > 0 and index >= self.level_start[0]:
            literal: cython.int = self.trail[index]
            if self.seen[literal >> 1] != 0:
                if self.reason_of[4 * (literal >> 1)] == DECISION:
                    self.learned[size] = literal
                    size += 1
                else:
                    self.explain(literal)
                    for i in range(self.buffer_size):
                        link = self.buffer[i] >> 1
                        if self.seen[link] == 0 and self.level_of[4 * link] > 0:
                            self.mark(link)
            index -= 1
        for i in range(self.marked_size):
            self.seen[self.marked[i]] = 0
        self.learned_size = size
