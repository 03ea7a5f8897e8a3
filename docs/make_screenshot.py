"""Draws a screenshot in the manner of an app and the solution on it: docs/images/screenshot*.png.

Run `python docs/make_screenshot.py` from the root of the repository.
"""

import random
from pathlib import Path

from tests.pictures.apps import BOLD, App, Board, screenshot, spoiled

from numlink import generate, pictures, solve
from numlink.pictures.overlay import draw_solution

IMAGES = Path(__file__).parent / "images"


class Unplayed(random.Random):
    """Chance, except that every number that may be 0 is: so no path, move or share is counted yet."""

    def randint(self, a: int, b: int) -> int:
        return 0 if a == 0 else super().randint(a, b)


if __name__ == "__main__":
    app = App("app", "#000000", "#406a42", BOLD, glow=True)
    puzzle = generate(8, seed=5, pairs=9)  # as many as the header says
    data = spoiled(screenshot(Board(puzzle), app, Unplayed(7), (540, 960)))
    (IMAGES / "screenshot.png").write_bytes(data)
    read = pictures.read(data)
    solution = solve(read.puzzle).solution
    assert solution is not None
    (IMAGES / "screenshot_solved.png").write_bytes(draw_solution(read, solution, "screenshot_solved.png"))
