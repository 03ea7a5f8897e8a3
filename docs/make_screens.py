"""Make the pictures of the player again: phones.png, tablets.png, desktop.png and editor.png.

python docs/make_screens.py [FOLDER]        default: docs/images; needs Pillow, Playwright and Chromium
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from numlink import Puzzle, generate
from numlink.formats import link
from numlink.game.moves import draw_move

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 768, "height": 1024}
DESKTOP = {"width": 1280, "height": 800}
GAP, AROUND = 24, (207, 202, 191)  # pixels between two screens, and the colour of what is around them


@contextmanager
def served() -> Iterator[str]:
    """The address of a running server."""
    command = [sys.executable, "-m", "numlink", "serve", "--port", "0", "--rate", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            yield next(found[0] for line in server.stderr if (found := re.search(r"http://\S+", line)))
        finally:
            server.terminate()


def opened(browser: Browser, address: str, size: Any, *, dark: bool = False) -> Page:
    """A page of its own, as on a phone or tablet if it is narrow."""
    touch = size["width"] < 1000
    page = browser.new_context(
        viewport=size,
        color_scheme="dark" if dark else "light",
        has_touch=touch,
        reduced_motion="reduce",
        service_workers="block",
    ).new_page()
    page.goto(address)
    page.wait_for_selector("body[data-screen]")
    return page


def played(page: Page, puzzle: Puzzle, count: int) -> None:
    """Draw the first `count` paths of the solution."""
    assert puzzle.solution is not None
    moves = [draw_move(puzzle.grid, path) for path in puzzle.solution.paths[:count]]
    page.evaluate("(moves) => { numlink.player.seconds = 134; numlink.player.play(moves); }", moves)


def shot(page: Page) -> Image.Image:
    page.wait_for_timeout(900)
    return Image.open(io.BytesIO(page.screenshot()))


def side_by_side(screens: list[Image.Image], target: Path) -> None:
    """All screens in one picture, half as large as they are."""
    width = sum(screen.width for screen in screens) + GAP * (len(screens) + 1)
    whole = Image.new("RGB", (width, max(screen.height for screen in screens) + 2 * GAP), AROUND)
    left = GAP
    for screen in screens:
        whole.paste(screen, (left, GAP))
        left += screen.width + GAP
    whole = whole.resize((whole.width * 5 // 8, whole.height * 5 // 8), Image.Resampling.LANCZOS)
    whole.quantize(256, dither=Image.Dither.NONE).save(target, optimize=True)


def hinted(browser: Browser, address: str, puzzle: Puzzle, size: Any, count: int = 2) -> Page:
    """A page that shows a hint and its reason."""
    page = opened(browser, f"{address}#p={link.encode(puzzle)}", size)
    page.wait_for_selector("#title:has-text('×')")
    played(page, puzzle, count)
    for _ in range(2):
        page.click("#hint")
        page.wait_for_selector("#hinted")
    return page


def make(folder: Path) -> None:
    """Write the four pictures into a folder."""
    medium = generate(7, seed=11, difficulty="medium")
    large = generate(10, seed=4, difficulty="hard")
    hexagons = generate(6, seed=3, board="hex", difficulty="easy")
    bridges = generate(6, seed=8, bridges="few", difficulty="easy")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"))
        hint = hinted(browser, address, medium, PHONE)
        home = opened(browser, f"{address}#p={link.encode(medium)}", PHONE)
        played(home, medium, 3)
        home.evaluate("location.hash = 'home'")
        dark = opened(browser, f"{address}#p={link.encode(hexagons)}", PHONE, dark=True)
        played(dark, hexagons, 3)
        won = opened(browser, f"{address}#p={link.encode(bridges)}", PHONE)
        won.wait_for_timeout(1500)
        played(won, bridges, len(bridges.endpoints()))
        side_by_side([shot(page) for page in (home, hint, dark, won)], folder / "phones.png")
        tablets = [hinted(browser, address, medium, TABLET), opened(browser, f"{address}#new", TABLET, dark=True)]
        side_by_side([shot(page) for page in tablets], folder / "tablets.png")
        side_by_side([shot(hinted(browser, address, large, DESKTOP, 4))], folder / "desktop.png")
        editor = opened(browser, f"{address}#edit={link.encode(medium)}", DESKTOP)
        editor.wait_for_selector(".verdict.unique:has-text('·')")
        side_by_side([shot(editor)], folder / "editor.png")
        browser.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "images")
