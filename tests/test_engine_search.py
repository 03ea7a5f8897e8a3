"""The search against a brute force that only knows what a linking is."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from numlink.engine.search import no_touch
from numlink.engine.search import search as engine
from numlink.engine.search.search import Search, Status
from numlink.engine.search.walk import Walk

VARIANTS = [(True, True), (True, False), (False, True), (False, False)]


class Board:
    """A rectangle as the engine sees it.  `cells`: -1 solid, 0 empty, k endpoint."""

    def __init__(self, width: int, height: int, cells: list[int]) -> None:
        self.width, self.height, self.cells = width, height, cells
        self.links: list[tuple[int, int]] = []
        for cell in range(width * height):
            if cells[cell] < 0:
                continue
            if cell % width < width - 1 and cells[cell + 1] >= 0:
                self.links.append((cell, cell + 1))
            if cell + width < width * height and cells[cell + width] >= 0:
                self.links.append((cell, cell + width))

    def search(self, fill: bool, touch: bool, *, local: bool = True) -> Search:
        free = 2 if fill else 3
        search = Search(
            len(self.cells),
            array("i", [cell for link in self.links for cell in link]),
            labels=array("i", [max(number, 0) for number in self.cells]),
            degrees=array("i", [1 if number > 0 else 0 if number < 0 else free for number in self.cells]),
            touching=touch,
        )
        if not touch and local:
            search.add_clauses(no_touch.no_touch_clauses(self.width, self.height, array("i", self.cells), fill=fill))
        return search


def linkings(board: Board, fill: bool, touch: bool) -> list[tuple[int, ...]]:
    """Every solution, as a tuple of 0 or 1 per link, by walking the paths one number after the other."""
    neighbours: dict[int, list[tuple[int, int]]] = {cell: [] for cell in range(len(board.cells))}
    for link, (u, v) in enumerate(board.links):
        neighbours[u].append((v, link))
        neighbours[v].append((u, link))
    pairs: dict[int, list[int]] = {}
    for cell, number in enumerate(board.cells):
        if number > 0:
            pairs.setdefault(number, []).append(cell)
    numbers = sorted(pairs)
    used = {cell for cell, number in enumerate(board.cells) if number != 0}
    on = [0] * len(board.links)
    found = []

    def extend(path: list[int], rest: list[int]) -> None:
        goal = pairs[rest[0]][1]
        for cell, link in neighbours[path[-1]]:
            if cell in used and cell != goal:
                continue
            if not touch and any(other in path[:-1] for other, _ in neighbours[cell]):
                continue
            on[link] = 1
            if cell == goal:
                begin(rest[1:])
            else:
                used.add(cell)
                extend([*path, cell], rest)
                used.remove(cell)
            on[link] = 0

    def begin(rest: list[int]) -> None:
        if rest:
            extend([pairs[rest[0]][0]], rest)
        elif not fill or len(used) == len(board.cells):
            found.append(tuple(on))

    begin(numbers)
    return sorted(found)


def random_board(rng: random.Random, most: int) -> Board:
    while True:
        width, height = rng.randint(1, 6), rng.randint(1, 5)
        if width * height <= most:
            break
    cells = [0] * (width * height)
    for cell in range(len(cells)):
        if rng.random() < 0.08:
            cells[cell] = -1
    if rng.random() < 0.5:
        ends = grown_ends(rng, Board(width, height, cells))
    else:
        free = [cell for cell in range(len(cells)) if cells[cell] == 0]
        rng.shuffle(free)
        ends = [(free[2 * k], free[2 * k + 1]) for k in range(rng.randint(0, min(4, len(free) // 2)))]
    for k, (a, b) in enumerate(ends):
        cells[a] = cells[b] = k + 1
    return Board(width, height, cells)


def grown_ends(rng: random.Random, board: Board) -> list[tuple[int, int]]:
    """Ends of random paths that cover all they can, so that many boards are solvable."""
    used = {cell for cell, number in enumerate(board.cells) if number < 0}
    ends = []
    order = list(range(len(board.cells)))
    rng.shuffle(order)
    for start in order:
        if start in used:
            continue
        used.add(start)
        cell = start
        while True:
            steps = [
                other
                for u, v in board.links
                for other in ((v,) if u == cell else (u,) if v == cell else ())
                if other not in used
            ]
            if not steps or (cell != start and rng.random() < 0.1):
                break
            cell = rng.choice(steps)
            used.add(cell)
        if cell != start:
            ends.append((start, cell))
        else:
            board.cells[start] = -1
    return ends


def decide(search: Search) -> Status:
    while (status := search.run(50)) is Status.PAUSED:
        pass
    return status


def enumerate_models(search: Search) -> Iterator[tuple[int, ...]]:
    while decide(search) is Status.SATISFIED:
        model = search.model()
        yield tuple(model)
        search.add_clause(array("i", [2 * link + 1 if on else 2 * link for link, on in enumerate(model)]))


@pytest.mark.parametrize(("fill", "touch"), VARIANTS)
def test_all_solutions_as_by_brute_force(fill: bool, touch: bool) -> None:
    rng = random.Random(f"{fill} {touch}")
    solvable = 0
    for _ in range(int(os.environ.get("NUMLINK_SEARCH_BOARDS", "400"))):
        board = random_board(rng, 20 if fill else 15)
        expected = linkings(board, fill, touch)
        solvable += bool(expected)
        for local in (True, False):
            found = sorted(enumerate_models(board.search(fill, touch, local=local)))
            assert found == expected, (board.width, board.height, board.cells, fill, touch, local)
        if expected:
            solution = array("b", rng.choice(expected))
            walked = sorted(walk_all(board.search(fill, touch), solution))
            assert walked == [model for model in expected if model != tuple(solution)]
    assert solvable > 40


def walk_all(search: Search, solution: array[int]) -> Iterator[tuple[int, ...]]:
    """Every other solution, by a walk that blocks what it finds."""
    walk = Walk(search, solution)
    while True:
        status = walk.run(3)
        if status is Status.SATISFIED:
            model = search.model()
            yield tuple(model)
            search.add_clause(array("i", [2 * link + 1 if on else 2 * link for link, on in enumerate(model)]))
        elif status is Status.REFUTED:
            return


def test_walk_and_cut_ends_with_one_solution() -> None:
    rng = random.Random("cut")
    cuts = 0
    for _ in range(200):
        board = random_board(rng, 20)
        expected = linkings(board, True, True)
        if not expected:
            continue
        solution = array("b", rng.choice(expected))
        search = board.search(True, True)
        walk = Walk(search, solution)
        kept = set()
        while (status := walk.run(3)) is not Status.REFUTED:
            if status is Status.SATISFIED:
                model = search.model()
                kept.add(next(link for link in range(len(model)) if solution[link] > model[link]))
                walk.cut(max(kept, key=lambda link: solution[link] > model[link]))
                cuts += 1
        assert [m for m in expected if all(m[link] for link in kept)] == [tuple(solution)]
    assert cuts > 20


def test_walk_refuses_what_is_no_solution() -> None:
    board = Board(3, 2, [1, 0, 1, 2, 0, 2])
    walk = Walk(board.search(True, True), array("b", [0] * len(board.links)))
    with pytest.raises(ValueError, match="does not satisfy"):
        walk.run()


def test_assumptions() -> None:
    rng = random.Random("assume")
    refuted = 0
    for _ in range(300):
        board = random_board(rng, 18)
        expected = linkings(board, True, True)
        if not expected:
            continue
        search = board.search(True, True)
        for _ in range(4):
            links = rng.sample(range(len(board.links)), min(4, len(board.links)))
            literals = [2 * link + rng.randint(0, 1) for link in links]
            search.assume(array("i", literals))
            holding = [m for m in expected if all(m[x >> 1] == 1 - (x & 1) for x in literals)]
            if decide(search) is Status.SATISFIED:
                assert tuple(search.model()) in holding
            else:
                refuted += 1
                assert not holding
                assert search.consistent
                blamed = list(search.failed())
                assert blamed
                assert set(blamed) <= set(literals)
                assert not any(all(m[x >> 1] == 1 - (x & 1) for x in blamed) for m in expected)
        search.assume(array("i"))
        assert decide(search) is Status.SATISFIED
    assert refuted > 100


def test_canonical_linkings_decide_strictness() -> None:
    rng = random.Random("canonical")
    strict = 0
    for _ in range(400):
        board = random_board(rng, 15)
        free = linkings(board, False, True)
        clauses = no_touch.canonical_clauses(board.width, board.height, array("i", board.cells))
        search = board.search(False, True)
        search.add_clauses(clauses)
        canonical = list(enumerate_models(search))
        assert set(canonical) <= set(free)
        assert bool(canonical) == bool(free)
        covers = set(linkings(board, True, True))
        is_strict = len(free) == 1 and free[0] in covers
        assert is_strict == (len(canonical) == 1 and canonical[0] in covers)
        strict += is_strict
    assert strict > 20


def test_reducing_the_clauses_often_loses_nothing() -> None:
    """Reductions move every clause; done every few conflicts, all solutions must still come, and no other."""
    rng = random.Random("reduce")
    reductions = 0
    for _ in range(150):
        board = random_board(rng, 16)
        expected = linkings(board, False, True)
        search = board.search(False, True)
        found = []
        while True:
            search.next_reduction = search.conflicts + 1
            status = search.run(2)
            if status is Status.SATISFIED:
                found.append(tuple(search.model()))
                search.add_clause(array("i", [2 * link + on for link, on in enumerate(found[-1])]))
            elif status is Status.REFUTED:
                break
        assert sorted(found) == expected
        reductions += search.reductions
    assert reductions > 100


def test_many_clauses_at_once_or_one_by_one() -> None:
    rng = random.Random("clauses")
    for _ in range(100):
        board = random_board(rng, 20)
        count = len(board.links)
        clauses = [
            [2 * rng.randrange(count) + rng.randint(0, 1) for _ in range(rng.randint(1, 4))]
            for _ in range(rng.randint(0, 12) if count else 0)
        ]
        expected = [
            model
            for model in linkings(board, True, True)
            if all(any(model[x >> 1] == 1 - (x & 1) for x in clause) for clause in clauses)
        ]
        searches = [board.search(True, True) for _ in range(3)]
        for clause in clauses:
            searches[0].add_clause(array("i", clause))
        searches[1].add_clauses(array("i", [x for clause in clauses for x in (len(clause), *clause)]))
        for half in clauses[: len(clauses) // 2], clauses[len(clauses) // 2 :]:
            searches[2].run(5)
            searches[2].add_clauses(array("i", [x for clause in half for x in (len(clause), *clause)]))
        for search in searches:
            assert sorted(enumerate_models(search)) == expected


def test_a_walk_counts_what_its_query_has_cost() -> None:
    rng = random.Random("patience")
    impatient = 0
    for _ in range(150):
        board = random_board(rng, 16)
        expected = linkings(board, False, True)
        if not expected:
            continue
        solution = array("b", rng.choice(expected))
        walk = Walk(board.search(False, True), solution)
        while (status := walk.run(1)) is not Status.REFUTED:
            assert walk.remaining > 0
            links = [link for link in range(len(solution)) if solution[link]]
            if status is Status.SATISFIED:
                walk.cut(next(link for link in links if not walk.search.model()[link]))
            elif walk.spent >= 1 and links:
                impatient += 1
                walk.cut(rng.choice(links))
                assert walk.spent == 0
    assert impatient > 10


def test_trivial_boards() -> None:
    assert decide(Board(1, 1, [0]).search(True, True)) is Status.REFUTED
    assert decide(Board(1, 1, [0]).search(False, True)) is Status.SATISFIED
    assert decide(Board(1, 1, [-1]).search(True, True)) is Status.SATISFIED
    assert decide(Board(5, 1, [1, 0, 0, 0, 1]).search(True, False)) is Status.SATISFIED
    assert decide(Board(0, 0, []).search(True, True)) is Status.SATISFIED
    empty = Search(0, array("i"), labels=array("i"), degrees=array("i"))
    assert list(empty.model()) == []
    assert not empty.add_clause(array("i"))
    assert decide(empty) is Status.REFUTED


TRACE = """
import random, sys
sys.path.insert(0, {tests!r})
import test_engine_search as t
import numlink.engine.search.search as engine
rng = random.Random(5)
trace = []
for _ in range(40):
    board = t.random_board(rng, 24)
    for fill, touch in t.VARIANTS:
        search = board.search(fill, touch)
        for model in list(zip(range(12), t.enumerate_models(search))):
            trace.append(hash(model[1]))
        trace.append((search.conflicts, search.decisions, search.propagations))
print(engine.__file__.endswith(".py"), hash(tuple(trace)))
"""


@pytest.mark.skipif(engine.__file__.endswith(".py"), reason="the engine is not compiled")
def test_compiled_and_uncompiled_go_the_same_way(tmp_path: Path) -> None:
    package = Path(__file__).parents[1] / "src" / "numlink"
    shutil.copytree(package, tmp_path / "numlink", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    script = TRACE.format(tests=str(Path(__file__).parent))

    def trace(root: Path) -> list[str]:
        environment = {**os.environ, "PYTHONPATH": str(root)}
        run = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
        return run.stdout.split()

    compiled, plain = trace(package.parent), trace(tmp_path)
    assert plain[0] == "True"
    assert compiled[1] == plain[1]
