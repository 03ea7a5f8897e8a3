"""What else is tried while a search for a first solution goes on: reasons against any solution, then the count.

The frontier counts small boards fast, even where a search takes long.  Every service that looks for a first solution
uses this class, so that all give the same answers.
"""

from __future__ import annotations

from array import array

from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.counting import Counting
from numlink.exact.impossible import BEFORE_A_LOOK, is_impossible
from numlink.exact.verdict import Effort

BEFORE_THE_COUNT = 2_000
"""Conflicts that a search has before the frontier counts beside it; searches on the boards of bench take fewer."""

LARGEST_COUNTED = 100
"""Cells of the largest board counted beside a search: on larger ones a count takes longer than any search known."""


class Beside:
    """What is tried beside a search for the first solution of `board`: call `turn` after each slice of the search."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.looked = False
        self.total: int | None = None
        self.counting: Counting | None = None

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return Effort() if self.counting is None else self.counting.effort

    def turn(self, conflicts: int) -> int | None:
        """A slice of work; `conflicts` is how many the search has had so far.

        Returns 0, 1 or 2 (for two or more) solutions once that is known, else None.
        """
        if conflicts >= BEFORE_A_LOOK and not self.looked:
            self.looked = True
            self.total = 0 if is_impossible(self.board) else None
        if self.total is None and conflicts >= BEFORE_THE_COUNT and len(self.board.cells) <= LARGEST_COUNTED:
            if self.counting is None:
                self.counting = Counting(self.board, saturate=True)
            self.total = None if self.counting.out_of_reach else self.counting.turn()
        return self.total

    def models(self, clock: Budget) -> list[array[int]]:
        """Up to two solutions that the count has found, one entry a link; none where time or memory ended before."""
        counting = self.counting
        if counting is None or not self.total:
            return []
        counting.keep_layers()
        return [] if counting.run(clock) is None else counting.models(self.total)
