"""Boards as plain characters: the boxes of the assignment's sample output, its simple form and its headers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from numlink.model.grid import EMPTY, SOLID, Grid
from numlink.model.kinds.names import Kind
from numlink.model.layout import Wrap
from numlink.model.words import written

CellRows = Sequence[Sequence[int]]  # a board row by row: 0 empty, -1 solid, else a number

INDENT = "    "
BRIDGE = "+"
TOKENS = {SOLID: "X", EMPTY: "."}
BETWEEN_LAYERS = "---"
NARROWEST = 4  # characters inside a box of the sample output; wider numbers widen every box


def boxed(rows: CellRows) -> str:
    """The board in boxes; for a solved board give the rows of `Puzzle.filled`, which number every cell of a path.

    >>> print(boxed([[1, -1]]))
        +----+----+
        |  1 |XXXX|
        +----+----+
    """
    width = box_width(rows)
    border = INDENT + "+" + ("-" * width + "+") * len(rows[0])
    lines = [border]
    for row in rows:
        lines += [INDENT + "|" + "|".join(_box(content, width) for content in row) + "|", border]
    return "\n".join(lines)


def boxed_width(rows: CellRows) -> int:
    """Characters in a line of the boxed board."""
    return len(INDENT) + (box_width(rows) + 1) * len(rows[0]) + 1


def box_width(rows: CellRows) -> int:
    """Characters inside each box: four, or what the largest number needs with a blank on both sides."""
    return max(NARROWEST, len(str(max(map(max, rows)))) + 2)


def simple(rows: CellRows, grid: Grid | None = None) -> str:
    """The assignment's simple form: `X` solid, `.` empty and integers, separated by blanks, columns aligned.

    With a `grid` that has bridges or layers, `+` is a bridge and a line `---` separates the layers.

    >>> print(simple([[1, -1, 0]]))
    1 X .
    """
    tokens = {content: TOKENS.get(content, str(content)) for content in set().union(*rows)}
    width = max(map(len, tokens.values()))
    names = {content: token.rjust(width) for content, token in tokens.items()}
    words = [[*map(names.__getitem__, row)] for row in rows]
    height = len(words)
    if grid is not None:
        height = grid.height
        for cell in grid.layout.bridges:
            row, column = divmod(cell, grid.width)
            words[row][column] = BRIDGE.rjust(width)
    lines = [*map(" ".join, words)]
    layers = ("\n".join(lines[first : first + height]) for first in range(0, len(lines), height))
    return f"\n{BETWEEN_LAYERS}\n".join(layers)


def headers(grid: Grid) -> dict[str, str]:
    """{key: value} of the headers that describe a layout in plain text; bridges need none, as the rows show them.

    >>> from numlink.model.layout import Layout
    >>> headers(Grid(3, 3, layout=Layout(wrap="both", walls=[(0, 1), (0, 2)])))
    {'wrap': 'both', 'walls': '(0,0)|(0,1) (0,0)|(0,2)'}
    """
    layout = grid.layout
    found = {}
    if layout.kind is not Kind.SQUARE:
        found["board"] = layout.kind.value
    if layout.tiling is not None:
        found["tiling"] = layout.tiling.text
    if layout.wrap is not Wrap.NONE:
        found["wrap"] = layout.wrap.value
    if layout.layers > 1:
        found["layers"] = str(layout.layers)
    if layout.vias is not None:
        found["vias"] = " ".join(written(position) for position in via_positions(grid))
    if layout.walls:
        found["walls"] = " ".join(
            "|".join(written(grid.position(cell)) for cell in wall) for wall in sorted(layout.walls)
        )
    return found


def via_positions(grid: Grid) -> list[tuple[int, ...]]:
    """The vias as files write them: (row, column) if through all layers, else (layer, row, column) of its upper end."""
    vias = grid.layout.vias or frozenset()
    leading_down = Counter(cell % grid.plane for cell in vias)
    through = {place for place, count in leading_down.items() if count == grid.layout.layers - 1}
    found: list[tuple[int, ...]] = [divmod(cell, grid.width) for cell in sorted(through)]
    return found + [grid.position(cell) for cell in sorted(vias) if cell % grid.plane not in through]


def printed(rows: CellRows, grid: Grid) -> str:
    """The text of a board: a plain rectangle in boxes, any other board in the simple form below its headers."""
    if grid.layout.plain:
        return boxed(rows)
    return "\n".join([*(f"{key}: {value}".rstrip() for key, value in headers(grid).items()), simple(rows, grid)])


def _box(content: int, width: int) -> str:
    return "X" * width if content == SOLID else f"{content or '':>{width - 1}} "
