"""The recurring table of docs/algorithms.md: the same six boards after every step of the story."""

import time

from tests import oracle
from tests.sample import sample_puzzle

from bench.baselines import cadical
from bench.sets import board
from bench.solving import limited
from numlink import COVER, Puzzle, generate_classic
from numlink.engine.search.search import Status
from numlink.exact.budget import Budget
from numlink.exact.by_frontier import Counting
from numlink.exact.encoded import Board
from numlink.exact.prove import prove

SPARSE_10 = """\
. . . . . . . . . .
. . . . . . 1 . 2 .
. 3 . . . . . . . .
. . . 4 . . . 5 . .
. . . . . 2 . . . .
. 1 . . . . . . . .
. . . . 4 . 5 . . .
. . . . . . . . . .
. . . . . . . . 3 .
. . . . . . . . . ."""


def boards() -> list[tuple[str, Puzzle]]:
    """Small and dense, dense with several solutions, sparse, large."""
    return [
        ("sample 7x7", sample_puzzle()),
        ("lab 9x9, 9 094 solutions", generate_classic(9, seed=10)),
        ("lab 20x20", generate_classic(20, seed=3)),
        ("five pairs 10x10", board(SPARSE_10, COVER)),
        ("lab 40x40", generate_classic(40, seed=1)),
    ]


def brute(puzzle: Puzzle) -> None:
    """Draw paths until two covers are known."""
    found = 0
    for paths in oracle.linkings(*oracle.rectangle(puzzle.width, puzzle.height, puzzle.cells)):
        found += oracle.fills(puzzle.cells, paths)
        if found == 2:
            return


def search_alone(puzzle: Puzzle) -> None:
    """The search's verdict without the frontier."""
    encoded = Board(puzzle)
    search = encoded.search()
    found = 0
    while found < 2 and (status := search.run(conflicts=1000)) is not Status.REFUTED:
        if status is Status.SATISFIED:
            found += 1
            search.add_clause(encoded.other_than(search.model()))


def frontier_alone(puzzle: Puzzle) -> None:
    """The frontier's verdict without the search."""
    if Counting(Board(puzzle), saturate=True).run(Budget()) is None:
        time.sleep(3600)  # too wide: as good as never


STEPS = {
    "draw paths": brute,
    "one-hot colours in CaDiCaL": lambda puzzle: cadical(puzzle, puzzle.rules, 2),
    "search over links": search_alone,
    "frontier": frontier_alone,
    "both in turns": prove,
}


def run() -> dict[str, object]:
    """Seconds of a full verdict, by step and board; 20 s is the limit."""
    rows = {}
    for step, function in STEPS.items():
        rows[step] = {name: limited(function, puzzle) for name, puzzle in boards()}
        cells = " | ".join(f"{seconds:.4f}" if seconds < 20 else "–" for seconds in rows[step].values())
        print(f"| {step} | {cells} |", flush=True)
    return rows
