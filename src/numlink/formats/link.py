"""Links to numlink's own player: https://.../#p=7x7.cover.1b2-3d4..., one per line.  A link holds the whole board.

    7x7.cover.1c2X1-3 ...      size, rules, then the cells row by row: a letter a to z stands for 1 to 26 empty cells,
                               X for a solid cell, B for a bridge, numbers as they are, `-` between two numbers

A board beyond the rectangle adds the parts that it needs, each after a dot, in this order:

    hex, ...                  the kind of board
    tiling-...                instead of the kind: the polygons and how the player draws them, as JSON in base64
    rows, columns, both       the wrap
    layers3                   the number of layers; the cells of each layer follow those of the layer before
    vias...                   over all cells except those of the last layer: V a via, a letter a to z 1 to 26 others
    walls...                  over all links that the board had without solids and walls: W a wall, letters as above

web/static/share.js reads and writes the same.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from numlink.errors import InputError, ParseError
from numlink.formats.base import Format, Losses, no_room
from numlink.formats.reading import CellBudget, of_each_line
from numlink.formats.writing import with_letters
from numlink.model.grid import SOLID, Grid
from numlink.model.kinds.names import Feature, Kind
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import Layout, Wrap
from numlink.model.puzzle import Puzzle
from numlink.model.rules import EVERY_RULES, Rules

Spot = TypeVar("Spot")

PLAYER = "http://127.0.0.1:8000/"  # the address at which `numlink serve` opens the player by default

LINK = re.compile(r"\s*+(?:[^\s#]|#(?!p=|edit=))*+#(?:p|edit)=([^\s&]*+)(?:&t=[0-9]{1,6})?+\s*+")
"""A link; its code is group 1.  `&t=` gives a friend's solving time in seconds, which is not part of the puzzle."""
CODE = re.compile(r"([0-9]{1,4})x([0-9]{1,4})\.([a-z-]{1,20})\.([^\s.]*)((?:\.[^\s.]+)*)")
TOKEN = re.compile(r"([a-z])|(X)|(B)|([1-9][0-9]{0,6})-?")
MARK = re.compile(r"([a-z])|([VW])")
LAYERS = re.compile(r"layers([0-9]{1,4})")
TILED = re.compile(rf"{Kind.TILING.value}-([\w+/]++)")
KINDS = {kind.value for kind in Kind} - {Kind.SQUARE.value}
MOST_CELLS = 10**6  # the most cells of a board in a link: a short text must not become a board that fills the memory
MOST_PLAYED = 10_000
"""The most cells of a board that the player opens, as in web/static/share.js; larger boards get no link."""


def encode(puzzle: Puzzle) -> str:
    """The code of a puzzle: what follows `#p=` in a link.

    >>> encode(Puzzle(3, 2, (1, 2, 0, -1, 1, 2)))
    '3x2.cover.1-2aX1-2'
    >>> encode(Puzzle(3, 1, (1, 0, 1), layout=Layout(wrap="rows", walls=[(0, 1)])))
    '3x1.cover.1a1.rows.wallsW'
    """
    bridges = puzzle.layout.bridges
    contents = (
        "B" if cell in bridges else {0: None, SOLID: "X"}.get(content, str(content))
        for cell, content in enumerate(puzzle.cells)
    )
    parts: list[str] = []
    for letters, content in with_letters(contents, "a", "z"):
        between = "-" if parts and not letters and content and content[0].isdigit() and parts[-1][-1].isdigit() else ""
        parts.append(letters + between + (content or ""))
    named = [f"{puzzle.width}x{puzzle.height}", str(puzzle.rules), "".join(parts)]
    return ".".join(named + _layout_parts(puzzle))


def _layout_parts(puzzle: Puzzle) -> list[str]:
    layout = puzzle.layout
    parts = [layout.kind.value] if layout.kind is not Kind.SQUARE else []
    if layout.tiling is not None:
        polygons = b64encode(json.dumps(layout.tiling.data(), separators=(",", ":")).encode()).decode().rstrip("=")
        parts = [f"{layout.kind.value}-{polygons}"]
    parts += [layout.wrap.value] if layout.wrap is not Wrap.NONE else []
    parts += [f"layers{layout.layers}"] if layout.layers > 1 else []
    if layout.vias is not None:
        plane = puzzle.width * puzzle.height
        parts.append("vias" + _marks(range(plane * (layout.layers - 1)), layout.vias, "V"))
    if layout.walls:
        parts.append("walls" + _marks(_sides(puzzle.width, puzzle.height, layout), layout.walls, "W"))
    return parts


def _sides(width: int, height: int, layout: Layout) -> list[tuple[int, int]]:
    """The links that walls can remove, in order, ignoring solid cells."""
    return Grid(width, height, layout=replace(layout, walls=frozenset())).links()


def _marks(places: Iterable[object], marked: Collection[object], sign: str) -> str:
    """`sign` for each of `places` that is marked, letters for those between; nothing after the last mark."""
    found = with_letters((sign if place in marked else None for place in places), "a", "z")
    return "".join(letters + sign for letters, content in found if content)


def decode(text: str) -> Puzzle:
    """The puzzle of a code; raises ParseError if the text is not a code.

    >>> decode("3x2.free.1-2aX1-2").rows()
    [(1, 2, 0), (-1, 1, 2)]
    """
    match = CODE.fullmatch(text)
    if not match:
        raise ParseError("this is not a puzzle link. One looks like 3x2.cover.1-2aX1-2.")
    width, height = int(match[1]), int(match[2])
    if width * height > MOST_CELLS:
        raise ParseError(f"a link can hold at most {MOST_CELLS:,} cells, not {width}x{height}.")
    try:
        parts = match[5].split(".")[1:]
        layers = next((int(found[1]) for found in map(LAYERS.fullmatch, parts) if found), 1)
        cells, bridges = _cells(match[4], width * height * layers, match.start(4))
        if len(cells) != width * height * layers:  # before finding the links of a large board that a short text names
            raise _broken(match.end(4))
        layout = _layout(width, height, parts, match.start(5) + 1, Layout(bridges=frozenset(bridges)))
        return Puzzle(width, height, tuple(cells), Rules.named(match[3]), layout=layout)
    except ParseError:
        raise
    except InputError as error:
        raise ParseError(f"this link contains no valid board: {error}") from None


def _broken(column: int) -> ParseError:
    return ParseError("the link is cut off here. Copy all of it.", column=column + 1)


def _cells(text: str, size: int, start: int) -> tuple[list[int], list[int]]:
    """(content of each cell, cells that are bridges); `start` is the index of `text` in the code."""
    cells: list[int] = []
    bridges: list[int] = []
    at = 0
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None or len(cells) > size:
            raise _broken(start + at)
        if token[1]:
            cells += [0] * (ord(token[1]) - ord("a") + 1)
        else:
            bridges += [len(cells)] if token[3] else []
            cells.append(SOLID if token[2] else int(token[4] or 0))
        at = token.end()
    return cells, bridges


def _layout(width: int, height: int, parts: list[str], start: int, layout: Layout) -> Layout:
    """`layout` with the parts that follow the cells; raises ParseError for an unknown part."""
    for part in parts:
        if tiled := TILED.fullmatch(part):
            layout = replace(layout, tiling=_unpacked(tiled[1], start))
        elif part in KINDS:
            layout = replace(layout, kind=Kind(part))
        elif part in (Wrap.ROWS.value, Wrap.COLUMNS.value, Wrap.BOTH.value):
            layout = replace(layout, wrap=Wrap(part))
        elif (layers := LAYERS.fullmatch(part)) and width * height * int(layers[1]) <= MOST_CELLS:
            layout = replace(layout, layers=int(layers[1]))
        elif part.startswith("vias"):
            below = range(width * height * (layout.layers - 1))
            layout = replace(layout, vias=frozenset(_marked(part[4:], below, start + 4)))
        elif part.startswith("walls"):
            layout = replace(layout, walls=frozenset(_marked(part[5:], _sides(width, height, layout), start + 5)))
        else:
            raise _broken(start)
        start += len(part) + 1
    return layout


def _unpacked(text: str, start: int) -> Tiling:
    try:
        return Tiling(json.loads(b64decode(text + "=" * (-len(text) % 4)))["polygons"])
    except InputError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _broken(start) from None


def _marked(text: str, places: Sequence[Spot], start: int) -> list[Spot]:
    """Those of `places` that `text` marks; the inverse of `_marks`."""
    found = []
    at = 0
    for index, letter in enumerate(text):
        match = MARK.fullmatch(letter)
        if match is None or at >= len(places):
            raise _broken(start + index)
        if match[2]:
            found.append(places[at])
        at += 1 if match[2] else ord(letter) - ord("a") + 1
    return found


def _puzzle(line: str, number: int, _: CellBudget) -> Puzzle:
    match = LINK.fullmatch(line)
    code, before = (match[1], match.start(1)) if match else (line.strip(), 0)
    try:
        return decode(code)
    except ParseError as error:
        raise ParseError(error.problem, line=number, column=error.column and error.column + before) from None


read_lines = of_each_line(_puzzle)


def write(puzzle: Puzzle, _: Losses) -> str:
    """The link, which opens while `numlink serve` runs."""
    if len(puzzle.cells) > MOST_PLAYED:
        raise no_room("link", f"a board of {len(puzzle.cells):,} cells: the player opens up to {MOST_PLAYED:,}")
    return f"{PLAYER}#p={encode(puzzle)}\n"


FORMAT = Format(
    name="link",
    summary="links of numlink's own player, one per line",
    holds="any board with its rules; no solutions, no names",
    read_lines=read_lines,
    write=write,
    recognise=lambda text: bool(LINK.match(text)),
    features=tuple(Feature),
    solids=True,
    says=EVERY_RULES,
)
