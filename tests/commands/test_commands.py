"""`solve`, `count` and `check`: outputs, streams, exit codes, and users' mistakes."""

import json
import re

import pytest

import numlink
from numlink import COVER, FREE, Symmetry, generate_classic
from tests.boards import hard_board
from tests.cli import assert_one_line_error
from tests.cli import numlink as run_numlink
from tests.sample import sample_puzzle

CORNERS = "1 . . 1\n. . . .\n. . . .\n. . . .\n"
UNIQUE = "1 . 1\n2 . 2\n"
UNSOLVABLE = "1 2 . 1\n2 . . .\n"
ILLEGAL = "1 2 . 1\n"
UNREADABLE = "1 a . 1\n"


@pytest.fixture
def run(capsys):
    return lambda *arguments, **options: run_numlink(*arguments, capsys=capsys, **options)


def test_solve_prints_what_every_command_reads(run):
    first = run("solve", stdin=UNIQUE)
    assert first.code == 0
    assert first.out == "rules: cover\n1 . 1\n2 . 2\npath 1: (0,0) (0,1) (0,2)\npath 2: (1,0) (1,1) (1,2)\n"
    assert "exactly one solution, under cover" in first.err
    assert run("solve", stdin=first.out).out == first.out
    assert run("count", stdin=first.out).out == "1\n"
    assert run("check", stdin=first.out).code == 0


@pytest.mark.parametrize(("text", "code"), [(UNIQUE, 0), (CORNERS, 0), (UNSOLVABLE, 1), (ILLEGAL, 2), (UNREADABLE, 2)])
def test_exit_codes_of_solve(run, text, code):
    assert run("solve", stdin=text).code == code


@pytest.mark.parametrize(("text", "code"), [(UNIQUE, 0), (CORNERS, 1), (UNSOLVABLE, 1), (ILLEGAL, 1), (UNREADABLE, 2)])
def test_exit_codes_of_check(run, text, code):
    assert run("check", stdin=text).code == code


@pytest.mark.parametrize("text", [UNIQUE, CORNERS, UNSOLVABLE])
def test_count_exits_with_0_whatever_the_count(run, text):
    result = run("count", stdin=text)
    assert result.code == 0
    assert result.out == f"{numlink.count(numlink.parse(text)[0])}\n"


def test_the_worst_code_of_a_stream_and_going_on_after_a_bad_puzzle(run):
    stream = "\n".join([UNIQUE, UNSOLVABLE, "1 a\n", CORNERS])
    for command, code in (("solve", 2), ("count", 2), ("check", 2)):
        result = run(command, stdin=stream)
        assert result.code == code
        assert "line 7, column 3: found 'a'" in result.err + result.out
    assert run("count", stdin=stream).out == "1\n0\n8\n"
    assert run("solve", stdin="\n".join([UNIQUE, UNSOLVABLE])).code == 1
    assert len(numlink.parse(run("solve", stdin=stream).out)) == 2


def test_rules_are_stated_and_can_be_asked(run):
    assert run("count", "--rules", "free", stdin=CORNERS).out == "178\n"
    assert run("count", stdin="rules: free\n" + CORNERS).out == "178\n"
    assert run("count", "--rules", "cover", stdin="rules: free\n" + CORNERS).out == "8\n"
    assert run("solve", "--rules", "free", stdin=CORNERS).out.startswith("rules: free\n")
    assert json.loads(run("count", "--json", "--rules", "free", stdin=CORNERS).out)["rules"] == "free"


def test_json_verdicts(run):
    found = json.loads(run("solve", "--json", stdin=CORNERS).out)
    assert found["verdict"] == "multiple"
    assert found["claim"] == "unique"
    assert found["paths"] != found["second"]
    assert set(found) >= {"verdict", "rules", "claim", "paths", "second", "effort", "seconds"}
    assert json.loads(run("count", "--json", stdin=CORNERS).out)["count"] == "8"
    assert json.loads(run("check", "--json", stdin=UNSOLVABLE).out)["verdict"] == "none"
    assert len(run("solve", "--json", stdin="\n".join([UNIQUE, CORNERS])).out.splitlines()) == 2


def test_all_solutions_up_to_a_number(run):
    found = numlink.parse(run("solve", "--limit", "5", stdin=CORNERS).out)
    assert len({puzzle.solution for puzzle in found}) == 5
    assert len(numlink.parse(run("solve", "--limit", "50", stdin=CORNERS).out)) == 8


@pytest.mark.bulk
def test_a_budget_that_ends_is_not_a_no(run, tmp_path):
    target = tmp_path / "hard.json"
    target.write_text(numlink.dumps(hard_board(), "json"))
    for command in ("solve", "count", "check"):
        result = run(command, target, "--budget", "0.2")
        assert result.code == 3, result
        assert "budget" in result.err + result.out
    assert run("solve", target, "--budget", "0.2").out == ""


def test_output_files(run, tmp_path):
    target = tmp_path / "solved.json"
    assert run("solve", "-o", target, stdin=UNIQUE).out == ""
    assert numlink.load(target)[0].solution is not None
    assert run("count", "-o", tmp_path / "count.txt", stdin=CORNERS).out == ""
    assert (tmp_path / "count.txt").read_text() == "8\n"


def test_check_tells_the_rules_and_the_strict_claim(run):
    out = run("check", stdin=numlink.dumps(sample_puzzle().with_solution(None))).out
    assert out.splitlines() == [
        "puzzle 1: unique (7x7, 8 pairs, rules cover; 3 conflicts, 3 decisions, 161 propagations)",
        "  for information:",
        "    exactly one solution, under no-touch",
        "    exactly one solution, under free",
        "    exactly one solution, under free-no-touch",
        "    strictly unique, under free",
    ]


def levels():
    """A file with one fault of each kind among good levels."""
    sample = sample_puzzle()
    wrong = sample.with_solution(generate_classic(7, seed=1).solution)
    touching = numlink.Puzzle(2, 2, (1, 1, 0, 0))
    parts = [
        numlink.dumps(sample),
        UNREADABLE,
        ILLEGAL,
        UNSOLVABLE,
        CORNERS,
        numlink.dumps(sample.transformed(Symmetry.ROTATE_90)),
        numlink.dumps(wrong.with_rules(FREE)),
        numlink.dumps(touching),
    ]
    return "\n".join(parts)


def test_linting_a_file_of_levels(run):
    result = run("check", stdin=levels())
    assert result.code == 2  # one could not be read
    lines = result.out.splitlines()
    assert len(lines) == 9
    assert lines[0].startswith("puzzle 1: unique")
    assert "line 18, column 3: found 'a'" in lines[1]
    assert "number 2 occurs once" in lines[2]
    assert "no solution, under cover" in lines[3]
    assert re.search(r"8 solutions under cover; two of them first differ at row \d, column \d \(", lines[4])
    assert "the same as puzzle 1, perhaps rotated, reflected or renumbered" in lines[5]
    assert "path 1 runs from here to" in lines[6]
    assert lines[7].startswith("puzzle 8: unique")
    assert lines[8] == "8 puzzles: 2 good, 5 with faults, 1 unreadable"


def test_linting_as_json(run):
    found = [json.loads(line) for line in run("check", "--json", stdin=levels()).out.splitlines()]
    assert [entry.get("verdict") for entry in found] == [
        *("unique", None, None, "none", "multiple", "unique", "unique", "unique"),
    ]
    assert found[1]["readable"] is False
    assert found[4]["count"] == "8"
    assert found[4]["second"] != found[4]["paths"]
    assert found[5]["copy_of"] == 1
    assert {fault["code"] for fault in found[6]["faults"]} >= {"wrong-ends"}


def test_several_solutions_can_be_looked_at(run):
    out = run("check", "--show", stdin=CORNERS).out
    assert "  one solution of puzzle 1:" in out
    assert "  another of puzzle 1:" in out


def test_progress_is_shown_when_asked(run):
    assert "puzzles checked" in run("check", "--progress", stdin=levels()).err
    assert "puzzles checked" not in run("check", stdin=levels()).err


@pytest.mark.bulk
def test_two_thousand_levels(run, tmp_path):
    """No level costs more because of earlier ones: each is read, judged and reported alone."""
    target = tmp_path / "levels.txt"
    target.write_text(numlink.dumps([generate_classic(5, seed=seed).with_solution(None) for seed in range(2_000)]))
    result = run("check", target)
    assert result.out.count("\n") == 2_001
    assert result.out.splitlines()[-1].startswith("2,000 puzzles: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "/nowhere.txt"], ["cannot read /nowhere.txt", "No such file"]),
        (["solve", "/"], ["cannot read /", "directory"]),
        (["count", "--rules", "x"], ["'x' is not a known rule set"]),
        (["check", "--budget", "-1"], ["--budget"]),
        (["solve", "--limit", "0"], ["--limit"]),
        (["solve", "/nowhere.txt", "-o", "a.txt"], ["cannot read /nowhere.txt"]),
    ],
)
def test_bad_input_gets_one_line(run, arguments, words):
    assert_one_line_error(run(*arguments, stdin=UNIQUE), *words)


@pytest.mark.parametrize("stdin", ["", "\n\n", "; only a comment\n", "rules: cover\n", b"\xff\xfe\x00"])
@pytest.mark.parametrize("command", ["solve", "count", "check"])
def test_odd_files_get_one_line(run, command, stdin):
    result = run(command, stdin=stdin)
    assert result.code == 2
    assert len(result.err.splitlines()) == 1, result.err
    assert result.err.startswith("numlink: ")
    assert COVER.name not in result.out


def test_an_address_needs_no_scheme(run):
    """Browsers show and copy addresses without a scheme."""
    assert (
        run("count", "puzz.link/p?numlin/3/2/1g12g2").out == run("count", "https://puzz.link/p?numlin/3/2/1g12g2").out
    )
