"""Repair in one pass, made impatient so that small boards see it: every board is unique, by another engine."""

import random

import pytest

import numlink
from numlink.errors import InputError
from numlink.making import one_pass, repair
from numlink.model.rules import EVERY_RULES
from tests.boards import KINDS, random_solved


@pytest.fixture
def impatient(monkeypatch):
    """Queries are cut short at once, and no smallest set of cuts is looked for before."""
    monkeypatch.setattr(repair, "FEWEST_CELLS", 0)
    monkeypatch.setattr(one_pass, "PATIENCE", 3)
    monkeypatch.setattr(one_pass, "SLICE", one_pass.Slice(conflicts=3, propagations=1000))


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_what_is_cut_in_one_pass_is_unique(impatient, rules):
    """Under all rules; cut beside queries too, so that there are more cuts than with fewest."""
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
    """40x40: counted pairs; the fewest cuts take 20 times as long here."""
    puzzle = numlink.generate_classic(40, seed=7)
    fixed = numlink.repair(puzzle)
    assert not fixed.least
    assert len(fixed.changes) < puzzle.pairs / 4
    assert numlink.prove(fixed.puzzle, fixed.puzzle.solution).answer is numlink.Answer.UNIQUE
