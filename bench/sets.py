"""The named sets of boards that benchmarks run on, and why each."""

import json
import os
from functools import cache
from pathlib import Path

from numlink import COVER, FREE, NO_TOUCH, Puzzle, Rules, generate_classic

HERE = Path(__file__).parent
FOREIGN_RULES = {"janko": NO_TOUCH, "flow": COVER, "adc": FREE}


@cache
def foreign(name: str) -> list[tuple[str, Puzzle]]:
    """Published boards of other people, for measuring only; an empty list where the corpus is absent.

    janko: 90 magazine boards 8x8 to 36x20, unique without touching, made to be solved by hand.  flow: 14 app levels
    5x5 to 14x14, few pairs, touching allowed: the hard case for a search.  adc: 8 contest boards whose cells may
    stay empty.
    """
    shared = Path(os.environ.get("NUMLINK_SHARED", HERE.parent.parent / "shared"))
    path = shared / "corpus" / "dev.jsonl"
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [(row["id"], board(row["cells"], FOREIGN_RULES[name])) for row in rows if row["set"] == name]


def board(text: str, rules: Rules) -> Puzzle:
    """A puzzle from rows of tokens."""
    rows = [[0 if t == "." else -1 if t in "X#" else int(t) for t in line.split()] for line in text.splitlines()]
    return Puzzle.from_rows(rows, rules=rules)


def lab(n: int, count: int) -> list[tuple[str, Puzzle]]:
    """Boards of the lab generator: dense, with a known solution, mostly not unique from 7x7 on."""
    return [(f"lab-{n}-{seed}", generate_classic(n, seed=seed)) for seed in range(count)]
