"""What is asked beside a search that finds no solution: reasons that show at once, then the count.

Small boards the frontier counts, whatever the search finds hard.  Every service that looks for a first solution asks
here, so that what one of them knows, all answer.
"""

from __future__ import annotations

from array import array

from numlink.exact.budget import Budget
from numlink.exact.by_frontier import Counting
from numlink.exact.encoded import Board
from numlink.exact.impossible import BEFORE_A_LOOK, is_impossible
from numlink.exact.verdict import Effort

BEFORE_THE_COUNT = 2_000
"""Conflicts a search may have before the frontier counts beside it; the boards of bench take fewer."""

LARGEST_COUNTED = 100
"""Cells beyond which nothing is counted beside a search: there a count takes longer than any search known."""


class Beside:
    """A board asked beside a search for its first solution; `turn` after each slice of that."""

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
        """`total`: 0, 1 or 2 (for more) solutions, once that is known; `conflicts` is what the search took so far."""
        if conflicts >= BEFORE_A_LOOK and not self.looked:
            self.looked = True
            self.total = 0 if is_impossible(self.board) else None
        if self.total is None and conflicts >= BEFORE_THE_COUNT and len(self.board.cells) <= LARGEST_COUNTED:
            if self.counting is None:
                self.counting = Counting(self.board, saturate=True)
            self.total = None if self.counting.out_of_reach else self.counting.turn()
        return self.total

    def models(self, clock: Budget) -> list[array[int]]:
        """The solutions that the count knows, two at most; none where time or room ended before they could be shown."""
        counting = self.counting
        if counting is None or not self.total:
            return []
        counting.keep_layers()
        return [] if counting.run(clock) is None else counting.models(self.total)
