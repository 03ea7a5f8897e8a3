"""`python -m bench`: each benchmark that it names can be run; a name that it does not know ends in one sentence."""

import ast
import sys

import pytest
from bench import race
from bench.__main__ import HERE, LIBRARIES, NAMES, main


def functions(path):
    return {each.name for each in ast.parse(path.read_text()).body if isinstance(each, ast.FunctionDef)}


def test_every_benchmark_has_a_run():
    assert {name for name in NAMES if "run" not in functions(HERE / f"{name}.py")} == set()
    assert {name for name in LIBRARIES if "run" in functions(HERE / f"{name}.py")} == set()


@pytest.mark.parametrize("word", ["--help", "familys"])
def test_an_unknown_benchmark_is_refused(word):
    with pytest.raises(SystemExit, match=f"no benchmark '{word}'. Give some of .*families"):
        main(["families", word])


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--solver", "no-such-program-here"], "no program 'no-such-program-here'"),
        (["--solver", ""], "no program ''"),
        (["--solver", sys.executable, "--boards", "0"], "--boards is 1 or more"),
        (["--solver", sys.executable, "--limit", "0"], "--limit more than 0"),
        (["--solver", sys.executable, "--limit", "nan"], "--limit more than 0"),
        (["--solver", sys.executable, "familys"], "no family 'familys'. Give some of"),
        (["--solver", sys.executable, "--format", "nope"], "'nope' names no format"),
    ],
)
def test_a_race_that_cannot_be_held_is_refused_before_it_begins(asked, told, capsys):
    with pytest.raises(SystemExit) as ended:
        race.main(asked)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("most", [1, 2, 3, 6, 7, 15, 20, 40])
def test_a_race_takes_as_many_boards_as_are_asked_for(most):
    taken = race.spread(range(20), most)
    assert len(set(taken)) == len(taken) == min(most, 20)
    assert taken[0] == 0
    assert race.spread(range(20), 2) == [0, 10]  # docs/benchmark.md: the first and the eleventh


def test_a_race_without_a_solved_board_says_why(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(race, "RESULTS", tmp_path)
    race.main(["--solver", f"{sys.executable} -c 'print(7)'", "--boards", "1", "app"])
    assert "app: no board was solved. Of the first (" in capsys.readouterr().err
