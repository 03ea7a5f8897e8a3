"""Solving: one solution, or all of them one by one."""

from __future__ import annotations

from collections.abc import Iterator

from numlink.engine.search.search import Status
from numlink.errors import BudgetEnded
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget, Seconds
from numlink.exact.first_solution import Beside
from numlink.exact.race import CONTRADICTION, Ways
from numlink.exact.verdict import Answer, Verdict
from numlink.exact.work import CONFLICT_COST, PROPAGATION_COST, SLICE
from numlink.model.arguments import whole
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import RulesLike

LOOK_ON = 2_000
"""Conflicts, or as much other work, that `solve` spends on finding out whether its solution is the only one."""

COST_OF_A_LOOK = CONFLICT_COST + 50 * PROPAGATION_COST
"""Nanoseconds that a conflict of LOOK_ON counts as, with 50 propagations."""


def solve(puzzle: Puzzle, *, rules: RulesLike | None = None, budget: Seconds = None, look_on: int = LOOK_ON) -> Verdict:
    """A solution of `puzzle` under `rules` (None: its own), or NONE where there is none.

    After a solution is found, the work of up to `look_on` further conflicts is spent on whether there is another:
    the answer is then UNIQUE or MULTIPLE, or UNKNOWN with a solution where that was not enough (`prove` decides).
    UNKNOWN without a solution where `budget` seconds ended first.  Raises IllegalPuzzle where a number does not occur
    twice.

    >>> from numlink import Puzzle
    >>> verdict = solve(Puzzle.from_rows([[1, 0, 1], [2, 0, 2]]))
    >>> str(verdict), verdict.solution.paths
    ('exactly one solution, under cover', ((0, 1, 2), (3, 4, 5)))
    """
    clock = Budget.of(budget)
    look_on = whole(look_on, "look_on")
    board = Board(puzzle, rules)
    ways = Ways(board)
    total = None
    while total is None and ways.search.first is None and not clock.ended:
        total = ways.shown(ways.turn(), clock)
    enough = ways.cost + look_on * COST_OF_A_LOOK
    while total is None and ways.cost < enough and not clock.ended:
        total = ways.shown(ways.turn(), clock)
    if ways.search.first is None:
        reason = clock.ended_before("a solution was found") if total is None else CONTRADICTION
    else:
        reason = "a solution is known, whether it is the only one is not"
    return ways.verdict(total, reason, clock)


def solvable(puzzle: Puzzle, *, budget: Seconds = 0.5) -> bool | None:
    """Whether `puzzle` has a solution under its rules; None where `budget` seconds ended first.

    >>> from numlink import Puzzle
    >>> solvable(Puzzle.from_rows([[1, 2], [2, 1]]))
    False
    """
    verdict = solve(puzzle, budget=budget, look_on=0)
    return True if verdict.solved else False if verdict.answer is Answer.NONE else None


def solutions(
    puzzle: Puzzle, *, rules: RulesLike | None = None, limit: int | None = None, budget: Seconds = None
) -> Iterator[Solution]:
    """The solutions of `puzzle` under `rules` (None: its own) one by one, each once, in an order fixed for the puzzle.

    At most `limit` of them; None gives all, which can be very many: `count` says how many without listing them.
    Raises IllegalPuzzle where a number does not occur twice, BudgetEnded when `budget` seconds are over before the end.

    >>> from numlink import Puzzle
    >>> len(list(solutions(Puzzle.from_rows([[1, 0, 2], [1, 0, 2]]))))
    2
    """
    clock = Budget.of(budget)
    limit = None if limit is None else whole(limit, "a limit")
    board = Board(puzzle, rules)
    search = board.search()
    beside = Beside(board)
    found = 0
    while limit is None or found < limit:
        status = Status.PAUSED if found and clock.ended else SLICE.of(search)
        if status is Status.PAUSED and not clock.ended:
            if not found and beside.turn(search.conflicts) == 0:
                return
            continue
        if status is Status.PAUSED:
            raise BudgetEnded(f"{clock.how_ended} after {found} solutions; there may be more.{clock.remedy}")
        if status is Status.REFUTED:
            return
        model = search.model()
        found += 1
        yield board.solution(model)
        search.add_clause(board.other_than(model))
