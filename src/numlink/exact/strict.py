"""The strict claim: exactly one linking when cells may stay empty, and it covers the board.

A linking that is not canonical can be rewritten into one that is, and every rewriting leaves a cell empty
(`engine.search.no_touch`; the idea is that of semiexp's solvers).  So the claim holds if and only if there is exactly
one canonical linking and it covers, and canonical linkings are far fewer than all.
"""

from __future__ import annotations

from array import array

from numlink.engine.search.search import Search, Status
from numlink.exact.budget import Budget
from numlink.exact.by_search import SLICE, Slice, effort_of
from numlink.exact.encoded import Board
from numlink.exact.verdict import Answer, Effort, Verdict
from numlink.model.puzzle import Puzzle
from numlink.model.rules import FREE, Claim


class Linkings:
    """One canonical linking of a board and then any other one, in slices; it decides the strict claim."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.board = Board(puzzle, FREE)
        self.search: Search = self.board.search(canonical=True)
        self.models: list[array[int]] = []
        self._spent = Effort()

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return self._spent + effort_of(self.search)

    @property
    def covers(self) -> bool:
        """Whether the first linking passes every track: a path of n tracks has n - 1 links."""
        return bool(self.models) and sum(self.models[0]) == self.board.open_tracks - self.board.puzzle.pairs

    def turn(self, work: Slice) -> Answer | None:
        """A slice of work; the answer to the claim as soon as it is known."""
        status = work.of(self.search)
        if status is Status.PAUSED:
            return None
        if status is Status.REFUTED:
            return Answer.UNIQUE if self.covers else Answer.NONE
        self.models.append(self.search.model())
        if len(self.models) == 2:
            return Answer.MULTIPLE
        if not self.covers:
            # Some linking leaves a cell empty: the claim is lost, what is left is to look for any other one.
            self._spent = self.effort
            self.search = self.board.search()
            self.search.set_phases(self.models[0])
        self.search.add_clause(self.board.other_than(self.models[0]))
        return None

    def verdict(self, answer: Answer | None, clock: Budget) -> Verdict:
        """The answer to the strict claim (None: the time was over) with its witnesses."""
        reason = None
        if answer is None:
            reason = clock.ended_before("the proof")
        elif answer is Answer.NONE:
            reason = (
                "the pairs can be joined in one way only, but it leaves cells empty"
                if self.models
                else "the pairs cannot all be joined"
            )
        first, second = [*map(self.board.solution, self.models), None, None][:2]
        return Verdict(
            answer or Answer.UNKNOWN,
            FREE,
            Claim.STRICT,
            solution=first,
            second=second,
            reason=reason,
            effort=self.effort,
            seconds=clock.seconds,
        )


def prove_strict(puzzle: Puzzle, clock: Budget) -> Verdict:
    """UNIQUE where the claim holds, MULTIPLE with two linkings, NONE where no linking or the only one covers."""
    linkings = Linkings(puzzle)
    answer = None
    while answer is None and not clock.ended:
        answer = linkings.turn(SLICE)
    return linkings.verdict(answer, clock)
