"""Can a drawing be completed?  The search engine with the drawn links assumed; what hints are made of."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from numlink.engine.search.search import Status
from numlink.errors import BudgetEnded
from numlink.exact.budget import Budget
from numlink.exact.encoded import Board
from numlink.model.puzzle import Puzzle, Solution

Link: TypeAlias = tuple[int, int]
"""Two neighbouring cells, the smaller first."""

CONFLICTS_A_SLICE = 400
PROPAGATIONS_A_SLICE = 200_000
"""Work between two looks at the clock: some 10 ms compiled."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A solution that uses the links asked for, or None with `blamed`: some of them that no solution has together."""

    solution: Solution | None
    blamed: frozenset[Link] = frozenset()


class Completer:
    """Answers for one puzzle, under its own rules, what can be completed; what it learns serves every later question.

    `budget` is the seconds that all questions since the last `renew` may take together.  Not for several threads at
    once; another thread may only make `stopped()` true, which ends the running question.  Raises
    IllegalPuzzle for a board that no rules allow.
    """

    def __init__(self, puzzle: Puzzle, *, budget: float = 5.0) -> None:
        self.puzzle = puzzle
        self._board = Board(puzzle)
        self._search = self._board.search()
        self._links = list(self._board.link_index)
        self.renew(budget)

    def renew(self, budget: float, *, stopped: Callable[[], bool] | None = None) -> None:
        """Start the clock again; `stopped` is asked between two slices whether anybody still waits for an answer."""
        self._clock = Budget(budget)
        self._stopped = stopped

    def complete(self, links: Sequence[Link], without: Link | None = None) -> Completion:
        """A solution with all of `links` and not `without`, if there is one; raises BudgetEnded without an answer."""
        self._require_time()  # a question is many calls, each perhaps of a single slice
        index, search = self._board.link_index, self._search
        literals = [2 * index[link] for link in links]
        if without is not None:
            literals.append(2 * index[without] + 1)
        search.assume(array("i", literals))
        while (status := search.run(CONFLICTS_A_SLICE, PROPAGATIONS_A_SLICE)) is Status.PAUSED:
            self._require_time()
        if status is Status.SATISFIED:
            return Completion(self._board.solution(search.model()))
        return Completion(None, frozenset(self._links[literal // 2] for literal in search.failed() if not literal % 2))

    def _require_time(self) -> None:
        if self._clock.ended or (self._stopped is not None and self._stopped()):
            raise BudgetEnded(f"the {self._clock.limit:g} seconds to complete the drawing ended without an answer.")
