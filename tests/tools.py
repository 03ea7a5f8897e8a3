"""Programs that some tests need: a test without one skips, saying why, but fails where CI promises them all."""

import os
import shutil
import subprocess

import pytest


def amount(sampled, whole):
    """How much a test marked `sampled` does: `whole` under `make test-thorough`, else `sampled`."""
    return whole if os.environ.get("NUMLINK_THOROUGH") else sampled


def needed(name, *others, remedy):
    """The path of a program."""
    found = next(filter(None, map(shutil.which, (name, *others))), None)
    if found is None:
        lacking(f"no {name}: {remedy}")
    return found


def lacking(reason):
    """Skip the test; fail it under NUMLINK_CI."""
    if os.environ.get("NUMLINK_CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def run_node(*arguments, **options):
    """What a script prints in node; fails with what it says went wrong."""
    node = needed("node", remedy="install Node.js 20 or newer to hold the page's JavaScript to Python")
    done = subprocess.run([node, *map(str, arguments)], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stderr or done.stdout
    return done.stdout
