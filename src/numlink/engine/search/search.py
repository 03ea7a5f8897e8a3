"""Conflict-driven search for links that give every cell its degree and join every pair.

The only variables are the links.  Link `e` has two literals, `2e` (on) and `2e + 1` (off).  Each part is a class that
extends the one below it:

        search            for the caller: slices, assumptions, models; when to decide, restart, reduce, stop
        learning          from a conflict to a clause
        clauses           watched clauses, and propagation until nothing more follows
        path_propagator   degrees and paths as propagators: what follows from a board beyond its clauses
        trail             which literals are true, since when and why; the order of decisions

Links are decided by activity, saved phases (the value tried first) and targets (`aim`).  What was tried:
bench/notes/search.md.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from enum import Enum

import cython

from numlink.engine.arrays import links_around, require_between

if not cython.compiled:
    from numlink.engine.search.learning import Learning
    from numlink.engine.search.trail import DECISION


class Status(Enum):
    """How a call of `Search.run` ended: no solution (REFUTED), a solution (SATISFIED), budget used up (PAUSED)."""

    REFUTED = 0
    SATISFIED = 1
    PAUSED = 2


# Conflicts before a restart: this times the Luby sequence 1 1 2 1 1 2 4 ... (bench/notes/search.md).
RESTART_UNIT = cython.declare(cython.int, 50)
# Half of the learned clauses are dropped after FIRST_REDUCTION conflicts, and then repeatedly, each time after
# REDUCTION_STEP conflicts more than the time before.
FIRST_REDUCTION = cython.declare(cython.int, 2000)
REDUCTION_STEP = cython.declare(cython.int, 300)
# Conflicts before saved phases are replaced (`rephase`) for the first time; the k-th interval is k times as long.
REPHASING_STEP = cython.declare(cython.int, 1000)
# A number of conflicts that no search reaches.
NEVER = cython.declare(cython.longlong, 1 << 62)
# Conflicts of a sweep before it goes on by activity, and then from the other end of the board: first this many for two
# cells, then twice as many each time.  Boards that take more are mostly easy from there.
FIRST_LEG = cython.declare(cython.int, 3)


def require_clauses(view: cython.int[::1], total: cython.int, literals: cython.int) -> cython.int:
    """The number of clauses in the first `total` entries of `view`, each a size, then literals; else ValueError."""
    at = clauses = 0
    while at < total:
        if view[at] < 1 or view[at] > total - at - 1:
            raise ValueError(
                f"entry {at} of {total}: a clause of {view[at]} literals, give its size and then as many literals"
            )
        end: cython.int = at + view[at]
        while at < end:
            at += 1
            if view[at] < 0 or view[at] >= literals:
                raise ValueError(f"entry {at}: literal {view[at]} is not one of this board's {literals}, from 0")
        at += 1
        clauses += 1
    return clauses


@cython.final
@cython.cclass
class Search(Learning):
    """A search for the links of a board: sliced, resumable, deterministic; call `model()` after SATISFIED.

    `links`: two cells a link.  `labels[cell]`: its number or 0.  `degrees[cell]`: 0 (closed), 1 (endpoint), 2 (a path
    must pass), 3 (may pass) or 4 (a cell of a *switch*, an extra link that occurs only in clauses).  With
    `touching=False` no path touches itself.  `consistent`: False if there is no solution, whatever is assumed.
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
        if not len(labels) == len(degrees) == cell_count:
            raise ValueError(
                f"{cell_count} cells, {len(labels)} labels, {len(degrees)} degrees: give one of each to each cell"
            )
        if len(links) % 2:
            raise ValueError(f"{len(links)} cells of links: give two to each link")
        require_between(links, 0, cell_count - 1, "the cell of link end")
        require_between(labels, 0, 2147483647, "the label of cell")
        require_between(degrees, 0, 4, "the degree of cell")
        Learning.__init__(self, links, labels, degrees)
        self.touching = touching
        self.aims_under_assumptions = False
        self.later = None
        self.restart_at, self.next_reduction, self.next_rephasing = RESTART_UNIT, FIRST_REDUCTION, REPHASING_STEP
        self.luby_rise = self.luby = 1
        self.decisions = self.reductions = self.rephasings = self.longest = 0
        self.backwards = False
        self.leg_length, self.next_leg = FIRST_LEG * cell_count // 2, NEVER
        self.along, self.level_place = self.carve(1), self.carve(1)
        self.owner = self.carve(1 if touching else cell_count)
        self.place = self.carve(1 if touching else cell_count)

    def run(self, conflicts: cython.int = 1000, propagations: cython.int = 100_000) -> Status:
        """Search until there is an answer or the budget of conflicts and processed literals is used up (PAUSED)."""
        with self, cython.nogil:
            outcome: cython.int = self.advance(conflicts, propagations)
        if outcome == 0 and self.watches_squares and self.level > 0:
            self.lay_now()
            return self.run(conflicts, propagations)
        return Status(outcome)

    def lay_later(self, width: int, clauses: Callable[[], array[int]]) -> None:
        """Add `clauses()` at the first conflict; until then no unit square may have more than two sides on.

        A search that meets no conflict needs no clauses.  For rectangles, `width` cells a row, without touching.
        """
        self.expect_idle()
        self.width, self.around, self.later = width, links_around(width, self.number, self.ends), clauses
        self.sides = array("i", [0, 1, 5, 4 * width])
        self.watches_squares = True

    def lay_now(self) -> None:
        """Add the clauses that `lay_later` put off, and go on as if nothing had been decided: no phases, no work."""
        if self.level > 0:
            self.propagations -= self.head - self.level_start[0]
            self.decisions -= self.level
        phases = self.phase
        self.phase = array("b", bytes(self.variable_count + 1))
        self.cancel(0)
        self.phase = phases
        self.watches_squares = False
        self.add_clauses(self.later())

    def add_clause(self, literals: array[int]) -> bool:
        """Demand one of `literals` for good; return False if that is impossible.  Goes back to level 0."""
        size: cython.int = len(literals)
        place: cython.int = 0
        opposite: cython.int = -1
        self.expect_idle()
        if size == 0:
            self.consistent = False
            return False
        require_between(literals, 0, 2 * self.variable_count - 1, "literal")
        view: cython.int[::1] = literals
        # A search in order would decide the same again, so if that made all literals false, its opposite holds.
        if self.in_order and self.level == 1 and self.assumed_count == 0 and not self.recording:
            while place < size and self.truth[view[place]] < 0:
                place += 1
            if place == size:
                opposite = self.trail[self.level_start[0]] ^ 1
        self.cancel(0)
        if opposite >= 0:
            self.enqueue(opposite, DECISION)
        elif self.watches_squares:
            self.lay_now()
        self.put_clauses(array("i", [size]) + literals, size + 1, True)
        return bool(self.consistent)

    def add_clauses(self, clauses: array[int]) -> bool:
        """Add clauses, each a size and literals; return False if they cannot hold.  Goes back to level 0."""
        total: cython.int = len(clauses)
        self.expect_idle()
        if total == 0:
            return bool(self.consistent)
        view: cython.int[::1] = clauses
        # A stored clause takes one integer more than one in `clauses`.
        room: cython.int = total + require_clauses(view, total, 2 * self.variable_count)
        self.cancel(0)
        # Many clauses first go into the arena, then all watch lists are built at once.
        one_by_one: cython.bint = total < self.arena_end
        if self.arena_end + room > len(self.arena):  # with room for "not this solution"
            self.arena = self.grown(self.arena, self.arena_end, self.arena_end + room + self.variable_count + 512)
        self.put_clauses(view, total, one_by_one)
        if not one_by_one:
            self.lay_watches()
        return bool(self.consistent)

    def assume(self, literals: array[int]) -> None:
        """Make every later `run` decide `literals` first, in order, at most one per link; shared levels are kept."""
        size: cython.int = len(literals)
        shared: cython.int = 0
        self.expect_idle()
        if size > self.variable_count:
            raise ValueError(f"{size} assumptions on {self.variable_count} links: give at most one for each link")
        require_between(literals, 0, 2 * self.variable_count - 1, "literal")
        while shared < size and shared < self.assumed_count and self.assumed[shared] == literals[shared]:
            shared += 1
        self.cancel(shared)
        for i in range(shared, size):
            self.assumed[i] = literals[i]
        self.assumed_count = size

    def failed(self) -> array[int]:
        """After REFUTED, assumptions that cannot hold together; empty if there is no solution even without them."""
        self.expect_idle()
        if not self.consistent:
            return array("i")
        self.blame()
        return array("i", self.learned[: self.learned_size])

    @property
    def decided(self) -> bool:
        """Whether every link is decided."""
        return self.trail_size == self.variable_count

    def model(self) -> array[int]:
        """After SATISFIED, 1 for each link that is on, 0 for each link that is off."""
        self.expect_idle()
        return array("b", bytes([self.truth[2 * link] > 0 for link in range(self.link_count)]))

    def fixed(self) -> array[int]:
        """The state of each link without assumptions: 1 on, 0 off, -1 open.  Goes back to level 0."""
        self.expect_idle()
        self.cancel(0)
        states = bytes((0, 255, 1))  # for truth -1, 0, 1: off, open (-1 as a byte), on
        return array("b", bytes([states[1 + self.truth[2 * link]] for link in range(self.link_count)]))

    def set_phases(self, model: array[int]) -> None:
        """Make decisions first try the values of `model` (1 on, 0 off), until a rephasing replaces them."""
        self.expect_idle()
        if len(model) < self.link_count:
            raise ValueError(f"a model of {len(model)} links on a board of {self.link_count}")
        for link in range(self.link_count):
            self.phase[link] = 0 if model[link] else 1
        self.rephase()

    def sweep(self, width: cython.int, *, switched_on: bool = False, after: cython.int = 0) -> None:
        """Make decisions always take the first undecided link along the board, line by line; call before any decision.

        Cells must be those of a rectangle, `width` in a row; a line goes along the narrower side.  With `switched_on`
        the last line comes first, and links are first tried on.  After many conflicts the order changes (`turn_sweep`).
        Until the first restart after `after` conflicts, decisions go by activity.
        """
        n: cython.int = self.link_count
        place: cython.int = 0
        self.expect_idle()
        if self.decisions > 0:
            raise ValueError("this search has decided already: call sweep before the first decision")
        if width < 1:
            raise ValueError(f"a row has at least one cell, not {width}")
        height: cython.int = self.cell_count // width
        self.along = self.carve(n)
        self.level_place = self.carve(2 * self.variable_count + 2)
        # The links of a cell to the right and down come with it, so by rows the order is that of their numbers.
        for link in range(n):
            self.along[link] = link
        if height < width:
            for line in range(width):
                for row in range(height):
                    cell: cython.int = row * width + line
                    for slot in range(self.first_slot[8 * cell], self.first_slot[8 * cell + 8]):
                        link = self.slots[slot]
                        if self.ends[2 * link] == cell:
                            self.along[place] = link
                            place += 1
        self.in_order = after == 0
        self.next_leg = after or self.leg_length
        self.backwards = self.on_first = switched_on

    def advance(self, conflicts: cython.int, propagations: cython.int) -> cython.int:
        """`run` without the GIL: 0 refuted, 1 satisfied, 2 paused."""
        last_conflict: cython.longlong = self.conflicts + conflicts
        last_propagation: cython.longlong = self.propagations + propagations
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
            if self.conflicts >= self.restart_at:
                if self.luby_rise & -self.luby_rise == self.luby:  # as Knuth writes the sequence
                    self.luby_rise += 1
                    self.luby = 1
                else:
                    self.luby *= 2
                self.restart_at = self.conflicts + RESTART_UNIT * self.luby
                self.cancel(self.assumed_count)
                if self.conflicts >= self.next_leg:
                    self.turn_sweep()
                if self.conflicts >= self.next_rephasing:
                    self.rephasings += 1
                    self.next_rephasing = self.conflicts + REPHASING_STEP * (self.rephasings + 1)
                    self.rephase()
            if self.level < self.assumed_count:
                literal: cython.int = self.assumed[self.level]
                if self.truth[literal] < 0:
                    return 0
                self.open_level()
                if self.in_order:
                    self.level_place[self.level] = 0
                if self.truth[literal] == 0:
                    self.decisions += 1
                    self.enqueue(literal, DECISION)
                continue
            link: cython.int = self.next_along() if self.in_order else self.pop_undecided()
            if link < 0:
                if self.touching or not self.find_touch(self.owner, self.place):
                    return 1
                if not self.resolve():
                    return 0
                continue
            self.decisions += 1
            self.open_level()
            if self.on_first and self.in_order:
                self.enqueue(2 * link, DECISION)
            elif self.target[link] < 2 and self.aims():
                self.enqueue(2 * link + self.target[link], DECISION)
            else:
                self.enqueue(2 * link + self.phase[link], DECISION)

    def next_along(self) -> cython.int:
        """The first undecided link along the sweep, -1 for none; all before `level_place` of a level are decided."""
        place: cython.int = self.level_place[self.level]
        while place < self.link_count:
            link: cython.int = self.along[self.link_count - 1 - place if self.backwards else place]
            if self.truth[2 * link] == 0:
                self.level_place[self.level] = place
                self.level_place[self.level + 1] = place + 1
                return link
            place += 1
        return -1

    def turn_sweep(self) -> cython.void:
        """Go on by activity or, after that, from the other end of the board."""
        self.in_order = not self.in_order
        if self.in_order:
            self.backwards = not self.backwards
            self.leg_length *= 2
        self.next_leg = self.conflicts + self.leg_length
        for level in range(self.level + 1):
            self.level_place[level] = 0

    def aims(self) -> cython.bint:
        """Whether decisions follow a target; under assumptions, only if `aims_under_assumptions`."""
        return self.touching and (self.assumed_count == 0 or self.aims_under_assumptions)

    def aim(self) -> cython.void:
        """Make the trail below the newest level, the longest conflict-free one, the target (Biere & Fleury 2020)."""
        self.longest = self.level_start[self.level - 1]
        for i in range(self.longest):
            self.target[self.trail[i] >> 1] = self.trail[i] & 1

    def keep_phases(self) -> cython.void:
        """Prevent rephasings from replacing the saved phases."""
        self.next_rephasing = NEVER

    def rephase(self) -> cython.void:
        """Reset the target, after saving it as phases (every fourth time: all off); the first call only resets it."""
        kind: cython.int = self.rephasings % 4
        for link in range(self.variable_count):
            if self.rephasings > 0:
                if kind == 1:
                    self.phase[link] = 1
                elif self.target[link] < 2:
                    self.phase[link] = self.target[link]
            self.target[link] = 2
        self.longest = 0
