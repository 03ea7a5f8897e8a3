"""`python -m bench`: each benchmark that it names can be run; a name that it does not know ends in one sentence."""

import ast
import json
import re
import sys

import pytest
from bench import race
from bench.__main__ import HERE, LIBRARIES, NAMES, main


def functions(path):
    return {each.name for each in ast.parse(path.read_text()).body if isinstance(each, ast.FunctionDef)}


def test_every_benchmark_has_a_run():
    assert {name for name in NAMES if "run" not in functions(HERE / f"{name}.py")} == set()
    assert {name for name in LIBRARIES if "run" in functions(HERE / f"{name}.py")} == set()


def test_every_benchmark_is_listed_with_its_notes():
    """It has a line in the table of bench/README.md, and its notes exist."""
    told = (HERE / "README.md").read_text(encoding="utf-8")
    lines = [line for line in told.splitlines() if line.startswith("| `")]
    assert [name for name in NAMES if not any(f"`{name}`" in line and "](notes/" in line for line in lines)] == []
    notes = {path.name for path in (HERE / "notes").glob("*.md")}
    assert set(re.findall(r"notes/(\w+\.md)", told)) <= notes


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
        (["--solver", sys.executable, "--format", "nope"], "'nope' is not a known format"),
    ],
)
def test_an_impossible_race_is_refused_before_it_begins(asked, told, capsys):
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


SILENT = f"{sys.executable} -c 'print(7)'"


def test_a_race_writes_only_where_it_is_asked_to(tmp_path, capsys):
    """A race must not write into this repository by default."""
    results = {path: path.read_bytes() for path in (HERE / "results").glob("*.json")}
    target, answers = tmp_path / "race.json", tmp_path / "answers.jsonl"
    target.write_text('{"another": {"limit": 1.0}}')
    asked = ["--solver", SILENT, "--boards", "1", "app"]
    race.main(asked)
    assert "written" not in capsys.readouterr().err
    race.main([*asked, "-o", str(target), "--answers", str(answers)])
    assert capsys.readouterr().err.splitlines()[-2:] == [f"written: {answers}", f"written: {target}"]
    assert json.loads(target.read_text()).keys() == {"another", SILENT}
    assert json.loads(target.read_text())[SILENT]["results"]["app"]["boards"] == 1
    assert {path: path.read_bytes() for path in (HERE / "results").glob("*.json")} == results


@pytest.mark.parametrize("option", ["-o", "--answers"])
def test_a_file_that_cannot_be_written_is_refused_before_the_race(option, tmp_path, capsys):
    (tmp_path / "no.json").write_text("no results")
    files = [tmp_path / "nowhere" / "a.json", tmp_path, *([tmp_path / "no.json"] if option == "-o" else [])]
    for file in files:
        with pytest.raises(SystemExit) as ended:
            race.main(["--solver", SILENT, "--boards", "1", option, str(file), "app"])
        assert ended.value.code == 2
        told = capsys.readouterr()
        assert str(file) in told.err.splitlines()[-1]
        assert "| app" not in told.out


def test_a_race_without_a_solved_board_says_why(capsys):
    race.main(["--solver", f"{sys.executable} -c 'print(7)'", "--boards", "1", "app"])
    assert "app: no board was solved. Of the first (" in capsys.readouterr().err
