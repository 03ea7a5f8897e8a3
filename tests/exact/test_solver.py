"""The engines, compared with brute force and with each other, and on boards with known answers."""

import signal
import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numlink
from numlink import (
    COVER,
    FREE,
    FREE_NO_TOUCH,
    NO_TOUCH,
    Answer,
    BudgetEnded,
    IllegalPuzzle,
    InputError,
    Puzzle,
    Rules,
    Solution,
    census,
    check,
    count,
    generate_classic,
    heat,
    prove,
    sample,
    solutions,
    solve,
)
from numlink.exact.board_arrays import Board
from numlink.exact.counting import STATE_COST, Counting
from numlink.exact.race import LONGEST
from numlink.exact.work import CONFLICT_COST, PROPAGATION_COST
from numlink.model.rules import EVERY_RULES
from tests import oracle
from tests.boards import hard_board, legal
from tests.cli import start
from tests.sample import sample_puzzle
from tests.tools import amount

ANSWERS = {0: Answer.NONE, 1: Answer.UNIQUE}


def agree(puzzle):
    """Check that oracle, search and frontier give the same number, solutions and verdicts, with right witnesses."""
    truth = oracle.solutions(*oracle.rectangle(puzzle.width, puzzle.height, puzzle.cells))
    for rules in EVERY_RULES:
        expected = {
            Solution(puzzle.width, puzzle.height, tuple(map(tuple, paths))) for paths in truth[rules.fill, rules.touch]
        }
        total = len(expected)
        assert all(check(puzzle, solution, rules) == [] for solution in expected)
        frontier = Counting(Board(puzzle, rules))
        while frontier.turn(10**6) is None:
            pass
        assert frontier.total == total  # the frontier alone
        assert set(solutions(puzzle, rules=rules, limit=300)) == expected or total > 300  # the search alone
        assert count(puzzle, rules=rules) == total
        for verdict in (prove(puzzle, rules=rules), solve(puzzle, rules=rules)):
            assert verdict.rules == rules
            assert verdict.answer == ANSWERS.get(total, Answer.MULTIPLE)
            assert (verdict.solution in expected) == (total > 0)
            assert (verdict.second in expected) == (total > 1)
            assert total < 2 or verdict.solution != verdict.second
    return truth


def strictly_unique(puzzle, truth):
    return len(truth[False, True]) == len(truth[True, True]) == 1


@pytest.mark.bulk
@pytest.mark.sampled
@settings(max_examples=amount(300, 2_500), deadline=None, database=None)
@given(legal())
def test_oracle_search_and_frontier_agree(puzzle):
    truth = agree(puzzle)
    assert (prove(puzzle, claim="strict").answer is Answer.UNIQUE) == strictly_unique(puzzle, truth)


@pytest.mark.long
@settings(max_examples=100_000, deadline=None, database=None)
@given(legal(most=18))
def test_oracle_search_and_frontier_agree_on_many_boards(puzzle):
    truth = agree(puzzle)
    assert (prove(puzzle, claim="strict").answer is Answer.UNIQUE) == strictly_unique(puzzle, truth)


@pytest.mark.bulk
@pytest.mark.sampled
@settings(max_examples=amount(150, 1_200), deadline=None, database=None)
@given(st.integers(1, 6), st.integers(2, 4), st.integers(0, 2**32))
def test_solvable_boards_agree(width, height, seed):
    """Boards of the lab generator are solvable, with a known solution; random boards mostly are not."""
    puzzle = generate_classic(width, height, seed=seed)
    truth = agree(puzzle)
    for rules in EVERY_RULES:
        known = prove(puzzle, puzzle.solution, rules)
        assert known.answer == ANSWERS.get(len(truth[rules.fill, rules.touch]), Answer.MULTIPLE)
        assert known.solution == puzzle.solution
        assert check(puzzle, known.second, rules) == [] if known.second else True


@pytest.mark.bulk
@pytest.mark.sampled
@settings(max_examples=amount(150, 500), deadline=None, database=None)
@given(legal())
def test_heat_is_the_share_of_all_solutions(puzzle):
    truth = oracle.solutions(*oracle.rectangle(puzzle.width, puzzle.height, puzzle.cells))
    for rules in EVERY_RULES:
        found = truth[rules.fill, rules.touch]
        if not found:
            with pytest.raises(InputError, match=f"no solution under the rules {rules}"):
                heat(puzzle, rules=rules)
            continue
        links = [oracle.links_of(paths) for paths in found]
        shares = heat(puzzle, rules=rules)
        assert shares.total == len(found)
        assert dict(shares) == {
            link: Fraction(sum(link in used for used in links), len(found)) for link in puzzle.grid.links()
        }


@pytest.mark.bulk
def test_samples_are_uniform_and_repeat():
    puzzle = Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12))
    seen = [sample(puzzle, seed=seed) for seed in range(800)]
    assert all(check(puzzle, found) == [] for found in seen[:20])
    tally = [seen.count(found) for found in set(seen)]
    assert len(tally) == 8
    assert sum((number - 100) ** 2 / 100 for number in tally) < 24.4  # 7 degrees, p = 0.001
    assert seen[5] == sample(puzzle, seed=5)
    assert [sample(puzzle, rules=FREE, seed=seed).paths for seed in range(3)] == [
        sample(puzzle, rules=FREE, seed=seed).paths for seed in range(3)
    ]


def test_the_assignments_sample_is_unique_under_all_rules_and_strict():
    puzzle = sample_puzzle()
    for rules in EVERY_RULES:
        verdict = prove(puzzle, rules=rules)
        assert (verdict.answer, verdict.solution) == (Answer.UNIQUE, puzzle.solution)
        assert count(puzzle, rules=rules) == 1
    assert prove(puzzle, claim="strict").answer is Answer.UNIQUE


def test_a_pair_in_two_corners_has_the_known_counts():
    puzzle = Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12))
    assert count(puzzle) == 8
    assert prove(puzzle).answer is Answer.MULTIPLE
    assert prove(puzzle, rules=NO_TOUCH).answer is Answer.NONE
    assert count(puzzle, rules=FREE) == 178


def letters(text):
    """A board as deductions.md writes it: letters, with slashes between rows."""
    return Puzzle.from_rows([[0 if c == "." else ord(c) - 64 for c in row] for row in text.split("/")])


@pytest.mark.parametrize(
    ("text", "cover", "no_touch", "free"),
    [
        ("A..../.B.A./...B.", 1, 1, 9),  # unique without touching, but not strict
        ("A.../.BA./...B", 2, 1, None),  # unique without touching, two covers
        ("A.../.BA./..../B...", 4, 1, None),
        ("AA/..", 1, 0, 2),  # unique cover that touches itself
        (".A../..../..../.A..", 1, 0, 112),
    ],
)
def test_small_boards_tell_the_rules_apart(text, cover, no_touch, free):
    puzzle = letters(text)
    assert count(puzzle, rules=COVER) == cover
    assert count(puzzle, rules=NO_TOUCH) == no_touch
    assert free is None or count(puzzle, rules=FREE) == free
    assert prove(puzzle).answer == ANSWERS.get(cover, Answer.MULTIPLE)
    assert prove(puzzle, rules=NO_TOUCH).answer == ANSWERS.get(no_touch, Answer.MULTIPLE)
    assert prove(puzzle, claim="strict").answer is not Answer.UNIQUE


@pytest.mark.parametrize(
    "text", ["A...../..../B.B./..CDCE/....../....D./AE....", "A...../....B./.C..../..DE../.DBEC./...A.."]
)
def test_boards_where_hugging_the_border_is_wrong_are_strict(text):
    rows = text.split("/")
    if len({len(row) for row in rows}) > 1:
        rows = ["A.....", "..B.B.", "..CDCE", "......", "....D.", "AE...."]
    puzzle = letters("/".join(rows))
    assert prove(puzzle, claim="strict").answer is Answer.UNIQUE


def test_edge_cases():
    solid = Puzzle(2, 1, (-1, -1))
    empty = Puzzle(2, 1, (0, 0))
    assert [count(solid, rules=rules) for rules in EVERY_RULES] == [1, 1, 1, 1]
    assert [count(empty, rules=rules) for rules in EVERY_RULES] == [0, 0, 1, 1]
    assert prove(solid).answer is Answer.UNIQUE
    assert prove(solid).solution.paths == ()
    assert solve(empty).answer is Answer.NONE
    assert solve(empty, rules=FREE).solution.paths == ()
    gap = Puzzle(3, 1, (7, 0, 7))
    assert solve(gap).solution.paths == ((),) * 6 + ((0, 1, 2),)
    assert check(gap, solve(gap).solution) == []


@pytest.mark.bulk
def test_thousands_of_pairs():
    puzzle = Puzzle(300, 30, tuple(1 + cell // 2 for cell in range(9000)))
    verdict = prove(puzzle, puzzle.with_solution(solve(puzzle).solution).solution)
    assert check(puzzle, verdict.solution) == []
    assert verdict.answer is Answer.UNIQUE


def test_illegal_boards_are_refused():
    for work in (solve, prove, count, heat, sample, lambda puzzle: list(solutions(puzzle))):
        with pytest.raises(IllegalPuzzle, match="row 1, column 1: number 1 occurs once"):
            work(Puzzle(2, 1, (1, 0)))
    with pytest.raises(InputError, match="the known solution is wrong"):
        prove(Puzzle(3, 1, (1, 0, 1)), Solution(3, 1, ((0, 2),)))
    with pytest.raises(ValueError, match="'uniqe'"):
        prove(Puzzle(3, 1, (1, 0, 1)), claim="uniqe")


@pytest.mark.bulk
def test_budgets_end_in_time_and_never_say_no(looks):
    """Between two looks at the clock there is at most one slice of work, of about 10 ms."""
    puzzle = hard_board()
    for rules in EVERY_RULES:
        looks.count = 0
        verdict = prove(puzzle, rules=rules, budget=0.3)
        assert looks.count <= 6
        assert verdict.effort.conflicts <= looks.count * LONGEST / CONFLICT_COST
        assert verdict.effort.propagations <= looks.count * 1.1 * LONGEST / PROPAGATION_COST
        assert verdict.effort.states <= looks.count * 1.1 * LONGEST / STATE_COST[True]
        # nine pairs on 60x60 are refuted at once without touching; with touching nothing is known in that time
        assert verdict.answer is not Answer.NONE or not rules.touch
        assert verdict.answer is not Answer.UNKNOWN or "budget of 0.3 seconds ended" in verdict.reason
    for rules in (COVER, FREE):
        with pytest.raises(BudgetEnded, match=r"budget of 0\.3 seconds ended"):
            count(puzzle, rules=rules, budget=0.3)


def test_listing_many_solutions_ends_in_time(looks):
    """If the next solution is always near, no search ever pauses: the listing itself must look at the clock."""
    puzzle = Puzzle(12, 12, (1, *[0] * 142, 1), FREE)
    found = []
    with pytest.raises(BudgetEnded, match=r"ended after \d+ solutions"):
        found.extend(solutions(puzzle, budget=3))
    assert 0 < len(found) < looks.count < 40
    with pytest.raises(BudgetEnded, match=r"budget of 3 seconds ended"):
        census(60, 60, budget=3)
    assert looks.count < 80


def test_ctrl_c_ends_a_count(tmp_path):
    target = tmp_path / "hard.txt"
    target.write_text(numlink.dumps(hard_board()))
    process = start("count", target, "--rules", "free")
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()  # the count itself would take years
    assert process.returncode == 130
    assert "Traceback" not in err


def test_same_work_compiled_and_uncompiled(uncompiled):
    code = (
        "import numlink; from numlink.model.rules import EVERY_RULES\n"
        "for seed in range(6):\n"
        "    puzzle = numlink.generate_classic(6, 5, seed=seed)\n"
        "    for rules in EVERY_RULES:\n"
        "        verdict = numlink.prove(puzzle, rules=rules)\n"
        "        total = numlink.count(puzzle, rules=rules)\n"
        "        print(verdict.answer, verdict.effort, verdict.solution, verdict.second, total, total.effort)\n"
        "print(numlink.sample(puzzle, seed=3), numlink.census(4, 3), numlink.prove(puzzle, claim='strict').effort)\n"
    )
    import contextlib
    import io

    here = io.StringIO()
    with contextlib.redirect_stdout(here):
        exec(code, {})
    assert uncompiled("-c", code) == here.getvalue()


def test_a_puzzle_carries_its_rules():
    puzzle = Puzzle(2, 2, (1, 1, 0, 0), Rules(fill=False))
    assert count(puzzle) == 2
    assert prove(puzzle).rules == FREE
    assert prove(puzzle, rules=FREE_NO_TOUCH).answer is Answer.UNIQUE
