"""The strict claim: exactly one linking when cells may stay empty, and it covers the board.

A linking that is not canonical can be rewritten into a canonical one, and every rewriting leaves a cell empty
(`canonical_squares`, `canonical_graph`; the idea comes from semiexp's solvers).  So the claim holds if and only if
there is exactly one canonical linking and it covers.  Canonical linkings are a small part of all linkings.

Canonical linkings and walks (`uniqueness`) depend on a direction: corners flip *down*, and queries go from the last
link to the first.  A cover whose paths do not touch themselves is canonical in all directions, so each of four turned
copies of the board can be walked; a board that is hard from one corner may be easy from another:

    ┌─>──────┐
    v        v       refuted: the cover is the only linking, so it is strict
    │        │       satisfied: there is another linking, so it is not strict; usually found at once
    ^        ^
    └──────<─┘       else the walk with the fewest queries left goes on alone; paused: it gave up, not known
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from numlink.engine.arrays import carried, links_followed
from numlink.engine.search.search import Search, Status
from numlink.engine.search.uniqueness import Walk
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.second_solution import SecondSolution
from numlink.exact.work import SLICE, Searching, Slice
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE, NO_TOUCH

if TYPE_CHECKING:
    from numlink.exact.counting import Counting

Turned: TypeAlias = tuple[int, int, int]  # a symmetric copy of a board, one of `engine.arrays.COPIES`

CORNERS: tuple[Turned, ...] = ((1, 0, 0), (1, 1, 1), (0, 1, 0), (0, 0, 1))
"""Four copies of a board, each with another corner at the top left."""

TURNS = (50, 200)
"""Total conflicts of each walk after the first and the second round of turns (bench/notes/strict_walks.md)."""

PROMISING = ((32, 120), (8, 40))
"""(part, queries): after 1 / part of its patience the best walk must have at most this many queries left; otherwise the
work on the cover stops (bench/notes/strict_walks.md)."""


class StrictClaim:
    """The strict claim about a board, decided in slices by a count or a search of canonical linkings.

    `open` until it is decided; then `holds` is True or False.  Closed under NO_TOUCH, where the plain search is fast.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.open = board.rules != NO_TOUCH
        self.holds: bool | None = None
        self.count: Counting | None = None
        self.search: SecondSolution | None = None
        self.second: array[int] | None = None  # a linking other than the first solution, if it is a solution too

    @property
    def counts(self) -> bool:
        """Whether the frontier can still count the canonical linkings."""
        from numlink.exact.counting import Counting  # imported here: boards are made without the frontier

        return self.open and (Counting.reaches_linkings(self.board) if self.count is None else self.count.open)

    def decide(self, holds: bool) -> None:
        """Record that the claim holds or not, which ends both the count and the search."""
        self.open, self.holds = False, holds

    def learn(self, search: SecondSolution, total: int | None) -> None:
        """Decide the claim if the search for solutions shows it: all of them touch, or no link was left to choose."""
        if self.open and search.all_touch:
            self.decide(False)
        elif self.open and total == 1 and not search.effort.decisions and self.board.has_one_linking:
            self.decide(search.first is not None and self.board.covers(search.first))

    def count_turn(self, cost: int) -> int | None:
        """Count canonical linkings for `cost` nanoseconds; return 0, 1 or 2 (for two or more) once known, else None."""
        from numlink.exact.counting import Counting  # imported here, as above

        if self.count is None:
            self.count = Counting(self.board, linkings=True)
        total = self.count.turn(self.count.states_worth(cost))
        if total == 2:
            self.decide(False)
        return total

    def only_one(self, first: array[int] | None) -> bool:
        """Whether exactly one canonical linking was counted and `first`, a known solution, is that one and covers."""
        if self.open and self.count is not None and self.count.total == 1 and first is not None:
            self.decide(self.board.holds(first, NO_TOUCH))
        return self.holds is True

    def search_turn(self, first: array[int], cost: int) -> int | None:
        """Search for a canonical linking other than `first`; return 1 if there is none, 2 with `second`, else None."""
        if self.search is None:
            if not self.board.holds(first, NO_TOUCH):
                self.decide(False)
                return None
            self.search = SecondSolution(self.board.under(FREE), first)
        total, other = self.search.turn(Slice.worth(cost)), self.search.second
        if total is not None:
            self.decide(total == 1)
        if other is not None and self.board.holds(other, self.board.rules):
            self.second = other
        return total if total == 1 or self.second is not None else None


def only_linking(
    puzzle: Puzzle, known: Solution | None = None, *, conflicts: int, clock: Budget | None = None
) -> tuple[bool | None, Solution | None]:
    """Whether a board is strict, and its solution if it is; (None, None) if `conflicts` or the clock ended first.

    A `known` solution, which must be right, makes it faster.  Without a clock the answer is the same on every machine.
    Only walks decide, beyond rectangles with local clauses only: a rating depends on how many conflicts that takes.
    """
    board = Board(puzzle, FREE)
    search = board.linkings_search() if board.rectangle else board.search(canonical=True)
    running: Search | Walk = search
    cover = None if known is None else board.model(known)
    if cover is not None and _is_canonical_cover(search, board, cover):
        running = Walk(search, cover)
    else:
        cover = None
    while search.conflicts < conflicts and (clock is None or not clock.ended):
        status = SLICE.of(running)
        if status is Status.REFUTED:
            return cover is not None, None if cover is None else board.solution(cover)
        if status is Status.SATISFIED:
            if cover is not None or not board.covers(search.model()):
                return False, None
            cover = search.model()
            search.add_clause(board.other_than(cover))
    return None, None


def _is_canonical_cover(search: Search, board: Board, model: array[int]) -> bool:
    """Whether a linking covers and satisfies the clauses of the search; if not, another linking is canonical."""
    if not board.covers(model):
        return False
    search.assume(array("i", [2 * link if on else 2 * link + 1 for link, on in enumerate(model)]))
    while (status := search.run()) is Status.PAUSED:
        pass  # every link is assumed, so the run only propagates, 100,000 links at a time
    search.assume(array("i"))
    return status is Status.SATISFIED


def patience(cells: int) -> int:
    """The conflicts allowed for a walk that goes on alone: strict covers of larger boards need longer proofs.

    >>> patience(225), patience(720)
    (12656, 129600)
    """
    return cells * cells // 4


class StrictWalks(Searching):
    """Four walks over the solution of a puzzle on a plain rectangle; its paths must not touch themselves.

    All limits are counted work, so the answer is the same on every machine.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        if puzzle.solution is None:
            raise ValueError("corners ask about a puzzle whose solution is known")
        self.puzzle, self.solution = puzzle, puzzle.solution
        self.walks: list[Walk] = []
        self.searches = []

    @property
    def conflicts(self) -> int:
        """Conflicts of all walks so far."""
        return sum(search.conflicts for search in self.searches)

    def run(self, breathe: Callable[[], None], longest: int | None = None) -> Status:
        """REFUTED: there is no other linking, the cover is strict; SATISFIED: there is one; PAUSED: it gave up.

        It gives up if the walks seem long, or after `longest` conflicts of all walks.  `breathe` is called between
        slices of about 10 ms and may raise an exception to stop the work.
        """
        status = self.take_turns(breathe, TURNS)
        most = patience(len(self.puzzle.cells))
        if longest is not None:
            most = min(most, longest)
        for part, questions in (*PROMISING, (1, 0)):
            if status is Status.PAUSED:
                status = self._go_on(self._farthest, most // part, breathe)
            if status is not Status.PAUSED or self.walks[self._farthest].remaining > questions:
                break
        return Status.PAUSED if longest is not None and self.conflicts > longest else status

    def prove(self, breathe: Callable[[], None]) -> Status:
        """REFUTED or SATISFIED as in `run`, however long it takes."""
        status = self.take_turns(breathe, TURNS)
        while status is Status.PAUSED:
            index = self._farthest
            status = self._go_on(index, self.searches[index].conflicts + patience(len(self.puzzle.cells)), breathe)
        return status

    def take_turns(self, breathe: Callable[[], None], turns: Sequence[int]) -> Status:
        """Run each walk up to the conflicts of each round; return PAUSED if no walk has ended."""
        for most in turns:
            for index in range(len(CORNERS)):
                if (status := self._go_on(index, most, breathe)) is not Status.PAUSED:
                    return status
        return Status.PAUSED

    @property
    def _farthest(self) -> int:
        """The index of the walk with the fewest queries left."""
        return min(range(len(self.walks)), key=lambda index: self.walks[index].remaining)

    def _go_on(self, index: int, most: int, breathe: Callable[[], None]) -> Status:
        """Run walk `index`, creating it if it is new, until it ends or has had `most` conflicts in all."""
        if index == len(self.walks):
            self.walks.append(self._walk(CORNERS[index]))
            self.searches.append(self.walks[index].search)
        search, walk = self.searches[index], self.walks[index]
        status = Status.PAUSED
        while status is Status.PAUSED and search.conflicts < most:
            status = walk.run(min(SLICE.conflicts, most - search.conflicts), SLICE.propagations)
            if status is Status.PAUSED:
                breathe()
        return status

    def _walk(self, copy: Turned) -> Walk:
        """The walk over the cover of one copy of the board, in a search for canonical linkings."""
        puzzle = self.puzzle
        place = list(carried(puzzle.width, puzzle.height, copy))
        cells = [0] * len(place)
        for cell, number in enumerate(puzzle.cells):
            cells[place[cell]] = number
        following = array("i", [-1]) * len(place)
        for path in self.solution.paths:
            for cell, after in zip(path, path[1:], strict=False):
                following[place[cell]] = place[after]
        width, height = (puzzle.height, puzzle.width) if copy[0] else (puzzle.width, puzzle.height)
        board = Board(Puzzle(width, height, tuple(cells)), FREE)
        return Walk(board.linkings_search(), links_followed(board.links, following))
