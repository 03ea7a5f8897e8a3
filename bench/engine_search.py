"""Times the search engine alone, on one core: `python bench/engine_search.py [SET ...]` (all sets when none is named).

Sets from the shared corpus (../shared or $NUMLINK_SHARED) are skipped when it is absent.  `lab N` boards are grown
here as the lab does it: random starts, each path grows from one end and never touches itself; cells left over are
solid.  `cutN` repairs a lab board by walk-and-cut and proves it; `cutNp` also cuts beside every query that has cost
PATIENCE conflicts ($PATIENCE, else 300).  Times are CPU times, for other work goes on beside it.  Every line: set,
boards, total, median, 90th percentile and worst in milliseconds, conflicts in all, verdicts.  `-v`: every board.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from numlink.engine.search import canonical_squares
from numlink.engine.search.search import Search, Status
from numlink.engine.search.uniqueness import Walk

CORPUS = Path(os.environ.get("NUMLINK_SHARED", Path(__file__).parents[2] / "shared")) / "corpus" / "dev.jsonl"
PATIENCE = int(os.environ.get("PATIENCE", "300"))
PRINT_CUTS = "-c" in sys.argv
LIMIT = float(os.environ.get("LIMIT", "20"))


class Board:
    def __init__(self, width: int, height: int, cells: list[int], solution: list[tuple[int, int]] = ()) -> None:
        self.width, self.height = width, height
        self.cells = array("i", cells)
        ends = []
        for cell in range(width * height):
            if cells[cell] >= 0:
                if cell % width < width - 1 and cells[cell + 1] >= 0:
                    ends += cell, cell + 1
                if cell + width < width * height and cells[cell + width] >= 0:
                    ends += cell, cell + width
        self.links = array("i", ends)
        self.labels = array("i", [max(0, number) for number in cells])
        self.fill = array("i", [0 if n < 0 else 1 if n else 2 for n in cells])
        self.free = array("i", [0 if n < 0 else 1 if n else 3 for n in cells])
        pairs = {(min(a, b), max(a, b)) for a, b in solution}
        self.solution = array("b", [(ends[i], ends[i + 1]) in pairs for i in range(0, len(ends), 2)])

    def without(self, cut: set[int]) -> Board:
        """The board whose solution is this one's without the links `cut`."""
        kept = [
            (self.links[2 * link], self.links[2 * link + 1])
            for link in range(len(self.solution))
            if self.solution[link] and link not in cut
        ]
        near: dict[int, list[int]] = {}
        for a, b in kept:
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
        cells = [-1 if number < 0 else 0 for number in self.cells]
        count = 0
        for start in sorted(near):
            if len(near[start]) == 1 and cells[start] == 0:
                count += 1
                last, cell = -1, start
                while steps := [step for step in near[cell] if step != last]:
                    last, cell = cell, steps[0]
                cells[start] = cells[cell] = count
        return Board(self.width, self.height, cells, kept)

    def places(self) -> tuple[dict[int, tuple[int, int]], dict[int, int]]:
        """Per link of the solution its path and its place on it; per path how many cells it has."""
        near: dict[int, list[tuple[int, int]]] = {}
        for link in range(len(self.solution)):
            if self.solution[link]:
                a, b = self.links[2 * link], self.links[2 * link + 1]
                near.setdefault(a, []).append((b, link))
                near.setdefault(b, []).append((a, link))
        place: dict[int, tuple[int, int]] = {}
        length: dict[int, int] = {}
        for cell, number in enumerate(self.labels):
            if number and number not in length:
                last, at = -1, 0
                while steps := [step for step in near[cell] if step[1] != last]:
                    cell, last = steps[0]
                    place[last] = (number, at)
                    at += 1
                length[number] = at + 1
        return place, length


def corpus(name: str) -> list[Board]:
    boards = []
    if CORPUS.exists():
        for line in CORPUS.open():
            data = json.loads(line)
            if data["set"] == name:
                tokens = data["cells"].split()
                cells = [0 if t == "." else -1 if t in "X#" else int(t) for t in tokens]
                boards.append(Board(data["width"], data["height"], cells))
    return boards


def lab(size: int, seed: int) -> Board:
    rng = random.Random(f"lab {size} {seed}")
    near = [
        [y * size + x for y, x in ((r - 1, c), (r, c + 1), (r, c - 1), (r + 1, c)) if 0 <= y < size and 0 <= x < size]
        for r in range(size)
        for c in range(size)
    ]
    owner = [-1] * (size * size)
    paths = []
    order = list(range(size * size))
    rng.shuffle(order)
    for start in order:
        steps = [u for u in near[start] if owner[u] < 0] if owner[start] < 0 else []
        if not steps:
            continue
        path = [start, rng.choice(steps)]
        for cell in path:
            owner[cell] = len(paths)
        while True:
            steps = [u for u in near[path[-1]] if owner[u] < 0 and sum(owner[w] == len(paths) for w in near[u]) == 1]
            if not steps:
                break
            path.append(rng.choice(steps))
            owner[path[-1]] = len(paths)
        paths.append(path)
    cells = [-1 if o < 0 else 0 for o in owner]
    for k, path in enumerate(paths):
        cells[path[0]] = cells[path[-1]] = k + 1
    return Board(size, size, cells, [pair for path in paths for pair in zip(path, path[1:], strict=False)])


def finish(run: Callable[[], Status], deadline: float) -> Status:
    while (status := run()) is Status.PAUSED and time.perf_counter() < deadline:
        pass
    return status


def make(board: Board, rules: str) -> Search:
    search = Search(
        len(board.cells),
        board.links,
        labels=board.labels,
        degrees=board.free if rules in ("free", "strict") else board.fill,
        touching=rules != "no-touch",
    )
    if rules == "no-touch":
        search.add_clauses(canonical_squares.no_touch_clauses(board.width, board.height, board.cells, fill=True))
    if rules in ("free", "strict"):
        search.add_clauses(canonical_squares.canonical_clauses(board.width, board.height, board.cells))
    return search


def other_than(model: array) -> array:
    return array("i", [2 * link + 1 for link, on in enumerate(model) if on])


def verdict(board: Board, rules: str) -> tuple[str, Search]:
    deadline = time.perf_counter() + LIMIT
    search = make(board, rules)
    status = finish(search.run, deadline)
    if status is not Status.SATISFIED:
        return ("none" if status is Status.REFUTED else "unknown"), search
    search.add_clause(other_than(search.model()))
    status = finish(search.run, deadline)
    return {Status.REFUTED: "unique", Status.SATISFIED: "multiple", Status.PAUSED: "half"}[status], search


def first(board: Board, rules: str) -> tuple[str, Search]:
    deadline = time.perf_counter() + LIMIT
    search = make(board, rules)
    return finish(search.run, deadline).name.lower(), search


def second(board: Board, rules: str) -> tuple[str, Search]:
    deadline = time.perf_counter() + LIMIT
    search = make(board, rules)
    search.add_clause(other_than(board.solution))
    search.set_phases(board.solution)
    return finish(search.run, deadline).name.lower(), search


def second_by_walk(board: Board, rules: str) -> tuple[str, Search]:
    deadline = time.perf_counter() + LIMIT
    search = make(board, rules)
    return finish(Walk(search, board.solution).run, deadline).name.lower(), search


def walk_and_cut(board: Board, rules: str, patience: int = 1 << 30) -> tuple[str, Search]:
    """Cut until the walk ends; also beside a query that has cost `patience` conflicts, whatever its answer."""
    deadline = time.perf_counter() + LIMIT
    search = make(board, rules)
    walk = Walk(search, board.solution)
    place, length = board.places()
    cuts: dict[int, list[int]] = {}

    def room(link: int) -> int:
        """Cells on the shorter side of a cut at the link."""
        path, at = place[link]
        marks = cuts.get(path, [])
        low = max((mark + 1 for mark in marks if mark < at), default=0)
        high = min((mark + 1 for mark in marks if mark > at), default=length[path])
        return -1 if at in marks else min(at + 1 - low, high - at - 1)

    def cut(link: int) -> None:
        cuts.setdefault(place[link][0], []).append(place[link][1])
        walk.cut(link)

    forced = stuck = 0
    while time.perf_counter() < deadline and (status := walk.run(min(1000, patience))) is not Status.REFUTED:
        if status is Status.SATISFIED:
            model = search.model()
            cut(max((link for link in place if not model[link]), key=room))
        elif walk.spent >= patience and stuck != walk.remaining:
            query = walk.remaining - 1
            row, column = divmod(board.links[2 * query], board.width)
            near = (1 << 30, 0, -1)
            for link in range(query, min(len(board.solution), query + 16 * board.width)):
                if link in place and room(link) > 1:
                    r, c = divmod(board.links[2 * link], board.width)
                    near = min(near, (abs(r - row) + abs(c - column), -room(link), link))
            best = near[2]
            if best >= 0:
                cut(best)
                forced += 1
            else:
                stuck = walk.remaining
    if PRINT_CUTS:
        print(f"  pairs {len(length)} cuts {sum(map(len, cuts.values()))} of them out of patience {forced}")
    return f"{status.name.lower()}", search


def other(board: Board, rules: str) -> tuple[str, Search]:
    """Whether there is a solution beside the known one."""
    deadline = time.perf_counter() + LIMIT
    search = make(board, rules)
    search.add_clause(other_than(board.solution))
    return finish(search.run, deadline).name.lower(), search


def strict_boards(size: int, count: int) -> list[Board]:
    """Lab boards without two-cell paths that a walk over canonical linkings has cut until they are strictly unique."""
    boards: list[Board] = []
    seed = 0
    while len(boards) < count:
        seed += 1
        board = lab(size, seed)
        search = make(board, "strict")
        walk = Walk(search, board.solution)
        ends = [number != 0 for number in board.labels]
        cut: set[int] = set()
        while finish(walk.run, time.perf_counter() + 60) is Status.SATISFIED:
            model = search.model()
            for link in range(len(model)):
                a, b = board.links[2 * link], board.links[2 * link + 1]
                if board.solution[link] > model[link] and not ends[a] and not ends[b]:
                    ends[a] = ends[b] = True
                    cut.add(link)
                    walk.cut(link)
                    break
            else:
                break
        else:
            # A cut lets the two parts touch, which canonical linkings of the whole did not: prove it again.
            board = board.without(cut)
            if other(board, "strict")[0] == "refuted":
                boards.append(board)
    return boards


SETS: dict[str, tuple[Callable[[], list[Board]], Callable[[Board, str], tuple[str, Search]], str]] = {
    "janko": (lambda: corpus("janko"), verdict, "no-touch"),
    "flow": (lambda: corpus("flow"), verdict, "cover"),
    "adc": (lambda: corpus("adc"), first, "free"),
    "strict10": (lambda: strict_boards(10, 200), other, "strict"),
    "first40": (lambda: [lab(40, seed) for seed in range(11)], first, "cover"),
    "first60": (lambda: [lab(60, seed) for seed in range(7)], first, "cover"),
    "first100": (lambda: [lab(100, seed) for seed in range(3)], first, "cover"),
    "second100": (lambda: [lab(100, seed) for seed in range(21)], second, "cover"),
    "walk100": (lambda: [lab(100, seed) for seed in range(21)], second_by_walk, "cover"),
    "cut40": (lambda: [lab(40, seed) for seed in range(21)], walk_and_cut, "cover"),
    "cut40p": (lambda: [lab(40, seed) for seed in range(21)], partial(walk_and_cut, patience=PATIENCE), "cover"),
    "cut100p": (lambda: [lab(100, seed) for seed in range(5)], partial(walk_and_cut, patience=PATIENCE), "cover"),
    "cut100": (lambda: [lab(100, seed) for seed in range(5)], walk_and_cut, "cover"),
}


def main() -> None:
    verbose = "-v" in sys.argv
    for name in [a for a in sys.argv[1:] if a[0] != "-"] or list(SETS):
        boards, work, rules = SETS[name][0](), SETS[name][1], SETS[name][2]
        times, outcomes, conflicts = [], Counter(), 0
        for index, board in enumerate(boards):
            start = time.process_time()
            outcome, search = work(board, rules)
            times.append(1000 * (time.process_time() - start))
            outcomes[outcome] += 1
            conflicts += search.conflicts
            if verbose:
                print(
                    f"  {index} {board.width}x{board.height} {outcome} {times[-1]:.2f} ms"
                    f" conflicts {search.conflicts} propagations {search.propagations}"
                )
        if not times:
            continue
        times.sort()
        print(
            f"{name:10} {len(times):3} boards  total {sum(times):9.1f}  median {times[len(times) // 2]:8.2f}"
            f"  p90 {times[len(times) * 9 // 10]:8.2f}  worst {times[-1]:8.1f} ms  conflicts {conflicts}"
            f"  {dict(outcomes)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
