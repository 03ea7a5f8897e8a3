"""Puzzles with exactly one solution: time by size, quality, failures; and verdicts on sparse boards."""

import statistics
import time
from pathlib import Path

import numlink
from bench._plot import log_log
from numlink.exact.budget import Budget
from numlink.making.compose import Composer, Statistics, default_pairs
from numlink.making.recipe import Spec

SEEDS = {5: 400, 7: 400, 10: 400, 15: 200, 20: 200, 30: 20, 40: 40, 60: 5, 100: 3}
ASKED = {5: (0.001, 4), 7: (0.002, 6), 10: (0.015, 9), 15: (0.15, 19), 20: (1.5, 34), 40: (3, 178), 100: (30, 1250)}
FEWER = {40: (133, 4), 100: (1000, 1)}
PLOT = Path(__file__).parent / "plots" / "generate.svg"


def quality(puzzle):
    """Mean path length, share of cells on the path with most of the rim, detour: links over Manhattan distance."""
    width, height = puzzle.width, puzzle.height
    paths = puzzle.solution.paths
    rim = {v for v in range(width * height) if v % width in (0, width - 1) or v // width in (0, height - 1)}
    hugging = max(paths, key=lambda path: len(rim.intersection(path)))
    detours = [
        (len(path) - 1) / (abs(path[0] // width - path[-1] // width) + abs(path[0] % width - path[-1] % width))
        for path in paths
    ]
    return {
        "length": width * height / len(paths),
        "hugging": len(hugging) / (width * height),
        "detour": statistics.mean(detours),
    }


def measured(n, seeds, pairs=None):
    """One size: processor seconds of every puzzle, all retries and the last proof included."""
    counted = Statistics()
    times, made, given_up = [], [], 0
    for seed in range(seeds):
        begun = time.process_time()
        try:
            puzzle = numlink.generate(
                n, seed=seed, pairs=pairs and (pairs, pairs), style="lab", statistics=counted, budget=300
            )
        except numlink.BudgetEnded:
            given_up += 1
        else:
            made.append(puzzle)
        times.append(time.process_time() - begun)
    times.sort()
    row = {
        "seeds": seeds,
        "pairs": statistics.median(puzzle.pairs for puzzle in made),
        "median": statistics.median(times),
        "ninth_decile": times[int(0.9 * seeds)],
        "slowest": times[-1],
        "given_up": given_up,
        "attempts": counted.attempts,
        "proofs": counted.proofs,
        "windows": counted.windows,
        "failures": dict(counted.failures),
    }
    figures = [quality(puzzle) for puzzle in made]
    row.update({key: statistics.mean(figure[key] for figure in figures) for key in figures[0]})
    print(
        f"{n}x{n}: {row['pairs']:.0f} pairs, median {row['median'] * 1e3:.2f} ms, 9 in 10 within "
        f"{row['ninth_decile'] * 1e3:.1f} ms, slowest {row['slowest'] * 1e3:.0f} ms; length {row['length']:.1f}, "
        f"detour {row['detour']:.2f}, hugging {row['hugging']:.2f}; given up {given_up} of {seeds}, "
        f"attempts {counted.attempts}, failures {row['failures']}",
        flush=True,
    )
    return row


def ambiguous(n, pairs, seed):
    """A board of the same kind that has another solution: a cover as annealed, not mended."""
    while True:
        composer = Composer(Spec(n, n, seed), Budget(), Statistics())
        cover = composer._cover(pairs)
        seed += 1000
        if cover is None:
            continue
        puzzle = composer.lattice.puzzle(cover, numlink.COVER)
        if numlink.prove(puzzle, puzzle.solution, budget=5).answer is numlink.Answer.MULTIPLE:
            return puzzle


def verdicts(count=2):
    """Seconds to a verdict, the solution unknown to the prover, on boards of 14x14 and 15x15 with 10 to 14 pairs."""
    times = {"unique": [], "multiple": []}
    missing = []
    for n in (14, 15):
        for pairs in (10, 12, 14):
            boards = [ambiguous(n, pairs, seed) for seed in range(count)]
            for seed in range(count):
                try:
                    boards.append(numlink.generate(n, seed=seed, pairs=(pairs, pairs), style="lab", budget=5))
                except numlink.BudgetEnded:
                    missing.append([n, pairs])
            for puzzle in boards:
                begun = time.process_time()
                verdict = numlink.prove(puzzle.with_solution(None), budget=20).answer.value
                times.setdefault(verdict, []).append(time.process_time() - begun)
    row = {"not_made_in_5_s": len(missing)}
    for name, found in times.items():
        row[name] = {"boards": len(found), "median": statistics.median(found or [0]), "slowest": max(found or [0])}
    row["median"] = statistics.median([*times["unique"], *times["multiple"]])
    print(f"verdicts at 14x14 and 15x15, 10 to 14 pairs: {row}")
    return row


def run():
    """All of it; the plot is drawn anew."""
    rows = {f"{n}x{n}": measured(n, seeds) for n, seeds in SEEDS.items()}
    for n, (bar, pairs) in ASKED.items():
        row = rows[f"{n}x{n}"]
        met = row["median"] <= bar and row["pairs"] <= pairs and not row["given_up"]
        print(f"{n}x{n}: asked {pairs} pairs in {bar * 1e3:g} ms: {'met' if met else 'NOT MET'}")
    fewer = {f"{n}x{n}, {pairs} pairs": measured(n, seeds, pairs) for n, (pairs, seeds) in FEWER.items()}
    points = [(n * n, rows[f"{n}x{n}"]["median"]) for n in SEEDS]
    PLOT.parent.mkdir(exist_ok=True)
    PLOT.write_text(
        log_log(
            points,
            "Median processor seconds of numlink new by cells N (default pairs: "
            + ", ".join(f"{n}x{n} {default_pairs(n * n)}" for n in SEEDS)
            + ")",
        )
    )
    return {"new": rows, "fewer": fewer, "verdicts": verdicts()}
