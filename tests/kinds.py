"""Random boards of every kind, and random paths on them that know only links and tracks."""

from dataclasses import replace
from itertools import pairwise
from random import Random

from numlink import FREE, Grid, InputError, Layout, Puzzle, Solution, Wrap

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
)


def random_layout(random: Random, kind: str, width: int, height: int) -> Layout:
    """A layout with the features that `kind` names, as far as the size has room for them."""
    words = kind.split()
    layers = 1 + random.randrange(1, 3) if {"layers", "vias"} & {*words} else 1
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
    layout = Layout(kind="hex" if "hex" in words else "square", wrap=wrap, layers=layers)
    if "bridges" in words:
        inner = [cell for cell in range(size) if fits(width, height, replace(layout, bridges=frozenset({cell})))]
        layout = replace(layout, bridges=frozenset(random.sample(inner, min(len(inner), random.randint(1, 3)))))
    if "vias" in words:
        places = range(width * height * (layers - 1))
        layout = replace(layout, vias=frozenset(random.sample(places, random.randint(0, min(3, len(places))))))
    if "walls" in words:
        links = Grid(width, height, layout=layout).links()
        layout = replace(layout, walls=frozenset(random.sample(links, random.randint(0, len(links) // 3))))
    return layout


def fits(width: int, height: int, layout: Layout) -> bool:
    try:
        Grid(width, height, layout=layout)
    except InputError:
        return False
    return True


def random_grid(random: Random, kind: str, *, most: int = 6, solids: bool = True) -> Grid:
    width, height = random.randint(1, most), random.randint(1, most)
    if "torus" in kind or "bridges" in kind:
        width, height = max(width, 3), max(height, 3)
    layout = random_layout(random, kind, width, height)
    grid = Grid(width, height, layout=layout)
    free = [cell for cell in range(grid.size) if cell not in layout.bridges]
    some = random.sample(free, random.randint(0, len(free) // 4)) if solids and random.random() < 0.5 else []
    return Grid(width, height, frozenset(some), layout)


def random_solved(random: Random, kind: str, *, most: int = 6, touching: bool = True) -> Puzzle:
    """A puzzle under FREE with its solution: random walks over links, each track passed once, no end on a bridge."""
    grid = random_grid(random, kind, most=most)
    passed: set[int] = set()
    paths = []
    for _ in range(random.randint(1, grid.size // 2 + 1)):
        path = random_walk(random, grid, passed, touching=touching)
        if path:
            paths.append(tuple(path))
            passed |= {grid.track(cell, path[index - 1 if index else 1]) for index, cell in enumerate(path)}
    solution = Solution(grid.width, grid.height, tuple(paths), grid.layout)
    return Puzzle.from_solution(solution, solids=grid.solids, rules=FREE)


def random_walk(random: Random, grid: Grid, passed: set[int], *, touching: bool) -> list[int]:
    """Cells of a path of two or more, or an empty list; it goes straight over bridges and ends beside them."""
    free = [cell for cell in grid.open_cells() if cell not in passed and cell not in grid.layout.bridges]
    if not free:
        return []
    path = [random.choice(free)]
    own = {path[0]}
    best: list[int] = []
    for _ in range(random.randint(1, 12)):
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
        path.append(random.choice(steps))
        own.add(grid.track(path[-1], here))
        if path[-1] not in grid.layout.bridges:
            best = list(path)
    assert all(second in grid.neighbours(first) for first, second in pairwise(best))
    return best
