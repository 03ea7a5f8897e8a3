"""Brute force, slow but obviously right: the oracle of all tests.

    linkings   a board's solutions, whose paths are drawn one number after the other
    systems    every set of paths on an empty board, decided link by link

The two have nothing in common, and test_oracle.py compares them.  The oracle shares no code with the package and knows
boards only as graphs: `cells` says what is on each (-1 solid, 0 empty, k an end of path k), `links` which two are
joined; on a board with bridges the tracks stand for the cells.  `rectangle` makes the links of a rectangle.
"""

import zlib
from functools import cache


@cache
def neighbours(width, height):
    """The neighbours of each cell of a rectangle."""
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


def rectangle(width, height, cells):
    """A rectangle as a graph: its cells and its links."""
    return cells, scan_links(width, height, solids_of(cells))


def solids_of(cells):
    """The solid cells of a board."""
    return frozenset(cell for cell, content in enumerate(cells) if content < 0)


def beside(cells, links):
    """The neighbours of each cell."""
    around = [[] for _ in cells]
    for first, second in links:
        around[first].append(second)
        around[second].append(first)
    return around


def linkings(cells, links):
    """Every set of paths that joins the pairs of a board, each as lists of cells in the order of the numbers."""
    around = beside(cells, links)
    ends = {}
    for cell, content in enumerate(cells):
        if content > 0:
            ends.setdefault(content, []).append(cell)
    numbers = sorted(ends)
    free = [content == 0 for content in cells]

    def draw(index):
        if index == len(numbers):
            yield []
            return
        start, goal = ends[numbers[index]]
        for path in paths(goal, [start]):
            for others in draw(index + 1):
                yield [path, *others]

    def paths(goal, path):
        for there in around[path[-1]]:
            if there == goal:
                yield [*path, goal]
            elif free[there]:
                free[there] = False
                path.append(there)
                yield from paths(goal, path)
                path.pop()
                free[there] = True

    yield from draw(0)


def fills(cells, paths):
    """Whether every cell that is not solid lies on a path."""
    return sum(map(len, paths)) == sum(content >= 0 for content in cells)


def touches(around, paths):
    """Whether a path runs beside itself; `around` is what `beside` returns."""
    return any(
        other in path and abs(path.index(other) - index) > 1
        for path in paths
        for index, cell in enumerate(path)
        for other in around[cell]
    )


def links_of(paths):
    """The links that paths use, each with its smaller cell first."""
    return {(min(pair), max(pair)) for path in paths for pair in zip(path, path[1:], strict=False)}


def solutions(cells, links):
    """For each (fill, touch), the list of all solutions as lists of paths."""
    found = {(fill, touch): [] for fill in (True, False) for touch in (True, False)}
    around = beside(cells, links)
    for paths in linkings(cells, links):
        full, alone = fills(cells, paths), not touches(around, paths)
        for fill, touch in found:
            if (full or not fill) and (alone or touch):
                found[fill, touch].append(paths)
    return found


def linkings_of_puzzle(puzzle, rules=None):
    """The solutions of a Puzzle under `rules` (None: its own), each as a frozenset of links between cells.

    Of the package only the layout of tracks and links is used, from `Grid`.
    """
    rules = rules or puzzle.rules
    grid = puzzle.grid
    place = grid.track_cells()
    cells = [*puzzle.cells, *[0] * (len(place) - grid.size)]
    found = solutions(cells, grid.track_links())[rules.fill, rules.touch]
    return [
        frozenset((min(pair), max(pair)) for pair in ((place[a], place[b]) for a, b in links_of(paths)))
        for paths in found
    ]


def models(cells, links, *, fill, touch):
    """All solutions in order, each as a tuple of 0 or 1 for every link."""
    around = beside(cells, links)
    used = (
        links_of(paths)
        for paths in linkings(cells, links)
        if (not fill or fills(cells, paths)) and (touch or not touches(around, paths))
    )
    return sorted(tuple(int(link in chosen) for link in links) for chosen in used)


def systems(cells, links, *, covering=False):
    """Every set of disjoint paths of two cells or more on a board without numbers, as frozensets of links.

    With `covering`, only those that leave no cell alone, which is much quicker.
    """
    last = {cell: index for index, link in enumerate(links) for cell in link}
    needed = [cell for cell, content in enumerate(cells) if content >= 0]

    def choose(index, degree, root, chosen):
        if index == len(links):
            if not covering or all(degree[cell] for cell in needed):
                yield frozenset(chosen)
            return
        first, second = link = links[index]
        done = [cell for cell in link if covering and last[cell] == index]
        if all(degree[cell] for cell in done):
            yield from choose(index + 1, degree, root, chosen)
        if degree[first] < 2 and degree[second] < 2 and root[first] != root[second]:
            more = list(degree)
            more[first] += 1
            more[second] += 1
            joined = [root[first] if name == root[second] else name for name in root]
            yield from choose(index + 1, more, joined, [*chosen, link])

    yield from choose(0, [0] * len(cells), list(range(len(cells))), [])


def names_of(size, system):
    """For each cell the smallest cell of its path."""
    root = list(range(size))
    for first, second in system:
        low, high = sorted((root[first], root[second]))
        root = [low if name == high else name for name in root]
    return root


def apart(size, links, system):
    """Whether no path of a set of paths runs beside itself."""
    name = names_of(size, system)
    return all(link in system or name[link[0]] != name[link[1]] for link in links)


def pairs_of(size, system):
    """The set of end pairs of a set of paths."""
    name, degree = names_of(size, system), [0] * size
    for link in system:
        for cell in link:
            degree[cell] += 1
    ends = {}
    for cell in range(size):
        if degree[cell] == 1:
            ends.setdefault(name[cell], []).append(cell)
    return frozenset(map(tuple, ends.values()))


def symmetries(width, height):
    """For each symmetric copy of a rectangle that has the same size, a list of where each cell goes."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    copies = [[row * width + column for row, column in cells]]
    if width == height:
        copies.append([column * width + row for row, column in cells])
    copies += [[cell + width - 1 - 2 * (cell % width) for cell in copy] for copy in copies]
    return copies + [[width * height - 1 - cell for cell in copy] for copy in copies]


def moved(ends, copy):
    """The pairs of ends to which one of `symmetries` takes `ends`, sorted."""
    return tuple(sorted(tuple(sorted((copy[first], copy[second]))) for first, second in ends))


def digest(ends):
    """A hash of the pairs of ends of a board; the least one picks one of the symmetric copies at random."""
    return zlib.crc32(repr(ends).encode())


def census(cells, links, *, fill, touch=True, no_ends=()):
    """How many sets of paths there are, by their number of paths, as a dict; none ends on a cell of `no_ends`."""
    found = {}
    for system in systems(cells, links, covering=fill):
        if touch or apart(len(cells), links, system):
            pairs = pairs_of(len(cells), system)
            if not any(end in no_ends for pair in pairs for end in pair):
                found[len(pairs)] = found.get(len(pairs), 0) + 1
    return found
