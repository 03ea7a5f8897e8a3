"""The strict claim by walks from four corners: the same answers as by counting, and within a few thousand conflicts."""

import pytest

import numlink
from numlink import FREE, NO_TOUCH, Answer, Claim, Puzzle
from numlink.exact import strict
from numlink.exact.work import Slice


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


def test_a_first_cover_of_a_large_board_is_found_line_by_line():
    """By activity it took 3 579 conflicts, more than it may have, and the claim 330 685; now 387."""
    made = numlink.generate(40, 40, style="magazine", rules="no-touch", pairs=160, seed=0)
    verdict = numlink.prove(made.with_solution(None), claim="strict")
    assert verdict.answer is Answer.MULTIPLE
    assert verdict.effort.conflicts < 2_000


def test_a_claim_that_holds_is_proven_by_counting_linkings():
    """Walks alone take 87 000 conflicts on this board; a count of canonical linkings 1.4 million choices."""
    puzzle = numlink.generate(24, 14, seed=5, style="magazine", rules="no-touch", pairs=16).with_solution(None)
    verdict = numlink.prove(puzzle, claim=Claim.STRICT)
    assert verdict.answer is Answer.UNIQUE
    assert numlink.check(puzzle, verdict.solution, NO_TOUCH) == []
    assert verdict.effort.conflicts < 15_000
    assert verdict.effort.states < 2_000_000


def test_counting_linkings_says_what_the_count_of_solutions_says(monkeypatch):
    """Once a linking is known only the count goes on where the claim holds; elsewhere it says nothing."""
    puzzles = [numlink.generate_classic(7 + seed % 3, 8, seed=seed) for seed in range(40)]
    strictly = [numlink.count(puzzle, rules=FREE) == 1 for puzzle in puzzles]
    assert 3 < sum(strictly) < 37
    monkeypatch.setattr(strict, "BEFORE_LINKINGS", 0)
    monkeypatch.setattr(strict, "cost_of", lambda _: 10**9)
    turn, corner_turn = strict.Linkings.turn, strict._turn
    for puzzle, holds in zip(puzzles, strictly, strict=True):
        stopped = (lambda self, work: None if self.models else turn(self, work)) if holds else turn
        monkeypatch.setattr(strict.Linkings, "turn", stopped)
        monkeypatch.setattr(strict, "_turn", (lambda *_: None) if holds else corner_turn)
        verdict = numlink.prove(puzzle.with_solution(None), claim=Claim.STRICT, budget=20)
        assert verdict.answer is (Answer.UNIQUE if holds else Answer.MULTIPLE)
        assert verdict.effort.states > 0 or not holds


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
