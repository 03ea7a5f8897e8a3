"""Proving: exactly one solution, none, or two to show (`race`)."""

from __future__ import annotations

from dataclasses import replace

from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget, Seconds
from numlink.exact.race import Ways
from numlink.exact.verdict import Answer, Verdict
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, FREE, Claim, ClaimLike, RulesLike

LEAVES_CELLS = "the pairs can be connected in only one way, which leaves cells empty"
"""Why a board with one linking is not strict."""


def prove(
    puzzle: Puzzle,
    solution: Solution | None = None,
    rules: RulesLike | None = None,
    *,
    claim: ClaimLike = Claim.UNIQUE,
    budget: Seconds = None,
) -> Verdict:
    """Whether `puzzle` has exactly one solution under `rules` (None: its own), with the solutions that show it.

    A known `solution` makes the proof faster.  `claim="strict"` asks instead whether there is exactly one linking even
    if cells may stay empty, and it covers the board (what magazines expect); it ignores `rules` and `solution`.
    UNKNOWN if `budget` seconds ended first.  Raises IllegalPuzzle if a number does not occur twice, InputError if
    `solution` is wrong.

    >>> from numlink import Puzzle
    >>> square = Puzzle.from_rows([[1, 1], [0, 0]])
    >>> str(prove(square)), prove(square, claim="strict").answer.value
    ('exactly one solution, under cover', 'multiple')
    """
    clock = Budget.of(budget)
    if Claim.of(claim) is Claim.UNIQUE:
        return Ways(Board(puzzle, rules), solution).decided(clock)
    return as_strict(puzzle, Ways(Board(puzzle, FREE)).decided(clock))


def as_strict(puzzle: Puzzle, free: Verdict) -> Verdict:
    """The verdict on the strict claim that follows from the one under FREE: the only linking must also cover."""
    verdict = replace(free, claim=Claim.STRICT)
    if free.answer is Answer.NONE:
        return replace(verdict, reason="the pairs cannot all be connected")
    if free.answer is Answer.UNIQUE and check(puzzle, free.solution, COVER):
        return replace(verdict, answer=Answer.NONE, reason=LEAVES_CELLS)
    return replace(verdict, strict=True) if free.answer is Answer.UNIQUE else verdict
