"""The strict claim: exactly one linking when cells may stay empty, and it covers the board.

A linking that is not canonical can be rewritten into one that is, and every rewriting leaves a cell empty
(`engine.no_touch`; the idea is that of semiexp's solvers).  So the claim holds if and only if there is exactly one
canonical linking and it covers, and canonical linkings are far fewer than all.
"""

from __future__ import annotations

from array import array

from numlink.engine.search.search import Status
from numlink.exact.budget import Budget
from numlink.exact.encoded import Board
from numlink.exact.solve import SLICE, effort_of
from numlink.exact.verdict import Answer, Claim, Effort, Verdict
from numlink.model.grid import EMPTY
from numlink.model.puzzle import Puzzle
from numlink.model.rules import FREE


def prove_strict(puzzle: Puzzle, *, budget: float | None = None) -> Verdict:
    """UNIQUE where the claim holds, MULTIPLE with two linkings, NONE where no linking or the only one covers."""
    clock = Budget(budget)
    board = Board(puzzle, FREE)
    search = board.search(canonical=True)
    spent = Effort()
    models: list[array[int]] = []
    while len(models) < 2 and not clock.ended:
        status = search.run(**SLICE)
        if status is Status.PAUSED:
            continue
        if status is Status.REFUTED:
            break
        models.append(search.model())
        if len(models) == 1 and not _covers(board, sum(models[0])):
            # Some linking leaves a cell empty: the claim is lost, what is left is to look for any other one.
            spent = effort_of(search)
            search = board.search()
            search.set_phases(models[0])
        search.add_clause(board.other_than(models[-1]))
    else:
        status = Status.PAUSED if len(models) < 2 else Status.SATISFIED
    answer, reason = _answer(board, status, [sum(model) for model in models], clock)
    return Verdict(
        answer,
        FREE,
        Claim.STRICT,
        solution=board.solution(models[0]) if models else None,
        second=board.solution(models[1]) if len(models) > 1 else None,
        reason=reason,
        effort=spent + effort_of(search),
        seconds=clock.seconds,
    )


def _covers(board: Board, links: int) -> bool:
    """Whether a linking with this many links passes every cell: a path of n cells has n - 1 links."""
    return links == sum(content >= EMPTY for content in board.puzzle.cells) - board.puzzle.pairs


def _answer(board: Board, status: Status, links: list[int], clock: Budget) -> tuple[Answer, str | None]:
    if status is Status.PAUSED:
        return Answer.UNKNOWN, f"the budget of {clock.limit:g} seconds ended before the proof"
    if len(links) == 2:
        return Answer.MULTIPLE, None
    if not links:
        return Answer.NONE, "the pairs cannot all be joined"
    if _covers(board, links[0]):
        return Answer.UNIQUE, None
    return Answer.NONE, "the pairs can be joined in one way only, but it leaves cells empty"
