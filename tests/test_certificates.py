"""Certificates: written by the search, read by a checker that shares nothing with it, and refused when they lie."""

import ast
import json
import random
import sys
from pathlib import Path

import pytest

from numlink import (
    COVER,
    InputError,
    Puzzle,
    certificate,
    certificates,
    dumps,
    generate,
    generate_classic,
    prove,
    verify_certificate,
)
from numlink.certificates import BoardFacts, ClauseSet, NoProof, signed
from numlink.model.rules import EVERY_RULES
from tests import oracle
from tests.boards import random_board, sizes_up_to
from tests.cli import assert_one_line_error
from tests.cli import numlink as run


@pytest.mark.parametrize("size", range(7, 13))
@pytest.mark.parametrize("seed", range(3))
def test_generated_puzzles_are_certified(size, seed):
    puzzle = generate(size, seed=seed)
    found = verify_certificate(certificate(puzzle))
    assert (found.rules, found.width, found.cells) == ("cover", size, puzzle.cells)
    assert [tuple(found.paths[number]) for number in sorted(found.paths)] == list(puzzle.solution.paths)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_random_boards_have_a_certificate_exactly_where_they_have_one_solution(rules):
    stream = random.Random(f"certificates {rules}")
    certified = 0
    for _ in range(150):
        puzzle = random_board(stream, *stream.choice(sizes_up_to(16)), rules=rules)
        truth = oracle.solutions(*oracle.rectangle(puzzle.width, puzzle.height, puzzle.cells))[rules.fill, rules.touch]
        if len(truth) != 1:
            with pytest.raises(InputError, match="no certificate of one solution"):
                certificate(puzzle)
            continue
        certified += 1
        verify_certificate(certificate(puzzle))
    assert certified > 15


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_nothing_follows_that_a_solution_denies(rules):
    """Random clauses: what the checker accepts holds in every solution, or, where one is set aside, in every other."""
    stream = random.Random(f"lies {rules}")
    accepted = refused = 0
    for _ in range(400):
        puzzle = random_board(stream, *stream.choice(sizes_up_to(16)), rules=rules, fewest=1)
        cells, links = oracle.rectangle(puzzle.width, puzzle.height, list(puzzle.cells))
        models = oracle.models(cells, links, fill=rules.fill, touch=rules.touch)
        if not models:
            continue
        known = stream.choice([*models, None])
        others = [model for model in models if model != known]
        board = BoardFacts(puzzle.width, puzzle.height, cells, fill=rules.fill, touch=rules.touch)
        clauses = ClauseSet(board)
        if known is not None:
            clauses.add([-link for link, on in enumerate(known, start=1) if on])
        for _ in range(30):
            chosen = stream.sample(range(1, len(links) + 1), min(len(links), stream.randint(0, 4)))
            clause = [link * stream.choice([1, -1]) for link in chosen]
            if clauses.follows(clause):
                accepted += 1
                assert all(any(model[abs(link) - 1] == (link > 0) for link in clause) for model in others)
                clauses.add(clause)
            else:
                refused += 1
    assert accepted > 100
    assert refused > 300


def lines_of(text):
    return text.splitlines()[:-1]


def resigned(lines):
    return signed("".join(f"{line}\n" for line in lines))


LONG = certificate(generate(10, seed=3))


def test_a_clause_taken_out_or_altered_is_refused():
    lines = LONG.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("clauses")) + 1
    assert len(lines) - first > 50
    for at in range(first, len(lines) - 1):
        with pytest.raises(NoProof, match="the hash"):
            verify_certificate("\n".join(lines[:at] + lines[at + 1 :]) + "\n")
        literals = lines[at].split()
        altered = " ".join([str(-int(literals[0])) if literals[0] != "0" else "1 0", *literals[1:]])
        with pytest.raises(NoProof, match="the hash"):
            verify_certificate("\n".join([*lines[:at], altered, *lines[at + 1 :]]) + "\n")


def test_what_is_signed_anew_must_still_be_proven():
    lines = lines_of(LONG)
    at = next(at for at, line in enumerate(lines) if line.startswith("clauses"))
    for altered, words in (
        ([*lines[:at], "clauses 1", "0"], "does not follow"),
        ([*lines[:at], "clauses 0"], "is expected"),
        ([*lines[:at], f"clauses {len(lines) - at - 2}", *lines[at + 1 : -1]], "may be another solution"),
        ([*lines[:-1], lines[-2]], "may be another solution"),
        ([line.rpartition(" ")[0] if line.startswith("solution") else line for line in lines], "solution"),
    ):
        with pytest.raises(NoProof, match=words):
            verify_certificate(resigned(altered))


def test_a_number_taken_off_the_board_is_noticed():
    """Fewer numbers, more solutions: no clause may be accepted that only the old board allowed, to the empty one."""
    puzzle = generate(9, seed=1)
    for number in range(1, puzzle.pairs + 1):
        lines = lines_of(certificate(puzzle))
        for row in range(3, 3 + 9):
            lines[row] = " ".join("." if token == str(number) else token for token in lines[row].split())
        with pytest.raises(NoProof):
            verify_certificate(resigned(lines))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        resigned(["numlink certificate 2"]),
        resigned(["numlink certificate 1", "rules lax"]),
        resigned(["numlink certificate 1", "rules cover", "board 2 1", "1 2", "solution 1", "clauses 1", "0"]),
        resigned(["numlink certificate 1", "rules cover", "board 2 1", "1 1", "solution", "clauses 1", "0"]),
        resigned(["numlink certificate 1", "rules cover", "board 2 1", "1 1", "solution 2", "clauses 1", "0"]),
        resigned(["numlink certificate 1", "rules cover", "board 2 1", "1 1", "solution 1", "clauses 1", "0", "0"]),
        resigned(["numlink certificate 1", "rules cover", "board 3 1", "1 1 .", "solution 1", "clauses 1", "0"]),
    ],
)
def test_what_is_no_certificate_is_refused_with_its_line(text):
    with pytest.raises(NoProof, match=r"^line \d+: .*\.$"):
        verify_certificate(text)


def test_the_checker_is_short_and_shares_nothing():
    source = Path(certificates.__file__).read_text()
    assert len(source.splitlines()) < 400
    imported = {node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    imported |= {
        alias.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import) for alias in node.names
    }
    assert imported <= {*sys.stdlib_module_names, "collections.abc"}


def test_boards_without_one_solution_have_none():
    with pytest.raises(InputError, match="no certificate of one solution"):
        certificate(Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12)))


def test_the_commands(tmp_path, capsys):
    target = tmp_path / "proof.txt"
    puzzle = dumps([generate(7, seed=1).with_solution(None)])
    done = run("prove", "--certificate", target, stdin=puzzle, capsys=capsys)
    assert (done.code, done.out) == (0, "")
    checked = run("verify-certificate", target, "--json", capsys=capsys)
    assert json.loads(checked.out)["verified"]
    assert "verified: the board of 7x7" in run("verify-certificate", stdin=target.read_text(), capsys=capsys).out
    target.write_text(target.read_text().replace("rules cover", "rules free"))
    refused = run("verify-certificate", target, capsys=capsys)
    assert refused.code == 1
    assert "proof.txt: line" in refused.err
    lab = dumps([generate_classic(9, seed=seed).with_solution(None) for seed in range(8)])
    stream = run("prove", "--json", stdin=lab, capsys=capsys)
    expected = [prove(generate_classic(9, seed=seed), rules=COVER).answer.value for seed in range(8)]
    assert [json.loads(line)["verdict"] for line in stream.out.splitlines()] == expected
    assert stream.code == 1
    assert_one_line_error(run("prove", "--certificate", target, stdin=lab, capsys=capsys), "--pick")
    many = Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12))
    none = tmp_path / "none.txt"
    assert run("prove", "--certificate", none, stdin=dumps([many]), capsys=capsys).code == 1
    assert not none.exists()
