"""The frontier in slices: for which boards it is used, how much work a slice does, and what that work costs."""

from __future__ import annotations

from array import array
from functools import lru_cache

from numlink.engine.frontier.directions import GraphRace, LinkingsRace, Race, census_sweep
from numlink.engine.frontier.elimination_order import EliminationOrder, LinkSweep
from numlink.engine.frontier.graph import GraphFrontier, GraphFrontierNoTouch
from numlink.engine.frontier.sweep import DONE, PAUSED, Sweep
from numlink.engine.frontier.two_sweeps import TwoSweeps
from numlink.errors import NoSolution, OutOfReach
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.verdict import Effort
from numlink.model.grid import EMPTY, SOLID, Grid
from numlink.model.layout import whole_size_in_words
from numlink.model.rules import Rules

STATES_A_SLICE = {True: 200_000, False: 40_000}
"""States that one turn may expand, by whether touching is allowed: about 10 ms when compiled."""

STATES_OF_LINKINGS = 40_000
"""States that one turn may expand where canonical linkings are counted: about the time of a slice of the search."""

STATE_COST = {True: 75, False: 300}  # nanoseconds that a state takes, by whether touching is allowed (see `work`)

LINKING_COST, GRAPH_COST = 120, 60
"""Nanoseconds that a choice among canonical linkings takes; extra nanoseconds for a state of a link-by-link sweep."""

LAYING_COST, GRAPH_LAYING_COST = 1_500, 3_500
"""Nanoseconds to set up all directions before the first state: for each cell, or for each link if swept by links."""

WIDEST_LINKINGS = 18
"""The widest narrower side on which canonical linkings are counted, in cells: beyond it the search is faster."""

WIDEST = {True: 24, False: 10}
"""The widest narrower side on which the frontier helps to prove, in cells, by whether touching is allowed; where it
is, this also limits every count."""

WIDEST_GRAPH = {True: 26, False: 20}
"""The most tracks on the frontier of a link-by-link sweep, by whether touching is allowed."""

MEMORY = 1_200_000_000  # bytes that the frontier may use: with Python itself, a process stays below about 1.5 GB


class Counting:
    """The number of solutions of a board, in slices.

    With `saturate` 2 means two or more.  With `keep` the layers of the sweep are kept for `Race.solution`, `heat` and
    `sample`.  With `linkings` it counts canonical linkings instead (`canonical_squares`), whatever the rules.
    `out_of_reach` is True from the start for a board that is too wide, and later if the memory is full.
    """

    def __init__(self, board: Board, *, keep: bool = False, saturate: bool = False, linkings: bool = False) -> None:
        self.board = board
        self.slice = STATES_OF_LINKINGS if linkings else STATES_A_SLICE[board.rules.touch]
        self.race = _linkings(board) if linkings else _race(board, keep=keep, saturate=saturate)
        self._state_cost = LINKING_COST if linkings else STATE_COST[board.rules.touch]
        self._laying_cost = LAYING_COST * len(board.cells)
        if board.swept_by_links and not linkings:
            self._state_cost += GRAPH_COST
            self._laying_cost = GRAPH_LAYING_COST * (len(board.links) // 2)

    @staticmethod
    def reaches(board: Board) -> bool:
        """Whether the frontier may help with a board: it may not on a rectangle wider than WIDEST."""
        puzzle = board.puzzle
        return not board.rectangle or min(puzzle.width, puzzle.height) <= WIDEST[board.rules.touch]

    @staticmethod
    def reaches_linkings(board: Board) -> bool:
        """Whether a board is a rectangle narrow enough for its canonical linkings to be counted."""
        return board.rectangle and min(board.puzzle.width, board.puzzle.height) <= WIDEST_LINKINGS

    @property
    def cost(self) -> int:
        """The cost of all work so far, in nanoseconds (see `work`)."""
        return self._laying_cost + self._state_cost * (self.race.effort if self.race else 0)

    @property
    def left(self) -> int | None:
        """The estimated cost of the rest of the count, in nanoseconds; None while there is no estimate."""
        left = self.race.left if isinstance(self.race, LinkingsRace | TwoSweeps) else None
        return None if left is None else self._state_cost * left

    def states_worth(self, cost: int) -> int:
        """The number of states that cost this many nanoseconds, at least 500."""
        return max(500, cost // self._state_cost)

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return Effort(states=self.race.effort if self.race else 0)

    @property
    def out_of_reach(self) -> bool:
        """Whether the count can never finish: the board is too wide, or the memory is full."""
        return self.race is None or self.race.status not in (DONE, PAUSED)

    @property
    def open(self) -> bool:
        """Whether the count is unfinished and can still finish."""
        return self.total is None and not self.out_of_reach

    @property
    def total(self) -> int | None:
        """The number of solutions; None until it is known, and during a second sweep that keeps its layers."""
        return self.race.total if self.race is not None and self.race.status == DONE else None

    def turn(self, states: int | None = None) -> int | None:
        """Expand `states` states (None: a slice); return the number of solutions once it is known, else None."""
        if self.race is not None and self.race.status == PAUSED:
            self.race.advance(self.slice if states is None else states)
        return self.total

    def run(self, clock: Budget) -> int | None:
        """Count to the end; None when the budget ends first or the board is out of reach."""
        while not self.out_of_reach and not clock.ended:
            if self.turn() is not None:
                return self.total
        return None

    def keep_layers(self) -> None:
        """Begin a second sweep that keeps its layers, unless solutions were traced; call once the number is known."""
        assert self.race is not None
        if not self.race.witnesses():
            self.race.keep_layers()

    def models(self, total: int) -> list[array[int]]:
        """`total` solutions as models: the traced ones if there are any, else those of the lowest ranks."""
        assert self.race is not None
        found = self.race.witnesses() or [self.race.solution(rank) for rank in range(total)]
        return [self.board.marked(links) for links in found]


def _linkings(board: Board) -> LinkingsRace | None:
    """The sweeps for a board's canonical linkings, counted as 0, 1, 2; None if it is too wide or not a rectangle."""
    puzzle = board.puzzle
    if not Counting.reaches_linkings(board):
        return None
    return LinkingsRace(puzzle.width, puzzle.height, puzzle.cells, laid=board.laid, cap_bytes=MEMORY)


def _race(board: Board, *, keep: bool, saturate: bool) -> Race | None:
    """The sweeps for a board's solutions; None for a rectangle that is too wide (if swept by links, they are FULL)."""
    puzzle, rules = board.puzzle, board.rules
    width, height = puzzle.width, puzzle.height
    if board.swept_by_links:
        return GraphRace(
            board.cells,
            board.links,
            orders(puzzle.grid),
            fill=rules.fill,
            touch=rules.touch,
            keep=keep,
            saturate=saturate,
            widest=WIDEST_GRAPH[rules.touch],
            cap_bytes=MEMORY,
        )
    if not Counting.reaches(board):
        return None
    if keep:
        return Race(width, height, puzzle.cells, fill=rules.fill, keep=True, laid=board.laid, cap_bytes=MEMORY)
    return TwoSweeps(width, height, puzzle.cells, fill=rules.fill, saturate=saturate, laid=board.laid, cap_bytes=MEMORY)


@lru_cache(maxsize=8)
def orders(grid: Grid) -> tuple[list[int], ...]:
    """Orders of all open tracks that may keep the frontier narrow: along rows, columns and both diagonals, both ways.

    The kind of the board decides where a cell comes in a sweep; layers are swept together, position by position.  The
    orders of the last boards stay in memory, as those of a 10x10 board take half as long as its sweep.
    """
    sweep, width, height, solids = grid.pattern.sweep, grid.width, grid.height, grid.solids
    places = [
        (*sweep(cell // width % height, cell % width), track)
        for track, cell in enumerate(grid.track_cells())
        if cell not in solids
    ]
    found = []
    for down, right in ((1, 0), (0, 1), (1, 1), (1, -1)):
        swept = sorted((down * row + right * column, row, column, track) for row, column, track in places)
        order = [track for *_, track in swept]
        found += [order, order[::-1]]
    return tuple(found)


def no_solution(board: Board) -> NoSolution:
    """The error for a board that has no solution where one is needed."""
    return NoSolution(f"the puzzle has no solution under the rules {board.rules}.")


def too_wide(board: Board) -> str:
    """The message for a board that is too wide for the frontier."""
    return (
        f"out of reach: a board of {whole_size_in_words(board.puzzle)} is too wide to count under {board.rules}. "
        "Use a narrower one; no budget would be enough."
    )


def paths_by_number(grid: Grid, rules: Rules, clock: Budget) -> list[int]:
    """The number of ways to lay 0, 1, 2, ... paths on an empty board; raises BudgetEnded, OutOfReach."""
    if grid.layout.plain and rules.touch:
        sweep = census_sweep(grid.width, grid.height, fill=rules.fill, solids=sorted(grid.solids), cap_bytes=MEMORY)
    else:
        sweep = _graph_census(grid, rules)
    states = max(100, STATES_A_SLICE[rules.touch] // sweep.terms)
    while (status := sweep.advance(states)) == PAUSED:
        clock.require("the census was complete")
    if status != DONE:
        raise _too_wide_for_a_census(grid, rules)
    open_tracks = sum(cell not in grid.solids for cell in grid.track_cells())
    return sweep.totals()[: open_tracks // 2 + 1]


def _too_wide_for_a_census(grid: Grid, rules: Rules) -> OutOfReach:
    return OutOfReach(f"out of reach: a board of {whole_size_in_words(grid)} is too wide for a census under {rules}.")


def _graph_census(grid: Grid, rules: Rules) -> Sweep:
    """The census link by link, in the order with the lowest estimated cost; raises OutOfReach."""
    places = grid.track_cells()
    content = [SOLID if cell in grid.solids else EMPTY for cell in places]
    links = [track for pair in grid.track_links() for track in pair]
    crossings = {track for track, cell in enumerate(places) if cell in grid.layout.bridges}
    eliminations = (EliminationOrder(content, links, order, no_ends=crossings) for order in orders(grid))
    elimination = min(eliminations, key=lambda each: each.cost)
    if elimination.width > WIDEST_GRAPH[rules.touch]:
        raise _too_wide_for_a_census(grid, rules)
    along: type[LinkSweep] = GraphFrontier if rules.touch else GraphFrontierNoTouch
    return along(elimination, content, fill=rules.fill, census=True, cap_bytes=MEMORY)
