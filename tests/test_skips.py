"""A test whose tool is missing skips and the end of the run says what to install; under NUMLINK_CI it fails."""

import doctest
import os
import subprocess
import sys
from pathlib import Path

from tests import tools

NEEDS_GROFF = "tests/commands/test_help.py::test_the_man_page_has_every_command_and_troff_accepts_it"
TOLD = "groff is missing: apt-get install groff"


def without_groff(**environment):
    """What pytest prints of a test that needs groff, where no program is on the path."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", NEEDS_GROFF]
    clean = {name: value for name, value in os.environ.items() if name != "NUMLINK_CI"}
    done = subprocess.run(
        command, cwd=Path(__file__).parent.parent, env={**clean, "PATH": "/nowhere", **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_the_end_of_a_run_tells_what_is_missing():
    code, told = without_groff()
    assert (code, told.splitlines()[-1]) == (0, f"1 skipped: {TOLD}")
    code, told = without_groff(NUMLINK_CI="1")
    assert code == 1
    assert TOLD in told


def test_skips_are_counted_by_reason():
    assert doctest.testmod(tools).failed == 0
