"""Wishes: enums that mypy checks, words that are accepted at run time, one table behind options, recipes and checks."""

import dataclasses
import inspect
import json

import pytest

import numlink
from numlink import (
    Claim,
    ClueSymmetry,
    Difficulty,
    InputError,
    Misleading,
    PathSymmetry,
    Solids,
    Style,
    from_recipe,
    generate,
)
from numlink.making.classic import ClassicSpec
from numlink.making.feasibility import require_possible
from numlink.making.recipe import Spec, parse_recipe
from numlink.making.wishes import NAMED, WISHES, DatasetWishes, Wished, Wishes
from tests.cli import assert_one_line_error
from tests.cli import numlink as run_numlink
from tests.samples_of_kinds import board_of_kind
from tests.tools import mypy_told


@pytest.fixture
def run(capsys):
    return lambda *arguments, **options: run_numlink(*arguments, capsys=capsys, **options)


def test_mypy_checks_the_words(tmp_path):
    good = [
        'numlink.generate(7, claim="strict", symmetry="rotate", solids="few", difficulty="hard", pairs=8)',
        "numlink.generate(7, claim=numlink.Claim.STRICT, difficulty=numlink.Grade.HARD, pairs=(8, 9))",
        'numlink.save(numlink.generate(7, rules="free"), "board.txt")',
    ]
    bad = [
        'numlink.generate(7, claim="strikt")',
        'numlink.generate(7, symmetry="turn")',
        'numlink.generate(7, solids="many")',
        'numlink.generate(7, difficulty="fiendish")',
        'numlink.svg(numlink.generate(7), theme="pink")',
        'numlink.generate(7, colour="red")',
        'next(numlink.batch(1, 7, seed=1, style=["lab", "comic"]))',
    ]
    program = tmp_path / "wishes.py"
    program.write_text("\n".join(["import numlink", *good, *bad]) + "\n")
    errors = mypy_told(program)
    assert [line.split(":")[1] for line in errors] == [str(line) for line in range(5, 12)], errors


def test_arguments_fields_options_and_signatures_know_the_same_wishes():
    """A wish that is missing in one of the three would be silently lost there."""
    fields = {field.name for field in dataclasses.fields(Wished)} - {"width", "height", "seed"}
    assert fields == {*NAMED}
    assert {*Wishes.__annotations__} == fields - {"clue_symmetry"}  # `symmetry` is for both
    assert {*DatasetWishes.__annotations__} <= {*Wishes.__annotations__}
    for function, kind in ((generate, Wishes), (numlink.batch, DatasetWishes)):
        shown = inspect.signature(function).parameters
        assert {*kind.__annotations__} <= {*shown}
        assert not any(parameter.kind is parameter.VAR_KEYWORD for parameter in shown.values())


def test_a_wish_that_does_not_exist_is_refused_as_python_does():
    for make in (lambda **wish: generate(5, **wish), lambda **wish: next(numlink.batch(1, 5, seed=1, **wish))):
        with pytest.raises(TypeError, match=r"unexpected keyword argument 'dificulty'\. Did you mean difficulty"):
            make(dificulty="hard")


def test_words_and_enums_are_the_same_wish():
    by_words = generate(7, seed=1, claim="strict", symmetry="paths", solids="few")
    assert by_words == generate(7, seed=1, claim=Claim.STRICT, symmetry=PathSymmetry.ROTATE, solids=Solids.FEW)
    assert by_words.recipe == "numlink 1 7x7 seed=1 claim=strict solids=few symmetry=rotate"
    by_words = generate(7, seed=1, symmetry="Rotate", style="App", misleading="sly")
    assert by_words == generate(7, seed=1, symmetry=ClueSymmetry.ROTATE, style=Style.APP, misleading=Misleading.SLY)
    assert by_words.recipe == "numlink 1 7x7 seed=1 style=app misleading=sly clue-symmetry=rotate"
    assert generate(6, seed=1, difficulty=numlink.Grade.EASY) == generate(6, seed=1, difficulty=Difficulty.EASY)
    assert generate(7, seed=3, pairs=8) == generate(7, seed=3, pairs=(8, 8))


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"claim": "strikt"}, "'strikt' is not a known claim. Use one of unique, strict"),
        ({"symmetry": 3}, "3 is not a symmetry. Use one of none, rotate, quarter, mirror, flip, paths, paths-mirror"),
        ({"solids": "lots"}, "'lots' is not a known word for solids"),
        ({"difficulty": "fiendish"}, "is not a difficulty"),
        ({"pairs": "8"}, "Give 8 or"),
        ({"pairs": (8, "9")}, "Give 8 or"),
        ({"min_length": "3"}, "whole number"),
        ({"rules": 7}, "rules"),
        ({"clues": "abc"}, "cells must be whole numbers"),
        ({"mask": ["x"]}, "cells must be whole numbers"),
        ({"effort": (1e7, None)}, "from 0 to 999,999"),
        ({"rules": "covers"}, "'covers' is not a known rule set"),
    ],
)
def test_an_invalid_wish_is_named(wish, words):
    with pytest.raises(InputError, match=words):
        generate(7, seed=1, **wish)


def test_an_effort_is_read_back_as_wished():
    spec = Spec(7, 7, 1, effort=(0.12345, 2e9))
    assert (spec.effort, parse_recipe(spec.recipe)) == ((0.123, float("inf")), spec)
    assert Spec(7, 7, 1, effort=(None, 1e12)) == Spec(7, 7, 1, effort=(0, None)) == Spec(7, 7, 1)


def test_the_table_makes_the_options(run):
    text = run("new", "--help").out
    for wish in WISHES.values():
        metavar = "LIST" if wish.key == "difficulty" else wish.metavar  # here grades take turns
        assert f"--{wish.key} {metavar}" in text or not metavar


def test_the_table_makes_recipes_that_can_be_read():
    wished = {
        "rules": "no-touch", "claim": "strict", "solids": 2, "pairs": 9, "min_length": 4, "symmetry": "mirror",
        "mask": (5, 7), "wrap": "both", "layers": 2, "vias": (3,), "walls": "few", "bridges": 2,
        "style": "app", "clue_symmetry": "flip", "clues": (1, 2), "effort": (2, 5), "misleading": "sly",
    }  # fmt: skip
    assert set(wished) | {"difficulty", "board", "tiling"} == {wish.attribute for wish in WISHES.values()}
    for name, value in wished.items():
        spec = Spec(9, 9, 4, **{name: value})
        assert parse_recipe(spec.recipe) == spec
        assert spec != Spec(9, 9, 4)
    assert parse_recipe(Spec(9, 9, 4, **wished).recipe) == Spec(9, 9, 4, **wished)
    tiled = board_of_kind("tilings")
    others = {"board": "tiling", "tiling": tiled.layout.tiling}
    for spec in (
        Spec(9, 9, 4, difficulty="hard"),
        Spec(9, 9, 4, board="hex"),
        Spec(tiled.width, tiled.height, 4, **others),
    ):
        assert parse_recipe(spec.recipe) == spec


def test_a_difficulty_is_a_word_in_any_case_or_a_number(run):
    by_number = run("new", "6", "--seed", "1", "--difficulty", "1").out
    assert by_number == run("new", "6", "--seed", "1", "--difficulty", "Easy").out
    assert "difficulty=easy" in by_number


@pytest.mark.parametrize("options", [(), ("--rules", "free")])
def test_recipes_of_the_lab_are_accepted(run, options):
    made = run("classic", "7", "--seed", "2015", *options, "--json").out
    recipe = json.loads(made)["recipe"]
    assert run("new", "--recipe", recipe, "--solution", "--json").out == made
    assert from_recipe(recipe) == numlink.parse(made)[0]
    assert from_recipe("numlink-classic 1 7x7 seed=2015") == numlink.generate_classic(7, seed=2015)
    assert ClassicSpec(7, 7, 2015).recipe == "numlink-classic 1 7x7 seed=2015"


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        ("numlink 7 5x5 seed=1", "version 7, but this numlink makes boards of version 1"),
        ("numlink 2 5x5 seed=1 difficulty=easy", "version 2, but this numlink makes boards of version 1"),
        ("numlink-classic 2 5x5 seed=1", "version 2, but this numlink makes boards of version 1"),
        ("numlink-classic 1 5x5 seed=1 pairs=3", "'pairs=3' is not part of a recipe"),
        ("numlink-classic 1 5x5 rules=free", "has no seed"),
        ("numlink 1 5x5 seed=1 claim=strikt", "'strikt' is not a known claim"),
    ],
)
def test_invalid_recipes_are_refused_in_words(run, recipe, words):
    assert_one_line_error(run("new", "--recipe", recipe), words)
    with pytest.raises(InputError):
        from_recipe(recipe)


def test_a_recipe_of_the_lab_is_not_verified(run):
    assert_one_line_error(run("new", "--verify", "--recipe", "numlink-classic 1 5x5 seed=1"), "--verify")


@pytest.mark.parametrize("size", ["7", 7.5, None, (7, 7)])
@pytest.mark.parametrize("make", [numlink.generate, numlink.generate_classic])
def test_a_size_that_is_not_a_whole_number_is_refused_in_words(make, size):
    with pytest.raises(InputError, match="must be a whole number, not "):
        make(size)


@pytest.mark.parametrize("size", ["9" * 5000, "x" * 5000])
def test_a_long_word_for_a_size_is_shortened_in_the_message(run, size):
    result = run("new", size)
    assert_one_line_error(result, "a size is one number like 9")
    assert len(result.err) < 300


@pytest.mark.parametrize("answer", [numlink.rate, numlink.explain, numlink.solve, numlink.count])
def test_rules_are_given_only_as_a_keyword(answer):
    with pytest.raises(TypeError):
        answer(numlink.Puzzle(3, 1, (1, 0, 1)), numlink.FREE)


@pytest.mark.parametrize(
    ("size", "symmetry", "fits"),
    [
        ((5, 5), "rotate", True),
        ((4, 5), "rotate", False),
        ((5, 4), "rotate", False),
        ((5, 4), "mirror", True),
        ((4, 5), "mirror", False),
    ],
)
def test_an_odd_number_of_solids_needs_a_cell_that_stays_in_place(size, symmetry, fits):
    spec = Spec(*size, 0, solids=3, symmetry=PathSymmetry(symmetry))
    if fits:
        require_possible(spec)
    else:
        with pytest.raises(InputError, match="3 blocks cannot be symmetric on this board"):
            require_possible(spec)


def test_the_cell_that_is_its_own_image_is_not_solid_if_it_is_a_bridge():
    with pytest.raises(InputError, match="1 block cannot be symmetric on this board"):
        generate(5, bridges=[12], solids=1, symmetry="paths", seed=1)
