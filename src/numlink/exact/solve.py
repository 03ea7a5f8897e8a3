"""Solving: one solution, or all of them one by one."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from numlink.engine.search.search import Status
from numlink.errors import BudgetEnded
from numlink.exact.beside import Beside
from numlink.exact.budget import Budget, Seconds
from numlink.exact.by_search import FirstSolution, effort_of, run
from numlink.exact.encoded import Board
from numlink.exact.slices import SLICE
from numlink.exact.verdict import Answer, Verdict
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import RulesLike

LOOK_ON = 2_000
"""Conflicts `solve` spends on the question whether its solution is the only one."""

CONTRADICTION = "every way to draw the paths leads to a contradiction"
"""Why a refuted board has no solution."""


def solve(puzzle: Puzzle, *, rules: RulesLike | None = None, budget: Seconds = None, look_on: int = LOOK_ON) -> Verdict:
    """A solution of `puzzle` under `rules` (None: its own), or NONE where there is none.

    After a solution is found, up to `look_on` further conflicts of the search are spent on whether there is another:
    the answer is then UNIQUE or MULTIPLE, or UNKNOWN with a solution where that was not enough (`prove` decides).
    UNKNOWN without a solution where `budget` seconds ended first.  Raises IllegalPuzzle where a number does not occur
    twice.

    >>> from numlink import Puzzle
    >>> verdict = solve(Puzzle.from_rows([[1, 0, 1], [2, 0, 2]]))
    >>> str(verdict), verdict.solution.paths
    ('exactly one solution, under cover', ((0, 1, 2), (3, 4, 5)))
    """
    clock = Budget.of(budget)
    board = Board(puzzle, rules)
    finding = FirstSolution(board, canonical=not board.rules.fill)  # fewer to search, and one of them wherever any
    beside = Beside(board)
    while (status := finding.turn(SLICE)) is Status.PAUSED and not clock.ended:
        total = beside.turn(sum(search.conflicts for search in finding.searches))
        if total is not None and (total == 0 or (models := beside.models(clock))):
            return _counted(board, models if total else [], finding, beside, clock)
    model = finding.model
    if model is None:
        return _without_solution(board, status, finding, beside, clock)
    searches = finding.searches
    second = None
    answer = Answer.UNKNOWN
    if look_on > 0:
        search = finding.search if board.rules.fill else board.search()
        if search is not finding.search:
            searches = [*searches, search]
            search.set_phases(model)
        search.add_clause(board.other_than(model))
        status = run(search, clock, conflicts=look_on)
        second = board.solution(search.model()) if status is Status.SATISFIED else None
        answer = _ANSWER_ON_SECOND[status]
    return Verdict(
        answer,
        board.rules,
        solution=board.solution(model),
        second=second,
        reason=None if answer is not Answer.UNKNOWN else "a solution is known, whether it is the only one is not",
        effort=effort_of(*searches) + beside.effort,
        seconds=clock.seconds,
    )


def _counted(board: Board, models: list[array[int]], finding: FirstSolution, beside: Beside, clock: Budget) -> Verdict:
    """What the count beside the search found first: no solution, one or two."""
    first, second = [*map(board.solution, models), None, None][:2]
    return Verdict(
        (Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE)[len(models)],
        board.rules,
        solution=first,
        second=second,
        reason=None if models else CONTRADICTION,
        effort=effort_of(*finding.searches) + beside.effort,
        seconds=clock.seconds,
    )


_ANSWER_ON_SECOND = {
    Status.SATISFIED: Answer.MULTIPLE,
    Status.REFUTED: Answer.UNIQUE,
    Status.PAUSED: Answer.UNKNOWN,
}


def _without_solution(board: Board, status: Status, finding: FirstSolution, beside: Beside, clock: Budget) -> Verdict:
    refuted = status is Status.REFUTED
    return Verdict(
        Answer.NONE if refuted else Answer.UNKNOWN,
        board.rules,
        reason=CONTRADICTION if refuted else clock.ended_before("a solution was found"),
        effort=effort_of(*finding.searches) + beside.effort,
        seconds=clock.seconds,
    )


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
            raise BudgetEnded(
                f"the budget of {clock.limit:g} seconds ended after {found} solutions; there may be more. "
                "Give more with budget=."
            )
        if status is Status.REFUTED:
            return
        model = search.model()
        found += 1
        yield board.solution(model)
        search.add_clause(board.other_than(model))
