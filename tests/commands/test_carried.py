"""A solution in the input changes no answer if it is wrong, or right only under other rules."""

import pytest

import numlink as package
from tests.cli import numlink
from tests.promises.commands import ANSWERED

ROUND = package.Puzzle(3, 2, (1, 1, 2, 0, 0, 2))
"""One solution under cover, no-touch has none."""
SHORT = package.Solution(3, 2, ((0, 1), (2, 5)))
"""A solution of ROUND where cells may stay empty."""
CROSSED = package.Solution(3, 2, ((2, 5), (0, 1)))
"""The paths of SHORT, each with the other's number: wrong under all rules."""

JUDGES = {"check", "check --json"}
"""Commands whose answer could depend on the solution in the input."""
COPIES = {"convert", "show"}
"""Commands that write the board unchanged."""
EVERY = [command for command in ANSWERED if command.name not in JUDGES and command.words[0] not in COPIES]


def run(words, puzzle, rules, capsys):
    words = [*words, *(["--rules", rules] if rules else [])]
    done = numlink(*words, stdin=package.dumps(puzzle, "json"), capsys=capsys)
    return done.code


@pytest.mark.parametrize("rules", ["cover", "no-touch", "free", "free-no-touch"])
@pytest.mark.parametrize("command", EVERY, ids=lambda command: command.name)
def test_a_solution_for_other_rules_changes_no_exit_code(command, rules, capsys):
    own = "cover" if rules.startswith("free") else "free"
    around = package.solve(ROUND).solution if own == "cover" else SHORT
    expected = {run(command.words, ROUND.with_rules(own), rules, capsys)}
    if command.words[0] == "repair" and own == "cover":
        expected.add(0)  # a right solution is kept, and this one can be cut where the first one found cannot
    assert run(command.words, ROUND.with_rules(own).with_solution(around), rules, capsys) in expected


@pytest.mark.parametrize("solution", [SHORT, CROSSED])
@pytest.mark.parametrize("form", ["text", "drat"])
def test_a_certificate_is_written_whatever_solution_comes_with_the_board(solution, form, tmp_path, capsys):
    words = ["prove", "--certificate", tmp_path / "proof", "--as", form]
    assert run(words, ROUND.with_solution(solution), None, capsys) == 0
    assert run(words, ROUND.with_rules("free").with_solution(CROSSED), "cover", capsys) == 0
    if form == "text":
        assert numlink("verify-certificate", tmp_path / "proof", capsys=capsys).code == 0


@pytest.mark.parametrize("solution", [SHORT, CROSSED])
def test_python_functions_use_a_given_solution_only_if_it_is_right(solution):
    board = ROUND.with_solution(solution)
    assert package.verify_certificate(package.certificate(board))
    assert package.verify_certificate(package.certificate(board.with_rules("free"), rules="cover"))
    assert package.repair(board.with_rules("free"), rules="cover").changes == ()
    assert package.rate(board).grade > 0
    assert not package.Game.start(board, proven=True).only_solution


def test_repair_says_that_the_solution_of_a_file_is_wrong_under_its_own_rules(capsys):
    """`repair` should keep this solution, so it does not silently take another."""
    assert run(["repair"], ROUND.with_solution(SHORT), None, capsys) == 2


@pytest.mark.parametrize("words", [["convert", "-"], ["show"], ["convert", "-", "--to", "json"], ["show", "--json"]])
def test_a_solution_wrong_under_the_given_rules_is_not_written(words, capsys):
    text = package.dumps(ROUND.with_rules("free").with_solution(SHORT), "json")
    done = numlink(*words, "--rules", "cover", stdin=text, capsys=capsys)
    assert done.code == 0
    assert package.parse(done.out)[0].solution is None
    assert "its solution breaks the rules cover: left out" in done.err
    kept = numlink(*words, "--rules", "free-no-touch", stdin=text, capsys=capsys)
    assert package.parse(kept.out)[0].solution == SHORT
    as_it_is = numlink(*words, stdin=package.dumps(ROUND.with_solution(SHORT), "json"), capsys=capsys)
    assert package.parse(as_it_is.out)[0].solution == SHORT, "a wrong solution is for `check` to tell"
