"""Where a cover is not the only one, or not easily proven to be: a walk like `walk`, but one that never stops.

The generator has a cover S and wants to know the places to change.  The queries are those of `Walk`: a solution with S
on all links before link i and not S at i, from the last link down.  A query ends in one of three ways:

    refuted      no other solution begins to differ at link i
    satisfied    one does: i is *doubtful*
    given up     it took more than `patience` conflicts: i is *hard*

After a doubtful or hard link the search is told, for good, that link i is as in S, and the walk goes on.  That takes
solutions away but never S, so a query refuted stays refuted.  If no link at all is doubtful or hard, S is proven to be
the only solution.

Which links are doubtful depends on the board alone: link i is doubtful if and only if there is a solution that agrees
with S before i, differs at i, and agrees at all doubtful and hard links after i.  Which other solution a search finds
depends on the search, so none is handed out.  As long as no query is given up, any engine gives the generator the same
answer.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.search.search import Status

if not cython.compiled:
    from numlink.engine.search.search import Search


@cython.final
@cython.cclass
class Inspection:
    """The doubtful and hard links of `solution` (1 on, 0 off, by link), from link `first` down to link `last`.

    `solution` must satisfy the search with all its clauses; the search belongs to the inspection from then on.
    `first` -1 is the last link of the board.  `patience`: conflicts after which a query is given up.  `doubtful` and
    `hard` list the links found so far, largest first.
    """

    def __init__(
        self, search: Search, solution: array[int], patience: int, *, first: cython.int = -1, last: cython.int = 0
    ) -> None:
        link: cython.int
        if len(solution) != search.link_count:
            raise ValueError(f"the solution has {len(solution)} links, the board {search.link_count}")
        if first >= search.link_count or last < 0:
            raise ValueError(f"queries from link {first} to {last} of {search.link_count}")
        search.expect_idle()
        self.search = search
        self.solution = solution
        self.unit = array("i", [0])
        search.cancel(0)
        search.set_phases(solution)
        for link in range(search.link_count):
            search.assumed[link] = 2 * link if solution[link] else 2 * link + 1
        self.query = search.link_count - 1 if first < 0 else first
        self.last = last
        self.flipped = False
        self.patience = patience
        self.limit = 0
        self.doubtful: list[int] = []
        self.hard: list[int] = []

    @property
    def remaining(self) -> int:
        """How many queries have no answer yet."""
        return int(self.query + 1 - self.last)

    @property
    def conflicts(self) -> int:
        """How many conflicts the search has had so far."""
        return int(self.search.conflicts)

    @property
    def doubts(self) -> int:
        """How many links were found doubtful or hard."""
        return len(self.doubtful) + len(self.hard)

    def run(
        self, conflicts: cython.int = 1000, propagations: cython.int = 100_000, *, most: int = 1_000_000_000
    ) -> Status:
        """Go on for a budget of conflicts and processed literals, or until `most` links are doubtful or hard.

        Returns REFUTED when all queries are answered, SATISFIED when `most` was reached, PAUSED when the budget ended:
        run again.  Raises ValueError where `solution` does not solve the board.
        """
        last_conflict: cython.longlong = self.search.conflicts + conflicts
        last_propagation: cython.longlong = self.search.propagations + propagations
        self.search.claim()
        try:
            while True:
                with cython.nogil:
                    outcome: cython.int = self.advance(last_conflict, last_propagation)
                if outcome == 0:
                    return Status.REFUTED
                if outcome == 2:
                    return Status.PAUSED
                if outcome == 3:
                    raise ValueError("the solution given to the inspection does not satisfy the board and its clauses")
                (self.doubtful if outcome == 1 else self.hard).append(self.query)
                self.search.cancel(0)
                self.unit[0] = 2 * self.query if self.solution[self.query] else 2 * self.query + 1
                self.search.put_clause(self.unit, 0, 1, True)
                self.search.assumed[self.query] = self.unit[0]
                self.flipped = False
                self.query -= 1
                if self.doubts >= most:
                    return Status.SATISFIED
        finally:
            self.search.release()

    def advance(self, last_conflict: cython.longlong, last_propagation: cython.longlong) -> cython.int:
        """`run` without the GIL, to the next doubt: 0 all answered, 1 doubtful, 2 paused, 3 bad `solution`, 4 hard."""
        conflicts: cython.longlong
        while self.query >= self.last:
            if not self.flipped:
                self.search.cancel(self.query)
                self.search.assumed[self.query] ^= 1
                self.search.assumed_count = self.query + 1
                self.flipped = True
                self.limit = self.search.conflicts + self.patience
            if self.search.conflicts >= last_conflict or self.search.propagations >= last_propagation:
                return 2
            conflicts = (self.limit if self.limit < last_conflict else last_conflict) - self.search.conflicts
            outcome: cython.int = self.search.advance(
                cython.cast(cython.int, conflicts),
                cython.cast(cython.int, last_propagation - self.search.propagations),
            )
            if outcome == 1:
                return 1
            if outcome == 2:
                if self.search.conflicts >= self.limit:
                    return 4
                continue
            if not self.search.consistent or self.search.level < self.query:
                return 3
            self.search.assumed[self.query] ^= 1
            self.flipped = False
            self.query -= 1
        return 0 if self.search.consistent else 3
