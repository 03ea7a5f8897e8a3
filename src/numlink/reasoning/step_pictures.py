"""The boards of an explanation as SVG.

The empty board is written once in a file and used by every picture; all links of a picture that look alike are one
path.  The shapes come from `render.drawing`, `render.svg` writes them, `render.theme` has the colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle
from numlink.reasoning.position import OFF, ON, OPEN
from numlink.render.drawing import MARGIN, SHAFT, Disc, Label, Line, Shape, geometry_layer
from numlink.render.geometry import Geometry, Point
from numlink.render.scene import compose
from numlink.render.svg import UNIT, elements, style_sheet
from numlink.render.theme import FAINT, INK, LOOKED_AT, NEW_LINE, OLD_LINE, PAPER, TRIED_LINE, Paint

Pair = tuple[int, int]  # the two cells of a link
CELL = 36  # side of a cell in the pictures, in pixels
ARM = 0.11  # how far a cross reaches from its middle to each side, in cell widths

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
    "end": Paint(fill=INK),
    "number": Paint(fill=PAPER),
}
"""The paint of each role; lines of different roles also differ without colour, for those who print in black.

open      links not known yet                  off, tryoff   crosses: links ruled out in this step, on trial
old       links drawn before                   filled        cells that the step looks at; `seen` in the legend
new       links drawn in this step             cell          other cells, only in the legend
try       links drawn on trial                 casing        the gap around a path that crosses a bridge
end, number   the discs of numbers, and the numbers in them
"""

STYLE = (
    style_sheet(PAINTS) + ".old,.new,.try,.off,.tryoff{stroke-linecap:round}.filled{stroke-linecap:square}"
    ".number{font-family:system-ui,sans-serif;text-anchor:middle}"
)
"""The CSS of the roles."""

_KINDS = ("open", "old", "new", "try", "off", "tryoff")  # the roles of links, in the order in which they are drawn

LEGEND = (
    ("<path class='new' d='M4 9h22'/>", "drawn in this step"),
    ("<path class='old' d='M4 9h22'/>", "drawn before"),
    ("<path class='open' d='M3 9h24'/>", "still open"),
    ("<path class='off' d='M11 5l8 8m0-8l-8 8'/>", "ruled out in this step"),
    ("<path class='seen' d='M7 1h16v16h-16z'/>", "cells the step looks at"),
    ("<path class='cell' d='M7 1h16v16h-16z'/>", "no mark between cells: ruled out before"),
)
"""Signs as SVG, 30 by 18 pixels, and their meanings."""

TRY_SIGN = ("<path class='try' d='M4 9h13'/><path class='tryoff' d='M22 5l7 8m0-8l-7 8'/>", "what is tried")
"""One more sign of the legend, for pages that show tries."""


class BoardPictures:
    """The pictures of one board, with shapes of `render.drawing` and lengths in cell widths.

    A link over a wrapped rim is drawn at both ends; a link to another layer is a dot in a corner of both cells; a path
    straight across a bridge is drawn again above the path that goes down.  `empty` are the parts of the empty board,
    with their own paints, `style` is the CSS of all roles, `pixels` the width and height of a picture.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.geometry = Geometry(puzzle.grid)
        self.centre = self.geometry.centre
        layer = geometry_layer(compose(puzzle.with_solution(None)), self.geometry)
        self.empty = [part for part in layer.parts if part.role != "paper"]
        self.style = STYLE + style_sheet({f"board-{part.role}": part.paint for part in self.empty})
        width, height = self.geometry.width + 2 * MARGIN, self.geometry.height + 2 * MARGIN
        self.pixels = round(width * CELL), round(height * CELL)
        edge = MARGIN * UNIT
        self._box = f"{-edge:.4g} {-edge:.4g} {width * UNIT:.6g} {height * UNIT:.6g}"

    def shared_parts(self) -> str:
        """The SVG definitions of the empty board and its numbers, which `board` uses; every file needs them once."""
        numbers = [(self.centre(cell), content) for cell, content in enumerate(self.puzzle.cells) if content > 0]
        discs = [Disc(*centre, 0.36) for centre, _ in numbers]
        labels = [Label(*centre, str(number), 0.42 if number < 100 else 0.32) for centre, number in numbers]
        cells = "".join(_drawn(f"board-{part.role}", part.shapes) for part in self.empty)
        ends = _drawn("end", discs) + _drawn("number", labels)
        return f"<defs><g id='board'>{cells}</g><g id='ends'>{ends}</g></defs>"

    def picture(
        self, before: bytes, after: bytes, cells: Sequence[int] = (), tried: tuple[int, bool] | None = None
    ) -> str:
        """One board as an SVG element, for a page that has the shared parts; arguments as in `board`."""
        width, height = self.pixels
        drawing = self.board(before, after, cells, tried)
        return f"<svg width='{width}' height='{height}' viewBox='{self._box}'>{drawing}</svg>"

    def board(
        self, before: bytes, after: bytes, cells: Sequence[int] = (), tried: tuple[int, bool] | None = None
    ) -> str:
        """One board as SVG, UNIT user units per cell: the link states `after`, marked where they differ from `before`.

        `cells` are marked as looked at; `tried`, for a try, is (link, whether it was tried as drawn).
        """
        links: dict[str, list[Pair]] = {kind: [] for kind in _KINDS}
        for link, pair in enumerate(self.puzzle.grid.links()):
            is_tried = tried is not None and tried[0] == link
            if after[link] == ON:
                links["try" if is_tried else "old" if before[link] == ON else "new"].append(pair)
            elif after[link] == OPEN:
                links["open"].append(pair)
            elif before[link] != OFF:
                links["tryoff" if is_tried else "off"].append(pair)
        marks = "".join(
            _drawn(kind, self.crosses(pairs) if kind.endswith("off") else self.strokes(pairs))
            for kind, pairs in links.items()
        )
        old_overs = self.lines_on_top(links["old"])
        before_now = {*old_overs}
        drawn = links["old"] + links["new"] + links["try"]
        new_overs = [over for over in self.lines_on_top(drawn) if over not in before_now]
        for kind, overs in (("old", old_overs), ("new" if links["new"] else "try", new_overs)):
            marks += (_drawn("casing", overs) + _drawn(kind, overs)) if overs else ""
        # a thick line along an outline of half the size fills a cell of any shape, except its sides, where walls lie
        looked_at = (Line(self.geometry.outline(cell, 0.46)) for cell in cells if self.puzzle.cells[cell] != SOLID)
        return f"<use href='#board'/>{_drawn('filled', looked_at)}{marks}<use href='#ends'/>"

    def strokes(self, pairs: Iterable[Pair]) -> list[Shape]:
        """Links as lines; links in a straight row form one line."""
        found: list[Shape] = []
        ending: dict[tuple[float, ...], int] = {}  # (direction, last point) of a straight line -> its index in `found`
        for pair in pairs:
            if self.geometry.grid.changes_layer(*pair):
                found += [Disc(*self.geometry.corner(cell), SHAFT) for cell in pair]
                continue
            for first, *bends, last in (piece.points for piece in self.geometry.pieces(pair)):
                heading = round(last[0] - first[0], 6), round(last[1] - first[1], 6)
                at = None if bends else ending.pop((*heading, *first), None)
                if at is None:
                    at = len(found)
                    found.append(Line((first, *bends, last)))
                else:
                    line = found[at]
                    assert isinstance(line, Line)
                    found[at] = Line((line.points[0], last))
                if not bends:
                    ending[*heading, *last] = at
        return found

    def crosses(self, pairs: Iterable[Pair]) -> list[Shape]:
        """A cross in the middle of each link."""
        found: list[Shape] = []
        for pair in pairs:
            pieces = [piece.points for piece in self.geometry.pieces(pair)]
            if self.geometry.grid.changes_layer(*pair):
                places = [self.geometry.corner(cell) for cell in pair]
            elif len(pieces) > 1:
                places = [between(points[0], points[-1]) for points in pieces]
            else:
                places = [self.geometry.bend(*pair) or between(*map(self.centre, pair))]
            for x, y in places:
                left, top, right, bottom = x - ARM, y - ARM, x + ARM, y + ARM
                found += (Line(((left, top), (right, bottom))), Line(((right, top), (left, bottom))))
        return found

    def lines_on_top(self, links: Sequence[Pair]) -> list[Shape]:
        """The parts of drawn links that lie above other links, where a path goes straight across a bridge."""
        width, bridges = self.puzzle.width, self.puzzle.layout.bridges
        level = (pair for pair in links if pair[0] // width == pair[1] // width)
        across = Counter(cell for pair in level for cell in pair if cell in bridges)
        places = [self.centre(cell) for cell, count in sorted(across.items()) if count == 2]
        return [Line(((x - 0.3, y), (x + 0.3, y))) for x, y in places]


def _drawn(role: str, shapes: Iterable[Shape]) -> str:
    return "".join(elements(tuple(shapes), f' class="{role}"'))


def between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
