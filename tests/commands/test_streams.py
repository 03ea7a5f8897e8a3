"""Streams: places in answers, several files and --pick, messages and --quiet."""

import json

import click
import pytest

import numlink
from numlink.cli import numlink as group
from numlink.commands import listed
from numlink.commands.messages import Exit
from numlink.commands.report import Place, Report
from numlink.errors import BudgetEnded, InputError
from tests.boards import hard_board
from tests.cli import assert_one_line_error
from tests.cli import numlink as run_numlink

UNIQUE = "name: first steps\n1 . 1\n2 . 2\n"
UNREADABLE = "1 a . 1\n"
ILLEGAL = "1 2 . 1\n"
UNSOLVABLE = "1 2 . 1\n2 . . .\n"
STREAM = "\n".join([UNIQUE, UNREADABLE, ILLEGAL, UNSOLVABLE])
READERS = ["solve", "solve --limit 2", "count", "check", "rate", "repair", "explain", "prove", "heat", "sample"]


@pytest.fixture
def run(capsys):
    return lambda *arguments, **options: run_numlink(*arguments, capsys=capsys, **options)


@pytest.mark.parametrize("command", READERS)
def test_every_json_answer_carries_its_place_and_name(run, command):
    extra = ["--unsorted"] if command == "rate" else []
    result = run(*command.split(), "--json", *extra, stdin=STREAM)
    found = [json.loads(line) for line in result.out.splitlines()]
    assert [entry["puzzle"] for entry in found] == [1, 2, 3, 4]
    assert found[0]["title" if command == "rate" else "name"] == "first steps"  # the name of a rating is its grade's
    assert "line 5, column 3: found 'a'" in found[1]["error"]
    assert result.code == 2
    assert '": ' not in result.out  # one spacing of JSON everywhere


def test_a_budget_that_ends_keeps_the_place_of_its_puzzle(run):
    hard = numlink.dumps(hard_board())
    result = run("count", "--json", "--budget", "0.05", stdin=f"{UNIQUE}\n{hard}\n{UNIQUE}")
    found = [json.loads(line) for line in result.out.splitlines()]
    assert result.code == 3
    assert [entry.get("count") for entry in found] == ["1", None, "1"]
    assert "Allow more with --budget." in found[1]["error"]
    assert result.err.startswith("numlink: puzzle 2: ")


def test_several_solutions_as_json_are_a_verdict_too(run):
    board = "1 . . 1\n. . . .\n. . . .\n. . . .\n"
    found = json.loads(run("solve", "--limit", "3", "--json", stdin=board).out)
    assert (found["puzzle"], found["verdict"], found["complete"], len(found["solutions"])) == (1, "multiple", False, 3)
    found = json.loads(run("solve", "--limit", "30", "--json", stdin=board).out)
    assert (found["verdict"], found["complete"], len(found["solutions"])) == ("multiple", True, 8)
    lines = run("solve", "--limit", "2", "--json", stdin=STREAM).out.splitlines()
    assert [json.loads(line).get("verdict") for line in lines] == ["unique", None, None, "none"]


@pytest.mark.parametrize("command", ["solve", "count", "rate", "repair", "explain", "convert", "show"])
def test_every_line_about_a_puzzle_of_several_names_it(run, command):
    lines = run(command, stdin=STREAM).err.splitlines()
    assert lines
    assert all(line.startswith("numlink: puzzle ") for line in lines)
    if command in ("solve", "repair"):
        assert lines[0].startswith("numlink: puzzle 1 (first steps): ")


@pytest.mark.parametrize("command", READERS)
def test_several_files_and_one_picked_puzzle(run, command, tmp_path):
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text(f"{UNIQUE}\n{UNSOLVABLE}")
    second.write_text(UNIQUE)
    lines = run(*command.split(), "--json", first, second, tmp_path / "c.txt", stdin="").out.splitlines()
    found = [json.loads(line) for line in lines]
    places = sorted((entry["file"][-5:], entry.get("puzzle", 0)) for entry in found)
    assert places == [("a.txt", 1), ("a.txt", 2), ("b.txt", 1), ("c.txt", 0)][: len(places)]
    assert len(places) >= 3
    picked = json.loads(run(*command.split(), "--json", "--pick", "2", first).out)
    assert picked["puzzle"] == 2
    assert ("title" if command == "rate" else "name") not in picked
    assert_one_line_error(run(*command.split(), "--pick", "3", first), "there is no puzzle 3: the input has only 2")


def test_a_copy_in_another_file_is_named(run, tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(UNIQUE)
    result = run("check", tmp_path / "a.txt", tmp_path / "b.txt")
    assert f"the same as {tmp_path}/a.txt, puzzle 1, perhaps" in result.out
    [_, found] = [
        json.loads(line) for line in run("check", "--json", tmp_path / "a.txt", tmp_path / "b.txt").out.splitlines()
    ]
    assert (found["copy_of"], found["copy_of_file"]) == (1, str(tmp_path / "a.txt"))


def test_rates_go_to_files(run, tmp_path):
    assert run("rate", "-o", tmp_path / "rates.json", stdin=UNIQUE).out == ""
    assert json.loads((tmp_path / "rates.json").read_text())["name"] == "easy"
    assert run("rate", "--details", "-o", tmp_path / "rates.txt", stdin=UNIQUE).out == ""
    assert (tmp_path / "rates.txt").read_text().startswith("puzzle  ")


def test_progress_in_a_pipe_is_lines(run):
    result = run("new", "5", "--seed", "1", "--count", "2", "--progress")
    assert result.err.splitlines()[-1].startswith("numlink: puzzles made (2 boards tried): 2 of 2")
    assert len(numlink.parse(result.out)) == 2
    assert run("new", "5", "--seed", "1", "--count", "2").err == ""


def commands(group=group, path=()):
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield pytest.param(command, id=" ".join((*path, name)))


@pytest.mark.parametrize("command", list(commands()))
def test_every_command_has_quiet(command):
    assert "quiet" in {parameter.name for parameter in command.params}


def test_quiet_says_nothing_but_errors(run):
    assert run("solve", "--quiet", stdin=UNIQUE).err == ""
    assert len(run("solve", "--quiet", stdin=STREAM).err.splitlines()) == 2
    assert run("convert", "--quiet", "--to", "imos", stdin=UNIQUE).err == ""
    assert run("solve", stdin=UNIQUE).err != ""


def test_the_report_numbers_names_and_collects(capsys):
    report = Report()
    assert report.code == Exit.YES
    report.end(Exit.NO)
    report.refuse(Place(2, "b"), BudgetEnded("the budget ended."))
    assert report.code == Exit.BUDGET_ENDED
    report.refuse(Place(3, alone=True), InputError("bad."))
    report.say(Place(source="x.txt", alone=True), "cannot read x.txt.")
    assert report.code == Exit.BAD_INPUT
    assert capsys.readouterr().err.splitlines() == [
        "numlink: puzzle 2 (b): the budget ended.",
        "numlink: bad.",
        "numlink: cannot read x.txt.",
    ]


def test_a_source_is_named_once(run, tmp_path, monkeypatch):
    """Whether or not the error names it, and although '-' occurs in many messages."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.txt").write_text("")
    errors = run("solve", "-", "empty.txt", "no-such.txt", stdin="a read-only note").err.splitlines()
    assert [error[:24] for error in errors] == [
        "numlink: -: line 1: no b",
        "numlink: empty.txt: the ",
        "numlink: cannot read no-",
    ]


def test_every_command_is_listed():
    assert {parameter.id.split()[0] for parameter in commands()} == set(listed.commands())


LAB = ["classic", "7", "--seed", "2015"]


def test_check_lab_judges_as_the_assignment_does(run):
    made = run(*LAB).out
    assert run("check", "--lab", stdin=made).out == "puzzle 1: as the lab assignment requires\n"
    many = "".join(run("classic", "9x6", "--seed", seed, "--json").out for seed in range(20))
    result = run("check", "--lab", "--json", stdin=many)
    assert result.code == 0
    assert [json.loads(line)["lab"] for line in result.out.splitlines()] == [True] * 20


@pytest.mark.parametrize(
    ("board", "code"),
    [
        ("1 1\n", "missing-path"),
        ("1 1 X X\npath 1: (0,0) (0,1)\n", "solids-meet"),
        ("1 1 3 3\npath 1: (0,0) (0,1)\npath 3: (0,2) (0,3)\n", "numbering"),
        ("X 1 1 X\npath 1: (0,1) (0,2)\n", "could-go-on"),
        ("1 1\n. .\npath 1: (0,0) (1,0) (1,1) (0,1)\n", "touches-itself"),
        ("1 1 2\n", "number-once"),
        ("board: hex\n1 1\n", "wrong-layout"),
    ],
)
def test_check_lab_names_what_the_lab_forbids(run, board, code):
    result = run("check", "--lab", "--json", stdin=board)
    assert result.code == 1
    assert json.loads(result.out)["faults"][0]["code"] == code
    assert "fault: " in run("check", "--lab", stdin=board).out


def test_one_word_for_one_thing(run, tmp_path):
    board = "1 . . 1\n. . . .\n. . . .\n. . . .\n"
    for theme in ("color", "Colour", "COLOR"):
        assert run("show", "--theme", theme, "--to", "svg", stdin=board).out == numlink.svg(
            numlink.parse(board)[0], theme="colour"
        )
    assert_one_line_error(run("show", "--theme", "pink", stdin=board), "'pink' is not a known theme")


def test_export_says_what_is_on_the_page(run, tmp_path):
    pytest.importorskip("fastapi")
    result = run("export", "--json", "-o", tmp_path / "page.html", stdin=UNIQUE)
    assert json.loads(result.out) == {"puzzle": 1, "name": "first steps", "verdict": "unique", "hints": True}
    shown = run("show", "--json", stdin=UNIQUE)
    assert json.loads(shown.out)["name"] == "first steps"


def test_a_book_says_what_is_in_it(run, tmp_path):
    pytest.importorskip("reportlab")
    several = "1 . . 1\n. . . .\n. . . .\n. . . .\n"
    made = run("book", "--json", "--allow-many", "-o", tmp_path / "book.pdf", stdin=f"{UNIQUE}\n{several}\n{UNIQUE}")
    assert [json.loads(line) for line in made.out.splitlines()] == [
        {"puzzle": 1, "name": "first steps", "width": 3, "height": 2, "verdict": "unique", "grade": "easy"},
        {"puzzle": 2, "width": 4, "height": 4, "verdict": "multiple"},
    ]
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")
    assert_one_line_error(run("book", "--json", stdin=UNIQUE), "-o book.pdf")
