"""The strict claim: exactly one linking when cells may stay empty, and it covers the board.

A linking that is not canonical can be rewritten into one that is, and every rewriting leaves a cell empty
(`canonical_squares`, `canonical_graph`; the idea is that of semiexp's solvers).  So the claim holds if and
only if there is exactly one canonical linking and it covers, and canonical linkings are far fewer than all.
"""

from __future__ import annotations

from array import array
from contextlib import suppress
from dataclasses import replace

from numlink.engine.search.canonical_graph import exchange_clauses
from numlink.engine.search.canonical_squares import valley_clauses
from numlink.engine.search.search import Search, Status
from numlink.engine.search.uniqueness import Walk
from numlink.errors import BudgetEnded
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.counting import Counting
from numlink.exact.first_solution import Beside
from numlink.exact.second_solution import A_SHORT_WALK
from numlink.exact.strict_walks import Corners
from numlink.exact.turns import hurry
from numlink.exact.verdict import Answer, Effort, Verdict
from numlink.exact.work import SLICE, Slice, cost_of, effort_of
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE, NO_TOUCH, Claim

APART = Slice(conflicts=2_000, propagations=2_000_000)
"""What may be spent on a first cover that does not touch itself, which can be walked from all four corners."""

BEFORE_LINKINGS = 5_000_000
"""Nanoseconds that the walks may spend before canonical linkings are counted beside them."""


class Linkings:
    """Decides the strict claim, in slices: finds one canonical linking, then looks for any other.

    With a `known` solution that covers and is canonical, only another one is left to look for.  A walk does that;
    beyond rectangles a short one with the clauses of `canonical_graph`.  With `always_walks` it is a long one without
    them: a rating depends on how many conflicts that takes.
    """

    def __init__(self, puzzle: Puzzle, known: array[int] | None = None, *, always_walks: bool = False) -> None:
        self.board = Board(puzzle, FREE)
        self.models: list[array[int]] = []
        self.searches: list[Search] = [self.board.search(canonical=True)]
        if self.board.rectangle:
            clauses = valley_clauses(puzzle.width, puzzle.height, self.board.cells, self.board.laid)
            self.searches[0].add_clauses(clauses)
        elif not always_walks:
            self.searches[0].add_clauses(exchange_clauses(self.board.links, self.board.cells, self.board.rim()))
        self._running: Search | Walk = self.searches[0]
        if known is not None and self.board.covers(known) and self.is_canonical(known):
            self.models.append(known)
            self._running = Walk(self.searches[0], known)
        self._short = not (self.board.rectangle or always_walks)

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return effort_of(*self.searches)

    @property
    def conflicts(self) -> int:
        """Conflicts of all searches so far."""
        return sum([search.conflicts for search in self.searches])

    @property
    def lost(self) -> bool:
        """Whether a linking that leaves cells empty is known: it refutes the claim."""
        return bool(self.models) and not self.board.covers(self.models[0])

    def is_canonical(self, model: array[int]) -> bool:
        """Whether a linking satisfies the clauses of the search; if not, there is a second linking, a canonical one."""
        search = self.searches[0]
        search.assume(array("i", [2 * link if on else 2 * link + 1 for link, on in enumerate(model)]))
        while (status := search.run()) is Status.PAUSED:
            pass  # every link is assumed, so nothing is searched: a run propagates 100,000 of them
        search.assume(array("i"))
        return status is Status.SATISFIED

    def turn(self, work: Slice) -> Answer | None:
        """A slice of work; the answer to the strict claim once it is known, else None."""
        running = self._running
        if self._short and isinstance(running, Walk):
            work = work.before(A_SHORT_WALK - self.conflicts)
        status = work.of(running)
        if status is Status.PAUSED:
            if self._short and isinstance(running, Walk) and running.search.conflicts >= A_SHORT_WALK:
                running.close()
                running.search.add_clause(self.board.other_than(self.models[0]))
                self._running = running.search
            return None
        if status is Status.REFUTED:
            return Answer.UNIQUE if self.models and not self.lost else Answer.NONE
        search = self.searches[-1]
        self.models.append(search.model())
        if len(self.models) == 2:
            return Answer.MULTIPLE
        if self.lost:
            # This linking leaves cells empty, so the claim is false.  Look for any second linking, to show both.
            search = self._running = self.board.search()
            self.searches.append(search)
            search.set_phases(self.models[0])
        search.add_clause(self.board.other_than(self.models[0]))
        return None

    def verdict(self, answer: Answer | None, clock: Budget) -> Verdict:
        """The verdict on the strict claim with its linkings; `answer` None: the budget ended first."""
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
            strict=None if answer is None else answer is Answer.UNIQUE,
            effort=self.effort,
            seconds=clock.seconds,
        )


class SecondLinking:
    """SecondSolution for FREE, where linkings are the solutions: few are canonical, so `Linkings` searches those."""

    def __init__(self, board: Board, known: Solution | None = None) -> None:
        self.first: array[int] | None = None if known is None else board.model(known)
        self.second: array[int] | None = None
        self.linkings = Linkings(board.puzzle, self.first)
        self.searches = self.linkings.searches

    @property
    def conflicts(self) -> int:
        """Conflicts of all searches so far."""
        return self.linkings.conflicts

    def met(self, model: array[int]) -> None:
        """Keep a solution: as the first, or as the second if it differs from the first."""
        if self.first is None:
            self.first = model
        elif model != self.first:
            self.second = model

    def turn(self, work: Slice) -> int | None:
        """A slice of work; 0, 1 or 2 (for two or more) solutions once that is known, else None."""
        answer = self.linkings.turn(work)
        models = self.linkings.models
        for model in models:
            self.met(model)
            if self.second is not None:
                return 2
        return None if answer is None else len(models)

    def is_strict(self, total: int | None) -> bool | None:
        """Whether the strict claim holds, given how many linkings there are; None for None."""
        return None if total is None else total == 1 and not self.linkings.lost


def only_linking(
    puzzle: Puzzle, known: Solution | None = None, *, conflicts: int, clock: Budget | None = None
) -> tuple[bool | None, Solution | None]:
    """Whether a board is strict, and its solution if it is; (None, None) where `conflicts` or the clock ended first.

    A `known` solution, which must be right, makes it faster.  Without a clock the answer is the same on every machine.
    """
    board = Board(puzzle, FREE)
    linkings = Linkings(puzzle, None if known is None else board.model(known), always_walks=True)
    answer = None
    while answer is None and not linkings.lost:
        if linkings.conflicts >= conflicts or (clock is not None and clock.ended):
            return None, None
        answer = linkings.turn(SLICE)
    return (True, board.solution(linkings.models[0])) if answer is Answer.UNIQUE else (False, None)


def prove_strict(puzzle: Puzzle, clock: Budget) -> Verdict:
    """UNIQUE where the claim holds, MULTIPLE with two linkings, NONE where there is no linking or the only one leaves
    cells empty; UNKNOWN when the budget ends first.
    """
    apart, known = _apart(puzzle)
    linkings = Linkings(puzzle, known)
    beside = Beside(linkings.board)
    corners, counting, asked = None, None, False
    answer = None
    while answer is None and not clock.ended:
        answer = linkings.turn(SLICE)
        if answer is None and not linkings.models and beside.turn(linkings.conflicts) == 0:
            answer = Answer.NONE
        if answer is None and linkings.models and not asked:  # once: the first linking stays the first
            corners, asked = _corners(linkings.board, linkings.models[0]), True
            counting = _counting(linkings.board) if corners is not None else None
        if answer is None and corners is not None:
            answer = _turn(corners, linkings, clock)
        if answer is None and counting is not None:
            answer = _counted(counting, linkings, cost_of([*linkings.searches, *_walking(corners)]), clock)
    verdict = linkings.verdict(answer, clock)
    effort = verdict.effort + effort_of(*apart, *_walking(corners))
    return replace(verdict, effort=effort if counting is None else effort + counting.effort)


def _walking(corners: Corners | None) -> list[Search]:
    """The searches of the corners."""
    return [] if corners is None else [search for search, _ in corners.walks]


def _counting(board: Board) -> Counting | None:
    """The count of canonical linkings; None where the board is too wide."""
    return Counting(board, linkings=True) if Counting.reaches_linkings(board) else None


def _counted(counting: Counting, linkings: Linkings, walked: int, clock: Budget) -> Answer | None:
    """Turns of the count until it has cost as much as the walks; UNIQUE where it shows that there is one linking only.

    `walked`: what the walks have cost.  The known linking covers and does not touch itself, so it is canonical
    whichever way the count takes as "down".  Where there are two or more, the walks go on and find them.
    """
    while not counting.out_of_reach and counting.total is None and not clock.ended:
        grown = hurry(counting.left, walked + counting.cost)
        if walked < BEFORE_LINKINGS or counting.cost >= walked * grown:
            break
        if counting.turn() == 1 and linkings.models:
            return Answer.UNIQUE
    return None


def _apart(puzzle: Puzzle) -> tuple[list[Search], array[int] | None]:
    """A short search for a cover of a plain rectangle that does not touch itself, and the cover if it finds one."""
    board = Board(puzzle, NO_TOUCH)
    if not board.plain:
        return [], None
    search = board.search()
    search.sweep(puzzle.width)
    return [search], search.model() if APART.of(search) is Status.SATISFIED else None


def _corners(board: Board, model: array[int]) -> Corners | None:
    """Walks from the four corners over a linking; None if it is no cover without touching of a plain rectangle."""
    solution = board.solution(model)
    if not board.plain or check(board.puzzle, solution, NO_TOUCH):
        return None
    return Corners(board.puzzle.with_solution(solution))


def _turn(corners: Corners, linkings: Linkings, clock: Budget) -> Answer | None:
    """A turn of the corners; the answer once it is known, else None.  MULTIPLE puts a second linking in `linkings`."""
    with suppress(BudgetEnded):
        status = corners.turn(lambda: clock.require("the proof ended"), SLICE.conflicts)
        if status is Status.REFUTED:
            return Answer.UNIQUE
        if status is Status.SATISFIED:
            board = linkings.board
            linkings.models[1:] = [board.marked(board.link_index[pair] for pair in corners.other())]
            return Answer.MULTIPLE
    return None
