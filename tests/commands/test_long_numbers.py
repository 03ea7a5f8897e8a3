"""Whole numbers of thousands of digits, as words and in files: one line that quotes only a part, exit code 2.

Python's `int` refuses a text of over 4 300 digits and `str` refuses such a number, both with a ValueError.
"""

import re

import pytest

import numlink as package
from tests.cli import assert_one_line_error, numlink

LONG = ["9" * 5_000, "9" * 4_300, "-" + "9" * 4_000]

WORDS = [
    "new 4 --seed {}",
    "new 4 --count {} --seed 1",
    "new 4 --workers {}",
    "new 4 --min-length {}",
    "new 4 --pairs {}",
    "new {}",
    "new --recipe",
    "classic 4 --seed 9 --count {}",
    "classic {}",
    "census {}",
    "sample --count {}",
    "solve --pick {}",
    "serve --port {}",
    "batch --count {} -o set",
    "batch --config long.toml",
    "batch --config deep.toml",
    "solve {}",
    "solve long.txt",
    "solve long.json",
    "solve wall.json",
    "solve tiling.txt",
    "book long.json -o book.pdf",
    "new 4 --mask long.json",
    "new --board long.json",
]


@pytest.mark.parametrize("digits", LONG, ids=len)
@pytest.mark.parametrize("command", WORDS)
def test_a_number_of_thousands_of_digits_is_one_short_line(command, digits, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "long.txt").write_text(f"1 . 1 {digits}\n")
    (tmp_path / "long.json").write_text(f'{{"cells":[[1,0,1,{digits}]]}}')
    (tmp_path / "wall.json").write_text(f'{{"cells":[[1,0,1]],"walls":[[[0,0],[0,{digits}]]]}}')
    (tmp_path / "long.toml").write_text(f"count = {digits}\noutput = 'set'\n")
    (tmp_path / "tiling.txt").write_text(f"tiling: [[[0,{digits}],[1,0],[1,1]]]\n1\n")
    (tmp_path / "deep.toml").write_text(f"count = {'[' * len(digits) * 4}")
    words = [word.format(digits) for word in command.split()]
    words += [f"numlink 1 4x4 seed={digits}"] if command.endswith("--recipe") else []
    run = numlink(*words, stdin="1 . 1\n", capsys=capsys)
    assert_one_line_error(run)
    assert len(run.err) < 500, run.err[:300]
    assert not re.search("4300|int_max|integer string|not a whole number\\.", run.err)


ANSWERS = [
    "check long.json",
    "check long.json short.txt",
    "check --json long.json",
    "rate --json long.json",
    "check --lab long.json",
    "check --lab --json long.json",
    "check --lab --csv long.json short.txt",
]


@pytest.mark.parametrize("command", ANSWERS)
def test_no_answer_repeats_such_a_number(command, tmp_path, monkeypatch, capsys):
    """`check` does not print all digits of a number that it refuses, in text or in JSON."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "long.json").write_text(f'{{"cells":[[1,0,1,{"9" * 4_300}]]}}')
    (tmp_path / "short.txt").write_text("1 . 1\n")
    run = numlink(*command.split(), capsys=capsys)
    assert run.code != 0
    assert not re.search("9{300}", run.out + run.err)


def test_an_error_of_the_library_repeats_little_of_it():
    with pytest.raises(package.InputError) as refused:
        package.Puzzle(1, 1, (10**4_000,))
    assert len(str(refused.value)) < 200


def test_a_seed_of_a_recipe_can_be_read_back(capsys):
    """Longer seeds are refused, so that every recipe can be read."""
    seed = 10**100 - 1
    puzzle = package.generate(4, seed=seed)
    done = numlink("new", "--recipe", puzzle.recipe, capsys=capsys)
    assert package.parse(done.out) == [puzzle.with_solution(None)]
    for seed in (10**100, -(10**100)):
        for make in (package.generate, package.generate_classic):
            with pytest.raises(package.InputError, match="a seed has at most 100 digits"):
                make(4, seed=seed)
