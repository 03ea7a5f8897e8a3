"""The search, compared with the oracle, which only knows what a linking is."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from numlink.engine import arrays
from numlink.engine.search import canonical_squares
from numlink.engine.search.search import Search, Status
from numlink.engine.search.uniqueness import Backbone, Walk
from tests import oracle
from tests.boards import cut_path, long_path, random_board, sizes_up_to

VARIANTS = [(True, True), (True, False), (False, True), (False, False)]


class Board:
    """A rectangle as the engine sees it.  `cells`: -1 solid, 0 empty, k endpoint."""

    def __init__(self, width: int, height: int, cells: list[int]) -> None:
        self.width, self.height, self.cells = width, height, cells
        self.links = oracle.scan_links(width, height, oracle.solids_of(cells))

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
            search.add_clauses(
                canonical_squares.no_touch_clauses(self.width, self.height, array("i", self.cells), fill=fill)
            )
        return search


def linkings(board: Board, fill: bool, touch: bool) -> list[tuple[int, ...]]:
    """Every solution by the oracle, as a tuple of 0 or 1 for each link."""
    return oracle.models(board.cells, board.links, fill=fill, touch=touch)


def small_board(rng: random.Random, most: int) -> Board:
    puzzle = random_board(rng, *rng.choice(sizes_up_to(most)))
    return Board(puzzle.width, puzzle.height, list(puzzle.cells))


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
def test_all_solutions_are_found_as_by_brute_force(fill: bool, touch: bool) -> None:
    rng = random.Random(f"{fill} {touch}")
    solvable = 0
    for _ in range(int(os.environ.get("NUMLINK_SEARCH_BOARDS", "400"))):
        board = small_board(rng, 20 if fill else 15)
        expected = linkings(board, fill, touch)
        solvable += bool(expected)
        for local in (True, False):
            found = sorted(enumerate_models(board.search(fill, touch, local=local)))
            assert found == expected, (board.width, board.height, board.cells, fill, touch, local)
        swept = board.search(fill, touch)
        swept.sweep(board.width)
        assert sorted(enumerate_models(swept)) == expected
        if expected:
            solution = array("b", rng.choice(expected))
            for proof in (Walk, Backbone):
                met = sorted(others(proof(board.search(fill, touch), solution)))
                assert met == [model for model in expected if model != tuple(solution)], proof
    assert solvable > 40


def others(proof: Walk | Backbone) -> Iterator[tuple[int, ...]]:
    """Every other solution that a proof finds; each is excluded from its search before the next."""
    while True:
        status = proof.run(3)
        if status is Status.SATISFIED:
            model = proof.search.model()
            yield tuple(model)
            proof.search.add_clause(array("i", [2 * link + 1 if on else 2 * link for link, on in enumerate(model)]))
        elif status is Status.REFUTED:
            return


def test_walking_and_cutting_ends_with_one_solution() -> None:
    rng = random.Random("cut")
    cuts = 0
    for _ in range(400):
        board = small_board(rng, 20)
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


@pytest.mark.parametrize("proof", [Walk, Backbone])
def test_proofs_refuse_a_model_that_is_no_solution(proof: type[Walk | Backbone]) -> None:
    board = Board(3, 2, [1, 0, 1, 2, 0, 2])
    with pytest.raises(ValueError, match="does not satisfy"):
        proof(board.search(True, True), array("b", [0] * len(board.links))).run()


def test_clauses_put_off_to_the_first_conflict_lead_to_the_same_solutions() -> None:
    rng = random.Random("later")
    laid = without = 0
    for number in range(600):
        board = small_board(rng, 20)
        if number % 3 == 0:
            board = Board(7, 7, cut_path(rng, long_path(rng, 7, 7), 6))
        clauses = canonical_squares.no_touch_clauses(board.width, board.height, array("i", board.cells), fill=True)
        at_once, later = board.search(True, False), board.search(True, False, local=False)
        later.lay_later(board.width, clauses.__copy__)
        for search in (at_once, later):
            search.sweep(board.width)
        status = decide(later)
        assert status is decide(at_once)
        assert status is Status.REFUTED or later.model() == at_once.model()
        laid += later.conflicts > 0
        without += status is Status.SATISFIED and later.conflicts == 0
        assert sorted(enumerate_models(later)) == sorted(enumerate_models(at_once))
    assert min(laid, without) > 20


def test_assumptions() -> None:
    rng = random.Random("assume")
    refuted = 0
    for _ in range(300):
        board = small_board(rng, 18)
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
        board = small_board(rng, 15)
        free = linkings(board, False, True)
        clauses = canonical_squares.canonical_clauses(board.width, board.height, array("i", board.cells))
        search = board.search(False, True)
        search.add_clauses(clauses)
        canonical = list(enumerate_models(search))
        assert set(canonical) <= set(free)
        assert bool(canonical) == bool(free)
        covers = set(linkings(board, True, True))
        is_strict = len(free) == 1 and free[0] in covers
        assert is_strict == (len(canonical) == 1 and canonical[0] in covers)
        search = board.search(False, True)
        search.add_clauses(
            clauses + canonical_squares.valley_clauses(board.width, board.height, array("i", board.cells))
        )
        taut = list(enumerate_models(search))
        assert set(canonical) & set(linkings(board, True, False)) <= set(taut) <= set(canonical)
        assert bool(taut) == bool(free)
        assert is_strict == (len(taut) == 1 and taut[0] in covers)
        strict += is_strict
    assert strict > 20


def test_reducing_the_clauses_often_loses_nothing() -> None:
    """Reductions move every clause; with one every few conflicts, the solutions must still be the same."""
    rng = random.Random("reduce")
    reductions = 0
    for _ in range(150):
        board = small_board(rng, 16)
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
        board = small_board(rng, 20)
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


def test_memory_from_the_system_for_large_boards_changes_nothing(monkeypatch) -> None:
    rng = random.Random("roomy")
    for _ in range(40):
        board = small_board(rng, 20)
        usual = board.search(True, False)
        expected = list(enumerate_models(usual)), usual.conflicts, usual.propagations
        monkeypatch.setattr(arrays, "LARGE", 0)
        paged = board.search(True, False)
        assert (list(enumerate_models(paged)), paged.conflicts, paged.propagations) == expected
        monkeypatch.undo()


def test_corners_without_a_root_are_those_whose_diagonal_leaves_the_board() -> None:
    rng = random.Random("roots")
    for _ in range(300):
        width, height = rng.randint(2, 9), rng.randint(1, 9)
        cells = array("i", rng.choices((0, 1, -1), (12, 1, 1), k=width * height))
        links = oracle.scan_links(width, height, oracle.solids_of(list(cells)))
        index = {link: number for number, link in enumerate(links)}
        expected = set()
        for row, column, down, right in product(range(height), range(width), (1, -1), (1, -1)):
            cell, turns = row * width + column, []
            while None not in (turns[-1] if turns else ()) and cells[cell] == 0:
                ends = cell + down * width, cell + right
                turns.append([index.get((min(cell, end), max(cell, end))) for end in ends])
                cell = sum(ends) - cell
            if len(turns) > 1 and None in turns[-1]:  # only the rim or a solid cell keeps it from turning further
                expected.add(frozenset(2 * link + 1 for link in turns[0]))
        flat = canonical_squares.no_touch_clauses(width, height, cells, fill=True)
        found, at = set(), 0
        while at < len(flat):
            if flat[at] == 2:
                found.add(frozenset(flat[at + 1 : at + 3]))
            at += 1 + flat[at]
        assert found == expected


def test_a_walk_counts_the_conflicts_of_its_query() -> None:
    rng = random.Random("patience")
    impatient = 0
    for _ in range(150):
        board = small_board(rng, 16)
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
import random
import numlink.engine.search.search as engine
from tests.engine import test_search as t
rng = random.Random(5)
trace = []
for _ in range(40):
    board = t.small_board(rng, 24)
    for fill, touch in t.VARIANTS:
        search = board.search(fill, touch)
        for model in list(zip(range(12), t.enumerate_models(search))):
            trace.append(hash(model[1]))
        trace.append((search.conflicts, search.decisions, search.propagations))
print(engine.__file__.endswith(".py"), hash(tuple(trace)))
"""


def test_compiled_and_uncompiled_go_the_same_way(uncompiled) -> None:
    is_python, trace = uncompiled("-c", TRACE).split()
    assert is_python == "True"
    done = subprocess.run(
        [sys.executable, "-c", TRACE], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[1] == trace


@pytest.mark.parametrize(("width", "height"), [(6, 5), (5, 6)])
@pytest.mark.parametrize("touch", [True, False])
def test_a_sweep_that_changes_direction_finds_the_same_solutions(width: int, height: int, touch: bool) -> None:
    cells = [0] * (width * height)
    cells[0] = cells[-1] = 1
    cells[width + 1] = cells[-width - 2] = 2
    board = Board(width, height, cells)
    plain, swept = board.search(False, touch), board.search(False, touch)
    swept.sweep(width)
    free = len(board.links) // 2
    for literal in (free * 2, free * 2 + 1):  # levels that the sweep does not decide
        for search in (plain, swept):
            search.assume(array("i", [literal]))
        assert sorted(some_models(swept)) == sorted(some_models(plain))
    for search in (plain, swept):
        search.assume(array("i"))
        assert decide(search) is Status.REFUTED
    assert swept.conflicts > 45 * (1 + 2 + 4)  # after these it goes on in the fourth direction


def some_models(search: Search) -> list[tuple[int, ...]]:
    """All solutions under the assumptions, which stay; each is excluded by a clause of the links on in it."""
    found = []
    while decide(search) is Status.SATISFIED:
        model = search.model()
        found.append(tuple(model))
        search.add_clause(array("i", [2 * link + 1 for link, on in enumerate(model) if on]))
    return found


def test_a_sweep_must_begin_before_a_run() -> None:
    board = Board(4, 4, [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1])
    search = board.search(True, True)
    search.sweep(4)
    search.sweep(4)
    search.run()
    with pytest.raises(ValueError, match="has decided already"):
        search.sweep(4)


def test_a_long_clause_is_read_at_most_twice_while_its_literals_become_false_in_order() -> None:
    size = 3000
    search = switches(size)
    search.add_clause(array("i", range(0, 2 * size, 2)))
    assert decide(search) is Status.SATISFIED
    assert sum(search.model()) == 1  # links are first tried off, so the clause forces the last one
    assert 0 < search.looks <= 2 * size


def switches(count: int) -> Search:
    """A search for links that only clauses restrict."""
    return Search(
        2 * count, array("i", range(2 * count)), labels=array("i", [0] * 2 * count), degrees=array("i", [4] * 2 * count)
    )


def test_long_clauses_leave_the_solutions_that_the_table_of_values_leaves() -> None:
    rng = random.Random(28)
    far, free = 1100, 7
    for _ in range(20):
        search = switches(far + free)
        values = [rng.randrange(2) for _ in range(far)]
        clauses = [[2 * (far + link) + rng.randrange(2) for link in rng.sample(range(free), 3)] for _ in range(9)]
        for clause in clauses:
            literals = [2 * link + on for link, on in enumerate(values)] + clause
            rng.shuffle(literals)
            search.add_clause(array("i", literals))
        search.assume(array("i", [2 * link + 1 - on for link, on in enumerate(values)]))
        left = {
            model
            for model in product((0, 1), repeat=free)
            if all(any(model[(literal >> 1) - far] == 1 - (literal & 1) for literal in clause) for clause in clauses)
        }
        found = set()
        while decide(search) is Status.SATISFIED:
            model = search.model()
            found.add(tuple(model[far:]))
            search.add_clause(array("i", [2 * link + on for link, on in enumerate(model)]))
        assert found == left


def test_a_sweep_that_took_one_decision_does_not_propagate_it_again_to_exclude_its_solution() -> None:
    size = 42  # four spirals from the corners to the middle; turned the other way they solve it too
    corners = (0, size - 1, size * size - 1, size * size - size)
    middle = (size // 2 - 1) * (size + 1)
    cells = [0] * (size * size)
    for number, ends in enumerate(zip(corners, (middle, middle + 1, middle + size + 1, middle + size), strict=True), 1):
        for cell in ends:
            cells[cell] = number
    board = Board(size, size, cells)
    search = board.search(True, False)
    search.sweep(size)
    models = []
    for _ in range(2):
        assert decide(search) is Status.SATISFIED
        models.append(search.model())
        search.add_clause(array("i", [2 * link + 1 for link, on in enumerate(models[-1]) if on]))
    assert models[0] != models[1]
    assert decide(search) is Status.REFUTED
    assert search.propagations <= 2.1 * len(board.links)
