"""How many solutions: none, one or several?  Several ways to the answer take turns of equal cost.

    search     a first solution, then another (`second_solution`); it begins, as most boards need no more
    windows    once a solution is known: another one that differs in a small place only (`nearby_solution`)
    linkings   the frontier counts the canonical linkings: 0, 1, or 2 for two or more
    strict     once a solution is known that covers and is canonical: a search whether it is the only canonical linking
    covers     the frontier counts all solutions under the rules (`counting`)
    rungs      the same question under the rules below these (`ladder`), whose solutions are solutions here
    listing    beside an exact count, once two solutions are known: each solution once (`listing`)

Linkings and strict try the strict claim: where there is only one canonical linking and it covers, it is the only
solution under all four rules (docs/algorithms.md).  Two canonical linkings say nothing about solutions: then both ways
close, and the others share the work.  The frontier takes as "down" the direction in which it counts cheapest; a
solution that covers and does not touch itself is canonical in every direction, and no other solution is strict.

The search is alone until it has done ALONE of work: most boards need no more, and then no race is set up.  The way that
ends first never changes the answer.  bench/notes/race.md has what each costs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property

from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.counting import Counting
from numlink.exact.ladder import carried, pulled_straight, rungs_below
from numlink.exact.listing import Listing
from numlink.exact.nearby_solution import NearbySolution
from numlink.exact.second_solution import SecondSolution
from numlink.exact.strict import FourWalks, Linkings, SecondLinking
from numlink.exact.turns import OpenWay, WayName, hurry, listing_share, next_turn, start
from numlink.exact.verdict import Answer, Effort, Verdict
from numlink.exact.work import Slice, cost_of, effort_of
from numlink.model.judge import check
from numlink.model.puzzle import Solution
from numlink.model.rules import FREE, NO_TOUCH, Rules

ALONE = 700_000
"""Nanoseconds of work that the search has before the race is set up, which takes 40 000 to 80 000 of Python code."""

CONTRADICTION = "every way to draw the paths leads to a contradiction"
"""The reason given where a way has shown that there is no solution."""


AGAIN = 0.1
"""The share of windows that took too long at first, once every window was asked."""

ANSWERS = (Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE)
"""The answer by the number of solutions, 2 for two or more."""

NEED_A_FIRST = {WayName.WINDOWS, WayName.LINKINGS, WayName.STRICT, WayName.RUNGS}
"""The ways that begin at a first solution."""


class Ways:
    """The ways to a board's number of solutions: 0, 1, or 2 for two or more; with `exact` the number itself.

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
        # Under the rules FREE every linking is a solution: strict and search are one way.
        self._alike = board.rules == FREE
        self.search: SecondSolution | SecondLinking = (SecondLinking if self._alike else SecondSolution)(board, known)
        self.strict: Linkings | FourWalks | None = None
        self.answer: Answer | None = None
        """The answer of a race under rules below others, once it is known."""
        self.is_strict: bool | None = None
        self.linkings: Counting | None = None
        self.covers: Counting | None = None
        self.windows: NearbySolution | None = None
        self.rungs: list[Ways] = []
        """The races under the rules below these, cheapest first; all but the last one have ended."""
        self.listing: Listing | None = None
        """The listing beside the exact count, once it has begun."""
        self._listing_behind = 0.0
        self._to_the_first = 0
        """What the search had cost when it found the first solution: windows begin after it."""
        self._only_one = False
        """Whether the frontier has counted exactly one solution, which may not be known yet."""
        self._exact = exact
        self._kinds = kinds
        self._alone = WayName.SEARCH in kinds
        """Whether the search is still alone."""
        # Not under NO_TOUCH: there the search is fast by itself.
        self._tries_strict = board.rules != NO_TOUCH

    # -- whose turn it is --------------------------------------------------------------------------------------

    def turn(self) -> int | None:
        """A turn of the search, or once that has been alone for long enough, of the way that has spent least.

        Returns 0, 1 or 2 (for two or more) solutions once known, with `exact` the number; else None.  One way must be
        open.
        """
        if self._alone and cost_of(self.search.searches) >= ALONE:
            self._alone = False
        if self._alone:
            total = self._search_turn(ALONE)
        else:
            way, cost = next_turn(self._open_ways(), self.cost)
            total = way.go(cost)
        if total == 2 and self._exact and not self.is_counted and self.listing is None:
            self.listing = Listing(self.board)  # no way but the exact count can help then
            self._alone = False
            self._listing_behind = self._as_open(WayName.COVERS, self._covers_turn).spent
            return None
        return total

    def _open_ways(self) -> list[OpenWay]:
        """The open ways, made for each turn.

        If they were kept here, they and this object would refer to each other, and all memory of a proof would stay
        until Python's garbage collector runs (640 MB for a board of 1002x1002).
        """
        gos = {
            WayName.SEARCH: self._search_turn,
            WayName.WINDOWS: self._windows_turn,
            WayName.LINKINGS: self._linkings_turn,
            WayName.STRICT: self._strict_turn,
            WayName.COVERS: self._covers_turn,
            WayName.RUNGS: self._rungs_turn,
            WayName.LISTING: self._listing_turn,
        }
        return [self._as_open(kind, go) for kind, go in gos.items() if self._is_open(kind)]

    def _as_open(self, kind: WayName, go: Callable[[int], int | None]) -> OpenWay:
        """One open way with its share of the work now."""
        if kind is WayName.LISTING and self.listing is not None:
            return OpenWay(go, self.listing.cost, listing_share(self.board, self.listing.found), self._listing_behind)
        share, behind = start(kind, self.board) if self.listing is None else (1.0, 0)
        if kind is WayName.WINDOWS:
            behind += self._to_the_first
            share = AGAIN if self.windows is not None and self.windows.again else share
        return OpenWay(go, self._cost(kind), share * self._hurry(kind), behind)

    def _is_open(self, kind: WayName) -> bool:
        """Whether the way `kind` can still help.

        Ways that are not among `kinds` are closed, save the search while one of them needs a first solution and there
        is none.
        """
        if self.listing is not None:
            listed = kind is WayName.LISTING and not self.listing.given_up
            return listed or (kind is WayName.COVERS and kind in self._kinds and self._counts_covers())
        if kind not in self._kinds:
            needed = kind is WayName.SEARCH and not NEED_A_FIRST.isdisjoint(self._kinds)
            return needed and self.search.first is None
        match kind:
            case WayName.WINDOWS:
                return self.search.first is not None and (self.windows is None or not self.windows.ended)
            case WayName.LINKINGS:
                return self._counts_linkings()
            case WayName.STRICT:
                return self._asks_strict()
            case WayName.COVERS:
                return self._counts_covers()
            case WayName.RUNGS:
                return not self._exact and self.search.first is not None and bool(self._rungs_left)
        return kind is WayName.SEARCH

    def _hurry(self, kind: WayName) -> float:
        """By how much the share of a count grows that says what it has left."""
        if kind is WayName.LINKINGS:
            return hurry(self._linkings_left(), self.cost)
        if kind is WayName.COVERS and self.covers is not None:
            return hurry(self.covers.left, self.cost)
        return 1.0

    def _linkings_left(self) -> int | None:
        """What the count of linkings seems to cost yet; None where that is not known or cannot decide.

        It can where a solution is known for the only linking to be.
        """
        if self.search.first is None or self.linkings is None or not self._counts_linkings():
            return None
        return self.linkings.left

    def _cost(self, kind: WayName) -> int:
        """What one way has cost so far, in nanoseconds of counted work."""
        match kind:
            case WayName.SEARCH:
                return cost_of(self.search.searches)
            case WayName.WINDOWS:
                return 0 if self.windows is None else self.windows.cost
            case WayName.STRICT:
                return 0 if self.strict is None else cost_of(self.strict.searches)
            case WayName.RUNGS:
                return sum([race.cost for race in self.rungs])
            case WayName.LISTING:
                return 0 if self.listing is None else self.listing.cost
        counting = self.linkings if kind is WayName.LINKINGS else self.covers
        return 0 if counting is None else counting.cost

    @property
    def cost(self) -> int:
        """Counted work of all ways together, in nanoseconds."""
        return sum([self._cost(kind) for kind in WayName])

    @property
    def open(self) -> bool:
        """Whether any way is open."""
        return self._alone or any(self._is_open(kind) for kind in WayName)

    @property
    def known(self) -> int:
        """How many solutions are known: there are as many at least."""
        met = sum(model is not None for model in (self.search.first, self.search.second))
        return met if self.listing is None else max(met, self.listing.found)

    @property
    def is_counted(self) -> bool:
        """Whether the frontier has counted all solutions."""
        return self.covers is not None and self.covers.total is not None

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        effort = effort_of(*self.search.searches, *([] if self.strict is None else self.strict.searches))
        for part in (self.windows, self.linkings, self.covers, self.listing, *self.rungs):
            if part is not None:
                effort += part.effort
        return effort

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
        if self._alike and total == 1 and first is not None:
            self.is_strict = self.board.covers(first)
        return Verdict(
            Answer.UNKNOWN if total is None else ANSWERS[total],
            self.board.rules,
            solution=None if first is None else self.board.solution(first),
            second=None if second is None else self.board.solution(second),
            reason=None if total else reason,
            strict=self.is_strict,
            effort=self.effort,
            seconds=clock.seconds,
            below=() if total is not None else self._below(),
            clear_within=0 if total is not None or self.windows is None else self.windows.clear_within,
        )

    def _below(self) -> tuple[tuple[Rules, Answer], ...]:
        """What is decided under the rules below these."""
        if self.search.all_touch and not self.rungs:
            return ((NO_TOUCH, Answer.NONE),)
        return tuple((rung.board.rules, rung.answer) for rung in self.rungs if rung.answer is not None)

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

    # -- the search --------------------------------------------------------------------------------------------

    def _search_turn(self, cost: int) -> int | None:
        """A slice of the search; 0, 1 or 2 once known."""
        total = self.search.turn(Slice.worth(cost))
        if self._to_the_first == 0 and self.search.first is not None:
            self._to_the_first = self._cost(WayName.SEARCH)
        if isinstance(self.search, SecondLinking) and total is not None:
            self.is_strict = self.search.is_strict(total)
        if self._tries_strict and self.search.all_touch:
            self._refute_strict()
        if total is not None or self._alone:
            return total
        return 1 if self._only_one and self.search.first is not None else self._only_linking()

    # -- the strict claim --------------------------------------------------------------------------------------

    def _refute_strict(self) -> None:
        """Note that the strict claim is false and close both ways to it."""
        self._tries_strict = self.is_strict = False

    def _asks_strict(self) -> bool:
        """Whether the strict way is open: under FREE the search asks the same claim, from one corner only."""
        return self._tries_strict and self.search.first is not None and (not self._alike or self._four_walks)

    @cached_property
    def _four_walks(self) -> bool:
        """Whether the first solution can be walked from four corners."""
        first = self.search.first
        if first is None or not self.board.plain:
            return False
        return not check(self.board.puzzle, self.board.solution(first), NO_TOUCH)

    def _strict_turn(self, cost: int) -> int | None:
        """A slice of the strict proof; 1 where it succeeds, 2 where it finds a second solution, else None."""
        first = self.search.first
        assert first is not None
        if self.strict is None:
            self.strict = FourWalks(self.board, first) if self._alike else Linkings(self.board.puzzle, first)
        # Without models the known solution leaves cells empty or is not canonical: it is not strict.
        answer = self.strict.turn(Slice.worth(cost)) if self.strict.models else Answer.MULTIPLE
        if answer is None:
            return None
        if answer is Answer.UNIQUE:
            self.is_strict, self._tries_strict = True, False
            return 1
        self._refute_strict()
        for model in self.strict.models[1:]:
            if not check(self.board.puzzle, self.board.solution(model), self.board.rules):
                self.search.met(model)
                return 2
        return None

    # -- near the first solution, and below ----------------------------------------------------------------------

    def _windows_turn(self, cost: int) -> int | None:
        """Windows around the first solution; 2 where they show a second one, else None."""
        first = self.search.first
        assert first is not None
        if self.windows is None:
            straight = pulled_straight(self.board, first) if self._alike else None
            if straight is not None:
                self.search.met(straight)
                return 2
            self.windows = NearbySolution(self.board, first)
        if self.windows.turn(cost) and self.windows.second is not None:
            self.search.met(self.windows.second)
            return 2
        return None

    @property
    def _rungs_left(self) -> tuple[Rules, ...]:
        """The rules below these that are not decided, cheapest first."""
        asked = [race.board.rules for race in self.rungs if race.answer is not None or not race.open]
        return tuple(rules for rules in rungs_below(self.board.rules) if rules not in asked)

    def _rungs_turn(self, cost: int) -> int | None:
        """A turn of the race under the next rules below; 2 where there are two solutions, else None."""
        rules = self._rungs_left[0]
        if not self.rungs or self.rungs[-1].board.rules != rules:
            assert self.search.first is not None
            first = self.board.solution(self.search.first)
            right = not check(self.board.puzzle, first, rules)
            kinds = tuple(kind for kind in WayName if kind is not WayName.RUNGS)
            self.rungs.append(Ways(self.board.under(rules), first if right else None, kinds=kinds))
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
                known = Verdict(rung.answer, rules, solution=solution, strict=rung.is_strict)
                followed = carried(self.board.puzzle, known, self.board.rules)
                return None if followed is None else ANSWERS.index(followed.answer)
        return None

    def _listing_turn(self, cost: int) -> int | None:
        """A slice of the listing; the number of solutions once all are listed, else None."""
        assert self.listing is not None
        return self.listing.go(cost)

    def _counts_linkings(self) -> bool:
        """Whether the way that counts canonical linkings is open."""
        if not self._tries_strict:
            return False
        if self.linkings is None:
            return Counting.reaches_linkings(self.board)
        return self.linkings.total is None and not self.linkings.out_of_reach

    def _linkings_turn(self, cost: int) -> int | None:
        """A slice of counting canonical linkings; 0 or 1 where that decides the number of solutions, else None."""
        if self.linkings is None:
            self.linkings = Counting(self.board, linkings=True)
        total = self.linkings.turn(self.linkings.states_worth(cost))
        if total == 0:
            return 0
        if total == 2:
            self._refute_strict()
        return self._only_linking()

    def _only_linking(self) -> int | None:
        """1 where there is one canonical linking and a solution is known that covers and does not touch itself.

        Sets `is_strict` once both are known.
        """
        if not self._tries_strict or self.linkings is None or self.linkings.total != 1 or self.search.first is None:
            return None
        self._tries_strict = False
        self.is_strict = not check(self.board.puzzle, self.board.solution(self.search.first), NO_TOUCH)
        return 1 if self.is_strict else None

    # -- the frontier ------------------------------------------------------------------------------------------

    def _counts_covers(self) -> bool:
        """Whether the way that counts covers is open."""
        if self.covers is None:
            return Counting.reaches(self.board)
        return self.covers.total is None and not self.covers.out_of_reach

    def _covers_turn(self, cost: int) -> int | None:
        """A slice of counting solutions on the frontier; their number once known."""
        if self.covers is None:
            self.covers = Counting(self.board, saturate=not self._exact)
        return self.covers.turn(self.covers.states_worth(cost))
