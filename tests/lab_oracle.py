"""All boards that the lab's program can print, by exhaustive search; written from the assignment alone."""

from tests.oracle import neighbours


def reachable(width, height):
    """Every result that the program can end with: paths in order of creation, each a tuple of cells in order of growth.

    Results whose paths differ only in order are different; a state is what is taken, so nothing is tried twice.
    """
    around = neighbours(width, height)

    def grown(path, taken):
        """All ways in which a path can go on to its end."""
        on_path = set(path)
        steps = [
            cell
            for cell in around[path[-1]]
            if cell not in taken and cell not in on_path and len(on_path & set(around[cell])) == 1
        ]
        if not steps:
            yield path
        for cell in steps:
            yield from grown((*path, cell), taken)

    def results(paths, taken):
        starts = [(cell, other) for cell in around if cell not in taken for other in around[cell] if other not in taken]
        if not starts:
            yield paths
        seen = set()
        for start in starts:
            for path in grown(start, taken):
                if frozenset(path) not in seen:
                    seen.add(frozenset(path))
                    yield from results((*paths, path), taken | set(path))

    return results((), frozenset())


def partitions(width, height):
    """Every way to divide a board into paths that never run beside themselves and solid cells that never meet."""
    around = neighbours(width, height)
    cells = sorted(around)

    def simple_paths(start, taken):
        """All paths over `start` whose other cells come later, as sets."""
        found = set()

        def extend(path):
            if len(path) > 1:
                found.add(frozenset(path))
            for end in (0, -1):
                for cell in around[path[end]]:
                    is_open = cell > start and cell not in taken and cell not in path
                    if is_open and len(set(path) & set(around[cell])) == 1:
                        extend((cell, *path) if end == 0 else (*path, cell))

        extend((start,))
        return found

    def fill(index, taken, paths, solids):
        while index < len(cells) and cells[index] in taken:
            index += 1
        if index == len(cells):
            yield paths, solids
            return
        cell = cells[index]
        if not solids & set(around[cell]):
            yield from fill(index + 1, taken | {cell}, paths, solids | {cell})
        for path in simple_paths(cell, taken):
            yield from fill(index + 1, taken | path, (*paths, path), solids)

    return fill(0, frozenset(), (), frozenset())


def can_be_drawn(width, height, paths):
    """Whether some order of `paths` (sequences of cells from end to end) explains where each one stopped."""
    around = neighbours(width, height)

    def stops(path, placed):
        on_path = set(path)
        return any(
            all(cell in placed or cell in on_path or len(on_path & set(around[cell])) > 1 for cell in around[end])
            for end in (path[0], path[-1])
        )

    dead = set()

    def order(left, placed):
        if not left:
            return True
        if left in dead:
            return False
        for index in left:
            if stops(paths[index], placed) and order(left - {index}, placed | set(paths[index])):
                return True
        dead.add(left)
        return False

    return order(frozenset(range(len(paths))), frozenset())
