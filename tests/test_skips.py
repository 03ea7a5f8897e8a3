"""Which tests a make target runs: skipped tests are reported with a remedy, left-out tests run elsewhere."""

import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tools
from tests.conftest import pytest_collection_modifyitems

NEEDS_GROFF = "tests/commands/test_help.py::test_the_man_page_has_every_command_and_troff_accepts_it"
ROOT = Path(__file__).parent.parent


def test_the_end_of_a_run_names_missing_tools():
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", NEEDS_GROFF]
    environment = {name: value for name, value in os.environ.items() if name != "NUMLINK_CI"} | {"PATH": "/nowhere"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 skipped: groff is missing: apt-get install groff")


def test_in_ci_a_missing_tool_is_a_failure(monkeypatch):
    monkeypatch.setenv("NUMLINK_CI", "1")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(pytest.fail.Exception, match="groff is missing: apt-get install groff"):
        tools.needed("groff", remedy="apt-get install groff")


def test_skips_are_counted_by_reason():
    assert doctest.testmod(tools).failed == 0


class Case:
    """One case of a test with the mark `table(size)` or `drawn(size)`, as pytest's hook gets it."""

    path, fixturenames = Path("tests/test_x.py"), ()

    def __init__(self, mark, name="test_x"):
        self.mark = mark
        self.originalname = name
        self.markers = set()

    def get_closest_marker(self, name):
        return self.mark.mark if name == self.mark.name else None

    def add_marker(self, name):
        self.markers.add(name)


@pytest.mark.parametrize(("cases", "size", "left"), [(20, 3, 17), (2, 3, 0), (1, 1, 0)])
def test_of_a_table_all_but_the_sample_are_thorough_and_always_the_same(cases, size, left):
    twice = [[Case(pytest.mark.table(size)) for _ in range(cases)] for _ in range(2)]
    for items in twice:
        pytest_collection_modifyitems(items)
    drawn = [[case.markers for case in items] for items in twice]
    assert drawn[0] == drawn[1]
    assert drawn[0].count({"thorough"}) == left


@pytest.mark.parametrize(("tests", "size", "left"), [(20, 3, 17), (2, 3, 0)])
def test_of_a_file_all_cases_of_the_tests_that_are_not_drawn_are_thorough(tests, size, left):
    items = [Case(pytest.mark.drawn(size), f"test_{number}") for number in range(tests) for _ in range(4)]
    pytest_collection_modifyitems(items)
    thorough = [item.originalname for item in items if item.markers == {"thorough"}]
    assert len(thorough) == 4 * len({*thorough}) == 4 * left
