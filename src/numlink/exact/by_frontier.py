"""The frontier in slices: the one place that knows for which boards it is any use and how much of it makes a slice."""

from __future__ import annotations

from array import array

from numlink.engine.frontier.race import Race, census_sweep
from numlink.engine.frontier.sweep import DONE, PAUSED
from numlink.errors import InputError, OutOfReach
from numlink.exact.budget import Budget
from numlink.exact.encoded import Board
from numlink.exact.verdict import Effort
from numlink.model.grid import Grid
from numlink.model.rules import Rules

STATES_A_SLICE = {True: 200_000, False: 40_000}
"""What one turn may expand, where touching is allowed and where it is not: about 10 ms compiled."""

WIDEST = {True: 24, False: 9}
"""The narrower side up to which the frontier takes part, where touching is allowed and where it is not."""

MEMORY = 1_200_000_000
"""Bytes it may hold: with what Python needs besides, a process stays below about 1.5 GB."""


class Counting:
    """The number of a board's solutions, in slices.

    `saturate` counts 0, 1, 2 = "two or more".  With `keep` the race's layers stay, for `Race.solution`, `heat` and
    `sample`.  A board that is too wide is `out_of_reach` from the start, others once the memory is full.
    """

    def __init__(self, board: Board, *, keep: bool = False, saturate: bool = False) -> None:
        self.board = board
        self.slice = STATES_A_SLICE[board.rules.touch]
        width, height = board.puzzle.width, board.puzzle.height
        self.race: Race | None = None
        if board.plain and min(width, height) <= WIDEST[board.rules.touch]:
            self.race = Race(
                width,
                height,
                board.puzzle.cells,
                fill=board.rules.fill,
                touch=board.rules.touch,
                keep=keep,
                saturate=saturate,
                cap_bytes=MEMORY,
            )

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return Effort(states=self.race.effort if self.race else 0)

    @property
    def out_of_reach(self) -> bool:
        """Whether there will be no number."""
        return self.race is None or self.race.status not in (DONE, PAUSED)

    @property
    def total(self) -> int | None:
        """The number, once it is known."""
        return self.race.total if self.race is not None and self.race.status == DONE else None

    def turn(self, states: int | None = None) -> int | None:
        """A slice of work, or some `states`; the number as soon as it is known."""
        if self.race is not None and self.race.status == PAUSED:
            self.race.advance(self.slice if states is None else states)
        return self.total

    def run(self, clock: Budget) -> int | None:
        """The number; None when the time is over or it is out of reach."""
        while not self.out_of_reach and not clock.ended:
            if self.turn() is not None:
                return self.total
        return None

    def model(self, rank: int) -> array[int]:
        """Solution number `rank` of those counted, from the kept layers, one entry a link."""
        assert self.race is not None
        return self.board.marked(self.race.solution(rank))


def kept(board: Board, clock: Budget, purpose: str) -> Race:
    """The frontier run to its end, its layers kept; raises BudgetEnded, OutOfReach, InputError where nothing solves."""
    counting = Counting(board, keep=True)
    total = counting.run(clock)
    if total is None or counting.race is None:
        if not counting.out_of_reach:
            clock.require(purpose)
        raise OutOfReach(too_wide(board))
    if total == 0:
        raise InputError(f"the puzzle has no solution under the rules {board.rules}.")
    return counting.race


def too_wide(board: Board) -> str:
    """What is wrong with a board that the frontier cannot count."""
    if not board.plain:
        features = " and ".join(feature.value for feature in board.puzzle.layout.features())
        return f"out of reach: only plain rectangles are counted so far, and this board has {features}."
    return (
        f"out of reach: a board of {board.puzzle.width}x{board.puzzle.height} is too wide to count under "
        f"{board.rules}. Give a narrower one; no budget would be enough."
    )


def paths_by_number(grid: Grid, rules: Rules, clock: Budget) -> list[int]:
    """For an empty board the covers by number of paths; raises BudgetEnded, OutOfReach."""
    sweep = census_sweep(
        grid.width, grid.height, fill=rules.fill, touch=rules.touch, solids=sorted(grid.solids), cap_bytes=MEMORY
    )
    states = max(100, STATES_A_SLICE[rules.touch] // sweep.terms)
    while (status := sweep.advance(states)) == PAUSED:
        clock.require("the census was complete")
    if status != DONE:
        raise OutOfReach(f"out of reach: a board of {grid.width}x{grid.height} is too wide for a census under {rules}.")
    return sweep.totals()
