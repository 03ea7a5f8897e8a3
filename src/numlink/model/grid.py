"""Cells, links and tracks of a board; all other modules ask this one which cells are neighbours.

Cells are ints, row-major, 0-based: `cell = (layer * height + row) * width + column`.  A position is `(row, column)`,
or with layers `(layer, row, column)`.  A link joins two neighbouring cells that are not solid and have no wall between
them; two cells share at most one.  Links are numbered by their smaller cell, then by the larger:

    0 ─0─ 1 ─2─ 2          cells 0..5, links 0..6
    │     │     │
    1     3     4
    │     │     │
    3 ─5─ 4 ─6─ 5

A *track* is what a path passes in a cell.  Every cell has one, with the cell's own number; a bridge has a second one,
straight down, numbered `size` + its place among the sorted bridges.  Each link of a bridge ends on one of its tracks:

          1                bridge 4, links 1─4 and 4─7 on track 9, 3─4 and 4─5 on track 4
          │
    3 ─── │ ─── 5
          │
          7
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from operator import index

from numlink.errors import InputError, quoted
from numlink.model.arguments import instance, whole, written_out
from numlink.model.kinds.pattern import Cell, Pattern
from numlink.model.layout import PLAIN, HasLayout, Layout, Wrap, whole_size_in_words
from numlink.model.placement import Placement, cut_out, moved, turned
from numlink.model.reach import parts
from numlink.model.sizes import CELLS_KEPT, GRIDS_KEPT
from numlink.model.symmetry import AnySymmetry
from numlink.model.words import counted, written

Coordinates = tuple[int, ...]  # `(row, column)`, or with layers `(layer, row, column)`; 0-based
Link = tuple[int, int]  # two neighbouring cells, the smaller first

EMPTY, SOLID = 0, -1  # the values of a cell without a number: a path may pass EMPTY cells, and no SOLID one


def links_along(path: Iterable[int]) -> list[Link]:
    """The links from each cell of a path to the next one."""
    return [(min(pair), max(pair)) for pair in pairwise(path)]


def cells_of_numbers(contents: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """{number: the cells that hold it}, from the content of each cell, in the order in which numbers first occur."""
    found: dict[int, list[int]] = {}
    for cell, content in enumerate(contents):
        if content > 0:
            found.setdefault(content, []).append(cell)
    return {number: tuple(cells) for number, cells in found.items()}


LARGEST_BOARD = 25_000_000
"""The most cells a board may have: the lab generator makes a board of this size with 2 GB of memory."""


def solids_of(given: Iterable[int]) -> frozenset[int]:
    """The solid cells that a caller gives; raises InputError if one is not a whole number."""
    try:
        return frozenset(map(index, given))
    except TypeError:
        raise InputError(f"solids must be a list or set of whole numbers (cells), not {quoted(given)}.") from None


@dataclass(frozen=True, slots=True)
class Grid(HasLayout):
    """A board of `width * height` cells on each layer; paths may not enter the cells in `solids`.

    `layout` holds what differs from a plain rectangle.  Raises InputError for a size below 1x1 or above LARGEST_BOARD
    cells and for what such a board cannot have: parts outside, walls between cells that are not neighbours, bridges
    without four cells beside them, wraps of fewer than three cells, vias on the last layer or at a bridge.

    >>> Grid(3, 2).links()
    [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)]
    >>> Grid(3, 1, layout=Layout(wrap="rows")).links()
    [(0, 1), (0, 2), (1, 2)]
    """

    width: int
    height: int
    solids: frozenset[int] = frozenset()
    layout: Layout = PLAIN

    def __post_init__(self) -> None:
        self._take_sides()
        if self.layout is not PLAIN:
            instance(self.layout, Layout, "a layout")
        if not isinstance(self.solids, frozenset):
            object.__setattr__(self, "solids", solids_of(self.solids))
        plain = self.layout is PLAIN
        if (self.width * self.height if plain else self.size) > LARGEST_BOARD:
            size = whole_size_in_words(self)
            raise InputError(f"a board of {size} is too large: at most {LARGEST_BOARD:,} cells fit in memory.")
        if self.solids:
            self._require_inside(self.solids, "block")
        if not plain:
            self._check_layout()

    def _require_inside(self, cells: Iterable[int], what: str) -> None:
        size = self.size
        for cell in cells:
            if not isinstance(cell, int):
                cell = whole(cell, f"a {what}")
            if not 0 <= cell < size:
                raise InputError(f"{what} {quoted(cell)} lies outside a board of {whole_size_in_words(self)}.")

    def _check_layout(self) -> None:
        """Raise InputError for parts of the layout that a board of this size cannot have."""
        layout = self.layout
        if layout.tiling is not None and (self.width, self.height) != layout.tiling.size:
            count = len(layout.tiling.polygons)
            raise InputError(
                f"a tiling of {counted(count, 'polygon')} has its cells in one row: width {count}, height 1, not width "
                f"{self.width}, height {self.height}."
            )
        for wraps, across, length in (
            (layout.wrap.rows, "row", self.width),
            (layout.wrap.columns, "column", self.height),
        ):
            if wraps and length < 3:
                raise InputError(
                    f"{across}s of {counted(length, 'cell')} cannot wrap: two cells would be linked twice. "
                    "Make them 3 long or more, or leave the wrap out."
                )
        self._require_inside(layout.bridges, "bridge")
        self._require_inside(layout.vias or (), "via")
        self._require_inside((cell for wall in layout.walls for cell in wall), "a wall's cell")
        for cell in sorted(layout.bridges):
            if len(self.beside(cell)) < 4:
                raise InputError(
                    f"{self.where(cell)}: a bridge on the edge of the board leads nowhere. "
                    "Move it inside, or wrap the board there."
                )
        for cell in sorted(layout.vias or ()):
            self._check_via(cell)
        for first, second in sorted(layout.walls):
            if not self.adjacent(first, second):
                around = "; ".join(map(self.where, self.beside(first)))
                raise InputError(
                    f"{self.where(first)}: a wall towards {self.where(second)}, which is not a neighbour. "
                    f"Its neighbours are {around or 'none'}."
                )

    def _check_via(self, cell: int) -> None:
        if cell + self.plane >= self.size:
            raise InputError(f"{self.where(cell)}: a via leads below the last layer. Place it on a higher layer.")
        if cell in self.layout.bridges or cell + self.plane in self.layout.bridges:
            raise InputError(f"{self.where(cell)}: a via on a bridge, which has no link up or down. Move one.")

    # ------------------------------------------------------------------ places

    @property
    def plane(self) -> int:
        """The number of cells of one layer, solid ones included."""
        return self.width * self.height

    @property
    def size(self) -> int:
        """The number of cells, solid ones included."""
        return self.width * self.height * self.layout.layers

    def cell(self, *position: int) -> int:
        """The cell at a position inside the board; raises InputError outside it and for too many or few parts."""
        layers = self.layout.layers
        if layers == 1 and len(position) == 2 and 0 <= position[0] < self.height and 0 <= position[1] < self.width:
            return position[0] * self.width + position[1]
        if len(position) != (2 if layers == 1 else 3):
            parts = "layer, row and column" if layers > 1 else "row and column"
            raise InputError(f"{written(position)} is not a position of this board. Give {parts}, from 0.")
        layer, row, column = position if layers > 1 else (0, *position)
        if not (0 <= row < self.height and 0 <= column < self.width and 0 <= layer < layers):
            also = f"layers are 0 to {layers - 1}, " if layers > 1 else ""
            raise InputError(
                f"{written(position)} lies outside the board: {also}rows are 0 to {self.height - 1}, "
                f"columns 0 to {self.width - 1}."
            )
        return (layer * self.height + row) * self.width + column

    def open_cells(self) -> Iterator[int]:
        """The cells that a path may enter, in row-major order."""
        return (cell for cell in range(self.size) if cell not in self.solids)

    def pattern_cell(self, cell: int) -> Cell:
        """The cell of the kind's pattern that `cell` repeats: its corners, its sides, its neighbours."""
        row, column = divmod(cell % self.plane, self.width)
        return self.layout.pattern.cell(row, column)

    @property
    def pattern(self) -> Pattern:
        """The pattern of this kind of board."""
        return self.layout.pattern

    def parts(self) -> Iterator[list[int]]:
        """The connected parts of the open cells, each in breadth-first order from its smallest cell."""
        return parts(self.open_cells(), self.neighbours)

    # ------------------------------------------------------------------ links

    def slots(self, cell: int) -> list[int]:
        """For each direction of the cell's kind, the cell next to it, even if solid or behind a wall; -1 for none.

        With n directions, direction d + n / 2 is the opposite of d.  The first half goes clockwise from the top, then
        to the layer above: up, right | down, left; with diagonals up, up-right, right, down-right | down, ...; hexagons
        up, up-right, down-right | down, ...  A bridge has no diagonals; directions of polygons have only numbers.
        """
        around = self.flat_slots(cell)
        if self.layout.layers > 1:
            above, below = (
                other if self._stacked(cell, other) else -1 for other in (cell - self.plane, cell + self.plane)
            )
            half = len(around) // 2
            around = [*around[:half], above, *around[half:], below]
        return around

    def flat_slots(self, cell: int) -> list[int]:
        """`slots` without the two directions to other layers."""
        around, bridges = self._ahead(cell), self.layout.bridges
        if bridges and self.layout.pattern.straight:
            around[1::2] = [-1 if {cell, other} & bridges else other for other in around[1::2]]
        return around

    def _ahead(self, cell: int) -> list[int]:
        """For each direction of the cell's kind, the cell that lies there on its layer, linked or not; -1 for none."""
        layout, width, height = self.layout, self.width, self.height
        first = cell - cell % (width * height)
        row, column = divmod(cell - first, width)
        wrap, pattern = layout.wrap, layout.pattern
        around = []
        for step in pattern.cell(row, column).steps:
            if step is None:
                around.append(-1)
                continue
            there_row, there_column = row + step[0], column + step[1]
            if wrap is not Wrap.NONE:
                there_row = there_row % height if wrap.columns else there_row
                there_column = there_column % width if wrap.rows else there_column
            inside = 0 <= there_row < height and 0 <= there_column < width
            around.append(first + there_row * width + there_column if inside else -1)
        return around

    def on_rim(self, cell: int) -> bool:
        """Whether a cell lies on the rim of its layer: in some direction of its kind, no cell lies beside it."""
        place = self.pattern_cell(cell)
        around = zip(place.steps, self._ahead(cell), strict=True)
        return -1 in place.sides or any(step is not None and other < 0 for step, other in around)

    def beside(self, cell: int) -> list[int]:
        """The cells that lie next to a cell, even if solid or behind a wall, in ascending order."""
        if self.layout is not PLAIN:
            return sorted([other for other in self.slots(cell) if other >= 0])
        row, column = divmod(cell, self.width)
        around = []
        if row > 0:
            around.append(cell - self.width)
        if column > 0:
            around.append(cell - 1)
        if column < self.width - 1:
            around.append(cell + 1)
        if row < self.height - 1:
            around.append(cell + self.width)
        return around

    def changes_layer(self, one: int, other: int) -> bool:
        """Whether a link between two cells leads to another layer."""
        return one // self.plane != other // self.plane

    def _stacked(self, cell: int, other: int) -> bool:
        """Whether cells on top of each other lie on the board and may be linked, apart from solid cells and walls."""
        vias, bridges = self.layout.vias, self.layout.bridges
        return 0 <= other < self.size and (
            min(cell, other) in vias if vias is not None else cell not in bridges and other not in bridges
        )

    def neighbours(self, cell: int) -> list[int]:
        """The cells a path may go to from `cell`, in ascending order: next to it, not solid, no wall between."""
        around = [other for other in self.beside(cell) if other not in self.solids]
        return [other for other in around if not self.walled(cell, other)] if self.layout.walls else around

    def later(self, cell: int) -> list[int]:
        """The neighbours with larger numbers, in ascending order; `links()` lists them cell by cell."""
        if self.layout is not PLAIN:
            return [other for other in self.neighbours(cell) if other > cell]
        right, down = cell + 1, cell + self.width
        around = [right] if right % self.width and right not in self.solids else []
        if down < self.width * self.height and down not in self.solids:
            around.append(down)
        return around

    def adjacent(self, first: int, second: int) -> bool:
        """Whether two cells lie side by side (solid or not, wall or not)."""
        if self.layout is not PLAIN:
            return second in self.beside(first)
        distance = abs(first - second)
        return distance == self.width or (distance == 1 and first // self.width == second // self.width)

    def walled(self, first: int, second: int) -> bool:
        """Whether a wall separates two neighbours; for diagonal ones, also whether walls block both ways round."""
        layout = self.layout
        separated = (min(first, second), max(first, second)) in layout.walls
        if separated or not layout.walls or layout.pattern.straight is None:
            return separated
        around = self.slots(first)
        way = around.index(second) if second in around else 0
        return way % 2 == 1 and all(
            any((min(cell, corner), max(cell, corner)) in layout.walls for cell in (first, second))
            for corner in (around[way - 1], around[(way + 1) % 8])
        )

    def links(self) -> list[tuple[int, int]]:
        """All links in their order, each as its two cells with the smaller first.  O(cells)."""
        found = _links_of if self.size <= CELLS_KEPT else _links_of.__wrapped__
        return list(found(self))

    # ------------------------------------------------------------------ tracks

    def track_cells(self) -> list[int]:
        """The cell of each track: first one track per cell (a bridge's track across), then the bridges' tracks down."""
        return [*range(self.size), *sorted(self.layout.bridges)]

    def tracks_down(self) -> Mapping[int, int]:
        """Bridge -> its track straight down, bridges in ascending order."""
        return _tracks_down(self.layout.bridges, self.size)

    def track(self, cell: int, beside: int) -> int:
        """The track of `cell` on which its link to the neighbouring cell `beside` ends."""
        bridges = self.layout.bridges
        if cell not in bridges or cell // self.width == beside // self.width:
            return cell
        return self.tracks_down()[cell]

    def track_links(self) -> list[tuple[int, int]]:
        """The two tracks that each link joins, in the order of `links()`, that of the smaller cell first.  O(cells)."""
        links = self.links()
        if not self.layout.bridges:
            return links
        down = self.tracks_down()
        return [
            (first, second)
            if first // self.width == second // self.width
            else (down.get(first, first), down.get(second, second))
            for first, second in links
        ]

    def lattice(self) -> tuple[int, list[int]]:
        """(n directions, list): entry `n * track + direction` is the track at the link's other end, -1 for no link.

        Directions are those of `slots`.  O(tracks).

        >>> Grid(2, 1).lattice()
        (4, [-1, 1, -1, -1, -1, -1, -1, 0])
        """
        if self.layout is PLAIN:
            return 4, self._rectangle()
        directions = len(self.slots(0))
        down = self.tracks_down()
        flat = [-1] * (directions * (self.size + len(down)))
        for cell in self.open_cells():
            for direction, other in enumerate(self.slots(cell)):
                if other < 0 or other in self.solids or self.walled(cell, other):
                    continue
                across = cell // self.width == other // self.width
                track = cell if across else down.get(cell, cell)
                flat[directions * track + direction] = other if across else down.get(other, other)
        return directions, flat

    def _rectangle(self) -> list[int]:
        """`lattice` of a plain rectangle: up, right, down, left."""
        width, size = self.width, self.size
        flat = [-1] * (4 * size)
        flat[4 * width :: 4], flat[2 : 4 * (size - width) : 4] = range(size - width), range(width, size)
        flat[1::4], flat[3::4] = range(1, size + 1), range(-1, size - 1)
        flat[4 * width - 3 :: 4 * width] = flat[3 :: 4 * width] = [-1] * self.height
        for solid in self.solids:
            for way in range(4):
                if (other := flat[4 * solid + way]) >= 0:
                    flat[4 * solid + way] = flat[4 * other + (way + 2) % 4] = -1
        return flat

    # ------------------------------------------------------------------ symmetry

    def symmetries(self) -> tuple[AnySymmetry, ...]:
        """The ways to turn and flip boards of this kind."""
        return self.layout.pattern.symmetries

    def symmetry(self, name: str) -> AnySymmetry | None:
        """The symmetry of this name (`ROTATE_180`), None if this kind of board has none."""
        return next((symmetry for symmetry in self.symmetries() if symmetry.name == name), None)

    def image(self, symmetry: AnySymmetry) -> list[int] | None:
        """Where `symmetry` takes each cell, if it maps this board onto itself; else None.

        Solid cells that it cuts away are mapped to themselves.  Raises InputError for a symmetry of another kind.

        >>> [Grid(3, 1).image(turn) for turn in map(Grid(3, 1).symmetry, ("ROTATE_180", "ROTATE_90"))]
        [[2, 1, 0], None]
        """
        self._require_own(symmetry)
        if self.layout.pattern.carry is None:
            placement = self.placement(symmetry)
            return list(placement.places) if placement.grid == self else None
        here, there = cut_out(self, self.symmetries()[0]), cut_out(self, symmetry)
        if here.grid != there.grid:
            return None
        back = {place: cell for cell, place in enumerate(here.places) if place >= 0}
        return [back.get(place, cell) for cell, place in enumerate(there.places)]

    def transformed(self, symmetry: AnySymmetry) -> Grid:
        """This grid turned and flipped by `symmetry`."""
        return self.placement(symmetry).grid

    def placement(self, symmetry: AnySymmetry) -> Placement:
        """This grid turned and flipped by `symmetry`, and where each of its cells lies then (-1: cut away).  O(cells).

        A rectangle of hexagons or triangles, once turned, is not a rectangle: every symmetry except the identity cuts
        the board out to its open cells.  Raises InputError for a symmetry of another kind of board.

        >>> Grid(3, 2).placement(Grid(3, 2).symmetry("ROTATE_90")).places
        (1, 3, 5, 0, 2, 4)
        """
        self._require_own(symmetry)
        if symmetry is self.symmetries()[0] and self.layout.pattern.carry is not None:
            return Placement(self, tuple(range(self.size)))
        return turned(self, symmetry)

    def _require_own(self, symmetry: AnySymmetry) -> None:
        """Raise InputError for a symmetry of another kind of board."""
        if not any(symmetry is each for each in self.symmetries()):
            raise InputError(
                f"{written_out(symmetry):.40} is for other boards. Use a {type(self.symmetries()[0]).__name__}."
            )

    def copies(self) -> Iterator[Placement]:
        """Yield every copy that is the same puzzle: turned, flipped, shifted along its wraps, its layers reversed.

        The copies lack walls that have no effect: beside a solid cell or, with diagonals, between two solid cells.
        """
        corners = self.layout.pattern.straight is not None
        apart = self.solids.issuperset if corners else lambda wall: not self.solids.isdisjoint(wall)
        walls = frozenset(wall for wall in self.layout.walls if not apart(wall))
        grid = replace(self, layout=replace(self.layout, walls=walls))
        for symmetry in self.symmetries():
            lies = turned(grid, symmetry)
            width, height, layers = lies.grid.width, lies.grid.height, lies.grid.layout.layers
            rows = range(height if lies.grid.layout.wrap.columns else 1)
            columns = range(width if lies.grid.layout.wrap.rows else 1)
            for flip, down, right in product(range(2 if layers > 1 else 1), rows, columns):
                shifted = moved(lies.grid, down, right, upside_down=bool(flip))
                yield Placement(shifted.grid, tuple(shifted.places[cell] if cell >= 0 else -1 for cell in lies.places))


@lru_cache(maxsize=GRIDS_KEPT)
def _tracks_down(bridges: frozenset[int], size: int) -> dict[int, int]:
    """Bridge -> its track straight down, on a board of `size` cells."""
    return {cell: size + index for index, cell in enumerate(sorted(bridges))}


@lru_cache(maxsize=GRIDS_KEPT)
def _links_of(grid: Grid) -> tuple[tuple[int, int], ...]:
    """All links of a grid; a rating asks for them four times."""
    return tuple((cell, other) for cell in grid.open_cells() for other in grid.later(cell))
