"""The site: built strictly (no warning, no lost link or anchor), and its playground opened in a real browser."""

import json
import os
import re
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

import numlink
from numlink.commands import listed
from numlink.reasoning.rules import Rule
from tests.browser.conftest import PATIENCE
from tests.browser.test_axe import axe
from tests.tools import lacking

ROOT = Path(__file__).parents[2]


BUILD = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir"]
"""As `make site`; never with --quiet, which makes MkDocs ignore warnings, so that --strict passes."""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the built site. It takes ten seconds, so all tests that use it are thorough."""
    pytest.importorskip("mkdocs")
    pytest.importorskip("material")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run([*BUILD, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Quiet(SimpleHTTPRequestHandler):
    asked: ClassVar = []
    """The paths that were asked for."""

    def log_message(self, *_):
        self.asked.append(self.path)


@pytest.fixture(scope="session")
def address(site):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("fine\n", None),
        ("[lost](nowhere.md)\n", "nowhere.md"),
        ("![lost](nowhere.svg)\n", "nowhere.svg"),
        ("[lost](index.md#nowhere)\n", "#nowhere"),
        (None, 'not included in the "nav"'),
    ],
)
def test_the_strict_build_can_fail(text, complaint, tmp_path):
    """With the site's own validation: a lost page, picture or anchor, and a page that no navigation names."""
    pytest.importorskip("mkdocs")
    settings = (ROOT / "mkdocs.yml").read_text()
    validation = re.search(r"^validation:\n(?:  .*\n)+", settings, re.MULTILINE)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(text or "fine\n")
    if text is None:
        (tmp_path / "docs" / "other.md").write_text("unnamed\n")
    (tmp_path / "mkdocs.yml").write_text(f"site_name: x\n{validation[0]}nav: [index.md]\n")
    done = subprocess.run([*BUILD, str(tmp_path / "site")], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (complaint is None), done.stderr
    assert complaint is None or complaint in done.stderr
    recipe = (ROOT / "Makefile").read_text().split("\nsite:")[1].split("\n\n")[0]
    assert "node_modules" in recipe
    assert "mkdocs build --strict --site-dir" in recipe


def page_of(browser, **options):
    """A page of its own that waits as long as PATIENCE."""
    page = browser.new_page(**options)
    page.set_default_timeout(PATIENCE)
    return page


PAGES = ("index", "gallery", "commands", "reference/index", "bench", "assignment", "lab_students", "certificates")


@pytest.mark.thorough
def test_bars_in_tables_are_bars(site):
    """In Markdown a bar in a cell is escaped with a backslash, which must not be visible."""
    pages = {path.name: path.read_text(encoding="utf-8") for path in site.glob("*.html")}
    assert "DIR|URL" in pages["datasets.html"]
    assert [name for name, page in pages.items() if r"\|" in page] == []


@pytest.mark.thorough
def test_no_page_is_wider_than_the_screen(site, address, browser):
    """Wide tables, listings and long answers of the playground scroll by themselves."""
    page = page_of(browser, viewport={"width": 400, "height": 800})
    wide = []
    for path in sorted(site.glob("*.html")):
        page.goto(f"{address}/{path.name}")
        if path.stem == "playground":
            page.evaluate("document.querySelector('#answer').textContent = 'x'.repeat(2000)")
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            wide.append(path.name)
    assert wide == []
    page.close()


@pytest.mark.thorough
def test_pages_load_without_errors(address, browser):
    """The start page and others: every request answered, every picture drawn, no error of a script."""
    page = page_of(browser)
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("response", lambda response: problems.append(response.url) if response.status >= 400 else None)
    for name in PAGES:
        page.goto(f"{address}/{name}.html")
        assert page.locator("h1").first.inner_text()
        page.evaluate("document.querySelectorAll('img').forEach(image => { image.loading = 'eager' })")
        page.wait_for_function("[...document.images].every(image => image.complete)")
        broken = page.evaluate("[...document.images].filter(image => !image.naturalWidth).map(image => image.src)")
        assert broken == [], name
    assert problems == []
    page.close()


@pytest.mark.thorough
def test_the_start_page_has_a_board_to_play_and_a_section_for_each_journey(address, browser):
    """The board answers at once, from files of the site without the solver."""
    page = page_of(browser, viewport={"width": 1200, "height": 1400})
    fetched = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{address}/index.html")
    game = page.frame_locator("#board")
    game.locator(".end").first.wait_for()
    game.get_by_role("button", name="Hint").click()
    game.locator("#message:not(:empty)").wait_for()
    doors = [door.inner_text().strip("¶") for door in page.locator(".doors h2").all()]
    assert doors == ["Play", "Teach", "Publish", "Research", "Build on it"]
    assert not [url for url in fetched if "pyodide" in url or not url.startswith((address, "data:", "blob:"))]
    page.close()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("typed", "page_found"),
    [
        ("flow free solver", "index"),
        ("unique numberlink", "index"),
        ("screenshot", "formats"),
        ("wraparound", "boards"),
    ],
)
def test_search_finds_what_strangers_type(typed, page_found, address, browser):
    page = page_of(browser, viewport={"width": 1280, "height": 900})
    page.goto(f"{address}/glossary.html")
    page.locator("[data-md-component='search-query']").press_sequentially(typed)
    page.locator(".md-search-result__item").first.wait_for()
    found = [link.get_attribute("href") for link in page.locator(".md-search-result__item > a").all()[:4]]
    assert any(f"/{page_found}.html" in each for each in found), found
    page.close()


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_pages_of_the_site(address, browser, scheme):
    """The search dialog and sections have names, links differ by more than colour, contrasts suffice."""
    page = page_of(browser, color_scheme=scheme)
    for name in ("index", "playground", "rules", "reference/index", "difficulty"):
        page.goto(f"{address}/{name}.html")
        page.wait_for_function("!document.querySelector('.md-nav[aria-labelledby]')")
        page.evaluate(axe())
        found = page.evaluate("axe.run(document, { resultTypes: ['violations'], iframes: false })")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == [], name
    page.close()


@pytest.mark.thorough
def test_every_public_name_command_and_rule_has_its_place(site):
    index = (site / "reference/index.html").read_text()
    assert all(f"<code>{name}</code>" in index for name in numlink.__all__)
    commands = (site / "commands.html").read_text()
    assert all(f'id="numlink-{name}"' in commands for name in listed.commands())
    assert all((site / f"rules/{rule.name.lower()}.html").exists() for rule in Rule)


def test_a_newcomers_commands_work(tmp_path):
    """They are at the top of the site: after the installation a first board, a first proof, a first picture."""
    block = (ROOT / "docs/index.md").read_text().split("## Unique Numberlink puzzles")[1].split("```")[1]
    commands = [line for line in block.splitlines() if line.startswith("numlink ")]
    assert [line.split()[1] for line in commands] == ["new", "check", "show"]
    environment = {**os.environ, "PYTHONPATH": str(Path(numlink.__file__).parents[1])}
    for line in commands:
        command = [sys.executable, "-m", *line.split()]
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert (tmp_path / "first.svg").read_bytes().startswith(b"<svg")


def test_the_navigation_fits_a_screen():
    """By journey, 24 pages at most; the start page and each journey lead on."""
    pages = re.findall(r"^  +- (?:[^:\n]+: )?([\w/]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert 15 <= len(pages) == len(set(pages)) <= 24


@pytest.mark.thorough
def test_the_playground_plays_and_proves_in_the_page(address, browser):
    """Player and judge are ready at once; Python loads after them, from the cache of the build, only once.

    What is proven stays so, nothing comes from elsewhere.
    """
    if not (ROOT / "node_modules/pyodide").exists():
        lacking("pyodide", "npm install")
    page = page_of(browser)
    fetched, problems = [], []
    page.on("request", lambda request: fetched.append(request.url))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))  # also if the cache cannot be used
    page.goto(f"{address}/playground.html")
    page.frame_locator("#player").get_by_role("button", name="Hint").wait_for()
    page.locator("#picture svg .end").first.wait_for()
    page.wait_for_function("document.querySelector('#loading').hidden", timeout=120_000)
    before = fetched[: next(at for at, url in enumerate(fetched) if "/python-" in url)]
    own = {"player.html", "playground.js", "picture.js", "board.css"}
    assert own <= {url.rsplit("/", 1)[-1] for url in before}  # the player and the picture first

    def ask(name):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_function(
            "[...document.querySelectorAll('[data-ask]')].every(button => !button.disabled)", timeout=120_000
        )
        return page.locator("#answer").inner_text()

    assert ask("Solve") == "exactly one solution, under cover"
    assert page.locator("#picture svg .path").count() == 4
    assert ask("Count solutions") == "1 solution, under cover."
    page.frame_locator("#player").get_by_role("button", name="Hint").click()
    page.frame_locator("#player").locator("#message:not(:empty)").wait_for()
    ask("New 5x5")
    assert ask("Solve") == "exactly one solution, under cover"
    page.locator("#board").fill("1 . 1\n. 1 .")
    page.locator("#judged:has-text('Number 1 occurs 3 times')").wait_for()
    assert "number 1 occurs 3 times" in ask("Solve")
    page.locator("#board").fill("1 . 1\n. .")
    page.locator("#judged:has-text('Line 2: this row has 2 cells')").wait_for()
    page.locator("#board").fill("1 . 1\npath 1: (0,0) (0,1) (0,2)")
    page.locator("#judged:has-text('A solution, under cover.')").wait_for()
    page.locator("#board").fill('{"cells": [[2, 2], [1, 1]]}')  # what only Python reads, it draws as well
    ask("Solve")
    assert page.locator("#picture img").get_attribute("src").startswith("data:image/svg+xml")
    page.locator("#board").fill("1 . 1\n2 . 2\n3 . 3")
    assert "exactly one" in ask("Solve")
    assert not page.locator("#loading").is_visible()
    ask("Play it above")
    assert page.locator("#player").evaluate("frame => frame.src").endswith("#p=3x3.cover.1a1-2a2-3a3")
    kept = json.loads(page.evaluate("localStorage.getItem('numlink:game:3x3.cover.1a1-2a2-3a3')"))
    assert kept["unique"]
    assert kept["paths"] == [[[row, column] for column in range(3)] for row in range(3)]
    assert not [url for url in fetched if not url.startswith((address, "data:", "blob:"))]
    assert [path for path in Quiet.asked if path.endswith("pyodide.asm.wasm")]
    Quiet.asked.clear()
    page.reload()
    assert ask("Solve") == "exactly one solution, under cover"
    assert Quiet.asked
    assert not [path for path in Quiet.asked if "/python-" in path]  # the browser has kept it
    assert problems == []
    page.close()


@pytest.mark.thorough
def test_the_playground_reads_a_picture_or_says_why_not(address, browser):
    """Chosen, pasted and dropped; a site built without the reader of pictures says so in one line."""
    if not (ROOT / "node_modules/pyodide").exists():
        lacking("pyodide", "npm install")
    board = (ROOT / "docs/images/screenshot.png").read_bytes()
    page = page_of(browser)
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    page.goto(f"{address}/playground.html")
    able = page.evaluate("import('./playground/python.js').then(({ SIGHT }) => SIGHT.length > 0)")

    def told(give, name="shot.png", kind="image/png", data=board):
        page.locator("#answer").evaluate("place => { place.textContent = ''; }")
        give({"name": name, "mimeType": kind, "buffer": data})
        page.locator("#answer:not(:empty)").wait_for(timeout=120_000)
        page.locator("#file:enabled").wait_for()
        return page.locator("#answer").inner_text()

    def handed_over(event, data):
        def give(file):
            page.evaluate(
                """([event, data, { name, mimeType }, bytes]) => {
                    const given = new DataTransfer();
                    given.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
                    const target = event === "drop" ? document.querySelector("#lab") : document;
                    const Kind = event === "drop" ? DragEvent : ClipboardEvent;
                    target.dispatchEvent(new Kind(event, { bubbles: true, cancelable: true, [data]: given }));
                }""",
                [event, data, {"name": file["name"], "mimeType": file["mimeType"]}, list(file["buffer"])],
            )

        return give

    chosen = page.locator("#file").set_input_files
    for give in (chosen, handed_over("drop", "dataTransfer"), handed_over("paste", "clipboardData")):
        said = told(give)
        assert said.startswith("Seen: 8x8" if able else "This copy of the playground cannot read pictures"), said
        assert "\n" not in said
    assert told(chosen, "notes.txt", "text/plain", b"1 . 1") == "This is not a picture. Give a PNG, JPEG, WebP or GIF."
    assert "larger than 12 MB" in told(chosen, data=b"\0" * 12_000_001)
    if able:
        assert told(chosen, data=board[:200]).count("\n") == 0
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_function("document.querySelector('#answer').textContent.includes('solution')", timeout=120_000)
    assert problems == []
    page.close()
