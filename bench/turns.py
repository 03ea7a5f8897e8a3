"""The race of ways on other sets than the families: all together, and each way alone, in counted work (`families`).

Levels of the app, magazine boards and the boards kept elsewhere (`../shared/corpus`, skipped where absent), and our own
sparse ones.
"""

from bench.families import HEADER, table_of
from bench.sets import _rows, foreign, official, sparse
from numlink import Puzzle, parse

LIMIT = 20.0
"""Processor seconds for one board."""


def kept_elsewhere() -> list[tuple[str, Puzzle]]:
    """The corpus set `hard`: levels with walls, large sparse boards."""
    return [
        (row["id"], parse(row["raw"], row["format"])[0].with_rules(row["rules"]).with_solution(None))
        for row in _rows("hard.jsonl")
    ]


def run() -> dict[str, object]:
    """A row a set; what is kept has every board."""
    print(HEADER + "\n|" + "---|" * (HEADER.count("|") - 1))
    sets = {
        "flow-large": official("flow-large"),
        "flow-packs": official("flow-packs"),
        "dev flow": foreign("flow"),
        "janko": foreign("janko"),
        "sparse.txt": sparse(),
        "hard": kept_elsewhere(),
    }
    return {name: table_of(name, boards, LIMIT) for name, boards in sets.items() if boards}
