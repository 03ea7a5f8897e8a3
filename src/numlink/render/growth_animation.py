"""An animation for teaching the lab's algorithm: paths grow on the board while union-find merges sets beside it.

    +---+---+---+      (1,0) rank 1     (0,2) rank 1       every path is one tree: its first cell the root,
    |   |   | o |       / | \\             |               every later cell a child of the root
    +---+---+---+      o  o  o            o
    | o-|---|-o |
    +---+---+---+      set_union((1,0), (1,1)): ...

The lab is a student assignment that makes puzzles (making/classic.py).  Its trees follow from the order of growth: each
step unites the path's tree with a single cell, by rank.  So this module needs only the paths, nothing from the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from numlink.errors import InputError
from numlink.model.words import written
from numlink.render.drawing import (
    MARGIN,
    Drawing,
    Label,
    Layer,
    Line,
    Part,
    Rectangle,
    board_layer,
    disc_parts,
    front,
    label_part,
    path_parts,
    solid_part,
)
from numlink.render.geometry import Geometry, Point
from numlink.render.scene import Scene
from numlink.render.theme import INK, Paint

LARGEST = 400  # the most cells of a board to animate: the trees of more cells are too small to read
ABREAST = 8  # children in a line below a root; others are in further lines

# Lengths are in widths of a cell of the board.
NODE = 0.66  # between the middles of two nodes of a tree
HALF = 0.27  # half the width of a node
GAP = 0.5  # between two trees
CAPTION = 0.9  # height of the caption's line
CAPTION_SIZE = 0.36  # font size of the caption


@dataclass(slots=True)
class _Script:
    """The captions with the steps at which they appear; `clock` is the next step."""

    captions: list[tuple[int, str]] = field(default_factory=list)
    clock: int = 0

    def say(self, text: str, *, steps: int = 1) -> int:
        """Show a caption for `steps` steps from now on; returns the step at which it appears."""
        begin = self.clock
        self.captions.append((begin, text))
        self.clock += steps
        return begin


def draw_growth(scene: Scene, grown: Sequence[tuple[int, ...]], *, mask: Iterable[int] | None = None) -> Drawing:
    """The growth of `grown` (paths in the order and direction they grew) as an animated drawing.

    `mask` are the cells that were solid before growth; None: those outside the board's shape.  Raises InputError for a
    board of more than LARGEST other cells, and for one with bridges, over which the lab's program grows no paths.
    """
    grid = scene.grid
    solids = Geometry(grid).absent if mask is None else frozenset(mask)
    geometry = Geometry(replace(grid, solids=solids))
    if grid.layout.bridges:
        raise InputError(
            f"{grid.where(min(grid.layout.bridges))}: a bridge. The lab's program grows no paths over "
            "bridges. Animate the solution being drawn."
        )
    size = grid.size - len(solids)
    if size > LARGEST:
        raise InputError(
            f"a growing picture would have {size:,} cells; at most {LARGEST} can be followed. Use a smaller board."
        )
    numbers = dict(scene.endpoints)
    grown = [path for path in grown if path]
    script = _Script()
    script.say(f"{size} cells, {size} sets: every cell is the root of a tree of its own, rank 0", steps=4)
    begins = list(_narrate(script, geometry, size, grown))
    solid_since = script.say("No free cell has a free neighbour: what is left over becomes solid", steps=4)
    number_since = script.say("Number the paths in row-major order: the puzzle is ready", steps=1)
    left = geometry.width + 2.5 * MARGIN
    numbered = [(numbers[path[0]], path) for path in grown]
    trees, width, height = _forest(scene, geometry, numbered, begins, left)
    bottom = max(geometry.height, height)
    layers = [board_layer(replace(scene, solids=tuple(sorted(solids))), geometry)]
    paper = layers[0].parts[0]
    longest = max(len(text) for _, text in script.captions) * CAPTION_SIZE * 0.55
    whole = Rectangle(-MARGIN, -MARGIN, max(left + width, longest) + 2 * MARGIN, bottom + CAPTION + 2 * MARGIN)
    layers[0] = Layer((Part("paper", paper.paint, (whole,)), *layers[0].parts[1:]))
    left_over = [cell for cell in scene.solids if cell not in solids]
    layers.append(Layer(solid_part(scene, geometry, left_over, since=solid_since)))
    for (number, path), begin in zip(numbered, begins, strict=True):
        layers.append(_grown_pair(scene, geometry, number, path, begin, number_since))
    layers += front(scene, geometry, numbered, begins)
    layers += trees
    ends: list[int | None] = [*(begin for begin, _ in script.captions[1:]), None]
    for (begin, text), end in zip(script.captions, ends, strict=True):
        label = Label(0, bottom + MARGIN + CAPTION / 2, text, CAPTION_SIZE, left=True)
        layers.append(Layer((Part("caption", Paint(fill=INK), (label,), begin, end),)))
    return Drawing(-MARGIN, -MARGIN, whole.width, whole.height, tuple(layers), scene, script.clock)


def _narrate(script: _Script, geometry: Geometry, sets: int, grown: Sequence[tuple[int, ...]]) -> Iterator[int]:
    """Write a caption for every union, from `sets` sets on; yields the step at which each path begins."""
    for path in grown:
        root, *others = (_name(geometry, cell) for cell in path)
        yield script.say(f"New path from {root}: free, and it has a free neighbour")
        for index, cell in enumerate(others):
            sets -= 1
            how = f"equal ranks, {root} becomes rank 1" if index == 0 else f"rank 1 > rank 0, {cell} hangs below {root}"
            script.say(f"set_union({root}, {cell}): {how}; {sets} sets")


def _name(geometry: Geometry, cell: int) -> str:
    """The position of a cell as the assignment writes it: `(row,column)`."""
    return written(geometry.grid.position(cell))


def _grown_pair(
    scene: Scene, geometry: Geometry, number: int, path: tuple[int, ...], begin: int, numbered: int
) -> Layer:
    """One path growing on the board from step `begin` on; its number appears at step `numbered`."""
    first, last = geometry.centre(path[0]), geometry.centre(path[-1])
    parts: list[Part] = []
    for piece in geometry.pieces(path):
        parts += path_parts(scene, number, piece.points, since=begin + piece.start)
    parts += disc_parts(scene, number, [first], since=begin)
    parts += disc_parts(scene, number, [last], since=begin + len(path) - 1)
    parts.append(label_part(scene, number, [first, last], since=numbered))
    return Layer(tuple(parts), number)


def _forest(
    scene: Scene, geometry: Geometry, paths: Sequence[tuple[int, tuple[int, ...]]], begins: Sequence[int], left: float
) -> tuple[list[Layer], float, float]:
    """(trees, width, height): trees in lines from left to right, together about as high as the board."""
    sizes = [_extent(len(path)) for _, path in paths]
    area = sum((wide + GAP) * (high + GAP) for wide, high in sizes)
    width = max([geometry.width * 0.9, area * 1.15 / geometry.height, 3.0, *(wide for wide, _ in sizes)])
    trees = []
    x = y = line = 0.0
    for (number, path), begin, (wide, high) in zip(paths, begins, sizes, strict=True):
        if x and x + wide > width:
            x, y, line = 0.0, y + line + GAP, 0.0
        trees.append(_tree(scene, geometry, number, path, [*_places(len(path), left + x, y + HALF, wide)], begin))
        x, line = x + wide + GAP, max(line, high)
    return trees, width, y + line


def _extent(nodes: int) -> Point:
    """Width and height of a tree with this number of nodes."""
    children = nodes - 1
    lines = -(-children // ABREAST)
    # 1.5: the root is followed by the words 'rank 1'
    return max(min(children, ABREAST) * NODE, 1.5), 2 * HALF + 0.7 + (lines - 1) * NODE


def _places(nodes: int, left: float, top: float, width: float) -> Iterator[Point]:
    """The middles of a tree's nodes: the root at the top, its children in lines of ABREAST below."""
    children = nodes - 1
    lines = -(-children // ABREAST)
    yield left + width / 2, top
    for index in range(children):
        line, column = divmod(index, ABREAST)
        count = min(ABREAST, children - line * ABREAST)
        # every second full line is shifted by half a node, so that its edges pass between the nodes above
        aside = NODE / 2 if line % 2 and lines > 1 and count == ABREAST else 0.0
        yield left + width / 2 + (column - (count - 1) / 2) * NODE + aside, top + 0.7 + line * NODE


def _tree(
    scene: Scene, geometry: Geometry, number: int, path: Sequence[int], places: Sequence[Point], begin: int
) -> Layer:
    """The tree of a path as shapes: the root, then a node and its edge for every union, which appear at its step.

    `places` are the middles of the nodes; the root appears at step `begin`.
    """
    root_x, root_y = places[0]
    theme = scene.theme
    edges, nodes = [], []
    for since, (cell, place) in enumerate(zip(path, places, strict=True), start=begin):
        if since > begin:
            edges.append(Part("edge", Paint(stroke=INK, width=0.03), (Line(((root_x, root_y), place)),), since))
        box = Rectangle(place[0] - HALF, place[1] - HALF * 0.8, 2 * HALF, 1.6 * HALF)
        name = _name(geometry, cell)[1:-1]
        nodes.append(Part("node", theme.end(number), (box,), since))
        size = min(0.25, 1.6 * HALF / (0.55 * len(name)))
        nodes.append(Part("cell", theme.text(number), (Label(*place, name, size),), since))
    x = root_x + HALF + 0.08
    ranks = [
        Part("note", Paint(fill=INK), (Label(x, root_y, f"rank {rank}", 0.24, left=True),), since, until)
        for rank, since, until in ((0, begin, begin + 1), (1, begin + 1, None))
    ]
    return Layer((*edges, *nodes, *ranks))
