"""Every deduction against the exact set of solutions: `python -m tests.soundness [POSITIONS] [SEED]`.

Random small boards (solids, several solutions, none at all), all their solutions by brute force; then random
positions: some links of one solution revealed, some rounds of deduction further, now and then a wrong fact.  A step
is unsound if a solution that agrees with the position disagrees with the step.  The search and the frontier have no
part in this; the brute force below is plain enough to be read.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass

from numlink.deduce import OFF, ON, OPEN, RULES, Assume, Position, deduce, reasoner_for, usable
from numlink.puzzle import COVER, EVERY_RULES, SOLID, Puzzle, Rules

MOST_SOLUTIONS = 4000
"""Boards with more are left out: they say little and take long."""


def all_solutions(puzzle: Puzzle) -> list[int] | None:
    """Every solution as a bit mask of its links; None where there are more than MOST_SOLUTIONS.

    Links are decided in scan order, which is cell by cell: when the links right and down of a cell are decided, all
    of its links are.
    """
    links = puzzle.grid.links()
    last_link = {cell: link for link, pair in enumerate(links) for cell in pair}
    closing = [[cell for cell, last in last_link.items() if last == link] for link in range(len(links))]
    found: list[int] = []
    degree = [0] * len(puzzle.cells)
    piece = list(range(len(puzzle.cells)))
    if any(puzzle.cells[cell] > 0 or puzzle.rules.fill for cell in puzzle.grid.open_cells() if cell not in last_link):
        return []

    def limit(cell: int) -> int:
        return 1 if puzzle.cells[cell] > 0 else 2

    def fits(cell: int) -> bool:
        if puzzle.cells[cell] > 0:
            return degree[cell] == 1
        return degree[cell] == 2 or (degree[cell] == 0 and not puzzle.rules.fill)

    def numbers(one: int) -> set[int]:
        return {puzzle.cells[cell] for cell in range(len(piece)) if piece[cell] == one and puzzle.cells[cell] > 0}

    def decide(link: int, mask: int) -> bool:
        if link == len(links):
            if not puzzle.rules.touch and touches(mask):
                return True
            found.append(mask)
            return len(found) <= MOST_SOLUTIONS
        one, other = links[link]
        if all(fits(cell) for cell in closing[link]) and not decide(link + 1, mask):
            return False
        if degree[one] < limit(one) and degree[other] < limit(other) and piece[one] != piece[other]:
            if len(numbers(piece[one]) | numbers(piece[other])) > 1:
                return True
            before = list(piece)
            gone, kept = piece[other], piece[one]
            piece[:] = [kept if name == gone else name for name in piece]
            degree[one] += 1
            degree[other] += 1
            going = not all(fits(cell) for cell in closing[link]) or decide(link + 1, mask | 1 << link)
            degree[one] -= 1
            degree[other] -= 1
            piece[:] = before
            return going
        return True

    def touches(mask: int) -> bool:
        return any(
            not mask >> link & 1 and piece[one] == piece[other] and degree[one] and degree[other]
            for link, (one, other) in enumerate(links)
        )

    return found if decide(0, 0) else None


def random_board(stream: random.Random, rules: Rules) -> Puzzle:
    """A small board, width and height unequal as a rule, with a few solids and one to four numbers."""
    width, height = stream.choice([(4, 4), (5, 3), (3, 5), (4, 5), (5, 4), (6, 3), (3, 6), (7, 2), (2, 7), (5, 5)])
    if width * height == 25 and not rules.fill:
        width = 4
    cells = [0] * (width * height)
    for cell in stream.sample(range(len(cells)), stream.choice([0, 0, 0, 1, 1, 2, 3])):
        cells[cell] = SOLID
    free = [cell for cell, content in enumerate(cells) if not content]
    pairs = stream.choice([1, 1, 2, 2, 2, 3, 3, 4])
    for index, cell in enumerate(stream.sample(free, 2 * pairs)):
        cells[cell] = index // 2 + 1
    return Puzzle(width, height, tuple(cells), rules)


def random_position(stream: random.Random, puzzle: Puzzle, solutions: list[int]) -> Position:
    """Some links of one solution, perhaps a false one among them, perhaps some rounds of deduction later."""
    links = len(puzzle.grid.links())
    states = bytearray(links)
    truth = stream.choice(solutions) if solutions else stream.getrandbits(links)
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


def agreeing(position: Position, solutions: list[int]) -> list[int]:
    """The solutions that agree with a position."""
    on = sum(1 << link for link, state in enumerate(position.states) if state == ON)
    known = sum(1 << link for link, state in enumerate(position.states) if state != OPEN)
    return [solution for solution in solutions if solution & known == on]


def against(position: Position, conclusion, what: str, kept: list[int]) -> Unsound | None:
    """The unsound step if some solution of `kept` disagrees with the conclusion (empty: claims there is none)."""
    for solution in kept:
        if not conclusion or any((solution >> link & 1) != drawn for link, drawn in conclusion):
            return Unsound(position, what, solution)
    return None


def judge_position(position: Position, solutions: list[int], *, looking: bool, fired: Counter) -> Unsound | None:
    """Every rule by itself, every tier, and, with `looking`, look-ahead of all three strengths."""
    kept = agreeing(position, solutions)
    names = [
        name
        for name, rule in RULES.items()
        if rule.tier < 5 and (name != "U1" or (position.puzzle.rules == COVER and len(solutions) == 1))
    ]
    for name in names:
        if not usable(RULES[name], position.puzzle.rules, Assume.UNIQUE):
            continue
        for step in deduce(position, [name], assume=Assume.UNIQUE if name == "U1" else Assume.NOTHING):
            fired[step.rule.name] += 1
            bad = against(position, step.conclusion, str(step), kept)
            if bad:
                return bad
    return judge_looks(position, kept, fired) if looking else None


def judge_looks(position: Position, kept: list[int], fired: Counter) -> Unsound | None:
    """Look-ahead from the position closed under tier 0, where `rate` and `explain` would use it."""
    engine = reasoner_for(position.puzzle)
    engine.load(position.states)
    while (tier := engine.advance(0)) >= 0:
        pass
    if tier == -2:
        return against(position, (), "tier 0 contradicts", kept)
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
        bad = against(position, conclusion, f"look-ahead of strength {strength}: {conclusion}", kept)
        if bad:
            return bad
    return None


def run(rules: Rules, positions: int, seed: int, *, looking_every: int = 10) -> tuple[Unsound | None, Counter]:
    """Judge so many random positions under `rules`; the first unsound step, if any, and how often each rule fired."""
    stream = random.Random(f"{rules} {seed}")
    fired: Counter = Counter()
    done = 0
    while done < positions:
        puzzle = random_board(stream, rules)
        solutions = all_solutions(puzzle)
        if solutions is None or stream.random() < {0: 0.9, 1: 0.5}.get(len(solutions), 0):
            continue
        fired["boards with several solutions"] += len(solutions) > 1
        for _ in range(min(20 if solutions else 3, positions - done)):
            position = random_position(stream, puzzle, solutions)
            bad = judge_position(position, solutions, looking=done % looking_every == 0, fired=fired)
            if bad:
                return bad, fired
            done += 1
    return None, fired


def main() -> int:
    """Run all four rule sets; exit 1 at the first unsound step."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for rules in EVERY_RULES:
        bad, fired = run(rules, positions, seed)
        print(f"{rules}: {positions} positions, fired " + ", ".join(f"{k} {v}" for k, v in sorted(fired.items())))
        if bad:
            print(bad)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
