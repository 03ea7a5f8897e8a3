"""The grade that the page shows: rated if that is quick, otherwise taken from the recipe of a proven board."""

from dataclasses import replace

import pytest

from numlink import FREE, generate
from numlink.web import grades
from numlink.web.grades import grade_of


@pytest.fixture
def medium():
    return generate(9, seed=1, difficulty="medium")


def test_a_rating_has_a_grade_and_an_effort(medium):
    found = grade_of(medium, proven=True)
    assert found["grade"] == "medium"
    assert found["effort"] > 0


def test_a_board_that_takes_too_long_or_is_too_large_keeps_the_grade_of_its_recipe(medium, monkeypatch):
    assert grade_of(medium, proven=True, budget=0) == {"grade": "medium"}
    assert grade_of(medium, budget=0) == {}
    monkeypatch.setattr(grades, "LARGEST_GRADED", 80)
    assert grade_of(medium, proven=True) == {"grade": "medium"}
    assert grade_of(medium) == {}


def test_a_board_with_several_solutions_has_no_grade_whatever_its_recipe_says(medium):
    several = replace(medium, cells=(1, *[0] * 79, 1), solution=None, rules=FREE)
    assert grade_of(several) == {}
