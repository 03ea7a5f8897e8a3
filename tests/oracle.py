"""Brute force, obviously right and slow: every way to draw the paths of a tiny board, one number after the other.

It shares no code with the package; a solution is a frozenset of links, a link a frozenset of two cells.
"""

from functools import cache


@cache
def neighbours(width, height):
    """The cells beside each cell."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    return {
        row * width + column: [
            (row + down) * width + column + right
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (row + down, column + right) in cells
        ]
        for row, column in cells
    }


def linkings(width, height, cells):
    """Every set of paths that joins the pairs of a board: a list of lists of cells each, in the order of numbers."""
    beside = neighbours(width, height)
    ends = {}
    for cell, content in enumerate(cells):
        if content > 0:
            ends.setdefault(content, []).append(cell)
    numbers = sorted(ends)
    free = {cell for cell, content in enumerate(cells) if content == 0}

    def draw(index, free):
        if index == len(numbers):
            yield []
            return
        start, goal = ends[numbers[index]]
        for path in paths(start, goal, free, [start]):
            for others in draw(index + 1, free - set(path)):
                yield [path, *others]

    def paths(here, goal, free, path):
        for there in beside[here]:
            if there == goal:
                yield [*path, goal]
            elif there in free:
                yield from paths(there, goal, free - {there}, [*path, there])

    yield from draw(0, free)


def fills(cells, paths):
    """Whether every cell that is not solid lies on a path."""
    return sum(map(len, paths)) == sum(content >= 0 for content in cells)


def touches(width, height, paths):
    """Whether a path runs beside itself."""
    beside = neighbours(width, height)
    return any(
        other in path and abs(path.index(other) - index) > 1
        for path in paths
        for index, cell in enumerate(path)
        for other in beside[cell]
    )


def solutions(width, height, cells):
    """For each (fill, touch) the list of all solutions, as lists of paths."""
    found = {(fill, touch): [] for fill in (True, False) for touch in (True, False)}
    for paths in linkings(width, height, cells):
        apart = not touches(width, height, paths)
        for fill in (True, False):
            if fill and not fills(cells, paths):
                continue
            found[fill, True].append(paths)
            if apart:
                found[fill, False].append(paths)
    return found


def covers(width, height):
    """Every way to cover an empty board by paths of at least two cells, as frozensets of links (first, second)."""
    links = [(a, b) for a, around in neighbours(width, height).items() for b in around if a < b]

    def choose(index, degree, root, chosen):
        if index == len(links):
            if min(degree) > 0:
                yield frozenset(chosen)
            return
        a, b = links[index]
        # a link comes after all links of cells before a: those cells are done and need a degree
        if all(degree[cell] for cell in range(a)):
            yield from choose(index + 1, degree, root, chosen)
            if degree[a] < 2 and degree[b] < 2 and root[a] != root[b]:
                more = list(degree)
                more[a] += 1
                more[b] += 1
                joined = [root[a] if r == root[b] else r for r in root]
                yield from choose(index + 1, more, joined, [*chosen, (a, b)])

    size = width * height
    yield from choose(0, [0] * size, list(range(size)), [])


def pairs_of(size, cover):
    """The unordered set of endpoint pairs of a cover."""
    joined = {cell: [] for cell in range(size)}
    for a, b in cover:
        joined[a].append(b)
        joined[b].append(a)
    pairs = set()
    for start in range(size):
        if len(joined[start]) == 1:
            before, here = None, start
            while True:
                ahead = [cell for cell in joined[here] if cell != before]
                if not ahead:
                    break
                before, here = here, ahead[0]
            pairs.add((min(start, here), max(start, here)))
    return frozenset(pairs)
