"""Brute force, obviously right and slow: the one oracle of all tests.

    linkings   a board's solutions, the paths drawn one number after the other
    systems    every set of paths on an empty board, decided link by link

The two ways have nothing in common, and test_oracle.py holds them against each other.  It shares no code with the
package: cells are ints in scan order (-1 solid, 0 empty, k a number), a link is its two cells (smaller, larger).
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


@cache
def scan_links(width, height, solids=frozenset()):
    """The links between cells that are not solid in scan order: each cell's to the right, then the one down."""
    return [
        (cell, other)
        for cell, around in neighbours(width, height).items()
        for other in sorted(around)
        if other > cell and cell not in solids and other not in solids
    ]


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


def models(width, height, cells, *, fill, touch):
    """All solutions in order, each as a tuple of 0 or 1 for every link of `scan_links`."""
    links = scan_links(width, height, solids_of(cells))
    used = (
        {(min(pair), max(pair)) for path in paths for pair in zip(path, path[1:], strict=False)}
        for paths in linkings(width, height, cells)
        if (not fill or fills(cells, paths)) and (touch or not touches(width, height, paths))
    )
    return sorted(tuple(int(link in chosen) for link in links) for chosen in used)


def solids_of(cells):
    """The solid cells of a board."""
    return frozenset(cell for cell, content in enumerate(cells) if content < 0)


def systems(width, height, solids=frozenset(), *, covering=False):
    """Every set of disjoint paths of two cells or more on an empty board, as frozensets of links.

    With `covering` only those that leave no cell alone, which is much quicker.
    """
    links = scan_links(width, height, solids)

    def choose(index, degree, root, chosen):
        if index == len(links):
            if not covering or all(degree[cell] for cell in range(len(degree)) if cell not in solids):
                yield frozenset(chosen)
            return
        a, b = links[index]
        # a link comes after all links of cells before a: those cells are done and need a degree
        if not covering or all(degree[cell] for cell in range(a) if cell not in solids):
            yield from choose(index + 1, degree, root, chosen)
            if degree[a] < 2 and degree[b] < 2 and root[a] != root[b]:
                more = list(degree)
                more[a] += 1
                more[b] += 1
                joined = [root[a] if r == root[b] else r for r in root]
                yield from choose(index + 1, more, joined, [*chosen, (a, b)])

    size = width * height
    yield from choose(0, [0] * size, list(range(size)), [])


def pairs_of(size, system):
    """The set of end pairs of a set of paths."""
    joined = {cell: [] for cell in range(size)}
    for a, b in system:
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
