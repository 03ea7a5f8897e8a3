"""Draw the boards of docs/boards.md again, each as a puzzle and solved.

python docs/make_boards.py [FOLDER]        default: docs/images
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from numlink import Layout, Puzzle, parse, prove, svg
from numlink.formats.polygon_files import read_tiling

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples/tilings"

TILINGS = {
    "rings.json": ((6, 35), (9, 55), (14, 59), (20, 28), (22, 29), (27, 61), (39, 44)),
    "cairo.json": ((5, 24), (6, 29), (8, 22), (12, 19), (25, 36), (32, 39)),
    "island.svg": ((2, 4), (7, 11), (19, 25), (22, 23)),
}
"""File of polygons -> the cells of each pair, counted from 1; no text on the page says where they stand."""


def boards() -> Iterator[tuple[str, Puzzle]]:
    """Name of a picture, and its board: of a text block the board in it, of a tiling the pairs of TILINGS."""
    page = (HERE / "boards.md").read_text(encoding="utf-8")
    for text, name in re.findall(r"```\n((?:(?!```).)+)```\n\n!\[[^]]*\]\(images/(\w+)\.svg\)", page, re.DOTALL):
        yield name, parse(text)[0]
    for file, pairs in TILINGS.items():
        tiling = read_tiling((EXAMPLES / file).read_text(encoding="utf-8"))
        cells = [0] * len(tiling.polygons)
        for number, pair in enumerate(pairs, start=1):
            for cell in pair:
                cells[cell - 1] = number
        yield f"tiling_{Path(file).stem}", Puzzle(len(cells), 1, tuple(cells), layout=Layout(tiling=tiling))


def make(folder: Path) -> None:
    """Write two pictures of each board."""
    for name, puzzle in boards():
        (folder / f"{name}.svg").write_text(svg(puzzle, theme="colour"), encoding="utf-8")
        (folder / f"{name}_solved.svg").write_text(
            svg(puzzle, prove(puzzle).solution, theme="colour"), encoding="utf-8"
        )


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "images")
