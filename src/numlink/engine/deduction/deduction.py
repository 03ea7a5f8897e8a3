"""Conclusions about a position, and the rules of tier 0.

The rules work in rounds.  A round judges every changed cell by the position at its beginning, collects all conclusions
in `want`, and only then applies them.  So the order of cells and numbers does not matter, and all symmetric copies of
a board go through the same rounds.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers
from numlink.engine.deduction.assignment import Terrain

if not cython.compiled:
    from numlink.engine.deduction.assignment import A1, A2, A3, A4, A11, Assignment

# The number of integers before the conclusions of a record, see `write_header`.
HEADER = cython.declare(cython.int, 6)


@cython.final
@cython.cclass
class Deduction(Assignment):
    """A position and what rules conclude about it; arguments as for `Assignment`."""

    def __init__(self, terrain: Terrain, cells: object, fill: bool, touch: bool) -> None:
        Assignment.__init__(self, terrain, cells, fill, touch)
        # want[link]: the value proposed in this round, 1 on, 2 off, 0 none; owner[link]: the smallest code of the rules
        # that proposed it; proposed: the links that have a proposal.
        self.want, self.owner = array("B", bytes(self.links + 1)), array("B", bytes(self.links + 1))
        self.proposed = integers(self.links + 1)
        # long enough, as a round records each link at most once, and a header only with a conclusion or contradiction
        self.record = integers((HEADER + 1) * (self.links + 1) + 8 * HEADER)
        self.reset()

    def reset(self) -> cython.void:
        """Make all links open; drop all proposals and records, `recording`, and the restriction to the rule `only`."""
        self.expect_idle()
        self.clear()
        self.proposed_size = self.record_size = 0
        self.only = 0
        self.recording = False
        self.pending = False
        for link in range(self.links):
            self.want[link] = 0

    def load(self, states: object) -> None:
        """Set the position with the link states `states` (0 open, 1 on, 2 off); `conflict` is set as by `assign`."""
        self.expect_idle()
        self.reset()
        for link in range(self.links):
            if states[link]:
                self.assign(link, states[link])

    def note(self, rule: cython.int, variant: cython.int, a: cython.int, b: cython.int, c: cython.int) -> cython.void:
        """Name the rule behind the next proposals: its code, its variant (the sentence), its subject (a, b, c)."""
        self.rule, self.variant = rule, variant
        self.about_a, self.about_b, self.about_c = a, b, c
        self.pending = True

    def write_header(self) -> cython.void:
        """Begin a record: rule, variant, a, b, c, number of conclusions; these follow as 2 * link + (1 if off)."""
        at: cython.int = self.record_size
        self.record[at] = self.rule
        self.record[at + 1] = self.variant
        self.record[at + 2] = self.about_a
        self.record[at + 3] = self.about_b
        self.record[at + 4] = self.about_c
        self.record[at + 5] = 0
        self.header = at
        self.record_size = at + HEADER
        self.pending = False

    def propose(self, link: cython.int, value: cython.int) -> cython.void:
        """Propose `value` (1 on, 2 off) for `link`; the smaller rule code owns it; opposite proposals clash."""
        if self.only and self.rule != self.only:
            return
        if self.want[link] == 0:
            self.want[link] = value
            self.owner[link] = self.rule
            self.proposed[self.proposed_size] = link
            self.proposed_size += 1
            if self.recording:
                if self.pending:
                    self.write_header()
                self.record[self.record_size] = 2 * link + value - 1
                self.record_size += 1
                self.record[self.header + 5] += 1
        elif self.want[link] != value:
            self.clash()
        elif self.rule < self.owner[link]:
            self.owner[link] = self.rule

    def propose_mask(self, cell: cython.int, mask: cython.int, value: cython.int) -> cython.void:
        """Propose `value` for the links of `cell` in the ways of `mask`."""
        while mask:
            self.propose(self.link_of[8 * cell + self.lowest[mask]], value)
            mask &= mask - 1

    def clash(self) -> cython.void:
        """Record that the rule noted last refutes the position, unless it is in conflict or `only` is another rule."""
        if not self.conflict and (self.only == 0 or self.rule == self.only):
            self.contradict(self.rule)
            if self.recording:
                self.write_header()
                self.pending = True  # later conclusions of this rule get their own header

    def apply(self) -> cython.int:
        """Set all proposed links; return their number."""
        total: cython.int = self.proposed_size
        for index in range(total):
            link: cython.int = self.proposed[index]
            self.assign(link, self.want[link])
            self.want[link] = 0
        self.proposed_size = 0
        return total

    def drop(self) -> cython.void:
        """Forget all proposals."""
        while self.proposed_size > 0:
            self.proposed_size -= 1
            self.want[self.proposed[self.proposed_size]] = 0

    def optional(self, cell: cython.int) -> cython.bint:
        """Whether the cell may stay empty: the rules allow that, it has no drawn link and is not an end of a number."""
        return not self.fill and self.on[cell] == 0 and self.capacity[cell] == 2

    def judge_degree(self, cell: cython.int) -> cython.void:
        """A1: an end of a number has one drawn link, any other cell two, or none if cells may stay empty."""
        wants: cython.int = self.needs[cell]
        left: cython.int = self.count[self.open[cell]]
        if wants < 0 or (left < wants and not self.optional(cell)):
            self.note(A1, 4 if wants < 0 else 3, cell, wants, left)
            self.clash()
        elif left == 0:
            return
        elif wants == 0:
            self.note(A1, 1, cell, 0, left)
            self.propose_mask(cell, self.open[cell], 2)
        elif self.optional(cell):
            if left == 1:
                self.note(A1, 5, cell, 0, left)
                self.propose_mask(cell, self.open[cell], 2)
        elif left == wants:
            self.note(A1, 2, cell, wants, left)
            self.propose_mask(cell, self.open[cell], 1)

    def judge_joins(self, cell: cython.int) -> cython.void:
        """A2, A3, under all rules: at an open end, a link that would join two numbers or close a loop is off."""
        mask: cython.int = self.open[cell]
        if self.needs[cell] <= 0:
            return
        while mask:
            at: cython.int = 8 * cell + self.lowest[mask]
            mask &= mask - 1
            other: cython.int = self.beside[at]
            if self.needs[other] <= 0:
                continue
            if self.mate[cell] == other:
                self.note(A3, 1, cell, other, 0)
                self.propose(self.link_of[at], 2)
            elif self.label[cell] and self.label[other] and self.label[cell] != self.label[other]:
                self.note(A2, 1, cell, other, 0)
                self.propose(self.link_of[at], 2)

    def judge_completion(self, number: cython.int) -> cython.void:
        """A4: the link that would complete a number is off if it leaves a neighbour too few links (A1)."""
        here: cython.int = self.mate[self.ends[2 * number]]
        there: cython.int = self.mate[self.ends[2 * number + 1]]
        mask: cython.int = self.open[here]
        if self.needs[here] <= 0 or self.needs[there] <= 0:
            return
        while mask:
            closing: cython.int = 8 * here + self.lowest[mask]
            mask &= mask - 1
            if self.beside[closing] == there:
                for side in range(2):
                    self.judge_beside(number, there if side else here, here, there, self.link_of[closing])

    def judge_beside(
        self, number: cython.int, end: cython.int, here: cython.int, there: cython.int, closing: cython.int
    ) -> cython.void:
        """A4 for the neighbours of `end`, one of `here` and `there`: the open ends of `number`, joined by `closing`."""
        mask: cython.int = self.open[end]
        while mask:
            beside: cython.int = self.beside[8 * end + self.lowest[mask]]
            mask &= mask - 1
            if (
                beside != here
                and beside != there
                and not self.optional(beside)
                and self.count[self.open[beside]] - 1 < self.needs[beside]
            ):
                self.note(A4, 1, number, end, beside)
                self.propose(closing, 2)

    def judge_pairs_around(self, cell: cython.int) -> cython.void:
        """Judge A11 at a changed cell, and at its neighbours if it is an end of a fragment with links or a number."""
        mask: cython.int = self.open[cell]
        self.judge_pairs(cell)
        if self.needs[cell] > 0 and (self.on[cell] or self.label[cell]):
            while mask:
                other: cython.int = self.beside[8 * cell + self.lowest[mask]]
                mask &= mask - 1
                self.judge_pairs(other)

    def judge_pairs(self, cell: cython.int) -> cython.void:
        """A11: a path that passes a cell may not join two numbers or both ends of one fragment without a number.

                 1 ── c ── 2        A path enters the cell c by one way and leaves it by another: a pair of ways.
                      │             The pair from 1 to 2 would join two numbers (A2) and is excluded, as is a pair
                      .             between both ends of one fragment, which would close a loop (A3).

        A way in no remaining pair is off; one in all remaining pairs is on, unless the cell may stay empty.  Drawing a
        link only excludes pairs, so a later position concludes no less.
        """
        ways: cython.int = self.open[cell]
        some: cython.int = 0
        every: cython.int = ways
        if self.on[cell]:
            if self.needs[cell] != 1 or self.capacity[cell] != 2:
                return
            while ways:
                first: cython.int = ways & -ways
                ways ^= first
                if self.may_join(cell, self.beside[8 * cell + self.lowest[first]]):
                    some |= first
                    every &= first
        elif self.needs[cell] == 2 and self.count[ways] > 1:
            while ways:
                first = ways & -ways
                ways ^= first
                one: cython.int = self.beside[8 * cell + self.lowest[first]]
                left: cython.int = ways
                while left:
                    if self.may_join(one, self.beside[8 * cell + self.lowest[left]]):
                        some |= first | (left & -left)
                        every &= first | (left & -left)
                    left &= left - 1
        else:
            return
        if some == 0:
            if not self.optional(cell):
                self.note(A11, 3, cell, 0, 0)
                self.clash()
                return
            every = 0
        if some != self.open[cell]:
            self.note(A11, 1, cell, 0, 0)
            self.propose_mask(cell, self.open[cell] & ~some, 2)
        if every and not self.optional(cell):
            self.note(A11, 2, cell, 0, 0)
            self.propose_mask(cell, every, 1)

    def may_join(self, one: cython.int, other: cython.int) -> cython.bint:
        """Whether a path may join two cells: both want links, and they are not of two numbers or of one fragment."""
        if self.needs[one] <= 0 or self.needs[other] <= 0 or self.mate[one] == other:
            return False
        return self.label[one] == 0 or self.label[other] == 0 or self.label[one] == self.label[other]

    def judge(self) -> cython.int:
        """Judge the changed cells by tier 0, one round; return the number of proposed links."""
        for index in range(self.dirty_size):
            self.judge_degree(self.dirty[index])
            self.judge_joins(self.dirty[index])
        for index in range(self.dirty_size):
            self.judge_pairs_around(self.dirty[index])
        for number in range(1, self.labels + 1):
            self.judge_completion(number)
        self.clear_dirty()
        return self.proposed_size
