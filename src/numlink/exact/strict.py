"""The strict claim: exactly one linking when cells may stay empty, and it covers the board.

A linking that is not canonical can be rewritten into one that is, and every rewriting leaves a cell empty
(`canonical_squares`, `canonical_graph`; the idea is that of semiexp's solvers).  So the claim holds if and
only if there is exactly one canonical linking and it covers, and canonical linkings are far fewer than all.
"""

from __future__ import annotations

from array import array

from numlink.engine.search.canonical_graph import exchange_clauses
from numlink.engine.search.canonical_squares import valley_clauses
from numlink.engine.search.search import Search, Status
from numlink.engine.search.uniqueness import Walk
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.first_solution import FirstSolution
from numlink.exact.strict_walks import StrictWalks
from numlink.exact.verdict import Answer
from numlink.exact.work import SLICE, Slice, work_of
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE


class Linkings:
    """Decides the strict claim, in slices: finds one canonical linking, then looks for any other.

    With a `known` solution that covers and is canonical, only another one is left to look for.  A walk does that on
    rectangles; beyond them a search with the clauses of `canonical_graph`.  With `always_walks` it is a walk without
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
        self._walks = self.board.rectangle or always_walks
        if known is not None:
            self.begin(known)

    def begin(self, known: array[int]) -> None:
        """Look for any linking but `known`; nothing changes where that leaves cells empty or is not canonical."""
        if self.is_canonical_cover(known):
            if self._walks:
                self.models.append(known)
                self._running = Walk(self.searches[0], known)
            else:
                self.searches[0].set_phases(known)
                self.met(known)

    @property
    def conflicts(self) -> int:
        """Conflicts of all searches so far."""
        return work_of(self.searches)[0]

    @property
    def lost(self) -> bool:
        """Whether a linking that leaves cells empty is known: it refutes the claim."""
        return bool(self.models) and not self.board.covers(self.models[0])

    def is_canonical_cover(self, model: array[int]) -> bool:
        """Whether a linking covers and satisfies the clauses of the search; if not, there is another, canonical one."""
        if not self.board.covers(model):
            return False
        search = self.searches[0]
        search.assume(array("i", [2 * link if on else 2 * link + 1 for link, on in enumerate(model)]))
        while (status := search.run()) is Status.PAUSED:
            pass  # every link is assumed, so nothing is searched: a run propagates 100,000 of them
        search.assume(array("i"))
        return status is Status.SATISFIED

    def turn(self, work: Slice) -> Answer | None:
        """A slice of work; the answer to the strict claim once it is known, else None."""
        status = work.of(self._running)
        if status is Status.PAUSED:
            return None
        if status is Status.REFUTED:
            return Answer.UNIQUE if self.models and not self.lost else Answer.NONE
        return self.met(self.searches[-1].model())

    def met(self, model: array[int]) -> Answer | None:
        """Keep a linking of the search that ran, and ask it for another one; MULTIPLE with two."""
        search = self.searches[-1]
        self.models.append(model)
        if len(self.models) == 2:
            return Answer.MULTIPLE
        if self.lost:
            # This linking leaves cells empty, so the claim is false.  Look for any second linking, to show both.
            search = self._running = self.board.search()
            self.searches.append(search)
            search.set_phases(self.models[0])
        search.add_clause(self.board.other_than(self.models[0]))
        return None


class SecondLinking:
    """SecondSolution for FREE, where linkings are the solutions: few are canonical, so `Linkings` searches those."""

    def __init__(self, board: Board, known: Solution | None = None) -> None:
        self.first: array[int] | None = None if known is None else board.model(known)
        self.second: array[int] | None = None
        self.linkings = Linkings(board.puzzle, self.first)
        self._finding = FirstSolution(board, self.linkings.searches[0]) if self.first is None else None

    @property
    def searches(self) -> list[Search]:
        """All searches so far, for their counted work."""
        return self.linkings.searches + ([] if self._finding is None else self._finding.searches[1:])

    @property
    def all_touch(self) -> bool:
        """Whether every cover is known to touch itself: then the strict claim is false."""
        return self._finding is not None and self._finding.all_touch

    def met(self, model: array[int]) -> None:
        """Keep a solution: as the first, or as the second if it differs from the first."""
        if self.first is None:
            self.first = model
        elif model != self.first:
            self.second = model

    def turn(self, work: Slice) -> int | None:
        """A slice of work; 0, 1 or 2 (for two or more) solutions once that is known, else None."""
        if self.first is None and self._finding is not None:
            return self._find(self._finding, work)
        answer = self.linkings.turn(work)
        for model in self.linkings.models:
            self.met(model)
            if self.second is not None:
                return 2
        return None if answer is None else len(self.linkings.models)

    def _find(self, finding: FirstSolution, work: Slice) -> int | None:
        """A slice of the search for the first linking."""
        status = finding.turn(work)
        if status is Status.REFUTED:
            return 0
        if status is Status.SATISFIED and finding.model is not None:
            self.first = finding.model
            # On plain rectangles walks are left to `FourWalks`.
            if finding.found_itself or (self.linkings.board.plain and self.linkings.is_canonical_cover(self.first)):
                self.linkings.met(self.first)
            else:
                self.linkings.begin(self.first)
        return None

    def is_strict(self, total: int | None) -> bool | None:
        """Whether the strict claim holds, given how many linkings there are; None for None."""
        return None if total is None else total == 1 and not self.linkings.lost


class FourWalks:
    """Decides whether a cover that does not touch itself, on a plain rectangle, is the only linking, in slices."""

    def __init__(self, board: Board, first: array[int]) -> None:
        self.models = [first]
        self._board = board
        self._walks = StrictWalks(board.puzzle.with_solution(board.solution(first)))

    @property
    def searches(self) -> list[Search]:
        """All searches so far, for their counted work."""
        return [search for search, _ in self._walks.walks]

    def turn(self, work: Slice) -> Answer | None:
        """A slice of work; the answer to the strict claim once it is known, else None.  MULTIPLE adds a model."""
        status = self._walks.turn(work.conflicts)
        if status is Status.SATISFIED:
            index = self._board.link_index
            self.models.append(self._board.marked(index[pair] for pair in self._walks.other()))
            return Answer.MULTIPLE
        return Answer.UNIQUE if status is Status.REFUTED else None


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
