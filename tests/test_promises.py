"""The table of promises (tests/promises): a sample of its cells, and all of them in the long run."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from zlib import crc32

import click
import pytest

import numlink as package
from numlink import arrays
from numlink.cli import LazyGroup
from numlink.model.rules import EVERY_RULES
from tests.boards import KINDS
from tests.cli import numlink
from tests.promises import COMMANDS, NOT_ABOUT_BOARDS, PROMISES, SORTS, case_of
from tests.tools import amount

NAMES = [line.name for line in (*PROMISES, *COMMANDS)]
LINES = dict(zip(NAMES, (*PROMISES, *COMMANDS), strict=True))
CELLS_A_LINE = amount(3, 6)
"""Sampled by the name of the line from SAMPLED: another line has other cells."""
SAMPLED = 60
"""Cells of the table, of 408, that are sampled: making a board and counting its solutions takes longest."""


@pytest.fixture(scope="module")
def cases():
    """The board of each wanted cell, by kind, sort and rules, made once."""
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
            with TemporaryDirectory() as folder:
                line.keep(case, lambda *words, stdin: numlink(*words, stdin=stdin, capsys=capsys), Path(folder))
        else:
            line.keep(case)
    except Exception as error:
        error.add_note(f"{line.name}: {case}")
        raise


def table():
    return [(kind, sort, rules) for kind in KINDS for sort in SORTS for rules in EVERY_RULES]


@pytest.mark.sampled
@pytest.mark.parametrize("name", NAMES)
def test_promises_are_kept(name, cases, capsys):
    asked = 0
    some = Random("promises").sample(table(), SAMPLED)
    for kind, sort, rules in Random(name).sample(some, CELLS_A_LINE):
        if (case := cases(kind, sort, rules)) is not None:
            keep(LINES[name], case, capsys)
            asked += 1
    assert asked


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_all_promises_are_kept(name, cases, capsys):
    for kind, sort, rules in table():
        if (case := cases(kind, sort, rules)) is not None:
            keep(LINES[name], case, capsys)


@pytest.mark.parametrize("sort", SORTS)
def test_every_sort_of_board_is_found(sort, cases):
    """An empty table would keep every promise. Several small covers without touching are rare."""
    found = sum(cases(kind, sort, rules) is not None for kind in KINDS[::3] for rules in EVERY_RULES)
    assert found >= (4 if sort == "several" else 10)


# ---------------------------------------------------------------------------------------------- what stands in it


def every_command():
    """The commands of `numlink --help`, those of a group one by one."""
    root = LazyGroup()
    context = click.Context(root)
    for name in root.list_commands(context):
        command = root.get_command(context, name)
        if isinstance(command, click.Group):
            yield from (f"{name} {each}" for each in command.list_commands(context))
        else:
            yield name


def test_every_command_is_in_the_table():
    there = {line.command for line in COMMANDS}
    assert there.isdisjoint(NOT_ABOUT_BOARDS)
    assert there | {*NOT_ABOUT_BOARDS} == {*every_command()}


def test_every_public_name_is_in_the_table():
    """And those of `learn` and `arrays`; values and errors occur as arguments and answers."""
    there = {name for line in PROMISES for name in (line.name.split()[0], *line.names)}
    wanted = {*package.__all__, *(each.__name__ for each in (*learning(), *inspected(arrays)))}
    assert wanted - there - {*VALUES} == set()
    assert there.isdisjoint(VALUES)
    assert {*VALUES} <= wanted


def inspected(module):
    """The public classes and functions of a module itself."""
    found = [value for name, value in vars(module).items() if not name.startswith("_")]
    return [
        value for value in found if getattr(value, "__module__", "") == module.__name__ and hasattr(value, "__doc__")
    ]


def learning():
    pytest.importorskip("gymnasium")
    from numlink.learn import agents, environment, stream

    return [
        value
        for module in (environment, stream, agents)
        for value in inspected(module)
        if value.__name__[0].isupper() or module is agents
    ]


VALUES = {
    **dict.fromkeys(("Answer", "Census", "Count", "Effort", "Heat", "Verdict", "Rating", "Grade"), "an answer"),
    **dict.fromkeys(("Explanation", "Repair", "Judgement", "Solution", "Batch", "Score"), "an answer"),
    **dict.fromkeys(("Fault", "FaultCode"), "what check finds"),
    **dict.fromkeys(("BudgetEnded", "CannotHold", "IllegalPuzzle", "InputError", "MissingExtra"), "an error"),
    **dict.fromkeys(("NoSolution", "NumlinkError", "OutOfReach", "ParseError", "Unanswered"), "an error"),
    "UnclearPicture": "an error",
    **dict.fromkeys(("COVER", "FREE", "FREE_NO_TOUCH", "NO_TOUCH", "Claim", "Rules"), "crossed with every line"),
    **dict.fromkeys(("Grid", "Layout", "Kind", "Wrap"), "what boards of all kinds are made of"),
    **dict.fromkeys(("ClueSymmetry", "Difficulty", "Misleading", "PathSymmetry", "Solids", "Style"), "a wish"),
    "StreamWishes": "the wishes of Stream, as types",
    **dict.fromkeys(("Symmetry", "HexSymmetry"), "what the line `symmetries` applies"),
    "Stream": "makes boards by `generate` alone; tests/learn/test_learn.py",
    **dict.fromkeys(("make_environment", "play", "random_agent", "greedy_agent", "deduction_agent"),
                    "play on NumberlinkEnv, which has a line; tests/learn/test_learn.py"),
}  # fmt: skip
"""Public names without a line of their own, and why."""
