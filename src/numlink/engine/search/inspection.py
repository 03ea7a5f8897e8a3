"""Where a cover is not the only one, or not easily proven so: the walk of `walk`, which here never stops to ask.

The generator has a cover S and wants to know the places to change.  The queries are those of `Walk`: S on all links
before link i, not S at i, from the last link down.  A query may end in three ways:

    refuted      no other solution begins to differ at link i
    satisfied    one does: i is *doubtful*
    out of       it took more than `patience` conflicts: i is *hard*
    patience

After the last two the search is told, for good, that link i is as in S, and the walk goes on.  That takes solutions
away but never S, so a query refuted stays refuted; and no doubts at all, over all links, is a proof that S is the
only solution.

Which links are doubtful is a fact about the board, whatever the search does: link i is doubtful if and only if there
is a solution that agrees with S before i, differs at i, and agrees at all doubtful and hard links after i.  Another
solution itself is never handed out, since which one is found does depend on the search.  So as long as no query runs
out of patience, what a generator does with the answer can be repeated with any engine.
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
    """The doubtful and hard links of `solution` (1 per link that is on, else 0), from link `first` down to `last`.

    `solution` must satisfy the search with all its clauses; the search belongs to the inspection from then on.
    `first` -1 is the last link of the board.  `doubtful` and `hard` hold the links found so far.
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
        """How many queries have not been answered."""
        return int(self.query + 1 - self.last)

    @property
    def conflicts(self) -> int:
        """What it took so far."""
        return int(self.search.conflicts)

    @property
    def doubts(self) -> int:
        """How many links were found doubtful or hard."""
        return len(self.doubtful) + len(self.hard)

    def run(
        self, conflicts: cython.int = 1000, propagations: cython.int = 100_000, *, most: int = 1_000_000_000
    ) -> Status:
        """Go on: REFUTED, all queries are answered; SATISFIED, `most` doubts were found; PAUSED, run again.

        `most` is looked at after each new doubt.
        """
        outcome: cython.int
        last_conflict: cython.longlong = self.search.conflicts + conflicts
        last_propagation: cython.longlong = self.search.propagations + propagations
        self.search.claim()
        try:
            while True:
                with cython.nogil:
                    outcome = self.advance(last_conflict, last_propagation)
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, last_conflict: cython.longlong, last_propagation: cython.longlong) -> cython.int:
        """`run` without the GIL, to the next doubt: 0 done, 1 doubtful, 2 paused, 3 no solution, 4 hard."""
        conflicts: cython.longlong
        outcome: cython.int
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
            outcome = self.search.advance(
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
