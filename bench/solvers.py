"""Programs for the race: `python -m bench.solvers numlink`, `cadical` or `cp-sat`; a board comes on stdin.

Each prints a solution as soon as it has one, and the verdict when it is proven.  The two baselines are the model
of `baselines`, one-hot colours; CP-SAT needs `pip install ortools`, CaDiCaL numlink's extra `verify`.
"""

import sys
from collections.abc import Callable
from functools import partial

from bench.baselines import cadical, cp_sat
from numlink import Puzzle, Solution, dumps, parse, prove

VERDICTS = ("none", "unique", "multiple")


def by_baseline(puzzle: Puzzle, count: Callable[..., int]) -> str:
    """The verdict of a baseline, which has printed the first solution."""
    shown = []

    def told(paths: dict[int, list[int]]) -> None:
        if not shown:
            numbered = tuple(tuple(paths[number]) for number in sorted(paths))
            show(puzzle, Solution(puzzle.width, puzzle.height, numbered, puzzle.layout))
        shown.append(paths)

    return VERDICTS[count(puzzle, puzzle.rules, 2, told)]


def by_numlink(puzzle: Puzzle) -> str:
    """Our own."""
    verdict = prove(puzzle)
    if verdict.solution is not None:
        show(puzzle, verdict.solution)
    return verdict.answer.value


def show(puzzle: Puzzle, solution: Solution) -> None:
    """Print a solution at once."""
    print(dumps(puzzle.with_solution(solution)), flush=True)


SOLVERS = {
    "numlink": by_numlink,
    "cadical": partial(by_baseline, count=cadical),
    "cp-sat": partial(by_baseline, count=cp_sat),
}

if __name__ == "__main__":
    print(SOLVERS[sys.argv[1]](parse(sys.stdin.read())[0]))
