"""Verdicts and counts on the boards people play: official levels and our own sparse ones, beside CaDiCaL on one-hot."""

from collections.abc import Callable
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection
from resource import RLIM_INFINITY, RLIMIT_CPU, setrlimit
from time import process_time

from bench.baselines import cadical
from bench.sets import foreign, official, sparse
from bench.solving import LIMIT, proven, summary, timed
from numlink import COVER, Puzzle, check, count, generate, generate_classic, solve

MOST_BASELINES = 10
"""Boards of one set, spread over it, that the baseline is asked about."""


def within(limit: float, function: Callable[..., object], *arguments: object) -> float:
    """Processor seconds of one call in a process of its own, which ends after `limit` of them; then it is `limit`."""

    def run(pipe: Connection) -> None:
        setrlimit(RLIMIT_CPU, (ceil(process_time() + limit), RLIM_INFINITY))
        pipe.send(timed(function, *arguments)[0])

    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=run, args=(theirs,))
    process.start()
    theirs.close()
    try:
        return min(limit, ours.recv())
    except EOFError:
        return limit
    finally:
        process.join()


def verdicts(name: str, boards: list[tuple[str, Puzzle]], baseline: bool = True) -> dict[str, object]:
    """Full verdicts of `prove`, witnesses judged; how many learned by the way that the board is strict."""
    found = proven(name, boards)
    if baseline and boards:
        asked = range(0, len(boards), -(-len(boards) // MOST_BASELINES))
        theirs = [within(LIMIT, cadical, boards[index][1], COVER, 2) for index in asked]
        seconds = found["seconds"]
        ours = [seconds[index] for index in asked]
        undone = sum(taken >= LIMIT for taken in theirs)
        found["cadical"] = {"seconds": theirs, "in_all": sum(theirs), "times_slower_in_all": sum(theirs) / sum(ours),
                            "unfinished": undone}  # fmt: skip
        print(f"    cadical on {len(theirs)}: {sum(theirs):.2f} s, {sum(theirs) / sum(ours):.1f} times ours in all, "
              f"{undone} not done in {LIMIT:.0f} s", flush=True)  # fmt: skip
    return found


def counts(name: str, boards: list[tuple[str, Puzzle]]) -> dict[str, object]:
    """Exact counts."""
    seconds, conflicts, states = [], 0, 0
    for _, puzzle in boards:
        taken, total = timed(count, puzzle)
        seconds.append(taken)
        conflicts += total.effort.conflicts
        states += total.effort.states
    return summary(name, seconds, conflicts=conflicts, states=states)


def firsts(name: str, boards: list[tuple[str, Puzzle]]) -> dict[str, object]:
    """First solutions."""
    seconds, conflicts = [], 0
    for _, puzzle in boards:
        taken, verdict = timed(lambda puzzle=puzzle: solve(puzzle, rules=COVER, look_on=0, budget=60))
        assert check(puzzle, verdict.solution, COVER) == []
        seconds.append(taken)
        conflicts += verdict.effort.conflicts
    return summary(name, seconds, conflicts=conflicts)


def lab(n: int, seeds: range) -> list[tuple[str, Puzzle]]:
    """Lab boards without their solutions."""
    return [(f"lab-{n}-{seed}", generate_classic(n, seed=seed).with_solution(None)) for seed in seeds]


def run() -> dict[str, object]:
    """The sets of issue 16."""
    large = official("flow-large")
    own = [(f"new-40-{seed}", generate(40, seed=seed, style="lab").with_solution(None)) for seed in range(4)]
    return {
        "flow-large verdicts": verdicts("flow-large verdicts", large),
        "flow-packs verdicts": verdicts("flow-packs verdicts", official("flow-packs"), baseline=False),
        "sparse verdicts": verdicts("sparse verdicts", sparse()),
        "dev flow verdicts": verdicts("dev flow verdicts", foreign("flow"), baseline=False),
        "janko verdicts": verdicts("janko verdicts", foreign("janko"), baseline=False),
        "own 40x40 verdicts": verdicts("own 40x40 verdicts", own, baseline=False),
        "flow-large counts": counts("flow-large counts", large),
        "sparse counts": counts("sparse counts", sparse()),
        "lab60 first": firsts("lab 60x60 first solution", lab(60, range(100, 106))),
        "lab100 first": firsts("lab 100x100 first solution", lab(100, range(3))),
    }
