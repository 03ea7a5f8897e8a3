"""A position of a board as integers, and the rules of tier 0 on it.

Cells are `row * width + column`; directions 0 east, 1 south, 2 west, 3 north, so that `direction ^ 2` turns back and
adding 1 turns clockwise.  A link is on, off or open; each cell knows its links as two masks of four bits:

    on    bit d set: the link in direction d is drawn          N=8
    open  bit d set: nothing is known about it yet          W=4 . E=1     (neither: off, or there is no such link)
                                                               S=2

`needs[cell]` counts the links it still wants: 1 or 2 less those drawn, below 0 where drawn links branch.  Where cells
may stay empty an untouched one may also want none (`optional`).

A fragment is a maximal run of drawn links (an untouched cell is a fragment of one cell).  Its two ends know each
other through `mate` and carry its number in `label`, 0 while it has none; inner cells hold stale values:

    3───┬───·───·      mate[end] = other end, label[both ends] = 3

The rules work in rounds.  A round judges every changed cell against the position as the round found it, collects
what follows in `want`, and only then applies it all: so neither the order of cells nor of numbers has a say, and
all eight symmetric copies of a board go through the same rounds.

Everything set is on a trail and can be taken back; that is how look-ahead tries a link.
"""

from __future__ import annotations

from array import array

import cython

A1 = cython.declare(cython.int, 1)
A2 = cython.declare(cython.int, 2)
A3 = cython.declare(cython.int, 3)
A4 = cython.declare(cython.int, 4)

HEADER = cython.declare(cython.int, 6)


@cython.final
@cython.cclass
class Deduction:
    """A position: `cells` row-major (0 empty, -1 solid, x an end of number x; numbers 1..labels, each twice).

    `fill`: every cell lies on a path; `touch`: a path may run beside itself.  Links are numbered in scan order.
    """

    def __init__(self, width: int, height: int, cells: object, fill: bool, touch: bool) -> None:
        cell: cython.int
        link: cython.int = 0
        self.width, self.height, self.size = width, height, width * height
        self.fill, self.touch = fill, touch
        size = self.size
        self.step = array("i", [1, width, -1, -width])
        self.count = array("B", [bin(mask).count("1") for mask in range(16)])
        self.capacity = array("B", bytes(size))
        self.terminal = array("i", bytes(4 * size))
        self.link_of = array("i", [-1] * (4 * size))
        self.exits = array("B", bytes(size))
        self.labels = max(max(cells), 0)
        self.ends = array("i", [-1] * (2 * self.labels + 2))
        self.first = array("i", bytes(8 * size))
        self.direction = array("B", bytes(2 * size))
        for cell in range(size):
            if cells[cell] < 0:
                continue
            self.capacity[cell] = 2
            if cells[cell] > 0:
                self.capacity[cell] = 1
                self.terminal[cell] = cells[cell]
                self.ends[2 * cells[cell] + (self.ends[2 * cells[cell]] >= 0)] = cell
            if (cell + 1) % self.width and cells[cell + 1] >= 0:
                self.add_link(link, cell, 0)
                link += 1
            if cell + self.width < size and cells[cell + self.width] >= 0:
                self.add_link(link, cell, 1)
                link += 1
        self.links = link
        self.on = array("B", bytes(size))
        self.needs = array("b", bytes(size))
        self.open = array("B", bytes(size))
        self.state = array("B", bytes(link + 1))
        self.mate = array("i", bytes(4 * size))
        self.label = array("i", bytes(4 * size))
        self.trail = array("i", bytes(20 * (link + 1)))
        self.dirty = array("i", bytes(4 * size))
        self.is_dirty = array("B", bytes(size))
        self.want = array("B", bytes(link + 1))
        self.owner = array("B", bytes(link + 1))
        self.proposed = array("i", bytes(4 * (link + 1)))
        # each conclusion is recorded once a round, each header with at least one conclusion or a contradiction
        self.record = array("i", bytes(4 * ((HEADER + 1) * (link + 1) + 8 * HEADER)))
        self.fragment = array("i", bytes(4 * size))
        self.fragment_label = array("i", bytes(4 * size))
        self.reset()

    @cython.cfunc
    def add_link(self, link: cython.int, cell: cython.int, direction: cython.int) -> cython.void:
        other: cython.int = cell + self.step[direction]
        self.first[link] = cell
        self.direction[link] = direction
        self.link_of[4 * cell + direction] = link
        self.link_of[4 * other + direction + 2] = link
        self.exits[cell] |= 1 << direction
        self.exits[other] |= 4 << direction

    @cython.ccall
    def reset(self) -> cython.void:
        """Make all links open."""
        cell: cython.int
        self.trail_size = self.dirty_size = self.proposed_size = self.record_size = 0
        self.conflict = self.only = 0
        self.recording = False
        self.pending = False
        for cell in range(self.size):
            self.on[cell] = 0
            self.needs[cell] = self.capacity[cell]
            self.open[cell] = self.exits[cell]
            self.mate[cell] = cell
            self.label[cell] = self.terminal[cell]
            self.is_dirty[cell] = 0
        for cell in range(self.links):
            self.state[cell] = 0
            self.want[cell] = 0
        self.soil_all()

    def load(self, states: object) -> None:
        """Take the position whose link states are `states` (0 open, 1 on, 2 off); wrong ones set `conflict`."""
        link: cython.int
        self.reset()
        for link in range(self.links):
            if states[link]:
                self.assign(link, states[link])

    def states(self) -> bytes:
        """The state of every link: 0 open, 1 on, 2 off."""
        return bytes(self.state[: self.links])

    # ------------------------------------------------------------------------------------------ trail

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def soil(self, cell: cython.int) -> cython.void:
        """Have the next round of tier 0 look at `cell`."""
        if not self.is_dirty[cell]:
            self.is_dirty[cell] = 1
            self.dirty[self.dirty_size] = cell
            self.dirty_size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def soil_all(self) -> cython.void:
        cell: cython.int
        for cell in range(self.size):
            if self.capacity[cell]:
                self.soil(cell)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clean(self) -> cython.void:
        """Forget which cells changed."""
        while self.dirty_size > 0:
            self.dirty_size -= 1
            self.is_dirty[self.dirty[self.dirty_size]] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def assign(self, link: cython.int, value: cython.int) -> cython.void:
        """Set an open link; joining what may not be joined sets `conflict` to the rule that forbids it."""
        here: cython.int = self.first[link]
        way: cython.int = self.direction[link]
        there: cython.int = here + self.step[way]
        slot: cython.int = 5 * self.trail_size
        head: cython.int
        tail: cython.int
        number: cython.int
        self.open[here] ^= 1 << way
        self.open[there] ^= 4 << way
        self.state[link] = value
        self.trail[slot] = link
        self.trail[slot + 1] = -1
        self.trail_size += 1
        self.soil(here)
        self.soil(there)
        if value != 1:
            return
        if (self.needs[here] <= 0 or self.needs[there] <= 0) and not self.conflict:
            self.conflict = A1
        self.on[here] |= 1 << way
        self.on[there] |= 4 << way
        self.needs[here] -= 1
        self.needs[there] -= 1
        if self.conflict:
            return
        head = self.mate[here]
        tail = self.mate[there]
        if head == there:
            self.conflict = A3
            return
        number = self.label[here]
        if number and self.label[there] and number != self.label[there]:
            self.conflict = A2
            return
        self.trail[slot + 1] = head
        self.trail[slot + 2] = tail
        self.trail[slot + 3] = self.label[head]
        self.trail[slot + 4] = self.label[tail]
        if not number:
            number = self.label[there]
        self.mate[head] = tail
        self.mate[tail] = head
        self.label[head] = number
        self.label[tail] = number
        self.soil(head)
        self.soil(tail)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def undo(self, mark: cython.int) -> cython.void:
        """Take back everything set since the trail was `mark` long, and the conflict with it."""
        link: cython.int
        here: cython.int
        there: cython.int
        way: cython.int
        slot: cython.int
        self.conflict = 0
        while self.trail_size > mark:
            self.trail_size -= 1
            slot = 5 * self.trail_size
            link = self.trail[slot]
            here = self.first[link]
            way = self.direction[link]
            there = here + self.step[way]
            if self.state[link] == 1:
                self.on[here] ^= 1 << way
                self.on[there] ^= 4 << way
                self.needs[here] += 1
                self.needs[there] += 1
                if self.trail[slot + 1] >= 0:
                    # an end that was a fragment of one cell is its own mate, any other still remembers it
                    self.mate[self.trail[slot + 1]] = here
                    self.mate[self.trail[slot + 2]] = there
                    self.label[self.trail[slot + 1]] = self.trail[slot + 3]
                    self.label[self.trail[slot + 2]] = self.trail[slot + 4]
            self.open[here] ^= 1 << way
            self.open[there] ^= 4 << way
            self.state[link] = 0

    # ------------------------------------------------------------------------------------------ proposals

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note(self, rule: cython.int, variant: cython.int, a: cython.int, b: cython.int, c: cython.int) -> cython.void:
        """Say by which rule, in which of its variants and about what the next proposals follow."""
        self.rule = rule
        self.variant = variant
        self.about_a = a
        self.about_b = b
        self.about_c = c
        self.pending = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_header(self) -> cython.void:
        """Record layout: rule, variant, a, b, c, number of conclusions, then each conclusion as 2 * link + is off."""
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def propose(self, link: cython.int, value: cython.int) -> cython.void:
        """Let `link` become `value` when the round is over."""
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def propose_mask(self, cell: cython.int, mask: cython.int, value: cython.int) -> cython.void:
        """Let the links of `cell` in the directions of `mask` become `value`."""
        way: cython.int
        for way in range(4):
            if mask & (1 << way):
                self.propose(self.link_of[4 * cell + way], value)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clash(self) -> cython.void:
        """The position has no solution, by the rule noted last."""
        if not self.conflict and (self.only == 0 or self.rule == self.only):
            self.conflict = self.rule
            if self.recording:
                self.write_header()
                self.pending = True  # what else follows gets a header of its own

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self) -> cython.int:
        """Set what was proposed; returns how many links that were."""
        index: cython.int
        link: cython.int
        total: cython.int = self.proposed_size
        for index in range(total):
            link = self.proposed[index]
            self.assign(link, self.want[link])
            self.want[link] = 0
        self.proposed_size = 0
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def drop(self) -> cython.void:
        """Forget what was proposed."""
        while self.proposed_size > 0:
            self.proposed_size -= 1
            self.want[self.proposed[self.proposed_size]] = 0

    # ------------------------------------------------------------------------------------------ tier 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def optional(self, cell: cython.int) -> cython.bint:
        """Whether the cell may still stay empty."""
        return not self.fill and self.on[cell] == 0 and self.capacity[cell] == 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge_degree(self, cell: cython.int) -> cython.void:
        """A1: a cell lies on as many links as it must: an end 1, any other 2, or 0 where cells may stay empty.

        Sound: at need 0 more links would branch; with as few open links as needed all must be drawn.  A cell that
        may stay empty has 0 or 2 links, so with one link left it has none; once drawn on, it needs its second.
        """
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge_joins(self, cell: cython.int) -> cython.void:
        """A2 and A3 for the open links of an open end: no joining of two numbers, no closing of a ring.

        Sound under all rules: a path carries one number, and a fragment closed on itself has no ends.
        """
        way: cython.int
        other: cython.int
        if self.needs[cell] <= 0:
            return
        for way in range(4):
            if self.open[cell] & (1 << way):
                other = cell + self.step[way]
                if self.needs[other] <= 0:
                    continue
                if self.mate[cell] == other:
                    self.note(A3, 1, cell, other, 0)
                    self.propose(self.link_of[4 * cell + way], 2)
                elif self.label[cell] and self.label[other] and self.label[cell] != self.label[other]:
                    self.note(A2, 1, cell, other, 0)
                    self.propose(self.link_of[4 * cell + way], 2)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge_completion(self, number: cython.int) -> cython.void:
        """A4: do not close a number where that leaves a neighbour too few links.

        Sound by A1: closing turns the other open links of both ends off, and a neighbour that must be used (not
        an optional one) would keep fewer than it needs.
        """
        here: cython.int = self.mate[self.ends[2 * number]]
        there: cython.int = self.mate[self.ends[2 * number + 1]]
        way: cython.int
        closing: cython.int
        end: cython.int
        side: cython.int
        beside: cython.int
        if self.needs[here] <= 0 or self.needs[there] <= 0:
            return
        for closing in range(4):
            if not (self.open[here] & (1 << closing) and here + self.step[closing] == there):
                continue
            for side in range(2):
                end = there if side else here
                for way in range(4):
                    beside = end + self.step[way]
                    if (
                        self.open[end] & (1 << way)
                        and beside != here
                        and beside != there
                        and not self.optional(beside)
                        and self.count[self.open[beside]] - 1 < self.needs[beside]
                    ):
                        self.note(A4, 1, number, end, beside)
                        self.propose(self.link_of[4 * here + closing], 2)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge(self) -> cython.int:
        """One round of tier 0 over what changed; returns how many links are proposed."""
        index: cython.int
        number: cython.int
        for index in range(self.dirty_size):
            self.judge_degree(self.dirty[index])
            self.judge_joins(self.dirty[index])
        for number in range(1, self.labels + 1):
            self.judge_completion(number)
        self.clean()
        return self.proposed_size

    # ------------------------------------------------------------------------------------------ survey

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def survey(self) -> cython.void:
        """Give every cell the fragment it lies on (named by its smaller end) and that fragment's number."""
        cell: cython.int
        walker: cython.int
        name: cython.int
        came: cython.int
        way: cython.int
        mask: cython.int
        for cell in range(self.size):
            self.fragment[cell] = cell
            self.fragment_label[cell] = self.label[cell] if self.on[cell] == 0 else 0
        for cell in range(self.size):
            if self.count[self.on[cell]] != 1 or self.mate[cell] < cell:
                continue
            name = cell
            walker = cell
            came = 0
            while True:
                self.fragment[walker] = name
                self.fragment_label[walker] = self.label[name]
                mask = self.on[walker] & ~came
                if mask == 0:
                    break
                way = 0
                while not mask & (1 << way):
                    way += 1
                walker += self.step[way]
                came = 1 << (way ^ 2)

    def link_state(self, link: cython.int) -> int:
        """The state of one link: 0 open, 1 on, 2 off."""
        return self.state[link]

    def summary(self, cell: cython.int) -> tuple[int, int, int, int]:
        """What the sentences need to know of a cell: mate and number of its fragment, its on and open masks."""
        return self.mate[cell], self.label[cell], self.on[cell], self.open[cell]
