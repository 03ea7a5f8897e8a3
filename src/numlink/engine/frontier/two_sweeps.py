"""Counts where paths may touch: two sweeps of a board, from its first and its last row, meet between two rows.

Layers are smallest near the rim, and most states of a late layer reach no solution.  So the two halves of an axis meet
where that is cheapest (`join` combines them):

    rows     half 0 ──> border <── half 1          columns     half 2 ──> border <── half 3

A half goes on to the end of a row, or for QUANTUM states.  Once GUESSED_AFTER states are spent, and again as the work
grows, a sweep with thinned layers (`beam`) from the present layer of each half estimates the cost of every row to come;
this is scaled to the row that the half expanded last.  The plan of an axis is the border between two rows where its
halves are expected to meet most cheaply.  The axis with the smallest remaining cost plus half of its past cost goes on,
by the half whose next row is cheaper.  Figures: bench/notes/frontier.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from numlink.engine.frontier.directions import Copy, Race
from numlink.engine.frontier.join import WIDEST_JOINED, Join
from numlink.engine.frontier.layers import traced
from numlink.engine.frontier.sweep import DONE, FULL, PAUSED
from numlink.engine.frontier.touching import Frontier

# The most states that a half expands before the next half is chosen.
QUANTUM = 20_000
# The states that all halves together expand before the costs of rows are estimated.
GUESSED_AFTER = 80_000
# States in each layer of the sweep that estimates the costs of a half: some 10 000 in all at 14x14.
BEAM = 64
# The beam grows beyond BEAM by one state for this many states of work so far (bench/notes/frontier.md).
EFFORT_A_STATE = 3_000
# The widest beam: an estimate of four halves of 14x14 then takes two million states, 0.1 s without a pause.
WIDEST_BEAM = 2_000
# Costs are estimated again when the work so far has grown by this factor.
GUESSED_AGAIN = 4
# Cells of the largest board whose costs are estimated: an estimate may double with every cell, without a pause.
LARGEST_GUESSED = 600


class Half:
    """One of the two sweeps of an axis; `stuck`: there is no room for its next row.

    `spent[r]`: states expanded before row r, if reached; `weights[r]`: the states that row r took or is estimated to
    take.
    """

    def __init__(self, copy: Copy) -> None:
        self.copy = copy
        self.sweep: Frontier | None = None
        self.spent = [0]
        self.weights: list[int] = []
        self.stuck = False

    @property
    def row(self) -> int:
        """The number of rows swept."""
        return len(self.spent) - 1

    @property
    def size(self) -> int:
        """States in the layer before the next cell."""
        return 1 if self.sweep is None else self.sweep.size

    @property
    def within(self) -> int:
        """The number of cells of the next row that are swept."""
        return 0 if self.sweep is None else self.sweep.cell - self.row * self.sweep.width

    def costs(self, rows: int) -> list[int]:
        """The expected costs of the next `rows` rows; practically infinite if it is stuck."""
        if self.stuck:
            return [1 << 200] * rows
        row = self.row
        known = self.spent[row] - self.spent[row - 1] if row else 1
        scale = self.weights[row - 1] if row else 1
        done = 0
        if self.sweep is not None and self.within:
            # the cost of a row so far says more than its estimate: its other cells cost at least as much
            done = self.sweep.visited - self.spent[row]
            seen = done * self.sweep.width // self.within
            if seen * scale > known * self.weights[row]:
                known, scale = seen, self.weights[row]
        costs = [known * weight // scale for weight in self.weights[row : row + rows]]
        if costs:
            costs[0] = max(0, costs[0] - done)
        return costs


class TwoSweeps(Race):
    """Counts the solutions of one board by two sweeps that meet; arguments and calls as for Race, without `keep`."""

    def __init__(self, width: int, height: int, cells: Sequence[int], **options: Any) -> None:
        super().__init__(width, height, cells, **options)
        self.halves = [Half(copy) for copy in self.copies]
        self._guesses = width * height <= LARGEST_GUESSED
        self._guess_at = GUESSED_AFTER
        self._turn = -1
        self._axis = 0
        self._quantum = 0
        self._join: Join | None = None
        if any(copy.width > WIDEST_JOINED for copy in self.copies):
            self.status = FULL

    def _swept(self, half: Half) -> Frontier:
        """The sweep of a half, created on first use."""
        if half.sweep is None:
            half.sweep = self._half(half.copy)
        return half.sweep

    def _half(self, copy: Copy, beam: int = 0) -> Frontier:
        """A new sweep of `copy`; `beam` above 0 thins its layers."""
        share = self._cap_bytes // len(self.copies)
        return Frontier(
            copy.width, copy.height, copy.cells, links=copy.links, beam=beam, cap_bytes=share,
            saturate=self._saturate and not beam, **self._options,
        )  # fmt: skip

    def _left(self, axis: int) -> int:
        """The number of rows between the halves of an axis."""
        first, second = self.halves[2 * axis : 2 * axis + 2]
        return first.copy.height - first.row - second.row

    def _race(self, states: int) -> int:
        """Continue the join or the half whose turn it is, or choose one; return the states expanded."""
        if self._join is not None:
            return self._compare(self._join, states)
        if self._turn < 0:
            spent = self._guess()
            if spent:
                return spent
            self._turn = self._choice()
            if self._turn < 0:
                self.status = FULL
                return 1
            self._quantum = QUANTUM
        return self._expand(self.halves[self._turn], states)

    def _expand(self, half: Half, states: int) -> int:
        """Continue a half in its next row by at most `states` states; return the states expanded, at least 1."""
        sweep = self._swept(half)
        sweep.halt = end = (half.row + 1) * sweep.width
        outcome, spent = self._go_on(sweep, min(states, self._quantum))
        if outcome == FULL:
            half.stuck, half.sweep = True, None
            # its work is lost, so the other half must go all the way
            half.spent = [0]
            self._turn = -1
        elif outcome == DONE:
            self._traced = [[(half.copy, links)] for links in traced(sweep)]
            self._end(sweep.totals()[0], self._turn)
        elif sweep.cell == end:
            half.spent.append(sweep.visited)
            axis, self._turn = self._turn // 2, -1
            if not self._left(axis):
                first, second = (self._swept(half) for half in self.halves[2 * axis : 2 * axis + 2])
                self.halves, self._axis = [], axis
                self._join = Join(first, second)
        else:
            self._quantum -= spent
            if self._quantum <= 0:
                self._turn = -1
        return spent

    def _end(self, total: int, winner: int) -> None:
        """Set the number of solutions and the copy that counted them, and drop the sweeps."""
        self.total = total
        self.winner = winner
        self.halves = []
        self._join = None
        self.status = DONE

    def _compare(self, join: Join, states: int) -> int:
        """Continue the join; return the states that it took, at least 1."""
        outcome, spent = self._go_on(join, states)
        if outcome == DONE:
            self._traced = self._joined(join)
            self._end(join.total, 2 * self._axis)
        return spent

    def _joined(self, join: Join) -> list[list[tuple[Copy, list[int]]]]:
        """Up to two solutions from the traces of both halves: the first way and, if there are more, the last."""
        above, below = self.copies[2 * self._axis : 2 * self._axis + 2]
        found = [
            [(above, one), (below, other)]
            for upper, lower in join.pairs
            for one in traced(join.upper, upper)
            for other in traced(join.lower, lower)
        ]
        return [*found[:1], *found[1:][-1:]]

    def _guess(self) -> int:
        """Estimate the costs of the remaining rows of all halves, if it is time to; return the states it took."""
        if not self._guesses or self.effort < self._guess_at:
            return 0
        before = self.effort
        beam = max(BEAM, min(WIDEST_BEAM, before // EFFORT_A_STATE))
        self.effort += sum([self._guess_half(half, beam) for half in self.halves])
        self._guess_at = GUESSED_AGAIN * self.effort
        return self.effort - before

    def _guess_half(self, half: Half, beam: int) -> int:
        """Estimate the costs of a half's remaining rows by a sweep with thinned layers; return the states it took."""
        thinned = self._half(half.copy, beam)
        half.weights = [max(1, after - before) for before, after in pairwise(half.spent)]
        done = 0
        if half.sweep is not None:
            thinned.follow(half.sweep)
            done = half.sweep.visited - half.spent[-1]
        likely, before_row = 0.0, 0
        for row in range(half.row + 1, half.copy.height + 1):
            thinned.halt = row * thinned.width
            while thinned.advance(1 << 40) == PAUSED and thinned.cell < thinned.halt:
                pass
            weight = max(1, int(thinned.likely - likely))
            if not thinned.size:
                # nothing is left of the sample, so further costs are not known
                weight = max(weight, before_row)
            likely, before_row = thinned.likely, weight
            half.weights.append(done + weight)
            done = 0
        return thinned.visited

    def _choice(self) -> int:
        """The half that goes on, as its index in `halves`; -1 if none can."""
        axes = [axis for axis in range(len(self.halves) // 2) if self._open(axis)]
        if not axes:
            return -1
        if not self.halves[0].weights:
            return self._by_size(axes)
        plans = {axis: self._plan(axis) for axis in axes}
        spent = [sum(half.spent[-1] for half in pair) for pair in zip(self.halves[::2], self.halves[1::2], strict=True)]
        return min((cost + spent[axis] // 2, which) for axis, (cost, which) in plans.items())[1]

    @property
    def left(self) -> int | None:
        """The states that remain to be expanded, as estimated, the join included; None before the first estimate."""
        if not self.halves:
            return 0
        if not self.halves[0].weights:
            return None
        return min(self._plan(axis)[0] for axis in range(len(self.halves) // 2))

    def _by_size(self, axes: list[int]) -> int:
        """The half with the smallest layer, of the axis where that times the rows between its halves is least."""

        def ahead(axis: int) -> int:
            return self._left(axis) * min(self.halves[which].size for which in self._open(axis))

        axis = min(axes, key=ahead)
        last = [which for which in self._open(axis) if self.halves[which].within and self._left(axis) == 1]
        return min(last or self._open(axis), key=lambda which: self.halves[which].size)

    def _open(self, axis: int) -> list[int]:
        """The indices of the halves of an axis that are not stuck."""
        return [which for which in (2 * axis, 2 * axis + 1) if not self.halves[which].stuck]

    def _plan(self, axis: int) -> tuple[int, int]:
        """The expected cost of an axis if its halves meet at the best border, and the half that goes on there."""
        first, second = self.halves[2 * axis : 2 * axis + 2]
        rows, width = self._left(axis), first.copy.width
        down, up = first.costs(rows), second.costs(rows)
        above = [first.size, *(cost // width for cost in down)]
        below = [second.size, *(cost // width for cost in up)]
        # a half within a row cannot meet the other one before the end of that row
        least, most = int(first.within > 0), rows - int(second.within > 0)
        todo = sum(down[:least]) + sum(up[: rows - least])
        best, border = -1, least
        for row in range(least, most + 1):
            cost = todo + expected_join(above[row], below[rows - row], width)
            if best < 0 or cost < best:
                best, border = cost, row
            if row < rows:
                todo += down[row] - up[rows - row - 1]
        goes_down = border == rows or (border > 0 and down[0] <= up[0])
        return best, 2 * axis + (not goes_down)


def expected_join(above: int, below: int, width: int) -> int:
    """The expected cost of a join in states, if an eighth of all 2 ** `width` sets of plugs occur, equally often."""
    return above * below * 4 >> width
