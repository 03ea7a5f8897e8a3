"""The race of `race` for canonical linkings, by the work that each copy still has to do.

Partial linkings hardly ever merge (`canonical`), so a sweep is a tree, and a sample of its branches estimates the cost
of the whole tree (Knuth 1975).  Every copy explores a sample of its states to the last row, after FIRST_LOOK choices
and again whenever it has made LATER_LOOKS times as many; the copy with the least work left goes on.

Factors by which estimates are wrong, in the median of 20 boards of the family `app`:

    choices that the sweep had made before    2 000   9 000   36 000   144 000
    factor                                      3.7     2.1      1.6       1.2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numlink.engine.frontier.canonical import CanonicalSweep
from numlink.engine.frontier.directions import Copy, Race

FIRST_LOOK = 1_000
"""Choices that a copy makes before it explores its states for the first time."""

BEFORE_ITS_BEGINNING = 4_000
"""Choices that are expected of a copy that has not begun: it begins once all that have begun expect more.

On boards of 7x7 to 12x12 one direction is mostly counted in fewer choices than the first 1 000 of each of the four, and
each has to be laid out first.  Thousands of choices by (FIRST_LOOK, this); with 0 all four begin at once:

                                  (1 000, 0)  (1 000, 4 000)  (1 000, 8 000)  (2 000, 0)  (2 000, 4 000)
    app, 39 seeds from 1000            3 745           3 737           3 726       3 359           3 351
    walls, 19 seeds from 1000            187             164             182         207             190
    many, 40 seeds from 1000             213             196             184         221             191
    `numlink new` 8x8 to 12x12, 40       233             192             205         219             214
    the same, strict, 40                 136             108             112         131             129

With a first look after 2 000 the walk, which asks how much is left (`exact.ways`), goes first too late: a level of the
app of 13x16 costs 6 ms for 3."""

LATER_LOOKS = 4
"""A copy explores again when it has made this many times the choices it had made at its last exploration."""

BEAM = 200
"""A copy that has made n choices explores n / BEAM states before each row; that takes about a fifth of n choices.

Millions of choices by all copies, explorations included, in 93 races (the families `app` and `walls`, seeds 1000 to
1059 of `app`): 28.9 without explorations, about 11 by the best copies alone.

    FIRST_LOOK, LATER_LOOKS    BEAM 50    100    200    400
    1 000, 4                             14.4   14.5   15.2
    2 000, 4                      15.1   14.7   14.5   14.8
    4 000, 4                             15.7
    2 000, 8                             14.4
    1 000, 8                                    15.1"""

LEAST_BEAM = 16
"""The fewest states before a row that are explored."""

MOST_EXPLORED = 30_000
"""The most states that an exploration takes in all rows together, about 20 ms."""


class LinkingsRace(Race):
    """Counts the canonical linkings of one board (see `canonical`) by the cheapest of its symmetric sweeps.

    `total` is then 0, 1, or 2 = "two or more".  `laid`: two cells a link in scan order, where walls take some away.
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
        """By copy, how many choices it must have made to explore next."""

    def _sweep(self, copy: Copy, *, keep: bool) -> CanonicalSweep:
        """A sweep of `copy` from its beginning."""
        share = self._cap_bytes // len(self.copies)
        return CanonicalSweep(copy.width, copy.height, copy.cells, laid=copy.laid, cap_bytes=share)

    @property
    def left(self) -> int | None:
        """Estimated work left, in choices, of the copy that has the least; None before any copy has explored."""
        if self.winner is not None:
            return 0
        return min((sweep.left for sweep in self._swept() if sweep.has_explored), default=None)

    def _swept(self) -> Iterator[CanonicalSweep]:
        """The sweeps of the copies that have begun and are not out of reach."""
        return (sweep for which in self._alive if (sweep := self.sweeps[which]) is not None)

    def _outlook(self, which: int) -> int:
        """The estimated work left of a copy, in choices."""
        sweep = self.sweeps[which]
        return BEFORE_ITS_BEGINNING if sweep is None else sweep.left

    def _look_ahead(self, states: int) -> int:
        """Let a copy that is due explore, or go on, for about `states` choices; returns how many it made, 0 if none."""
        for which in self._alive:
            sweep = self.sweeps[which]
            if sweep is not None and (sweep.exploring or sweep.visited >= self._looks[which]):
                if not sweep.exploring:
                    self._looks[which] = LATER_LOOKS * sweep.visited
                most = max(LEAST_BEAM, MOST_EXPLORED // sweep.height)
                spent = sweep.explore(min(most, max(LEAST_BEAM, sweep.visited // BEAM)), states)
                self.effort += spent
                return spent
        return 0
