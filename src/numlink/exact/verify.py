"""A proof that shares nothing with the search: by the frontier's count, or by CaDiCaL on our own encoding.

The encoding gives every cell the number of its path, in binary (counted from 1 in the order of the puzzle's numbers),
and every link a variable:

    a link that is on joins cells of the same number          an endpoint has its number and one link
    an open cell has two links, or none if cells may stay empty

Such a set of links consists of the paths and perhaps some loops.  For each loop found and, where the rules forbid
touching, for each stretch of a path that touches, a clause is added; then CaDiCaL runs again.  A second solution must
lack a link of the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations, count, islice
from typing import Any, Literal

from numlink.errors import optional
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget, Seconds
from numlink.exact.counting import Counting
from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules, RulesLike

NARROW = 12  # the longest shorter side, in cells, with which the frontier counts first
MOST_STATES = 40_000_000  # states that the frontier expands before CaDiCaL takes over


class Verification(StrEnum):
    """What proved that a puzzle has exactly one solution; REFUTED: it does not; UNKNOWN: not decided."""

    FRONTIER = "frontier"
    CADICAL = "cadical"
    REFUTED = "refuted"
    UNKNOWN = "not verified"

    @property
    def proven(self) -> bool:
        """Whether exactly one solution is proven."""
        return self in (Verification.FRONTIER, Verification.CADICAL)


def verify(puzzle: Puzzle, *, rules: RulesLike | None = None, budget: Seconds = None) -> Verification:
    """Whether `puzzle` has exactly one solution, and what proved it: the frontier where it can sweep, else CaDiCaL.

    Raises MissingExtra if the frontier does not decide (`_count`) and python-sat is not installed.
    """
    clock = Budget.of(budget)
    chosen = puzzle.with_rules(rules).rules
    if min(puzzle.width, puzzle.height) <= NARROW:
        total = _count(puzzle, chosen, clock)
        if total is not None:
            return Verification.FRONTIER if total == 1 else Verification.REFUTED
    answer = second_by_sat(puzzle, chosen, clock)
    if answer is None:
        return Verification.UNKNOWN
    return Verification.CADICAL if answer else Verification.REFUTED


def _count(puzzle: Puzzle, rules: Rules, clock: Budget) -> int | None:
    """0, 1, or 2 for two or more solutions, by the frontier; None if its states or the budget ended first."""
    counting = Counting(Board(puzzle, rules), saturate=True)
    while counting.open and counting.effort.states < MOST_STATES and not clock.ended:
        counting.turn()
    return counting.total


def second_by_sat(puzzle: Puzzle, rules: Rules, clock: Budget) -> bool | None:
    """Whether CaDiCaL finds exactly one solution; None if the budget ends first."""
    with optional("verifying a wide board", "verify"):
        from pysat.solvers import Solver
    encoding = Encoding(puzzle, rules)
    with Solver(name="cadical153", bootstrap_with=encoding.clauses()) as solver:
        first = _solve(solver, encoding, clock)
        if not isinstance(first, set):
            return None if first is None else False
        solver.add_clause([-encoding.link[link] for link in first])
        second = _solve(solver, encoding, clock)
    return None if second is None else second is False


def _solve(solver: Any, encoding: Encoding, clock: Budget) -> set[tuple[int, int]] | Literal[False] | None:
    """The set of links of a solution, perhaps empty; False if there is no solution, None if the budget ends."""
    while True:
        if clock.ended:
            return None
        if not solver.solve():
            return False
        model = solver.get_model()
        on = {link for link, variable in encoding.link.items() if model[variable - 1] > 0}
        faults = list(encoding.faults(on))
        if not faults:
            return on
        for fault in faults:
            solver.add_clause([-encoding.link[link] for link in fault])


class Encoding:
    """The clauses of a puzzle under rules; `link` maps each link (two tracks, the smaller first) to its variable."""

    def __init__(self, puzzle: Puzzle, rules: Rules) -> None:
        self.puzzle = puzzle
        self.rules = rules
        grid = puzzle.grid
        self.content = [puzzle.cells[cell] for cell in grid.track_cells()]
        self.link = {(min(pair), max(pair)): index for index, pair in enumerate(grid.track_links(), start=1)}
        self.around: list[list[int]] = [[] for _ in self.content]  # the tracks linked to each track
        for first, second in self.link:
            self.around[first].append(second)
            self.around[second].append(first)
        self.bits = max(1, puzzle.pairs.bit_length())

    def clauses(self) -> Iterator[list[int]]:
        """Clauses for the degrees, and for the numbers: written in binary, and equal along links."""
        names = {number: index for index, number in enumerate(self.puzzle.endpoints(), start=1)}
        fresh = count(len(self.link) + 1)
        open_tracks = [track for track, content in enumerate(self.content) if content != SOLID]
        number_of = {track: [*islice(fresh, self.bits)] for track in open_tracks}
        for track, bits in number_of.items():
            around = [self.link[min(track, other), max(track, other)] for other in self.around[track]]
            content = self.content[track]
            yield from _degree_clauses(around, is_end=content > 0, fill=self.rules.fill)
            if content > 0:
                yield from ([bit if names[content] >> i & 1 else -bit] for i, bit in enumerate(bits))
        for (first, second), variable in self.link.items():
            for a, b in zip(number_of[first], number_of[second], strict=True):
                yield [-variable, -a, b]
                yield [-variable, a, -b]

    def faults(self, on: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
        """Sets of links that cannot all be on: each loop and, where forbidden, each stretch that touches."""
        joined: dict[int, list[int]] = {}
        for first, second in on:
            joined.setdefault(first, []).append(second)
            joined.setdefault(second, []).append(first)
        seen: set[int] = set()
        for start in [*(track for track in joined if self.content[track] > 0), *joined]:
            if start in seen:
                continue
            path = [start]
            seen.add(start)
            while onward := [track for track in joined[path[-1]] if track not in seen]:
                path.append(onward[0])
                seen.add(onward[0])
            links = [(min(pair), max(pair)) for pair in zip(path, path[1:], strict=False)]
            if self.content[start] <= 0:
                yield [*links, (min(start, path[-1]), max(start, path[-1]))]
            elif not self.rules.touch:
                yield from self._touching(path, links)

    def _touching(self, path: list[int], links: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
        """For each two cells of a path that are neighbours but not linked on it, the links of the path between them."""
        place = {cell: index for index, cell in enumerate(path)}
        for cell, index in place.items():
            for other in self.around[cell]:
                if place.get(other, 0) > index + 1:
                    yield links[index : place[other]]


def _degree_clauses(links: list[int], *, is_end: bool, fill: bool) -> Iterator[list[int]]:
    """Clauses on the variables of a track's links: an end has one, another track two, or none without `fill`.

    `drat.py` does not call this: proof and check must not share a mistake.
    """
    most = 1 if is_end else 2
    yield from ([-link for link in chosen] for chosen in combinations(links, most + 1))
    if is_end or fill:
        yield from map(list, combinations(links, max(0, len(links) - most + 1)))
    else:
        yield from ([-link, *(other for other in links if other != link)] for link in links)
