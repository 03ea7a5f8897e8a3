"""How many solutions: none, one or several?  Several ways to the answer take turns of equal cost.

    search     a first solution, then another (`second_solution`); it begins, as most boards need no more
    windows    once a solution is known: another one that differs in a small place only (`nearby_solution`)
    linkings   the frontier counts the canonical linkings: 0, 1, or 2 for two or more
    strict     once a solution is known that covers and is canonical: a search whether it is the only canonical linking
    covers     the frontier counts all solutions under the rules (`counting`)
    rungs      the same question under the rules below these (`ladder`), whose solutions are solutions here

Linkings and strict try the strict claim: where there is only one canonical linking and it covers, it is the only
solution under all four rules (docs/algorithms.md).  Two canonical linkings say nothing about solutions, save under
FREE: then both ways close, and the others share the work.  The frontier takes as "down" the direction in which it
counts cheapest; a solution that covers and does not touch itself is canonical in every direction.

The search is alone until it has done ALONE of work: most boards need no more.  Then the open way with the smallest
cost / share + behind has a turn, until it is level with the next one and a little ahead:

    search     3.1 ms / 0.5               Costs are counted work (`work`), so the way that ends first is the same on
    linkings   5.9 ms / 1                 every machine.  A way that begins later counts as `behind` what the others
    covers     4.0 ms / 1  + 2 ms behind  may spend before.  Of n ways none costs more than n times the cheapest.

The way that ends first never changes the answer.  bench/notes/race.md has what each costs.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.counting import Counting
from numlink.exact.ladder import carried, pulled_straight, rungs_below
from numlink.exact.nearby_solution import NearbySolution
from numlink.exact.second_solution import SecondSolution
from numlink.exact.strict import Linkings
from numlink.exact.verdict import Answer, Effort, Verdict
from numlink.exact.work import Slice
from numlink.model.judge import check
from numlink.model.kinds.names import Feature
from numlink.model.puzzle import Solution
from numlink.model.rules import FREE, NO_TOUCH, Rules

ALONE = 700_000
"""Nanoseconds of work that the search has before the race is set up, which takes 40 000 to 80 000 of Python code."""

SHORTEST, LONGEST = 250_000, 8_000_000
"""Limits of a turn, in nanoseconds: the Python code of a turn takes 10 000; Ctrl-C may wait for the longest turn."""

AHEAD = 24
"""A turn goes on until its way leads by 1 / AHEAD of all work so far, so no more than that part is wasted."""

NEARLY_DONE = 8.0
"""By how much the share of a count grows at most: the others go on, as some guesses are ten times too low."""

HURRY = 3.0
"""The share of a count grows by HURRY times all work so far over the work that it has left (bench/notes/race.md)."""

AGAIN = 0.1
"""The share of windows that took too long at first, once every window was asked."""

CROSSING = frozenset({Feature.BRIDGES, Feature.LAYERS, Feature.WRAP, Feature.DIAGONALS})
"""What makes a board's links cross or lead round its rim."""

CONTRADICTION = "every way to draw the paths leads to a contradiction"
"""The reason given where a way has shown that there is no solution."""

ANSWERS = (Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE)
"""The answer by the number of solutions, 2 for two or more."""


class WayName(Enum):
    """The ways, as the module describes them; the value names what `Ways` has begun of each."""

    SEARCH = "search"
    WINDOWS = "windows"
    LINKINGS = "linkings"
    STRICT = "strict"
    COVERS = "covers"
    RUNGS = "rungs"


NEED_A_FIRST = frozenset({WayName.WINDOWS, WayName.LINKINGS, WayName.STRICT, WayName.RUNGS})
"""The ways that begin at a first solution."""

WAYS_OF_RUNGS = (WayName.SEARCH, WayName.WINDOWS, WayName.COVERS)
"""The ways under rules below: the strict claim is the same there, and all other rungs follow."""


def start(way: WayName, board: Board) -> tuple[float, int]:
    """A way's share of the work, and the nanoseconds that the others may spend before it begins."""
    flat = CROSSING.isdisjoint(board.puzzle.layout.features())
    match way:
        case WayName.SEARCH:
            return (0.3 if flat and not board.rectangle and board.rules.touch and board.rules.fill else 1.0), 0
        case WayName.WINDOWS:
            return (4.0 if board.rules.touch else 0.05), 1_000_000
        case WayName.LINKINGS:
            return 1.0, 5_000_000 if board.rules == FREE else 1_000_000
        case WayName.STRICT:
            return (1.0 if flat else 0.25), 1_500_000
        case WayName.COVERS:
            return (0.5 if board.rectangle and board.rules != FREE else 0.1), 5_000_000
    return 0.2, 100_000_000


def hurry(left: int | None, work: int) -> float:
    """By how much the share of a count grows, 1 to NEARLY_DONE, that has `left` nanoseconds to go (None: not known).

    `work`: the work of all ways so far.
    """
    if left is None or left >= HURRY * work:
        return 1.0
    return min(NEARLY_DONE, HURRY * work / max(1, left))


@dataclass(frozen=True, slots=True)
class OpenWay:
    """Where an open way stands before a turn: its work so far in nanoseconds, its share and how far it is behind."""

    name: WayName
    cost: int
    share: float = 1.0
    behind: float = 0

    @property
    def spent(self) -> float:
        """The figure that decides whose turn is next."""
        return self.cost / self.share + self.behind


def next_turn(ways: Sequence[OpenWay], cost: int) -> tuple[WayName, int]:
    """The way that has spent least, and for how many nanoseconds it goes on.

    `ways`: those that are open, one at least; of two that have spent as much the first one goes on.  `cost`: the work
    of all ways so far, closed ones included.
    """
    way, *others = sorted(ways, key=lambda way: way.spent)
    ahead = max(SHORTEST, min(LONGEST, cost // AHEAD))
    lead = others[0].spent - way.spent if others else LONGEST
    return way.name, int(min(LONGEST, lead * way.share + ahead))


class _Begun(Protocol):
    """What a way has begun: its counted nanoseconds, and its work in counts."""

    @property
    def cost(self) -> int: ...
    @property
    def effort(self) -> Effort: ...


class Ways:
    """The ways to a board's number of solutions: 0, 1, or 2 for two or more; with `exact` the count is exact.

    `known`: a solution, which saves finding one.  `search.first` and `search.second` hold the solutions met so far,
    `is_strict` is True, False or None (not known).  `kinds` leaves only some ways open, for measuring; the search for a
    first solution stays open for ways that need one.
    """

    def __init__(
        self,
        board: Board,
        known: Solution | None = None,
        *,
        exact: bool = False,
        kinds: Collection[WayName] = tuple(WayName),
    ) -> None:
        self.board = board
        self.search = SecondSolution(board, known)
        self.windows: NearbySolution | None = None
        self.linkings: Counting | None = None
        self.strict: Linkings | None = None
        self.covers: Counting | None = None
        self.rungs: list[Ways] = []
        """The races under the rules below these, cheapest first; all but the last one have ended."""
        self.answer: Answer | None = None
        """The answer of a race under rules below others, once it is known."""
        self.is_strict: bool | None = None
        self._to_the_first = 0
        """What the search had cost when it found the first solution: windows begin after it."""
        self._only_one = False
        """Whether the frontier has counted exactly one solution, which may not be known yet."""
        self._exact = exact
        self._kinds = kinds
        # Not under NO_TOUCH: there the search is fast by itself.
        self._tries_strict = board.rules != NO_TOUCH

    # -- whose turn it is --------------------------------------------------------------------------------------

    def turn(self) -> int | None:
        """A turn of the search, or once that has been alone for long enough, of the way that has spent least.

        Returns 0, 1 or 2 (for two or more) solutions once known, with `exact` the number where the frontier told it;
        else None.  One way must be open.
        """
        if WayName.SEARCH in self._kinds and self.search.cost < ALONE:
            return self._search_turn(ALONE)
        way, cost = next_turn([self._standing(kind) for kind in WayName if self.is_open(kind)], self.cost)
        turns = {
            WayName.SEARCH: self._search_turn,
            WayName.WINDOWS: self._windows_turn,
            WayName.LINKINGS: self._linkings_turn,
            WayName.STRICT: self._strict_turn,
            WayName.COVERS: self.covers_turn,
            WayName.RUNGS: self._rungs_turn,
        }
        return turns[way](cost)

    def is_open(self, kind: WayName) -> bool:
        """Whether a way can still help; those not among `kinds` cannot, save a search for the first solution."""
        first = self.search.first
        if kind is WayName.SEARCH and first is None:
            return kind in self._kinds or not NEED_A_FIRST.isdisjoint(self._kinds)
        if kind not in self._kinds:
            return False
        match kind:
            case WayName.SEARCH:
                return True
            case WayName.WINDOWS:
                return first is not None and (self.windows is None or not self.windows.ended)
            case WayName.LINKINGS:
                reached = Counting.reaches_linkings(self.board) if self.linkings is None else self.linkings.open
                return self._tries_strict and reached
            case WayName.STRICT:
                return self._tries_strict and first is not None and not self.search.asks_strict
            case WayName.COVERS:
                return Counting.reaches(self.board) if self.covers is None else self.covers.open
        return first is not None and bool(self._rungs_left)

    def _begun(self, kind: WayName) -> Sequence[_Begun]:
        """What a way has begun."""
        begun: list[_Begun] | _Begun | None = getattr(self, kind.value)
        if isinstance(begun, list):
            return begun
        return [] if begun is None else [begun]

    def _standing(self, kind: WayName) -> OpenWay:
        """An open way before its turn; the share of a count grows that says what it has left."""
        share, behind = start(kind, self.board)
        if kind in (WayName.WINDOWS, WayName.RUNGS):
            # searches for another solution go on for as long as the first one took
            behind += self._to_the_first
        if kind is WayName.WINDOWS:
            share = AGAIN if self.windows is not None and self.windows.again else share
        for begun in self._begun(kind):
            if isinstance(begun, Counting) and (kind is WayName.COVERS or self.search.first is not None):
                share *= hurry(begun.left, self.cost)
        return OpenWay(kind, self._cost(kind), share, behind)

    def _cost(self, kind: WayName) -> int:
        """What one way has cost so far, in nanoseconds of counted work."""
        return sum([begun.cost for begun in self._begun(kind)])

    @property
    def cost(self) -> int:
        """Counted work of all ways together, in nanoseconds."""
        return sum([self._cost(kind) for kind in WayName])

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        return sum([begun.effort for kind in WayName for begun in self._begun(kind)], Effort())

    @property
    def open(self) -> bool:
        """Whether any way is open."""
        return any(self.is_open(kind) for kind in WayName)

    # -- verdicts ----------------------------------------------------------------------------------------------

    def decided(self, clock: Budget) -> Verdict:
        """The verdict when one way has ended, or UNKNOWN when the budget has."""
        total = None
        while total is None and self.open and not clock.ended:
            total = self.shown(self.turn(), clock)
        return self.verdict(total, clock.ended_before("the proof") if total is None else CONTRADICTION, clock)

    def verdict(self, total: int | None, reason: str, clock: Budget) -> Verdict:
        """The verdict for `total` solutions (None: unknown), with the solutions met, or with `reason`."""
        first, second = self.search.first, self.search.second
        if self.board.rules == FREE and total == 1 and first is not None:
            self.is_strict = self.board.covers(first)
        below = [(rung.board.rules, rung.answer) for rung in self.rungs if rung.answer is not None]
        if self.search.all_touch and not self.rungs:
            below = [(NO_TOUCH, Answer.NONE)]
        return Verdict(
            Answer.UNKNOWN if total is None else ANSWERS[total],
            self.board.rules,
            solution=None if first is None else self.board.solution(first),
            second=None if second is None else self.board.solution(second),
            reason=None if total else reason,
            strict=self.is_strict,
            effort=self.effort,
            seconds=clock.seconds,
            below=() if total is not None else tuple(below),
            clear_within=0 if total is not None or self.windows is None else self.windows.clear_within,
        )

    def shown(self, total: int | None, clock: Budget) -> int | None:
        """`total` once there are solutions to show for it; those that the frontier counted are provided here.

        None where traces and layers have no room or the budget ends: a verdict never states a count without solutions,
        so the search goes on until it has found them.
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

    def _holds(self, model: array[int] | None, rules: Rules) -> bool:
        """Whether a linking of the board is a solution under these rules."""
        return model is not None and not check(self.board.puzzle, self.board.solution(model), rules)

    # -- the ways ----------------------------------------------------------------------------------------------

    def _search_turn(self, cost: int) -> int | None:
        """A slice of the search; 0, 1 or 2 once known."""
        total = self.search.turn(Slice.worth(cost))
        if self._to_the_first == 0 and self.search.first is not None:
            self._to_the_first = self.search.cost
        if self._tries_strict and self.search.all_touch:
            self._refute_strict()
        if total is None and self._only_one and self.search.first is not None:
            return 1
        return self._only_linking() if total is None else total

    def _refute_strict(self) -> None:
        """Note that the strict claim is false and close both ways to it."""
        self._tries_strict = self.is_strict = False

    def _windows_turn(self, cost: int) -> int | None:
        """Windows around the first solution; 2 where they show a second one, else None."""
        first = self.search.first
        assert first is not None
        if self.windows is None:
            straight = pulled_straight(self.board, first) if self.board.rules == FREE else None
            if straight is not None:
                self.search.met(straight)
                return 2
            self.windows = NearbySolution(self.board, first)
        total = self.windows.turn(cost)
        if self.windows.second is not None:
            self.search.met(self.windows.second)
        return total

    def _linkings_turn(self, cost: int) -> int | None:
        """A slice of counting canonical linkings; 0 or 1 where that decides the number of solutions, else None."""
        if self.linkings is None:
            self.linkings = Counting(self.board, linkings=True)
        total = self.linkings.turn(self.linkings.states_worth(cost))
        if total == 0:
            return 0
        if total == 2:
            self._refute_strict()
            self._tries_strict = self.board.rules == FREE  # to have a second linking to show
        return self._only_linking()

    def _only_linking(self) -> int | None:
        """1 where there is one canonical linking and a solution is known that covers and does not touch itself.

        Sets `is_strict` once both are known.
        """
        if not self._tries_strict or self.linkings is None or self.linkings.total != 1 or self.search.first is None:
            return None
        self._tries_strict = False
        self.is_strict = self._holds(self.search.first, NO_TOUCH)
        return 1 if self.is_strict else None

    def _strict_turn(self, cost: int) -> int | None:
        """A slice of the strict proof; 1 where it succeeds, 2 where it finds a second solution, else None."""
        first = self.search.first
        assert first is not None
        if self.strict is None:
            self.strict = Linkings(self.board.puzzle, first)
        holds = self.strict.turn(Slice.worth(cost))
        if holds is None:
            return None
        if holds:
            self.is_strict, self._tries_strict = True, False
            return 1
        self._refute_strict()
        second = self.strict.second
        if second is None or not self._holds(second, self.board.rules):
            return None
        self.search.met(second)
        return 2

    def covers_turn(self, cost: int) -> int | None:
        """A slice of counting solutions on the frontier; their number once known."""
        if self.covers is None:
            self.covers = Counting(self.board, saturate=not self._exact)
        return self.covers.turn(self.covers.states_worth(cost))

    @property
    def _rungs_left(self) -> tuple[Rules, ...]:
        """The rules below these that are not decided, cheapest first."""
        asked = [race.board.rules for race in self.rungs if race.answer is not None or not race.open]
        return tuple(rules for rules in rungs_below(self.board.rules) if rules not in asked)

    def _rungs_turn(self, cost: int) -> int | None:
        """A turn of the race under the next rules below; 2 where there are two solutions, else None."""
        rules = self._rungs_left[0]
        if not self.rungs or self.rungs[-1].board.rules != rules:
            first = self.search.first
            known = self.board.solution(first) if first is not None and self._holds(first, rules) else None
            self.rungs.append(Ways(self.board.under(rules), known, kinds=WAYS_OF_RUNGS))
        rung = self.rungs[-1]
        until = rung.cost + cost
        while rung.answer is None and rung.open and rung.cost < until:
            total = rung.turn()
            shown = [model for model in (rung.search.first, rung.search.second) if model is not None]
            for model in shown:
                self.search.met(model)
            if self.search.second is not None:
                return 2
            if total is not None and len(shown) == total:
                rung.answer = ANSWERS[total]
                solution = self.board.solution(shown[0]) if shown else None
                known_there = Verdict(rung.answer, rules, solution=solution, strict=rung.is_strict)
                followed = carried(self.board.puzzle, known_there, self.board.rules)
                return None if followed is None else ANSWERS.index(followed.answer)
        return None
