"""The shapes of links and cells in the pictures of an explanation, as those of `render.drawing`; lengths are in widths
of a cell.  picture.py chooses the colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from numlink.model.grid import SOLID, Grid
from numlink.model.puzzle import Puzzle
from numlink.render.drawing import MARGIN, SHAFT, Disc, Line, Part, Rectangle, Shape, centre, ground_layer
from numlink.render.ground import Ground, Point, needed
from numlink.render.scene import compose

Pair = tuple[int, int]
"""The two cells of a link."""

ARM = 0.11
"""Half the width of the cross that marks a link as ruled out."""


class Sketch:
    """The shapes of a plain rectangle; `margin` is the paper beyond each side of the board."""

    margin = 1 / 36

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.width, self.height = float(puzzle.width), float(puzzle.height)

    def empty(self) -> list[Part]:
        """The parts of the empty board, with paints of their own; [] if picture.py draws its cells as rectangles."""
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


class GroundSketch(Sketch):
    """The shapes of any other board (`render.ground`).

    A link over a wrapped rim is drawn at both ends; a link to another layer is a dot in a corner of both cells; a path
    straight across a bridge is drawn again above the path that goes down.
    """

    margin = MARGIN

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.ground = _ground(puzzle.grid)
        self.width, self.height = self.ground.width, self.ground.height

    def empty(self) -> list[Part]:
        return [
            part
            for part in ground_layer(compose(self.puzzle.with_solution(None)), self.ground).parts
            if part.role != "paper"
        ]

    def centre(self, cell: int) -> Point:
        return self.ground.centre(cell)

    def cells(self, cells: Iterable[int]) -> list[Shape]:
        # a thick line along an outline of half the size fills a cell of any shape, except its sides, where walls are
        return [Line(self.ground.outline(cell, 0.46)) for cell in cells]

    def strokes(self, pairs: Iterable[Pair]) -> list[Shape]:
        found: list[Shape] = []
        for pair in pairs:
            if self._climbs(pair):
                found += [Disc(*self.ground.corner(cell), SHAFT) for cell in pair]
            else:
                found += [Line(piece.points) for piece in self.ground.pieces(pair)]
        return found

    def crosses(self, pairs: Iterable[Pair]) -> list[Shape]:
        found: list[Shape] = []
        for pair in pairs:
            pieces = [piece.points for piece in self.ground.pieces(pair)]
            if self._climbs(pair):
                places = [self.ground.corner(cell) for cell in pair]
            elif len(pieces) > 1:
                places = [between(points[0], points[-1]) for points in pieces]
            else:
                places = [self.ground.bend(*pair) or between(self.centre(pair[0]), self.centre(pair[1]))]
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
    return GroundSketch(puzzle) if needed(puzzle.grid) else Sketch(puzzle)


@lru_cache(maxsize=4)
def _ground(grid: Grid) -> Ground:
    """A board's ground, kept because an explanation needs the same one hundreds of times."""
    return Ground(grid)


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
