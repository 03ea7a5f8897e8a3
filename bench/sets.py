"""The named sets of boards that benchmarks run on, and why each."""

import json
import os
from functools import cache
from pathlib import Path

from numlink import COVER, FREE, NO_TOUCH, Puzzle, Rules, generate_classic, load, parse

HERE = Path(__file__).parent
FOREIGN_RULES = {"janko": NO_TOUCH, "flow": COVER, "adc": FREE}
PACKS = {"regular": {"1"}, "jumbo": {"2"}, "children": {"11"}, "extreme": {"19", "20"}, "mania": {"25"}}
"""The app's packs, by the number in the ids of their levels."""
LARGEST_LEVEL = 15


@cache
def foreign(name: str) -> list[tuple[str, Puzzle]]:
    """Published boards of other people, for measuring only; an empty list where the corpus is absent.

    janko: 90 magazine boards 8x8 to 36x20, unique without touching, made to be solved by hand.  flow: 14 app levels
    5x5 to 14x14, few pairs, touching allowed: the hard case for a search.  adc: 8 contest boards whose cells may
    stay empty.
    """
    return [(row["id"], board(row["cells"], FOREIGN_RULES[name])) for row in _rows("dev.jsonl") if row["set"] == name]


@cache
def official(name: str) -> list[tuple[str, Puzzle]]:
    """Official app levels, for measuring only: rectangles under COVER; an empty list where the corpus is absent.

    flow-large: 40 of 14x14 to 15x18, the largest there are, 9 to 16 pairs.  flow-packs: a sample of all packs from 5x5
    on (walls are not drawn in `cells`, so a few boards differ from the game's; they are boards all the same).
    """
    rows = _rows("flow.jsonl")
    return [(row["id"], board(row["cells"], COVER)) for row in rows if row["set"] == name and row["topology"] == "grid"]


@cache
def levels() -> list[tuple[str, Puzzle]]:
    """App levels without walls up to 15x15, each with the number of its pack (`PACKS`), under COVER."""
    rows = [row for row in _rows("flow.jsonl") if row.get("topology") == "grid"]
    found = [(row["id"].split("-")[1].split("_")[0], parse(row["cells"])[0].with_rules(COVER)) for row in rows]
    return [(pack, puzzle) for pack, puzzle in found if max(puzzle.width, puzzle.height) <= LARGEST_LEVEL]


@cache
def kept_elsewhere() -> list[tuple[str, str, Puzzle]]:
    """Boards that were kept elsewhere: (set, id, puzzle); an empty list where the corpus is absent.

    Levels with walls and large sparse boards, each under its own rules and without its solution.
    """
    return [
        (row["set"], row["id"], parse(row["raw"], row["format"])[0].with_rules(row["rules"]).with_solution(None))
        for row in _rows("hard.jsonl")
    ]


def _rows(name: str) -> list[dict]:
    """A file of the corpus; an empty list where it is absent."""
    shared = Path(os.environ.get("NUMLINK_SHARED", HERE.parent.parent / "shared"))
    path = shared / "corpus" / name
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def sparse() -> list[tuple[str, Puzzle]]:
    """Our own 14x14 to 15x18 with 15 and 16 pairs, unique under COVER but not strict, so that strict hides nothing."""
    return [(str(puzzle.recipe), puzzle) for puzzle in load(HERE / "sparse.txt")]


def board(text: str, rules: Rules) -> Puzzle:
    """A puzzle from rows of tokens."""
    rows = [[0 if t == "." else -1 if t in "X#" else int(t) for t in line.split()] for line in text.splitlines()]
    return Puzzle.from_rows(rows, rules=rules)


def lab(n: int, count: int) -> list[tuple[str, Puzzle]]:
    """Boards of the lab generator: dense, with a known solution, mostly not unique from 7x7 on."""
    return [(f"lab-{n}-{seed}", generate_classic(n, seed=seed)) for seed in range(count)]
