"""Exact counts: the number of solutions, how many use each link, random solutions, all covers of a board."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from numlink.engine.frontier.directions import Race, below
from numlink.engine.random import Random
from numlink.engine.search.search import Search, Status
from numlink.errors import BudgetEnded, OutOfReach
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget, Seconds
from numlink.exact.counting import Counting, no_solution, paths_by_number, too_wide
from numlink.exact.race import AHEAD, LONGEST, SHORTEST, WayName, Ways
from numlink.exact.verdict import Census, Count, Effort, Heat
from numlink.exact.work import CONFLICT_COST, SLICE, Searching, Slice
from numlink.model.arguments import seed_of
from numlink.model.grid import Grid, solids_of
from numlink.model.layout import PLAIN, Layout
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, Rules, RulesLike
from numlink.model.words import counted

MOST_LISTED = 5_000  # solutions that a `Listing` finds before it gives up; boards with more are left to the frontier

SOLUTION_COST = 10  # each listed solution counts as this many conflicts when work is measured

MANY_LISTED, SHARE_OF_MANY = 100, 0.05
"""After this many solutions a listing usually has far more to come, and gets this share of the count's work."""


def count(puzzle: Puzzle, *, rules: RulesLike | None = None, budget: Seconds = None) -> Count:
    """The exact number of solutions of `puzzle` under `rules` (None: its own): an int of any size.

    The frontier counts in time that grows with the shorter side of the board exponentially and with the longer side
    linearly; on wide boards with few solutions the search lists them instead.  Raises IllegalPuzzle if a number
    does not occur twice, BudgetEnded when `budget` seconds are over (give more), OutOfReach if no budget would do.

    >>> from numlink import FREE, Puzzle
    >>> corner = Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12))
    >>> count(corner), count(corner, rules=FREE)
    (8, 178)
    """
    clock = Budget.of(budget)
    counting = ExactCount(Board(puzzle, rules))
    total = None
    while total is None:
        if clock.ended:
            known = f" The board has at least {counted(counting.known, 'solution')}." if counting.known else ""
            raise BudgetEnded(f"{clock.ended_before('the count was complete')}.{known}", remedy=clock.remedy)
        if not counting.open:
            raise OutOfReach(f"{too_wide(counting.ways.board)} There are more than {MOST_LISTED} solutions.")
        total = counting.turn()
    return Count(total, rules=counting.ways.board.rules, effort=counting.effort, seconds=clock.seconds)


class Listing(Searching):
    """Counts solutions by finding each of them once, in slices; with `keep`, `models` lists those found."""

    def __init__(self, board: Board, *, keep: bool = False) -> None:
        self.board = board
        self.search: Search = board.search()
        self.searches = [self.search]
        self.found = 0
        self.keep = keep
        self.models: list[array[int]] = []

    @property
    def given_up(self) -> bool:
        """Whether the listing has stopped because it found more than MOST_LISTED solutions."""
        return self.found > MOST_LISTED

    @property
    def cost(self) -> int:
        """Counted work so far, in nanoseconds, including a cost for each solution found."""
        return super().cost + CONFLICT_COST * SOLUTION_COST * self.found

    def turn(self, work: Slice = SLICE) -> bool:
        """Do a slice of work; return True once all solutions have been found."""
        conflicts = work.conflicts
        until = self.search.propagations + work.propagations
        while conflicts > 0 and self.search.propagations < until and not self.given_up:
            before = self.search.conflicts
            status = Slice(conflicts, until - self.search.propagations).of(self.search)
            if status is not Status.SATISFIED:
                return status is Status.REFUTED
            self.found += 1
            model = self.search.model()
            if self.keep:
                self.models.append(model)
            self.search.add_clause(self.board.other_than(model))
            conflicts -= SOLUTION_COST + self.search.conflicts - before
        return False


class ExactCount:
    """The exact number of solutions, in turns: first as `prove` finds 0, 1 or 2, then by the frontier and a listing.

    `kinds`: see `Ways`.
    """

    def __init__(self, board: Board, kinds: Collection[WayName] = tuple(WayName)) -> None:
        self.ways = Ways(board, exact=True, kinds=kinds)
        self.listing: Listing | None = None
        self._before = 0  # the cost of the frontier when the listing began

    @property
    def known(self) -> int:
        """The number of solutions known so far; there may be more."""
        search = self.ways.search
        met = sum(model is not None for model in (search.first, search.second))
        return met if self.listing is None else max(met, self.listing.found)

    @property
    def cost(self) -> int:
        """Counted work so far, in nanoseconds."""
        return self.ways.cost + (0 if self.listing is None else self.listing.cost)

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return self.ways.effort + (Effort() if self.listing is None else self.listing.effort)

    @property
    def open(self) -> bool:
        """Whether the number can still be found."""
        if self.listing is None:
            return self.ways.open
        return not self.listing.given_up or self.ways.counts

    def turn(self) -> int | None:
        """Take a turn; return the number of solutions once it is known, else None."""
        ways, listing = self.ways, self.listing
        if listing is None:
            total = ways.turn()
            if total != 2 or (ways.covers is not None and ways.covers.total is not None):
                return total
            self.listing = Listing(ways.board)
            self._before = 0 if ways.covers is None else ways.covers.cost
            return None
        cost = max(SHORTEST, min(LONGEST, self.cost // AHEAD))
        if ways.counts:
            counted = 0 if ways.covers is None else ways.covers.cost - self._before
            share = 0.1 if ways.board.rectangle and ways.board.rules.touch else 3.0
            if listing.found >= MANY_LISTED:
                share = SHARE_OF_MANY
            if listing.given_up or listing.cost > share * counted:
                return ways.covers_turn(cost)
        return listing.found if listing.turn(Slice.worth(cost)) else None


def sample(
    puzzle: Puzzle, *, rules: RulesLike | None = None, seed: int | None = None, budget: Seconds = None
) -> Solution:
    """A uniformly random solution of `puzzle` under `rules` (None: its own).

    The same `seed` gives the same solution on every machine; None takes a fresh seed.  Raises NoSolution if there
    is none, and IllegalPuzzle, BudgetEnded and OutOfReach as `count` does.

    >>> from numlink import Puzzle
    >>> sample(Puzzle.from_rows([[1, 0, 2], [1, 0, 2]]), seed=1).paths
    ((0, 3), (2, 1, 4, 5))
    """
    return next(samples(puzzle, 1, rules=rules, seed=seed, budget=budget))


def samples(
    puzzle: Puzzle, number: int, *, rules: RulesLike | None = None, seed: int | None = None, budget: Seconds = None
) -> Iterator[Solution]:
    """`number` independent samples, the first being that of `sample`; arguments and errors are as there.

    The solutions are counted once, in this call; each sample is drawn when the iterator asks for it.
    """
    clock = Budget.of(budget)
    board = Board(puzzle, rules)
    known = _all_ways(board, clock, "a solution could be drawn")
    stream = Random(seed_of(seed))
    return (board.solution(board.marked(known.sample(stream))) for _ in range(number))


def heat(puzzle: Puzzle, *, rules: RulesLike | None = None, budget: Seconds = None) -> Heat:
    """For each link (two cells, the smaller first), the share of all solutions that use it, as a Fraction.

    The solutions are those under `rules` (None: the puzzle's own).  Raises NoSolution if there is none, and
    IllegalPuzzle, BudgetEnded and OutOfReach as `count` does.

    >>> from numlink import Puzzle
    >>> shares = heat(Puzzle.from_rows([[1, 0, 2], [1, 0, 2]]))
    >>> shares.total, shares[0, 1], shares[1, 4]
    (2, Fraction(1, 2), Fraction(1, 1))
    """
    clock = Budget.of(budget)
    board = Board(puzzle, rules)
    known = _all_ways(board, clock, "all solutions were counted")
    uses, total = known.heat(), known.total
    shares = {link: Fraction(uses[index], total) for link, index in board.link_index.items()}
    effort = Effort(states=known.effort) if isinstance(known, Race) else known.effort
    return Heat(shares, rules=board.rules, total=total, effort=effort, seconds=clock.seconds)


def _all_ways(board: Board, clock: Budget, purpose: str) -> Race | Listed:
    """All solutions: by the frontier, by the search if there is exactly one, or else by listing them.

    Which one finishes first never changes a sample.  Raises NoSolution, BudgetEnded or OutOfReach.
    """
    counting = Counting(board, keep=True)
    ways = Ways(board, kinds=(WayName.SEARCH, WayName.LINKINGS, WayName.STRICT))
    few = None
    while not counting.out_of_reach and few not in (0, 1) and counting.total is None:
        clock.require(purpose)
        if counting.turn() is None and few is None:
            few = ways.turn()
    if few == 1 and ways.search.first is not None:
        return Listed([ways.search.first], ways.effort)
    if few == 0 or counting.total == 0 or board.is_impossible:
        raise no_solution(board)
    if counting.total is not None and counting.race is not None:
        return counting.race
    found = listed(board, clock, purpose)
    if found is None:
        raise OutOfReach(f"{too_wide(board)} There are more than {MOST_LISTED} solutions.")
    if not found.total:
        raise no_solution(board)
    return found


@dataclass(frozen=True, slots=True)
class Listed:
    """All solutions of a board as models; offers `total`, `heat` and `sample` like a Race with kept layers."""

    models: list[array[int]]
    effort: Effort

    @property
    def total(self) -> int:
        """The number of solutions."""
        return len(self.models)

    def heat(self) -> list[int]:
        """For every link, the number of solutions that use it."""
        return [sum(uses) for uses in zip(*self.models, strict=True)]

    def sample(self, random: object) -> list[int]:
        """The links of a uniformly random solution; `random` is an `engine.random.Random`."""
        return [link for link, on in enumerate(self.models[below(random, len(self.models))]) if on]


def listed(board: Board, clock: Budget, purpose: str) -> Listed | None:
    """All solutions, or None if there are more than MOST_LISTED; raises BudgetEnded."""
    listing = Listing(board, keep=True)
    while not listing.turn():
        if listing.given_up:
            return None
        clock.require(purpose)
    # sorted, so that samples do not depend on the order in which the search finds solutions
    return Listed(sorted(listing.models), listing.effort)


def census(
    width: int,
    height: int,
    rules: RulesLike | None = None,
    solids: Iterable[int] = (),
    *,
    layout: Layout | None = None,
    budget: Seconds = None,
) -> Census:
    """The number of ways to lay paths on an empty board of `width` x `height`, for each number of paths.

    `census(...)[k]` is the number of solutions under `rules` (None: cover) of all puzzles with k pairs that the board
    can have: a path has at least two cells, and none ends on a bridge.  `solids` are cell indices, row * width +
    column; `layout` says what differs from a plain rectangle (None: nothing).  Time and memory grow exponentially with
    the shorter side.  Raises InputError for an impossible board, BudgetEnded when `budget` seconds are over, OutOfReach
    if no budget would do.

    >>> census(3, 3)
    (0, 20, 100, 102, 20)
    """
    clock = Budget.of(budget)
    grid = Grid(width, height, solids_of(solids), PLAIN if layout is None else layout)
    return Census(paths_by_number(grid, Rules.of(COVER if rules is None else rules), clock))
