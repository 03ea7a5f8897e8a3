"""All rules together: rounds of the cheapest tier that concludes something, and look-ahead if none does.

Look-ahead tries every open link on and off and follows the rules from there.  A contradiction proves the opposite.  A
pass keeps only the shortest contradictions, measured in rounds, and applies all of that length at once, so the result
does not depend on the order of the links.  What was tried: bench/notes/deduction.md.
"""

from __future__ import annotations

from array import array
from itertools import accumulate

import cython

from numlink.engine.arrays import integers, require_place
from numlink.engine.deduction.assignment import Terrain

if not cython.compiled:
    from numlink.engine.deduction.assignment import A1, A4, A5, A6, A7, A8, A9, A10, A11, L1, N1, N2, N3, U1, U2
    from numlink.engine.deduction.borders import Borders
    from numlink.engine.deduction.cuts import Cuts
    from numlink.engine.deduction.deduction import Deduction
    from numlink.engine.deduction.faces import Faces
    from numlink.engine.deduction.labels import LabelDomains
    from numlink.engine.deduction.lines import Lines
    from numlink.engine.deduction.reroutes import Reroutes
    from numlink.engine.deduction.touch import Touching

# Strengths of a look-ahead; `Reasoner` describes the rules that each follows.
LIGHT = cython.declare(cython.int, 0)
FULL = cython.declare(cython.int, 1)
DEEP = cython.declare(cython.int, 2)
# A number of rounds that no look-ahead reaches: 2**30 - 1, so that the sum of two still fits an int.
ENDLESS = cython.declare(cython.int, 0x3FFFFFFF)
# The number of rectangles that `borders` judges, and of cells that `faces` visits, before they pause: some hundredths
# of a second, so that budgets and Ctrl-C take effect.
RECTANGLES_A_SLICE = cython.declare(cython.int, 200_000)
CELLS_A_SLICE = cython.declare(cython.int, 20_000_000)

SCANS = ((A1,), (A5,), (A6, A7, A8, A10), (N1, N2, N3), (A9,), (U1, U2))
"""The rules of each tier, 0 to 5, in the order of scanning; A1 stands for all rules of `Deduction.judge`, N3 also for
N4 and N5."""


@cython.final
@cython.cclass
class Reasoner:
    """The rules on one board; U1 and U2, which assume that there is only one solution, are tier 5 here.

    Look-ahead of strength 0 follows tier 0, A6, bridges and cut cells (A7) and, without touching, tier 3.  Strength 1
    adds A5, A8 and A10, but tries only links that lengthen a number's path.  Strength 2 is strength 0 with a look-ahead
    of strength 0 inside each try that concludes nothing more.
    """

    def __init__(self, terrain: Terrain, cells: object, fill: bool, touch: bool) -> None:
        position = Deduction(terrain, cells, fill, touch)
        self.terrain, self.position = terrain, position
        self.domains = LabelDomains(position)
        self.cuts = Cuts(position)
        self.borders = Borders(position, terrain)
        self.lines = Lines(position, terrain)
        self.faces = Faces(position, self.cuts, terrain)
        self.touching = Touching(position, terrain)
        self.reroutes = Reroutes(position, terrain)
        self.aligned = terrain.aligned
        # hits: link and value for each conclusion of a pass; idle[2 * link + value - 1]: this try can be skipped
        # truth[link]: its value in the known solution, 0 if none is known; resume: the rule that paused, 0 for none
        self.hits, self.inner_hits = integers(4 * (position.links + 1)), integers(4 * (position.links + 1))
        self.idle, self.inner_idle = (array("B", bytes(2 * (position.links + 1))) for _ in range(2))
        self.truth = array("B", bytes(position.links + 1))
        self.scanned = array("i", [rule for rules in SCANS for rule in rules])
        self.tier_start = array("i", accumulate(map(len, SCANS), initial=0))
        self.length = self.resume = 0

    def scan_rule(self, rule: cython.int) -> cython.void:
        """Propose what a rule, and those that share its scan, conclude; A7, A9 and A10 may pause."""
        if rule <= A4 or rule == A11:
            self.position.judge()
        elif rule == A5:
            self.domains.scan()
        elif rule == A6:
            self.cuts.stranded()
        elif rule == A7 or rule == A9:
            self.borders.parity = rule == A9
            if not self.borders.paused:
                self.cuts.parity = rule == A9
                self.cuts.decide_at_bridges()
                self.cuts.parity = False
            self.borders.rectangles()
        elif rule == A8:
            self.lines.scan()
        elif rule == A10:
            if not self.faces.paused:
                self.faces.planarity()
            self.faces.try_links()
        elif rule == U1 or rule == U2:
            if not self.aligned:
                return
            if rule == U1:
                self.reroutes.flips()
            else:
                self.reroutes.scan()
        elif not self.position.touch:
            if rule == N1:
                self.touching.squares()
            elif rule == N2:
                self.touching.apart()
            else:
                self.touching.turns()

    def scan_tier(self, tier: cython.int) -> cython.void:
        """Propose what the rules of a tier conclude, up to a conflict; set `resume` to a rule that paused, else 0."""
        paused_at: cython.int = self.resume
        self.resume = 0
        for index in range(self.tier_start[tier], self.tier_start[tier + 1]):
            rule: cython.int = self.scanned[index]
            if paused_at and rule != paused_at:  # scanned before the pause
                continue
            paused_at = 0
            if self.position.conflict and index > self.tier_start[tier]:
                return
            self.scan_rule(rule)
            if self.borders.paused or self.faces.paused:
                self.resume = rule
                return

    def propose_round(self, top: cython.int) -> cython.int:
        """Propose what the cheapest tier up to `top` concludes; return the tier, -1 for none, -3 on a pause."""
        for tier in range((4 if self.resume == A9 else 2) if self.resume else 0, top + 1):
            self.scan_tier(tier)
            if self.resume:
                return -3
            if self.position.conflict or self.position.proposed_size:
                return tier
        return -1

    def propose_ahead(self, strength: cython.int) -> cython.bint:
        """Propose the next round inside a try; return False if no rule of this strength concludes anything."""
        if self.position.judge() or self.position.conflict:
            return True
        if self.cuts.strands():
            self.position.note(A6, 5, self.cuts.lost, 0, 0)
            self.position.clash()
            return True
        if not self.position.touch:
            self.scan_tier(3)
            if self.position.conflict or self.position.proposed_size:
                return True
        self.cuts.decide_at_bridges()
        if strength == FULL and not self.position.conflict and not self.position.proposed_size:
            self.domains.scan()
            if not self.position.conflict and not self.position.proposed_size:
                self.faces.planarity()
            if not self.position.conflict and not self.position.proposed_size:
                self.lines.scan()
        return self.position.conflict or self.position.proposed_size > 0

    def follow(self, strength: cython.int, limit: cython.int) -> cython.int:
        """Apply rounds up to a contradiction and return their number; 0 for none in `limit`, or ever (`settled`)."""
        rounds: cython.int = 0
        self.settled = False
        while rounds < limit:
            if not self.position.conflict:
                if not self.propose_ahead(strength):
                    self.settled = True
                    return 0
            rounds += 1
            if self.position.conflict:
                return rounds
            self.position.apply()
        return 0

    def attempt(
        self, link: cython.int, value: cython.int, strength: cython.int, limit: cython.int, idle: cython.uchar[::1]
    ) -> cython.int:
        """The number of rounds that refute `link` being `value`, 0 if not within `limit`; restores the position.

        `idle` marks what followed without a contradiction and needs no try; DEEP marks nothing and may exceed `limit`.
        """
        mark: cython.int = self.position.trail_size
        self.position.assign(link, value)
        # no limit: what an inner pass finds must not depend on `limit`, which depends on the order of the links
        rounds: cython.int = self.follow(LIGHT, ENDLESS) if strength == DEEP else self.follow(strength, limit)
        if strength == DEEP and rounds == 0:
            rounds = self.dig(limit)
        elif rounds == 0 and self.settled:
            for index in range(mark, self.position.trail_size):
                other: cython.int = self.position.trail[5 * index]
                idle[2 * other + self.position.state[other] - 1] = 1
        self.restore(mark)
        return rounds

    def restore(self, mark: cython.int) -> cython.void:
        """Go back to the position with a trail of length `mark`; drop proposals and dirty cells."""
        self.position.drop()
        self.position.undo(mark)
        self.position.clear_dirty()

    def dig(self, limit: cython.int) -> cython.int:
        """Look ahead inside a try, pass after pass, to a contradiction; return the rounds, 0 for none in `limit`."""
        spent: cython.int = 0
        while spent < limit:
            found: cython.int = self.collect(LIGHT, limit - spent, self.inner_hits, self.inner_idle, True)
            if found == 0:
                return 0
            spent += self.best
            for index in range(found):
                if self.position.state[self.inner_hits[2 * index]] == 0:
                    self.position.assign(self.inner_hits[2 * index], self.inner_hits[2 * index + 1])
                else:
                    return spent
            rounds: cython.int = self.follow(LIGHT, ENDLESS)
            if rounds:
                return spent + rounds
        return 0

    def collect(
        self,
        strength: cython.int,
        limit: cython.int,
        hits: cython.int[::1],
        idle: cython.uchar[::1],
        inside: cython.bint,
    ) -> cython.int:
        """Try every open link on and off; write (link, value) of the shortest refutations to `hits`, return how many.

        They took `best` rounds, at most `limit`.  Skips tries that `idle` marks and, unless `inside` a try, values of
        the known solution.
        """
        best: cython.int = limit
        total: cython.int = 0
        for link in range(2 * self.position.links):
            idle[link] = 0
        for link in range(self.position.links):
            lengthens: cython.int = self.position.label[self.position.first[link]]  # the number whose path it lengthens
            lengthens |= self.position.label[self.position.second[link]]
            if self.position.state[link] or (strength == FULL and not lengthens):
                continue
            for value in range(1, 3):
                if idle[2 * link + value - 1] or (not inside and self.truth[link] == value):
                    continue
                rounds: cython.int = self.attempt(link, value, strength, best, idle)
                if rounds == 0 or rounds > best:
                    continue
                if rounds < best:
                    total = 0
                best = rounds
                hits[2 * total] = link
                hits[2 * total + 1] = 3 - value
                total += 1
        self.best = best
        return total

    def load(self, states: object) -> None:
        """Set the position: the state of every link, 0 open, 1 on, 2 off."""
        self.position.load(states)

    def states(self) -> bytes:
        """The state of every link: 0 open, 1 on, 2 off."""
        return self.position.states()

    def work_in_slices(self) -> None:
        """Let `advance` and `scan` of a tier pause in long rules from now on; while `paused`, call them again."""
        self.borders.slice = RECTANGLES_A_SLICE
        self.faces.slice = 1 + CELLS_A_SLICE // (1 + self.position.size)

    @property
    def paused(self) -> bool:
        """Whether the last call of `advance` or `scan` paused and must be repeated."""
        return self.resume != 0

    def scan(self, tier: cython.int, rule: cython.int) -> array[int]:
        """The records (`write_header`) of a tier, or of one `rule` unless 0; empty in a conflict or on a pause."""
        self.position.expect_idle()
        if not self.resume:
            self.position.mark_all_dirty()
            self.position.record_size = 0
            self.position.recording = True
        if not self.position.conflict:
            if rule:
                self.position.only = rule
                self.scan_rule(rule)
                while self.borders.paused or self.faces.paused:
                    self.scan_rule(rule)
                self.position.only = 0
            else:
                self.scan_tier(tier)
                if self.resume:
                    return array("i")
            self.position.drop()
            self.position.conflict = self.position.conflict_size = 0
        self.position.recording = False
        return array("i", self.position.record[: self.position.record_size])

    def advance(self, top: cython.int) -> int:
        """Apply a round of the cheapest tier up to `top`; return the tier, -1 none, -2 in conflict, -3 if paused."""
        with self.position, cython.nogil:
            tier: cython.int = -2 if self.position.conflict else self.propose_round(top)
            if tier != -3:
                if self.position.conflict:
                    tier = -2
                self.decided = self.position.apply()
                if self.position.conflict:
                    tier = -2
        return tier

    def look(self, strength: cython.int) -> int:
        """Make one pass of look-ahead; return the number of links decided, each by `length` rounds; 0 in conflict."""
        with self.position, cython.nogil:
            self.position.clear_dirty()
            total = self.decided = 0
            if not self.position.conflict:
                total = self.collect(strength, ENDLESS, self.hits, self.idle, False)
                self.length = self.best
            for index in range(total):
                link: cython.int = self.hits[2 * index]
                if self.position.state[link] == 0:
                    self.position.assign(link, self.hits[2 * index + 1])
                    self.decided += 1
                elif self.position.state[link] != self.hits[2 * index + 1]:
                    self.position.contradict(L1)
        return self.decided

    def know(self, solution: object) -> None:
        """Set the only solution, 1 on or 2 off for each link; look-ahead then skips tries that it cannot refute."""
        self.position.expect_idle()
        for link in range(self.position.links):
            self.truth[link] = solution[link]

    def guess(self) -> int:
        """Set the links whose known states (`know`) decide most others by rules of strength 0; return how many."""
        mark: cython.int = self.position.trail_size
        total = most = 0
        with self.position:
            self.position.clear_dirty()
            for link in range(self.position.links):
                if self.position.conflict or self.position.state[link] or not self.truth[link]:
                    continue
                value: cython.int = self.truth[link]
                with cython.nogil:
                    self.position.assign(link, value)
                    self.follow(LIGHT, ENDLESS)
                    weight: cython.int = self.position.trail_size - mark
                    self.restore(mark)
                if weight > most:
                    most = weight
                    total = 0
                if weight == most:
                    self.hits[2 * total] = link
                    self.hits[2 * total + 1] = value
                    total += 1
            for link in range(total):
                self.position.assign(self.hits[2 * link], self.hits[2 * link + 1])
            self.decided = total
        return total

    def hit_list(self) -> list[tuple[int, int]]:
        """The (link, state) set by the last `look` or `guess`, if without conflict; state 1 on or 2 off."""
        return [(self.hits[2 * index], self.hits[2 * index + 1]) for index in range(self.decided)]

    def start_try(self, link: cython.int, value: cython.int) -> int:
        """Set an open link on trial; return the mark for `end_try`.  ValueError if it is decided, or in conflict."""
        mark: cython.int = self.position.trail_size
        self.position.expect_idle()
        require_place(link, self.position.links if 0 < value < 3 else 0, "link")
        if self.position.state[link] or self.position.conflict:  # the trail has room for each link only once
            raise ValueError(f"link {link} is decided already, or the position is a contradiction: nothing to try")
        self.position.clear_dirty()
        self.position.assign(link, value)
        return mark

    def try_round(self, strength: cython.int) -> array[int]:
        """The records of the next round of a try, for `apply_round`; empty if nothing follows and in a conflict."""
        self.position.expect_idle()
        self.position.record_size = 0
        if not self.position.conflict:
            self.position.recording = True
            self.propose_ahead(strength)
            self.position.recording = False
        return array("i", self.position.record[: self.position.record_size])

    def apply_round(self) -> None:
        """Apply what the last `try_round` concluded."""
        self.position.expect_idle()
        self.position.apply()

    def end_try(self, mark: cython.int) -> None:
        """Go back to the position before `start_try`."""
        self.position.expect_idle()
        self.restore(max(mark, 0))

    @property
    def finished(self) -> bool:
        """Whether every link is decided without a contradiction; a contradiction found here sets `conflict`."""
        self.position.expect_idle()
        if self.position.trail_size < self.position.links or self.position.conflict:
            return False
        self.position.mark_all_dirty()
        self.position.judge()
        return self.position.conflict == 0

    @property
    def open_links(self) -> int:
        """The number of links that are neither on nor off."""
        return self.position.links - self.position.trail_size
