"""How soon the playground answers: the board drawn, and the first answer of the solver, where Python is in the cache.

Builds the site, serves it and opens the playground in Chromium seven times with one profile, each time in a new
browser; the first visit, which fetches Python, is told by itself.  "Solve" is pressed as soon as the page is
whole.  Needs Chromium, Playwright and `npm install`.
"""

import shutil
import subprocess
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
VISITS = 7

WATCH = """() => {
    const watch = setInterval(() => {
        const button = document.querySelector("[data-ask=prove]");
        if (!window.drawn && document.querySelector("#picture svg")) window.drawn = performance.now();
        if (!window.pressed && window.drawn && document.readyState === "complete") {
            window.pressed = performance.now();
            button.click();
        }
        if (document.querySelector("#answer")?.textContent) {
            window.answered = performance.now();
            clearInterval(watch);
        }
    }, 5);
}"""
"""Runs before the page; all times are from the beginning of the navigation, in milliseconds."""


class Quiet(SimpleHTTPRequestHandler):
    """A plain server of files."""

    def log_message(self, *_):
        """Say nothing."""


def run() -> dict[str, dict[str, int]]:
    """Milliseconds of the first visit, and the medians of the others."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as profile:
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--site-dir", folder], cwd=ROOT, check=True)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        visits = []
        with sync_playwright() as playwright:
            for _ in range(VISITS):
                browser = playwright.chromium.launch_persistent_context(
                    profile, executable_path=shutil.which("chromium"), args=["--no-sandbox"]
                )
                page = browser.pages[0]
                page.add_init_script(f"({WATCH})()")
                page.goto(f"http://127.0.0.1:{server.server_port}/playground.html")
                page.wait_for_function("window.answered", timeout=120_000)
                visits.append(page.evaluate("({ drawn, pressed, answered })"))
                browser.close()
        server.shutdown()
    first, *later = visits
    found = {
        "first visit": {name: round(time) for name, time in first.items()},
        "median of later visits": {name: round(median(visit[name] for visit in later)) for name in first},
        "worst of later visits": {name: round(max(visit[name] for visit in later)) for name in first},
    }
    for name, times in found.items():
        print(name, ", ".join(f"{what} {time} ms" for what, time in times.items()))
    return found
