"""Every public function and class with wrong arguments in every place: errors have our messages.

An argument that can be used all the same (an array of cells, a whole number as a float of seconds) may be accepted;
an error of Python itself, such as a TypeError from inside, may not occur.  A refused argument has no effect later.
"""

import inspect
import re
from decimal import Decimal
from enum import Enum
from pathlib import Path

import numpy as np
import pytest

import numlink
from numlink import NumlinkError, arrays, parallel
from numlink.certificates import NoProof

PUZZLE = numlink.generate(4, seed=1)


class Odd(Enum):
    A = "a"


WRONG = [
    None, 1.5, float("nan"), float("inf"), -1, 10**400, "x", "", b"x", [], [None], {}, object(), Decimal(2),
    np.float64(1.5), np.int64(-3), np.array([1, 2]), np.array(["a"]), Odd.A, PUZZLE, range(3), "\ud800", lambda *_: 0,
    "a\0b.txt", "a\ud800.txt", "a" * 5_000 + ".txt", "9" * 5_000, [[1], [1, 2]], [1, "x"],
    10**5_000, -(10**5_000), [10**5_000], [[10**5_000]], [[0, 10**5_000]], (10**5_000, 1), {10**5_000: 10**5_000},
]  # fmt: skip
"""Values that are wrong in most places."""

SLOW = {
    ("generate", "clues"),
    ("batch", "clues"),
    ("batch", "output"),
    ("batch", "dask"),
    ("parallel.map", "dask"),
    ("parallel.map", "function"),
}
"""A dataset of a board that has no puzzle is looked for a hundred times; files and clusters have tests of their own; a
function of the caller's may raise anything."""

GOOD = {
    "puzzle": PUZZLE, "puzzles": PUZZLE, "text": "1 . 1\n", "recipe": PUZZLE.recipe, "width": 4, "height": 4,
    "answer": "path 1: (0,0)", "format": "plain",
}  # fmt: skip

CALLS = {
    "Puzzle": (numlink.Puzzle, {"width": 3, "height": 1, "cells": (1, 0, 1)}),
    "Puzzle.from_rows": (numlink.Puzzle.from_rows, {"rows": [[1, 0, 1]]}),
    "Puzzle.from_numpy": (numlink.Puzzle.from_numpy, {"cells": PUZZLE.to_numpy()}),
    "Puzzle.from_solution": (numlink.Puzzle.from_solution, {"solution": PUZZLE.solution}),
    "Solution.from_grid": (numlink.Solution.from_grid, {"rows": [[1, 1, 1]]}),
    "Solution.from_positions": (
        numlink.Solution.from_positions,
        {"width": 2, "height": 1, "paths": [[(0, 0), (0, 1)]]},
    ),
    "Puzzle.with_rules": (PUZZLE.with_rules, {"rules": "free"}),
    "Puzzle.with_solution": (PUZZLE.with_solution, {"solution": None}),
    "Puzzle.filled": (PUZZLE.filled, {"solution": PUZZLE.solution}),
    "Puzzle.transformed": (PUZZLE.transformed, {"symmetry": numlink.Symmetry.ROTATE_180}),
    "Solution": (numlink.Solution, {"width": 3, "height": 1, "paths": ((0, 1, 2),)}),
    "Grid": (numlink.Grid, {"width": 3, "height": 1}),
    "Layout": (numlink.Layout, {}),
    "Advisor": (numlink.Advisor, {"puzzle": PUZZLE}),
    "State.start": (numlink.State.start, {"puzzle": PUZZLE}),
    "State.play": (numlink.State.start(PUZZLE).play, {"move": "clear"}),
    "Game.start": (numlink.Game.start, {"puzzle": PUZZLE}),
    "Game.load": (numlink.Game.load, {"text": numlink.Game.start(PUZZLE).save()}),
    "batch": (numlink.batch, {"count": 1, "sizes": "4", "seed": 1, "rating": False}),
    "generate": (numlink.generate, {"width": 4, "seed": 1}),
    "generate_classic": (numlink.generate_classic, {"width": 4, "seed": 1}),
    "Rules.named": (numlink.Rules.named, {"name": "free"}),
    "Rules.of": (numlink.Rules.of, {"rules": "free"}),
    "Solution.from_numpy": (
        numlink.Solution.from_numpy,
        {"puzzle": PUZZLE, "links": PUZZLE.solution.links_to_numpy()},
    ),
    "arrays.stack": (arrays.stack, {"puzzles": [PUZZLE]}),
    "arrays.unstack": (arrays.unstack, {"batch": arrays.stack([PUZZLE])}),
    "parallel.map": (parallel.map, {"function": bool, "tasks": (1, 2), "workers": 1}),
    "verify_certificate": (numlink.verify_certificate, {"text": numlink.certificate(PUZZLE)}),
}


def every_call(folder):
    """Each public callable with right arguments."""
    (folder / "board.txt").write_text("1 . 1\n")
    for name in numlink.__all__:
        call = getattr(numlink, name)
        if inspect.isfunction(call) and name not in CALLS:
            parameters = inspect.signature(call).parameters.values()
            needed = [each.name for each in parameters if each.default is each.empty]
            given = GOOD | {"path": str(folder / "board.txt")}
            yield name, call, {key: given[key] for key in needed}
    for name, (call, given) in CALLS.items():
        yield name, call, given
    yield "Dataset", numlink.Dataset, {"target": str(folder / "data")}


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    folder = tmp_path_factory.mktemp("face")
    list(numlink.batch(1, "4", seed=1, rating=False, output=str(folder / "data"), format="jsonl"))
    return {name: (call, given) for name, call, given in every_call(folder)}


NAMES = [*(name for name in numlink.__all__ if inspect.isfunction(getattr(numlink, name))), *CALLS, "Dataset"]


def answered(call, given):
    found = call(**given)
    return list(found) if inspect.isgenerator(found) else found


@pytest.mark.parametrize("name", dict.fromkeys(NAMES))
def test_wrong_arguments_raise_no_internal_errors(name, calls):
    call, given = calls[name]
    answered(call, given)
    inside = []
    for key, parameter in inspect.signature(call).parameters.items():
        if (name, key) in SLOW or parameter.kind is parameter.VAR_KEYWORD:
            continue
        for wrong in WRONG:
            short = False
            try:
                answered(call, given | {key: wrong})
            except (NumlinkError, NoProof) as error:
                short = len(str(error)) < 15
            except Exception as error:  # from inside, whatever it is
                inside.append(f"{name}({key}={wrong!r:.40}): {type(error).__name__}: {error!s:.100}")
            assert not short, (key, wrong)
    assert not inside, "\n".join(inside)


def test_messages_quote_arguments_with_one_function():
    """`repr` raises a ValueError for a number of more than 4,300 digits, and for a list that holds one."""
    root = Path(numlink.__file__).parent
    cut = [str(path) for path in root.rglob("*.py") if re.search(r"!r:\.[0-9]", path.read_text())]
    assert cut == []


REFUSED = {
    "name": lambda: numlink.Puzzle(3, 1, (1, 0, 1), name=3),
    "recipe": lambda: numlink.Puzzle(3, 1, (1, 0, 1), recipe=3),
    "seed": lambda: numlink.Puzzle(3, 1, (1, 0, 1), seed="x"),
    "solution": lambda: numlink.Puzzle(3, 1, (1, 0, 1), solution="x"),
    "width": lambda: numlink.Grid(2.5, 1),
    "layout": lambda: numlink.Solution(3, 1, ((0, 1, 2),), "hex"),
    "rules without a solution": lambda: numlink.check(PUZZLE, rules="cubic"),
    "limit": lambda: list(numlink.solutions(PUZZLE, limit=1.5)),
    "workers": lambda: numlink.batch(1, 4, seed=1, workers=0),
    "advisor": lambda: numlink.Advisor("x"),
    "budget": lambda: numlink.Advisor(PUZZLE, seconds="x"),
    "sizes": lambda: numlink.batch(1, b"4", seed=1),
}


@pytest.mark.parametrize("what", REFUSED)
def test_wrong_values_are_refused(what):
    with pytest.raises(numlink.InputError):
        REFUSED[what]()
