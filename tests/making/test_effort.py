"""Boards of a wished effort and manner: `rate` says what was wished, and recipes make the same boards again."""

import pytest

import numlink
from numlink import BudgetEnded, InputError
from numlink.making.difficulty import Aim, judge
from numlink.making.recipe import Spec, parse_recipe
from numlink.making.wish_values import Misleading, read_effort, write_effort
from tests.cli import assert_one_line_error
from tests.cli import numlink as run_numlink

WISHES = [
    {"effort": (2, 3)},
    {"effort": (None, 1), "misleading": "devious"},
    {"misleading": "plain"},
    {"misleading": "sly", "rules": "no-touch"},
    {"difficulty": "hard", "misleading": "sly"},
]


@pytest.fixture
def run(capsys):
    return lambda *arguments: run_numlink(*arguments, capsys=capsys)


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_a_board_has_the_effort_and_the_manner_that_were_wished(wish):
    for seed in (1, 2):
        puzzle = numlink.generate(7, seed=seed, **wish)
        rating = numlink.rate(puzzle.with_solution(None))
        least, most = wish.get("effort", (None, None))
        assert (least or 0) <= rating.effort <= (most or rating.effort)
        assert rating.manner == wish.get("misleading", rating.manner)
        assert str(rating.grade) == wish.get("difficulty", str(rating.grade))
        assert numlink.from_recipe(puzzle.recipe) == puzzle


def test_a_board_is_too_hard_or_too_easy_for_an_aim():
    for seed in range(12):
        puzzle = numlink.generate(8, seed=seed)
        rating = numlink.rate(puzzle, proven=True)
        effort = judge(puzzle, Aim(effort=(1.0, 3.0)))
        assert effort.side == (rating.effort > 3) - (rating.effort < 1)
        manner = judge(puzzle, Aim(manner=Misleading.SLY))
        assert manner.side == {"plain": -1, "sly": 0, "devious": 1}[rating.manner]
        assert (manner.distance == (0,)) == (manner.side == 0)


def test_words_and_recipes(run):
    out = run("new", "7", "--effort", "..1", "--misleading", "sly", "--seed", "2").out
    assert "recipe: numlink 1 7x7 seed=2 style=app effort=0..1 misleading=sly" in out
    assert numlink.generate(7, seed=2, effort=(None, 1), misleading="sly").with_solution(None) == numlink.parse(out)[0]
    spec = Spec(7, 7, 2, effort=(2.5, None), misleading="plain")
    assert parse_recipe(spec.recipe) == spec
    assert [write_effort(read_effort(text)) for text in ("2..5", "2.5..", "..5")] == ["2..5", "2.5..", "0..5"]


def test_impossible_wishes_are_refused_in_words(run):
    assert_one_line_error(run("new", "7", "--effort", "5..2"), "not a range", "the smaller first")
    assert numlink.rate(numlink.generate(6, seed=1, effort=(0, 0))).effort == 0
    assert_one_line_error(run("new", "7", "--effort", "much"), "2..5, 2.5.. or ..5")
    assert_one_line_error(run("new", "7", "--misleading", "mean"), "plain, sly, devious")
    assert_one_line_error(
        run("new", "7", "--effort", "3..", "--difficulty", "easy"), "easy boards of 7x7 have an effort below 0.064"
    )
    assert_one_line_error(run("new", "7", "--effort", "3..", "--pairs", "6"), "an effort and a number of pairs")
    assert_one_line_error(
        run("new", "7", "--misleading", "sly", "--claim", "strict"), "misleading and the claim strict"
    )
    for effort in ((-1, 2), (1, 2, 3), "2..5", (float("nan"), 2)):
        with pytest.raises(InputError):
            numlink.generate(7, seed=1, effort=effort)
    with pytest.raises(
        BudgetEnded, match=r"no board with an effort of 30\.\. among 1600 tries: the nearest was easy, effort "
    ):
        numlink.generate(3, seed=1, effort=(30, None))
