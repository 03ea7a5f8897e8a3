"""Compares every deduction with the exact set of solutions: `python -m tests.soundness [POSITIONS] [SEED]`.

Random boards have solids, several solutions or none at all; in random positions some links of one solution are
revealed, some rounds of deduction follow, and now and then a fact is wrong.  A step is unsound if a solution that
agrees with the position disagrees with the step: by exact_solutions.py, with the frontier and on small boards also
brute force.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from numlink.making.classic import generate_classic
from numlink.making.generate import generate
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, EVERY_RULES, NO_TOUCH, Rules
from numlink.reasoning.deduce import deduce
from numlink.reasoning.position import OFF, ON, Position, reasoner_for
from numlink.reasoning.rules import SEEN_AT_ONCE, Assume
from tests.boards import random_board, with_joined_paths
from tests.exact_solutions import Exact, all_solutions, kept_race

Conclusion: TypeAlias = Sequence[tuple[int, bool]]

SMALL = [(4, 4), (5, 3), (3, 5), (4, 5), (5, 4), (6, 3), (3, 6), (7, 2), (2, 7), (5, 5)]
LARGE = [(6, 6), (7, 6), (6, 7), (7, 7), (8, 6), (6, 8), (8, 7), (7, 8), (8, 8)]
"""Sizes that only the frontier can judge."""

LARGE_SHARE = 0.3
"""How many boards of a run are of those sizes."""

KEPT = {False: {0: 0.1, 1: 0.5}, True: {0: 0.02, 1: 0.1}}
"""Shares of boards without a solution, and with one, that are kept; True: under no-touch, where few have several."""


class Board:
    """A board and how many solutions it has; with `listing`, also which, as far as brute force can list them."""

    def __init__(self, puzzle: Puzzle, *, listing: bool) -> None:
        self.puzzle = puzzle
        self.race = kept_race(puzzle)
        self.total = self.race.total
        self.listed = all_solutions(puzzle) if listing else None

    def draw(self, stream: random.Random) -> int | None:
        """One of its solutions as a bit mask of its links; None if it has none."""
        if self.total == 0:
            return None
        return sum(1 << link for link in self.race.solution(stream.randrange(self.total)))


def small_board(stream: random.Random, rules: Rules) -> Puzzle:
    """A random board small enough for brute force."""
    sizes = [size for size in SMALL if rules.fill or size != (5, 5)]
    return random_board(stream, *stream.choice(sizes), rules=rules, fewest=1)


def board_of_a_run(stream: random.Random, rules: Rules, *, is_large: bool) -> Puzzle:
    """A random board, or one grown from its solution; large ones under `cover` often with no other solution."""
    seed = stream.getrandbits(32)
    width, height = stream.choice(LARGE if is_large else SMALL)
    if is_large and rules == COVER and stream.random() < 0.4:
        return generate(width, height, seed=seed, rules=rules, solids=stream.choice(["none", "few"]))
    if is_large or stream.random() < 0.5:
        return with_joined_paths(stream, generate_classic(width, height, seed=seed, rules=rules))
    return small_board(stream, rules)


def drawn_board(stream: random.Random, rules: Rules, *, is_large: bool, listing: bool) -> Board:
    """The next board that is worth judging."""
    while True:
        board = Board(board_of_a_run(stream, rules, is_large=is_large), listing=listing)
        if stream.random() < KEPT[rules == NO_TOUCH].get(board.total, 1):
            return board


def random_position(stream: random.Random, puzzle: Puzzle, truth: int | None) -> Position:
    """Some links of a solution, perhaps a false one among them, perhaps some rounds of deduction later."""
    links = len(puzzle.grid.links())
    states = bytearray(links)
    if truth is None:
        truth = stream.getrandbits(links)
    share = stream.choice([0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9])
    for link in range(links):
        if stream.random() < share:
            states[link] = ON if truth >> link & 1 else OFF
    if stream.random() < 0.15 and links:
        states[stream.randrange(links)] = stream.choice([ON, OFF])
    if stream.random() < 0.6:
        engine = reasoner_for(puzzle)
        engine.load(bytes(states))
        top = stream.choice([0, 0, 1, 2, 3])
        for _ in range(stream.randint(1, 12)):
            if engine.advance(top) < 0:
                break
        states = bytearray(engine.states())
    return Position(puzzle, bytes(states))


@dataclass(frozen=True)
class Unsound:
    """A step that a solution contradicts."""

    position: Position
    what: str
    solution: int

    def __str__(self) -> str:
        links = self.position.puzzle.grid.links()
        on = [links[link] for link, state in enumerate(self.position.states) if state == ON]
        off = [links[link] for link, state in enumerate(self.position.states) if state == OFF]
        drawn = [pair for link, pair in enumerate(links) if self.solution >> link & 1]
        return (
            f"unsound under {self.position.puzzle.rules}: {self.what}\n{self.position.puzzle}\n"
            f"on {on}\noff {off}\na solution that disagrees: {drawn}"
        )


def against(exact: Exact, conclusion: Conclusion, what: str) -> Unsound | None:
    """The unsound step if some solution disagrees with the conclusion (empty: claims there is none)."""
    solution = exact.against(conclusion)
    return None if solution is None else Unsound(exact.position, what, solution)


def judge_position(exact: Exact, *, unique: bool, looking: bool, fired: Counter) -> Unsound | None:
    """Judge every rule by itself, those that assume uniqueness on `unique` boards, and look-ahead if `looking`."""
    position = exact.position
    for rule in SEEN_AT_ONCE:
        if (rule.assumes_uniqueness and not unique) or not rule.usable(position.puzzle.rules, Assume.UNIQUE):
            continue
        for step in deduce(position, [rule], assume=Assume.UNIQUE if rule.assumes_uniqueness else Assume.NOTHING):
            fired[step.rule.name] += 1
            bad = against(exact, step.conclusion, str(step))
            if bad:
                return bad
    return judge_looks(exact, fired) if looking else None


def judge_looks(exact: Exact, fired: Counter) -> Unsound | None:
    """Judge look-ahead from the position closed under tier 0, where `rate` and `explain` would use it."""
    engine = reasoner_for(exact.position.puzzle)
    engine.load(exact.position.states)
    while (tier := engine.advance(0)) >= 0:
        pass
    if tier == -2:
        return against(exact, (), "tier 0 contradicts")
    closed = engine.states()
    for strength in range(3):
        engine.load(closed)
        engine.advance(0)
        if not engine.look(strength):
            continue
        fired[f"L1 strength {strength}"] += 1
        conclusion = [(link, value == ON) for link, value in engine.hit_list()]
        if engine.position.conflict:
            conclusion = []
        bad = against(exact, conclusion, f"look-ahead of strength {strength}: {conclusion}")
        if bad:
            return bad
    return None


def run(
    rules: Rules,
    positions: int,
    seed: int,
    *,
    looking_every: int = 10,
    large: float = 0.0,
    by_force: bool = True,
) -> tuple[Unsound | None, Counter]:
    """Judge random positions under `rules`; returns the first unsound step, if any, and how often each rule fired.

    `large`: the share of boards that only the frontier can judge; without `by_force` it judges all of them alone.
    """
    stream = random.Random(f"{rules} {seed}")
    fired: Counter = Counter()
    done = 0
    while done < positions:
        is_large = stream.random() < large
        board = drawn_board(stream, rules, is_large=is_large, listing=by_force and not is_large)
        fired["boards"] += 1
        fired["boards with several solutions"] += board.total > 1
        fired["large boards"] += is_large
        fired["large boards with several solutions"] += is_large and board.total > 1
        for _ in range(min(20 if board.total else 3, positions - done)):
            position = random_position(stream, board.puzzle, board.draw(stream))
            exact = Exact(position, board.listed)
            unique = rules == COVER and board.total == 1
            bad = judge_position(exact, unique=unique, looking=done % looking_every == 0, fired=fired)
            if bad:
                return bad, fired
            fired["positions judged by force too"] += exact.kept is not None
            done += 1
    return None, fired


def main() -> int:
    """Run all four rule sets; exit 1 at the first unsound step."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for rules in EVERY_RULES:
        bad, fired = run(rules, positions, seed, large=LARGE_SHARE)
        told = ", ".join(f"{name} {times}" for name, times in sorted(fired.items()))
        print(f"{rules}: {positions} positions, fired {told}", flush=True)
        if bad:
            print(bad)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
