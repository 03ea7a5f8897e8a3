"""What the page costs: bytes over the wire, time to first paint, time of a pointer move of a drag on 40x40.

Needs Chromium and Playwright (`make .venv/dev`).  The best of three rounds counts: what the page costs, not what else
the machine does.
"""

import re
import shutil
import subprocess
import sys

from numlink import generate_classic
from numlink.formats.link import encode
from numlink.game.moves import draw_move

ROUNDS = 3
WEIGH = """() => {
    const all = [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")];
    const files = all.filter((entry) => !entry.name.includes("/api/"));
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return { bytes: files.reduce((sum, entry) => sum + entry.transferSize, 0), paint: paint.startTime };
}"""
DRAG = """(paths) => {
    const { player } = numlink;
    const svg = document.getElementById("board");
    const place = (cell) => new DOMPoint((cell % 40) + 0.5, Math.floor(cell / 40) + 0.5);
    const at = (cell) => place(cell).matrixTransform(svg.getScreenCTM());
    const send = (type, cell) => {
        const { x, y } = at(cell);
        const event = { clientX: x, clientY: y, isPrimary: true, pointerId: 1, buttons: 1, bubbles: true };
        svg.dispatchEvent(new PointerEvent(type, event));
    };
    svg.setPointerCapture = () => {};
    const times = [];
    for (const path of paths) {
        const there = path.slice(1), back = path.slice(0, -1).reverse();
        const rounds = [1, 2, 3].map(() => {
            player.play([`erase ${player.puzzle.cells[path[0]]}`]);
            send("pointerdown", path[0]);
            const round = [...there, ...back, ...there].map((cell) => {
                const began = performance.now();
                send("pointermove", cell);
                svg.getBoundingClientRect(); // style and layout are part of what a move costs
                return performance.now() - began;
            });
            send("pointerup", path.at(-1));
            return round;
        });
        times.push(...rounds[0].map((_, at) => Math.min(...rounds.map((round) => round[at]))));
    }
    return times.sort((one, other) => one - other);
}"""


def run() -> dict[str, float]:
    """Serve the page, open it, weigh it, drag on it."""
    from playwright.sync_api import sync_playwright

    puzzle = generate_classic(40, seed=5)
    longest = sorted(puzzle.solution.paths, key=len)[-5:]
    moves = [draw_move(puzzle.grid, path) for path in puzzle.solution.paths if path not in longest]
    command = [sys.executable, "-m", "numlink", "serve", "--port", "0", "--rate", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        address = re.search(r"http://\S+", server.stderr.readline())[0]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        visits = []
        for _ in range(ROUNDS):
            page = browser.new_context(viewport={"width": 900, "height": 900}).new_page()
            page.goto(f"{address}#p={encode(puzzle)}")
            page.wait_for_selector(".board .end")
            visits.append(page.evaluate(WEIGH))
        page.evaluate("(moves) => numlink.player.play(moves)", moves)
        times = page.evaluate(DRAG, [list(path) for path in longest])
        browser.close()
        server.terminate()
    found = {
        "bytes": visits[0]["bytes"],
        "first paint ms": round(min(visit["paint"] for visit in visits)),
        "moves": len(times),
        "median ms": round(times[len(times) // 2], 2),
        "worst ms": round(times[-1], 2),
    }
    print(", ".join(f"{name} {figure}" for name, figure in found.items()))
    return found
