"""The lab algorithm at work, for teachers: paths grow on the board while union-find merges its sets beside it.

    +---+---+---+      (1,0) rank 1     (0,2) rank 1       every path is one tree: its first cell the root,
    |   |   | o |       / | \\             |               every later cell a child of the root
    +---+---+---+      o  o  o            o
    | o-|---|-o |
    +---+---+---+      set_union((1,0), (1,1)): ...

The forest follows from the order of growth alone (assignment, Parts 1 to 3): each step unites the path's tree with a
singleton, by rank, so this module needs nothing of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from numlink.errors import InputError
from numlink.model.layout import require_plain
from numlink.render.drawing import (
    MARGIN,
    Drawing,
    Label,
    Layer,
    Line,
    Part,
    Rectangle,
    board_layer,
    centre,
    disc_parts,
    frame,
    label_part,
    path_parts,
    solid_part,
)
from numlink.render.ground import Point
from numlink.render.scene import Scene
from numlink.render.theme import INK, Paint

LARGEST = 400
"""The most cells worth watching: beyond, nobody can read the forest."""
ABREAST = 8
"""Children side by side below a root; more go to a second line."""
NODE = 0.66
HALF = 0.27
GAP = 0.5
CAPTION = 0.9
CAPTION_SIZE = 0.36


@dataclass(frozen=True, slots=True)
class _Tree:
    """Where one tree stands: its nodes in the order they joined, the root first."""

    number: int
    nodes: tuple[int, ...]
    places: tuple[Point, ...]
    since: int


@dataclass(slots=True)
class _Script:
    """What happens at which step."""

    captions: list[tuple[int, str]] = field(default_factory=list)
    clock: int = 0

    def say(self, text: str, *, steps: int = 1) -> int:
        """Show a caption from now on; returns the step at which it appears."""
        begin = self.clock
        self.captions.append((begin, text))
        self.clock += steps
        return begin


def draw_growth(scene: Scene, grown: Sequence[tuple[int, ...]]) -> Drawing:
    """The growth of `grown` (paths in the order and direction they grew) as an animated drawing.

    Raises InputError for a board beyond LARGEST cells.
    """
    if scene.grid is not None:
        require_plain(scene.grid.layout, "growth")
    size = scene.width * scene.height
    if size > LARGEST:
        raise InputError(
            f"a growing picture of {scene.width}x{scene.height} would have {size} cells; "
            f"at most {LARGEST} can be followed. Take a smaller board."
        )
    numbers = dict(scene.endpoints)
    grown = [path for path in grown if path]
    script = _Script()
    script.say(f"{size} cells, {size} sets: every cell is the root of a tree of its own, rank 0", steps=4)
    begins = list(_narrate(script, scene.width, size, grown))
    solid_since = script.say("No free cell has a free neighbour: what is left over becomes solid", steps=4)
    number_since = script.say("Number the paths in row-major order: the puzzle is ready", steps=1)
    plain = Scene(scene.width, scene.height, (), (), (), scene.theme, scene.title, scene.description)
    left = scene.width + 2.5 * MARGIN
    trees, width, height = _forest(scene, [(numbers[path[0]], path) for path in grown], begins, left)
    bottom = max(scene.height, height)
    layers = [board_layer(plain)]
    paper = layers[0].parts[0]
    longest = max(len(text) for _, text in script.captions) * CAPTION_SIZE * 0.55
    whole = Rectangle(-MARGIN, -MARGIN, max(left + width, longest) + 2 * MARGIN, bottom + CAPTION + 2 * MARGIN)
    layers[0] = Layer((Part("paper", paper.paint, (whole,)), *layers[0].parts[1:]))
    layers.append(Layer(solid_part(scene.width, scene.solids, since=solid_since)))
    for path, begin in zip(grown, begins, strict=True):
        layers.append(_grown_pair(scene, numbers[path[0]], path, begin, number_since))
    layers.append(Layer((frame(scene),)))
    layers += [_tree_layer(scene, tree) for tree in trees]
    layers.append(Layer(tuple(_captions(script, bottom + MARGIN + CAPTION / 2))))
    return Drawing(-MARGIN, -MARGIN, whole.width, whole.height, tuple(layers), scene, script.clock)


def _narrate(script: _Script, width: int, sets: int, grown: Sequence[tuple[int, ...]]) -> Iterator[int]:
    """Captions for every union, in the words of the assignment; yields the step at which each path begins."""
    for path in grown:
        root, *others = (f"({cell // width},{cell % width})" for cell in path)
        yield script.say(f"New path from {root}: free, and it has a free neighbour")
        for index, cell in enumerate(others):
            sets -= 1
            how = f"equal ranks, {root} becomes rank 1" if index == 0 else f"rank 1 > rank 0, {cell} hangs below {root}"
            script.say(f"set_union({root}, {cell}): {how}; {sets} sets")


def _grown_pair(scene: Scene, number: int, path: tuple[int, ...], begin: int, numbered: int) -> Layer:
    """One path growing on the board: its start, its line, its end, at last its number."""
    first, last = centre(scene.width, path[0]), centre(scene.width, path[-1])
    parts = [
        *path_parts(scene, number, tuple(centre(scene.width, cell) for cell in path), since=begin),
        *disc_parts(scene, number, [first], since=begin),
        *disc_parts(scene, number, [last], since=begin + len(path) - 1),
        label_part(scene, number, [first, last], since=numbered),
    ]
    return Layer(tuple(parts), number)


def _forest(
    scene: Scene, paths: Sequence[tuple[int, tuple[int, ...]]], begins: Sequence[int], left: float
) -> tuple[list[_Tree], float, float]:
    """The trees in lines from left to right, about as high as the board; with the width and height they take."""
    sizes = [_extent(len(path)) for _, path in paths]
    area = sum((wide + GAP) * (high + GAP) for wide, high in sizes)
    width = max([scene.width * 0.9, area * 1.15 / scene.height, 3.0, *(wide for wide, _ in sizes)])
    trees = []
    x = y = line = 0.0
    for (number, path), begin, (wide, high) in zip(paths, begins, sizes, strict=True):
        if x and x + wide > width:
            x, y, line = 0.0, y + line + GAP, 0.0
        trees.append(_Tree(number, path, tuple(_places(len(path), left + x, y + HALF, wide)), begin))
        x, line = x + wide + GAP, max(line, high)
    return trees, width, y + line


def _extent(nodes: int) -> Point:
    """Width and height of a tree."""
    children = nodes - 1
    lines = -(-children // ABREAST)
    # a root alone on its line is followed by its rank
    return max(min(children, ABREAST) * NODE, 1.5), 2 * HALF + 0.7 + (lines - 1) * NODE


def _places(nodes: int, left: float, top: float, width: float) -> Iterator[Point]:
    """The root in the middle, its children below in lines of equal length."""
    children = nodes - 1
    lines = -(-children // ABREAST)
    yield left + width / 2, top
    for index in range(children):
        line, column = divmod(index, ABREAST)
        count = min(ABREAST, children - line * ABREAST)
        # every second line stands half a node aside, so that its edges pass between the nodes above
        aside = NODE / 2 if line % 2 and lines > 1 and count == ABREAST else 0.0
        yield left + width / 2 + (column - (count - 1) / 2) * NODE + aside, top + 0.7 + line * NODE


def _tree_layer(scene: Scene, tree: _Tree) -> Layer:
    """One tree: an edge and a node for every union, at the step of that union."""
    root_x, root_y = tree.places[0]
    colour, text = scene.theme.end(tree.number), scene.theme.text(tree.number)
    edges, nodes = [], []
    for index, (cell, place) in enumerate(zip(tree.nodes, tree.places, strict=True)):
        since = tree.since + index
        if index:
            edges.append(Part("edge", Paint(stroke=INK, width=0.03), (Line(((root_x, root_y), place)),), since))
        box = Rectangle(place[0] - HALF, place[1] - HALF * 0.8, 2 * HALF, 1.6 * HALF)
        name = f"{cell // scene.width},{cell % scene.width}"
        nodes.append(Part("node", colour, (box,), since))
        size = min(0.25, 1.6 * HALF / (0.55 * len(name)))
        nodes.append(Part("cell", text, (Label(*place, name, size),), since))
    rank = [
        _note(f"rank {rank}", root_x + HALF + 0.08, root_y, since, until)
        for rank, since, until in ((0, tree.since, tree.since + 1), (1, tree.since + 1, None))
    ]
    return Layer((*edges, *nodes, *rank))


def _note(text: str, x: float, y: float, since: int, until: int | None) -> Part:
    return Part("note", Paint(fill=INK), (Label(x, y, text, 0.24, left=True),), since, until)


def _captions(script: _Script, y: float) -> Iterator[Part]:
    ends: list[int | None] = [*(begin for begin, _ in script.captions[1:]), None]
    for (begin, text), end in zip(script.captions, ends, strict=True):
        yield Part("caption", Paint(fill=INK), (Label(0, y, text, CAPTION_SIZE, left=True),), begin, end)
