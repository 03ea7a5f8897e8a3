"""Whether a known solution S of a board is the only one: three ways to ask a search, each in slices.

    Walk         all links before link i are as in S, link i is not: from the last link to the first
    Inspection   a walk that does not stop at another solution: it lists the links where S is in doubt
    Backbone     one link is not as in S and nothing else is assumed: if that is refuted, it is a lasting fact

If all questions are refuted, S is the only solution.  A walk asks easier questions and shows where to cut; a backbone
proves hard boards with a third of the conflicts.  Figures: bench/notes/search.md.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import require_place
from numlink.engine.search.search import Status

if not cython.compiled:
    from numlink.engine.search.search import Search


# A number of conflicts that no query reaches.
UNLIMITED = cython.declare(cython.longlong, 1 << 61)


@cython.cclass
class SolutionProof:
    """A proof that `solution` (1 on, 0 off, for each link) is the only solution of `search`; subclasses ask questions.

    The proof owns the search's assumptions; between runs, clauses that `solution` satisfies may be added.
    """

    def __init__(self, search: Search, solution: array[int]) -> None:
        if len(solution) != search.link_count:
            raise ValueError(f"the solution has {len(solution)} links, the board {search.link_count}")
        search.expect_idle()
        self.search = search
        search.cancel(0)
        search.set_phases(solution)
        self.begun = search.conflicts
        self.solution = solution if search.link_count else array("b", [0])

    def run(self, conflicts: cython.int = 1000, propagations: cython.int = 100_000) -> Status:
        """Continue: REFUTED, `solution` is the only one; SATISFIED, `search.model()` is another; PAUSED, run again.

        Exclude that model before the next run.  ValueError if `solution` does not solve the board.
        """
        return Status(self.claimed(conflicts, propagations))

    @cython.final
    def claimed(self, conflicts: cython.int, propagations: cython.int) -> cython.int:
        """Call `advance` without the GIL; raise ValueError if it returns 3."""
        with self.search, cython.nogil:
            outcome: cython.int = self.advance(conflicts, propagations)
        if outcome == 3:
            proof = type(self).__name__.lower()
            raise ValueError(f"the solution given to the {proof} does not satisfy the board and its clauses")
        return outcome

    def close(self) -> None:
        """Remove the assumptions of the proof from the search."""
        self.search.assume(array("i"))

    def advance(self, conflicts: cython.int, propagations: cython.int) -> cython.int:
        """For a subclass: `run` without the GIL: 0 refuted, 1 satisfied, 2 paused, 3 `solution` is not a solution."""
        return 2

    @cython.final
    def return_to_solution(self) -> cython.void:
        """Make decisions try the values of `solution` first again."""
        for link in range(self.search.link_count):
            self.search.phase[link] = 0 if self.solution[link] else 1


@cython.cclass
class Walk(SolutionProof):
    """Walk-and-cut: queries from the last link to the first; nearly linear on dense boards.

    Every other solution agrees with S on the links before some first link i, in scan order, and differs at i:

        link      0 1 2 3 4 5 6 7 8 9
        query 9   S S S S S S S S S n        n: not as in S, *: free
        query 8   S S S S S S S S n *
        query 7   S S S S S S S n * *        ... down to     n * * * * * * * * *

    After SATISFIED the caller calls `cut` with a link of S that the other solution lacks, to cut the puzzle's path in
    two there.  That only removes solutions, so refuted queries stay refuted.  `near`: queries begin with S's phases.
    """

    def __init__(self, search: Search, solution: array[int], *, near: bool = False) -> None:
        SolutionProof.__init__(self, search, solution)
        for link in range(search.link_count):
            search.assumed[link] = 2 * link if solution[link] else 2 * link + 1
        self.query = search.link_count - 1
        self.last = 0
        self.flipped = False
        self.patience = UNLIMITED
        self.near = near
        if near:
            search.keep_phases()

    @property
    def remaining(self) -> int:
        """The number of queries without an answer."""
        return int(self.query + 1 - self.last)

    @property
    def spent(self) -> int:
        """Conflicts of the present query, about link `remaining - 1`, since it began or since the last `cut`."""
        return int(self.search.conflicts - self.begun)

    def cut(self, link: int) -> None:
        """Switch a link of the solution on for good; `spent` restarts from 0."""
        self.search.expect_idle()
        require_place(link, self.search.link_count, "link")
        self.begun = self.search.conflicts
        self.search.add_clause(array("i", [2 * link]))
        if self.near:
            self.return_to_solution()

    def advance(self, conflicts: cython.int, propagations: cython.int) -> cython.int:
        """As in SolutionProof; 4: the present query took more than `patience` conflicts."""
        last_conflict: cython.longlong = self.search.conflicts + conflicts
        last_propagation: cython.longlong = self.search.propagations + propagations
        while self.query >= self.last:
            if not self.flipped:
                self.search.cancel(self.query)
                self.search.assumed[self.query] ^= 1
                self.search.assumed_count = self.query + 1
                self.flipped = True
                self.limit = self.search.conflicts + self.patience
            if self.search.conflicts >= last_conflict or self.search.propagations >= last_propagation:
                return 2
            outcome: cython.int = self.search.advance(
                cython.cast(cython.int, min(self.limit, last_conflict) - self.search.conflicts),
                cython.cast(cython.int, last_propagation - self.search.propagations),
            )
            if outcome == 2 and self.search.conflicts >= self.limit:
                return 4
            if outcome != 0:
                return outcome
            if not self.search.consistent or self.search.level < self.query:
                return 3
            self.search.assumed[self.query] ^= 1
            self.flipped = False
            if self.near and self.search.conflicts > self.begun:
                self.return_to_solution()
            self.begun = self.search.conflicts
            self.query -= 1
        return 0 if self.search.consistent else 3


# Conflicts that a question may take in the first pass, and the factor by which that grows after a pass in which more
# than GIVEN_UP questions were given up for each one answered (bench/notes/search.md).
FIRST_PATIENCE = cython.declare(cython.int, 5)
PATIENCE_GROWTH = cython.declare(cython.int, 4)
GIVEN_UP = cython.declare(cython.int, 3)
# The most conflicts that a question may take, so that the number stays an int.
MOST_PATIENCE = cython.declare(cython.int, 1 << 28)


@cython.final
@cython.cclass
class Backbone(SolutionProof):
    """Questions about single links: which have the same value in every solution (the *backbone*).

    For each link of S, ask for a solution without it.  If that is refuted, the link is a fact, and the questions near
    it are easier.  A question that takes too many conflicts is asked again in the next pass:

        links that S has on                0 1 2 3 4 5 6 7 8 9
        pass 1, 5 conflicts a question     . . . # # . . . # #       #: a fact
        pass 2, 5 again: many were facts   . # # # # . # # # #       .: still open
        pass 3, 20: few became facts       # # # # # # # # # #       S is the only solution

    Links that S has off come last.  After SATISFIED the caller adds a clause that S satisfies and the other does not.
    """

    def __init__(self, search: Search, solution: array[int]) -> None:
        SolutionProof.__init__(self, search, solution)
        search.keep_phases()
        self.link = search.link_count
        self.asking = False
        self.patience = FIRST_PATIENCE
        self.answered = 0
        self.given_up = 0
        # Links that are on in the solution come first: once all are facts, most of the others are facts too.
        self.asks_on = True
        # Whether the last run found another solution, whose values are now the phases.
        self.met = False

    @property
    def remaining(self) -> int:
        """The number of links not known to have the same value in every solution.  Goes back to level 0."""
        return sum(value < 0 for value in self.search.fixed())

    def advance(self, conflicts: cython.int, propagations: cython.int) -> cython.int:
        """`run` without the GIL: 0 refuted, 1 satisfied, 2 paused, 3 `solution` is not a solution."""
        last_conflict: cython.longlong = self.search.conflicts + conflicts
        last_propagation: cython.longlong = self.search.propagations + propagations
        if self.met:
            self.search.cancel(0)
            self.return_to_solution()
            self.met = False
        while True:
            if not self.asking:
                outcome: cython.int = self.ask_next()
                if outcome != 2:
                    return outcome
            if self.search.conflicts >= last_conflict or self.search.propagations >= last_propagation:
                return 2
            last: cython.longlong = self.begun + self.patience
            outcome = self.search.advance(
                cython.cast(cython.int, (last if last < last_conflict else last_conflict) - self.search.conflicts),
                cython.cast(cython.int, last_propagation - self.search.propagations),
            )
            if outcome == 1:
                self.met = True
                return 1
            if not self.search.consistent:
                return 3
            if outcome == 0:
                self.answered += 1
                self.asking = False
            elif self.search.conflicts >= last:
                self.given_up += 1
                self.asking = False

    def ask_next(self) -> cython.int:
        """Go on to the next question: 2 there is one, 0 all links are facts, 3 `solution` is not a solution."""
        self.search.cancel(0)
        self.search.assumed_count = 0
        if not self.search.consistent or not self.search.propagate():
            return 3
        if self.search.conflicts > self.begun:
            self.return_to_solution()
        self.link = self.next_open()
        while self.link < 0:
            if self.given_up == 0:
                if not self.asks_on:
                    return 0
                self.asks_on = False
            elif self.given_up > GIVEN_UP * self.answered and self.patience < MOST_PATIENCE:
                self.patience *= PATIENCE_GROWTH
            self.given_up = 0
            self.answered = 0
            self.link = self.search.link_count
            self.link = self.next_open()
        if self.search.truth[2 * self.link] != 0:
            return 3
        self.search.assumed[0] = 2 * self.link + (1 if self.solution[self.link] else 0)
        self.search.assumed_count = 1
        self.begun = self.search.conflicts
        self.asking = True
        return 2

    def next_open(self) -> cython.int:
        """The next link below `link` to ask about, or whose fact `solution` contradicts; -1 if there is none."""
        link: cython.int = self.link - 1
        while link >= 0:
            if self.search.truth[2 * link] == 0:
                if self.solution[link] or not self.asks_on:
                    break
            elif (self.search.truth[2 * link] > 0) != (self.solution[link] != 0):
                break
            link -= 1
        return link


@cython.final
@cython.cclass
class Inspection(Walk):
    """A walk that never stops at another solution: it lists the doubtful and hard links of S, from `first` to `last`.

        refuted      no other solution first differs at link i
        satisfied    one does: i is *doubtful*                               then link i is set for good
        given up     it took more than `patience` conflicts: i is *hard*     as in S

    Link i is doubtful if and only if some solution agrees with S before i, differs at i, and agrees at all doubtful and
    hard links after i.  The inspection owns the search for good.  `first` -1: the board's last link.
    """

    def __init__(
        self, search: Search, solution: array[int], patience: int, *, first: cython.int = -1, last: cython.int = 0
    ) -> None:
        if first >= search.link_count or last < 0:
            raise ValueError(f"queries from link {first} to {last} of {search.link_count}")
        Walk.__init__(self, search, solution)
        self.query = search.link_count - 1 if first < 0 else first
        self.last = last
        self.patience = patience
        self.doubtful: list[int] = []
        self.hard: list[int] = []

    def run(
        self, conflicts: cython.int = 1000, propagations: cython.int = 100_000, *, most: int = 1_000_000_000
    ) -> Status:
        """Continue: REFUTED, all queries are answered; PAUSED, run again; SATISFIED, `most` links are listed."""
        last_conflict: cython.longlong = self.search.conflicts + conflicts
        last_propagation: cython.longlong = self.search.propagations + propagations
        while True:
            outcome: cython.int = self.claimed(
                cython.cast(cython.int, last_conflict - self.search.conflicts),
                cython.cast(cython.int, last_propagation - self.search.propagations),
            )
            if outcome == 0 or outcome == 2:
                return Status(outcome)
            (self.doubtful if outcome == 1 else self.hard).append(self.query)
            literal: cython.int = 2 * self.query if self.solution[self.query] else 2 * self.query + 1
            self.search.add_clause(array("i", [literal]))
            self.search.assumed[self.query] = literal
            self.flipped = False
            self.query -= 1
            if len(self.doubtful) + len(self.hard) >= most:
                return Status.SATISFIED
