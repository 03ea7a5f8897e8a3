"""Solid cells, bridges and walls drawn at random before the paths are annealed, each together with its image.

The neighbours of a bridge are open, and no cell is a neighbour of two bridges. Walls come in straight runs of one to
three; every cell keeps at least two neighbours without a wall between, not counting diagonal ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from numlink.engine.random import Random
from numlink.making.classic import growth_on
from numlink.making.recipe import Spec
from numlink.making.wish_values import Frequency, Solids
from numlink.model.grid import Grid

BRIDGES = {Frequency.FEW: 40, Frequency.MANY: 16}
"""On n cells, FEW makes 1 to 1 + n // 40 bridges, MANY 1 + n // 16, or as many as fit."""

RARE = 40  # of n cells, FEW makes 1 to 1 + n // 40 solid

WALLS = {Frequency.FEW: 24, Frequency.MANY: 8}
"""The links for each wall: with n links, FEW makes n // 24 walls, MANY n // 8, or as many as fit."""

LONGEST_RUN = 3  # the most walls in a straight run
TRIES = 20  # random places tried for each wanted wall, and for each cell too if the number of walls is exact


def scattered(spec: Spec, grid: Grid, random: Random, image: Sequence[int]) -> frozenset[int]:
    """The solid cells of `grid`, with more at random as the spec wishes; `image` as in `with_walls`."""
    wanted = spec.solids
    if wanted is Solids.NONE:
        return grid.solids
    solid = [cell in grid.solids for cell in range(grid.size)]
    if wanted is Solids.ANY:
        whole = Grid(grid.width, grid.height) if grid.layout.plain else grid
        growth = growth_on(whole, random.word())
        growth.grow(grid.size)
        growth.number_paths()
        for cell, content in enumerate(growth.board()):
            if content < 0:
                _place(cell, solid, image)
    else:
        count = 1 + random.below(1 + grid.size // RARE) if wanted is Solids.FEW else int(wanted)
        _scatter(count, solid, grid, random, image)
    return frozenset(cell for cell, is_solid in enumerate(solid) if is_solid)


def _scatter(count: int, solid: list[bool], grid: Grid, random: Random, image: Sequence[int]) -> None:
    """Make up to `count` more cells solid, with their images: not side by side while there is room, no bridges."""
    size, bridges = grid.size, grid.layout.bridges
    fixed = [cell for cell, there in enumerate(image) if cell == there and not solid[cell]]
    free = [cell for cell in fixed if cell not in bridges]
    if count % 2 and free:
        cell = fixed[random.below(len(fixed))]  # not from `free`: so seeds keep their boards
        solid[free[random.below(len(free))] if cell in bridges else cell] = True
        count -= 1
    for tries in range(60 * size):
        if count <= 0:
            return
        cell = random.below(size)
        crowded = tries < 20 * size and any(other >= 0 and solid[other] for other in grid.slots(cell))
        alone = bool(image) and image[cell] == cell
        together = 2 if image and not alone else 1
        if solid[cell] or crowded or together > count or (alone and tries < 40 * size) or cell in bridges:
            continue
        _place(cell, solid, image)
        count -= together


def _place(cell: int, solid: list[bool], image: Sequence[int]) -> None:
    solid[cell] = True
    if image:
        solid[image[cell]] = True


def with_bridges(grid: Grid, wanted: Frequency | int, random: Random, image: Sequence[int]) -> Grid | None:
    """`grid` with few, many or this number of bridges; None if they do not fit; `image` as in `with_walls`."""
    if wanted is Frequency.MANY:
        count = 1 + grid.size // BRIDGES[wanted]
    else:
        count = 1 + random.below(1 + grid.size // BRIDGES[wanted]) if isinstance(wanted, Frequency) else wanted
    places = bridge_places(grid)
    taken: set[int] = set()
    bridges: set[int] = set()
    while places and len(bridges) < count:
        index = random.below(len(places))
        cell = places[index]
        places[index] = places[-1]
        places.pop()
        both = {cell, image[cell]} if image else {cell}
        around = [{one, *grid.neighbours(one)} for one in both]
        overlap = len(around) == 2 and around[0] & around[1]
        if len(bridges) + len(both) > count or overlap or any(taken & near for near in around):
            continue
        bridges |= both
        taken.update(*around)
    if len(bridges) < (1 if isinstance(wanted, Frequency) else count):
        return None
    return replace(grid, layout=replace(grid.layout, bridges=frozenset(bridges)))


def bridge_places(grid: Grid) -> list[int]:
    """The cells that can be a bridge: no vias, with four open neighbours on the layer, no two of them linked."""
    grid = _straight(grid)
    layer = grid.plane
    vias = {under for via in grid.layout.vias or () for under in (via, via + layer)}
    found = []
    for cell in grid.open_cells():
        around = [other for other in grid.neighbours(cell) if abs(other - cell) % layer or grid.layout.layers == 1]
        joined = any(other in grid.neighbours(one) for one in around for other in around)
        if len(around) == 4 and not joined and cell not in vias:
            found.append(cell)
    return found


def most_walls(grid: Grid) -> int:
    """An upper bound for walls, given that each cell must keep two neighbours without a wall between."""
    straight = _straight(grid)
    return sum(max(0, len(straight.neighbours(cell)) - 2) for cell in straight.open_cells()) // 2


def with_walls(grid: Grid, wanted: Frequency | int, random: Random, image: Sequence[int]) -> Grid | None:
    """`grid` with few, many or this number of walls, or None; `image` is that of a symmetry, empty without one."""
    straight = _straight(grid)
    exact = not isinstance(wanted, Frequency)
    links = len(straight.links())
    count = max(1, links // WALLS[wanted]) if isinstance(wanted, Frequency) else wanted
    drawn = _Walls(straight, image, count if exact else links)
    for _ in range(TRIES * (straight.size + count if exact else count)):
        if len(drawn.walls) >= count:
            break
        drawn.run(random, min(1 + random.below(LONGEST_RUN), count - len(drawn.walls)))
    if exact and len(drawn.walls) < count:
        return None
    return replace(grid, layout=replace(grid.layout, walls=grid.layout.walls | drawn.walls))


def _straight(grid: Grid) -> Grid:
    """The same board without diagonal neighbours and the walls between them."""
    straight = grid.pattern.straight
    if straight is None:
        return grid
    bare = Grid(grid.width, grid.height, grid.solids, replace(grid.layout, kind=straight, walls=frozenset()))
    walls = frozenset(wall for wall in grid.layout.walls if bare.adjacent(*wall))
    return replace(bare, layout=replace(bare.layout, walls=walls))


class _Walls:
    """The walls drawn so far, at most `most`, none at a bridge; `ways` counts the neighbours that a cell can reach."""

    def __init__(self, grid: Grid, image: Sequence[int], most: int) -> None:
        self.grid = grid
        self.most = most
        self.image = image
        self.walls: set[tuple[int, int]] = set()
        self.ways = {cell: len(grid.neighbours(cell)) for cell in grid.open_cells()}

    def run(self, random: Random, length: int) -> None:
        """Draw up to `length` walls, in a straight row between squares, else around a cell, until one does not fit."""
        cell = random.below(self.grid.size)
        flat = len(self.grid.flat_slots(cell))
        side = random.below(flat)
        turn = 1 if random.below(2) else flat - 1
        for _ in range(length):
            other = self.grid.flat_slots(cell)[side]
            if other < 0 or not self._wall(cell, other):
                return
            if not self.grid.pattern.square:  # the run goes around the cell, as sides do not line up
                side = (side + turn) % flat
            elif (cell := self.grid.flat_slots(cell)[(side + turn) % flat]) < 0:
                return

    def _wall(self, cell: int, other: int) -> bool:
        walls = {(min(cell, other), max(cell, other))}
        if self.image:
            first, second = self.image[cell], self.image[other]
            walls.add((min(first, second), max(first, second)))
        walls -= self.walls
        cells = [end for wall in walls for end in wall]
        bridges = self.grid.layout.bridges
        if (
            not walls
            or len(self.walls) + len(walls) > self.most
            or any(end not in self.ways or end in bridges or self.ways[end] - cells.count(end) < 2 for end in cells)
        ):
            return False
        if any(second not in self.grid.neighbours(first) for first, second in walls):
            return False
        self.walls |= walls
        for end in cells:
            self.ways[end] -= 1
        return True
