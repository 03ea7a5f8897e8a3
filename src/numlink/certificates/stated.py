"""The board that a certificate states, and the links between its cells.

rules cover                      or no-touch, free, free-no-touch
board 3 2                        width and height, of a layer
wrap: rows                       version 2 only: the board's layout, as plain text writes it
1 . 2                            the rows: . empty, X solid, a number; + a bridge, --- between layers
1 . 2
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import hypot, isfinite, sqrt
from re import findall

from .forms import CertificateLines, Form

RULES = {"cover": (True, True), "no-touch": (True, False), "free": (False, True), "free-no-touch": (False, False)}
"""Name of rules -> (whether every cell must be filled, whether a path may touch itself)."""

VERSION = Form("numlink certificate ([12])", "the version, 1 or 2", "numlink certificate 1")
RULES_LINE = Form(f"rules ({'|'.join(RULES)})", f"rules and one of {', '.join(RULES)}", "rules cover")
SIZE = Form("board ([1-9][0-9]{0,3}) ([1-9][0-9]{0,3})", "width and height, up to 9999 each", "board 7 7")
BETWEEN_LAYERS = Form("---", "a line between two layers", "---")

PLACE = r"\((?:([0-9]{1,4}),)?([0-9]{1,4}),([0-9]{1,4})\)"
LAID = {
    "board": Form("board: ?(hex|diagonal|triangle|tiling)", "one of hex, diagonal, triangle, tiling", "board: hex"),
    "tiling": Form(r"tiling: ?(\[.*\])", "the polygons of a tiling", "tiling: [[[0,0],[1,0],[0,1]]]"),
    "wrap": Form("wrap: ?(rows|columns|both)", "one of rows, columns, both", "wrap: rows"),
    "layers": Form("layers: ?([1-9][0-9]{0,3})", "how many layers, 1 to 9999", "layers: 2"),
    "vias": Form(rf"vias: ?((?:{PLACE} ?)*)", "places (row,column)", "vias: (0,2) (2,0)"),
    "walls": Form(rf"walls: ?((?:{PLACE}\|{PLACE} ?)+)", "pairs of places (row,column)", "walls: (0,1)|(0,2)"),
}
"""Key -> form of the line `key: value` that may stand above the rows of a board."""

TOKEN = "(?:[.X+]|[1-9][0-9]{0,8})"

SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
UPPER_CORNERS = [(-1, -1), (-1, 1)]
LOWER_CORNERS = [(1, -1), (1, 1)]
"""Steps to neighbours: how many rows down, how many columns to the right."""


@dataclass(frozen=True, slots=True)
class StatedBoard:
    """A board as a certificate states it.

    `cells`: 0 empty, -1 solid, else a number; `links`: the two tracks of each link, link 1 first; `laid`: the lines
    above the rows, by key, and the cells with bridges as `bridges`.
    """

    width: int
    height: int
    rules: str
    laid: dict[str, str]
    cells: tuple[int, ...]
    bridges: tuple[int, ...]
    links: list[tuple[int, int]]

    @property
    def tracks(self) -> list[int]:
        """What each track holds: first the tracks of the cells, then the second tracks of the bridges, which hold 0."""
        return [*self.cells, *(0 for _ in self.bridges)]

    def cells_of(self, path: list[int]) -> list[int]:
        """The cell that each track of a path lies in."""
        cell_of = [*range(len(self.cells)), *self.bridges]
        return [cell_of[track] for track in path]


def stated_board(lines: CertificateLines) -> StatedBoard:
    """The board that the lines up to its last row state; raises NoProof where they state no board."""
    version = lines.take(VERSION)[0]
    rules = lines.take(RULES_LINE)[0]
    width, height = map(int, lines.take(SIZE))
    laid = _header_values(lines) if version == "2" else {}
    _require_room(width * height, laid, lines)
    ground = BoardLinks(width, height, laid, lines)
    tokens = [*_tokens(width, height * ground.layers, height, lines)]
    cells = tuple(int(token) if token.isdecimal() else -(token == "X") for token in tokens)
    ground.bridges = dict.fromkeys(cell for cell, token in enumerate(tokens) if token == "+")
    if version == "1" and ground.bridges:
        raise lines.wrong("version 1 has no bridges: boards with bridges need certificates of version 2")
    ground.require_meaning()
    numbers = sorted(content for content in cells if content > 0)
    if numbers[::2] != numbers[1::2] or len({*numbers}) != len(numbers) / 2:
        raise lines.wrong("every number must be on the board twice")
    bridges = tuple(ground.bridges)
    said = laid | ({"bridges": ", ".join(map(str, bridges))} if bridges else {})
    return StatedBoard(width, height, rules, said, cells, bridges, [*ground.links(cells)])


def _header_values(lines: CertificateLines) -> dict[str, str]:
    """The values, by key, of the lines `key: value` that come next; there may be none."""
    found: dict[str, str] = {}
    while ":" in lines.ahead:
        key = lines.ahead.partition(":")[0]
        if key in found or key not in LAID:
            lines.number += 1
            raise lines.wrong(f"the lines above the rows must be {', '.join(LAID)}, each at most once")
        found[key] = lines.take(LAID[key])[0]
    return found


def _require_room(plane: int, laid: dict[str, str], lines: CertificateLines) -> None:
    """Raise NoProof if a board is larger than its text, before it takes memory.  A wall may stand on every layer."""
    layers, places = int(laid.get("layers", 1)), findall(PLACE, laid.get("walls", ""))
    walls = sum(1 if here[0] else layers for here, _ in {*zip(places[::2], places[1::2], strict=True)})
    if max(plane * layers, walls // 4) > lines.size:
        raise lines.wrong("the board has more cells or walls than the certificate has characters")


def _tokens(width: int, rows: int, height: int, lines: CertificateLines) -> Iterator[str]:
    """The tokens of all rows, one a cell; a line `---` stands between two layers, each of `height` rows."""
    cells = f"{width} cell{'s' * (width > 1)}"
    says = f"a row of {cells}, each . (empty), X (solid), + (a bridge) or a number, separated by spaces"
    example = " ".join([".", "1", "X", "12", *"....."][:width]) + " ..." * (width > 9)
    form = Form(f"({TOKEN}(?: +{TOKEN}){{{width - 1}}})", says, example)
    for row in range(rows):
        if row and row % height == 0:
            lines.take(BETWEEN_LAYERS)
        yield from lines.take(form)[0].split()


class BoardLinks:
    """Which cells of a board are neighbours; cells are numbered row by row, layer after layer.

    A square has up to four neighbours, with diagonals eight (a bridge four).  A hexagon has six; odd columns (from 0)
    stand half a cell higher.  A triangle has three: two in its row and one below, or above where row and column add up
    to an odd number.  Polygons are neighbours along sides.  Layers meet at every cell but bridges, or only at `vias`.
    A wall separates two neighbours; walls on both sides of a corner also separate two cells across it.  Paths run on
    *tracks*: a cell has one, a bridge two, one straight across and one, numbered after all cells, straight down.
    """

    def __init__(self, width: int, height: int, laid: dict[str, str], lines: CertificateLines) -> None:
        self.width, self.height, self.plane, self.laid, self.lines = width, height, width * height, laid, lines
        self.layers, self.kind, self.wrap = int(laid.get("layers", 1)), laid.get("board", ""), laid.get("wrap", "")
        self.bridges: dict[int, None] = {}  # a dict as a set that keeps its order
        self.walls = {frozenset(pair) for pair in self._separated(laid.get("walls", ""))}
        self.vias = {cell for via in {*findall(PLACE, laid.get("vias", ""))} for cell in self._cells("vias", *via)}
        if (self.kind == "tiling") != ("tiling" in laid):
            raise lines.wrong("a tiling must have its polygons in a line 'tiling', and no other board may have one")
        if self.kind == "tiling" and height * self.layers > 1:
            raise lines.wrong("the cells of a tiling must be in one row, on one layer")
        self.tiled = polygon_neighbours(laid["tiling"], width, lines) if self.kind == "tiling" else []

    def _separated(self, walls: str) -> Iterator[tuple[int, int]]:
        """The pairs of cells that walls separate."""
        places = findall(PLACE, walls)
        for here, there in {*zip(places[::2], places[1::2], strict=True)}:
            sides = self._cells("walls", *here), self._cells("walls", *there)
            if len(sides[0]) != len(sides[1]):
                raise self.lines.wrong("both cells of a wall must name their layer, or neither")
            yield from zip(*sides, strict=True)

    def _cells(self, key: str, layer: str, row: str, column: str) -> list[int]:
        """The cell at a place; if it names no layer, those on all layers, for vias on all but the last."""
        most = self.layers - (key == "vias")  # vias lead down
        if int(layer or 0) >= most or int(row) >= self.height or int(column) >= self.width:
            raise self.lines.wrong(f"row {row}, column {column} of the {key} lies outside the board")
        place = int(row) * self.width + int(column)
        return [on * self.plane + place for on in ([int(layer)] if layer else range(most))]

    def require_meaning(self) -> None:
        """Raise NoProof if the board has parts that its kind of cells, its size or its other parts do not allow."""
        bridges, squares = self.bridges.keys(), self.kind in ("", "diagonal")
        ring = {"rows": self.width, "columns": self.height, "both": min(self.width, self.height)}.get(self.wrap, 3)
        for meant, says in (
            (self.kind != "diagonal" or self.layers == 1, "a board with diagonals has one layer"),
            (squares or not (self.wrap or bridges), "hexagons, triangles and polygons cannot have wraps or bridges"),
            (ring > 2, "a row or column that wraps must have at least three cells"),
            (all(len(self.beside(cell)) == 4 for cell in bridges), "a bridge must have cells on all four sides"),
            (all(max(wall) in self.beside(min(wall)) for wall in self.walls), "a wall must be between neighbours"),
            ("vias" not in self.laid or self.layers > 1, "a board of one layer cannot have vias"),
            (bridges.isdisjoint({*self.vias, *(via + self.plane for via in self.vias)}), "a via cannot be on a bridge"),
        ):
            if not meant:
                raise self.lines.wrong(says)

    def steps(self, row: int, column: int) -> list[tuple[int, int]]:
        """The steps (rows down, columns right) from a cell to its neighbours in its layer, ignoring rim and bridges."""
        if self.kind == "hex":
            return SIDES + (UPPER_CORNERS if column % 2 else LOWER_CORNERS)
        if self.kind == "diagonal":
            return SIDES + UPPER_CORNERS + LOWER_CORNERS
        if self.kind == "triangle":
            points_up = (row + column) % 2 == 0
            return [step for step in SIDES if step != ((-1, 0) if points_up else (1, 0))]
        return SIDES

    def beside(self, cell: int) -> set[int]:
        """The neighbours of a cell, including solid ones and those behind a wall."""
        above = [cell - self.plane] if self._leads_down(cell - self.plane) else []
        below = [cell + self.plane] if self._leads_down(cell) else []
        return {*self._around(cell), *above, *below}

    def _leads_down(self, cell: int) -> bool:
        """Whether a cell is a neighbour of the one below it on the next layer; False for places outside the board."""
        on_two_layers = 0 <= cell < self.plane * (self.layers - 1)
        bridged = cell in self.bridges or cell + self.plane in self.bridges
        return on_two_layers and not bridged and ("vias" not in self.laid or cell in self.vias)

    def _around(self, cell: int) -> Iterator[int]:
        """The neighbours of a cell in its own layer; a bridge has no diagonal neighbours."""
        if self.tiled:
            yield from self.tiled[cell]
            return
        layer, place = divmod(cell, self.plane)
        row, column = divmod(place, self.width)
        for down, right in self.steps(row, column):
            there = (row + down) % self.height if self.wrap in ("columns", "both") else row + down
            aside = (column + right) % self.width if self.wrap in ("rows", "both") else column + right
            other = (layer * self.height + there) * self.width + aside
            inside = 0 <= there < self.height and 0 <= aside < self.width
            if inside and not (down and right and (cell in self.bridges or other in self.bridges)):
                yield other

    def links(self, cells: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The two tracks of each link between open cells, sorted by the smaller cell and then by the larger."""
        behind = {cell: len(cells) + index for index, cell in enumerate(self.bridges)}
        for first in (cell for cell, content in enumerate(cells) if content >= 0):
            for second in sorted(self.beside(first)):
                if second > first and cells[second] >= 0 and not self._parted(first, second):
                    down = (behind.get(first, first), behind.get(second, second))
                    yield (first, second) if first // self.width == second // self.width else down

    def _parted(self, first: int, second: int) -> bool:
        """Whether a wall separates two neighbours; across a corner, also whether walls cut both ways round it."""
        aside = second % self.width - first % self.width
        ways = {first + aside, second - aside} - {first, second}  # none unless the link leads across a corner
        cut = self.kind == "diagonal" and all({first, way} in self.walls or {way, second} in self.walls for way in ways)
        return {first, second} in self.walls or (bool(ways) and cut)


# ------------------------------------------------------------------------------------------ polygons

# Two cells are neighbours where a side of one lies along a side of the other: over a stretch longer than NEAR they are
# at most twice NEAR apart.  Only sides that meet the same square of a grid over the board are compared.

Side = tuple[float, float, float, float]  # x and y where a side begins, then where it ends
NEAR = 1e-4  # tolerance when sides are matched, as a share of the larger of the board's width and height
MOST_LOOKS = 2_000
"""The most steps of work for each side, on average.  Putting a side into a square of the grid is one step, comparing
the n sides in one square is n * n steps.  A wall of 5,000 bricks takes 30."""


def polygon_neighbours(text: str, cells: int, lines: CertificateLines) -> list[set[int]]:
    """For each cell, the cells that share a side with it; NoProof unless `text` is `cells` polygons as JSON."""
    sides = [(cell, side) for cell, corners in enumerate(_polygons(text, cells, lines)) for side in _sides(corners)]
    found: list[set[int]] = [set() for _ in range(cells)]
    xs = [x for _, side in sides for x in side[::2]]
    ys = [y for _, side in sides for y in side[1::2]]
    extent = max(max(xs) - min(xs), max(ys) - min(ys))
    looks = MOST_LOOKS * len(sides)
    squares: dict[tuple[int, int], list[tuple[int, Side]]] = {}
    for cell, side in sides:
        for square in _squares(side, extent / sqrt(len(sides)) or 1.0, NEAR * extent):
            squares.setdefault(square, []).append((cell, side))
            looks -= 1
            if looks < 0:
                raise lines.wrong("the sides of the polygons are too long and too many to be compared")
    for near in squares.values():
        looks -= len(near) ** 2
        if looks < 0:
            raise lines.wrong("the sides of the polygons are too close to each other to be compared")
        for (one, side), (other, along) in combinations(near, 2):
            if one != other and other not in found[one] and _lie_along(side, along, NEAR * extent):
                found[one].add(other)
                found[other].add(one)
    return found


def _polygons(text: str, cells: int, lines: CertificateLines) -> list[list[tuple[float, float]]]:
    """The corners of each polygon; raises NoProof unless `text` is `cells` polygons in JSON."""
    try:
        given = [[(x * 1.0, y * 1.0) for x, y in corners] for corners in json.loads(text)]  # a string raises TypeError
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise lines.wrong("polygons must be lists of corners [x, y], as JSON") from None
    if len(given) != cells or any(len(set(corners)) < 3 for corners in given):
        raise lines.wrong(f"a board of {cells} cells must have as many polygons, each with three different corners")
    if not all(isfinite(part) and abs(part) <= 1e9 for corners in given for point in corners for part in point):
        raise lines.wrong("the corners of polygons must be numbers up to 1e9")
    return given


def _sides(corners: list[tuple[float, float]]) -> Iterator[Side]:
    """The sides of a polygon, without those of no length."""
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        if start != end:
            yield *start, *end


def _squares(side: Side, wide: float, near: float) -> Iterator[tuple[int, int]]:
    """The squares of a grid, `wide` on a side, that the box around a side meets when enlarged by `near`."""
    x, y, last_x, last_y = side
    across = range(int((min(x, last_x) - near) // wide), int((max(x, last_x) + near) // wide) + 1)
    down = range(int((min(y, last_y) - near) // wide), int((max(y, last_y) + near) // wide) + 1)
    return product(across, down)


def _lie_along(one: Side, other: Side, near: float) -> bool:
    """Whether two sides run beside each other over more than `near`, all of it at most `2 * near` apart."""
    x, y, last_x, last_y = one
    length = hypot(last_x - x, last_y - y)
    right, down = (last_x - x) / length, (last_y - y) / length
    ends = sorted(
        ((there - x) * right + (under - y) * down, (under - y) * right - (there - x) * down)
        for there, under in (other[:2], other[2:])
    )
    (begin, aside), (end, last_aside) = ends
    low, high = max(0.0, begin), min(length, end)
    if high - low <= near or end <= begin:
        return False
    lean = (last_aside - aside) / (end - begin)
    return all(abs(aside + lean * (at - begin)) <= 2 * near for at in (low, high))
