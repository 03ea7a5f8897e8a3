"""The exact set of solutions of a position, by two methods that share nothing with deduction or with each other.

Brute force lists the solutions of a small board; it is plain enough to be read.  The frontier counts those of a
position with its links fixed, on boards with endless lists.  On boards for both methods they must agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from numlink.engine.frontier.directions import Copy, Race
from numlink.engine.frontier.sweep import DONE, PAUSED
from numlink.model.puzzle import Puzzle
from numlink.reasoning.position import OFF, ON, OPEN, Position
from tests import oracle
from tests.sweeps import race_of, sweep_of

MOST_LISTED = 4000
"""Boards with more solutions are not listed: it takes too long."""

FIXED = {OPEN: 0, ON: 1, OFF: -1}
"""The frontier's word for a link state."""


def all_solutions(puzzle: Puzzle) -> list[int] | None:
    """Every solution as a bit mask of its links, by the oracle; None if there are more than MOST_LISTED."""
    place = {link: 1 << index for index, link in enumerate(puzzle.grid.links())}
    board = oracle.rectangle(puzzle.width, puzzle.height, puzzle.cells)
    around = oracle.beside(*board)
    found: list[int] = []
    for paths in oracle.linkings(*board):
        if puzzle.rules.fill and not oracle.fills(puzzle.cells, paths):
            continue
        if not puzzle.rules.touch and oracle.touches(around, paths):
            continue
        found.append(sum(place[link] for link in oracle.links_of(paths)))
        if len(found) > MOST_LISTED:
            return None
    return found


def agreeing(position: Position, solutions: Sequence[int]) -> list[int]:
    """The solutions that agree with a position."""
    on = sum(1 << link for link, state in enumerate(position.states) if state == ON)
    known = sum(1 << link for link, state in enumerate(position.states) if state != OPEN)
    return [solution for solution in solutions if solution & known == on]


def frontier_count(puzzle: Puzzle, states: Sequence[int]) -> int:
    """How many solutions agree with these link states."""
    fixed = [FIXED[state] for state in states]
    place = Copy(puzzle.width, puzzle.height, puzzle.cells, fixed, (0, 0, 0))
    sweep = sweep_of(place, touch=puzzle.rules.touch, fill=puzzle.rules.fill)
    while (status := sweep.advance(1_000_000)) == PAUSED:
        pass
    assert status == DONE, "the frontier ran out of room"
    return sweep.totals()[0]


def kept_race(puzzle: Puzzle, states: Sequence[int] | None = None) -> Race:
    """The frontier run to its end, ready to name solutions that agree with these link states."""
    fixed = None if states is None else [FIXED[state] for state in states]
    rules = puzzle.rules
    race = race_of(
        puzzle.width, puzzle.height, puzzle.cells, fill=rules.fill, touch=rules.touch, links=fixed, keep=True
    )  # fmt: skip
    while race.advance(1_000_000) == PAUSED:
        pass
    assert race.status == DONE, "the frontier ran out of room"
    return race


def frontier_solution(puzzle: Puzzle, states: Sequence[int]) -> int:
    """A solution that agrees with these link states, as a bit mask; there must be one."""
    return sum(1 << link for link in kept_race(puzzle, states).solution(0))


class OraclesDisagree(AssertionError):
    """Brute force and the frontier disagree about a position: one of them is wrong."""


@dataclass
class Exact:
    """Judges conclusions from a position; `listed`: all solutions of the board, if brute force has them."""

    position: Position
    listed: Sequence[int] | None = None
    total: int = field(init=False)
    known: dict[tuple[int, bool], int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.total = frontier_count(self.position.puzzle, self.position.states)
        self.kept = None if self.listed is None else agreeing(self.position, self.listed)
        if self.kept is not None and len(self.kept) != self.total:
            raise OraclesDisagree(f"{len(self.kept)} by force, {self.total} by the frontier: {self.position}")

    def against(self, conclusion: Sequence[tuple[int, bool]]) -> int | None:
        """A solution that agrees with the position but not with a conclusion (empty: there is none); else None."""
        if not conclusion and self.total:
            return frontier_solution(self.position.puzzle, self.position.states)
        for link, drawn in conclusion:
            if self.without(link, drawn):
                return frontier_solution(self.position.puzzle, self.turned(link, drawn))
        return None

    def turned(self, link: int, drawn: bool) -> bytes:
        """The position with the opposite of a conclusion fixed."""
        states = bytearray(self.position.states)
        states[link] = OFF if drawn else ON
        return bytes(states)

    def without(self, link: int, drawn: bool) -> int:
        """How many solutions that agree with the position have the opposite of a conclusion."""
        if self.position.states[link] != OPEN:
            return self.total if (self.position.states[link] == ON) != drawn else 0
        if (link, drawn) not in self.known:
            found = frontier_count(self.position.puzzle, self.turned(link, drawn))
            if self.kept is not None and found != sum((mask >> link & 1) != drawn for mask in self.kept):
                raise OraclesDisagree(f"link {link} otherwise, {found} by the frontier: {self.position}")
            self.known[link, drawn] = found
        return self.known[link, drawn]
