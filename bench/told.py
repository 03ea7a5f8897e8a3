"""Our boards told from those of people by their shapes: how well a small classifier does, and by what.

`python -m bench told`; says so where the corpus (`bench.sets`) is absent.  Bar: AUC at most .70 in every style and
size.

Ten figures a board, of its size and its solution alone (`FIGURES`).  Two classifiers, both written out here so that no
benchmark needs more than numpy: a logistic regression with a ridge, and 40 boosted trees of one question each.  Five
folds, each told by those that learnt from the other four; AUC .5 is a coin, 1.0 means that every board gives itself
away.  An AUC is the mean of five blocks of 50 boards of ours (20 of those that take long to make), on seeds that were
not looked at when the style's figures were chosen, and of four ways to part the boards into folds, which differ by up
to .1.  Beside it stand the least and the most of a block.  The interval is that of 500 resamplings of all boards.  Then
each pack of people's levels (of the magazine: each quarter of its boards) is left out in turn.

All that takes ten minutes of one core; NUMLINK_BOARDS=10 makes blocks of 10.  With NUMLINK_CACHE=FOLDER the
figures of boards of ours are kept there, a line a board, and not made again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import numlink
from bench.sets import PACKS, foreign, levels
from numlink import Puzzle
from numlink.making.generate import spec_of
from numlink.reasoning.guesses import deception, detour, misleading
from numlink.reasoning.human_solver import Deduced
from numlink.reasoning.rate import Tally

Table = NDArray[np.float64]

FIGURES = (
    "pairs", "shortest", "longest", "straight", "detour", "on the rim", "one off the rim", "corners", "misleading",
    "long reasoning",
)  # fmt: skip
"""Of each board: pairs, cells of the shortest and the longest path over the mean, the share of paths without detour,
links over distances, ends in the outermost ring and in the next, corners a cell, how it misleads, rounds of tier 3."""

FOLDS, FOLDINGS, RESAMPLINGS, TREES = 5, 4, 500, 40
FEWEST = 8
"""Boards of people below which a size is not measured."""
STYLES: dict[str, dict[str, str]] = {
    "app": {"style": "app"},
    "magazine, no-touch": {"style": "magazine", "rules": "no-touch"},
    "magazine, strict": {"style": "magazine", "claim": "strict"},
}
SIDES = (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17)
FIRST_SEED, BLOCKS, USUAL_BOARDS = 7000, 5, 50
LONG_SIDE, LONG_STYLE, LONG_BOARDS = 17, "magazine, strict", 20
"""The side and the style of boards that take long to make, and how many of these are in a block."""
PARTS, LEAST_PART = 4, 2
"""Parts of a magazine that are left out in turn, and the fewest boards of a pack that is."""


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
    for event in tally.solver:
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
    cuts = [
        (column, cut, low)
        for column in range(table.shape[1])
        for cut in np.unique(np.quantile(table[:, column], np.linspace(0.1, 0.9, 9)))
        if 3 <= (low := table[:, column] <= cut).sum() <= len(low) - 3
    ]
    lows = np.array([low for _, _, low in cuts], float)
    size = lows.sum(1)
    scores, told = np.zeros(len(table)), np.zeros(len(asked))
    for _ in range(TREES):
        left = ours - 1 / (1 + np.exp(-scores))
        one = lows @ left / size
        other = (left.sum() - lows @ left) / (len(left) - size)
        gain = np.round(size * one**2 + (len(left) - size) * other**2, 9)
        best = len(gain) - 1 - int(gain[::-1].argmax())
        column, cut, low = cuts[best]
        scores += np.where(low, one[best], other[best])
        told += np.where(asked[:, column] <= cut, one[best], other[best])
    return told


def folded(learn, table: Table, ours: NDArray[np.bool_], seed: int) -> Table:
    """The score of each board by what the other folds taught; folds have as many of both kinds as can be."""
    order = np.random.default_rng(seed)
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


def row_of(puzzle: Puzzle) -> list[float]:
    """The figures of a board, and at the end whether its numbers are symmetric."""
    return [*map(float, figures(puzzle)), float(symmetric(puzzle))]


def ours(name: str, side: int, count: int) -> list[list[float]]:
    """`row_of` the boards of a style and size on `count` seeds from FIRST_SEED on; kept in NUMLINK_CACHE."""
    folder = os.environ.get("NUMLINK_CACHE")
    path = Path(folder) / f"{name.replace(', ', '_')}_{side}.jsonl" if folder else None
    known = {}
    if path and path.exists():
        known = {line["recipe"]: line["row"] for line in map(json.loads, path.read_text().splitlines())}
    rows = []
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        recipe = spec_of(side, side, seed, **STYLES[name]).recipe
        if recipe not in known:
            known[recipe] = row_of(numlink.from_recipe(recipe))
            if path:
                with path.open("a") as lines:
                    lines.write(json.dumps({"recipe": recipe, "row": known[recipe]}) + "\n")
        rows.append(known[recipe])
    return rows


def scored(people: Table, blocks: Sequence[Table]) -> dict[str, list[tuple[Table, Table]]]:
    """{classifier: for each block, and each of FOLDINGS seeds in it, the scores of people's boards and of ours}."""
    found: dict[str, list[tuple[Table, Table]]] = {}
    for word, learn in (("logistic", logistic), ("trees", boosted)):
        found[word] = []
        for block in blocks:
            is_ours = np.arange(len(people) + len(block)) >= len(people)
            table = np.concatenate([people, block])
            for seed in range(1, 1 + FOLDINGS):
                scores = folded(learn, table, is_ours, seed)
                found[word].append((scores[~is_ours], scores[is_ours]))
    return found


def compared(theirs: Table, fresh: Table) -> float:
    """AUC of one figure or score: how often one of ours has more than one of people's."""
    return auc(np.concatenate([theirs, fresh]), np.arange(len(theirs) + len(fresh)) >= len(theirs))


def told(
    name: str, side: int, people: Sequence[tuple[str, list[float]]], fresh: Sequence[list[float]]
) -> dict[str, object]:
    """A line: how well ours are told from people's, and by what; `people` are (pack, row), rows those of `row_of`."""
    theirs, made = np.array([row for _, row in people]), np.array(fresh)
    blocks = np.split(made[:, :-1], BLOCKS)
    kept: dict[str, object] = {"people": len(people), "ours": len(fresh)}
    line = f"{name} {side}x{side}: {len(people)} of people, {BLOCKS} times {len(blocks[0])} of ours:"
    random = np.random.default_rng(2)
    for word, pairs in scored(theirs[:, :-1], blocks).items():
        single = np.array([compared(*pair) for pair in pairs]).reshape(BLOCKS, FOLDINGS).mean(1).tolist()
        again = []
        for _ in range(RESAMPLINGS):
            chosen = random.integers(0, len(people), len(people))
            again.append(
                np.mean([compared(a[chosen], b[random.integers(0, len(b), len(b))]) for a, b in pairs], dtype=float)
            )
        low, high = np.quantile(again, (0.025, 0.975))
        kept[word] = [round(float(each), 3) for each in (np.mean(single), low, high)]
        kept[f"{word}, by block"] = [round(each, 3) for each in single]
        line += (
            f" {word} {np.mean(single):.2f} ({low:.2f} to {high:.2f}; blocks {min(single):.2f} to {max(single):.2f})"
        )
    alone = {figure: compared(theirs[:, at], made[:, at]) for at, figure in enumerate(FIGURES)}
    most = max(alone, key=lambda figure: abs(alone[figure] - 0.5))
    kept["given away by"] = [most, round(alone[most], 3)]
    kept["means"] = {
        figure: [round(float(theirs[:, at].mean()), 2), round(float(made[:, at].mean()), 2)]
        for at, figure in enumerate((*FIGURES, "symmetric clues"))
    }
    print(f"{line}; most by {most} ({alone[most]:.2f})", flush=True)
    print("   people's / ours:", "; ".join(f"{key} {a:g} / {b:g}" for key, (a, b) in kept["means"].items()))
    kept["left out"] = left_out(people, blocks)
    parts = (f"{pack} {boards}: {one:.2f} {other:.2f}" for pack, (boards, one, other) in kept["left out"].items())
    print("   without (boards, logistic, trees):", "; ".join(parts), flush=True)
    return kept


def left_out(people: Sequence[tuple[str, list[float]]], blocks: Sequence[Table]) -> dict[str, tuple[int, float, float]]:
    """{pack: (its boards, AUC by both classifiers without it)} of packs with LEAST_PART boards or more."""
    found = {}
    for pack, boards in Counter(pack for pack, _ in people).most_common():
        rest = [row[:-1] for other, row in people if other != pack]
        if boards >= LEAST_PART and len(rest) >= FOLDS:
            both = scored(np.array(rest), blocks).values()
            one, other = (round(float(np.mean([compared(*pair) for pair in pairs])), 3) for pairs in both)
            found[pack] = (boards, one, other)
    return found


def solved(boards: Sequence[tuple[str, Puzzle]], side: int) -> list[tuple[str, list[float]]]:
    """(pack, row) of the square boards of this side without solid cells that have a solution."""
    chosen = [(pack, one) for pack, one in boards if (one.width, one.height) == (side, side) and not one.solids()]
    solutions = [(pack, one, numlink.solve(one, budget=60).solution) for pack, one in chosen]
    return [(pack, row_of(one.with_solution(only))) for pack, one, only in solutions if only]


def run() -> dict[str, object]:
    """A line for every style and size of which people's boards are at hand: levels of the app, and a magazine's."""
    most = int(os.environ.get("NUMLINK_BOARDS", USUAL_BOARDS))
    app = [(pack, puzzle) for pack, puzzle in levels() if pack not in PACKS["extreme"] and not pack.startswith("w")]
    magazine = foreign("janko")
    if not app:
        print("the corpus is not here: nothing to measure")
    found: dict[str, object] = {}
    for name in STYLES:
        for side in SIDES:
            people = solved(app if name == "app" else magazine, side)
            if len(people) >= FEWEST:
                if name != "app":  # its boards have no packs: quarters by their numbers
                    rows = [row for _, row in sorted(people, key=lambda pair: pair[0])]
                    people = [(f"quarter {PARTS * at // len(rows) + 1}", row) for at, row in enumerate(rows)]
                count = min(most, LONG_BOARDS) if side >= LONG_SIDE or name == LONG_STYLE else most
                found[f"{name} {side}"] = told(name, side, people, ours(name, side, BLOCKS * count))
    return found
