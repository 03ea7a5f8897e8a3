"""Difficulty to order measured: how often, how fast, after how many tries.  `python -m bench difficulty`.

Boards: `generate(size, seed=0, 1, 2, ..., difficulty=grade)`, what `numlink new --difficulty` makes, each with at
most 20 seconds by the clock.  Times are processor seconds of one core.
"""

from __future__ import annotations

import time
from statistics import median

from numlink import generate
from numlink.errors import BudgetEnded
from numlink.making.compose import Statistics
from numlink.making.difficulty import GRADES

NAMES = ("size", "grade", "seed", "pairs", "tries", "seconds")
SEEDS = {5: 20, 6: 20, 7: 20, 9: 20, 10: 20, 12: 20, 15: 12, 20: 5}
HOPELESS = 3
"""Seeds without a board, of those first tried, after which a size counts as unable to carry a grade."""


def measure(size: int, grade: str, seeds: int, budget: float) -> list[list]:
    """Make boards of a grade; prints one line and returns one list a board, pairs 0 where there is none."""
    rows: list[list] = []
    for seed in range(seeds):
        statistics = Statistics()
        start = time.process_time()
        try:
            pairs = generate(size, seed=seed, difficulty=grade, budget=budget, statistics=statistics).pairs
        except BudgetEnded:
            pairs = 0
        rows.append([size, grade, seed, pairs, statistics.tries, round(time.process_time() - start, 4)])
        if len(rows) == HOPELESS and not any(row[3] for row in rows):
            break
    found = [row[3] for row in rows if row[3]]
    seconds = sorted(row[5] for row in rows)
    tries = sorted(row[4] for row in rows)
    print(
        f"{size:3} {grade:8} {len(found):2} of {len(rows):2}  tries median {median(tries):6.1f} most {tries[-1]:5}  "
        f"seconds median {median(seconds):7.3f} p90 {seconds[int(0.9 * len(seconds))]:7.3f} worst {seconds[-1]:7.3f}  "
        f"pairs {sum(found) / max(1, len(found)):.1f}",
        flush=True,
    )
    return rows


def run(budget: float = 20.0) -> dict[str, object]:
    """Everything, smallest first; raw results as a line a board under the names of its figures."""
    rows = [row for size, seeds in SEEDS.items() for grade in GRADES for row in measure(size, grade, seeds, budget)]
    return {"names": NAMES, "boards": [" ".join(map(str, row)) for row in rows]}
