"""Probing what is known: is a solution the only one, asked link by link with small budgets, from the rim inwards.

Let S be the known solution.  Every other solution differs from S at some link.  So ask at each link for a solution
that has the opposite of S there, but not for long: a question that runs out of its budget is put off.  What is refuted
is a fact, for good: the link is as in S in every solution.  Facts and what was learned make the next questions easier,
so the rounds go on while they bring anything, then with larger budgets:

        round      1    2    3    4        5          6
        budget    20   20   20   20      200     no limit         conflicts a question
        refuted   40   31   12    0        9       all

Once every link is a fact S is the only solution.  In an order from the rim inwards the first facts are those that the
rim forces, and each ring is the rim of the next; the caller knows the geometry and gives the order.

With links as the only variables it gains next to nothing (flow-large, the first twelve levels: 178 508 conflicts for
195 273); with `labels` it halves what is left (strict, fourteen levels: 59 254 for 79 732).

Unlike `Walk`, a question assumes one literal and nothing else, so what it refutes holds on its own.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.search.search import Status

if not cython.compiled:
    from numlink.engine.search.search import Search

ENDLESS = cython.declare(cython.longlong, 0x3FFFFFFFFFFFFFFF)


@cython.final
@cython.cclass
class Probe:
    """The proof that `solution` (1 per link that is on, else 0) is the only one that `search` admits.

    `order` holds the links in the order of asking, each once.  `solution` must satisfy the search with all its
    clauses; `budget` is that of the first rounds.  While the probe is under way the search's assumptions belong to it;
    `close()` gives them back.
    """

    def __init__(self, search: Search, solution: array[int], order: array[int], *, budget: cython.int = 20) -> None:
        link: cython.int
        if len(solution) != search.link_count:
            raise ValueError(f"the solution has {len(solution)} links, the board {search.link_count}")
        if sorted(order) != list(range(search.link_count)):
            raise ValueError(f"the order must name each of the {search.link_count} links once")
        search.expect_idle()
        self.search = search
        self.unit = array("i", [0])
        self.asked = array("i", order)
        self.open = search.link_count
        self.place = 0
        self.kept = 0
        self.small = budget
        self.budget = budget
        self.limit = -1
        search.cancel(0)
        search.assumed_count = 0
        search.set_phases(solution)
        for link in range(search.link_count):
            # the literal that S makes false: what is asked for
            self.asked[link] = 2 * order[link] + (1 if solution[order[link]] else 0)

    @property
    def remaining(self) -> int:
        """How many links are not known to be as in the solution."""
        return int(self.open)

    def run(self, conflicts: cython.int = 1000, propagations: cython.int = 100_000) -> Status:
        """Go on: REFUTED, the solution is the only one; SATISFIED, `search.model()` is another; PAUSED, run again.

        After SATISFIED the probe has ended.
        """
        outcome: cython.int
        last_conflict: cython.longlong
        last_propagation: cython.longlong
        self.search.claim()
        try:
            last_conflict = self.search.conflicts + conflicts
            last_propagation = self.search.propagations + propagations
            outcome = 4
            while outcome == 4:
                with cython.nogil:
                    outcome = self.advance(last_conflict, last_propagation)
                if outcome == 4:
                    self.unit[0] = self.asked[self.place - 1] ^ 1
                    self.search.cancel(0)
                    self.search.put_clause(self.unit, 0, 1, True)
        finally:
            self.search.release()
        if outcome == 3:
            raise ValueError("the solution given to the probe does not satisfy the board and its clauses")
        return Status(outcome)

    def close(self) -> None:
        """Leave the search without assumptions."""
        self.search.expect_idle()
        self.search.cancel(0)
        self.search.assumed_count = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, last_conflict: cython.longlong, last_propagation: cython.longlong) -> cython.int:
        """`run` without the GIL, to the next fact: 0 all refuted, 1 another, 2 paused, 3 no solution, 4 a fact."""
        conflicts: cython.longlong
        outcome: cython.int
        literal: cython.int
        while self.open > 0:
            if self.place == self.open:
                # The end of a round: what is left moves up, and gets more time if the round brought nothing.
                if self.kept == self.open:
                    self.budget = 10 * self.small if self.budget < 10 * self.small else ENDLESS
                self.open = self.kept
                self.place = 0
                self.kept = 0
                continue
            literal = self.asked[self.place]
            if self.limit < 0:
                self.search.cancel(0)
                self.search.assumed[0] = literal
                self.search.assumed_count = 1
                self.limit = self.search.conflicts + self.budget
            if self.search.conflicts >= last_conflict or self.search.propagations >= last_propagation:
                return 2
            conflicts = (self.limit if self.limit < last_conflict else last_conflict) - self.search.conflicts
            outcome = self.search.advance(
                cython.cast(cython.int, conflicts),
                cython.cast(cython.int, last_propagation - self.search.propagations),
            )
            if outcome == 1:
                return 1
            if outcome == 2:
                if self.search.conflicts < self.limit:
                    continue
                self.asked[self.kept] = literal
                self.kept += 1
                self.place += 1
                self.limit = -1
                continue
            if not self.search.consistent:
                return 3
            self.place += 1
            self.limit = -1
            return 4
        self.search.cancel(0)
        self.search.assumed_count = 0
        return 0 if self.search.consistent else 3
