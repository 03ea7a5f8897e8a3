"""Whether a drawing can be completed: a search that assumes the drawn links; hints are built on it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from numlink.engine.search.search import Search, Status
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget, Seconds
from numlink.exact.ladder import rungs_below
from numlink.exact.race import Ways
from numlink.exact.work import SLICE
from numlink.model.grid import Link
from numlink.model.puzzle import Puzzle, Solution

PURPOSE = "it was known whether the drawing can be completed"  # what an ended budget prevented, as messages say it


@dataclass(frozen=True, slots=True)
class Completion:
    """A solution with the links asked for; or None, with `blamed`: some of these links that no solution has together.

    If a link was excluded, no solution without that link has them all.  `blamed` is empty if no link is to blame.
    """

    solution: Solution | None
    blamed: frozenset[Link] = frozenset()


class Completer:
    """Tells which drawings of one puzzle can be completed under its rules; what it learns speeds up later questions.

    `budget` is the time for all questions until the next `renew`.  Only one thread at a time may ask, but another may
    stop the running question through its Budget.  Raises IllegalPuzzle for a board that is illegal under all rules.
    """

    def __init__(self, puzzle: Puzzle, *, budget: Seconds = 5.0) -> None:
        self.puzzle = puzzle
        self._board = Board(puzzle)
        self._search = self._board.search()
        self._below: list[Search] = []
        """Searches under the rules below the puzzle's (`ladder`), created once a question takes more than a slice."""
        self._race = Ways(self._board)
        """The race that tells whether there is a solution at all; it runs once a question takes more than a slice."""
        self._unsolvable = False
        self._links = list(self._board.link_index)
        self.renew(budget)

    def renew(self, budget: Seconds) -> None:
        """Give all further questions a new budget."""
        self._clock = Budget.of(budget)

    def complete(self, links: Sequence[Link], without: Link | None = None) -> Completion:
        """A solution with all of `links` and without `without`, if there is one; raises BudgetEnded."""
        self._clock.require(PURPOSE)  # callers ask many questions in a row, and one may take a single slice
        index, search = self._board.link_index, self._search
        literals = [2 * index[link] for link in links]
        if without is not None:
            literals.append(2 * index[without] + 1)
        asked = array("i", literals)
        for each in (search, *self._below):
            each.assume(asked)
        if self._unsolvable:
            return Completion(None)
        while (status := SLICE.of(search)) is Status.PAUSED:
            for below in self._searches_below(asked):
                if SLICE.of(below) is Status.SATISFIED:
                    return Completion(self._board.solution(below.model()))
            if self._race.search.first is None and self._race.turn() == 0:
                self._unsolvable = True
                return Completion(None)
            self._clock.require(PURPOSE)
        if status is Status.SATISFIED:
            return Completion(self._board.solution(search.model()))
        return Completion(None, frozenset(self._links[literal // 2] for literal in search.failed() if not literal % 2))

    def _searches_below(self, asked: array[int]) -> list[Search]:
        """The searches under the rules below, assuming the literals `asked`: their solutions are solutions here too."""
        if not self._below:
            boards = [self._board.under(rules) for rules in rungs_below(self._board.rules)]
            self._below = [board.search() for board in boards]
            for search, board in zip(self._below, boards, strict=True):
                board.sweep(search)
                search.assume(asked)
        return self._below
