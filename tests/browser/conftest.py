"""A served numlink and a real Chromium; without one of them these tests are skipped with a reason."""

import asyncio
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

PATIENCE = 60_000
"""Milliseconds that a test waits for anything; on a busy machine all may take ten times as
long as usual."""

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


class Loop:
    """Playwright's event loop, which asyncio regards as running from Playwright's start to its end.

    It is put aside between two tests, as a worker of pytest-xdist may run tests that need their own loop there.
    """

    found = None

    @classmethod
    def go_on(cls):
        asyncio._set_running_loop(cls.found)

    @classmethod
    def put_aside(cls):
        cls.found = asyncio._get_running_loop()
        asyncio._set_running_loop(None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """pytest calls this for tests of other folders, too."""
    if not item.path.is_relative_to(Path(__file__).parent):
        return (yield)
    Loop.go_on()
    try:
        return (yield)
    finally:
        Loop.put_aside()


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    path = chromium()
    if path is None:
        lacking("chromium", "apt-get install chromium, or name one in NUMLINK_CHROMIUM")
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield found
        Loop.go_on()  # the last test of the run may be of another folder
        found.close()


@contextmanager
def served(*arguments):
    """The address of a `numlink serve`."""
    pytest.importorskip("fastapi")
    source = str(Path(__file__).parents[2] / "src")
    environment = {**os.environ, "PYTHONPATH": source, "XDG_DATA_HOME": tempfile.mkdtemp(prefix="numlink")}
    command = [
        sys.executable,
        "-m",
        "numlink",
        "serve",
        *arguments,
        "--port",
        "0",
        "--rate",
        "0",
        "--seconds",
        str(PATIENCE // 1000),
    ]
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
    those are `expected`.

    `answers` maps patterns of addresses to the objects that take the place of the server's answers from the start on.
    A service worker, which fetches the whole page a second time, is allowed only where `service_workers="allow"`."""
    contexts, problems = [], []

    def log(message, expected):
        if message.type == "error" and not (expected and expected in message.text):
            problems.append(message.text)

    def answer(page, pattern, value):
        page.route(pattern, lambda route: route.fulfill(json=value))

    def open_page(address, expected="", answers=(), **options):
        usual = {"viewport": {"width": 900, "height": 900}, "service_workers": "block"}
        context = browser.new_context(**{**usual, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: log(message, expected))
        for pattern, value in dict(answers).items():
            answer(page, pattern, value)
        page.goto(address)
        page.wait_for_selector(".board .end, [data-screen=home] #quick")
        return page

    yield open_page
    for context in contexts:
        context.close()
    offline = "net::ERR_INTERNET_DISCONNECTED"  # if a test has cut the network
    assert [problem for problem in problems if offline not in problem] == []
