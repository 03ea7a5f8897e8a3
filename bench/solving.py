"""Solving, proving and counting: ours beside CaDiCaL and CP-SAT in the same run, effort beside seconds."""

import math
import multiprocessing
import statistics
import subprocess
import sys
import time
from collections import Counter

from bench.baselines import cadical, cp_sat
from bench.sets import foreign, lab
from numlink import NO_TOUCH, Effort, Puzzle, Rules, check, count, prove, solve

LIMIT = 10.0
"""Seconds a baseline may take for one board; it is charged that much where it did not end."""


def timed(function, *arguments):
    """(CPU seconds of this process, result) of one call: other work on the machine does not count."""
    begun = time.process_time()
    result = function(*arguments)
    return time.process_time() - begun, result


def limited(function, *arguments) -> float:
    """Seconds of one call in a process of its own, at most LIMIT; starting the process is not counted."""

    def run(pipe) -> None:
        pipe.send(timed(function, *arguments)[0])

    ours, theirs = multiprocessing.get_context("fork").Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=run, args=(theirs,))
    process.start()
    seconds = ours.recv() if ours.poll(LIMIT) else LIMIT
    process.kill()
    process.join()
    return seconds


def summary(name: str, seconds: list[float], **more) -> dict[str, object]:
    """Print one line and return the figures of a set."""
    if not seconds:
        print(f"{name}: boards absent, skipped")
        return {"skipped": True}
    ranked = sorted(seconds)
    figures = {
        "boards": len(seconds),
        "total": sum(seconds),
        "median": statistics.median(seconds),
        "p90": ranked[min(len(ranked) - 1, int(0.9 * len(ranked)))],
        "worst": ranked[-1],
        "seconds": seconds,
        **more,
    }
    shown = ", ".join(f"{key} {figures[key]:.4f} s" for key in ("total", "median", "p90", "worst"))
    extra = ", ".join(f"{key} {value}" for key, value in more.items() if not isinstance(value, list | dict))
    print(f"{name}: {len(seconds)} boards, {shown}{'; ' + extra if extra else ''}", flush=True)
    return figures


def proven(name: str, boards: list[tuple[str, Puzzle]]) -> dict[str, object]:
    """Summary of `prove` on every board: seconds, effort, answers, how many were found strict; witnesses judged."""
    seconds, effort, strict, answers = [], Effort(), 0, Counter()
    for _, puzzle in boards:
        taken, verdict = timed(prove, puzzle)
        for witness in (verdict.solution, verdict.second):
            assert witness is None or check(puzzle, witness) == []
        seconds.append(taken)
        effort += verdict.effort
        strict += verdict.strict is True
        answers[verdict.answer.value] += 1
    return summary(
        name, seconds, conflicts=effort.conflicts, states=effort.states, answers=str(dict(answers)), strict=strict
    )


def verdicts(name: str, boards: list[tuple[str, Puzzle]], baselines: bool = True) -> dict[str, object]:
    """Full verdicts (unique or a second solution) through the public prove, witnesses judged."""
    for _, puzzle in boards:
        prove(puzzle)  # once to warm the caches; the clock sees the second run
    found = proven(name, boards)
    if baselines:
        against(found, boards, 2)
    return found


def against(found: dict[str, object], boards: list[tuple[str, Puzzle]], most: int) -> None:
    """Both baselines on the same boards, and how many times slower each is by geometric mean."""
    for name, solver in (("cadical", cadical), ("cp_sat", cp_sat)):
        seconds = [limited(solver, puzzle, puzzle.rules, most) for _, puzzle in boards]
        if seconds:
            ratios = [theirs / ours for theirs, ours in zip(seconds, found["seconds"], strict=True)]
            factor = math.exp(statistics.fmean(map(math.log, ratios)))
            unfinished = sum(taken >= LIMIT for taken in seconds)
            found[name] = {"seconds": seconds, "times_slower": factor, "unfinished": unfinished}
            print(f"    {name}: total {sum(seconds):.2f} s, {factor:.0f} times slower by geometric mean, "
                  f"{unfinished} not done in {LIMIT:.0f} s", flush=True)  # fmt: skip


def first_solutions(name: str, boards: list[tuple[str, Puzzle]], baselines: bool, budget: float) -> dict[str, object]:
    """A first solution, none known, and nothing asked about others."""
    seconds, conflicts, unsolved = [], 0, 0
    for _, puzzle in boards:
        taken, verdict = timed(lambda puzzle=puzzle: solve(puzzle, budget=budget, look_on=0))
        assert verdict.solution is None or check(puzzle, verdict.solution) == []
        unsolved += not verdict.solved
        seconds.append(taken)
        conflicts += verdict.effort.conflicts
    found = summary(name, seconds, conflicts=conflicts, unsolved=unsolved)
    if baselines:
        against(found, boards, 1)
    return found


def counts(name: str, boards: list[tuple[str, Puzzle]]) -> dict[str, object]:
    """Exact counts."""
    seconds, states = [], 0
    for _, puzzle in boards:
        taken, total = timed(count, puzzle)
        seconds.append(taken)
        states += total.effort.states
    return summary(name, seconds, states=states)


def import_seconds() -> float:
    """What `import numlink` costs over bare Python, median of 15."""

    def median(code: str) -> float:
        runs = []
        for _ in range(15):
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            runs.append(time.perf_counter() - begun)
        return statistics.median(runs)

    return median("import numlink") - median("pass")


def copies(boards: list[tuple[str, Puzzle]], rules: Rules) -> list[tuple[str, Puzzle]]:
    """The same boards under other rules."""
    return [(name, puzzle.with_rules(rules)) for name, puzzle in boards]


def run() -> dict[str, object]:
    """Verdicts, counts and first solutions; ours first, then the baselines."""
    hard = "mzucker-jumbo_14x14_02"
    flow = foreign("flow")
    found: dict[str, object] = {
        "janko verdicts": verdicts("janko verdicts, NO_TOUCH", foreign("janko")),
        "flow verdicts": verdicts("flow verdicts, COVER, 13 boards", [b for b in flow if b[0] != hard]),
        "jumbo verdict": verdicts("jumbo_14x14_02 verdict", [b for b in flow if b[0] == hard]),
        "flow counts": counts("flow counts, 13 boards", [b for b in flow if b[0] != hard]),
        "jumbo count": counts("jumbo_14x14_02 count", [b for b in flow if b[0] == hard]),
        "lab10 verdicts": verdicts("own lab 10x10 verdicts, COVER", lab(10, 60)),
        "lab10 verdicts no-touch": verdicts("own lab 10x10 verdicts, NO_TOUCH", copies(lab(10, 60), NO_TOUCH)),
        "adc first": first_solutions("adc first solution, FREE", foreign("adc"), True, 10.0),
        "lab40 first": first_solutions("lab 40x40 first solution", lab(40, 25), False, 20.0),
        "lab60 first": first_solutions("lab 60x60 first solution", lab(60, 5), False, 20.0),
        "lab100 first": first_solutions("lab 100x100 first solution", lab(100, 3), False, 40.0),
    }
    found["import_seconds"] = import_seconds()
    print(f"import numlink over bare Python: {found['import_seconds'] * 1000:.0f} ms")
    return found
