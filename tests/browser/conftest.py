"""A served numlink and a real Chromium; everything here is skipped, saying why, where one of them is missing."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tools import lacking

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell is the same engine without the window around the page: two thirds of the processor time of `chromium`."""


def chromium():
    """The system's Chromium; NUMLINK_CHROMIUM may name another."""
    return os.environ.get("NUMLINK_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    path = chromium()
    if path is None:
        lacking("chromium", "apt-get install chromium, or name one in NUMLINK_CHROMIUM")
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield found
        found.close()


@contextmanager
def served(*arguments):
    """The address of a `numlink serve`."""
    pytest.importorskip("fastapi")
    source = str(Path(__file__).parents[2] / "src")
    environment = {**os.environ, "PYTHONPATH": source, "XDG_DATA_HOME": tempfile.mkdtemp(prefix="numlink")}
    command = [sys.executable, "-m", "numlink", "serve", *arguments, "--port", "0", "--rate", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            yield re.search(r"http://\S+", process.stderr.readline())[0]
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def server():
    """The address of a running `numlink serve`."""
    with served() as address:
        yield address


@pytest.fixture
def visit(browser):
    """Opens pages, each in a browser of its own; what the page logs as an error fails the test, but for refusals where
    those are `expected`."""
    contexts, problems = [], []

    def log(message, expected):
        if message.type == "error" and not (expected and expected in message.text):
            problems.append(message.text)

    def open_page(address, expected="", **options):
        context = browser.new_context(**{"viewport": {"width": 900, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: log(message, expected))
        page.goto(address)
        page.wait_for_selector(".board .end")
        return page

    yield open_page
    for context in contexts:
        context.close()
    offline = "net::ERR_INTERNET_DISCONNECTED"  # where a test has cut the network
    assert [problem for problem in problems if offline not in problem] == []
