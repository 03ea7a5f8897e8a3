"""Can a drawing be completed?  The search engine with the drawn links assumed; what hints are made of."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TypeAlias

from numlink.engine.no_touch import no_touch_clauses
from numlink.engine.search import Search, Status
from numlink.errors import BudgetEnded
from numlink.judge import require_legal
from numlink.puzzle import SOLID, Puzzle, Solution

Link: TypeAlias = tuple[int, int]
"""Two neighbouring cells, the smaller first."""

CONFLICTS_A_SLICE = 1000
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
    once.  Raises IllegalPuzzle for a board that no rules allow.
    """

    def __init__(self, puzzle: Puzzle, *, budget: float = 5.0) -> None:
        require_legal(puzzle)
        self.puzzle = puzzle
        self.budget = budget
        self._links = puzzle.grid.links()
        self._index = {link: index for index, link in enumerate(self._links)}
        self._search = _search(puzzle, self._links)
        self.renew(budget)

    def renew(self, budget: float | None = None) -> None:
        """Start the clock again."""
        self.budget = self.budget if budget is None else budget
        self._deadline = monotonic() + self.budget

    def complete(self, links: Sequence[Link], without: Link | None = None) -> Completion:
        """A solution with all of `links` and not `without`, if there is one; raises BudgetEnded without an answer."""
        search = self._search
        literals = [2 * self._index[link] for link in links]
        if without is not None:
            literals.append(2 * self._index[without] + 1)
        search.assume(array("i", literals))
        while (status := search.run(CONFLICTS_A_SLICE, PROPAGATIONS_A_SLICE)) is Status.PAUSED:
            if monotonic() > self._deadline:
                raise BudgetEnded(f"the budget of {self.budget:g} seconds ended while completing the drawing.")
        if status is Status.SATISFIED:
            return Completion(self._solution(search.model()))
        return Completion(None, frozenset(self._links[literal // 2] for literal in search.failed() if not literal % 2))

    def _solution(self, model: array[int]) -> Solution:
        beside: dict[int, list[int]] = {}
        for (one, other), on in zip(self._links, model, strict=True):
            if on:
                beside.setdefault(one, []).append(other)
                beside.setdefault(other, []).append(one)
        ends = self.puzzle.endpoints()
        paths: list[tuple[int, ...]] = [()] * max(ends, default=0)
        for number, (first, _) in ends.items():
            paths[number - 1] = _walk(first, beside)
        return Solution(self.puzzle.width, self.puzzle.height, tuple(paths))


def _search(puzzle: Puzzle, links: list[Link]) -> Search:
    fill, touch = puzzle.rules.fill, puzzle.rules.touch
    degrees = [0 if cell == SOLID else 1 if cell else 2 if fill else 3 for cell in puzzle.cells]
    cells = array("i", puzzle.cells)
    search = Search(
        len(cells),
        array("i", [cell for link in links for cell in link]),
        labels=array("i", [max(0, cell) for cell in cells]),
        degrees=array("i", degrees),
        touching=touch,
    )
    if not touch:
        search.add_clauses(no_touch_clauses(puzzle.width, puzzle.height, cells, fill=fill))
    return search


def _walk(first: int, beside: dict[int, list[int]]) -> tuple[int, ...]:
    path = [first]
    before, here = -1, first
    while following := [cell for cell in beside.get(here, ()) if cell != before]:
        before, here = here, following[0]
        path.append(here)
    return tuple(path)
