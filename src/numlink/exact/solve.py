"""Solving and proving: one solution, all of them one by one, exactly one.

Two engines stand behind `prove`, the search over links and the frontier that counts; they take turns in growing
slices of counted work, and the first to end gives the verdict.  Either alone would do: what one finds hard is
mostly easy for the other (sparse boards with touching allowed for the search, wide boards for the frontier).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from numlink.engine.frontier.race import Race
from numlink.engine.frontier.sweep import DONE, PAUSED
from numlink.engine.search.search import Search, Status
from numlink.engine.search.walk import Walk
from numlink.errors import BudgetEnded, InputError
from numlink.exact.budget import Budget
from numlink.exact.encoded import Board
from numlink.exact.verdict import Answer, Claim, Effort, Verdict
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Rules

SLICE = {"conflicts": 400, "propagations": 200_000}
"""What one turn of the search may do: about 10 ms."""

BESIDE_THE_FRONTIER = {"conflicts": 150, "propagations": 100_000}
"""What it may do once the frontier takes turns with it: a third of the time, for the frontier then mostly wins."""

STATES_A_SLICE = {True: 200_000, False: 40_000}
"""What one turn of the frontier may expand, where touching is allowed and where it is not: about 10 ms."""

HEAD_START = 400
"""Conflicts the search may have before the frontier is called: most boards need fewer in all."""

WIDEST = {True: 24, False: 9}
"""The narrower side up to which the frontier takes part, where touching is allowed and where it is not."""

LOOK_ON = 2_000
"""Conflicts `solve` spends on the question whether its solution is the only one."""


def effort_of(search: Search | None = None, race: Race | None = None) -> Effort:
    """What the engines counted."""
    return Effort(
        conflicts=search.conflicts if search else 0,
        decisions=search.decisions if search else 0,
        propagations=search.propagations if search else 0,
        states=race.effort if race else 0,
    )


def solve(
    puzzle: Puzzle, rules: Rules | None = None, *, budget: float | None = None, look_on: int = LOOK_ON
) -> Verdict:
    """A solution of `puzzle` under `rules` (None: its own), or NONE where there is none.

    Having one, it spends up to `look_on` further conflicts on whether there is another: the verdict is then UNIQUE
    or MULTIPLE, and UNKNOWN with a solution where that was not enough (`prove` goes on to the end).  Without a
    solution when `budget` seconds are over, UNKNOWN.  Raises IllegalPuzzle where a number does not occur twice.

    >>> from numlink import Puzzle
    >>> verdict = solve(Puzzle.from_rows([[1, 0, 1], [2, 0, 2]]))
    >>> str(verdict), verdict.solution.paths
    ('exactly one solution, under cover', ((0, 1, 2), (3, 4, 5)))
    """
    clock = Budget(budget)
    board = Board(puzzle, rules)
    search = board.search(canonical=not board.rules.fill)  # fewer linkings to search, and one of them wherever any
    status = _run(search, clock)
    if status is not Status.SATISFIED:
        return _without_solution(board, status, search, clock)
    model = search.model()
    second = None
    spent = Effort()
    answer = Answer.UNKNOWN
    if look_on > 0:
        if not board.rules.fill:
            spent = effort_of(search)
            search = board.search()
            search.set_phases(model)
        search.add_clause(board.other_than(model))
        status = _run(search, clock, conflicts=look_on)
        second = board.solution(search.model()) if status is Status.SATISFIED else None
        answer = _VERDICT_ON_SECOND[status]
    return Verdict(
        answer,
        board.rules,
        solution=board.solution(model),
        second=second,
        reason=None if answer is not Answer.UNKNOWN else "a solution is known, whether it is the only one is not",
        effort=spent + effort_of(search),
        seconds=clock.seconds,
    )


_VERDICT_ON_SECOND = {
    Status.SATISFIED: Answer.MULTIPLE,
    Status.REFUTED: Answer.UNIQUE,
    Status.PAUSED: Answer.UNKNOWN,
}


def solutions(
    puzzle: Puzzle, rules: Rules | None = None, limit: int | None = None, *, budget: float | None = None
) -> Iterator[Solution]:
    """The solutions of `puzzle` one by one, at most `limit`, each once, in an order fixed for the puzzle.

    Raises BudgetEnded when `budget` seconds are over before all have come.
    """
    clock = Budget(budget)
    board = Board(puzzle, rules)
    search = board.search()
    found = 0
    while limit is None or found < limit:
        status = Status.PAUSED if found and clock.ended else _run(search, clock)
        if status is Status.PAUSED:
            raise BudgetEnded(
                f"the budget of {budget:g} seconds ended after {found} solutions; there may be more. "
                "Give more with --budget."
            )
        if status is Status.REFUTED:
            return
        model = search.model()
        found += 1
        yield board.solution(model)
        search.add_clause(board.other_than(model))


def _claim(name: str) -> Claim:
    try:
        return Claim(name)
    except ValueError:
        raise InputError(f"{str(name)!r} names no claim. Use one of {', '.join(Claim)}.") from None


def prove(
    puzzle: Puzzle,
    solution: Solution | None = None,
    rules: Rules | None = None,
    claim: str = "unique",
    *,
    budget: float | None = None,
) -> Verdict:
    """Whether `puzzle` has exactly one solution under `rules` (None: its own), with a witness either way.

    A known `solution` makes the proof faster; InputError where it is wrong.  `claim="strict"` asks instead for
    exactly one linking under FREE that also covers (what Nikoli expects); `rules` play no part in it.  UNKNOWN
    where `budget` seconds ended first.

    >>> from numlink import Puzzle
    >>> square = Puzzle.from_rows([[1, 1], [0, 0]])
    >>> str(prove(square)), prove(square, claim="strict").answer.value
    ('exactly one solution, under cover', 'multiple')
    """
    if _claim(claim) is Claim.STRICT:
        from numlink.exact.strict import prove_strict

        return prove_strict(puzzle, budget=budget)
    return _Proof(Board(puzzle, rules), solution, Budget(budget)).verdict()


class _Proof:
    """One proof of uniqueness: the search and the frontier taking turns."""

    def __init__(self, board: Board, known: Solution | None, clock: Budget) -> None:
        self.board = board
        self.clock = clock
        self.search = board.search()
        self.walk: Walk | None = None
        self.race: Race | None = None
        self.model: array[int] | None = None
        self.second: array[int] | None = None
        if known is not None:
            self.model = board.model(known)
            self.walk = Walk(self.search, self.model)

    def verdict(self) -> Verdict:
        """Take turns until one engine knows, or the time is over."""
        answer: Answer | None = None
        states = STATES_A_SLICE[self.board.rules.touch] // 4
        while answer is None and not self.clock.ended:
            answer = self._search_turn()
            if answer is None and self.search.conflicts >= HEAD_START:
                answer = self._frontier_turn(states)
                states = min(2 * states, STATES_A_SLICE[self.board.rules.touch])
        reason = None
        if answer is None:
            answer, reason = Answer.UNKNOWN, f"the budget of {self.clock.limit:g} seconds ended before the proof"
        elif answer is Answer.NONE:
            reason = "every way to draw the paths leads to a contradiction"
        return Verdict(
            answer,
            self.board.rules,
            solution=self.board.solution(self.model) if self.model is not None else None,
            second=self.board.solution(self.second) if self.second is not None else None,
            reason=reason,
            effort=effort_of(self.search, self.race),
            seconds=self.clock.seconds,
        )

    def _search_turn(self) -> Answer | None:
        """A slice of the search: for a first solution, then for another."""
        status = (self.walk or self.search).run(**(SLICE if self.race is None else BESIDE_THE_FRONTIER))
        if status is Status.PAUSED:
            return None
        if status is Status.REFUTED:
            return Answer.NONE if self.model is None else Answer.UNIQUE
        if self.model is None:
            self.model = self.search.model()
            self.search.add_clause(self.board.other_than(self.model))
            return None
        self.second = self.search.model()
        return Answer.MULTIPLE

    def _frontier_turn(self, states: int) -> Answer | None:
        """A slice of the frontier; when it ends, it also provides the witnesses that are still missing."""
        if self.race is None:
            self.race = make_race(self.board, saturate=True)
        if self.race is None or self.race.status != PAUSED:
            return None
        if self.race.advance(states) != DONE:
            return None
        if self.race.total == 0:
            return Answer.NONE
        if self.race.total == 1 and self.model is not None:
            return Answer.UNIQUE
        return self._witnesses()

    def _witnesses(self) -> Answer | None:
        """One or two solutions from the frontier's layers; None (and the search goes on) where they do not fit."""
        total = self.race.total if self.race else 0
        race = make_race(self.board, keep=True)
        while race is not None and race.status == PAUSED and not self.clock.ended:
            race.advance(STATES_A_SLICE[self.board.rules.touch])
        if race is None or race.status != DONE:
            return None
        for rank in range(2 if total > 1 else 1):
            found = self.board.marked(race.solution(rank))
            if self.model is None:
                self.model = found
            elif found != self.model:
                self.second = found
        return Answer.UNIQUE if total == 1 else Answer.MULTIPLE


MEMORY = 1_200_000_000
"""Bytes the frontier may hold: with what Python needs besides, a process stays below about 1.5 GB."""


def make_race(board: Board, *, keep: bool = False, saturate: bool = False) -> Race | None:
    """The frontier for a board, or None where the board is too wide for it."""
    width, height = board.puzzle.width, board.puzzle.height
    if min(width, height) > WIDEST[board.rules.touch]:
        return None
    return Race(
        width,
        height,
        board.puzzle.cells,
        fill=board.rules.fill,
        touch=board.rules.touch,
        keep=keep,
        saturate=saturate,
        cap_bytes=MEMORY,
    )


def _run(search: Search, clock: Budget, *, conflicts: int | None = None) -> Status:
    """Run to a verdict; PAUSED when the time is over or `conflicts` more have come."""
    last = None if conflicts is None else search.conflicts + conflicts
    while True:
        status = search.run(**SLICE)
        if status is not Status.PAUSED or clock.ended or (last is not None and search.conflicts >= last):
            return status


def _without_solution(board: Board, status: Status, search: Search, clock: Budget) -> Verdict:
    refuted = status is Status.REFUTED
    return Verdict(
        Answer.NONE if refuted else Answer.UNKNOWN,
        board.rules,
        reason="every way to draw the paths leads to a contradiction"
        if refuted
        else f"the budget of {clock.limit:g} seconds ended before a solution was found",
        effort=effort_of(search),
        seconds=clock.seconds,
    )
