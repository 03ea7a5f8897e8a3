"""Solving: one solution, or all solutions one by one."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import islice
from sys import maxsize

from numlink.engine.search.search import Status
from numlink.errors import BudgetEnded
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget, Seconds
from numlink.exact.race import CONTRADICTION, Ways
from numlink.exact.verdict import Answer, Verdict
from numlink.exact.work import CONFLICT_COST, PROPAGATION_COST, SLICE
from numlink.model.arguments import whole
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import RulesLike

LOOK_ON = 20_000
"""Without a budget, `solve` spends this many conflicts, or as much other work, on whether its solution is unique."""

COST_OF_A_LOOK = CONFLICT_COST + 50 * PROPAGATION_COST  # nanoseconds for each conflict of LOOK_ON, with 50 propagations


def solve(
    puzzle: Puzzle, *, rules: RulesLike | None = None, budget: Seconds = None, look_on: int | None = None
) -> Verdict:
    """A solution of `puzzle` under `rules` (None: its own), or NONE if there is none.

    Once a solution is found, the rest of `budget` seconds goes into whether it is the only one, as in `prove`: the
    answer is then UNIQUE or MULTIPLE, or UNKNOWN with a solution if time was up.  `look_on` limits the work spent on
    that, in conflicts (None: no limit with a budget, LOOK_ON without).  UNKNOWN without a solution if the budget ended
    before one was found.  Raises IllegalPuzzle if a number does not occur twice.

    >>> from numlink import Puzzle
    >>> verdict = solve(Puzzle.from_rows([[1, 0, 1], [2, 0, 2]]))
    >>> str(verdict), verdict.solution.paths
    ('exactly one solution, under cover', ((0, 1, 2), (3, 4, 5)))
    """
    clock = Budget.of(budget)
    if look_on is None:
        look_on = LOOK_ON if clock.limit is None else maxsize
    board = Board(puzzle, rules)
    ways = Ways(board)
    total = None
    while total is None and ways.search.first is None and not clock.ended:
        total = ways.shown(ways.turn(), clock)
    enough = ways.cost + whole(look_on, "look_on") * COST_OF_A_LOOK
    while total is None and ways.cost < enough and not clock.ended:
        total = ways.shown(ways.turn(), clock)
    reason = "a solution is known, but not whether it is the only one"
    if ways.search.first is None:
        reason = clock.ended_before("a solution was found") if total is None else CONTRADICTION
    return ways.verdict(total, reason, clock)


def solvable(puzzle: Puzzle, *, budget: Seconds = 0.5) -> bool | None:
    """Whether `puzzle` has a solution under its rules; None if `budget` seconds ended first.

    >>> from numlink import Puzzle
    >>> solvable(Puzzle.from_rows([[1, 2], [2, 1]]))
    False
    """
    verdict = solve(puzzle, budget=budget, look_on=0)
    return True if verdict.solved else False if verdict.answer is Answer.NONE else None


def solutions(
    puzzle: Puzzle, *, rules: RulesLike | None = None, limit: int | None = None, budget: Seconds = None
) -> Iterator[Solution]:
    """The solutions of `puzzle` under `rules` (None: its own), each once, in an order that depends only on the puzzle.

    It gives at most `limit` of them; None gives all, which can be very many: `count` counts them without listing them.
    Raises IllegalPuzzle if a number does not occur twice, BudgetEnded if `budget` seconds end before the last solution.

    >>> from numlink import Puzzle
    >>> len(list(solutions(Puzzle.from_rows([[1, 0, 2], [1, 0, 2]]))))
    2
    """
    clock = Budget.of(budget)
    limit = None if limit is None else whole(limit, "a limit")
    board = Board(puzzle, rules)
    for model in islice(_models(board, clock), None if limit is None else max(0, min(limit, maxsize))):
        yield board.solution(model)


def _models(board: Board, clock: Budget) -> Iterator[array[int]]:
    """All solutions as models, the first two as `prove` finds them; raises BudgetEnded."""
    ways, total = Ways(board), None
    found: list[array[int]] = []
    while total is None and len(found) < 2:
        total = ways.shown(ways.turn(), clock)
        for model in (ways.search.first, ways.search.second):
            if model is not None and model not in found:
                found.append(model)
                yield model
        if total is None and len(found) < 2:
            _require(clock, len(found))
    if total in (0, 1):
        return
    search = board.search()
    for model in found:
        search.add_clause(board.other_than(model))
    number = len(found)
    while (status := SLICE.of(search)) is not Status.REFUTED:
        if status is Status.SATISFIED:
            number += 1
            model = search.model()
            yield model
            search.add_clause(board.other_than(model))
        _require(clock, number)


def _require(clock: Budget, found: int) -> None:
    """Raise BudgetEnded if the budget has ended; `found`: how many solutions were found before."""
    if clock.ended:
        raise BudgetEnded(f"{clock.how_ended} after {found} solutions; there may be more.", remedy=clock.remedy)
