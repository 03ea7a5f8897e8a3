"""Boards of the families, drawn without asking an engine: covers as they come, whatever their verdict.

A drawing is a function of a seed.  Covers come from the annealer, paths of the lab from its growth, contest boards and
boards without a solution from covers of which something was taken away or exchanged afterwards.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from numlink import COVER, FREE, NO_TOUCH, Grid, Layout, Puzzle, Rules, generate_classic
from numlink.engine.covers.anneal import ENDED, PAUSED
from numlink.engine.covers.energy import UNIT
from numlink.engine.random import Random
from numlink.making.annealing_board import Lattice
from numlink.making.compose import COOL, HOT
from numlink.making.random_obstacles import with_bridges
from numlink.making.styles import FIRM, Pull

SWEEPS = 400
"""Steps of annealing for each cell."""

Drawing = Callable[[int], Puzzle | None]
"""From a seed; None where the annealer does not come to so few pairs."""


def cover(
    grid: Grid, pairs: int, random: Random, *, rules: Rules = COVER, shortest: int = 3, rim: int = 0,
    pull: Pull | None = None, touch: bool = False,
) -> Puzzle | None:  # fmt: skip
    """A cover with so many pairs; `pull` keeps the ends of a path apart and beside others, as magazines have them."""
    lattice = Lattice(grid, rings=(rim, 0))
    drawn = lattice.annealer(random, shortest)
    if pull is not None:
        far = grid.plane // pull.far
        reach = tuple(pull.near * (far - apart) for apart in range(far))
        drawn.place_ends(grid.width, reach, max(pull.isolated, min(pull.isolated_far, far)))
    if touch:
        drawn.reprice(swap=0)
    drawn.most = drawn.least = pairs
    drawn.heat(HOT, COOL, SWEEPS * len(lattice.solid))
    while (status := drawn.run(200_000)) == PAUSED:
        pass
    return None if status == ENDED else lattice.puzzle(drawn, rules)


def between(random: Random, least: int, most: int) -> int:
    """A number from least to most."""
    return least + random.below(most - least + 1)


def one_of(random: Random, choices: Iterable[int]) -> int:
    """One of some numbers."""
    listed = list(choices)
    return listed[random.below(len(listed))]


def lab(seed: int) -> Puzzle | None:
    """The lab's program, 10x10 to 100x100; every second under no-touch."""
    random = Random(seed)
    side = one_of(random, (10, 15, 20, 25, 30, 40, 50, 60, 80, 100))
    return generate_classic(side, seed=seed, rules=NO_TOUCH if random.below(2) else COVER)


def app(seed: int) -> Puzzle | None:
    """As levels of an app: 10x10 to 15x18 under cover, 13 to 19 cells a pair, ends apart."""
    random = Random(seed)
    width, height = between(random, 10, 15), between(random, 10, 18)
    pairs = max(4, width * height // between(random, 13, 19))
    return cover(Grid(width, height), pairs, random, rim=UNIT // 6, pull=FIRM)


def scattered(seed: int) -> Puzzle | None:
    """As levels of an app, but with ends wherever they come, which seldom makes them strict."""
    random = Random(seed)
    width, height = between(random, 9, 15), between(random, 9, 17)
    pairs = max(3, width * height // between(random, 10, 16))
    return cover(Grid(width, height), pairs, random)


def magazine(seed: int) -> Puzzle | None:
    """As boards of a magazine: 10x10 to 36x20 under no-touch, some 19 cells a pair."""
    random = Random(seed)
    width, height = one_of(random, ((10 << 8) + 10, (14 << 8) + 14, (17 << 8) + 17, (24 << 8) + 14, (36 << 8) + 20)), 0
    width, height = width >> 8, width & 255
    pairs = width * height // between(random, 17, 24)
    return cover(Grid(width, height), pairs, random, rules=NO_TOUCH, shortest=6, rim=UNIT // 2, pull=FIRM)


def sparse(seed: int) -> Puzzle | None:
    """Few pairs on much room: 30x30 to 50x50 under no-touch, 30 to 60 cells a pair."""
    random = Random(seed)
    width, height = between(random, 30, 50), between(random, 30, 50)
    pairs = width * height // between(random, 30, 60)
    return cover(Grid(width, height), pairs, random, rules=NO_TOUCH)


def walls(seed: int) -> Puzzle | None:
    """Rectangles 10x10 to 15x15 with walls: courtyards, mazes or bars, under cover; every fourth under no-touch."""
    random = Random(seed)
    width, height = between(random, 10, 15), between(random, 10, 15)
    draw = (courtyards, maze, bars)[random.below(3)]
    grid = Grid(width, height)
    parted = draw(grid, random)
    grid = replace(grid, layout=Layout(walls=frozenset(parted)))
    pairs = max(3, width * height // between(random, 12, 20))
    return cover(grid, pairs, random, rules=NO_TOUCH if random.below(4) == 0 else COVER, pull=FIRM)


def courtyards(grid: Grid, random: Random) -> list[tuple[int, int]]:
    """Rooms within rooms: rectangles around the middle, each with some gates."""
    parted = []
    for inset in range(1 + random.below(2), min(grid.width, grid.height) // 2, 2 + random.below(2)):
        rows, columns = range(inset, grid.height - inset), range(inset, grid.width - inset)
        ring = [
            (cell, other)
            for cell, other in grid.links()
            if ((cell // grid.width in rows and cell % grid.width in columns)
                != (other // grid.width in rows and other % grid.width in columns))
        ]  # fmt: skip
        gates = {random.below(len(ring)) for _ in range(4 + random.below(5))}
        parted += [pair for index, pair in enumerate(ring) if index not in gates]
    return parted


def maze(grid: Grid, random: Random) -> list[tuple[int, int]]:
    """Walls anywhere, up to a third of all links, none leaving a cell with one way out."""
    return raised(grid, random, len(grid.links()) // between(random, 3, 9), lambda: 1)


def bars(grid: Grid, random: Random) -> list[tuple[int, int]]:
    """Straight walls of three to six cells."""
    return raised(grid, random, len(grid.links()) // between(random, 8, 16), lambda: between(random, 3, 6))


def raised(grid: Grid, random: Random, most: int, length: Callable[[], int]) -> list[tuple[int, int]]:
    """Straight walls until there are `most`, every cell keeping two ways out."""
    ways = [len(grid.neighbours(cell)) for cell in range(grid.size)]
    parted: set[tuple[int, int]] = set()
    for _ in range(20 * most):
        step = (1, grid.width)[random.below(2)]
        cell = random.below(grid.size)
        for _ in range(length()):
            other = cell + step
            along = cell + (grid.width if step == 1 else 1)
            linked = other < grid.size and grid.adjacent(cell, other) and (cell, other) not in parted
            if not linked or ways[cell] < 3 or ways[other] < 3 or len(parted) >= most:
                break
            parted.add((cell, other))
            ways[cell] -= 1
            ways[other] -= 1
            if along >= grid.size or not grid.adjacent(cell, along):
                break
            cell = along
    return sorted(parted)


def hexagons(seed: int) -> Puzzle | None:
    """Hexagons 8x8 to 12x12; every third under no-touch."""
    random = Random(seed)
    return other_kind(random, Layout(kind="hex"), 8, 12, 9, 14)


def wraps(seed: int) -> Puzzle | None:
    """Rows, columns or both wrap: 7x7 to 11x11."""
    random = Random(seed)
    return other_kind(random, Layout(wrap=("rows", "columns", "both")[random.below(3)]), 7, 11, 8, 13)


def bridges(seed: int) -> Puzzle | None:
    """Bridges: 9x9 to 14x14."""
    random = Random(seed)
    side = between(random, 9, 14)
    grid = with_bridges(Grid(side, side), between(random, 2, side), random, [])
    return None if grid is None else cover(grid, side * side // between(random, 11, 16), random)


def layers(seed: int) -> Puzzle | None:
    """Two or three layers of 5x5 to 8x8, some with vias only."""
    random = Random(seed)
    many = between(random, 2, 3)
    side = between(random, 5, 8 if many == 2 else 6)
    vias = None
    if random.below(2):
        vias = frozenset(random.below(side * side * (many - 1)) for _ in range(between(random, 3, 8)))
    grid = Grid(side, side, layout=Layout(layers=many, vias=vias))
    return cover(grid, grid.size // between(random, 7, 11), random)


def diagonals(seed: int) -> Puzzle | None:
    """Squares that meet at corners are neighbours: 6x6 to 9x9."""
    random = Random(seed)
    return other_kind(random, Layout(kind="diagonal"), 6, 9, 5, 8)


def other_kind(random: Random, layout: Layout, least: int, most: int, dense: int, wide: int) -> Puzzle | None:
    """A cover of a board with a layout; every third under no-touch."""
    side = between(random, least, most)
    rules = NO_TOUCH if random.below(3) == 0 else COVER
    return cover(
        Grid(side, side, layout=layout), max(2, side * side // between(random, dense, wide)), random, rules=rules
    )


def contest(seed: int) -> Puzzle | None:
    """Cells may stay empty: 12x12 to 36x36, a cover of which some paths were forgotten."""
    random = Random(seed)
    width, height = between(random, 12, 30), between(random, 12, 30)
    drawn = cover(Grid(width, height), width * height // between(random, 14, 25), random, rules=FREE, pull=FIRM)
    return None if drawn is None else without(drawn, between(random, 0, drawn.pairs // 6), random)


def without(puzzle: Puzzle, fewer: int, random: Random) -> Puzzle:
    """The board without some of its pairs, numbered anew."""
    gone = set()
    while len(gone) < fewer:
        gone.add(1 + random.below(puzzle.pairs))
    number = {old: new for new, old in enumerate(sorted(set(range(1, puzzle.pairs + 1)) - gone), start=1)}
    cells = tuple(number.get(content, 0) if content > 0 else content for content in puzzle.cells)
    return replace(puzzle, cells=cells, solution=None)


def none(seed: int) -> Puzzle | None:
    """Two ends of a cover exchanged: mostly without a solution; 10x10 to 14x14, or 20x20 to 40x40 with more pairs."""
    random = Random(seed)
    large = random.below(3) == 0
    side = between(random, 20, 40) if large else between(random, 10, 14)
    drawn = cover(
        Grid(side, side), side * side // (between(random, 8, 10) if large else between(random, 12, 17)), random
    )
    if drawn is None:
        return None
    ends = [cell for cell, content in enumerate(drawn.cells) if content > 0]
    cells = list(drawn.cells)
    one = ends[random.below(len(ends))]
    near = sorted(ends, key=lambda cell: abs(cell // side - one // side) + abs(cell % side - one % side))
    other = next(cell for cell in near if cells[cell] != cells[one])
    cells[one], cells[other] = cells[other], cells[one]
    return replace(drawn, cells=tuple(cells), solution=None)


def many(seed: int) -> Puzzle | None:
    """A random walk through all cells of 8x8 to 14x14 cut into two to five: 10^3 to 10^20 solutions under cover."""
    random = Random(seed)
    width, height = between(random, 8, 14), between(random, 8, 14)
    walk = bitten(Grid(width, height), random)
    cells = [0] * len(walk)
    cuts = [0, len(walk)]
    while len(cuts) < 2 + between(random, 1, 4):
        cut = 4 + random.below(len(walk) - 8)
        if all(abs(cut - other) > 3 for other in cuts):
            cuts.append(cut)
    cuts.sort()
    for number, (begin, end) in enumerate(zip(cuts, cuts[1:], strict=False), start=1):
        cells[walk[begin]] = cells[walk[end - 1]] = number
    return Puzzle(width, height, tuple(cells), COVER)


def bitten(grid: Grid, random: Random) -> list[int]:
    """A path through all cells: along the rows, then bitten from either end thirty times for each cell.

    A bite links an end to a neighbour in the path and takes off the link that would close a ring: what lay between is
    walked the other way round (Mansfield's backbite).
    """
    walk = [
        row * grid.width + (column if row % 2 == 0 else grid.width - 1 - column)
        for row in range(grid.height) for column in range(grid.width)
    ]  # fmt: skip
    for _ in range(30 * grid.size):
        if random.below(2):
            walk.reverse()
        near = grid.neighbours(walk[0])
        place = walk.index(near[random.below(len(near))])
        walk[:place] = walk[place - 1 :: -1] if place else []
    return walk


def spiral(seed: int) -> Puzzle | None:
    """Nearly empty: four arms that wind inwards from the corners of 200x200 to 1000x1000, some cut once; no-touch."""
    random = Random(seed)
    side = one_of(random, (200, 300, 400, 600, 1000))
    paths = []
    for arm in range(4):
        row, column = ((0, 0), (0, side - 1), (side - 1, side - 1), (side - 1, 0))[arm]
        path, way, run = [row * side + column], arm, side - 2
        while run >= 0:
            down, right = ((0, 1), (1, 0), (0, -1), (-1, 0))[way]
            for _ in range(max(run, 1) if run else 0):
                row, column = row + down, column + right
                path.append(row * side + column)
            # on the next ring the straight begins one cell further in and is two shorter
            way = (way + 1) % 4
            if run < 2:
                break
            down, right = ((0, 1), (1, 0), (0, -1), (-1, 0))[way]
            row, column = row + down, column + right
            path.append(row * side + column)
            run -= 2
            run = max(run, 0) if run else 0
        paths.append(path)
    cells = [0] * (side * side)
    number = 0
    for path in paths:
        cut = random.below(len(path) - 8) + 4 if random.below(3) == 0 else None
        for part in (path,) if cut is None else (path[:cut], path[cut:]):
            number += 1
            cells[part[0]] = cells[part[-1]] = number
    return Puzzle(side, side, tuple(cells), NO_TOUCH)


DRAWINGS: dict[str, Drawing] = {
    "lab": lab, "app": app, "scattered": scattered, "magazine": magazine, "sparse": sparse, "walls": walls,
    "hexagons": hexagons, "wraps": wraps, "bridges": bridges, "layers": layers, "diagonals": diagonals,
    "contest": contest, "none": none, "many": many, "spiral": spiral,
}  # fmt: skip
"""By family."""
