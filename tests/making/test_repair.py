"""Repair in one pass, made impatient so that small boards use it: every board is unique, by another engine."""

import random
from itertools import combinations, islice

import pytest

import numlink
from numlink.errors import InputError
from numlink.making import one_pass, repair
from numlink.making.one_pass import Parts
from numlink.model.rules import EVERY_RULES
from tests.boards import KINDS, random_solved


@pytest.fixture
def impatient(monkeypatch):
    """Queries are cut short at once, and no smallest set of cuts is sought first."""
    monkeypatch.setattr(repair, "FEWEST_CELLS", 0)
    monkeypatch.setattr(one_pass, "PATIENCE", 3)
    monkeypatch.setattr(one_pass, "SLICE", one_pass.Slice(conflicts=3, propagations=1000))


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_boards_cut_in_one_pass_are_unique(impatient, rules):
    """Under all rules; queries are also cut short, so that there are more cuts than with `fewest`."""
    more = 0
    for seed in range(25):
        puzzle = numlink.generate_classic(6 + seed % 4, 7, seed=seed, rules=rules)
        seen = []
        fixed = numlink.repair(puzzle, on_progress=lambda done, total, seen=seen: seen.append((done, total)))
        assert numlink.check(fixed.puzzle, fixed.puzzle.solution) == []
        assert numlink.count(fixed.puzzle) == 1
        assert fixed.puzzle.pairs == puzzle.pairs + len(fixed.changes)
        assert all(0 <= done <= total == len(puzzle.grid.links()) for done, total in seen)
        fewest = numlink.repair(puzzle, fewest=True)
        assert numlink.count(fewest.puzzle) == 1
        assert len(fewest.changes) <= len(fixed.changes) or not fewest.least
        more += len(fixed.changes) - len(fewest.changes)
    assert more > 0 or not rules.touch  # without touching there is hardly ever another solution


@pytest.mark.parametrize("rules", [rule for rule in EVERY_RULES if rule.touch], ids=str)
def test_if_paths_may_touch_one_pass_is_enough(impatient, monkeypatch, rules):
    """Even for a solution that lacks only links whose cut would leave one cell: 5 of these 32 boards started again."""
    walks = []
    whole = one_pass.OnePass.run
    monkeypatch.setattr(one_pass.OnePass, "run", lambda self, *rest: walks.append(self) or whole(self, *rest))
    for seed in range(16):
        fixed = numlink.repair(numlink.generate_classic(12, seed=seed, rules=rules))
        assert len(walks) == seed + 1
        assert numlink.prove(fixed.puzzle.with_solution(None)).answer is numlink.Answer.UNIQUE


def test_parts_of_a_path():
    path = tuple(range(9))
    place = {(cell, cell + 1): (1, cell) for cell in range(8)}
    parts = Parts((path,), place, [(3, 4)])
    assert [parts.room((cell, cell + 1)) for cell in range(8)] == [1, 2, 1, -1, 1, 2, 2, 1]
    assert parts.widest(place) == (1, 2)
    assert parts.illegal_stretch({1: path}) is None
    assert parts.illegal_stretch({1: (0, 5, 4, 3, 2, 1, 6, 7, 8)}) == (0, 5, 4)
    assert parts.illegal_stretch({1: (0, 2, 1, 3, 4, 6, 5, 7, 8)}) is None  # it stays within the parts
    assert parts.illegal_stretch({1: (0, 1, 2, 5, 6, 7, 8)}) == (0, 1, 2, 5, 6, 7, 8)
    assert set(parts.turned({1: (0, 5, 4, 3, 2, 1, 6, 7, 8)})) == {(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)}
    parts.cut((1, 2))
    assert parts.widest(place) == (5, 6)
    assert parts.illegal_stretch({1: (0, 2, 1, 3, 4, 6, 5, 7, 8)}) == (0, 2)


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", KINDS)
def test_one_pass_on_any_grid(impatient, kind):
    stream = random.Random(f"one pass {kind}")
    mended = 0
    for _ in range(30):
        puzzle = random_solved(stream, kind, touching=False)
        try:
            fixed = numlink.repair(puzzle, budget=20)
        except InputError:
            continue
        mended += bool(fixed.changes)
        assert numlink.prove(fixed.puzzle.with_solution(None)).answer is numlink.Answer.UNIQUE
        if mended == 3:
            break


def test_a_large_board_is_cut_in_one_pass():
    """A 40x40 board, with counted pairs; the fewest cuts take 20 times as long here."""
    puzzle = numlink.generate_classic(40, seed=7)
    fixed = numlink.repair(puzzle)
    assert not fixed.least
    assert len(fixed.changes) < puzzle.pairs / 4
    assert numlink.prove(fixed.puzzle, fixed.puzzle.solution).answer is numlink.Answer.UNIQUE


def test_if_the_first_solution_cannot_be_cut_another_one_is():
    """The first solution joins an adjacent pair by a path of two cells; one that goes the long way can be cut."""
    mended = refused = 0
    for seed in range(60):
        chance = random.Random(seed)
        width, height = chance.choice([(3, 2), (4, 2), (3, 3), (5, 2)])
        puzzle = numlink.Puzzle(width, height, (1, 1, *[0] * (width * height - 2)), chance.choice(EVERY_RULES))
        puzzle = puzzle.transformed(chance.choice(list(numlink.Symmetry)))
        found = list(numlink.solutions(puzzle))
        if not found:
            continue
        able = [solution for solution in found if can_be_cut(puzzle, solution)]
        if not able:
            with pytest.raises(InputError, match="no cut"):
                numlink.repair(puzzle)
            refused += 1
            continue
        fixed = numlink.repair(puzzle)
        assert numlink.count(fixed.puzzle) == 1
        assert numlink.check(fixed.puzzle, fixed.puzzle.solution) == []
        mended += not can_be_cut(puzzle, numlink.solve(puzzle).solution)
    assert mended > 5, (mended, refused)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_every_pair_on_a_small_board_is_repaired_or_proven_impossible(rules):
    """Even if all solutions found while the first one fails fail too: then all others are tried."""
    for first, second in combinations(range(16), 2):
        cells = [0] * 16
        cells[first] = cells[second] = 1
        puzzle = numlink.Puzzle(4, 4, tuple(cells), rules)
        if first > min(15 - first, 15 - second):
            continue  # the same board, turned
        found = list(islice(numlink.solutions(puzzle), repair.MOST_TRIED + 1))
        if found and (refused := refusal(puzzle)):
            assert not any(can_be_cut(puzzle, solution) for solution in found), puzzle
            proven = f"no cut of any of its {len(found)} solutions"
            assert proven in refused or ("was found within" in refused and not rules.touch)


def refusal(puzzle):
    """Why a puzzle cannot be mended; None if it can."""
    try:
        assert numlink.count(numlink.repair(puzzle).puzzle) == 1
    except InputError as error:
        return str(error)
    return None


def can_be_cut(puzzle, solution):
    """Whether a repair that keeps this solution exists."""
    try:
        numlink.repair(puzzle, solution)
    except InputError:
        return False
    return True
