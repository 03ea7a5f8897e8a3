"""The boards of an explanation as SVG: what does not change is drawn once and used again, links are a path a kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle
from numlink.reasoning.position import OFF, ON, OPEN

CELL = 36
"""Side of a cell in the pictures, in pixels."""

INK, NEW, OLD, FAINT, TRIED, SEEN = "#1f2430", "#d1495b", "#4b5568", "#c5cad3", "#e09f3e", "#fdf3d8"
"""Colours: text and ends, what a step draws, what was drawn before, what is open, what is tried, cells looked at."""

_LINE = "fill:none;stroke-linecap:round;stroke-width"

STYLE = (
    f".open{{{_LINE}:1.5;stroke:{FAINT};stroke-dasharray:2 4;stroke-linecap:butt}}"
    f".old{{{_LINE}:5.8;stroke:{OLD}}}.new{{{_LINE}:5.8;stroke:{NEW}}}.try{{{_LINE}:5.8;stroke:{TRIED}}}"
    f".off{{{_LINE}:2;stroke:{NEW}}}.tryoff{{{_LINE}:2;stroke:{TRIED}}}"
    f".cell{{fill:#fff;stroke:{FAINT};stroke-width:.7}}.seen{{fill:{SEEN};stroke:{FAINT};stroke-width:.7}}"
    f".solid,.end{{fill:{INK}}}.number{{fill:#fff;font-family:system-ui,sans-serif;text-anchor:middle;"
    "dominant-baseline:central}"
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
    solid = [cell for cell, content in enumerate(puzzle.cells) if content == SOLID]
    empty = [cell for cell, content in enumerate(puzzle.cells) if content != SOLID]
    ends = []
    for cell, content in enumerate(puzzle.cells):
        if content > 0:
            x, y = _centre(puzzle, cell)
            size = CELL * (0.42 if content < 100 else 0.32)
            ends.append(
                f"<circle cx='{x}' cy='{y}' r='13' class='end'/>"
                f"<text x='{x}' y='{y}' font-size='{size:.0f}' class='number'>{content}</text>"
            )
    return (
        f"<defs><g id='board'>{_squares(puzzle, empty, 'cell')}{_squares(puzzle, solid, 'solid')}</g>"
        f"<g id='ends'>{''.join(ends)}</g></defs>"
    )


def picture(
    puzzle: Puzzle, before: bytes, after: bytes, cells: Sequence[int] = (), tried: tuple[int, bool] | None = None
) -> str:
    """One board as an SVG element of a page that holds the shared parts."""
    width, height = puzzle.width * CELL + 2, puzzle.height * CELL + 2
    drawing = board(puzzle, before, after, cells, tried)
    return f"<svg width='{width}' height='{height}' viewBox='0 0 {width} {height}'>{drawing}</svg>"


def board(
    puzzle: Puzzle, before: bytes, after: bytes, cells: Sequence[int] = (), tried: tuple[int, bool] | None = None
) -> str:
    """One board as SVG: the links of `after`, marked by how they were in `before`."""
    links: dict[str, list[tuple[int, int]]] = {kind: [] for kind in _KINDS}
    for link, pair in enumerate(puzzle.grid.links()):
        is_tried = tried is not None and tried[0] == link
        if after[link] == ON:
            links["try" if is_tried else "old" if before[link] == ON else "new"].append(pair)
        elif after[link] == OPEN:
            links["open"].append(pair)
        elif before[link] != OFF:
            links["tryoff" if is_tried else "off"].append(pair)
    paths = [
        f"<path class='{kind}' d='{_crosses(puzzle, pairs) if kind.endswith('off') else _lines(puzzle, pairs)}'/>"
        for kind, pairs in links.items()
        if pairs
    ]
    seen = _squares(puzzle, [cell for cell in cells if puzzle.cells[cell] != SOLID], "seen")
    return f"<use href='#board'/>{seen}{''.join(paths)}<use href='#ends'/>"


def _squares(puzzle: Puzzle, cells: Iterable[int], kind: str) -> str:
    outlines = [
        f"M{column * CELL + 1} {row * CELL + 1}h{CELL}v{CELL}h-{CELL}z"
        for row, column in (divmod(cell, puzzle.width) for cell in cells)
    ]
    return f"<path class='{kind}' d='{''.join(outlines)}'/>" if outlines else ""


def _lines(puzzle: Puzzle, pairs: Iterable[tuple[int, int]]) -> str:
    """Links as strokes, those in a row as one."""
    strokes: dict[tuple[int, int], list[int]] = {}  # by the step and the cell where the last stroke ends: first, length
    found = []
    for one, other in pairs:
        stroke = strokes.pop((other - one, one), None)
        if stroke is None:
            stroke = [one, 0]
            found.append((other - one, stroke))
        stroke[1] += 1
        strokes[other - one, other] = stroke
    drawn = []
    for step, (first, length) in found:
        x, y = _centre(puzzle, first)
        drawn.append(f"M{x} {y}{'h' if step == 1 and puzzle.width > 1 else 'v'}{length * CELL}")
    return "".join(drawn)


def _crosses(puzzle: Puzzle, pairs: Iterable[tuple[int, int]]) -> str:
    drawn = []
    for one, other in pairs:
        (x, y), (to_x, to_y) = _centre(puzzle, one), _centre(puzzle, other)
        drawn.append(f"M{(x + to_x) // 2 - 4} {(y + to_y) // 2 - 4}l8 8m0-8l-8 8")
    return "".join(drawn)


def _centre(puzzle: Puzzle, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, puzzle.width)
    return column * CELL + CELL // 2 + 1, row * CELL + CELL // 2 + 1
