"""Conflict-driven search over links: which links are on, so that every cell has its degree and every path its pair.

The only variables are the links.  Link `e` gives two literals, `2e` (on) and `2e + 1` (off); a clause is a set of
literals of which one must hold.  The parts stand one upon the other, each a class that knows those below:

        search      for the caller: runs in slices, assumptions, models; when to decide, restart, reduce, stop
        learning    from a conflict to a clause
        clauses     watched clauses, and the propagation of everything to a fixpoint
        fragments   what a board means beyond its clauses: degrees and paths, kept natively
        trail       which literals are true, since when and why; the order of decisions

Search is by activity, with saved phases and targets, Luby restarts, first-UIP learning and recursive minimisation.

Tried and left out, with conflicts as the measure (the sets are those of bench/engine_search.py; more in `fragments`):

*Terminal exits* (N4) as clauses: what the clauses of N1 do not say already is little, janko 5 053 for 4 891.

*Restart units* 5, 10, 20, 50: first 9 318, 11 191, 12 734, 10 648; cut 7 291, 7 674, 7 430, 7 962 (CPU time without
direction).  First phases on for off: janko 5 297 for 4 891.
"""

from __future__ import annotations

from array import array
from enum import Enum

import cython

from numlink.engine.arrays import require_between

if not cython.compiled:
    from numlink.engine.search.learning import Learning
    from numlink.engine.search.trail import DECISION


class Status(Enum):
    """How a call of `Search.run` ended."""

    REFUTED = 0
    SATISFIED = 1
    PAUSED = 2


# Conflicts between restarts, times the Luby sequence 1 1 2 1 1 2 4 ...; other units are compared above.
RESTART_UNIT = cython.declare(cython.int, 50)
# Conflicts before half of the learned clauses are dropped for the first time (FIRST_REDUCTION), and conflicts by which
# each later interval is longer than the one before (REDUCTION_STEP).
FIRST_REDUCTION = cython.declare(cython.int, 2000)
REDUCTION_STEP = cython.declare(cython.int, 300)
# Conflicts before saved phases are replaced for the first time; the k-th interval is k times as long.
REPHASING_STEP = cython.declare(cython.int, 1000)
# Activity by which a link precedes one that lies a step further from the corner (`begin_in_corner`). A conflict adds 1
# at first and 5 % more each time: 77 conflicts that all hold a link outweigh one step.
SPREAD = cython.declare(cython.double, 1000.0)


@cython.cfunc
@cython.exceptval(-1, check=False)
def require_clauses(view: cython.int[::1], total: cython.int, literals: cython.int) -> cython.int:
    """Raise ValueError unless `view` is clauses, each its size and then that many literals."""
    at: cython.int = 0
    end: cython.int
    while at < total:
        if view[at] < 1 or view[at] > total - at - 1:
            raise ValueError(f"a clause of {view[at]} literals at {at} of {total} numbers")
        end = at + view[at]
        while at < end:
            at += 1
            if view[at] < 0 or view[at] >= literals:
                raise ValueError(f"literal {view[at]} at {at}: this board has {literals}, from 0")
        at += 1
    return 0


@cython.final
@cython.cclass
class Search(Learning):
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
        if not len(labels) == len(degrees) == cell_count:
            raise ValueError(
                f"{cell_count} cells, {len(labels)} labels, {len(degrees)} degrees: give one of each a cell"
            )
        if len(links) % 2:
            raise ValueError(f"{len(links)} ends of links: give two cells a link")
        require_between(links, 0, cell_count - 1, "the cell of link end")
        require_between(labels, 0, 2147483647, "the label of cell")
        require_between(degrees, 0, 3, "the degree of cell")
        Learning.__init__(self, links, labels, degrees)
        self.touching = touching
        self.decisions = 0
        self.restart_at = RESTART_UNIT
        self.restarts = 0
        self.next_reduction = FIRST_REDUCTION
        self.reductions = 0
        self.target = array("b", [2]) * (self.variable_count + 1)
        self.longest = 0
        self.rephasings = 0
        self.next_rephasing = REPHASING_STEP
        self.owner = self.carve(1 if touching else cell_count)
        self.place = self.carve(1 if touching else cell_count)

    # ------------------------------------------------------------------ for the caller

    def run(self, conflicts: cython.int = 1000, propagations: cython.int = 100_000) -> Status:
        """Search on until a verdict or until the budget of conflicts and processed literals has ended."""
        outcome: cython.int
        self.claim()
        try:
            with cython.nogil:
                outcome = self.advance(conflicts, propagations)
        finally:
            self.release()
        return Status(outcome)

    def add_clause(self, literals: array[int]) -> bool:
        """Demand that one of `literals` holds, for good; False when that refutes the board.

        Goes back to level 0, so a model must be read before.  O(length).
        """
        size: cython.int = len(literals)
        view: cython.int[::1]
        self.expect_idle()
        if size == 0:
            self.consistent = False
            return False
        require_between(literals, 0, 2 * self.variable_count - 1, "literal")
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
        self.expect_idle()
        if total == 0:
            return bool(self.consistent)
        view = clauses
        require_clauses(view, total, 2 * self.variable_count)
        self.cancel(0)
        # Many clauses: into the arena first, then all watch lists at once, by counting (a third of the time).
        one_by_one = total < self.arena_end
        # Stored a clause takes one integer more, and units are not: half as much again is enough.
        if self.arena_end + total + total // 2 > self.arena_room:
            self.grow_arena(self.arena_end + total + total // 2 + 1024)
        while at < total:
            if not one_by_one:
                at = self.put_short_clauses(view, at, total)
            if at < total:
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
        self.expect_idle()
        if size > self.variable_count:
            raise ValueError(f"{size} assumptions on {self.variable_count} links: give one literal a link")
        require_between(literals, 0, 2 * self.variable_count - 1, "literal")
        while shared < size and shared < self.assumed_count and self.assumed[shared] == literals[shared]:
            shared += 1
        self.cancel(shared)
        for i in range(shared, size):
            self.assumed[i] = literals[i]
        self.assumed_count = size

    def failed(self) -> array[int]:
        """After REFUTED: assumptions that cannot hold together (empty when the board itself is refuted)."""
        self.expect_idle()
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
        self.expect_idle()
        result = array("b", bytes(self.link_count))
        view: cython.schar[::1]
        link: cython.int
        if self.link_count == 0:
            return result
        view = result
        for link in range(self.link_count):
            if self.truth[2 * link] > 0:
                view[link] = 1
        return result

    def fixed(self) -> array[int]:
        """What is decided at level 0, per link: 1 on, 0 off, -1 open."""
        self.expect_idle()
        result = array("b", bytes(self.link_count))
        link: cython.int
        self.cancel(0)
        for link in range(self.link_count):
            result[link] = 1 if self.truth[2 * link] > 0 else 0 if self.truth[2 * link] < 0 else -1
        return result

    def set_phases(self, model: array[int]) -> None:
        """Let decisions first try what `model` says (1 on, 0 off), until saved phases overwrite it."""
        link: cython.int
        self.expect_idle()
        if len(model) < self.link_count:
            raise ValueError(f"a model of {len(model)} links on a board of {self.link_count}")
        for link in range(self.link_count):
            self.phase[link] = 0 if model[link] else 1
        self.rephase()

    def begin_in_corner(self, width: cython.int) -> None:
        """Let decisions begin in the first cell's corner and go on by diagonals; conflicts change that order.

        Call it before any run.  Cells must be those of a rectangle row by row, `width` a row.  For searches without
        touching, where what is known grows from the corners.  Conflicts with it and without it: 90 published boards
        1 771 and 4 891, boards of our own 525 and 3 610, lab boards 60x60 1 196 and 1 911.  The published boards take
        1 973 to 2 011 from another corner, 1 992 from all four, 3 067 from the rim.  Where touching is allowed it makes
        little difference, mostly for the worse.
        """
        link: cython.int
        cell: cython.int
        end: cython.int
        far: cython.int
        self.expect_idle()
        if self.propagations > 0 or self.decisions > 0:
            raise ValueError("this search has run already: let it begin in a corner before")
        if width < 1:
            raise ValueError(f"a row has at least one cell, not {width}")
        for link in range(self.link_count):
            far = 2 * (self.cell_count // width + width)
            for end in range(2 * link, 2 * link + 2):
                cell = self.ends[end]
                far -= cell // width + cell % width
            self.activity[link] = SPREAD * far
        for link in range(self.heap_size // 2 - 1, -1, -1):
            self.sift_down(link)

    # ------------------------------------------------------------------ the search

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
            if self.conflicts >= self.restart_at:
                self.restarts += 1
                self.restart_at = self.conflicts + RESTART_UNIT * self.luby(self.restarts)
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
                if self.touching or not self.find_touch(self.owner, self.place):
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def luby(self, index: cython.int) -> cython.int:
        """1 1 2 1 1 2 4 1 1 2 ...: member `index`, from 0, of the Luby sequence."""
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
        for link in range(self.variable_count):
            if self.rephasings > 0:
                if kind == 1:
                    self.phase[link] = 1
                elif self.target[link] < 2:
                    self.phase[link] = self.target[link]
            self.target[link] = 2
        self.longest = 0
