"""The strict claim by walks from four corners: the same answers as by counting, and within a few thousand conflicts."""

import pytest

import numlink
from numlink import FREE, Answer, Claim, Puzzle
from numlink.exact import strict
from numlink.exact.slices import Slice


def test_corners_say_what_the_count_says(monkeypatch):
    """Once a linking is known only the walks from the corners go on."""
    puzzles = [numlink.generate_classic(7 + seed % 3, 8, seed=seed) for seed in range(40)]
    strictly = [numlink.count(puzzle, rules=FREE) == 1 for puzzle in puzzles]
    assert 3 < sum(strictly) < 37
    turn = strict.Linkings.turn
    monkeypatch.setattr(strict.Linkings, "turn", lambda self, work: None if self.models else turn(self, work))
    for puzzle, holds in zip(puzzles, strictly, strict=True):
        verdict = numlink.prove(puzzle.with_solution(None), claim=Claim.STRICT, budget=20)
        assert verdict.answer is (Answer.UNIQUE if holds else Answer.MULTIPLE)
        if not holds:
            assert verdict.solution != verdict.second
            assert all(numlink.check(puzzle, found, FREE) == [] for found in (verdict.solution, verdict.second))


@pytest.mark.parametrize(("size", "pairs", "seed"), [((24, 14), 16, 6), ((24, 14), 16, 3), ((36, 20), 28, 0)])
def test_a_corner_finds_the_second_linking_soon(size, pairs, seed):
    """From one side alone these take 11 000, 17 000 and over 100 000 conflicts."""
    puzzle = numlink.generate(*size, seed=seed, style="magazine", rules="no-touch", pairs=pairs).with_solution(None)
    verdict = numlink.prove(puzzle, claim=Claim.STRICT)
    assert verdict.answer is Answer.MULTIPLE
    assert verdict.effort.conflicts < 3_000
    assert verdict.solution != verdict.second
    assert all(numlink.check(puzzle, found, FREE) == [] for found in (verdict.solution, verdict.second))


def test_whether_corners_can_walk_over_the_first_linking_is_asked_once(monkeypatch):
    """On a board where they cannot, such as this one, each turn would judge the linking in Python again."""
    asked, turns, turn = [], [], strict.Linkings.turn
    monkeypatch.setattr(strict, "_corners", lambda board, model: asked.append(model))
    monkeypatch.setattr(strict, "SLICE", Slice(conflicts=1, propagations=20))
    monkeypatch.setattr(strict.Linkings, "turn", lambda self, work: turns.append(1) or turn(self, work))
    puzzle = numlink.generate(9, seed=2, wrap="both").with_solution(None)
    assert numlink.prove(puzzle, claim=Claim.STRICT).answer is not Answer.UNKNOWN
    assert len(asked) == 1 < 100 < len(turns)


def test_a_solution_of_more_links_than_one_run_propagates_is_strict_too():
    """230 rows of straight paths have 105 340 links; one run of the search propagates 100 000."""
    straight = Puzzle.from_rows([[row, *[0] * 228, row] for row in range(1, 231)])
    assert numlink.prove(straight).strict is True
