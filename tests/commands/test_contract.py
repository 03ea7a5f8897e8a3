"""The contract of the command line where no other test checks it: streams, targets, reports, budgets."""

import json
import sys
from functools import partial
from importlib import import_module
from subprocess import DEVNULL, PIPE
from unittest import mock

import pytest

import numlink
from numlink.commands.listed import commands
from tests.boards import hard_board
from tests.cli import assert_one_line_error, start
from tests.cli import numlink as run_numlink

UNIQUE = "1 . 1\n2 . 2\n"
UNSOLVABLE = "1 2 . 1\n2 . . .\n"
UNREADABLE = "1 a . 1\n"
ILLEGAL = "1 2 . 1\n"
STREAM = "\n".join([UNIQUE, UNREADABLE, ILLEGAL, UNSOLVABLE])


@pytest.fixture
def run(capsys):
    return lambda *arguments, **options: run_numlink(*arguments, capsys=capsys, **options)


@pytest.fixture(scope="module")
def hard():
    """A board that no engine solves quickly, as plain text."""
    return numlink.dumps(hard_board())


def test_a_budget_that_ends_stops_one_puzzle_of_a_stream_not_the_others(run, hard):
    result = run("solve", "--limit", "3", "--budget", "0.2", stdin=f"{hard}\n{UNIQUE}")
    assert result.code == 3
    assert len(numlink.parse(result.out)) == 1


def test_what_was_solved_is_written_before_the_next_puzzle_is_begun(hard):
    for command, first in ((["solve"], "rules: cover\n"), (["solve", "--json"], "{"), (["count"], "1\n")):
        process = start(*command, "--budget", "60", stderr=DEVNULL)
        process.stdin.write(f"{UNIQUE}\n{hard}")
        process.stdin.close()
        try:
            assert process.stdout.readline().startswith(first)
            assert process.poll() is None
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def test_json_of_solve_is_verdicts_in_a_file_too(run, tmp_path):
    target = tmp_path / "verdicts.json"
    assert run("solve", "--json", "-o", target, stdin=UNIQUE).out == ""
    assert json.loads(target.read_text())["verdict"] == "unique"


@pytest.mark.parametrize(("command", "key"), [("count", "count"), ("check", "verdict"), ("solve", "cells")])
def test_the_ending_json_means_json_of_reports_too(run, tmp_path, command, key):
    target = tmp_path / "report.json"
    assert run(command, "-o", target, stdin=UNIQUE).code == 0
    assert key in json.loads(target.read_text())


@pytest.mark.parametrize("command", ["count", "check"])
def test_a_report_cannot_be_written_as_a_picture(run, tmp_path, command):
    assert_one_line_error(run(command, "-o", tmp_path / "report.svg", stdin=UNIQUE), "report.svg", ".json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["solve", "repair", "count", "check", "show", "convert"])
def test_an_impossible_target_is_refused_before_the_work(run, hard, command):
    for target in ("/nowhere/x.txt", ""):
        result = run(command, "-o", target, stdin=hard)
        assert_one_line_error(result, "-o" if not target else "/nowhere")


@pytest.mark.parametrize("command", ["solve", "repair"])
def test_an_unknown_ending_is_refused_before_the_work(run, tmp_path, hard, command):
    assert_one_line_error(run(command, "-o", tmp_path / "x.foo", stdin=hard), "x.foo")


def test_devices_take_plain_text(run):
    for arguments in (("new", "5"), ("solve",), ("count",), ("convert", "-")):
        assert run(*arguments, "-o", "/dev/null", stdin=UNIQUE).code == 0


@pytest.mark.parametrize("budget", ["0", "-1", "nan", "soon", ""])
def test_budgets_are_numbers_of_seconds(run, budget):
    assert_one_line_error(run("solve", "--budget", budget, stdin=UNIQUE), "--budget", "number of seconds above 0")


def test_a_puzzle_that_cannot_be_repaired_is_a_no(run):
    assert run("repair", stdin=UNSOLVABLE).code == 1
    assert run("repair", stdin=ILLEGAL).code == 2
    assert run("repair", stdin=UNIQUE + "path 1: (0,0) (0,1)\n").code == 2


def test_check_says_each_thing_once(run):
    lines = run("check", stdin=UNSOLVABLE).out.splitlines()
    assert len(lines) == len(set(lines))
    assert "1 pair," in run("check", stdin="1 1\n").out


def test_export_goes_on_after_a_bad_puzzle(run, tmp_path):
    pytest.importorskip("fastapi")
    target = tmp_path / "page.html"
    result = run("export", "-o", target, stdin=STREAM)
    assert result.code == 2
    assert [line.split(":")[1] for line in result.err.splitlines()] == [
        *(" puzzle 2", " puzzle 3", " puzzle 4"),
        f" 1 puzzle in {target}.",
    ]
    assert target.exists()


def test_export_takes_what_is_proven_and_nothing_twice(run, tmp_path):
    pytest.importorskip("fastapi")
    target = tmp_path / "page.html"
    result = run("export", "-o", target, stdin=f"{UNIQUE}\n\n{UNIQUE}\n\n1 . .\n. . .\n. . 1\n")
    assert result.code == 1
    told = result.err.splitlines()
    assert "puzzle 2: is puzzle 1" in told[0]
    assert "puzzle 3: more than one solution, under cover: skipped." in told[1]
    assert run("export", "--exclude", target, "-o", target, stdin=UNIQUE).code == 2


def test_export_tells_a_budget_that_ended_and_refuses_other_endings(run, tmp_path, hard):
    pytest.importorskip("fastapi")
    assert run("export", "--budget", "0.2", "-o", tmp_path / "page.html", stdin=hard).code == 3
    assert_one_line_error(run("export", "-o", tmp_path / "page.pdf", stdin=UNIQUE), ".html")


def test_a_closed_standard_output_is_one_line(capsys):
    with mock.patch.object(sys, "stdout", None):
        result = run_numlink("new", "5", capsys=capsys)
    assert result.code == 2
    assert result.err == "numlink: standard output is closed. Leave it open, or redirect it to a file.\n"


def test_the_list_of_commands_is_not_cut_off(run):
    listed = run("--help").out
    for command in commands().values():
        assert command.line in listed


def test_a_bar_leaves_the_terminal_before_a_puzzle_is_written(run, monkeypatch):
    from numlink.commands import new

    events = []
    monkeypatch.setattr(new.Progress, "pause", lambda self: events.append("pause"))
    monkeypatch.setattr(new._Maker, "show", lambda self, puzzle, index: events.append("show"))
    run("new", "5", "--count", "2")
    assert events[:4] == ["pause", "show", "pause", "show"]


def test_a_pipe_that_is_closed_early_is_no_error():
    process = start("new", "5", "--count", "200", stdin=DEVNULL, stdout=PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(30) == 0
    process.stderr.close()


@pytest.mark.parametrize("url", ["https://example.com/foo", "ftp://x/y"])
def test_a_url_without_a_puzzle_is_not_read_as_a_board(run, url):
    assert_one_line_error_after_the_format(run("solve", url), "found no name of a puzzle", "after '?'")


def assert_one_line_error_after_the_format(result, *words):
    lines = result.err.splitlines()
    assert (result.code, result.out, len(lines)) == (2, "", 2)
    assert lines[0] == "numlink: read as format puzzlink."
    for word in words:
        assert word in lines[1]


def test_a_board_with_empty_cells_of_another_format_is_read_or_names_the_option(run):
    assert_one_line_error(run("solve", stdin="5 5\n1 0 0 0 1\n"), "the size '5 5' above contradicts", "--from")
    done = run("solve", stdin="1 - 1\n")
    assert (done.code, "read as a grid of numbers; '-' is empty." in done.err) == (0, True)


def test_an_unknown_claim_is_bad_input():
    [puzzle] = numlink.parse(UNIQUE)
    with pytest.raises(numlink.InputError, match="'best' is not a known claim"):
        numlink.prove(puzzle, claim="best")


@pytest.mark.parametrize(
    "misuse",
    [
        *[partial(function, "x") for function in (numlink.check, numlink.prove, numlink.solve, numlink.count)],
        *[partial(function, None) for function in (numlink.rate, numlink.explain, numlink.svg, numlink.heat)],
        partial(numlink.check, numlink.Puzzle(2, 1, (1, 1)), "free"),
        partial(numlink.parse, 5),
        partial(numlink.load, 5),
        partial(numlink.dumps, 5),
        partial(numlink.dumps, ["1 1"]),
        partial(numlink.Rules, "free"),
        partial(numlink.census, "3", "3"),
    ],
    ids=lambda misuse: f"{misuse.func.__name__}({', '.join(map(repr, misuse.args))})",
)
def test_an_argument_of_the_wrong_type_is_bad_input(misuse):
    with pytest.raises(numlink.InputError, match=r", not "):
        misuse()


STREAMS = ["check", "count", "explain", "heat", "prove", "rate", "repair", "sample", "solve"]


@pytest.mark.parametrize("name", STREAMS)
def test_commands_over_a_stream_have_the_same_options_in_the_same_order(name):
    """Options for the input come before the command's own, options for the output after them."""
    params = [param.name for param in import_module(f"numlink.commands.{name}").command.params]
    assert params[:3] == ["sources", "from_format", "pick"]
    assert params[-3:] == ["quiet", "as_json", "output"]
