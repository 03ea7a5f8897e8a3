"""What boards of each style look like beside those of people.  `python -m bench styles`; people's where the corpus is.

What people's boards of 15x15 have: magazine (no-touch) 18 to 20 cells a path, a shortest path of 8.6, .27 of the paths
without detour, .095 of the ends on the rim, detour 2.01; app 14.8, 3.4, .47, .18, 1.70.  Bars: rounds at tier 3 (in a
rating) at least 10 for magazine; 19 of 20 seeds with symmetric clues in 5 s; and those of `bench.people`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from statistics import mean, median, pstdev
from time import process_time

import numlink
from bench.sets import foreign, levels
from bench.told import long_rounds
from numlink.errors import BudgetEnded
from numlink.model.puzzle import Puzzle

SIDES, QUARTER_SIDES = (10, 15), (10, 14)
"""By a quarter turn no odd board can have symmetric numbers."""
BUDGET = 60
BOARDS = 20
STYLES = {
    "lab": {"style": "lab"},
    "app": {"style": "app"},
    "magazine": {"style": "magazine", "rules": "no-touch"},
    "magazine, strict": {"style": "magazine", "claim": "strict"},
}
SYMMETRIES = {
    "clues by a half turn": {"symmetry": "rotate"},
    "clues mirrored": {"symmetry": "mirror"},
    "clues mirrored top to bottom": {"symmetry": "flip"},
    "clues by a quarter turn": {"symmetry": "quarter"},
}


def figures(puzzles: Sequence[Puzzle]) -> dict[str, float]:
    """Means over boards with their solutions."""
    rows = list(map(_figures, puzzles))
    found = {name: round(mean(row[name] for row in rows), 3) for name in rows[0]}
    return {**found, "sd of pairs": round(pstdev(row["pairs"] for row in rows), 2)}


def _figures(puzzle: Puzzle) -> dict[str, float]:
    width, height, paths = puzzle.width, puzzle.height, puzzle.solution.paths
    ends = [divmod(cell, width) for path in paths for cell in (path[0], path[-1])]
    apart = [abs(a - c) + abs(b - d) for (a, b), (c, d) in zip(ends[::2], ends[1::2], strict=True)]
    links = [len(path) - 1 for path in paths]
    return {
        "pairs": len(paths),
        "cells": mean(map(len, paths)),
        "shortest": min(map(len, paths)),
        "straight": mean(length == distance for length, distance in zip(links, apart, strict=True)),
        "rim": mean(row in (0, height - 1) or column in (0, width - 1) for row, column in ends),
        "detour": sum(links) / sum(apart),
        "tier 3": long_rounds(puzzle),
    }


def people() -> dict[str, object]:
    """A line for boards of a magazine and of the app; nothing where the corpus is absent."""
    kept: dict[str, object] = {}
    for name, boards in (("people: magazine", foreign("janko")), ("people: app", levels())):
        solved = []
        for _, puzzle in boards:
            if 13 <= puzzle.width <= 15 and puzzle.width == puzzle.height and not puzzle.solids():
                solution = numlink.solve(puzzle, budget=10).solution
                solved += [puzzle.with_solution(solution)] if solution else []
        if solved:
            kept[name] = figures(solved)
            print(f"{name}, {len(solved)} boards of 13x13 to 15x15: {kept[name]}", flush=True)
    return kept


def fresh(name: str, wish: dict[str, str], side: int, count: int = BOARDS) -> dict[str, object]:
    """A line for boards made now, one a seed."""
    made, seconds = [], []
    for seed in range(count):
        begun = process_time()
        with suppress(BudgetEnded):
            made.append(numlink.generate(side, seed=seed, budget=BUDGET, **wish))
        seconds.append(process_time() - begun)
    in_time = sum(each <= 5 for each in seconds)
    shape = figures(made) if made else {}
    print(
        f"{name} {side}x{side}: {len(made)} of {count}, median {median(seconds):.2f} s, {in_time} within 5 s: {shape}",
        flush=True,
    )
    return {**shape, "made": len(made), "median": median(seconds), "within 5 s": in_time}


def run() -> dict[str, object]:
    """A line a kind and size: people's first."""
    kept = people()
    for name, wish in {**STYLES, **SYMMETRIES}.items():
        for side in QUARTER_SIDES if wish.get("symmetry") == "quarter" else SIDES:
            kept[f"{name} {side}"] = fresh(name, wish, side)
    return kept
