"""The site: built strictly (no warning, no lost link or anchor), and its playground opened in a real browser."""

import os
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import numlink
from numlink.cli import COMMANDS
from numlink.reasoning.rules import Rule
from tests.tools import lacking

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the built site."""
    pytest.importorskip("mkdocs", reason="the site needs MkDocs: pip install 'numlink[docs]'")
    pytest.importorskip("material", reason="the site needs MkDocs Material: pip install 'numlink[docs]'")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def address(site):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_every_public_name_command_and_rule_has_its_place(site):
    index = (site / "reference/index.html").read_text()
    assert all(f"<code>{name}</code>" in index for name in numlink.__all__)
    commands = (site / "commands.html").read_text()
    assert all(f'id="numlink-{name}"' in commands for name in COMMANDS)
    assert all((site / f"rules/{rule.name.lower()}.html").exists() for rule in Rule)


def test_a_newcomers_four_commands_work(tmp_path):
    """They stand at the top of the site: install, a first board, a first proof, a first book."""
    block = (ROOT / "docs/index.md").read_text().split("## Four commands\n\n```sh\n")[1].split("```")[0]
    install, *others = block.splitlines()
    assert install == "pip install numlink"
    assert len(others) == 3
    environment = {**os.environ, "PYTHONPATH": str(Path(numlink.__file__).parents[1])}
    for line in others:
        command = [sys.executable, "-m", *line.split()]
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")


def test_the_playground_plays_and_proves_in_the_page(address, browser):
    """The player is there at once; Python comes with the first question, and nothing comes from elsewhere."""
    if not (ROOT / "node_modules/pyodide").exists():
        lacking("the playground's solver needs Pyodide: npm install")
    page = browser.new_page()
    fetched, problems = [], []
    page.on("request", lambda request: fetched.append(request.url))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{address}/playground.html")
    page.frame_locator("#player").get_by_role("button", name="Hint").wait_for()
    assert not [url for url in fetched if "pyodide" in url]

    def ask(name):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_function(
            "[...document.querySelectorAll('[data-ask]')].every(button => !button.disabled)", timeout=120_000
        )
        return page.locator("#answer").inner_text()

    assert ask("Solve") == "exactly one solution, under cover"
    assert page.locator("#picture img").get_attribute("src").startswith("data:image/svg+xml")
    assert ask("Count solutions") == "1 solution, under cover."
    page.locator("#board").fill("1 . 1\n. 1 .")
    assert "number 1 occurs 3 times" in ask("Solve")
    page.locator("#board").fill("1 . .\n2 . 2\n. . 1")
    ask("Play it above")
    assert page.locator("#player").evaluate("frame => frame.src").endswith("#p=3x3.cover.1b2a2b1")
    assert [url for url in fetched if "pyodide" in url]
    assert not [url for url in fetched if not url.startswith((address, "data:", "blob:"))]
    assert problems == []
    page.close()
