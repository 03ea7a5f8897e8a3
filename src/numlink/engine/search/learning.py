"""Learning from conflicts: a clause that the conflict proves, and how far it lets the search go back.

A conflict is a set of literals that are false together.  Those of the newest level are replaced, newest first, by the
reasons that made them false, until one is left: the first unique implication point (Marques-Silva & Sakallah 1996).

        decision ──> a ──> UIP ──> b ──┐
                            └────> c ──┴──> conflict         learned: not UIP, or one of the older levels is otherwise

The clause is then made smaller by the literals that the others imply (Eén & Sörensson 2003).
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from numlink.engine.search.clauses import Clauses
    from numlink.engine.search.trail import DECISION


@cython.cclass
class Learning(Clauses):
    """Clauses that grow by what conflicts teach, and assumptions that are blamed when they cannot hold."""

    def __init__(self, links: array[int], labels: array[int], degrees: array[int]) -> None:
        count: cython.int = len(links) // 2
        Clauses.__init__(self, links, labels, degrees)
        self.marked = self.carve(count + 1)
        self.marked_size = 0
        self.stack = self.carve(count + 1)
        self.assumed = self.carve(count)
        self.assumed_count = 0
        self.conflicts = 0
        self.recording = False
        self.lessons = array("i")

    def record(self) -> None:
        """Keep every clause that is learned from now on in `lessons`, each as its size followed by its literals."""
        self.recording = True

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_lesson(self) -> cython.void:
        i: cython.int
        with cython.gil:
            self.lessons.append(self.learnt_size)
            for i in range(self.learnt_size):
                self.lessons.append(self.learnt[i])

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def resolve(self) -> cython.bint:
        """Learn from the conflict in `buffer` and go back; False when the board is refuted."""
        back: cython.int
        glue: cython.int
        self.conflicts += 1
        back = self.analyze()
        if back < 0:
            self.consistent = False
            return False
        if self.recording:
            self.keep_lesson()
        glue = self.count_levels()
        self.cancel(back)
        if self.learnt_size == 1:
            self.enqueue(self.learnt[0], DECISION)
        else:
            self.enqueue(self.learnt[0], self.store_clause(glue))
        self.fade()
        return True

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def analyze(self) -> cython.int:
        """From the conflict in `buffer` to the first-UIP clause in `learnt`; the level to go back to, or -1.

        The trail is read from its end.  Before each step

            trail    ... a   b   c   d        marked literals behind `index` have been replaced by their reasons;
                     older │ newest level     `pending` marked ones of the newest level stand at `index` or before;
                           ^ index            learnt[1 : size] are the false literals of older levels met so far

        With the last pending one the rest of the conflict follows from that literal and older levels: it is the UIP.
        """
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
        # The conflict may lie wholly below the newest level: the newest level that it has counts.
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
        # The second watch is a literal of the level to go back to: both watches are the last to become false.
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

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mark(self, link: cython.int) -> cython.void:
        self.seen[link] = 1
        self.marked[self.marked_size] = link
        self.marked_size += 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def minimise(self) -> cython.void:
        """Drop from `learnt` what the rest implies.

        `level_stamp` marks the levels that occur in `learnt`: a chain of reasons that leaves them cannot end in it.
        """
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

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_implied(self, literal: cython.int) -> cython.bint:
        """Whether the false `literal` follows from other marked links; links found to follow are marked as well.

        Depth first over reasons: `stack` holds literals still to be traced.  A decision ends the search in vain, and so
        does a level without a literal in `learnt`; all marks of this call (those from `top` on) are then taken back.
        """
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

    @cython.final
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

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def blame(self) -> cython.void:
        """Into `learnt`: assumptions that together exclude the assumption at the current level, and that one.

        Backwards over the trail, as `analyze`, but to its beginning: what is marked and was decided is an assumption
        (`assumed[k]` is the decision of level k + 1), what was forced is replaced by its reason.
        """
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
