"""The packs that come with the page: `python release/packs.py` makes src/numlink/web/static/shelf.json anew.

With `--rate` it keeps the boards and rates them anew, which is enough where ratings have changed.

Every pack is a ladder: of several boards a step that were made for it, those are kept whose paths wind most, and they
stand in the order of their effort (with `--rate`: of grade, size and effort).  A level is one word,
`link~solution~grade and effort`.  A link leaves out its size and rules if they are those of the level before.  A
solution is one number in base 36, whose digits (each to a base of its own) say which of the free cells beside it a path
goes on to.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from numlink.commands.collection import fingerprint
from numlink.errors import BudgetEnded
from numlink.formats.link import decode, encode
from numlink.making.generate import generate
from numlink.model.puzzle import Puzzle
from numlink.reasoning.grade import Rating
from numlink.reasoning.rate import rate

TARGET = Path(__file__).parents[1] / "src/numlink/web/static/shelf.json"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
START = re.compile(r"\d+x\d+\.cover\.")
"""The size and rules with which a link of the packs begins."""
CHOICE = 3
"""Boards made for each that is kept."""


@dataclass(frozen=True, slots=True)
class Step:
    """So many boards of a size and a grade, on a board of some kind."""

    boards: int
    size: tuple[int, int]
    difficulty: str
    wishes: tuple[tuple[str, Any], ...] = ()


HEX, WALLS, WRAP, SLANT = (("board", "hex"),), (("walls", "few"),), (("wrap", "both"),), (("board", "diagonal"),)
PACKS = {
    "first": (Step(8, (5, 5), "easy"), Step(14, (6, 6), "easy"), Step(18, (7, 7), "easy")),
    "warm": (Step(12, (6, 7), "medium"), Step(16, (7, 8), "medium"), Step(12, (8, 9), "medium")),
    "nuts": (Step(14, (7, 8), "hard"), Step(16, (8, 9), "hard"), Step(10, (9, 10), "hard")),
    "deep": (Step(14, (8, 9), "expert"), Step(14, (9, 10), "expert"), Step(12, (9, 9), "extreme")),
    "lands": (
        Step(5, (6, 6), "easy", HEX), Step(5, (7, 7), "easy", WALLS), Step(5, (7, 7), "medium", WRAP),
        Step(5, (7, 7), "medium", HEX), Step(5, (7, 8), "medium", WALLS), Step(5, (6, 7), "easy", SLANT),
        Step(5, (7, 8), "hard", WRAP), Step(5, (8, 9), "hard", WALLS),
    ),
}  # fmt: skip


def winding(rating: Rating) -> float:
    """How much longer the paths are than the distances of their ends."""
    return rating.detour or 0.0


def boards(step: Step, seed: int, seen: set[str]) -> Iterator[tuple[Puzzle, Rating]]:
    """Different boards for a step, without end."""
    width, height = step.size
    for at in count(seed):
        try:
            puzzle = generate(width, height, seed=at, difficulty=step.difficulty, **dict(step.wishes))
        except BudgetEnded:
            continue
        name = fingerprint(puzzle)
        if name not in seen:
            seen.add(name)
            yield puzzle, rate(puzzle, proven=True)


def climbed(step: Step, seed: int, seen: set[str]) -> list[tuple[Puzzle, Rating]]:
    """The boards of a step that are kept, in the order of their effort."""
    made = boards(step, seed, seen)
    found = [next(made) for _ in range(CHOICE * step.boards)]
    best = sorted(found, key=lambda one: -winding(one[1]))[: step.boards]
    return sorted(best, key=lambda one: one[1].effort or 0.0)


def packed(puzzle: Puzzle) -> str:
    """The solution of a puzzle as one number (share.js, `unpacked`, reads it)."""
    assert puzzle.solution is not None
    used: set[int] = set()
    digits: list[tuple[int, int]] = []
    for path in puzzle.solution.paths:
        if not path:
            continue
        last = path[-1]
        for cell, following in zip(path, path[1:], strict=False):
            beside = set(puzzle.grid.neighbours(cell))
            ways = sorted(n for n in beside if n == last or (not puzzle.cells[n] and n not in used))
            digits.append((ways.index(following), len(ways)))
            used.add(following)
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    text = ""
    while number:
        number, rest = divmod(number, 36)
        text = DIGITS[rest] + text
    return text or "0"


def level(puzzle: Puzzle, rating: Rating) -> str:
    """A level as one word."""
    return f"{encode(puzzle)}~{packed(puzzle)}~{figures(rating)}"


def figures(rating: Rating) -> str:
    """Grade and effort of a level: one digit, then a number."""
    return f"{int(rating.grade)}{rating.effort or 0.0:.1f}".removesuffix(".0")


def shortened(levels: Iterable[str]) -> Iterator[str]:
    """The levels of a pack without the size and rules that are those of the level before."""
    before = ""
    for one in levels:
        found = START.match(one)
        assert found is not None
        yield one.removeprefix(before) if found[0] == before else one
        before = found[0]


def lengthened(levels: Iterable[str]) -> Iterator[str]:
    """The whole levels of a pack, from what `shortened` left of them."""
    start = ""
    for one in levels:
        found = START.match(one)
        start = found[0] if found else start
        yield one if found else start + one


def shelf() -> dict[str, str]:
    """The levels of each pack, behind each other."""
    seen: set[str] = set()
    packs = {}
    for at, (name, steps) in enumerate(PACKS.items()):
        words = []
        for index, step in enumerate(steps):
            words += [level(*one) for one in climbed(step, 100_000 * (10 * at + index + 1), seen)]
            print(f"{name}: {len(words)} boards", file=sys.stderr)
        packs[name] = " ".join(shortened(words))
    return packs


def rung(puzzle: Puzzle, rating: Rating) -> tuple[int, int, float]:
    """What levels are ordered by: grade, size, effort."""
    return rating.grade, len(puzzle.cells), rating.effort or 0.0


def rated_anew() -> dict[str, str]:
    """The packs as they are, every board rated as ratings are now and each pack in the order of that."""
    packs = json.loads(TARGET.read_text(encoding="utf-8"))
    for name, words in packs.items():
        levels = [word.rsplit("~", 1)[0] for word in lengthened(words.split(" "))]
        puzzles = [decode(one.split("~")[0]) for one in levels]
        ratings = [rate(puzzle, proven=True) for puzzle in puzzles]
        order = sorted(range(len(levels)), key=lambda at: rung(puzzles[at], ratings[at]))
        packs[name] = " ".join(shortened(f"{levels[at]}~{figures(ratings[at])}" for at in order))
    return packs


if __name__ == "__main__":
    made = rated_anew() if "--rate" in sys.argv else shelf()
    TARGET.write_text(json.dumps(made, indent=0) + "\n", encoding="utf-8")
