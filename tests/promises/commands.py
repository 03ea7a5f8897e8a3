"""The commands that answer questions about boards."""

from __future__ import annotations

import json
from typing import Any

import numlink
from numlink import Answer
from tests import oracle
from tests.promises.answers import same_board
from tests.promises.cases import Case
from tests.promises.table import Command


def objects(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def says_verdict(case: Case, out: str) -> bool:
    (found,) = objects(out)
    return bool(found["verdict"] == case.answer and found["rules"] == case.rules.name)


def solves(case: Case, out: str) -> bool:
    """The solution on standard output is read back and is one; nothing where there is none."""
    if case.answer is Answer.NONE:
        return not out.strip()
    found = numlink.parse(out)
    if not case.puzzle.pairs:  # a board without a path says no paths
        return same_board(case, found)
    return all(puzzle.solution is not None and case.holds(puzzle.solution) for puzzle in found)


def says_count(case: Case, out: str) -> bool:
    return case.linkings is not None and out.strip() == str(len(case.linkings))


def counted_in_json(case: Case, out: str) -> bool:
    (found,) = objects(out)
    return case.linkings is not None and found["count"] == str(len(case.linkings))


def reads_back(case: Case, out: str) -> bool:
    return same_board(case, numlink.parse(out))


def repaired(case: Case, out: str) -> bool:
    if case.answer is Answer.NONE or not out.strip():
        return not out.strip() and case.answer is not Answer.UNIQUE
    (mended,) = numlink.parse(out)
    return len(oracle.linkings_of_puzzle(mended)) == 1


def says_grade(case: Case, out: str) -> bool:
    (found,) = objects(out)
    return bool((found["grade"] > 0) == (case.answer is Answer.UNIQUE) and found["verdict"] == case.answer)


ANSWERED = [
    Command(("solve",), none=1, holds=solves),
    Command(("solve", "--json"), none=1, holds=says_verdict),
    Command(("solve", "--limit", "3"), none=1, holds=solves),
    Command(("prove",), none=1, several=1),
    Command(("prove", "--json"), none=1, several=1, holds=says_verdict),
    Command(("count",), holds=says_count),
    Command(("count", "--json"), holds=counted_in_json),
    Command(("check",), none=1, several=1, illegal=1),
    Command(("check", "--json"), none=1, several=1, illegal=1),
    Command(("sample", "--seed", "1"), none=1, holds=solves),
    Command(("heat",), none=1),
    Command(("heat", "--json"), none=1),
    Command(("rate",), none=1, several=1),
    Command(("rate", "--json"), none=1, several=1, holds=says_grade),
    Command(("explain",), none=1, several=1),
    Command(("explain", "--json"), none=1, several=1),
    Command(("repair", "--solution"), none=1, may=1, holds=repaired),
    Command(("convert", "-", "--to", "plain"), illegal=0, holds=reads_back),
    Command(("convert", "-", "--to", "json"), illegal=0, holds=reads_back),
    Command(("show",), illegal=0, holds=reads_back),
    Command(("show", "--to", "svg"), illegal=0, holds=lambda case, out: "<svg" in out),
    Command(("show", "--to", "boxes"), illegal=0, holds=lambda case, out: bool(out.strip())),
    Command(("export", "-o", "-"), none=1, several=1, holds=lambda case, out: not out or "</html>" in out),
]
