"""What every proof that a known solution is the only one shares: the search, its phases, and work in slices."""

from __future__ import annotations

from array import array

import cython

from numlink.engine.search.search import Status

if not cython.compiled:
    from numlink.engine.search.search import Search


@cython.cclass
class SolutionProof:
    """The proof that `solution` (1 on, 0 off, by link) is the only solution of `search`; subclasses ask the questions.

    `solution` must satisfy the search with all its clauses.  During the proof the search's assumptions belong to it;
    clauses that `solution` satisfies may be added between runs.  `close()` removes the assumptions.
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
        """Go on: REFUTED, `solution` is the only one; SATISFIED, `search.model()` is another; PAUSED, run again.

        After SATISFIED the next run asks the same question again, so exclude that model before.  Raises ValueError
        where `solution` does not solve the board.
        """
        self.search.claim()
        try:
            with cython.nogil:
                outcome: cython.int = self.advance(conflicts, propagations)
        finally:
            self.search.release()
        if outcome == 3:
            proof = type(self).__name__.lower()
            raise ValueError(f"the solution given to the {proof} does not satisfy the board and its clauses")
        return Status(outcome)

    def close(self) -> None:
        """Remove the assumptions of the proof from the search."""
        self.search.assume(array("i"))

    def advance(self, conflicts: cython.int, propagations: cython.int) -> cython.int:
        """For a subclass: `run` without the GIL: 0 refuted, 1 satisfied, 2 paused, 3 `solution` is none."""
        return 2

    @cython.final
    def return_to_solution(self) -> cython.void:
        """Let decisions try the values of `solution` first again."""
        link: cython.int
        for link in range(self.search.link_count):
            self.search.phase[link] = 0 if self.solution[link] else 1
