"""The strict claim on rectangles: the same answers as by counting, and within a few thousand conflicts."""

import pytest

import numlink
from numlink import FREE, NO_TOUCH, Answer, Claim, Puzzle
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.race import WayName, Ways


def lab_boards():
    """Boards of the lab program, and whether each is strict by a count; some are, some are not."""
    puzzles = [numlink.generate_classic(7 + seed % 3, 8, seed=seed).with_solution(None) for seed in range(40)]
    strictly = [numlink.count(puzzle, rules=FREE) == 1 for puzzle in puzzles]
    assert 3 < sum(strictly) < 37
    return zip(puzzles, strictly, strict=True)


def test_a_sweep_agrees_with_the_count():
    swept = 0
    for puzzle, holds in lab_boards():
        cover = numlink.solve(puzzle, rules=NO_TOUCH).solution
        if cover is None:
            continue
        ways, total = Ways(Board(puzzle, FREE), cover, kinds=[WayName.SEARCH]), None
        while total is None:
            total = ways.turn()
        verdict = ways.verdict(total, "", Budget())
        swept += 1
        assert (verdict.answer is Answer.UNIQUE) is holds
        if not holds:
            assert verdict.second != cover
            assert numlink.check(puzzle, verdict.second, FREE) == []
    assert swept > 20


@pytest.mark.parametrize(("size", "pairs", "seed"), [((24, 14), 16, 6), ((24, 14), 16, 3), ((36, 20), 28, 0)])
def test_the_second_linking_is_found_soon(size, pairs, seed):
    """From one side alone these boards take 11 000, 17 000 and over 100 000 conflicts."""
    puzzle = numlink.generate(*size, seed=seed, style="magazine", rules="no-touch", pairs=pairs).with_solution(None)
    verdict = numlink.prove(puzzle, claim=Claim.STRICT)
    assert verdict.answer is Answer.MULTIPLE
    assert verdict.effort.conflicts < 3_000
    assert verdict.solution != verdict.second
    assert all(numlink.check(puzzle, found, FREE) == [] for found in (verdict.solution, verdict.second))


def test_a_first_cover_of_a_large_board_is_found_line_by_line():
    """Decided by activity it took 3 579 conflicts, more than allowed, and the claim 330 685; now 387."""
    made = numlink.generate(40, 40, style="magazine", rules="no-touch", pairs=160, seed=0)
    verdict = numlink.prove(made.with_solution(None), claim="strict")
    assert verdict.answer is Answer.MULTIPLE
    assert verdict.effort.conflicts < 2_000


def test_a_true_claim_is_proven_by_counting_linkings():
    """On this board walks alone take 87 000 conflicts, a count of canonical linkings 1.4 million choices."""
    puzzle = numlink.generate(24, 14, seed=5, style="magazine", rules="no-touch", pairs=16).with_solution(None)
    verdict = numlink.prove(puzzle, claim=Claim.STRICT)
    assert verdict.answer is Answer.UNIQUE
    assert numlink.check(puzzle, verdict.solution, NO_TOUCH) == []
    assert verdict.effort.conflicts < 15_000
    assert verdict.effort.states < 2_000_000


def test_counting_linkings_agrees_with_the_count_of_solutions():
    """With a known linking, the count alone proves every strict board that paths alone do not decide, and no other."""
    for puzzle, holds in lab_boards():
        ways = Ways(Board(puzzle, FREE), kinds=(WayName.LINKINGS,))
        verdict = ways.decided(Budget(20))
        assert (verdict.answer is Answer.UNIQUE and verdict.strict is True) == holds
        decided = verdict.effort.decisions == 0
        assert verdict.effort.states > 0 or verdict.answer is Answer.MULTIPLE or decided


def test_a_solution_of_more_links_than_one_run_propagates_is_strict_too():
    """230 rows of straight paths have 105 340 links; one run of the search propagates 100 000."""
    straight = Puzzle.from_rows([[row, *[0] * 228, row] for row in range(1, 231)])
    assert numlink.prove(straight).strict is True
