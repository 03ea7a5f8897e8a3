"""`count` and `solve` on the families beside their ways alone, in counted work: `python -m bench answers`.

The ways of `count`: the frontier alone, the search alone, which lists the solutions once it has met two, and where
there are none or one also both ways to the strict claim.  Those of `solve`: the search and both counts of the frontier.
What `prove` costs beside its ways stands in the table of `families`.
"""

import statistics
from collections.abc import Iterable

from bench.drawing import DRAWINGS
from bench.families import MARGIN, RECIPES_ONLY, WAYS, boards
from numlink import Puzzle
from numlink.exact.board_arrays import Board
from numlink.exact.count import ExactCount
from numlink.exact.race import WayName, Ways

LIMIT = 1_500_000_000
"""Counted nanoseconds of one answer."""

Answered = tuple[int | None, int]
"""The answer, None where the limit came first, and its counted nanoseconds."""


def counted(puzzle: Puzzle, kinds: Iterable[WayName], limit: int) -> Answered:
    """The exact number as `count` finds it, by some of its ways."""
    counting = ExactCount(Board(puzzle), tuple(kinds))
    total = None
    while total is None and counting.open and counting.cost < limit:
        total = counting.turn()
    return total, counting.cost


def solved(puzzle: Puzzle, kinds: Iterable[WayName], limit: int) -> Answered:
    """Whether there is a solution, as `solve` learns it, by some of its ways."""
    ways = Ways(Board(puzzle), kinds=tuple(kinds))
    total = None
    while total is None and ways.search.first is None and ways.open and ways.cost < limit:
        total = ways.turn()
    known = total is not None or ways.search.first is not None
    return (min(1, total or 0) if ways.search.first is None else 1) if known else None, ways.cost


def row(name: str) -> dict[str, object]:
    """One family: for each question the costs of all ways together and of the cheapest alone."""
    found: dict[str, object] = {}
    for question, ask in (("count", counted), ("solve", solved)):
        ratios, over, boards_asked = [], [], boards(name)
        for seed, puzzle in boards_asked:
            total, cost = ask(puzzle, WayName, LIMIT)
            alone = [ask(puzzle, [kind], cost + MARGIN) for kind in WAYS]
            ended = [other for answer, other in alone if answer is not None]
            assert all(answer in (None, total) or total is None for answer, _ in alone), (name, seed)
            if ended:
                ratios.append(cost / max(1, min(ended)))
                if cost > 3 * min(ended) + MARGIN:
                    over.append(seed)
        found[question] = {"asked": len(boards_asked), "answered alone": len(ratios), "over the bar": over,
                           "middle": statistics.median(ratios), "worst": max(ratios)}  # fmt: skip
        print(f"| {name} | {question} | {len(ratios)} | {statistics.median(ratios):.2f} | {max(ratios):.1f} | {over} |",
              flush=True)  # fmt: skip
    return found


def run(names: Iterable[str] = ()) -> dict[str, object]:
    """Measure the families."""
    print("| family | question | boards | middle | worst | over the bar |\n|---|---|---|---|---|---|")
    return {name: row(name) for name in names or DRAWINGS if name not in RECIPES_ONLY}
