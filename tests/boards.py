"""The makers of random boards: `random_board` from a seeded stream, and strategies for Hypothesis.

Random boards come in every shape, also the smallest and narrowest, with solids, several solutions and none.
"""

import random

from hypothesis import strategies as st

from numlink import Puzzle, Solution
from numlink.model.rules import COVER, EVERY_RULES
from tests.oracle import neighbours

WORDS = st.text("abcdefghijklmnopqrstuvwxyz ABC.,0123456789-", min_size=1, max_size=12).filter(
    lambda text: text == text.strip()
)


SMALL = st.integers(1, 6)


def random_board(stream: random.Random, width, height, *, rules=COVER, fewest=0):
    """A legal board of `fewest` to four pairs or more.

    Half of the boards get the ends of random paths, so that many are solvable; what the paths left over is then solid
    or stays empty, and of every third such board some pairs are forgotten, for more solutions.  The others get numbers
    anywhere, and up to three solids.
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
    """Ends of random paths that cover all they can, and the cells they left alone."""
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


@st.composite
def legal(draw, most=14):
    """Any legal tiny board: solids, no pairs, several components and unsolvable ones included; mostly not square."""
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
