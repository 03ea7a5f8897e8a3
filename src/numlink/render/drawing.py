"""A scene as shapes: lines, discs, rectangles and labels in cell units, x to the right, y downwards.

        0        1        2   x        the centre of cell (row, column) lies at (column + 1/2, row + 1/2)
      0 +--------+--------+
        |  (1)---+---o    |            a Layer groups parts that belong together (the board, a pair);
      1 +--------+---|----+            a Part is shapes with one role and one paint
        |        |  (1)   |
      2 +--------+--------+

An animated drawing counts time in steps from 0: a Part appears at step `since` and disappears at step `until`.  If
`grows` is set, its lines lengthen by one point per step.  A still picture shows the drawing after its last step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from numlink.render.geometry import Geometry, Point, Sides
from numlink.render.scene import Scene
from numlink.render.theme import BLOCK, FAINT, GROUND, INK, PAPER, TILE, TILE_BLOCK, TILE_INK, Paint, Tint

# Lengths are in widths of a cell.
MARGIN = 0.25  # paper around the board on each side
INSIDE = 0.055  # distance of a ring from the rim of its disc
SHAFT = 0.13  # radius of the mark where a path goes to another layer


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points in order, with round ends and corners; not filled."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Disc:
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle; (x, y) is its top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Area:
    """A closed polygon; its outline has round corners."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text with its middle at (x, y), or with `left` its left end there."""

    x: float
    y: float
    text: str
    size: float
    left: bool = False


Shape = Line | Disc | Rectangle | Area | Label


@dataclass(frozen=True, slots=True)
class Part:
    """Shapes with one role (the class in SVG) and one paint; visible from step `since` until before step `until`.

    `until` None: to the end.  `grows`: see above.
    """

    role: str
    paint: Paint
    shapes: tuple[Shape, ...]
    since: int = 0
    until: int | None = None
    grows: bool = False

    def at(self, step: int | None) -> Part | None:
        """The part as it looks at a step (None: after the last); None if it is not visible then."""
        if step is None:
            return self if self.until is None else None
        if step < self.since or (self.until is not None and step >= self.until):
            return None
        if not self.grows:
            return self
        shapes = (
            Line(shape.points[: step - self.since + 1]) if isinstance(shape, Line) else shape for shape in self.shapes
        )
        return replace(self, shapes=tuple(shapes))


@dataclass(frozen=True, slots=True)
class Layer:
    """Parts that belong together: those of the board (number None), or of the pair `number`."""

    parts: tuple[Part, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """Layers from back to front; `left`, `top`, `width` and `height` say which part of the plane the picture shows.

    `steps` is the length of the animation, 0 for a still picture.
    """

    left: float
    top: float
    width: float
    height: float
    layers: tuple[Layer, ...]
    scene: Scene
    steps: int = 0

    def parts(self, step: int | None = None) -> Iterator[Part]:
        """The visible parts from back to front at a step; None means after the last one."""
        parts = (part.at(step) for layer in self.layers for part in layer.parts)
        return (part for part in parts if part is not None)


def draw(scene: Scene, *, animated: bool = False) -> Drawing:
    """The shapes of a scene; with `animated`, paths grow one after the other, in the order of numbers.  O(cells)."""
    pairs: dict[int, list[int]] = {}
    for cell, number in scene.endpoints:
        pairs.setdefault(number, []).append(cell)
    paths = dict(scene.paths)
    geometry = Geometry(scene.grid)
    layers = [tile_layer(scene, geometry) if scene.theme.coloured else board_layer(scene, geometry)]
    clock = 1 if animated and paths else 0
    begins: dict[int, int] = {}
    for number in sorted({*pairs, *paths}):
        path = paths.get(number, ())
        layers.append(pair_layer(scene, number, pairs.get(number, []), path, geometry, since=clock))
        begins[number] = clock
        clock += len(path) if animated else 0
    steps = clock if animated else 0
    if not (scene.plain and scene.theme.coloured):
        layers += front(scene, geometry, scene.paths, (begins[number] for number, _ in scene.paths))
    box = whole(geometry)
    return Drawing(box.x, box.y, box.width, box.height, tuple(layers), scene, steps)


def whole(geometry: Geometry) -> Rectangle:
    """The paper of a picture: the board with a margin."""
    return Rectangle(-MARGIN, -MARGIN, geometry.width + 2 * MARGIN, geometry.height + 2 * MARGIN)


def front(
    scene: Scene, geometry: Geometry, paths: Iterable[tuple[int, tuple[int, ...]]], begins: Iterable[int]
) -> Iterator[Layer]:
    """The layers above all paths: the frame of a plain rectangle, or else an `over_layer` for each path."""
    if scene.plain:
        yield Layer((Part("frame", Paint(stroke=INK, width=0.075), (Rectangle(0, 0, scene.width, scene.height),)),))
        return
    for (number, path), begin in zip(paths, begins, strict=True):
        yield over_layer(scene, geometry, number, path, since=begin)


def board_layer(scene: Scene, geometry: Geometry) -> Layer:
    """The paper, the solid cells and the thin lines between cells."""
    if not scene.plain:
        return geometry_layer(scene, geometry)
    width, height = scene.width, scene.height
    rows = (Line(((0, row), (width, row))) for row in range(1, height))
    columns = (Line(((column, 0), (column, height))) for column in range(1, width))
    lines = Part("grid", Paint(stroke=FAINT, width=0.025), (*rows, *columns))
    return Layer(
        (Part("paper", Paint(fill=PAPER), (whole(geometry),)), lines, *solid_part(scene, geometry, scene.solids))
    )


def tile_layer(scene: Scene, geometry: Geometry) -> Layer:
    """The cells of a coloured picture as tiles, with walls in their gaps, bridges, vias and wraps, as on the page."""
    absent, blocks = geometry.absent, set(scene.solids)
    free = [cell for cell in range(geometry.grid.size) if cell not in absent and cell not in blocks]
    drawn = [
        Part("paper", Paint(fill=GROUND), (whole(geometry),)),
        tiles("tile", TILE, geometry, free),
        tiles("solid", TILE_BLOCK, geometry, [cell for cell in blocks if cell not in absent]),
    ]
    if not scene.plain:
        drawn.append(Part("grid", Paint(stroke=TILE_INK, width=0.04), _lines(geometry.diagonals())))
        drawn += _features(geometry, geometry.sides(), TILE_INK, GROUND, wall=0.1)
    return Layer(tuple(part for part in drawn if part.shapes))


def tiles(role: str, tint: Tint, geometry: Geometry, cells: Iterable[int], *, since: int = 0) -> Part:
    shapes = tuple(Area(geometry.tile(cell)) for cell in cells)
    return Part(role, Paint(fill=tint, stroke=tint, width=2 * geometry.round), shapes, since)


def solid_part(scene: Scene, geometry: Geometry, solids: Iterable[int], *, since: int = 0) -> tuple[Part, ...]:
    """The solid cells as one part; () if there are none.  On a plain rectangle neighbours in a row are one rectangle.

    On any other board a line 0.5 wide along a cell's outline, scaled to one half, fills the cell.
    """
    if not scene.plain:
        lines = tuple(Line(geometry.outline(cell, 0.5)) for cell in solids)
        return (Part("solid", Paint(stroke=BLOCK, width=0.5), lines, since),) if lines else ()
    width = scene.width
    joined = groupby(enumerate(sorted(solids)), key=lambda placed: (placed[1] // width, placed[1] - placed[0]))
    runs = [[cell for _, cell in run] for _, run in joined]
    boxes = tuple(Rectangle(run[0] % width, run[0] // width, len(run), 1) for run in runs)
    return (Part("solid", Paint(fill=BLOCK), boxes, since),) if boxes else ()


def geometry_layer(scene: Scene, geometry: Geometry) -> Layer:
    """The paper and the cells of a board that is no plain rectangle, with its walls, bridges, vias and wraps."""
    sides = geometry.sides()
    blocks = [cell for cell in scene.solids if cell not in geometry.absent]
    drawn = [
        Part("paper", Paint(fill=PAPER), (whole(geometry),)),
        Part("grid", Paint(stroke=FAINT, width=0.025), _lines(sides.thin)),
        Part("grid", Paint(stroke=FAINT, width=0.05), _lines(geometry.diagonals())),
        *solid_part(scene, geometry, blocks),
        *_features(geometry, sides, INK, PAPER, wall=0.12),
        Part("frame", Paint(stroke=INK, width=0.075), _lines(sides.rim)),
    ]
    return Layer(tuple(part for part in drawn if part.shapes))


def _features(geometry: Geometry, sides: Sides, ink: Tint, ground: Tint, *, wall: float) -> Iterator[Part]:
    """The bridges, vias, wraps and walls of a board; lines of walls are `wall` wide, and parts may have no shapes."""
    thin = Paint(stroke=ink, width=0.035)
    yield Part("bridge", thin, _lines(geometry.bridges()))
    yield Part("via", replace(thin, fill=ground), tuple(Disc(x, y, SHAFT) for x, y in geometry.shafts()))
    yield Part("wrap", Paint(stroke=ink, width=0.04, dash=(0.12, 0.13)), _lines(sides.wraps))
    yield Part("mark", Paint(stroke=ink, width=0.04), _lines(sides.marks))
    yield Part("wall", Paint(stroke=ink, width=wall), _lines([*sides.walls, *geometry.corner_walls()]))


def _lines(strokes: Iterable[tuple[Point, ...]]) -> tuple[Line, ...]:
    return tuple(map(Line, strokes))


def over_layer(scene: Scene, geometry: Geometry, number: int, path: tuple[int, ...], *, since: int = 0) -> Layer:
    """The parts of a path that are drawn above all paths: where it crosses bridges, and marks where it changes layers.

    An animated path starts to grow at step `since`; 0: a still picture.
    """
    parts: list[Part] = []
    paint = scene.theme.path(number)
    for index, (x, y) in geometry.overs(path):
        late = since + index if since else 0
        casing = Paint(stroke=scene.theme.surface, width=paint.width + 0.16)
        parts.append(Part("casing", casing, (Line(((x - 0.1, y), (x + 0.1, y))),), late))
        line = (Line(((x - 0.3, y), (x + 0.3, y))),)
        parts.append(Part("path", paint, line, late))
        stripe = scene.theme.stripe(number)
        parts += [Part("stripe", stripe, line, late)] if stripe is not None else []
    marks = list(geometry.layer_marks(path))
    if marks:
        late = since + len(path) - 1 if since else 0
        parts.append(Part("shaft", Paint(fill=INK), tuple(Disc(x, y, SHAFT) for (x, y), _ in marks), late))
        arrows = tuple(_arrow(x, y, SHAFT / 2 if down else -SHAFT / 2) for (x, y), down in marks)
        parts.append(Part("climb", Paint(stroke=PAPER, width=0.045), arrows, late))
    return Layer(tuple(parts))


def _arrow(x: float, y: float, down: float) -> Line:
    """A chevron around (x, y): `down` is its height if it points down, less than 0 if it points up."""
    return Line(((x - SHAFT / 2, y - down / 2), (x, y + down / 2), (x + SHAFT / 2, y - down / 2)))


def pair_layer(
    scene: Scene, number: int, ends: Iterable[int], path: tuple[int, ...], geometry: Geometry, *, since: int = 0
) -> Layer:
    """The path, discs and labels of a pair; `ends` are the cells of its number.

    An animated path starts to grow at step `since` (0: a still picture).
    """
    parts = []
    if scene.theme.coloured and len(path) > 1:
        late = since + len(path) - 1 if since else 0
        parts.append(tiles("wash", scene.theme.wash(number), geometry, path, since=late))
    for piece in geometry.pieces(path):
        parts += path_parts(scene, number, piece.points, since=since + piece.start if since else 0)
    centres = [geometry.centre(cell) for cell in ends]
    if centres:
        parts += disc_parts(scene, number, centres)
        parts.append(label_part(scene, number, centres))
    return Layer(tuple(parts), number)


def path_parts(scene: Scene, number: int, path: tuple[Point, ...], *, since: int = 0) -> Iterator[Part]:
    """The line of a path through points and, in colour, its stripe; with `since` above 0 they grow from this step.

    A dashed stripe does not grow: it appears when the path is complete.
    """
    if len(path) < 2:
        return
    line = (Line(path),)
    yield Part("path", scene.theme.path(number), line, since, grows=since > 0)
    stripe = scene.theme.stripe(number)
    if stripe is not None:
        # dashes cannot grow, because SVG uses them for growing
        late = since + len(path) - 1 if since and stripe.dash else since
        yield Part("stripe", stripe, line, late, grows=late > 0 and not stripe.dash)


def disc_parts(scene: Scene, number: int, centres: Sequence[Point], *, since: int = 0) -> Iterator[Part]:
    """The discs of end cells and, in colour, the rings in them."""
    yield Part("end", scene.theme.end(number), tuple(Disc(x, y, scene.theme.disc) for x, y in centres), since)
    ring = scene.theme.ring(number)
    if ring is not None:
        yield Part("ring", ring, tuple(Disc(x, y, scene.theme.disc - INSIDE) for x, y in centres), since)


def label_part(scene: Scene, number: int, centres: Iterable[Point], *, since: int = 0) -> Part:
    """The labels of end cells, small enough to stay inside their discs."""
    text = scene.theme.label(number)
    room = 2 * (scene.theme.disc - (INSIDE if scene.theme.stripe(number) else 0)) - 0.1
    # widths of the widest letter and the widest digit of a bold sans serif, as shares of the font size
    each = 0.8 if scene.theme.letters else 0.6
    size = min(scene.theme.digit, room / (each * len(text)))
    return Part("label", scene.theme.text(number), tuple(Label(x, y, text, size) for x, y in centres), since)
