"""`check --answers`: the file of a leaderboard against boards by name or by recipe."""

import json

import pytest

import numlink
from tests.cli import assert_one_line_error
from tests.cli import numlink as run

HEAD = {"leaderboard": 1, "solver": "mine 1", "hardware": "a PC", "limit": 10}
SEVERAL = numlink.Puzzle.from_rows([[1, 0, 0], [0, 0, 0], [0, 0, 1]], rules=numlink.FREE)
NONE = numlink.Puzzle.from_rows([[1, 2], [2, 1]])
PATHS = {
    "several": [[[0, 0], [0, 1], [0, 2], [1, 2], [2, 2]]],
    "crossing": [[[0, 0], [1, 1], [2, 2]]],
    "wide": [[[0, 0], [0, 9]]],
}


@pytest.fixture
def files(tmp_path):
    """Writes answers and the boards `several` and `none`; returns the command's arguments."""

    def write(*answers, head=HEAD):
        boards = [numlink.Puzzle(*p[1:3], p[0].cells, p[0].rules, name=p[3]) for p in BOARDS]
        (tmp_path / "boards.jsonl").write_text(numlink.dumps(boards, "json"))
        (tmp_path / "answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in (head, *answers)))
        return "check", "--answers", tmp_path / "answers.jsonl", tmp_path / "boards.jsonl"

    return write


BOARDS = [(SEVERAL, 3, 3, "several"), (NONE, 2, 2, "none")]


def told(files, capsys, *answers, code):
    found = run(*files(*answers), "--json", capsys=capsys)
    assert found.code == code
    return [json.loads(line) for line in found.out.splitlines()]


@pytest.mark.parametrize(
    ("answer", "worth", "reason", "code"),
    [
        ({"paths": PATHS["several"]}, "right", None, 0),
        ({"paths": PATHS["several"], "verdict": "multiple"}, "right", None, 0),
        ({"paths": PATHS["several"], "verdict": "unique"}, "wrong", "says unique, but the board is multiple", 1),
        ({"paths": PATHS["several"], "verdict": "none"}, "wrong", "says that there is no solution, but gives one", 1),
        ({"paths": PATHS["several"], "seconds": 10.5}, "missing", "over the limit of 10 s", 0),
        ({"verdict": "multiple"}, "missing", "no solution", 0),
        ({"verdict": "none"}, "wrong", "says none, but the board is multiple", 1),
        ({"paths": PATHS["crossing"]}, "wrong", "jumps", 1),
        ({"paths": PATHS["wide"]}, "wrong", "'paths'[0][1] is [0, 9]", 1),
        ({"paths": []}, "wrong", "", 1),
        ({"paths": "(0,0)"}, "wrong", "expected a list of paths", 1),
    ],
)
def test_an_answer_is_worth_what_the_judge_and_a_proof_say(files, capsys, answer, worth, reason, code):
    several, none = told(files, capsys, {"board": "several", "seconds": 0.5} | answer, code=code)
    assert several["worth"] == worth
    assert several["seconds"] == answer.get("seconds", 0.5)
    assert (several["reason"] is None) if reason is None else (reason in several["reason"])
    assert none == {"puzzle": 2, "name": "none", "board": "none", "worth": "missing", "seconds": None} | {
        "reason": "no answer"
    }


def test_the_verdict_none_can_be_the_right_answer(files, capsys):
    found = told(files, capsys, {"board": "none", "seconds": 1, "verdict": "none"}, code=0)
    assert found[1]["worth"] == "right"


def test_a_verdict_that_no_budget_proves_is_open(files, capsys):
    answer = {"board": "several", "paths": PATHS["several"], "seconds": 1, "verdict": "unique"}
    found = run(*files(answer), "--budget", 1e-9, capsys=capsys)
    assert found.code == 3
    assert "puzzle 1 (several): unproven: says unique, which could not be proven in time" in found.out


def test_the_table_scores_what_was_answered_in_time(files, capsys):
    found = run(*files({"board": "several", "seconds": 0.5, "paths": PATHS["several"]}), capsys=capsys)
    assert found.out.splitlines() == [
        "mine 1; a PC; 10 s per board",
        "boards  answers  right  wrong    PAR-2    median    worst",
        "     2        1      1      0  20.50 s  10.250 s  20.00 s  boards",
    ]
    again = run(*files({"board": "several", "seconds": 0.5, "paths": PATHS["several"]}), "--workers", 2, capsys=capsys)
    assert again.out == found.out


def test_boards_by_recipe_need_no_file(tmp_path, capsys):
    puzzle = numlink.generate(5, seed=3)
    paths = [[list(position) for position in path] for path in puzzle.solution.positions()]
    lines = [HEAD, {"board": puzzle.recipe, "paths": paths, "verdict": "unique", "seconds": 0}]
    (tmp_path / "a").write_text("\n".join(map(json.dumps, lines)))
    found = run("check", "--answers", tmp_path / "a", "--json", capsys=capsys)
    assert (found.code, json.loads(found.out)["worth"]) == (0, "right")
    (tmp_path / "a").write_text("\n".join(map(json.dumps, [HEAD, lines[1] | {"board": "drawing app 17"}])))
    assert_one_line_error(run("check", "--answers", tmp_path / "a", capsys=capsys), "line 2", "Name the file")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["{"], "line 1, column 2: this is not JSON"),
        (["[]"], "line 1: '[]' is not an object"),
        (["{}"], "line 1: the first line must be the head"),
        ([json.dumps(HEAD | {"leaderboard": True})], "the first line must be the head"),
        ([json.dumps(HEAD | {"solver": ""})], "'solver' must be text"),
        ([json.dumps(HEAD | {"limit": "10"})], "'limit' must be a number of seconds"),
        ([json.dumps(HEAD), '{"board": "several", "seconds": NaN}'], "line 2: 'seconds' must be"),
        ([json.dumps(HEAD), '{"board": "several", "seconds": -1}'], "line 2: 'seconds' must be"),
        ([json.dumps(HEAD), '{"board": 3, "seconds": 1}'], "line 2: 'board' must be text"),
        ([json.dumps(HEAD), '{"board": "several", "seconds": 1, "verdict": "perhaps"}'], "expected unique, multiple"),
        (
            [json.dumps(HEAD), *['{"board": "several", "seconds": 1}'] * 2],
            "line 3: board 'several' was answered in line 2",
        ),
        ([json.dumps(HEAD), "[" * 100_000], "line 2: this JSON is nested too deeply"),
    ],
)
def test_a_malformed_file_of_answers_is_refused(files, capsys, lines, said):
    arguments = files()
    arguments[2].write_text("\n".join(lines))
    assert_one_line_error(run(*arguments, capsys=capsys), said)


def test_answers_to_other_boards_are_reported(files, capsys):
    found = run(*files({"board": "elsewhere", "seconds": 1, "verdict": "none"}), capsys=capsys)
    assert found.code == 0
    assert "1 answer to boards that were not given, such as 'elsewhere'" in found.err


def test_options_that_contradict_are_refused(files, capsys):
    for option in (("--show",), ("--lab",), ("--rules", "free")):
        assert_one_line_error(run(*files(), *option, capsys=capsys), "--answers judges under each puzzle's own rules")


def test_the_race_writes_what_check_reads(tmp_path, capsys):
    race = pytest.importorskip("bench.race")

    puzzle = numlink.generate(4, seed=2)
    puzzle = numlink.Puzzle(4, 4, puzzle.cells, puzzle.rules, puzzle.solution, name="drawing app 1")
    outcome = race.judged(puzzle, "unique\n" + numlink.dumps([puzzle], "plain"), 0.25)
    (tmp_path / "a").write_text(json.dumps(HEAD) + "\n" + race.answer_line(puzzle, outcome))
    (tmp_path / "b").write_text(numlink.dumps([puzzle.with_solution(None)], "plain"))
    found = run("check", "--answers", tmp_path / "a", tmp_path / "b", "--json", capsys=capsys)
    assert (found.code, json.loads(found.out)["worth"]) == (0, "right")
    assert "cores" in race.hardware()
