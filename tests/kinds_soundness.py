"""Deductions on boards of every kind before two judges: `python -m tests.kinds_soundness [POSITIONS] [SEED]`.

Small boards are judged by a brute force that knows only links (oracle.py), and also by the search: assuming the
position and the opposite of a conclusion it must find nothing.  The two must agree.  Larger ones, with room for boxes,
lines and faces, are judged by the search alone.  No code is shared with deduction.
"""

from __future__ import annotations

import random
import sys
from array import array
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise

from numlink.engine.search.search import Search, Status
from numlink.exact.board_arrays import Board
from numlink.model.puzzle import Puzzle
from numlink.model.rules import EVERY_RULES, Rules
from numlink.reasoning.deduce import deduce
from numlink.reasoning.position import OFF, ON, OPEN, Position, reasoner_for
from numlink.reasoning.rules import SEEN_AT_ONCE, Assume
from tests.boards import KINDS, random_solved
from tests.oracle import solutions
from tests.soundness import Unsound, random_position

SMALL = 13
"""Tracks that the brute force is quick with; five fewer where there are diagonals."""


@dataclass
class Judge:
    """Says whether a position has a solution: by the search and, if `listed`, by all solutions of the board."""

    puzzle: Puzzle
    listed: frozenset[frozenset[int]] | None
    search: Search = field(init=False)

    def __post_init__(self) -> None:
        self.search = Board(self.puzzle).search()

    def against(self, states: bytes) -> int | None:
        """A solution with these link states as a bit mask, None if there is none."""
        literals = [2 * link + (state == OFF) for link, state in enumerate(states) if state != OPEN]
        self.search.assume(array("i", literals))
        while (status := self.search.run()) is Status.PAUSED:
            pass
        found = None
        if status is Status.SATISFIED:
            found = sum(1 << link for link, on in enumerate(self.search.model()) if on > 0)
        if self.listed is not None:
            on = {link for link, state in enumerate(states) if state == ON}
            off = {link for link, state in enumerate(states) if state == OFF}
            kept = [solution for solution in self.listed if on <= solution and not off & solution]
            assert bool(kept) == (found is not None), f"brute force and search disagree: {self.puzzle!r} {states!r}"
        return found


def board_of(stream: random.Random, kind: str, rules: Rules, *, most: int) -> tuple[Puzzle, int]:
    """A board with a solution, as a bit mask; if all cells must be filled, the rest becomes solid or a pair."""
    while True:
        puzzle = random_solved(stream, kind, most=most, touching=rules.touch)
        if rules.fill:
            grid = puzzle.grid
            passed = {
                grid.track(cell, other)
                for path in puzzle.solution.paths
                for cell, other in zip(path, path[1:] + path[-2:-1], strict=True)
            }
            if any(
                cell not in passed or down not in passed
                for down, cell in enumerate(grid.track_cells())
                if down >= grid.size
            ):
                continue
            cells = [content if cell in passed else -1 for cell, content in enumerate(puzzle.cells)]
            puzzle = replace(puzzle, cells=tuple(cells))
        puzzle = puzzle.with_rules(rules)
        links = {pair: link for link, pair in enumerate(puzzle.grid.links())}
        if links and puzzle.pairs:
            return puzzle.with_solution(None), sum(1 << links[pair] for pair in puzzle.solution.links())


def judge_position(judge: Judge, position: Position, *, unique: bool, fired: Counter) -> Unsound | None:
    """Judge every rule by itself, and look-ahead."""
    for rule in SEEN_AT_ONCE:
        if (rule.assumes_uniqueness and not unique) or not rule.usable(position.puzzle.rules, Assume.UNIQUE):
            continue
        for step in deduce(position, [rule], assume=Assume.UNIQUE if rule.assumes_uniqueness else Assume.NOTHING):
            fired[step.rule.name] += 1
            assert step.sentence
            assert all(0 <= cell < len(position.puzzle.cells) for cell in step.cells)
            bad = refuted(judge, position.states, step.conclusion, str(step), position)
            if bad:
                return bad
    return judge_looks(judge, position, fired)


def refuted(judge: Judge, states: bytes, conclusion, what: str, position: Position) -> Unsound | None:
    """The unsound step if a solution disagrees with a conclusion."""
    if not conclusion:
        solution = judge.against(states)
        return None if solution is None else Unsound(position, what, solution)
    for link, drawn in conclusion:
        turned = bytearray(states)
        turned[link] = OFF if drawn else ON
        solution = judge.against(bytes(turned))
        if solution is not None:
            return Unsound(position, what, solution)
    return None


def judge_looks(judge: Judge, position: Position, fired: Counter) -> Unsound | None:
    """Judge rounds of all counted tiers together, then look-ahead of every strength from where they end."""
    engine = reasoner_for(position.puzzle)
    engine.load(position.states)
    while (tier := engine.advance(3)) >= 0:
        pass
    closed = engine.states()
    conclusion = [(link, state == ON) for link, state in enumerate(closed) if position.states[link] == OPEN and state]
    if tier == -2:
        conclusion = []
    if (tier == -2 or conclusion) and (bad := refuted(judge, position.states, conclusion, "rounds", position)):
        return bad
    for strength in range(3) if tier != -2 else ():
        engine.load(closed)
        engine.advance(0)
        if engine.look(strength):
            fired[f"L1 strength {strength}"] += 1
            found = [] if engine.position.conflict else [(link, value == ON) for link, value in engine.hit_list()]
            if bad := refuted(judge, closed, found, f"look-ahead of strength {strength}", position):
                return bad
    return None


def run(kind: str, rules: Rules, positions: int, seed: int) -> tuple[Unsound | None, Counter]:
    """Judge random positions on boards of a kind; returns the first unsound step and how often each rule fired."""
    stream = random.Random(f"{kind} {rules} {seed}")
    fired: Counter = Counter()
    done = 0
    while done < positions:
        puzzle, truth = board_of(stream, kind, rules, most=stream.choice([3, 4, 5, 6]))
        content = [puzzle.cells[cell] for cell in puzzle.grid.track_cells()]
        listed = None
        if sum(what >= 0 for what in content) <= SMALL - 5 * (puzzle.layout.pattern.straight is not None):
            links = puzzle.grid.track_links()
            index = {frozenset(pair): link for link, pair in enumerate(links)}
            listed = frozenset(
                frozenset(index[frozenset(pair)] for path in paths for pair in pairwise(path))
                for paths in solutions(content, links)[rules.fill, rules.touch]
            )
            fired["boards judged by force too"] += 1
        judge = Judge(puzzle, listed)
        unique = listed is not None and len(listed) == 1
        for _ in range(min(8, positions - done)):
            position = random_position(stream, puzzle, truth)
            bad = judge_position(judge, position, unique=unique, fired=fired)
            if bad:
                return bad, fired
            done += 1
    return None, fired


def main() -> int:
    """All kinds under all rule sets; exit 1 at the first unsound step."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for kind in KINDS:
        for rules in EVERY_RULES:
            bad, fired = run(kind, rules, positions, seed)
            told = ", ".join(f"{name} {times}" for name, times in sorted(fired.items()))
            print(f"{kind}, {rules}: {positions} positions, fired {told}", flush=True)
            if bad:
                print(bad)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
