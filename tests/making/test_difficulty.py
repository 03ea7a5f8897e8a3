"""Boards of a wished difficulty: the grade is met, a seed gives the same board, giving up says what was near."""

from dataclasses import fields
from functools import lru_cache

import pytest

import numlink
from numlink import check, generate, prove
from numlink.engine.random import Random
from numlink.errors import BudgetEnded, InputError
from numlink.exact.budget import Budget
from numlink.exact.verdict import Answer
from numlink.making import recipe
from numlink.making.compose import Composer, Statistics
from numlink.making.difficulty import (
    GRADES,
    Aim,
    Judged,
    graded,
    judge,
    tries_for,
)
from numlink.making.feasibility import require_possible
from numlink.making.generate import from_recipe
from numlink.making.recipe import Spec
from numlink.making.wish_values import Misleading
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, NO_TOUCH
from numlink.reasoning.grade import INTENSITIES, Grade, effort_from
from numlink.reasoning.guesses import deception, misleading
from numlink.reasoning.rate import rate
from tests.deduction_boards import deduction_boards


@lru_cache
def shelf() -> tuple[Puzzle, ...]:
    """The thirty boards with their solutions."""
    return tuple(puzzle.with_solution(prove(puzzle).solution) for puzzle in deduction_boards())


def from_the_shelf(seed: int) -> Puzzle:
    """A stand-in for the generator."""
    return shelf()[Random(seed).below(len(shelf()))]


def require_good(puzzle: Puzzle, grade: str) -> None:
    """Check that grade, proof and judge agree, without help from what is known of the puzzle."""
    bare = puzzle.with_solution(None)
    assert str(rate(bare).grade) == grade
    assert prove(bare).answer is Answer.UNIQUE
    assert check(puzzle, puzzle.solution) == []
    assert min(len(path) for path in puzzle.solution.paths) >= 3


@pytest.mark.bulk
@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_grades_are_found_by_drawing_alone(name):
    found, again = (
        graded(from_the_shelf, lambda *_: None, Aim(GRADES[name]), seed=7, tries=4_000, clock=Budget(None))
        for _ in range(2)
    )
    assert rate(found).grade is GRADES[name]
    assert again == found


@pytest.mark.table(2)
@pytest.mark.bulk
@pytest.mark.parametrize("size", [7, 10])
@pytest.mark.parametrize("name", GRADES)
def test_every_grade_at_two_sizes(name, size):
    for seed in range(3):
        puzzle = generate(size, seed=seed, difficulty=name)
        require_good(puzzle, name)
        assert puzzle.recipe == f"numlink 1 {size}x{size} seed={seed} difficulty={name} style=app"
        assert from_recipe(puzzle.recipe) == puzzle
        assert generate(size, seed=seed, difficulty=name, budget=600) == puzzle


@pytest.mark.table(3)
@pytest.mark.bulk
@pytest.mark.parametrize("wish", [{"rules": NO_TOUCH}, {"solids": "few"}, {"solids": 5}, {"mask": (0, 27, 28, 63)}])
@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_grades_with_other_wishes(name, wish):
    puzzle = generate(8, seed=1, difficulty=name, **wish)
    require_good(puzzle, name)
    assert puzzle.rules == wish.get("rules", COVER)
    assert from_recipe(puzzle.recipe) == puzzle
    if "mask" in wish:
        assert tuple(puzzle.solids()) == wish["mask"]
    if wish.get("solids") == 5:
        assert len(puzzle.solids()) == 5


@pytest.mark.bulk
@pytest.mark.parametrize("rules", [COVER, NO_TOUCH], ids=str)
def test_a_change_keeps_solids_and_uniqueness_and_gives_the_wanted_pairs(rules):
    puzzle = generate(9, seed=2, rules=rules, solids=4)
    changed = 0
    for seed in range(20):
        more = seed % 3 - 1

        def change(seed=seed, more=more):
            composer = Composer(Spec(9, 9, seed, rules), numlink.exact.budget.Budget(None), Statistics())
            return composer.recompose(puzzle, puzzle.solution.paths[0][0], more=more)

        after = change()
        if after is None:
            continue
        paths = [list(path) for path in after.solution.paths]
        assert after == change()
        assert after.rules == rules
        assert after.solids() == puzzle.solids()
        assert len(paths) == puzzle.pairs + more
        assert sorted(cell for path in paths for cell in path) == sorted(
            cell for path in puzzle.solution.paths for cell in path
        )
        assert prove(after.with_solution(None)).answer is Answer.UNIQUE
        changed += paths != [list(path) for path in puzzle.solution.paths]
    assert changed >= 10


@pytest.mark.bulk
def test_a_board_is_compared_with_a_grade():
    """The side agrees with the full rating; a board that is too hard is stuck at some of its cells."""
    sides = set()
    for puzzle in shelf():
        number = rate(puzzle, proven=True).number
        for grade in GRADES.values():
            judged = judge(puzzle, Aim(grade))
            assert judged.side == (number > grade) - (number < grade)
            assert (judged.distance > (0,)) == (judged.side != 0)
            assert all(puzzle.cells[cell] >= 0 for cell in judged.stuck)
            sides.add(judged.side)
    assert sides == {-1, 0, 1}


@pytest.mark.bulk
def test_the_nearest_board_is_changed_at_its_stuck_cells():
    asked = []

    def change(puzzle, seed, near, more):
        judged: Judged = judge(puzzle, Aim(Grade.MEDIUM))
        assert judged.side != 0
        assert more in (0, judged.side)
        assert not judged.stuck or near in judged.stuck
        asked.append(judged.distance)
        return generate(9, seed=seed, style="lab") if len(asked) % 3 else None

    found = graded(
        lambda seed: generate(9, seed=seed, style="lab"), change, Aim(Grade.MEDIUM), seed=3, tries=400,
        clock=Budget(None),
    )  # fmt: skip
    assert rate(found, proven=True).grade is Grade.MEDIUM
    assert len(asked) > 1
    assert asked[:20] == sorted(asked[:20], reverse=True)


def test_a_board_that_misleads_less_than_wished_is_further_away():
    """By how much less, so that the nearest of the tried boards is kept."""
    held = []
    for puzzle in shelf():
        judged = judge(puzzle, Aim(None, manner=Misleading.DEVIOUS))
        if judged.side < 0:
            held.append((misleading(puzzle, deception(puzzle, puzzle.solution)), judged.distance))
    assert len({found for found, _ in held}) > 3
    assert [distance for _, distance in sorted(held)] == sorted((distance for _, distance in held), reverse=True)


def test_sizes_that_decide_boards_change_with_the_version_of_the_recipe():
    """A board of exactly so many cells is another one if a size changes: raise the version, then change this."""
    sizes = recipe.LARGEST_DRAWN, recipe.LARGEST_PLACED, recipe.LARGEST_APP
    assert sizes == (300, 750, 225)
    assert (recipe.SMALLEST_DRAWN_APP, recipe.SMALLEST_SPARSE, recipe.SPARSE) == (160, 140, 15)


@pytest.mark.parametrize(
    ("width", "height", "wishes", "fewest", "most"),
    [
        (7, 7, {}, 49, 49),
        (12, 10, {}, 120, 120),
        (10, 10, {"layers": 2}, 200, 200),
        (11, 10, {"mask": (0, 9)}, 108, 108),
        (11, 10, {"mask": (0, 9), "solids": 5}, 103, 103),
        (11, 10, {"solids": "few"}, 0, 110),
    ],
)
def test_the_range_of_efforts_of_a_grade_is_exact(width, height, wishes, fewest, most):
    low, high = effort_from(INTENSITIES[0], fewest), effort_from(INTENSITIES[1], most)
    for wished, refused in (
        ((0, low - 0.001), True),
        ((0, low), False),
        ((high, 99), True),
        ((high - 0.001, 99), False),
    ):
        spec = Spec(width, height, 1, difficulty="medium", effort=wished, **wishes)
        if refused:
            with pytest.raises(InputError, match=rf"medium boards of {width}x{height}(x2)? have an effort"):
                require_possible(spec)
        else:
            require_possible(spec)


def test_the_message_counts_nothing_before_the_first_try():
    begun = Statistics()
    assert not any(getattr(begun, field.name) for field in fields(begun))


def test_giving_up_names_the_nearest_board():
    def small(seed):
        return Puzzle.from_rows([[1, 0, 1], [2, 0, 2]]).with_solution(numlink.Solution(3, 2, ((0, 1, 2), (3, 4, 5))))

    with pytest.raises(BudgetEnded, match=r"among 20 tries: the nearest was easy\. Give a larger board"):
        graded(small, lambda *_: None, Aim(Grade.EXPERT), seed=1, tries=20, clock=Budget(None))
    with pytest.raises(BudgetEnded, match=r"in 1 tries: the nearest was easy\. Allow more with budget="):
        graded(small, lambda *_: None, Aim(Grade.EXPERT), seed=1, tries=20, clock=Budget(0.0))


@pytest.mark.parametrize("inside", [True, False])
def test_a_search_that_runs_out_of_time_names_offers(inside):
    """Both if the time ends while a board is changed, and between two changes."""
    easy = next(puzzle for puzzle in shelf() if rate(puzzle, proven=True).grade is Grade.EASY)
    changes = []
    clock = Budget(stopped=lambda: len(changes) >= 5)

    def change(puzzle, seed, near, more):
        changes.append(near)
        if inside:
            clock.require("a puzzle was proven")
        return easy

    with pytest.raises(BudgetEnded, match=r"of grade expert was found in . tries: .*\. Ask for 9x9 expert\."):
        graded(
            lambda seed: easy, change, Aim(Grade.EXPERT), seed=1, tries=100, clock=clock, remedy="Ask for 9x9 expert."
        )


def test_the_number_of_tries_depends_on_the_size():
    """With 3750 boards of 8x8, 3 of 20 searches for a rare one found none."""
    assert (tries_for(25), tries_for(64), tries_for(225), tries_for(1600)) == (1600, 12_500, 1011, 400)


@pytest.mark.parametrize("solid", [15, 16, 17, 32])
def test_a_grade_can_be_wished_however_many_cells_of_the_layers_are_solid(solid):
    """With as many solid cells as a layer has cells this ended in a ZeroDivisionError."""
    puzzle = generate(4, 4, layers=3, mask=range(solid), difficulty="easy", seed=1)
    assert rate(puzzle, proven=True).grade is Grade.EASY
    assert tries_for(48 - solid) >= 400


def test_a_size_without_a_grade_counts_what_was_tried(monkeypatch):
    statistics = Statistics()
    with pytest.raises(InputError, match=r"no board of 3x3 is expert: all 3 .* Ask for 3x3 easy or 6x6 expert"):
        generate(3, seed=1, difficulty="expert", statistics=statistics)
    assert statistics.tries == 0
    monkeypatch.setattr("numlink.making.feasibility.impossible", lambda spec: None)
    with pytest.raises(BudgetEnded, match=r"no board of grade expert among 1600 tries: the nearest was easy\."):
        generate(3, seed=1, difficulty="expert", statistics=statistics)
    assert statistics.tries == 1600
    assert statistics.puzzles == 0
