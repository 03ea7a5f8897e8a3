"""Our boards told from those of people by their shapes: how well a small classifier does, and by what.

`python -m bench told`; says so where the corpus (`bench.sets`) is absent.  With NUMLINK_BOARDS=120 it makes 120 boards
of ours a size instead of 40: a quarter of an hour of one core.  Bar: AUC at most .70 in every style and size.

Ten figures a board, of its size and its solution alone (`FIGURES`).  Two classifiers, both written out here so that no
benchmark needs more than numpy: a logistic regression with a ridge, and 40 boosted trees of one question each.  Five
folds, each told by those that learnt from the other four; AUC .5 is a coin, 1.0 means that every board gives itself
away.  The interval is that of 500 resamplings of the boards.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import numlink
from bench.sets import PACKS, foreign, levels
from numlink import Puzzle
from numlink.reasoning.guesses import deception, detour, misleading
from numlink.reasoning.rate import Tally
from numlink.reasoning.walk import Deduced

Table = NDArray[np.float64]

FIGURES = (
    "pairs", "shortest", "longest", "straight", "detour", "on the rim", "one off the rim", "corners", "misleading",
    "long reasoning",
)  # fmt: skip
"""Of each board: pairs, cells of the shortest and the longest path over the mean, the share of paths without detour,
links over distances, ends in the outermost ring and in the next, corners a cell, how it misleads, rounds of tier 3."""

FOLDS, RESAMPLINGS, TREES = 5, 500, 40
FEWEST = 8
"""Boards of people below which a size is not measured."""
STYLES: dict[str, dict[str, str]] = {
    "app": {"style": "app"},
    "magazine, no-touch": {"style": "magazine", "rules": "no-touch"},
    "magazine, strict": {"style": "magazine", "proof": "strict"},
}
SIDES = (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17)
FIRST_SEED, USUAL_BOARDS = 1000, 40


def figures(puzzle: Puzzle) -> list[float]:
    """The figures of a board with its solution."""
    width, height = puzzle.width, puzzle.height
    paths = puzzle.solution.paths
    ends = [divmod(cell, width) for path in paths for cell in (path[0], path[-1])]
    apart = [abs(a - c) + abs(b - d) for (a, b), (c, d) in zip(ends[::2], ends[1::2], strict=True)]
    rings = [min(row, column, height - 1 - row, width - 1 - column) for row, column in ends]
    lengths = [len(path) for path in paths]
    steps = [[other - one for one, other in pairwise(path)] for path in paths]
    corners = sum(one != other for path in steps for one, other in pairwise(path))
    return [
        len(paths),
        min(lengths) / np.mean(lengths),
        max(lengths) / np.mean(lengths),
        float(np.mean([length - 1 == distance for length, distance in zip(lengths, apart, strict=True)])),
        detour(puzzle, puzzle.solution),
        rings.count(0) / len(rings),
        rings.count(1) / len(rings),
        corners / sum(lengths),
        misleading(puzzle, deception(puzzle, puzzle.solution)),
        long_rounds(puzzle),
    ]


def long_rounds(puzzle: Puzzle) -> int:
    """Rounds that a rating decides by the rules of tier 3."""
    tally = Tally(puzzle, proven=True)
    found = 0
    for event in tally.walk:
        tally.add(event)
        found += isinstance(event, Deduced) and event.tier == 3
    return found


def symmetric(puzzle: Puzzle) -> bool:
    """Whether the cells with numbers are their own image by a turn or in a mirror."""
    width, height = puzzle.width, puzzle.height
    clues = {divmod(cell, width) for cell, content in enumerate(puzzle.cells) if content > 0}
    images = (
        {(height - 1 - row, width - 1 - column) for row, column in clues},
        {(row, width - 1 - column) for row, column in clues},
        {(height - 1 - row, column) for row, column in clues},
    )
    return clues in images


def auc(scores: Table, ours: NDArray[np.bool_]) -> float:
    """How often one of ours has the higher score than one of people's; a draw counts half."""
    one, other = scores[ours][:, None], scores[~ours][None, :]
    return float(np.mean((one > other) + 0.5 * (one == other)))


def logistic(table: Table, ours: NDArray[np.bool_], asked: Table) -> Table:
    """Scores of `asked` by a ridge regression that learnt `ours` from `table`; 200 steps of Newton's method at most."""
    middle, spread = table.mean(0), table.std(0) + 1e-9
    known = np.c_[np.ones(len(table)), (table - middle) / spread]
    weights = np.zeros(known.shape[1])
    ridge = np.eye(known.shape[1])
    for _ in range(200):
        chance = 1 / (1 + np.exp(-np.clip(known @ weights, -30, 30)))
        slope = known.T @ (ours - chance) - ridge @ weights
        curve = (known * (chance * (1 - chance))[:, None]).T @ known + ridge
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return np.c_[np.ones(len(asked)), (asked - middle) / spread] @ weights


def boosted(table: Table, ours: NDArray[np.bool_], asked: Table) -> Table:
    """Scores of `asked` by trees of one question, each fitted to what the ones before it left."""
    scores, told = np.zeros(len(table)), np.zeros(len(asked))
    for _ in range(TREES):
        chance = 1 / (1 + np.exp(-scores))
        left = ours - chance
        best = (-1.0, 0, 0.0, 0.0, 0.0)
        for column in range(table.shape[1]):
            for cut in np.unique(np.quantile(table[:, column], np.linspace(0.1, 0.9, 9))):
                low = table[:, column] <= cut
                if 3 <= low.sum() <= len(low) - 3:
                    one, other = left[low].mean(), left[~low].mean()
                    gain = low.sum() * one**2 + (~low).sum() * other**2
                    best = max(best, (gain, column, float(cut), one, other))
        _, column, cut, one, other = best
        scores += np.where(table[:, column] <= cut, one, other)
        told += np.where(asked[:, column] <= cut, one, other)
    return told


def folded(learn, table: Table, ours: NDArray[np.bool_]) -> Table:
    """The score of each board by what the other folds taught; folds have as many of both kinds as can be."""
    order = np.random.default_rng(1)
    fold = np.zeros(len(table), int)
    for kind in (ours, ~ours):
        places = order.permutation(np.flatnonzero(kind))
        fold[places] = np.arange(len(places)) % FOLDS
    scores = np.zeros(len(table))
    for at in range(FOLDS):
        # ranks of one fold do not compare with those of another: each is centred on its own median
        found = learn(table[fold != at], ours[fold != at], table[fold == at])
        scores[fold == at] = found - np.median(found)
    return scores


def told(name: str, people: Sequence[Puzzle], fresh: Sequence[Puzzle]) -> dict[str, object]:
    """A line: how well ours are told from people's, and the figure that gives them away; all carry solutions."""
    rows = [figures(puzzle) for puzzle in (*people, *fresh)]
    table, ours = np.array(rows, float), np.arange(len(rows)) >= len(people)
    kept: dict[str, object] = {"people": len(people), "ours": len(fresh)}
    line = f"{name:18} {len(people):3} of people, {len(fresh):3} of ours:"
    random = np.random.default_rng(2)
    for word, learn in (("logistic", logistic), ("trees", boosted)):
        scores = folded(learn, table, ours)
        again = []
        for _ in range(RESAMPLINGS):
            chosen = random.integers(0, len(rows), len(rows))
            if 0 < ours[chosen].sum() < len(rows):
                again.append(auc(scores[chosen], ours[chosen]))
        low, high = np.quantile(again, (0.025, 0.975))
        kept[word] = [round(auc(scores, ours), 3), round(float(low), 3), round(float(high), 3)]
        line += f" {word} {auc(scores, ours):.2f} ({low:.2f} to {high:.2f})"
    alone = {figure: auc(table[:, at], ours) for at, figure in enumerate(FIGURES)}
    most = max(alone, key=lambda figure: abs(alone[figure] - 0.5))
    kept["given away by"] = [most, round(alone[most], 3)]
    kept["means"] = {
        figure: [round(float(table[~ours, at].mean()), 2), round(float(table[ours, at].mean()), 2)]
        for at, figure in enumerate(FIGURES)
    }
    kept["symmetric clues"] = [round(float(np.mean([*map(symmetric, boards)])), 2) for boards in (people, fresh)]
    print(f"{line}; most by {most} ({alone[most]:.2f})", flush=True)
    print("   people's / ours:", "; ".join(f"{key} {a:g} / {b:g}" for key, (a, b) in kept["means"].items()))
    return kept


def run() -> dict[str, object]:
    """A line for every style and size of which people's boards are at hand: levels of the app, and a magazine's."""
    count = int(os.environ.get("NUMLINK_BOARDS", USUAL_BOARDS))
    app = [puzzle for pack, puzzle in levels() if pack not in PACKS["extreme"] and not pack.startswith("w")]
    magazine = [puzzle for _, puzzle in foreign("janko")]
    if not app:
        print("the corpus is not here: nothing to measure")
    found: dict[str, object] = {}
    for name, wish in STYLES.items():
        for side in SIDES:
            boards = app if name == "app" else magazine
            chosen = [one for one in boards if (one.width, one.height) == (side, side) and not one.solids()]
            solved = [one.with_solution(only) for one in chosen if (only := numlink.solve(one, budget=60).solution)]
            if len(solved) >= FEWEST:
                fresh = [numlink.generate(side, seed=FIRST_SEED + seed, **wish) for seed in range(count)]
                found[f"{name} {side}"] = told(f"{name} {side}x{side}", solved, fresh)
    return found
