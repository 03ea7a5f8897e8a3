"""`numlink classic`: the assignment's output to the letter, and what a user can do wrong."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import numlink
from numlink.making.classic import require_size
from numlink.model.characters import boxed, simple
from tests.cli import assert_one_line_error, start
from tests.cli import numlink as run_numlink
from tests.growth_checker import growth_faults
from tests.sample import sample_puzzle

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def run(capsys):
    return lambda *arguments, **options: run_numlink(*arguments, capsys=capsys, **options)


def test_the_sample_is_printed_to_the_letter():
    puzzle = sample_puzzle()
    text = "\n".join(
        ["+++ The puzzle", boxed(puzzle.rows()), "+++ The solution", boxed(puzzle.filled(puzzle.solution)), ""]
    )
    assert text == (GOLDEN / "sample_boxed.txt").read_text()
    assert numlink.dumps(puzzle, "lab") == text
    assert (
        simple(puzzle.rows()) + "\n" + simple(puzzle.filled(puzzle.solution)) + "\n"
        == (GOLDEN / "sample_simple.txt").read_text()
    )


def test_boxes_widen_with_the_numbers():
    cells = [0] * 400
    for number in range(1, 151):
        cells[2 * number] = cells[2 * number + 1] = number
    lines = boxed(numlink.Puzzle(20, 20, tuple(cells)).rows()).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert "| 150 |" in lines[31]
    cells[0] = cells[1] = 1234
    assert "| 1234 |" in boxed(numlink.Puzzle(20, 20, tuple(cells)).rows())


def parsed(out):
    """The parts of a whole output, by the titles of the assignment."""
    pattern = (
        r"n = (?P<n>\S+)\n\+\+\+ Initializing board\.\.\.\n\+\+\+ Attempting to add new paths\.\.\.\n"
        r"(?P<trace>(?:    New path: (?:\(\d+,\d+\) ?)+\n)*)\+\+\+ Assigning path numbers\.\.\.\n"
        r"\+\+\+ The puzzle\n(?P<puzzle>(?:    [+|].*\n)+)\+\+\+ The solution\n(?P<solution>(?:    [+|].*\n)+)"
    )
    match = re.fullmatch(pattern, out)
    assert match, out
    return match.groupdict()


@pytest.mark.parametrize(("size", "width", "height"), [("7", 7, 7), ("5x3", 5, 3), ("2X9", 2, 9), ("30", 30, 30)])
def test_the_complete_output_has_all_parts(run, size, width, height):
    result = run("classic", size, "--seed", 5)
    assert result.code == 0
    assert result.err == "numlink: seed 5\n"
    parts = parsed(result.out)
    assert parts["n"] == size.lower()
    paths = [
        [int(row) * width + int(column) for row, column in re.findall(r"\((\d+),(\d+)\)", line)]
        for line in parts["trace"].splitlines()
    ]
    puzzle = numlink.parse(result.out)[0]
    assert (puzzle.width, puzzle.height) == (width, height)
    numbers = [number for row in puzzle.solution.rows() for number in row]
    assert growth_faults(width, height, paths, numbers, list(puzzle.cells)) == []
    assert "\n".join([boxed(puzzle.rows()), ""]) == parts["puzzle"]


def test_the_same_seed_gives_the_same_board(run):
    first, second, other = (run("classic", 9, "--seed", seed).out for seed in (12, 12, 13))
    assert first == second != other


def test_golden_boards(run):
    """A seed means the same board forever: this file changes only with a new version of the recipe."""
    lines = (GOLDEN / "classic.jsonl").read_text().splitlines()
    for line in lines:
        size, seed = re.fullmatch(r"numlink-classic 1 (\S+) seed=(-?\d+)", json.loads(line)["recipe"]).groups()
        assert run("classic", size, "--seed", seed, "--json").out == line + "\n"


def test_a_fresh_seed_is_reported_and_repeats_the_board(run):
    first = run("classic", 8)
    seed = re.fullmatch(r"numlink: seed (\d+)\n", first.err)[1]
    assert run("classic", 8, "--seed", seed).out == first.out


def test_n_can_come_from_a_pipe(run):
    assert run("classic", "--seed", 3, stdin="6\n").out == run("classic", 6, "--seed", 3).out


def test_the_options_quiet_and_simple(run):
    quiet = run("classic", 6, "--seed", 3, "--quiet").out
    assert quiet.startswith("+++ The puzzle\n    +----+")
    assert run("classic", 6, "--seed", 3).out.endswith(quiet)
    plain = run("classic", 6, "--seed", 3, "--quiet", "--simple").out
    assert re.fullmatch(r"\+\+\+ The puzzle\n([X.0-9 ]+\n){6}\+\+\+ The solution\n([X0-9 ]+\n){6}", plain)
    assert numlink.parse(plain) == numlink.parse(quiet)


@pytest.mark.parametrize(
    ("option", "word"), [("--board=hex", "hexagons"), ("--board=diagonal", "diagonals"), ("--wrap=rows", "wraps")]
)
def test_what_the_labs_output_cannot_show_is_reported_once(run, option, word):
    """And what it recommends keeps it."""
    asked = ("classic", 4, option, "--seed", 3, "--count", 2)
    outcome = run(*asked)
    [note] = [line for line in outcome.err.splitlines() if "seed" not in line]
    assert f"cannot show {word}" in note
    assert numlink.parse(outcome.out.partition("+++ The solution")[0])[0].layout.plain
    for way in (("-o", "-"), ("--json",)):
        assert way[0] in note
        kept = run(*asked, *way)
        assert "cannot show" not in kept.err
        assert [puzzle.layout.plain for puzzle in numlink.parse(kept.out)] == [False, False]
    assert run(*asked, "--quiet").err == ""
    assert run("classic", 4, "--seed", 3).err == "numlink: seed 3\n"


def test_files_and_json(run, tmp_path):
    puzzle = numlink.generate_classic(6, 4, seed=9)
    assert json.loads(run("classic", "6x4", "--seed", 9, "--json").out)["seed"] == 9
    for name in ("board.txt", "board.json"):
        target = tmp_path / name
        assert run("classic", "6x4", "--seed", 9, "-o", target).out == ""
        assert numlink.load(target) == [puzzle]
        assert numlink.load(target)[0].solution == puzzle.solution
        assert list(tmp_path.glob(".*")) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["0"], ["n must be at least 1, not 0", "n rows and n columns"]),
        (["-3"], ["n must be at least 1, not -3"]),
        (["0x5"], ["n must be at least 1, not 0"]),
        (["5x-2"], ["not -2"]),
        (["seven"], ["'seven'", "whole number"]),
        (["7.5"], ["'7.5'"]),
        (["७"], ["whole number"]),
        (["99999999"], ["too large", "25,000,000"]),
        (["9" * 50], ["whole number"]),
        (["5", "6"], ["unexpected extra argument", "--help"]),
        (["--colour"], ["No such option", "--colour"]),
        (["7", "--seed", "x"], ["'x' is not a valid integer"]),
        (["7", "--rules", "covers"], ["'covers' is not a known rule set", "no-touch"]),
        (["7", "--budget", "0"], ["--budget"]),
        (["7", "-o", "/nowhere/at/all.txt"], ["cannot write /nowhere/at/all.txt"]),
        (["7", "-o", "board.xyz"], ["board.xyz"]),
    ],
)
def test_bad_input_gets_one_line(run, arguments, words):
    assert_one_line_error(run("classic", *arguments), *words)


@pytest.mark.parametrize("stdin", ["", "\n", "many\n", "7 8\n", "-1\n", b"\xff\xfe\n"])
def test_bad_numbers_on_standard_input(run, stdin):
    assert_one_line_error(run("classic", stdin=stdin), "n")


def test_a_board_of_one_square_is_solid(run):
    made = run("classic", "1", "--simple", "--quiet").out
    assert made == "+++ The puzzle\nX\n+++ The solution\nX\n"
    assert run("check", "--lab", stdin=made).out == "puzzle 1: as the lab assignment requires\n"


def test_several_boards_agree_with_their_seeds(run):
    many = run("classic", 5, "--seed", 7, "--count", 3)
    assert many.err == "numlink: seeds 7 to 9\n"
    assert many.out == "".join(run("classic", 5, "--seed", seed).out for seed in (7, 8, 9))
    lines = run("classic", 5, "--seed", 7, "--count", 3, "--json").out.splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [7, 8, 9]


def test_usage_errors_get_one_line(run):
    assert_one_line_error(run("clasic"), "clasic", "classic")


def test_a_budget_ends_without_an_answer(run):
    result = run("classic", 3000, "--budget", "0.01")
    assert (result.code, result.out) == (3, "")
    assert "budget" in result.err


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m numlink classic 300 --seed 1 | head -n 3; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0] == "n = 300"
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == "numlink: seed 1\n"


def test_ctrl_c_ends_the_growth():
    process = start("classic", 4500, "--seed", 1)
    assert process.stderr.readline() == "numlink: seed 1\n"  # the imports have ended, the growth begins
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert "+++ The puzzle" not in out
    assert "Traceback" not in err


def test_a_prompt_asks_on_a_terminal():
    """The prompt and the typed answer stand for the first line."""
    ours, theirs = pty.openpty()
    process = start("classic", "--seed", 2, stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL, text=False)
    os.close(theirs)
    seen = os.read(ours, 4)
    assert seen == b"n = "
    os.write(ours, b"many\n")
    while seen.count(b"n = ") < 2:
        seen += os.read(ours, 4096)
    os.write(ours, b"4\n")
    while b"The solution" not in seen or not seen.rstrip().endswith(b"-+"):
        seen += os.read(ours, 4096)
    assert process.wait(20) == 0
    os.close(ours)
    lines = seen.decode().replace("\r", "").split("\n")
    assert lines[:3] == ["n = many", "n = 4", "+++ Initializing board..."]
    assert seen.count(b"n = ") == 2


def test_the_command_loads_few_modules():
    """A start costs its imports: no module of other commands, nothing that draws, proves or uses the network."""
    command = [sys.executable, "-X", "importtime", "-m", "numlink", "classic", "7", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    rooms = {name.split(".")[1] for name in loaded if name.startswith("numlink.")}
    assert rooms <= {
        "board_files",
        "cli",
        "commands",
        "engine",
        "errors",
        "exact",
        "files",
        "formats",
        "making",
        "model",
        "pictures",
        "render",
        "version",
    }
    assert not any(name.startswith("numlink.pictures.") for name in loaded)  # only its face: no picture is read
    assert {name for name in loaded if name.startswith("numlink.exact.")} <= {"numlink.exact.budget"}
    assert not loaded & {
        "rich",
        "textual",
        "fastapi",
        "duckdb",
        "pyarrow",
        "PIL",
        "reportlab",
        "asyncio",
        "urllib.request",
    }
    assert len(loaded) < 230


def test_a_layout_is_given_once():
    """With a size, or in a grid, but not both."""
    ring = numlink.Layout(wrap="rows")
    assert numlink.generate_classic(5, seed=1, layout=ring).layout == ring
    assert numlink.generate_classic(grid=numlink.Grid(5, 5, layout=ring), seed=1).layout == ring
    with pytest.raises(numlink.InputError, match="not both"):
        numlink.generate_classic(grid=numlink.Grid(5, 5), seed=1, layout=ring)


def test_the_largest_allowed_size_makes_a_board():
    require_size(5_000, 5_000)
    with pytest.raises(numlink.InputError, match="at most 25,000,000"):
        require_size(5_000, 5_001)
