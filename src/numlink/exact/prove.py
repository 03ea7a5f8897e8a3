"""Proving: exactly one solution, none, or two to show.

Four ways take turns of equal cost (`ways`); which of them ends first never changes the answer.
"""

from __future__ import annotations

from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget, Seconds
from numlink.exact.race import Ways
from numlink.exact.strict import prove_strict
from numlink.exact.verdict import Verdict
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Claim, ClaimLike, RulesLike


def prove(
    puzzle: Puzzle,
    solution: Solution | None = None,
    rules: RulesLike | None = None,
    *,
    claim: ClaimLike = Claim.UNIQUE,
    budget: Seconds = None,
) -> Verdict:
    """Whether `puzzle` has exactly one solution under `rules` (None: its own), with a witness either way.

    A known `solution` makes the proof faster.  `claim="strict"` asks instead whether there is exactly one linking even
    if cells may stay empty, and it covers the board (what magazines expect); `rules` and `solution` play no part in it.
    UNKNOWN where `budget` seconds ended first.  Raises IllegalPuzzle where a number does not occur twice, InputError
    where `solution` is not one.

    >>> from numlink import Puzzle
    >>> square = Puzzle.from_rows([[1, 1], [0, 0]])
    >>> str(prove(square)), prove(square, claim="strict").answer.value
    ('exactly one solution, under cover', 'multiple')
    """
    clock = Budget.of(budget)
    if Claim.of(claim) is Claim.STRICT:
        return prove_strict(puzzle, clock)
    return Ways(Board(puzzle, rules), solution).decided(clock)
