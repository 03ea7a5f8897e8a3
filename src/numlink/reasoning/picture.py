"""The boards of an explanation as SVG: what does not change is drawn once and used again, links are a path a kind.

The shapes are those of `render.drawing`, written by `render.svg` in the colours of `render.theme`; only what stands
where is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle
from numlink.reasoning.position import OFF, ON, OPEN
from numlink.render.drawing import Disc, Label, Line, Rectangle, Shape, centre
from numlink.render.svg import UNIT, elements, style_sheet
from numlink.render.theme import BLOCK, FAINT, INK, LOOKED_AT, NEW_LINE, OLD_LINE, PAPER, TRIED_LINE, Paint

CELL = 36
"""Side of a cell in the pictures, in pixels."""

EDGE = 1 / CELL
"""What a picture shows beyond the board, in cell units: half of the outermost lines."""

PAINTS = {
    "open": Paint(stroke=FAINT, width=0.042, dash=(0.055, 0.11)),
    "old": Paint(stroke=OLD_LINE, width=0.16),
    "new": Paint(stroke=NEW_LINE, width=0.16),
    "try": Paint(stroke=TRIED_LINE, width=0.16),
    "off": Paint(stroke=NEW_LINE, width=0.055),
    "tryoff": Paint(stroke=TRIED_LINE, width=0.055),
    "cell": Paint(fill=PAPER, stroke=FAINT, width=0.02),
    "seen": Paint(fill=LOOKED_AT, stroke=FAINT, width=0.02),
    "solid": Paint(fill=BLOCK),
    "end": Paint(fill=INK),
    "number": Paint(fill=PAPER),
}
"""By role: links still open, drawn before, in this step, on trial, ruled out now or on trial; cells; ends."""

STYLE = (
    style_sheet(PAINTS) + ".old,.new,.try,.off,.tryoff{stroke-linecap:round}"
    ".number{font-family:system-ui,sans-serif;text-anchor:middle}"
)
"""What the classes of the drawings look like."""

_KINDS = ("open", "old", "new", "try", "off", "tryoff")

LEGEND = (
    ("<path class='new' d='M4 9h22'/>", "drawn in this step"),
    ("<path class='old' d='M4 9h22'/>", "drawn before"),
    ("<path class='open' d='M3 9h24'/>", "still open"),
    ("<path class='off' d='M11 5l8 8m0-8l-8 8'/>", "ruled out in this step"),
    ("<path class='seen' d='M7 1h16v16h-16z'/>", "cells the step looks at"),
    ("<path class='cell' d='M7 1h16v16h-16z'/>", "no sign between cells: ruled out before"),
)
"""Signs of 30 by 18 pixels and what they say."""

TRY_SIGN = ("<path class='try' d='M4 9h8'/><path class='tryoff' d='M18 5l8 8m0-8l-8 8'/>", "what is tried")
"""The sign more where tries are drawn."""


def shared_parts(puzzle: Puzzle) -> str:
    """The empty board and its ends, for `board` to use; once in every file."""
    numbers = [(cell, content) for cell, content in enumerate(puzzle.cells) if content > 0]
    empty = [cell for cell, content in enumerate(puzzle.cells) if content != SOLID]
    discs = [Disc(*centre(puzzle.width, cell), 0.36) for cell, _ in numbers]
    labels = [
        Label(*centre(puzzle.width, cell), str(number), 0.42 if number < 100 else 0.32) for cell, number in numbers
    ]
    cells = _drawn("cell", _squares(puzzle, empty)) + _drawn("solid", _squares(puzzle, puzzle.solids()))
    ends = _drawn("end", discs) + _drawn("number", labels)
    return f"<defs><g id='board'>{cells}</g><g id='ends'>{ends}</g></defs>"


def picture(
    puzzle: Puzzle, before: bytes, after: bytes, cells: Sequence[int] = (), tried: tuple[int, bool] | None = None
) -> str:
    """One board as an SVG element of a page that holds the shared parts."""
    width, height = pixels(puzzle)
    edge = EDGE * UNIT
    box = f"{-edge:.4g} {-edge:.4g} {puzzle.width * UNIT + 2 * edge:.6g} {puzzle.height * UNIT + 2 * edge:.6g}"
    drawing = board(puzzle, before, after, cells, tried)
    return f"<svg width='{width}' height='{height}' viewBox='{box}'>{drawing}</svg>"


def pixels(puzzle: Puzzle) -> tuple[int, int]:
    """Width and height of a picture in pixels."""
    return puzzle.width * CELL + 2, puzzle.height * CELL + 2


def board(
    puzzle: Puzzle, before: bytes, after: bytes, cells: Sequence[int] = (), tried: tuple[int, bool] | None = None
) -> str:
    """One board as SVG, UNIT user units a cell: the links of `after`, marked by how they were in `before`."""
    links: dict[str, list[tuple[int, int]]] = {kind: [] for kind in _KINDS}
    for link, pair in enumerate(puzzle.grid.links()):
        is_tried = tried is not None and tried[0] == link
        if after[link] == ON:
            links["try" if is_tried else "old" if before[link] == ON else "new"].append(pair)
        elif after[link] == OPEN:
            links["open"].append(pair)
        elif before[link] != OFF:
            links["tryoff" if is_tried else "off"].append(pair)
    marks = "".join(
        _drawn(kind, _crosses(puzzle, pairs) if kind.endswith("off") else _strokes(puzzle, pairs))
        for kind, pairs in links.items()
    )
    seen = _drawn("seen", _squares(puzzle, [cell for cell in cells if puzzle.cells[cell] != SOLID]))
    return f"<use href='#board'/>{seen}{marks}<use href='#ends'/>"


def _drawn(role: str, shapes: Iterable[Shape]) -> str:
    return "".join(elements(tuple(shapes), f' class="{role}"'))


def _squares(puzzle: Puzzle, cells: Iterable[int]) -> list[Rectangle]:
    return [Rectangle(column, row, 1, 1) for row, column in (divmod(cell, puzzle.width) for cell in cells)]


def _strokes(puzzle: Puzzle, pairs: Iterable[tuple[int, int]]) -> list[Line]:
    """Links as lines, those in a row as one."""
    strokes: dict[tuple[int, int], list[int]] = {}  # by the step and the cell where the last stroke ends: its cells
    found = []
    for one, other in pairs:
        stroke = strokes.pop((other - one, one), None)
        if stroke is None:
            stroke = [one, one]
            found.append(stroke)
        stroke[1] = other
        strokes[other - one, other] = stroke
    return [Line((centre(puzzle.width, first), centre(puzzle.width, last))) for first, last in found]


def _crosses(puzzle: Puzzle, pairs: Iterable[tuple[int, int]]) -> list[Line]:
    """A cross in the middle of each link."""
    drawn, arm = [], 0.11
    for one, other in pairs:
        (left, top), (right, bottom) = centre(puzzle.width, one), centre(puzzle.width, other)
        x, y = (left + right) / 2, (top + bottom) / 2
        drawn += [Line(((x - arm, y - arm), (x + arm, y + arm))), Line(((x + arm, y - arm), (x - arm, y + arm)))]
    return drawn
