"""Grades: their figures, their invariance, the command."""

import json
from dataclasses import replace
from fractions import Fraction
from math import ceil
from pathlib import Path

import pytest

from numlink import check, generate, generate_classic, prove
from numlink.errors import IllegalPuzzle, InputError
from numlink.exact.verdict import Answer
from numlink.formats import dumps
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, NO_TOUCH
from numlink.model.symmetry import Symmetry
from numlink.reasoning.explain import explain
from numlink.reasoning.grade import (
    A_CELL,
    AN_EFFORT,
    IDEAS,
    INTENSITIES,
    MOST_EFFORT,
    Grade,
    Rating,
    Reading,
    effort_from,
    grade_of,
    intensity_of,
)
from numlink.reasoning.guesses import Rim, deception, detour, hugging, misleading
from numlink.reasoning.human_solver import Deduced, Guessed, HumanSolver, Looked, Strength
from numlink.reasoning.rate import READINGS, Tally, rate
from tests.cli import numlink
from tests.deduction_boards import deduction_boards

ROOT = Path(__file__).parents[2]


def figures(rating: Rating):
    """Everything but the solution."""
    return {**rating.to_json(), "order": rating.order}


@pytest.mark.bulk
@pytest.mark.parametrize("rules", [COVER, NO_TOUCH], ids=str)
def test_rating_is_the_same_for_all_copies(rules):
    for puzzle in deduction_boards(rules)[::4]:
        rating = rate(puzzle)
        assert figures(rate(puzzle)) == figures(rating)
        for symmetry in Symmetry:
            assert figures(rate(puzzle.transformed(symmetry))) == figures(rating), (str(puzzle), symmetry)
        other = tuple(content if content <= 0 else 99 - content for content in puzzle.cells)
        assert figures(rate(Puzzle(puzzle.width, puzzle.height, other, rules))) == figures(rating)


@pytest.mark.bulk
@pytest.mark.parametrize(("size", "seed"), [(12, 24), (10, 3475), (10, 3273), (7, 4198), (7, 3843)])
def test_turned_boards_go_through_the_same_rounds(size, seed):
    """Boards whose rating once depended on their orientation: A8 saw less if it knew more, tries nested too soon."""
    puzzle = generate(size, seed=seed)
    rating = figures(rate(puzzle, proven=True))
    assert all(figures(rate(puzzle.transformed(symmetry), proven=True)) == rating for symmetry in Symmetry)


@pytest.mark.bulk
def test_ratings_find_the_solution():
    grades = set()
    for puzzle in deduction_boards():
        rating = rate(puzzle, reading="rules")
        grades.add(rating.grade)
        assert rating.solution is not None
        assert check(puzzle, rating.solution) == []
        assert rating.detour >= 1
        assert 0 <= rating.deception <= 1
        if rating.solved:
            assert sum(rating.tiers) == len(puzzle.grid.links())
            assert rating.guesses == 0
        else:
            assert rating.guesses > 0
            assert sum(rating.tiers) < len(puzzle.grid.links())
        assert (rating.looks == 0) == (rating.depth == 0)
        assert (rating.rounds == 0) == (rating.longest == 0)
        assert rating.rounds == 0 or rating.looks > 0
    assert len(grades) >= 4


@pytest.mark.bulk
def test_grades_follow_the_table():
    for puzzle in deduction_boards():
        for reading in READINGS:
            rating = rate(puzzle, reading=reading)
            cells = max(64, sum(1 for _ in puzzle.grid.open_cells()))
            for_100 = Fraction(round(1000 * rating.effort), 10) / cells
            by_effort = 1 + sum(for_100 >= Fraction(least) for least in ("0.1", "0.6", "1", "2.5"))
            assert rating.stars == by_effort
            assert rating.number >= by_effort
            assert (rating.grade is Grade.EXTREME) == (not rating.solved or rating.stars == 5)
            if rating.grade <= Grade.MEDIUM:
                assert rating.hardest_tier <= 3
                assert rating.looks == 0
            if rating.number > by_effort:
                assert rating.hardest_tier > 3
                assert rating.number == (5 if rating.guesses else 4 if rating.depth > 1 else 3)


def test_grades_by_figures():
    figures = {"intensity": 0.0, "hardest": 3, "depth": 0, "guesses": 0}
    assert grade_of(**figures) is Grade.EASY
    intensities = 0.099, 0.1, 0.599, 0.6, 1.0, 2.499, 2.5
    assert [grade_of(**figures | {"intensity": each}) for each in intensities] == [1, 2, 2, 3, 4, 4, 5]
    assert grade_of(**figures | {"hardest": 4}) is Grade.HARD  # colours
    assert grade_of(**figures | {"hardest": 5, "depth": 1}) is Grade.HARD
    assert grade_of(**figures | {"hardest": 5, "depth": 2}) is Grade.EXPERT
    assert grade_of(**figures | {"guesses": 1}) is Grade.EXTREME


def test_effort_weighs_the_tiers():
    """A round counts 1 / its links, in tier 2 half of that, in tiers 0 and 1 nothing; a guess counts 1."""
    puzzle = generate_classic(5, seed=1)
    tally = Tally(puzzle, proven=True)
    for tier in range(5):
        tally.add(Deduced(tier, 4))
    tally.add(Looked(Strength.LIGHT, 2, 2))
    tally.add(Guessed(((0, 1),)))
    assert tally.effort == 0.5 / 4 + 1 / 4 + 1 / 4 + 1 / 2 + 1


def test_a_reading_that_is_not_decided_is_assumed_and_named(monkeypatch, capsys):
    boards = (generate(8, seed=seed, claim="strict").with_solution(None) for seed in range(50))
    puzzle = next(board for board in boards if rate(board).grade != rate(board, reading="rules").grade)
    strict = rate(puzzle)
    monkeypatch.setattr("numlink.reasoning.rate.STRICT_CONFLICTS", 0)
    assumed = rate(puzzle)
    assert assumed.reading is Reading.ASSUMED
    assert (assumed.grade, assumed.effort) == (strict.grade, strict.effort)
    assert "S1" in assumed.remark
    assert "strict?" in numlink("rate", stdin=dumps([puzzle], "plain"), capsys=capsys).out
    monkeypatch.setattr("numlink.reasoning.explain.STRICT_CONFLICTS", 0)
    explanation = explain(puzzle)
    assert (explanation.reading, explanation.answer) == (Reading.ASSUMED, Answer.UNIQUE)
    assert "Assumed: there is only one way" in explanation.opening


def test_an_assumption_is_given_up_if_it_cannot_hold(monkeypatch):
    boards = [generate(7, seed=seed, style="lab").with_solution(None) for seed in range(40)]
    loose = [board for board in boards if rate(board).reading is Reading.RULES]
    monkeypatch.setattr("numlink.reasoning.rate.STRICT_CONFLICTS", 0)
    assert len(loose) > 3
    for board in loose:
        rating = rate(board)
        assert rating.reading is Reading.RULES or rating.verdict is Answer.UNIQUE
        assert rating.grade is not Grade.NONE


def test_no_grade_without_exactly_one_solution():
    several = rate(Puzzle(3, 3, (1, 0, 0, 0, 0, 0, 0, 0, 1)))
    assert several.grade is Grade.NONE
    assert several.remark == "the board has more than one solution"
    assert str(several) == "no grade: the board has more than one solution"
    none = rate(Puzzle(2, 2, (1, 2, 2, 1)))
    assert none.grade is Grade.NONE
    assert none.remark == "the board has no solution"
    with pytest.raises(IllegalPuzzle):
        rate(Puzzle(2, 1, (1, 2)))


def test_guesses():
    """A path along the border is guessed right; one that must go the long way round is not."""
    straight = Solution(3, 2, ((0, 1, 2), (3, 4, 5)))
    puzzle = Puzzle.from_solution(straight)
    assert detour(puzzle, straight) == 1.0
    assert deception(puzzle, straight) == 0.0
    assert hugging(puzzle, straight) == (2, 0)
    around = Solution(3, 2, ((0, 3, 4, 5, 2, 1),))
    assert detour(Puzzle.from_solution(around), around) == 5.0
    assert Rim(puzzle.grid).borders(set(range(6))) == [[0, 1, 2, 5, 4, 3]]
    assert Rim(puzzle.grid).borders({0, 1, 2}) == [[0, 1, 2, 1]]
    assert Rim(puzzle.grid).borders({0, 5}) == [[0], [5]]


@pytest.mark.bulk
def test_rate_command(capsys):
    boards = deduction_boards()[:6]
    run = numlink("rate", "--json", stdin=dumps(boards, "plain"), capsys=capsys)
    objects = [json.loads(line) for line in run.out.splitlines()]
    assert run.code == 0
    assert [entry["grade"] for entry in objects] == sorted(entry["grade"] for entry in objects)
    assert [entry["name"] for entry in objects] == [str(Grade(entry["grade"])) for entry in objects]
    unsorted = numlink("rate", "--json", "--unsorted", stdin=dumps(boards, "plain"), capsys=capsys)
    assert [json.loads(line)["name"] for line in unsorted.out.splitlines()] == [
        str(rate(board).grade) for board in boards
    ]
    table = numlink("rate", "--details", stdin=dumps(boards, "plain"), capsys=capsys)
    assert len(table.out.splitlines()) == 7
    lines = numlink("rate", stdin=dumps(boards, "plain"), capsys=capsys).out.splitlines()
    assert len(lines) == 6
    for line, entry in zip(lines, objects, strict=True):
        assert f"{'*' * entry['stars']:5} {entry['name']}, hardest idea: {IDEAS[entry['hardest_tier']]}, about " in line


def test_no_answer_in_time_is_no_grade_and_no_verdict(capsys, monkeypatch):
    """A board that needs guesses, and so the exact solver, which gets no time."""
    boards = deduction_boards()[::-1]
    puzzle = next(board for board in boards if rate(board, reading="rules").guesses).with_solution(None)
    with monkeypatch.context() as patch:
        patch.setattr("numlink.reasoning.rate.PROOF_SECONDS", 0.0)
        rating = rate(puzzle, reading="rules")
    assert (rating.grade, rating.verdict) == (Grade.NONE, Answer.UNKNOWN)
    assert rating.remark == "unknown whether the board has one solution"
    stopped = rate(puzzle, budget=0.0)
    assert (stopped.grade, stopped.verdict, stopped.tiers) == (Grade.NONE, Answer.UNKNOWN, (0,) * 6)
    assert stopped.remark == "the budget of 0 seconds ended before the board was rated"
    found = numlink("rate", "--json", "--budget", "0.000001", stdin=dumps([puzzle], "plain"), capsys=capsys)
    assert found.code == 3
    assert json.loads(found.out)["verdict"] == "unknown"


@pytest.mark.bulk
def test_effort_is_the_sum_over_the_rounds():
    """Counted again from the events: a round weighs more the less it gave, a guess as a round that gave one link."""
    seen = set()
    for puzzle in [*deduction_boards()[::3], *deduction_boards(NO_TOUCH)[::2]]:
        rating = rate(puzzle, reading="rules")
        solver = HumanSolver(puzzle, proof_seconds=10)
        parts = []
        for event in solver:
            if isinstance(event, Guessed):
                parts.append(1)
            elif isinstance(event, Deduced):
                parts.append((0, 0, 0.5, 1, 1)[event.tier] / event.decided)
            elif isinstance(event, Looked) and event.decided:
                parts.append(1 / event.decided)
        assert rating.effort == pytest.approx(sum(parts), abs=0.001)
        assert (rating.effort == 0) == (rating.hardest_tier < 2)
        seen.add(rating.stars)
    assert len(seen) >= 3


def test_stars_and_manner():
    easy = rate(generate_classic(7, seed=3))
    assert (easy.effort, easy.stars) == (0.0, 1)
    assert [replace(easy, intensity=each).stars for each in (0.099, 0.1, 0.6, 1.0, 2.5, 400.0)] == [1, 2, 3, 4, 5, 5]
    words = [replace(easy, misleading=value).manner for value in (0.0, 0.3, 0.69, 0.7, 3.0)]
    assert words == ["plain", "sly", "sly", "devious", "devious"]
    around = Solution(3, 2, ((0, 3, 4, 5, 2, 1),))
    assert misleading(Puzzle.from_solution(around), 0.5) == round(0.5 * 6**0.5, 3)
    several = rate(Puzzle(3, 3, (1, 0, 0, 0, 0, 0, 0, 0, 1)))
    assert (several.effort, several.intensity, several.stars) == (None, None, 0)
    assert (several.misleading, several.manner) == (None, None)


def test_an_intensity_is_the_effort_for_each_100_cells_rounded_down():
    """So a bound is reached exactly from `effort_from` on, at every size; smaller boards count as 64 cells."""
    assert [intensity_of(1.0, cells) for cells in (1, 63, 64, 100, 144, 200)] == [1.562, 1.562, 1.562, 1.0, 0.694, 0.5]
    for cells in (1, 25, 64, 65, 97, 100, 121, 333):
        for bound in INTENSITIES:
            least = effort_from(bound, cells)
            assert intensity_of(least, cells) >= bound > intensity_of(round(least - 0.001, 3), cells)


@pytest.mark.bulk
def test_the_strict_reading_is_used_if_it_is_proven_and_is_named():
    readings = set()
    for puzzle in deduction_boards()[::4]:
        strict = prove(puzzle, claim="strict").answer is Answer.UNIQUE
        plain, read = rate(puzzle, reading="rules"), rate(puzzle)
        assert plain.reading is Reading.RULES
        assert read.reading is (Reading.STRICT if strict else Reading.RULES)
        assert read.solution == plain.solution
        readings.add(read.reading)
        if strict:
            assert figures(rate(puzzle.transformed(Symmetry.ROTATE_90))) == figures(read)
        else:
            assert read == plain
    assert readings == set(READINGS)
    boards = [generate(9, seed=seed, claim="strict", style="app").with_solution(None) for seed in range(4)]
    efforts = [(rate(board).effort, rate(board, reading=Reading.RULES).effort) for board in boards]
    assert all(strict <= plain for strict, plain in efforts)
    assert any(strict < plain for strict, plain in efforts)
    with pytest.raises(InputError, match="is not a known reading"):
        rate(boards[0], reading="lenient")


def test_rate_command_names_the_reading(capsys):
    board = dumps([generate(7, seed=2, claim="strict")], "plain")
    assert ", strict" in numlink("rate", stdin=board, capsys=capsys).out
    assert ", strict" not in numlink("rate", "--reading", "rules", stdin=board, capsys=capsys).out
    output = json.loads(numlink("rate", "--json", stdin=board, capsys=capsys).out)
    assert (output["reading"], output["stars"] in range(1, 6)) == ("strict", True)


def test_the_time_of_a_rating_is_the_par_time_of_the_page():
    script = (ROOT / "src/numlink/web/static/reward.js").read_text()
    assert f"[A_CELL, AN_EFFORT, MOST] = [{A_CELL}, {AN_EFFORT}, {MOST_EFFORT}]" in script
    hard = rate(generate(8, seed=3, difficulty="hard"))
    assert hard.seconds(64) == 5 * ceil(64 * (A_CELL + AN_EFFORT * hard.effort) / 5)
