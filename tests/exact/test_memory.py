"""The memory of a call is free when the call returns, not when Python's garbage collector runs.

The layers of a frontier and the clauses of a search take up to MEMORY bytes for a board.  Objects that refer to each
other in a ring keep all of it; the collector counts objects, not bytes, and runs only after dozens of boards.
"""

import gc
from contextlib import suppress
from itertools import islice

import pytest
from bench.drawing import DRAWINGS

from numlink import (
    Advisor,
    Claim,
    NumlinkError,
    State,
    certificate,
    count,
    explain,
    generate,
    heat,
    prove,
    rate,
    repair,
    sample,
    solutions,
    solve,
)

SECONDS = 20.0
"""More than any call here takes."""

BOARDS = {
    "app": 2, "scattered": 1, "walls": 28, "hexagons": 0, "wraps": 1005, "bridges": 1009, "layers": 1011,
    "diagonals": 1008, "none": 6000, "many": 1,
}  # fmt: skip
"""Family -> a seed whose board sets up the race of all ways."""

CALLS = {
    "prove": lambda puzzle: prove(puzzle, budget=SECONDS),
    "prove strict": lambda puzzle: prove(puzzle, claim=Claim.STRICT, budget=SECONDS),
    "solve": lambda puzzle: solve(puzzle, budget=SECONDS),
    "solutions": lambda puzzle: list(islice(solutions(puzzle, budget=SECONDS), 3)),
    "count": lambda puzzle: count(puzzle, budget=SECONDS),
    "count, stopped": lambda puzzle: count(puzzle, budget=0.001),
    "sample": lambda puzzle: sample(puzzle, seed=1, budget=SECONDS),
    "heat": lambda puzzle: heat(puzzle, budget=SECONDS),
    "rate": lambda puzzle: rate(puzzle, budget=SECONDS),
    "explain": lambda puzzle: explain(puzzle, budget=SECONDS),
    "repair": lambda puzzle: repair(puzzle, budget=SECONDS),
    "certificate": lambda puzzle: certificate(puzzle, budget=SECONDS),
    "hint": lambda puzzle: Advisor(puzzle, seconds=SECONDS).hint(State.start(puzzle)),
}

MADE = {
    "squares": {},
    "hexagons": {"board": "hex"},
    "hard": {"difficulty": "hard"},
    "strict": {"claim": "strict"},
    "magazine": {"style": "magazine", "rules": "no-touch"},
    "app": {"style": "app"},
}
"""Wishes of puzzles of 9x9."""


def left_behind(call):
    """Our classes of which a call leaves objects to the garbage collector."""
    with suppress(NumlinkError):
        call()  # what a first call imports and keeps does not matter here
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        with suppress(NumlinkError):
            call()
        gc.collect()
        return {type(found).__qualname__ for found in gc.garbage if type(found).__module__.startswith("numlink")}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@pytest.mark.table(6)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_leaves_nothing_to_the_garbage_collector(call):
    for family, seed in BOARDS.items():
        puzzle = DRAWINGS[family](seed).with_solution(None)
        assert left_behind(lambda: call(puzzle)) == set(), family  # noqa: B023 (called at once)


@pytest.mark.parametrize("wishes", MADE.values(), ids=MADE)
def test_making_a_puzzle_leaves_nothing_to_the_garbage_collector(wishes):
    assert left_behind(lambda: generate(9, seed=1, **wishes)) == set()
