"""The race of `race` for canonical linkings, whose sweeps can tell what is still to come.

Partial linkings hardly ever merge (`canonical`), so a sweep is a tree, and a sample of its branches says what the whole
tree costs (Knuth 1975): every copy explores a few of its states to the last row, again whenever it is four times as
far, and the copy with the least work left goes on.  How far the guesses are off, on 20 boards of the family `app`, by
what a sweep has done when it guesses: after 2 000 choices by 3.7 times in the middle, 9 000 2.1, 36 000 1.6,
144 000 1.2.
"""

from __future__ import annotations

from collections.abc import Sequence

from numlink.engine.frontier.canonical import CanonicalSweep
from numlink.engine.frontier.race import Copy, Race

FIRST_LOOK = 1_000
"""Choices of a copy before it explores what is ahead."""

LATER_LOOKS = 4
"""How many times as far a copy is when it explores again."""

BEAM = 200
"""Choices made for each state that is explored: a look takes a fifth of what was done before it.

Choices of all copies and all looks in 93 races (the families `app` and `walls`, seeds 1000 to 1059 of `app`), by first
look, later looks and this: 28.9 million without looks; 1 000, 4, 200: 14.5 (1, 4, 100: 14.4; 1, 4, 400: 15.2); 2 000, 4
and 50, 100, 200, 400: 15.1, 14.7, 14.5, 14.8; 4 000, 4, 100: 15.7; 2 000, 8, 100: 14.4; 1 000, 8, 200: 15.1.  The best
copies alone take some 11."""

LEAST_BEAM = 16
"""States before a row that are explored at least."""

MOST_EXPLORED = 30_000
"""States of all rows that are explored at most, as an exploration is not interrupted: some 20 ms."""


class LinkingsRace(Race):
    """Counts the canonical linkings of one board (see `canonical`) by the cheapest of its symmetric sweeps: 0, 1, or
    2 = "two or more".

    `laid`: two cells a link in scan order, where walls leave some out.
    """

    def __init__(
        self,
        width: int,
        height: int,
        cells: Sequence[int],
        *,
        laid: Sequence[int] | None = None,
        cap_bytes: int = 3_000_000_000,
    ) -> None:
        super().__init__(width, height, cells, laid=laid, saturate=True, cap_bytes=cap_bytes)
        self._looks = [FIRST_LOOK] * len(self.copies)
        """How far each copy has to be to explore again."""

    def _sweep(self, copy: Copy, *, keep: bool, beam: int = 0) -> CanonicalSweep:
        share = self._cap_bytes // len(self.copies)
        return CanonicalSweep(copy.width, copy.height, copy.cells, laid=copy.laid, cap_bytes=share)

    @property
    def left(self) -> int | None:
        """How much work seems to be left, on the copy that has the least; None before any copy has explored."""
        if self.winner is not None:
            return 0
        guesses = [self._outlook(which) for which in self._alive if self._looks[which] > FIRST_LOOK]
        return min(guesses, default=None)

    def _outlook(self, which: int) -> int:
        sweep = self.sweeps[which]
        return 0 if sweep is None else sweep.left

    def _look_ahead(self) -> int:
        for which in self._alive:
            sweep = self.sweeps[which]
            if sweep is not None and sweep.visited >= self._looks[which]:
                self._looks[which] = LATER_LOOKS * sweep.visited
                most = max(LEAST_BEAM, MOST_EXPLORED // sweep.height)
                spent = sweep.explore(min(most, max(LEAST_BEAM, sweep.visited // BEAM)))
                self.effort += spent
                return spent
        return 0
