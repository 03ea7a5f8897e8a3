"""`numlink new` and `numlink repair` on the command line."""

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest

import numlink
from numlink.exact.verify import verify
from numlink.making.repair import repair
from tests.boards import hard_board
from tests.cli import assert_one_line_error, start
from tests.cli import numlink as run_numlink
from tests.work import calls_of


@pytest.fixture
def run(capsys):
    return lambda *arguments, **options: run_numlink(*arguments, capsys=capsys, **options)


def test_plain_text_with_rules_and_recipe_and_no_solution(run):
    result = run("new", "8x6", "--seed", 5)
    puzzle = numlink.generate(8, 6, seed=5)
    assert (result.code, result.err) == (0, "")
    assert result.out == numlink.dumps(puzzle.with_solution(None))
    assert "recipe: numlink 1 8x6 seed=5 claim=strict style=app\n" in result.out
    assert "rules: cover\n" in result.out
    assert "path" not in result.out
    assert numlink.parse(run("new", "8x6", "--seed", 5, "--solution").out)[0].solution == puzzle.solution


def test_a_stream_counts_seeds_on(run):
    puzzles = numlink.parse(run("new", 6, "--seed", 7, "--count", 3).out)
    assert puzzles == [numlink.generate(6, seed=seed) for seed in (7, 8, 9)]
    lines = run("new", 6, "--seed", 7, "--count", 3, "--json", "--solution").out.splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [7, 8, 9]
    assert all("paths" in json.loads(line) for line in lines)


def test_recipes_make_the_same_puzzle_again(run, tmp_path):
    mask = tmp_path / "mask.txt"
    mask.write_text("\n".join(" ".join("X" if (r, c) == (3, 3) else "." for c in range(7)) for r in range(7)))
    for options in (
        ["9", "--rules", "no-touch", "--pairs", "9..12"],
        ["7", "--claim", "strict", "--solids", "2"],
        ["7", "--symmetry", "rotate", "--min-length", "4"],
        ["--mask", mask, "--solids", "few"],
    ):
        first = run("new", *options, "--seed", 3)
        assert first.code == 0, first.err
        recipe = numlink.parse(first.out)[0].recipe
        assert run("new", "--recipe", recipe).out == first.out


def test_files(run, tmp_path):
    for name in ("p.txt", "p.json"):
        assert run("new", 6, "--seed", 1, "--count", 2, "-o", tmp_path / name).out == ""
        assert numlink.load(tmp_path / name) == [numlink.generate(6, seed=seed) for seed in (1, 2)]


@pytest.mark.bulk
def test_verify_says_what_proved_it(run):
    result = run("new", 7, "--seed", 1, "--verify", "--json")
    assert result.err == "numlink: seed 1: verified by frontier\n"
    assert json.loads(result.out)["verified"] == "frontier"
    wide = run("new", 16, "--seed", 1, "--verify", "--claim", "strict")
    assert wide.err == "numlink: seed 1: verified by cadical\n"


@pytest.mark.bulk
def test_verify_within_a_budget():
    """Nothing is printed as verified after the time is over."""
    puzzle = numlink.generate(16, seed=1)
    assert verify(puzzle, budget=0.0001) == "not verified"


def test_verify_names_the_extra_that_is_missing(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert run("new", 6, "--seed", 1, "--verify").code == 0
    assert_one_line_error(run("new", 14, "--seed", 1, "--verify"), "pip install 'numlink[verify]'")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["5", "--pairs", "12"], ["12 pairs", "36 cells", "at most 8"]),
        (["5", "--pairs", "a..b"], ["a..b", "8..10"]),
        (["2"], ["one path cannot cover"]),
        (["0"], ["0x0", "at least 1"]),
        (["nine"], ["12x8", "nine"]),
        (["5", "--solids", "lots"], ["few", "lots"]),
        (["5", "--claim", "maybe"], ["maybe"]),
        (["5", "--rules", "covers"], ["covers"]),
        (["--recipe", "numlink 7 5x5 seed=1"], ["version 7"]),
        (["6", "--recipe", "numlink 1 5x5 seed=1"], ["--recipe", "SIZE"]),
        (["--seed", "2", "--recipe", "numlink 1 5x5 seed=1"], ["--recipe", "--seed"]),
        (["--mask", "/nowhere"], ["cannot read"]),
        (["5", "--count", "0"], ["--count"]),
        (["5", "-o", "board.xyz", "--seed", "1"], ["board.xyz"]),
    ],
)
def test_bad_wishes_get_one_line(run, arguments, words):
    assert_one_line_error(run("new", *arguments), *words)


def test_a_mask_of_another_size(run, tmp_path):
    mask = tmp_path / "mask.txt"
    mask.write_text("X . .\n. . .\n. . .\n")
    assert_one_line_error(run("new", 5, "--mask", mask), "3x3", "5x5")


def test_a_mask_that_is_a_picture(run, tmp_path):
    (tmp_path / "mask.png").write_bytes(b"\x89PNG\r\n\x1a\n1 2")
    assert_one_line_error(run("new", "--mask", tmp_path / "mask.png"), "is a picture, not text. Give a text file")


def test_a_budget_ends_with_nothing_printed(run):
    result = run("new", 40, "--pairs", 60, "--seed", 1, "--budget", 0.2)
    assert (result.code, result.out) == (3, "")
    assert "seed 1: the budget of 0.2 seconds ended before a puzzle was proven" in result.err


def test_boxes_on_a_terminal():
    ours, theirs = pty.openpty()
    quiet = {**os.environ, "NO_COLOR": "1"}
    process = start("new", 5, "--seed", 1, stdout=theirs, stderr=subprocess.PIPE, text=False, env=quiet)
    os.close(theirs)
    seen = b""
    while seen.count(b"\n") < 11:
        seen += os.read(ours, 4096)
    _, err = process.communicate()
    os.close(ours)
    assert numlink.parse(seen.decode().replace("\r", ""))[0] == numlink.generate(5, seed=1)
    assert err == b"numlink: exactly one solution under cover; recipe: numlink 1 5x5 seed=1 claim=strict style=app\n"


def test_ctrl_c_and_progress():
    process = start("new", 40, "--pairs", 60, "--seed", 1, "--progress")
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err


def test_new_pipes_into_repair(run):
    made = run("new", 9, "--seed", 2, "--count", 2)
    result = run("repair", stdin=made.out)
    assert result.code == 0
    assert numlink.parse(result.out) == numlink.parse(made.out)
    assert result.err.count("already unique, under cover") == 2


def test_repair_says_what_it_changed_and_goes_on(run):
    good = numlink.dumps(numlink.Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12)))
    none = "1 2\n2 1\n"
    once = "1 . .\n"
    result = run("repair", stdin=f"{none}\n{good}\n{once}")
    assert result.code == 2
    fixed = numlink.parse(result.out)
    assert [numlink.prove(puzzle).answer.value for puzzle in fixed] == ["unique"]
    assert "puzzle 1: the puzzle has no solution" in result.err
    assert " added pairs, under cover." in result.err
    assert result.err.count("puzzle 2: path 1 cut between") == fixed[0].pairs - 1 > 0
    assert "puzzle 3: row 1, column 1: number 1 occurs once" in result.err


def test_repair_in_files_with_solutions(run, tmp_path):
    source, target = tmp_path / "a.txt", tmp_path / "b.json"
    source.write_text(numlink.dumps(numlink.generate_classic(20, seed=1)))
    assert run("repair", source, "-o", target, "--solution").code == 0
    puzzle = numlink.load(target)[0]
    assert numlink.prove(puzzle, puzzle.solution).answer.value == "unique"


def smallest_number_of_cuts(puzzle, solution):
    """Tries all sets of links in order of size, with a count for each."""
    from itertools import combinations

    links = [pair for path in solution.paths for pair in zip(path, path[1:], strict=False)]
    for size in range(len(links)):
        for chosen in combinations(links, size):
            paths = []
            for path in solution.paths:
                part = [path[0]]
                for pair in zip(path, path[1:], strict=False):
                    if pair in chosen:
                        paths.append(tuple(part))
                        part = []
                    part.append(pair[1])
                paths.append(tuple(part))
            if min(map(len, paths)) < 2:
                continue
            cut = numlink.Puzzle.from_solution(
                numlink.Solution(puzzle.width, puzzle.height, tuple(paths)), rules=puzzle.rules
            )
            if numlink.count(cut) == 1:
                return size
    return None


AMBIGUOUS = [
    (4, 4, {0: 1, 3: 1}, numlink.COVER),
    (4, 3, {0: 1, 11: 1}, numlink.COVER),
    (4, 4, {0: 1, 12: 1, 3: 2, 15: 2}, numlink.COVER),
    (4, 3, {0: 1, 11: 1}, numlink.FREE),
    (3, 3, {0: 1, 8: 1}, numlink.FREE),
    (5, 2, {0: 1, 4: 1, 5: 2, 7: 2}, numlink.FREE),
    (4, 4, {0: 1, 15: 1}, numlink.FREE_NO_TOUCH),
]


@pytest.mark.table(3)
@pytest.mark.parametrize(("width", "height", "ends", "rules"), AMBIGUOUS)
def test_no_smaller_repair_exists(width, height, ends, rules):
    puzzle = numlink.Puzzle(width, height, tuple(ends.get(cell, 0) for cell in range(width * height)), rules)
    assert numlink.count(puzzle) > 1
    for seed in range(4):
        solution = numlink.sample(puzzle, seed=seed)
        least = smallest_number_of_cuts(puzzle, solution)
        if least is None:
            with pytest.raises(numlink.InputError, match="fewer than two cells"):
                repair(puzzle, solution)
            continue
        fixed = repair(puzzle, solution)
        assert fixed.least
        assert len(fixed.changes) == least == fixed.puzzle.pairs - puzzle.pairs > 0
        assert numlink.check(fixed.puzzle, fixed.puzzle.solution) == []
        assert numlink.count(fixed.puzzle) == 1


@pytest.mark.bulk
def test_repair_of_large_boards():
    for seed in range(3):
        puzzle = numlink.generate_classic(24, seed=seed)
        fixed = repair(puzzle)
        assert fixed.puzzle.pairs == puzzle.pairs + len(fixed.changes)
        assert numlink.prove(fixed.puzzle, fixed.puzzle.solution).answer.value == "unique"


def test_repair_within_a_budget():
    with pytest.raises(numlink.BudgetEnded):
        repair(hard_board(), budget=0.2)  # about which colours say nothing


def test_puzzles_have_the_requested_difficulty(run):
    """The rating confirms the grade, the recipe reproduces the puzzle, and impossible grades are refused."""
    for grade in ("easy", "medium", "hard"):
        result = run("new", 8, "--difficulty", grade, "--seed", 5, "--json")
        assert result.code == 0
        puzzle = numlink.parse(result.out)[0]
        assert str(numlink.rate(puzzle).grade) == grade
        assert numlink.from_recipe(puzzle.recipe) == puzzle
        assert numlink.prove(puzzle).answer is numlink.Answer.UNIQUE
    refused = run("new", 8, "--difficulty", "fiendish")
    assert refused.code == 2
    assert (
        "'fiendish' is not a grade. Use easy, medium, hard, expert, extreme, or a range like easy..extreme."
        in refused.err
    )
    assert run("new", 8, "--difficulty", "hard", "--pairs", "9").code == 2


def test_none_of_many_is_another_one_turned_or_mirrored(run):
    """Thirty different 4x4: seeds 1 to 30 repeat some, later seeds stand in; recipes make each again."""
    result = run("new", 4, "--count", 30, "--seed", 1)
    puzzles = numlink.parse(result.out)
    assert (result.code, len(puzzles)) == (0, 30)
    assert len({(puzzle.canonical().cells) for puzzle in puzzles}) == 30
    seeds = [puzzle.seed for puzzle in puzzles]
    assert max(seeds) > 30
    assert all(seed == number or seed > 30 for number, seed in enumerate(seeds, start=1))
    assert numlink.generate(4, seed=seeds[-1]) == puzzles[-1]


def test_a_size_with_too_few_puzzles_says_so(run):
    result = run("new", 4, "--count", 300, "--seed", 1, "--style", "lab")
    found = len(numlink.parse(result.out))
    assert result.code == 3
    assert 35 < found < 60
    assert f"4x4 has too few different puzzles: {found} were found" in result.err


def test_excluded_puzzles_are_not_made_again(run, tmp_path):
    known = tmp_path / "known.txt"
    known.write_text(run("new", 5, "--count", 3, "--seed", 1).out)
    again = numlink.parse(run("new", 5, "--count", 3, "--seed", 1, "--exclude", known).out)
    assert not {puzzle.canonical().cells for puzzle in again} & {
        puzzle.canonical().cells for puzzle in numlink.load(known)
    }


@pytest.mark.parametrize("command", ["new 4 --seed 1 --difficulty any,easy", "new 4 --seed 1", "classic 4 --seed 1"])
def test_the_first_of_many_puzzles_does_not_wait_for_the_others(command, monkeypatch, capsys):
    """With --count 100000 it would come after five seconds if all requests were prepared first."""

    def until_the_first(count):
        monkeypatch.setattr("numlink.commands.new._Maker.show", stopped)
        monkeypatch.setattr("numlink.commands.classic._print_boards", stopped)

        def work():
            assert run_numlink(*command.split(), "--count", count, capsys=capsys).code == 130

        work()  # imports modules
        return calls_of(work)

    assert until_the_first(10_000) < until_the_first(10) + 1_000


def stopped(*_):
    raise KeyboardInterrupt
