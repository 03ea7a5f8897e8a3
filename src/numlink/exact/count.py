"""Exact numbers: how many solutions, how often each link is used, a uniformly random one, all covers of a board."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from numlink.engine.covers.random import Random
from numlink.engine.frontier.race import Race, census_sweep
from numlink.engine.frontier.sweep import DONE, PAUSED
from numlink.engine.search.search import Search, Status
from numlink.errors import BudgetEnded, InputError
from numlink.exact.budget import Budget
from numlink.exact.encoded import Board
from numlink.exact.solve import MEMORY, SLICE, STATES_A_SLICE, effort_of, make_race
from numlink.exact.verdict import Census, Count, Heat
from numlink.model.grid import Grid
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, Rules, require_rules
from numlink.seeds import random_seed

MOST_LISTED = 5_000
"""Solutions the search lists one by one beside the frontier; boards with more are the frontier's alone."""


def count(puzzle: Puzzle, rules: Rules | None = None, *, budget: float | None = None) -> Count:
    """The exact number of solutions of `puzzle` under `rules` (None: its own): an int of any size.

    The frontier counts, and beside it the search lists solutions, for wide boards with few of them.  Raises
    BudgetEnded when `budget` seconds are over or the count is out of reach: then nothing is known.

    >>> from numlink import FREE, Puzzle
    >>> corner = Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12))
    >>> count(corner), count(corner, FREE)
    (8, 178)
    """
    clock = Budget(budget)
    board = Board(puzzle, rules)
    race = make_race(board)
    listing = _Listing(board)
    while True:
        clock.require("the count was complete")
        if race is not None and race.advance(STATES_A_SLICE[board.rules.touch]) == DONE:
            total = race.total
            break
        if listing.turn():
            total = listing.found
            break
        if listing.given_up and (race is None or race.status != PAUSED):
            raise BudgetEnded(
                f"the count is out of reach: a board of {puzzle.width}x{puzzle.height} is too wide for the frontier "
                f"under {board.rules}, and there are more than {MOST_LISTED} solutions."
            )
    return Count(total, rules=board.rules, effort=effort_of(listing.search, race), seconds=clock.seconds)


class _Listing:
    """Counts by finding every solution once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.search: Search = board.search()
        self.found = 0

    @property
    def given_up(self) -> bool:
        """Whether there are too many to list."""
        return self.found > MOST_LISTED

    def turn(self) -> bool:
        """A slice of the search; True when all solutions have been found."""
        conflicts = SLICE["conflicts"]
        until = self.search.propagations + SLICE["propagations"]
        while conflicts > 0 and self.search.propagations < until and not self.given_up:
            before = self.search.conflicts
            status = self.search.run(conflicts=conflicts, propagations=until - self.search.propagations)
            if status is Status.REFUTED:
                return True
            if status is Status.PAUSED:
                return False
            self.found += 1
            self.search.add_clause(self.board.other_than(self.search.model()))
            conflicts -= 10 + self.search.conflicts - before
        return False


def _kept_race(board: Board, clock: Budget, purpose: str) -> Race:
    """The frontier run to its end with its layers kept; raises BudgetEnded where it cannot."""
    race = make_race(board, keep=True)
    while race is not None and race.advance(STATES_A_SLICE[board.rules.touch]) == PAUSED:
        clock.require(purpose)
    if race is None or race.status != DONE:
        raise BudgetEnded(
            f"out of reach: a board of {board.puzzle.width}x{board.puzzle.height} is too wide "
            f"to count under {board.rules}."
        )
    if race.total == 0:
        raise InputError(f"the puzzle has no solution under the rules {board.rules}.")
    return race


def sample(
    puzzle: Puzzle, rules: Rules | None = None, *, seed: int | None = None, budget: float | None = None
) -> Solution:
    """A uniformly random solution of `puzzle`; the same for the same seed (None: a fresh one), for ever.

    Raises InputError where there is no solution, BudgetEnded as `count`.
    """
    clock = Budget(budget)
    board = Board(puzzle, rules)
    race = _kept_race(board, clock, "a solution could be drawn")
    links = race.sample(Random(random_seed() if seed is None else seed))
    return board.solution(board.marked(links))


def heat(puzzle: Puzzle, rules: Rules | None = None, *, budget: float | None = None) -> Heat:
    """For each link, as a pair of cells, the exact share (a Fraction) of the solutions that use it.

    Raises InputError where there is no solution, BudgetEnded as `count`.

    >>> from numlink import Puzzle
    >>> shares = heat(Puzzle.from_rows([[1, 0, 2], [1, 0, 2]]))
    >>> shares.total, shares[0, 1], shares[1, 4]
    (2, Fraction(1, 2), Fraction(1, 1))
    """
    clock = Budget(budget)
    board = Board(puzzle, rules)
    race = _kept_race(board, clock, "all solutions were counted")
    uses = race.heat()
    shares = {link: Fraction(uses[index], race.total) for link, index in board.link_index.items()}
    return Heat(shares, rules=board.rules, total=race.total, effort=effort_of(race=race), seconds=clock.seconds)


def census(
    width: int,
    height: int,
    rules: Rules = COVER,
    solids: Iterable[int] = (),
    *,
    budget: float | None = None,
) -> Census:
    """How many ways there are to lay paths on an empty board, by number of paths: `census(...)[k]` for k paths.

    Under `fill` they cover the board; endpoints are free; a path has at least two cells.  `solids` are cells.

    >>> census(3, 3)
    (0, 20, 100, 102, 20)
    """
    require_rules(rules)
    clock = Budget(budget)
    grid = Grid(width, height, frozenset(solids))
    sweep = census_sweep(
        width, height, fill=rules.fill, touch=rules.touch, solids=sorted(grid.solids), cap_bytes=MEMORY
    )
    states = max(100, STATES_A_SLICE[rules.touch] // sweep.terms)
    while (status := sweep.advance(states)) == PAUSED:
        clock.require("the census was complete")
    if status != DONE:
        raise BudgetEnded(f"out of reach: a board of {width}x{height} is too wide for a census under {rules}.")
    return Census(sweep.totals())
