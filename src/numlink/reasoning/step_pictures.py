"""The boards of an explanation as SVG.

The empty board is written once in a file and used by every picture; all links of a picture that look alike are one
path.  Shapes are those of `render.drawing`, `render.svg` writes them, `render.theme` has the colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from numlink.model.grid import SOLID, Grid
from numlink.model.puzzle import Puzzle
from numlink.reasoning.position import OFF, ON, OPEN
from numlink.render.drawing import MARGIN, SHAFT, Disc, Label, Line, Part, Rectangle, Shape, centre, geometry_layer
from numlink.render.geometry import Geometry, Point, needs_geometry
from numlink.render.scene import compose
from numlink.render.svg import UNIT, elements, style_sheet
from numlink.render.theme import BLOCK, FAINT, INK, LOOKED_AT, NEW_LINE, OLD_LINE, PAPER, TRIED_LINE, Paint

Pair = tuple[int, int]
"""The two cells of a link."""

ARM = 0.11
"""Half the width of the cross that marks a link as ruled out."""

CELL = 36
"""Side of a cell in the pictures, in pixels."""

PAINTS = {
    "open": Paint(stroke=FAINT, width=0.042, dash=(0.055, 0.11)),
    "old": Paint(stroke=OLD_LINE, width=0.1),
    "new": Paint(stroke=NEW_LINE, width=0.2),
    "try": Paint(stroke=TRIED_LINE, width=0.2, dash=(0.02, 0.3)),
    "off": Paint(stroke=NEW_LINE, width=0.055),
    "tryoff": Paint(stroke=TRIED_LINE, width=0.055),
    "cell": Paint(fill=PAPER, stroke=FAINT, width=0.02),
    "seen": Paint(fill=LOOKED_AT, stroke=FAINT, width=0.02),
    "filled": Paint(stroke=LOOKED_AT, width=0.44),
    "casing": Paint(stroke=PAPER, width=0.3),
    "solid": Paint(fill=BLOCK),
    "end": Paint(fill=INK),
    "number": Paint(fill=PAPER),
}
"""The paint of each role; lines of two roles differ without colour, too, for those who print in black.

open      links of which nothing is known      off, tryoff   crosses: links ruled out in this step, on trial
old       links drawn before                   cell, solid   cells of a plain rectangle
new       links drawn in this step             seen, filled  cells that the step looks at: on a rectangle, elsewhere
try       links drawn on trial                 casing        the gap around a path that crosses a bridge
end, number   the discs of numbers, and the numbers in them
"""

STYLE = (
    style_sheet(PAINTS) + ".old,.new,.try,.off,.tryoff{stroke-linecap:round}.filled{stroke-linecap:square}"
    ".number{font-family:system-ui,sans-serif;text-anchor:middle}"
)
"""The CSS of the roles."""

_KINDS = ("open", "old", "new", "try", "off", "tryoff")
"""The roles of links, in the order in which they are drawn."""

LEGEND = (
    ("<path class='new' d='M4 9h22'/>", "drawn in this step"),
    ("<path class='old' d='M4 9h22'/>", "drawn before"),
    ("<path class='open' d='M3 9h24'/>", "still open"),
    ("<path class='off' d='M11 5l8 8m0-8l-8 8'/>", "ruled out in this step"),
    ("<path class='seen' d='M7 1h16v16h-16z'/>", "cells the step looks at"),
    ("<path class='cell' d='M7 1h16v16h-16z'/>", "no sign between cells: ruled out before"),
)
"""Signs as SVG, 30 by 18 pixels, and their meanings."""

TRY_SIGN = ("<path class='try' d='M4 9h13'/><path class='tryoff' d='M22 5l7 8m0-8l-7 8'/>", "what is tried")
"""One more sign, for pages that show tries."""


def shared_parts(puzzle: Puzzle) -> str:
    """The SVG definitions of the empty board and of its numbers, which `board` uses; needed once in every file."""
    sketch = sketch_of(puzzle)
    numbers = [(cell, content) for cell, content in enumerate(puzzle.cells) if content > 0]
    discs = [Disc(*sketch.centre(cell), 0.36) for cell, _ in numbers]
    labels = [Label(*sketch.centre(cell), str(number), 0.42 if number < 100 else 0.32) for cell, number in numbers]
    laid = sketch.empty()
    cells = "".join(_drawn(f"board-{part.role}", part.shapes) for part in laid)
    if not laid:
        cells = _drawn("cell", sketch.cells(open_cells(puzzle, range(len(puzzle.cells)))))
        cells += _drawn("solid", sketch.cells(puzzle.solids()))
    ends = _drawn("end", discs) + _drawn("number", labels)
    return f"<defs><g id='board'>{cells}</g><g id='ends'>{ends}</g></defs>"


def style(puzzle: Puzzle) -> str:
    """The CSS for the pictures of a board."""
    return STYLE + style_sheet({f"board-{part.role}": part.paint for part in sketch_of(puzzle).empty()})


def picture(
    puzzle: Puzzle, before: bytes, after: bytes, cells: Sequence[int] = (), tried: tuple[int, bool] | None = None
) -> str:
    """One board as an SVG element, for a page that has the shared parts; arguments as in `board`."""
    width, height = pixels(puzzle)
    sketch = sketch_of(puzzle)
    edge = sketch.margin * UNIT
    box = f"{-edge:.4g} {-edge:.4g} {sketch.width * UNIT + 2 * edge:.6g} {sketch.height * UNIT + 2 * edge:.6g}"
    drawing = board(puzzle, before, after, cells, tried)
    return f"<svg width='{width}' height='{height}' viewBox='{box}'>{drawing}</svg>"


def pixels(puzzle: Puzzle) -> tuple[int, int]:
    """Width and height of a board's picture in pixels."""
    sketch = sketch_of(puzzle)
    edge = 2 * sketch.margin
    return round((sketch.width + edge) * CELL), round((sketch.height + edge) * CELL)


def board(
    puzzle: Puzzle, before: bytes, after: bytes, cells: Sequence[int] = (), tried: tuple[int, bool] | None = None
) -> str:
    """One board as SVG, with UNIT user units a cell: the link states `after`, marked where they differ from `before`.

    `cells` are marked as looked at; `tried` is (link, whether it was tried as drawn) of a try.
    """
    sketch = sketch_of(puzzle)
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
        _drawn(kind, sketch.crosses(pairs) if kind.endswith("off") else sketch.strokes(pairs))
        for kind, pairs in links.items()
    )
    old_overs = sketch.overs(links["old"])
    before_now = {*old_overs}
    new_overs = [over for over in sketch.overs(links["old"] + links["new"] + links["try"]) if over not in before_now]
    for kind, overs in (("old", old_overs), ("new" if links["new"] else "try", new_overs)):
        marks += (_drawn("casing", overs) + _drawn(kind, overs)) if overs else ""
    seen = _drawn("filled" if sketch.empty() else "seen", sketch.cells(open_cells(puzzle, cells)))
    return f"<use href='#board'/>{seen}{marks}<use href='#ends'/>"


def _drawn(role: str, shapes: Iterable[Shape]) -> str:
    return "".join(elements(tuple(shapes), f' class="{role}"'))


# ------------------------------------------------------------------------------------------ shapes of links and cells


class Sketch:
    """The shapes of a plain rectangle; `margin` is the paper beyond each side of the board."""

    margin = 1 / 36

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.width, self.height = float(puzzle.width), float(puzzle.height)

    def empty(self) -> list[Part]:
        """The parts of the empty board, with paints of their own; [] if `board` draws its cells as rectangles."""
        return []

    def centre(self, cell: int) -> Point:
        """The middle of a cell."""
        return centre(self.puzzle.width, cell)

    def cells(self, cells: Iterable[int]) -> list[Shape]:
        """Shapes that fill cells."""
        return [Rectangle(column, row, 1, 1) for row, column in (divmod(cell, self.puzzle.width) for cell in cells)]

    def strokes(self, pairs: Iterable[Pair]) -> list[Shape]:
        """Links as lines; links that continue each other straight on are one line."""
        strokes: dict[tuple[int, int], list[int]] = {}  # (cell step, last cell) of a line: [first cell, last cell]
        found = []
        for one, other in pairs:
            stroke = strokes.pop((other - one, one), None)
            if stroke is None:
                stroke = [one, one]
                found.append(stroke)
            stroke[1] = other
            strokes[other - one, other] = stroke
        return [Line((self.centre(first), self.centre(last))) for first, last in found]

    def crosses(self, pairs: Iterable[Pair]) -> list[Shape]:
        """A cross in the middle of each link."""
        return [line for one, other in pairs for line in cross(between(self.centre(one), self.centre(other)))]

    def overs(self, links: Sequence[Pair]) -> list[Shape]:
        """The parts of drawn links that are drawn above other links: where a path goes straight across a bridge."""
        del links
        return []


class GeometrySketch(Sketch):
    """The shapes of any other board (`render.geometry`).

    A link over a wrapped rim is drawn at both ends; a link to another layer is a dot in a corner of both cells; a path
    straight across a bridge is drawn again above the path that goes down.
    """

    margin = MARGIN

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.geometry = _geometry(puzzle.grid)
        self.width, self.height = self.geometry.width, self.geometry.height

    def empty(self) -> list[Part]:
        return [
            part
            for part in geometry_layer(compose(self.puzzle.with_solution(None)), self.geometry).parts
            if part.role != "paper"
        ]

    def centre(self, cell: int) -> Point:
        return self.geometry.centre(cell)

    def cells(self, cells: Iterable[int]) -> list[Shape]:
        # a thick line along an outline of half the size fills a cell of any shape, except its sides, where walls are
        return [Line(self.geometry.outline(cell, 0.46)) for cell in cells]

    def strokes(self, pairs: Iterable[Pair]) -> list[Shape]:
        found: list[Shape] = []
        for pair in pairs:
            if self._climbs(pair):
                found += [Disc(*self.geometry.corner(cell), SHAFT) for cell in pair]
            else:
                found += [Line(piece.points) for piece in self.geometry.pieces(pair)]
        return found

    def crosses(self, pairs: Iterable[Pair]) -> list[Shape]:
        found: list[Shape] = []
        for pair in pairs:
            pieces = [piece.points for piece in self.geometry.pieces(pair)]
            if self._climbs(pair):
                places = [self.geometry.corner(cell) for cell in pair]
            elif len(pieces) > 1:
                places = [between(points[0], points[-1]) for points in pieces]
            else:
                places = [self.geometry.bend(*pair) or between(self.centre(pair[0]), self.centre(pair[1]))]
            found += [line for place in places for line in cross(place)]
        return found

    def overs(self, links: Sequence[Pair]) -> list[Shape]:
        bridges = self.puzzle.layout.bridges
        across = Counter(cell for pair in links if self._level(pair) for cell in pair if cell in bridges)
        places = [self.centre(cell) for cell, count in sorted(across.items()) if count == 2]
        return [Line(((x - 0.3, y), (x + 0.3, y))) for x, y in places]

    def _climbs(self, pair: Pair) -> bool:
        plane = self.puzzle.width * self.puzzle.height
        return pair[0] // plane != pair[1] // plane

    def _level(self, pair: Pair) -> bool:
        return pair[0] // self.puzzle.width == pair[1] // self.puzzle.width


def sketch_of(puzzle: Puzzle) -> Sketch:
    """The sketch for a board."""
    return GeometrySketch(puzzle) if needs_geometry(puzzle.grid) else Sketch(puzzle)


@lru_cache(maxsize=4)
def _geometry(grid: Grid) -> Geometry:
    """A board's geometry, kept because an explanation needs the same one hundreds of times."""
    return Geometry(grid)


def between(one: Point, other: Point) -> Point:
    """The point half way between two points."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def cross(place: Point) -> tuple[Line, Line]:
    """The two lines of a cross around a point."""
    x, y = place
    return (
        Line(((x - ARM, y - ARM), (x + ARM, y + ARM))),
        Line(((x + ARM, y - ARM), (x - ARM, y + ARM))),
    )


def open_cells(puzzle: Puzzle, cells: Iterable[int]) -> list[int]:
    """Those of `cells` that are not solid."""
    return [cell for cell in cells if puzzle.cells[cell] != SOLID]
