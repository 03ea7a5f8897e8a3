"""Whether a board has no solution, one or several.  Several ways to the answer take turns of equal cost.

    search     a first solution, then another (`second_solution`); it goes first, as most boards need no more
    windows    once a solution is known: another one that differs only in a small place (`nearby_solution`)
    linkings   on narrow rectangles the frontier counts the canonical linkings: 0, 1, or 2 for two or more
    strict     elsewhere, once a covering solution is known: a search for another canonical linking
    covers     the frontier counts all solutions under the rules (`counting`)
    rungs      the same question under stricter rules (`ladder`), whose solutions are solutions here, too

Linkings and strict test the strict claim (`strict`): if there is only one canonical linking and it covers, it is the
only solution under all four rules.  Two canonical linkings say nothing about solutions, except under FREE.

The search is alone until it has done ALONE of work.  Then the open way that has spent least gets a turn, until it is a
little ahead of the next one.  A way has spent cost / share + behind: `behind` is the work that others may do before it
begins (`start`).  Costs are counted work (`work`), so the way that finishes first is the same on every machine; n ways
with equal shares cost no more than n times the cheapest.  Which one finishes first never changes the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.counting import Counting
from numlink.exact.ladder import carried, rungs_below
from numlink.exact.nearby_solution import NearbySolution
from numlink.exact.second_solution import SecondSolution
from numlink.exact.strict import StrictClaim
from numlink.exact.verdict import Answer, Effort, Verdict
from numlink.exact.work import Slice
from numlink.model.puzzle import Solution
from numlink.model.rules import FREE, NO_TOUCH

ALONE = 1_500_000
"""Nanoseconds of work for the search before the race begins: setting up the counts takes about as much."""

SHORTEST, LONGEST = 250_000, 8_000_000
"""Limits of a turn, in nanoseconds: its Python code takes 10 000, and Ctrl-C may have to wait for the longest turn."""

AHEAD = 24  # a turn lasts until its way leads by 1 / AHEAD of all work so far, so that at most this part is wasted

NEARLY_DONE = 8.0
"""The share of a count changes at most by this factor: other ways go on, as some estimates are ten times too low."""

HURRY = 3.0  # the share of a count grows by HURRY * all work so far / the work that it has left (bench/notes/race.md)

AGAIN = 0.1  # the share of the windows that took too long, once every window was searched

CONTRADICTION = "every way to draw the paths leads to a contradiction"
"""The reason given if a way has shown that there is no solution."""

ANSWERS = (Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE)  # the answer by the number of solutions, 2 for two or more


class WayName(Enum):
    """The ways, as the module describes them."""

    SEARCH = "search"
    WINDOWS = "windows"
    LINKINGS = "linkings"
    STRICT = "strict"
    COVERS = "covers"
    RUNGS = "rungs"


def start(way: WayName, board: Board) -> tuple[float, int]:
    """A way's share of the work, and the nanoseconds that the others may spend before it begins."""
    laid = 1_000 * len(board.cells)  # windows and rungs of a huge board are expensive to set up
    match way:
        case WayName.WINDOWS:
            return (4.0, 1_000_000 + laid) if board.rules.touch else (0.05, 400_000_000 + laid)
        case WayName.STRICT:
            return (1.0 if board.rectangle else 3.0 if board.flat else 0.25), 2_000_000
        case WayName.COVERS:
            return (0.5 if board.flat and board.rules != FREE else 0.1), 5_000_000
        case WayName.RUNGS:
            return 0.2, 100_000_000 + laid
    return 1.0, 0


def hurry(left: int | None, work: int, other: int | None = None) -> float:
    """The factor by which the share of a count changes: at most NEARLY_DONE, and 1 / NEARLY_DONE for the longer count.

    `left`: the nanoseconds that the count has left (None: not known); `work`: the work of all ways so far; `other`:
    the nanoseconds that the other count has left (None: it is not open, or not known).
    """
    if left is None:
        return 1.0
    if other is not None and other < left:
        return 1 / NEARLY_DONE
    return min(NEARLY_DONE, max(1.0, HURRY * work / max(1, left)))


@dataclass(frozen=True, slots=True)
class OpenWay:
    """Where an open way stands before a turn: its work so far in nanoseconds, its share and how far it is behind."""

    name: WayName
    cost: int
    share: float = 1.0
    behind: float = 0

    @property
    def spent(self) -> float:
        """The number that decides whose turn is next."""
        return self.cost / self.share + self.behind


def next_turn(ways: Sequence[OpenWay], cost: int) -> tuple[WayName, int]:
    """The way that has spent least, and for how many nanoseconds it may go on.

    `ways`: the open ones, at least one; if two have spent the same, the first goes on.  `cost`: the work of all ways so
    far, including closed ones.
    """
    way, *others = sorted(ways, key=lambda way: way.spent)
    ahead = max(SHORTEST, min(LONGEST, cost // AHEAD))
    lead = others[0].spent - way.spent if others else LONGEST
    return way.name, int(min(LONGEST, lead * way.share + ahead))


@dataclass(frozen=True, slots=True)
class _Way:
    """A way: the work it has begun, its turn for a number of nanoseconds, and whether it can still help."""

    name: WayName
    begun: Sequence[SecondSolution | NearbySolution | Counting | Ways | None]
    turn: Callable[[int], int | None]
    can_help: bool

    @property
    def cost(self) -> int:
        """Its work so far in nanoseconds."""
        return sum([work.cost for work in self.begun if work is not None])


class Ways:
    """The ways to a board's number of solutions: 0, 1, or 2 for two or more; with `exact` the frontier counts exactly.

    `known`: a solution, so that none need be found.  `search.first` and `search.second` hold the solutions so far.
    `kinds` leaves only some ways open, for measuring, and a search for the first solution if they need one.
    """

    def __init__(
        self, board: Board, known: Solution | None = None, *, exact: bool = False, kinds: Iterable[WayName] = WayName
    ) -> None:
        self.board = board
        self.search = SecondSolution(board, known)
        self.windows: NearbySolution | None = None
        self.claim = StrictClaim(board)
        self.covers: Counting | None = None
        self.rungs: list[Ways] = []
        """The races under the rules below these, cheapest first; all but the last one have ended."""
        self._rungs_left = rungs_below(board.rules)
        self._below: list[Verdict] = []  # the verdicts of the races below that have one
        self._only_one = False
        """Whether the frontier has counted exactly one solution; the solution itself may still be unknown."""
        self._exact = exact
        self._kinds = frozenset(kinds)

    # -- whose turn it is --------------------------------------------------------------------------------------

    def turn(self) -> int | None:
        """Take a turn of the search, or after its time alone, of the way that has spent least.

        Returns 0, 1 or 2 (for two or more) solutions once known, with `exact` the exact number if the frontier counted
        it; else None.  At least one way must be open.
        """
        if WayName.SEARCH in self._kinds and self.search.cost < ALONE:
            return self._search_turn(ALONE - self.search.cost)
        ways = self._open_ways
        name, cost = next_turn([self._standing(way) for way in ways.values()], self.cost)
        return ways[name].turn(cost)

    @property
    def _open_ways(self) -> dict[WayName, _Way]:
        """The open ways; some can help only once a first solution is known, so until then the search is open, too."""
        known = self.search.first is not None
        wanted = self._kinds if known or self._kinds == {WayName.COVERS} else {*self._kinds, WayName.SEARCH}
        return {way.name: way for way in self._ways if way.can_help and way.name in wanted}

    @property
    def _ways(self) -> Sequence[_Way]:
        """Every way, open or not."""
        windows, claim = self.windows, self.claim
        known = self.search.first is not None
        strict = claim.open and known and not self.search.asks_strict
        return (
            _Way(WayName.SEARCH, [self.search], self._search_turn, True),
            _Way(WayName.WINDOWS, [windows], self._windows_turn, known and (windows is None or not windows.ended)),
            _Way(WayName.LINKINGS, [claim.count], self._linkings_turn, claim.counts),
            _Way(WayName.STRICT, [claim.search], self._strict_turn, strict),
            _Way(WayName.COVERS, [self.covers], self.covers_turn, self.counts),
            _Way(WayName.RUNGS, self.rungs, self._rungs_turn, known and bool(self._rungs_left)),
        )

    def _standing(self, way: _Way) -> OpenWay:
        """Where an open way stands before its turn; the share of a count depends on what it has left (`hurry`)."""
        share, behind = start(way.name, self.board)
        if way.name is WayName.WINDOWS and self.windows is not None and self.windows.again:
            share = AGAIN
        for work in way.begun:
            if isinstance(work, Counting) and (way.name is WayName.COVERS or self.search.first is not None):
                share *= hurry(work.left, self.cost, self._left_of_other(work))
        return OpenWay(way.name, way.cost, share, behind)

    def _left_of_other(self, count: Counting) -> int | None:
        """The nanoseconds that the count beside this one has left; None if it is not open or has no estimate."""
        if count is self.claim.count:
            return self.covers.left if self.covers is not None and self.counts else None
        return self.claim.count.left if self.claim.count is not None and self.claim.counts else None

    @property
    def cost(self) -> int:
        """The counted work of all ways, in nanoseconds."""
        return sum([way.cost for way in self._ways])

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return sum([work.effort for way in self._ways for work in way.begun if work is not None], Effort())

    @property
    def counts(self) -> bool:
        """Whether the frontier may still count all solutions."""
        reached = Counting.reaches(self.board) if self.covers is None else self.covers.open
        return reached and WayName.COVERS in self._kinds

    @property
    def open(self) -> bool:
        """Whether any way is open."""
        return bool(self._open_ways)

    # -- verdicts ----------------------------------------------------------------------------------------------

    def decided(self, clock: Budget) -> Verdict:
        """The verdict once one way has finished, or UNKNOWN once the budget has ended."""
        total = None
        while total is None and self.open and not clock.ended:
            total = self.shown(self.turn(), clock)
        return self.verdict(total, clock.ended_before("the proof") if total is None else CONTRADICTION, clock)

    def verdict(self, total: int | None, reason: str, clock: Budget) -> Verdict:
        """The verdict for `total` solutions (None: unknown), with the solutions found, or with `reason`."""
        first, second = self.search.first, self.search.second
        strict = self.claim.holds
        if self.board.rules == FREE and total == 1 and first is not None:
            strict = self.board.covers(first)
        below = self._below or [Verdict(Answer.NONE, NO_TOUCH, reason=CONTRADICTION)] * self.search.all_touch
        return Verdict(
            Answer.UNKNOWN if total is None else ANSWERS[total],
            self.board.rules,
            solution=None if first is None else self.board.solution(first),
            second=None if second is None else self.board.solution(second),
            reason=None if total else reason,
            strict=strict,
            effort=self.effort,
            seconds=clock.seconds,
            below=() if total is not None else tuple(below),
            clear_within=0 if total is not None or self.windows is None else self.windows.clear_within,
        )

    def shown(self, total: int | None, clock: Budget) -> int | None:
        """`total` once there are solutions to show for it; if the frontier only counted them, this finds them.

        None if traces and layers do not fit in memory or the budget ends: a verdict never states a count without
        solutions, so the search goes on until it has found them.
        """
        search = self.search
        if not total or (search.first is not None and (total == 1 or search.second is not None)):
            return total
        assert self.covers is not None
        self._only_one = total == 1
        self.covers.keep_layers()
        if self.covers.run(clock) is None:
            return None
        for found in self.covers.models(total):
            search.met(found)
        return total

    # -- the ways ----------------------------------------------------------------------------------------------

    def _search_turn(self, cost: int) -> int | None:
        """Do a slice of the search; return 0, 1 or 2 once known."""
        search = self.search
        total = search.turn(Slice.worth(cost))
        self.claim.learn(search, total)
        only_one = search.first is not None and (self._only_one or self.claim.only_one(search.first))
        return 1 if total is None and only_one else total

    def _windows_turn(self, cost: int) -> int | None:
        """Search windows around the first solution; return 2 if they show a second one, else None."""
        first = self.search.first
        assert first is not None
        if self.windows is None:
            self.windows = NearbySolution(self.board, first)
        total = self.windows.turn(cost)
        if self.windows.second is not None:
            self.search.met(self.windows.second)
        return total

    def _linkings_turn(self, cost: int) -> int | None:
        """Count a slice of canonical linkings; return 0 or 1 if that decides the number of solutions, else None."""
        linkings = self.claim.count_turn(cost)
        return 0 if linkings == 0 else 1 if self.claim.only_one(self.search.first) else None

    def _strict_turn(self, cost: int) -> int | None:
        """Search a slice for another canonical linking; return 1 if there is none, 2 if it is a solution, else None."""
        first = self.search.first
        assert first is not None
        total = self.claim.search_turn(first, cost)
        if self.claim.second is not None:
            self.search.met(self.claim.second)
        return total

    def covers_turn(self, cost: int) -> int | None:
        """Do a slice of counting solutions on the frontier; return their number once known."""
        if self.covers is None:
            self.covers = Counting(self.board, saturate=not self._exact)
        return self.covers.turn(self.covers.states_worth(cost))

    def _rungs_turn(self, _: int) -> int | None:
        """Take a turn of the race under the next rules below; return the number of solutions once it follows."""
        rules = self._rungs_left[0]
        if not self.rungs or self.rungs[-1].board.rules != rules:
            first = self.search.first
            known = self.board.solution(first) if first is not None and self.board.holds(first, rules) else None
            # not LINKINGS and STRICT, as the strict claim is the same there, nor RUNGS, as the others follow here
            kinds = (WayName.SEARCH, WayName.WINDOWS, WayName.COVERS)
            self.rungs.append(Ways(self.board.under(rules), known, kinds=kinds))
        rung = self.rungs[-1]
        total = rung.turn()
        shown = [model for model in (rung.search.first, rung.search.second) if model is not None]
        for model in shown:
            self.search.met(model)
        if self.search.second is not None:
            return 2
        if total is None or len(shown) < total:
            self._rungs_left = self._rungs_left[not rung.open :]
            return None
        self._rungs_left = self._rungs_left[1:]
        self._below.append(rung.verdict(total, CONTRADICTION, Budget()))
        followed = carried(self.board.puzzle, self._below[-1], self.board.rules)
        return None if followed is None else ANSWERS.index(followed.answer)
