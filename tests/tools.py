"""Programs that some tests need: without one a test is skipped with a reason, but fails in CI, which has them all."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

EVERYTHING = "pip install -e '.[dev]'"
"""The remedy for any missing Python package: what `make test` installs."""


MOST_BYTES = 110_000
"""Gzipped bytes that the player's page may load before it can be played, with the texts of one language."""


def amount(sampled, whole):
    """How much a test marked `sampled` does: `whole` in `make test-thorough`, else `sampled`."""
    return whole if os.environ.get("NUMLINK_THOROUGH") else sampled


def race_so(monkeypatch, starts):
    """Set how the methods begin on every board: for each, its share and the work of the others before it starts."""
    monkeypatch.setattr("numlink.exact.race.start", lambda way, board: starts.get(way, (1.0, 0)))


def needed(name, *others, remedy):
    """The path of a program: the first of these names that is installed; `remedy` says how to get it."""
    found = next(filter(None, map(shutil.which, (name, *others))), None)
    if found is None:
        lacking(name, remedy)
    return found


def lacking(tool, remedy):
    """Skip the test; conftest.py reports it with its remedy. Under NUMLINK_CI it fails."""
    reason = f"{tool} is missing: {remedy}"
    if os.environ.get("NUMLINK_CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def told_skips(reasons):
    """One line for each reason why tests were skipped: how many, what is missing, how to get it.

    >>> told_skips(["Skipped: groff is missing: apt-get install groff"] * 2 + ["could not import 'pyarrow': No module"])
    ['2 skipped: groff is missing: apt-get install groff', "1 skipped: pyarrow is missing: pip install -e '.[dev]'"]
    """
    counted = Counter(map(_plain_reason, reasons))
    return [f"{count} skipped: {reason}" for reason, count in counted.most_common()]


def _plain_reason(reason):
    reason = reason.removeprefix("Skipped: ")
    absent = re.search(r"could not import '([a-zA-Z0-9_]+)", reason)
    return f"{absent[1]} is missing: {EVERYTHING}" if absent else reason


def mypy_told(script):
    """The output of mypy for a script that uses the package, with the settings and the cache of `make test`."""
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--no-error-summary",
        "--config-file",
        "pyproject.toml",
        script,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return [line for line in done.stdout.splitlines() if ": error:" in line]


def run_node(*arguments, **options):
    """The output of a script in node; if the script fails, the test fails with its message."""
    node = needed("node", remedy="apt-get install nodejs (20 or newer)")
    done = subprocess.run([node, *map(str, arguments)], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stderr or done.stdout
    return done.stdout
