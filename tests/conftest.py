"""Fixtures and hooks for all tests, such as the corpus and the package without its compiled core."""

import gc
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings

import numlink
from numlink.exact import budget
from tests.tools import told_skips

try:
    import resource
except ModuleNotFoundError:
    resource = None

ROOT = Path(__file__).parent.parent


settings.register_profile("ci", derandomize=True)
if os.environ.get(
    "NUMLINK_CI"
):  # a change's CI fails for the change; developers and `make test-long` draw new examples
    settings.load_profile("ci")


def pytest_collection():
    """Thousands of collected tests live to the end, so the garbage collector may ignore them."""
    gc.disable()


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


def pytest_sessionfinish():
    """At the end everything can be freed; otherwise libraries report leaks."""
    gc.unfreeze()


@pytest.fixture(autouse=True)
def _process_as_before():
    """Fail a test that leaves limited memory or ignored Ctrl-C behind, which would fail or hang a later test."""
    before = _process_settings()
    yield
    assert _process_settings() == before, "this test changed its process: do it in another one"


def _process_settings():
    """How a process handles Ctrl-C, and how much memory it may have (Windows has no such limit)."""
    limits = () if resource is None else (resource.getrlimit(resource.RLIMIT_AS),)
    return signal.getsignal(signal.SIGINT), *limits


def pytest_terminal_summary(terminalreporter):
    """Report at the end which tests were skipped, and what would make them run."""
    skips = terminalreporter.stats.get("skipped", [])
    for line in told_skips(report.longrepr[2] if isinstance(report.longrepr, tuple) else "" for report in skips):
        terminalreporter.write_line(line)


def pytest_collection_modifyitems(items):
    """Set the marks for make's targets: tests without compiled core, cases of tables that `make test` skips."""
    tables, files = {}, {}
    for item in items:
        if marker := item.get_closest_marker("table"):
            tables.setdefault((item.path, item.originalname, *marker.args), []).append(item)
        if marker := item.get_closest_marker("drawn"):
            files.setdefault((item.path, *marker.args), {}).setdefault(item.originalname, []).append(item)
        if "uncompiled" in getattr(item, "fixturenames", ()):
            item.add_marker("uncompiled")
    for (_, name, size), cases in tables.items():
        for item in Random(name).sample(cases, max(0, len(cases) - size)):
            item.add_marker("thorough")
    for (path, size), tests in files.items():
        for name in Random(path.name).sample([*tests], max(0, len(tests) - size)):
            for item in tests[name]:
                item.add_marker("thorough")


@pytest.fixture(scope="session")
def uncompiled(tmp_path_factory):
    """Runs Python code with a copy of the package that has no compiled modules; returns its standard output."""
    target = tmp_path_factory.mktemp("uncompiled")
    source = Path(numlink.__file__).parent
    shutil.copytree(source, target / "numlink", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    shutil.copytree(ROOT / "tests", target / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(target)}

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, *arguments], env=environment, cwd=target, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """A dataset with many replaced duplicates, made in this process; tests must not change it."""
    from numlink.datasets.make import make_dataset
    from tests.plans import plan_of

    target = tmp_path_factory.mktemp("small") / "dataset"
    make_dataset(str(target), plan_of(), workers=1)
    return target


class Looks:
    """A clock that advances by `step` seconds each time it is read; `count` is how often that was."""

    def __init__(self, step):
        self.step = step
        self.count = 0

    def __call__(self):
        self.count += 1
        return self.count * self.step


@pytest.fixture
def looks(monkeypatch):
    """Make the clock of every budget a Looks of 0.1 seconds: budgets then count looks instead of time."""
    clock = Looks(0.1)
    monkeypatch.setattr(budget, "monotonic", clock)
    return clock


@pytest.fixture(scope="session")
def corpus_of():
    """Reads a file of ../shared/corpus, for measuring only; the test is skipped if it is absent."""
    import json

    def read(name):
        path = Path(os.environ.get("NUMLINK_SHARED", ROOT.parent / "shared")) / "corpus" / name
        if not path.exists():
            pytest.skip(f"no corpus at {path}")
        return [json.loads(line) for line in path.read_text().splitlines()]

    return read


@pytest.fixture(scope="session")
def corpus(corpus_of):
    """The boards of dev.jsonl."""
    return corpus_of("dev.jsonl")
