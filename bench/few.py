"""Boards of few pairs, as wished: processor seconds, conflicts, and where their ends lie.  `python -m bench few`."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, median
from time import process_time
from typing import Any

import numlink
from bench.styles import figures
from numlink.making.compose import Statistics
from numlink.model.puzzle import Puzzle

STRICT: dict[str, Any] = {"rules": "no-touch", "claim": "strict"}
WISHES: tuple[tuple[int, int, int, int, float, dict[str, Any]], ...] = (
    (15, 15, 11, 20, 0.3, {}),
    (15, 15, 10, 20, 0.3, {}),
    (15, 15, 12, 20, 1.0, STRICT),
    (20, 20, 25, 20, 2.0, STRICT),
    (36, 20, 31, 10, 20.0, STRICT),
)
"""Width, height, pairs, seeds, the median that was asked for (of 10 pairs: aimed at), and what else is wished."""
BUDGET = 120


def company(puzzles: Sequence[Puzzle]) -> float:
    """The share of ends that have another among the eight cells around them."""
    ends = beside = 0
    for puzzle in puzzles:
        marked = {divmod(cell, puzzle.width) for cell, number in enumerate(puzzle.cells) if number > 0}
        ends += len(marked)
        beside += sum(
            any((row + down, column + right) in marked for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
            for row, column in marked
        )
    return beside / ends


def measured(width: int, height: int, pairs: int, seeds: int, asked: float, wish: dict[str, Any]) -> dict[str, object]:
    """One row."""
    seconds, conflicts, made = [], [], []
    for seed in range(seeds):
        counted = Statistics()
        begun = process_time()
        made.append(numlink.generate(width, height, seed=seed, pairs=pairs, budget=BUDGET, statistics=counted, **wish))
        seconds.append(process_time() - begun)
        conflicts.append(counted.conflicts)
    row = {
        "seconds": seconds,
        "median": median(seconds),
        "conflicts": mean(conflicts),
        "company": company(made),
        **figures(made),
    }
    print(
        f"{width}x{height}, {pairs} pairs{', no-touch, strict' if wish else ''}, {seeds} seeds: median "
        f"{median(seconds):.2f} s, worst {max(seconds):.2f} s, asked {asked} s: "
        f"{'met' if median(seconds) <= asked else 'MISSED'}; "
        f"{mean(conflicts):.0f} conflicts; detour {row['detour']}, without {row['straight']}, ends with another beside "
        f"them {row['company']:.2f}",
        flush=True,
    )
    return row


def run() -> dict[str, object]:
    """All rows."""
    return {f"{wish[0]}x{wish[1]}, {wish[2]} pairs": measured(*wish) for wish in WISHES}
