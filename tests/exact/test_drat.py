"""Certificates as CNF and DRAT: a checker of plain clauses, which knows no boards, reads them, and they are true."""

import random
import re
from dataclasses import replace

import pytest

from numlink import BudgetEnded, InputError, dumps, generate, prove
from numlink.exact import drat
from numlink.exact.budget import Budget
from numlink.exact.drat import plain_clauses
from numlink.model.rules import EVERY_RULES
from tests import oracle
from tests.boards import KINDS, small_board
from tests.cli import assert_one_line_error
from tests.cli import numlink as run


def clauses_of(text):
    """The clauses of a file in DIMACS."""
    lines = (line for line in text.splitlines() if line[:1] not in ("c", "p"))
    clauses = [[int(token) for token in line.split()] for line in lines]
    assert all(clause[-1] == 0 for clause in clauses)
    return [clause[:-1] for clause in clauses]


def refuted_by_propagation(clauses, assumed):
    """Whether unit propagation alone meets a contradiction; it goes through all clauses until nothing changes."""
    true = {*assumed}
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if true.isdisjoint(clause):
                left = [literal for literal in clause if -literal not in true]
                if not left:
                    return True
                if len(left) == 1:
                    true.add(left[0])
                    changed = True
    return False


def first_wrong(cnf, proof):
    """The place of the first clause of a proof that does not follow; None if all do and the last is empty."""
    known = clauses_of(cnf)
    steps = clauses_of(proof)
    for place, clause in enumerate(steps):
        if not refuted_by_propagation(known, [-literal for literal in clause]):
            return place
        known.append(clause)
    return None if steps and not steps[-1] else len(steps)


MADE = [
    {"width": 7},
    {"width": 8, "wrap": "both"},
    {"width": 8, "bridges": 2},
    {"width": 7, "rules": "no-touch"},
    {"width": 6, "rules": "free", "claim": "strict"},
]


@pytest.mark.parametrize("wishes", MADE, ids=lambda wishes: " ".join(map(str, wishes.values())))
def test_a_checker_of_plain_clauses_verifies_it(wishes):
    puzzle = generate(**wishes, seed=1)
    found = plain_clauses(puzzle, prove(puzzle))
    assert first_wrong(found.cnf, found.drat) is None
    variables, count = map(int, next(line for line in found.cnf.splitlines() if line[0] == "p").split()[2:])
    clauses = clauses_of(found.cnf)
    assert (count, variables) == (len(clauses), len(puzzle.grid.links()))
    used = {link for link, on in enumerate(links_drawn(puzzle), start=1) if on}
    [another] = [clause for clause in clauses if not any((abs(literal) in used) == (literal > 0) for literal in clause)]
    assert sorted(-literal for literal in another) == sorted(used)
    allowed = found.cnf.replace(" ".join(map(str, [*another, 0])) + "\n", "")
    assert first_wrong(allowed, found.drat) is not None


def links_drawn(puzzle):
    drawn = {*puzzle.solution.links()}
    return [link in drawn for link in puzzle.grid.links()]


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_all_clauses_hold_in_the_solution_except_the_one_that_excludes_it(rules):
    """And there are such files exactly if brute force finds one solution."""
    stream = random.Random(f"plain clauses {rules}")
    met = 0
    for kind in KINDS:
        for _ in range(8):
            puzzle = replace(small_board(stream, kind, 13), rules=rules, solution=None)
            cells = [*puzzle.cells, *(0 for _ in puzzle.layout.bridges)]
            links = [(min(link), max(link)) for link in puzzle.grid.track_links()]
            models = oracle.models(cells, links, fill=rules.fill, touch=rules.touch)
            if len(models) != 1:
                with pytest.raises(InputError, match="no certificate"):
                    plain_clauses(puzzle, prove(puzzle))
                continue
            met += 1
            found = plain_clauses(puzzle, prove(puzzle))
            assert first_wrong(found.cnf, found.drat) is None
            wrong = [
                clause
                for clause in clauses_of(found.cnf)
                if not any(models[0][abs(literal) - 1] == (literal > 0) for literal in clause)
            ]
            assert len(wrong) == 1
            assert wrong[0] == [-link for link, on in enumerate(models[0], start=1) if on]
    assert met > 20


def test_the_command(tmp_path, capsys):
    target = tmp_path / "proof"
    stream = dumps([generate(6, seed=1).with_solution(None)])
    done = run("prove", "--certificate", target, "--as", "drat", stdin=stream, capsys=capsys)
    assert (done.code, done.out) == (0, "")
    texts = [(tmp_path / f"proof.{ending}").read_text() for ending in ("cnf", "drat")]
    assert first_wrong(*texts) is None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["proof.cnf", "proof.drat"]
    assert_one_line_error(run("prove", "--as", "drat", stdin=stream, capsys=capsys), "--certificate OUT")


def test_a_long_proof_says_how_large_and_how_long_it_is(monkeypatch):
    """Once, and the size is that of the file, exact to the kilobyte."""
    puzzle = generate(9, rules="free", seed=1)
    verdict = prove(puzzle)
    sentences = []
    quiet = plain_clauses(puzzle, verdict, tell=sentences.append)
    assert sentences == []
    monkeypatch.setattr(drat, "FIRST_LOOK", 20)
    found = plain_clauses(puzzle, verdict, tell=sentences.append)
    assert found == quiet
    [words] = sentences
    kilobytes = -(-len(found.drat) // 1000)
    assert re.fullmatch(rf"the proof has 340 clauses \({kilobytes} kB of DRAT\); .* about [\d.,]+ seconds", words)


class EndsAfter(Budget):
    """A budget that ends after a number of looks at it, so that the test is no race."""

    asked = 0

    @property
    def seconds(self):
        return 9.0 if self.asked > 25 else 0.0

    @property
    def ended(self):
        self.asked += 1
        return super().ended


def test_a_budget_that_ends_says_what_was_needed(tmp_path, capsys, monkeypatch):
    """How far the proof was followed and how long it is; exit code 3, no files, one line."""
    puzzle = generate(9, rules="free", seed=1)
    with pytest.raises(
        BudgetEnded, match=r"340 clauses \(\d+ kB of DRAT\), of which \d+ were .* all of it takes about [\d.,]+ seconds"
    ):
        plain_clauses(puzzle, prove(puzzle), budget=EndsAfter(9))
    monkeypatch.setattr("numlink.commands.prove.Budget", EndsAfter)
    target = tmp_path / "proof"
    done = run(
        "prove",
        "--certificate",
        target,
        "--as",
        "drat",
        "--budget",
        "9",
        "--quiet",
        stdin=dumps([puzzle]),
        capsys=capsys,
    )
    assert (done.code, done.out, done.err.count("\n")) == (3, "", 1)
    assert re.search(r"the budget of 9 seconds ended .* 340 clauses .* --budget, or write the certificate", done.err)
    assert [*tmp_path.iterdir()] == []
