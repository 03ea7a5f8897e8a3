"""`check --lab`: right and wrong programs of students, one output in full, a class as a table, running programs."""

import csv
import io
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from numlink.commands.lab_outputs import holds_puzzles
from numlink.formats.lab_output import lab_outputs
from numlink.making.lab.verdict import Numbering, judge
from tests.cli import assert_one_line_error
from tests.cli import numlink as run_numlink
from tests.tools import amount, needed

STUDENTS = Path(__file__).parent.parent / "students"
LONG = pytest.mark.long
BOARDS = [4, pytest.param(50, marks=LONG)]
"""Boards of each program."""


@pytest.fixture
def run(capsys):
    return lambda *arguments, **options: run_numlink(*arguments, capsys=capsys, **options)


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """A function that compiles the C program with macros, once for each set."""
    needed("gcc", remedy="apt-get install gcc")
    folder = tmp_path_factory.mktemp("students")

    @cache
    def program(**macros):
        target = folder / "_".join(["lab", *(f"{key}{value}" for key, value in macros.items())])
        words = [f"-D{key}={value}" for key, value in macros.items()]
        subprocess.run(["gcc", "-w", "-O0", *words, str(STUDENTS / "lab.c"), "-o", str(target)], check=True)
        return str(target)

    return program


def printed(*words):
    return subprocess.run([*map(str, words)], capture_output=True, text=True, check=True).stdout


def python(*words):
    return printed(sys.executable, STUDENTS / "lab.py", *words)


def verdicts(text):
    return [judge(output) for output in lab_outputs(text)]


RIGHT = [{"LAYOUT": layout, "BY_CREATION": order} for layout in (1, 2, 3, 4) for order in (0, 1)]


@pytest.mark.table(3)
@pytest.mark.parametrize("macros", [*RIGHT, {"ORIGIN": 1}], ids=str)
@pytest.mark.parametrize("boards", BOARDS)
def test_right_programs_in_c_pass(compiled, macros, boards):
    program = compiled(**macros)
    seen = set()
    for seed in range(boards):
        n = 2 + seed * 3 % 11
        [verdict] = verdicts(printed(program, n, seed))
        assert verdict.faults == (), printed(program, n, seed)
        seen.add(verdict.numbering)
        assert any("from 1" in note for note in verdict.notes) == ("ORIGIN" in macros), verdict.notes
    assert Numbering.CREATION in seen if macros.get("BY_CREATION") else seen == {Numbering.READING}


WRONG = {  # by macro: the fault on most boards, and faults that may come with it
    "EARLY": ({"could-go-on"}, set()),
    "BESIDE": ({"touches-itself", "loop"}, {"short-path"}),
    "OVERLAP": ({"crossing", "touches-itself"}, None),
    "TOGETHER": ({"solids-meet"}, set()),
    "ENDS": ({"wrong-ends"}, set()),
    "SHUFFLED": ({"numbering"}, set()),
    "TRACE_OFF": ({"trace-differs"}, set()),
    "RING": ({"touches-itself", "loop"}, set()),
    "UNSOLID": ({"solids-differ", "same-symbol"}, set()),
}


@pytest.mark.table(3)
@pytest.mark.parametrize("mistake", WRONG)
@pytest.mark.parametrize("layout", [1, pytest.param(2, marks=LONG), pytest.param(3, marks=LONG)])
@pytest.mark.parametrize("boards", BOARDS)
def test_wrong_programs_in_c_are_found_out(compiled, mistake, layout, boards):
    """The right program prints the same for every board that passes, so there the mistake made no difference."""
    if layout == 3 and mistake == "TRACE_OFF":
        pytest.skip("layout 3 prints no trace")
    program = compiled(WRONG=mistake, LAYOUT=layout)
    expected, beside = WRONG[mistake]
    found = 0
    for seed in range(boards):
        [verdict] = verdicts(printed(program, 7, seed))
        codes = {fault.code.value for fault in verdict.faults}
        found += bool(codes)
        if codes and (layout != 3 or mistake != "OVERLAP"):
            assert codes & expected, verdict
        assert beside is None or codes <= expected | beside, verdict
    assert found >= 0.9 * boards


@pytest.mark.table(3)
@pytest.mark.parametrize("layout", ["stars", "zeros", "bars"])
@pytest.mark.parametrize("boards", BOARDS)
def test_right_programs_in_python_pass(layout, boards):
    for seed in range(boards):
        for extra in ((), ("--xy",), ("--untraced",)):
            [verdict] = verdicts(python(2 + seed % 8, "--seed", seed, "--layout", layout, *extra))
            assert verdict.faults == ()
    [verdict] = verdicts(python(4, "--seed", 1, "--layout", "dense"))
    assert verdict.faults == ()


@pytest.mark.table(3)
@pytest.mark.parametrize(
    ("mistake", "expected"),
    [
        ("early", {"could-go-on"}),
        ("beside", {"touches-itself", "loop"}),
        ("together", {"solids-meet"}),
        ("ends", {"wrong-ends"}),
        ("ring", {"touches-itself", "loop"}),
        ("last", {"trace-differs"}),
        ("mixed", {"numbering"}),
    ],
)
@pytest.mark.parametrize("boards", BOARDS)
def test_wrong_programs_in_python_are_found_out(mistake, expected, boards):
    found = 0
    for seed in range(boards):
        [verdict] = verdicts(python(7, "--seed", seed, "--wrong", mistake))
        codes = {fault.code.value for fault in verdict.faults}
        assert codes <= expected
        found += bool(codes)
    assert found >= 0.9 * boards


def test_one_output_at_length(run):
    right = run("check", "--lab", stdin=python(7, "--seed", 1))
    assert right.code == 0
    assert right.out.splitlines() == [
        "puzzle 1: as the lab assignment requires",
        "  read '*' as solid, '_' as empty",
        "  numbered in the order of creation",
    ]
    wrong = run("check", "--lab", stdin=python(7, "--seed", 1, "--wrong", "early"))
    assert wrong.code == 1
    assert "(Part 3)" in wrong.out
    assert wrong.err == ""


def test_mistakes_are_faults_and_never_bad_input(run):
    for text in (
        "",
        "Segmentation fault\n",
        "1 1\n1 1\n\n1 1\n1 1\n",
        "1 2 3\n4\n\n9 9\n",
        b"\xff\xfe\x00",
        b"\x00\x01\x02",
    ):
        result = run("check", "--lab", stdin=text)
        assert (result.code, result.err) == (1, ""), text
        assert "fault: " in result.out
    assert run("check", "--lab", stdin="1 1\n. 1 1\n").out.count("fault: ") == 1
    utf16 = python(5, "--seed", 1).encode("utf-16")
    assert run("check", "--lab", stdin=utf16).code == 0


def test_symbols_can_be_named(run):
    text = "1 o 1 @@W\n\n1 1 1 @@W\n"
    assert run("check", "--lab", stdin=text).code == 1
    assert run("check", "--lab", "--solid", "@@W", "--empty", "o", stdin=text).code == 0


@pytest.fixture
def a_class(tmp_path):
    folder = tmp_path / "class"
    (folder / "carol").mkdir(parents=True)
    (folder / "alice.txt").write_text(python(7, "--seed", 1) + python(5, "--seed", 2))
    (folder / "bob.txt").write_text(python(7, "--seed", 1, "--wrong", "together"))
    (folder / "carol" / "out.txt").write_text("")
    (folder / "dave.txt").write_text("undefined reference to `main'\n")
    (folder / ".hidden").write_text("")
    (folder / ".git" / "objects").mkdir(parents=True)
    (folder / ".git" / "objects" / "ab").write_text("")
    return folder


def test_the_current_folder_is_read_too(run, a_class, monkeypatch):
    monkeypatch.chdir(a_class)
    files = [line.split()[0] for line in run("check", "--lab", ".").out.splitlines()[1:5]]
    assert files == ["./alice.txt", "./bob.txt", "./dave.txt", "./carol/out.txt"]


def test_a_class_is_a_table(run, a_class):
    result = run("check", "--lab", a_class)
    lines = result.out.splitlines()
    assert result.code == 1
    assert " ".join(lines[0].split()) == "file boards part 1 part 2 part 3 part 4 part 5 first fault"
    alice, bob, dave, carol = (line.split() for line in lines[1:5])
    assert alice[1:] == ["2", "ok", "ok", "ok", "ok", "ok"]
    assert bob[1:7] == ["1", "ok", "ok", "no", "ok", "ok"]
    assert " ".join(carol[1:]) == "0 ? ? ? ? ? the program printed nothing."
    assert " ".join(dave[1:]).startswith("0 ? ? ? ? ? no board was found")
    assert lines[5] == "4 programs: 1 as the lab assignment requires"
    rows = [*csv.DictReader(io.StringIO(run("check", "--lab", a_class, "--csv").out))]
    assert [row["part 3"] for row in rows] == ["ok", "no", "?", "?"]
    assert rows[0]["numbering"] == "in the order of creation"
    found = [json.loads(line) for line in run("check", "--lab", a_class, "--json").out.splitlines()]
    assert [one["lab"] for one in found] == [True, True, False, False, False]
    assert found[2]["parts"]["3"] is False
    assert [Path(one["file"]).name for one in found] == ["alice.txt", "alice.txt", "bob.txt", "dave.txt", "out.txt"]


def test_unreadable_files_have_a_row_too(run, a_class):
    result = run("check", "--lab", a_class / "alice.txt", a_class / "missing.txt")
    assert result.code == 2
    assert "cannot read" in result.out.splitlines()[2]
    assert_one_line_error(run("check", "--lab", a_class / "missing.txt"), "cannot read", "missing.txt")


PROGRAM = f"{sys.executable} {STUDENTS / 'lab.py'} {{n}}"


@pytest.mark.sampled
def test_a_right_program_is_run(run):
    sizes = amount(["--sizes", "3"], [])
    result = run("check", "--lab", "--run", PROGRAM, *sizes)
    assert result.code == 0, result.out
    assert result.out.splitlines()[1].split()[-7:] == [amount("1", "5"), *["ok"] * 6]


@pytest.mark.sampled
def test_mistakes_of_programs_that_are_run(run):
    ends = f"{PROGRAM} --wrong ends"
    uneven = f"{PROGRAM} --wrong left-half"
    unseeded = f"{PROGRAM} --seed 4"
    silent = f"{sys.executable} -c 'pass' {{n}}"
    programs = [word for each in (ends, uneven, unseeded, silent) for word in ("--run", each)]
    result = run("check", "--lab", "--csv", *programs, *amount(["--sizes", "7"], []))
    rows = [*csv.DictReader(io.StringIO(result.out))]
    assert result.code == 1
    assert "the puzzle has number" in rows[0]["first fault"]
    assert "starts of paths" in rows[1]["first fault"]
    assert "same board" in rows[2]["first fault"]
    assert "printed nothing" in rows[3]["first fault"]
    assert [row["random"] for row in rows] == ["?", "no", "no", "?"]


def test_programs_in_c_are_run_within_limits(run, compiled):
    right, one_order, corner, crash, forever = (
        compiled(WRONG=wrong, FINE=1) for wrong in ("NOTHING", "NEWS_ONLY", "CORNER", "CRASH", "FOREVER")
    )
    result = run(
        "check", "--lab", "--csv", "--run", "{file}", "--sizes", "2,3,7,10", right, one_order, corner, crash, forever
    )
    faults = [row["first fault"] for row in csv.DictReader(io.StringIO(result.out))]
    assert faults[0] == ""
    assert "never tried in the order" in faults[1]
    assert "starts of paths" in faults[2]
    assert "segmentation fault" in faults[3]
    assert "printed more than 64 megabytes" in faults[4]


@LONG
def test_a_seed_of_the_time_in_seconds_is_right(run, compiled):
    result = run("check", "--lab", "--json", "--run", compiled())
    assert result.code == 0
    assert "seeded by the second" in json.loads(result.out.splitlines()[-1])["notes"][0]


def test_time_and_memory_are_limited(run):
    sleeps = f"{sys.executable} -c 'import time; time.sleep(60)' {{n}}"
    eats = f"{sys.executable} -c 'print(len(bytearray(900000000)))' {{n}}"
    result = run(
        "check", "--lab", "--run", sleeps, "--run", eats, "--sizes", "3", "--time-limit", "0.3", "--memory-limit", "300"
    )
    assert "still running after 0.3 seconds, for n = 3" in result.out
    assert "the program printed nothing" in result.out


def test_lower_limits_of_the_system_stay():
    """A user who is not an administrator may not raise a limit, not even to the command's default."""
    limited = [sys.executable, "-c", LIMITED, "check", "--lab", "--run", PROGRAM, "--sizes", "3"]
    unkept = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # under this limit Python would load a module half
    done = subprocess.run(limited, capture_output=True, text=True, timeout=120, env=unkept)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (900_000_000, 900_000_000))
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
true = resource.setrlimit
def as_a_user(what, limits):  # the tests may run as an administrator
    if limits[1] > resource.getrlimit(what)[1] != resource.RLIM_INFINITY:
        raise ValueError("not allowed to raise maximum limit")
    true(what, limits)
resource.setrlimit = as_a_user
from numlink.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--run", "x"], ["only apply with --lab"]),
        (["--csv"], ["only apply with --lab"]),
        (["--lab", "--sizes", "3"], ["--run"]),
        (["--lab", "--run", "lab {n}", "--time-limit", "nan"], ["--time-limit", "not a number"]),
        (["--lab", "--run", "lab {n}", "--memory-limit", "9000000000000"], ["--memory-limit"]),
        (["--lab", "--run", "lab {n}", "--sizes", "x"], ["--sizes"]),
        (["--lab", "--run", "/nowhere/lab {n}"], ["cannot run /nowhere/lab"]),
        (["--lab", "--run", "lab '{n}"], ["Close the quotes"]),
        (["--lab", "--run", "{file} {n}"], ["Name the files"]),
    ],
)
def test_bad_input_gets_one_line(run, arguments, words):
    assert_one_line_error(run("check", *arguments), *words)


def test_signs_of_other_formats_count_only_where_a_text_begins_with_them():
    """A program may print a brace or an address next to its board."""
    assert holds_puzzles('  {"cells": [[1, 1]]}')
    assert holds_puzzles("https://puzz.link/p?numlin/3/1/1g1")
    assert holds_puzzles("1 1\n\nrules: free\n1 1\n")
    assert not holds_puzzles("The puzzle { 7x7 }, see http://example.org\n1 1\n")
