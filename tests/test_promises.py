"""The table of promises (tests/promises.py): a sample of its cells, and all of them in the long run."""

from random import Random
from zlib import crc32

import pytest

from numlink.model.rules import EVERY_RULES
from tests.boards import KINDS
from tests.cli import numlink
from tests.promises import COMMANDS, PROMISES, SORTS, case_of

NAMES = [line.name for line in (*PROMISES, *COMMANDS)]
LINES = dict(zip(NAMES, (*PROMISES, *COMMANDS), strict=True))
CELLS_A_LINE = 4
"""Of 360, sampled by the name of the line: another line has other cells."""


@pytest.fixture(scope="module")
def cases():
    """The board of each cell that was asked for, made once: by kind, sort and rules."""
    known = {}

    def case(kind, sort, rules, number=0):
        key = kind, sort, rules, number
        if key not in known:
            known[key] = case_of(Random(crc32(f"{kind} {sort} {rules} {number}".encode())), kind, sort, rules)
        return known[key]

    return case


def keep(line, case, capsys):
    try:
        if line in COMMANDS:
            line.keep(case, lambda *words, stdin: numlink(*words, stdin=stdin, capsys=capsys))
        else:
            line.keep(case)
    except Exception as error:
        error.add_note(f"{line.name}: {case}")
        raise


def table():
    return [(kind, sort, rules) for kind in KINDS for sort in SORTS for rules in EVERY_RULES]


@pytest.mark.parametrize("name", NAMES)
def test_promises_are_kept(name, cases, capsys):
    asked = 0
    for kind, sort, rules in Random(name).sample(table(), CELLS_A_LINE):
        if (case := cases(kind, sort, rules)) is not None:
            keep(LINES[name], case, capsys)
            asked += 1
    assert asked


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_all_promises_are_kept(name, kind, cases, capsys):
    for sort in SORTS:
        for rules in EVERY_RULES:
            if (case := cases(kind, sort, rules)) is not None:
                keep(LINES[name], case, capsys)


@pytest.mark.parametrize("sort", SORTS)
def test_every_sort_is_found(sort, cases):
    """A table of empty cells would keep every promise.  Several small covers without touching are rare."""
    found = sum(cases(kind, sort, rules) is not None for kind in KINDS[::3] for rules in EVERY_RULES)
    assert found >= (4 if sort == "several" else 10)
