"""One board of each kind with exactly one solution: those of docs/boards.md and one with holes."""

import json
from functools import cache
from pathlib import Path

from numlink import Layout, Puzzle, parse, prove

TEXTS = {
    "hex": """board: hex
X X 1 X X
. . 2 . 3
. 3 . 1 .
4 . 2 . 4
X . . . X""",
    "triangles": """board: triangle
X X . . . . . X X
X . . 1 . . . . X
. . . 2 1 . 3 . .
. . . . 2 . . 4 .
4 . 5 . 5 . . . 3
X 6 . . . . . 6 X
X X 7 . . . 7 X X""",
    "walls": """walls: (0,1)|(0,2) (1,1)|(1,2) (2,1)|(2,2) (3,2)|(4,2) (3,3)|(4,3)
1 2 . 2 3
. . . . .
1 . . . 4
4 . . 3 .
. . . . .""",
    "wraps": """wrap: both
1 . . 1 .
. 2 . 3 4
. . . 2 5
4 . . . .
3 . . 5 .""",
    "bridges": """1 2 . . .
. . + . .
. . 3 2 .
. + . 4 .
4 . . 1 3""",
    "layers": """layers: 2
vias: (0,2) (2,0)
. . .
1 2 .
. . 1
---
3 . 3
4 . .
. 2 4""",
    "diagonals": """board: diagonal
1 2 1 . 3
. . 4 . 4
5 2 6 7 3
. 8 . . .
5 6 . 7 8""",
    "holes": """X X . 1 X X
X . . 2 3 X
. . X . . 3
1 4 2 . . 5
X . 4 . . X
X X 5 . X X""",
}

EXAMPLE_TILINGS = Path(__file__).parents[1] / "examples" / "tilings"

CAIRO = Layout(tiling=json.loads((EXAMPLE_TILINGS / "cairo.json").read_text())["polygons"])

TEXTS["tilings"] = f"""board: tiling
tiling: {CAIRO.tiling.text}
. . . . 1 2 . 3 . . . 4 . . . . . . 4 . . 3 . 1 5 . . . 2 . . 6 . . . 5 . . 6 ."""
KINDS = tuple(TEXTS)

TOGETHER = "wraps, layers, vias, walls and a bridge on the rim"
"""A board with all features that go together; its paths wrap, change layers and cross."""

TEXTS[TOGETHER] = """wrap: rows
layers: 2
vias: (0,0) (2,3)
walls: (0,3,0)|(0,3,1) (1,0,0)|(1,0,3)
1 2 . 3
. . . 2
4 3 . 5
. 4 . .
---
. . 1 6
. 7 . .
+ . . .
. 5 7 6"""


@cache
def board_of_kind(kind: str) -> Puzzle:
    """The board with its only solution."""
    [puzzle] = parse(TEXTS[kind])
    return puzzle.with_solution(prove(puzzle).solution)
