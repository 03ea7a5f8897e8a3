"""The race of ways on other sets than the families: all together, and each way alone, in counted work (`families`).

Levels of the app, magazine boards and the boards kept elsewhere (`../shared/corpus`, skipped where absent), and our own
sparse ones.
"""

from bench.families import HEADER, table_of
from bench.sets import foreign, kept_elsewhere, official, sparse

LIMIT = 20.0
"""Processor seconds for one board."""


def run() -> dict[str, object]:
    """A row a set; what is kept has every board."""
    print(HEADER + "\n|" + "---|" * (HEADER.count("|") - 1))
    sets = {
        "flow-large": official("flow-large"),
        "flow-packs": official("flow-packs"),
        "dev flow": foreign("flow"),
        "janko": foreign("janko"),
        "sparse.txt": sparse(),
        "hard": [(name, puzzle) for _, name, puzzle in kept_elsewhere()],
    }
    return {name: table_of(name, boards, LIMIT) for name, boards in sets.items() if boards}
