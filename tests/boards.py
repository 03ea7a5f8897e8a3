"""Makers of random boards: rectangles from a seeded stream, boards of every kind, and strategies for Hypothesis.

Random boards come in every shape, even the smallest and narrowest, with solids, with several solutions or with none.
"""

from dataclasses import replace
from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from numlink import FREE, Grid, InputError, Kind, Layout, Puzzle, Solution, Wrap, generate_classic
from numlink.model.grid import SOLID
from numlink.model.rules import COVER, EVERY_RULES
from tests.oracle import neighbours
from tests.tilings import random_polygons

WORDS = st.text("abcdefghijklmnopqrstuvwxyz ABC.,0123456789-", min_size=1, max_size=12).filter(
    lambda text: text == text.strip()
)

SMALL = st.integers(1, 6)


def random_board(stream: Random, width, height, *, rules=COVER, fewest=0):
    """A legal board of `fewest` to four pairs or more.

    Half of the boards get the ends of random paths, so that many are solvable; cells that these left over become solid
    or stay empty, and every third such board loses some pairs, for more solutions.  The others get numbers anywhere,
    and up to three solids.
    """
    size = width * height
    solids = stream.sample(range(size), min(stream.choice([0, 0, 0, 1, 1, 2, 3]), max(0, size - 2 * fewest)))
    cells = [-1 if cell in solids else 0 for cell in range(size)]
    if stream.random() < 0.5:
        ends, alone = grown_ends(stream, width, height, cells)
        if stream.random() < 0.6:
            for cell in alone:
                cells[cell] = -1
        if stream.random() < 0.35:
            ends = ends[: max(fewest, stream.randint(0, len(ends)))]
    else:
        free = [cell for cell in range(size) if not cells[cell]]
        stream.shuffle(free)
        most = min(4, len(free) // 2)
        ends = [(free[2 * k], free[2 * k + 1]) for k in range(stream.randint(min(fewest, most), most))]
    for number, (first, second) in enumerate(ends, start=1):
        cells[first] = cells[second] = number
    return Puzzle(width, height, tuple(cells), rules)


def grown_ends(stream, width, height, cells):
    """The ends of random paths that cover as much as they can, and the cells left over."""
    around = neighbours(width, height)
    used = {cell for cell, content in enumerate(cells) if content < 0}
    ends, alone = [], []
    for start in stream.sample(range(len(cells)), len(cells)):
        if start in used:
            continue
        used.add(start)
        cell = start
        while True:
            steps = [other for other in around[cell] if other not in used]
            if not steps or (cell != start and stream.random() < 0.1):
                break
            cell = stream.choice(steps)
            used.add(cell)
        if cell == start:
            alone.append(cell)
        else:
            ends.append((start, cell))
    return ends, alone


def sizes_up_to(most):
    """Widths and heights of the boards of up to `most` cells, at most 6x5."""
    return [(width, height) for width in range(1, 7) for height in range(1, 6) if width * height <= most]


def long_path(stream: Random, width: int, height: int) -> list[int]:
    """A random Hamiltonian path: a snake, rewritten by backbites."""
    rows = [range(row * width, (row + 1) * width) for row in range(height)]
    path = [cell for row, cells in enumerate(rows) for cell in (reversed(cells) if row % 2 else cells)]
    beside = neighbours(width, height)
    for _ in range(12 * width * height):
        if stream.random() < 0.5:
            path.reverse()
        after = path.index(stream.choice([cell for cell in beside[path[-1]] if cell != path[-2]])) + 1
        path[after:] = path[after:][::-1]
    return path


def cut_path(stream: Random, path: list[int], pairs: int) -> list[int]:
    """The board of `path` cut into `pairs` stretches of at least three cells."""
    cells = [0] * len(path)
    while True:
        cuts = [0, *sorted(stream.sample(range(3, len(path) - 2), pairs - 1)), len(path)]
        if all(end - begin > 2 for begin, end in zip(cuts, cuts[1:], strict=False)):
            break
    for number, (begin, end) in enumerate(zip(cuts, cuts[1:], strict=False), start=1):
        cells[path[begin]] = cells[path[end - 1]] = number
    return cells


def with_joined_paths(stream: Random, puzzle: Puzzle) -> Puzzle:
    """The board after joining some paths whose ends are neighbours: fewer numbers, more solutions."""
    paths = list(puzzle.solution.paths)
    for _ in range(stream.choice([0, 1, 2, 3, 4])):
        turned = [*paths, *(path[::-1] for path in paths)]
        joined = [(a, b) for a in turned for b in turned if {*a} != {*b} and puzzle.grid.adjacent(a[-1], b[0])]
        if not joined:
            break
        one, other = stream.choice(joined)
        paths = [path for path in paths if {*path} not in ({*one}, {*other})] + [one + other]
    cells = [SOLID if content == SOLID else 0 for content in puzzle.cells]
    for number, path in enumerate(paths, start=1):
        cells[path[0]] = cells[path[-1]] = number
    return Puzzle(puzzle.width, puzzle.height, tuple(cells), puzzle.rules)


HUBS = "tiling hubs"
"""Tilings, some with a cell of more than eight neighbours, which deduction does not support."""

KINDS = (
    "plain",
    "walls",
    "rows",
    "columns",
    "torus",
    "bridges",
    "hex",
    "layers",
    "vias",
    "hex walls",
    "torus walls bridges",
    "layers walls bridges",
    "hex vias walls",
    "triangle",
    "triangle vias walls",
    "diagonal",
    "diagonal rows walls bridges",
    "tiling",
    "tiling walls",
)


def random_layout(stream: Random, kind: str, width: int, height: int) -> Layout:
    """A layout with the features that `kind` names, as far as the size has room for them."""
    words = kind.split()
    if words[0] == "tiling":
        polygons = random_polygons(stream, width * height, spokes=14 if kind == HUBS else 8)
        layout = Layout(tiling=polygons)
        return with_some_walls(stream, Grid(len(polygons), 1, layout=layout)) if "walls" in words else layout
    layers = 1 + stream.randrange(1, 3) if {"layers", "vias"} & {*words} else 1
    size = width * height * layers
    wrap = next(
        (
            wrap
            for word, wrap in (("rows", Wrap.ROWS), ("columns", Wrap.COLUMNS), ("torus", Wrap.BOTH))
            if word in words
        ),
        Wrap.NONE,
    )
    if (wrap.rows and width < 3) or (wrap.columns and height < 3):
        wrap = Wrap.NONE
    layout = Layout(kind=words[0] if words[0] in {kind.value for kind in Kind} else "square", wrap=wrap, layers=layers)
    if "bridges" in words:
        inner = [cell for cell in range(size) if fits(width, height, replace(layout, bridges=frozenset({cell})))]
        layout = replace(layout, bridges=frozenset(stream.sample(inner, min(len(inner), stream.randint(1, 3)))))
    if "vias" in words:
        places = range(width * height * (layers - 1))
        layout = replace(layout, vias=frozenset(stream.sample(places, stream.randint(0, min(3, len(places))))))
    if "walls" in words:
        layout = with_some_walls(stream, Grid(width, height, layout=layout))
    return layout


def with_some_walls(stream: Random, grid: Grid) -> Layout:
    links = grid.links()
    return replace(grid.layout, walls=frozenset(stream.sample(links, stream.randint(0, len(links) // 3))))


def fits(width: int, height: int, layout: Layout) -> bool:
    try:
        Grid(width, height, layout=layout)
    except InputError:
        return False
    return True


def random_grid(stream: Random, kind: str, *, most: int = 6, solids: bool = True) -> Grid:
    width, height = stream.randint(1, most), stream.randint(1, most)
    if "torus" in kind or "bridges" in kind:
        width, height = max(width, 3), max(height, 3)
    layout = random_layout(stream, kind, width, height)
    if layout.tiling is not None:
        width, height = len(layout.tiling.polygons), 1
    grid = Grid(width, height, layout=layout)
    free = [cell for cell in range(grid.size) if cell not in layout.bridges]
    some = stream.sample(free, stream.randint(0, len(free) // 4)) if solids and stream.random() < 0.5 else []
    return Grid(width, height, frozenset(some), layout)


def random_solved(stream: Random, kind: str, *, most: int = 6, touching: bool = True) -> Puzzle:
    """A puzzle under FREE with its solution: random walks over links, each track passed once, no end on a bridge."""
    grid = random_grid(stream, kind, most=most)
    passed: set[int] = set()
    paths = []
    for _ in range(stream.randint(1, grid.size // 2 + 1)):
        path = random_walk(stream, grid, passed, touching=touching)
        if path:
            paths.append(tuple(path))
            passed |= {grid.track(cell, path[index - 1 if index else 1]) for index, cell in enumerate(path)}
    solution = Solution(grid.width, grid.height, tuple(paths), grid.layout)
    return Puzzle.from_solution(solution, solids=grid.solids, rules=FREE)


def random_walk(stream: Random, grid: Grid, passed: set[int], *, touching: bool) -> list[int]:
    """The two or more cells of a path, or an empty list; it goes straight over bridges and does not end on them."""
    free = [cell for cell in grid.open_cells() if cell not in passed and cell not in grid.layout.bridges]
    if not free:
        return []
    path = [stream.choice(free)]
    own = {path[0]}
    best: list[int] = []
    for _ in range(stream.randint(1, 12)):
        here = path[-1]
        steps = [
            other
            for other in grid.neighbours(here)
            if grid.track(other, here) not in passed | own
            and (len(path) < 2 or grid.track(here, other) == grid.track(here, path[-2]))
            and (touching or sum(near in path for near in grid.neighbours(other)) == 1)
        ]
        if not steps:
            break
        path.append(stream.choice(steps))
        own.add(grid.track(path[-1], here))
        if path[-1] not in grid.layout.bridges:
            best = list(path)
    assert all(second in grid.neighbours(first) for first, second in pairwise(best))
    return best


def small_board(stream: Random, kind: str, most: int) -> Puzzle:
    """A board of a kind with at most `most` tracks that a path may pass.

    Half of them have random ends, on the other half left-over cells become solid, so that a cover exists.
    """
    while True:
        if stream.random() < 0.3:
            grid = random_grid(stream, kind, most=4)
            free = [cell for cell in grid.open_cells() if cell not in grid.layout.bridges]
            ends = stream.sample(free, min(len(free) // 2, stream.randint(1, 3)) * 2)
            cells = [-1 if cell in grid.solids else 0 for cell in range(grid.size)]
            for index, cell in enumerate(ends):
                cells[cell] = index // 2 + 1
            puzzle = Puzzle(grid.width, grid.height, tuple(cells), FREE, layout=grid.layout)
        else:
            puzzle = random_solved(stream, kind, most=4)
            passed = {cell for path in puzzle.solution.paths for cell in path} | puzzle.layout.bridges
            cells = [content if cell in passed else -1 for cell, content in enumerate(puzzle.cells)]
            puzzle = replace(puzzle, cells=tuple(cells))
        if len(puzzle.cells) - len(puzzle.solids()) + len(puzzle.layout.bridges) <= most:
            return puzzle


@st.composite
def legal(draw, most=14):
    """Any legal tiny board, mostly not square: even with solids, no pairs, several components or no solution."""
    width = draw(st.integers(1, 7))
    height = draw(st.integers(1, most // width))
    size = width * height
    order = draw(st.permutations(range(size)))
    pairs = draw(st.integers(0, min(4, size // 2)))
    solids = draw(st.integers(0, min(4, size - 2 * pairs)))
    cells = [0] * size
    for index in range(pairs):
        cells[order[2 * index]] = cells[order[2 * index + 1]] = index + 1
    for cell in order[2 * pairs : 2 * pairs + solids]:
        cells[cell] = -1
    return Puzzle(width, height, tuple(cells))


@st.composite
def partitions(draw, *, touching=True, sizes=SMALL):
    """Width, height and disjoint paths of two cells or more; without `touching` none runs beside itself."""
    width, height = draw(sizes), draw(sizes)
    free = {*range(width * height)}
    paths = []
    for _ in range(draw(st.integers(0, width * height // 2))):
        if not free:
            break
        path = [draw(st.sampled_from(sorted(free)))]
        for _ in range(draw(st.integers(1, 9))):
            row, column = divmod(path[-1], width)
            near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            cells = [r * width + c for r, c in near if 0 <= r < height and 0 <= c < width]
            steps = [cell for cell in cells if cell in free and cell not in path]
            if not touching:
                steps = [cell for cell in steps if sum(beside(cell, other, width) for other in path) == 1]
            if not steps:
                break
            path.append(draw(st.sampled_from(sorted(steps))))
        if len(path) > 1:
            free -= {*path}
            paths.append(tuple(path))
    return width, height, paths


def beside(first, second, width):
    return abs(first // width - second // width) + abs(first % width - second % width) == 1


@st.composite
def solved(draw, *, touching=True, solids=False, gaps=False, sizes=SMALL):
    """A puzzle with its solution, which need not cover."""
    width, height, paths = draw(partitions(touching=touching, sizes=sizes))
    used = {cell for path in paths for cell in path}
    blocked = []
    if solids:
        rest = sorted({*range(width * height)} - used)
        blocked = draw(st.lists(st.sampled_from(rest), unique=True)) if rest else []
    if gaps:
        paths = [path for entry in paths for path in [()] * draw(st.integers(0, 2)) + [entry]]
    rules = draw(st.sampled_from(EVERY_RULES))
    return Puzzle.from_solution(Solution(width, height, tuple(paths)), solids=blocked, rules=rules)


@st.composite
def boards(draw, *, solids=False, largest=9, sizes=SMALL, square=False):
    """Any board, legal or not: numbers may occur once or three times."""
    width = draw(sizes)
    height = width if square else draw(sizes)
    contents = st.sampled_from([0, 0, 0, *([-1] if solids else []), *range(1, largest + 1)])
    cells = draw(st.lists(contents, min_size=width * height, max_size=width * height))
    return Puzzle(width, height, tuple(cells), draw(st.sampled_from(EVERY_RULES)))


def closed(puzzle):
    """The same board with its numbers renamed to 1, 2, 3, ... in their order."""
    names = {number: position for position, number in enumerate(sorted(puzzle.endpoints()), start=1)}
    return Puzzle(puzzle.width, puzzle.height, tuple(names.get(cell, cell) for cell in puzzle.cells), puzzle.rules)


def hard_board():
    """A board that no engine here solves at once: 60x60 with nine pairs, about which colours say nothing."""
    random = generate_classic(60, 60, seed=4)
    cells = [0] * 3600
    paths = [path for path in random.solution.paths if len(path) % 2 == 0]  # ends of both colours
    for number, path in enumerate(paths[:9], start=1):
        cells[path[0]] = cells[path[-1]] = number
    return Puzzle(60, 60, tuple(cells))
