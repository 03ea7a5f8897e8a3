"""Hypothesis strategies for boards and solved boards of every shape, also the smallest."""

from hypothesis import strategies as st

from numlink import Puzzle, Solution
from numlink.model.rules import EVERY_RULES

WORDS = st.text("abcdefghijklmnopqrstuvwxyz ABC.,0123456789-", min_size=1, max_size=12).filter(
    lambda text: text == text.strip()
)


SMALL = st.integers(1, 6)


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
