"""Solutions of formats that store links between neighbouring cells instead of paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from numlink.model.grid import Grid, Link
from numlink.model.puzzle import Solution


def paths_from_links(width: int, height: int, cells: Sequence[int], links: Iterable[Link]) -> Solution | None:
    """The solution whose paths start at endpoints and use exactly these links; None if there is none.

    The paths may be wrong: `judge.check` finds one that ends early or at another number.  None is returned if links
    branch, form a ring or are joined to no endpoint, and if a number has no path: the drawing is unfinished.  O(cells).
    """
    around: dict[int, list[int]] = {}
    for first, second in links:
        around.setdefault(first, []).append(second)
        around.setdefault(second, []).append(first)
    if any(len(others) > 2 for others in around.values()):
        return None
    paths: dict[int, tuple[int, ...]] = {}
    walked = 0
    for cell, number in enumerate(cells):
        if number > 0 and number not in paths and len(around.get(cell, ())) == 1:
            paths[number] = _walk(around, cell)
            walked += len(paths[number]) - 1
    drawn = sum(len(others) for others in around.values()) // 2
    if walked != drawn or not {number for number in cells if number > 0} <= paths.keys():
        return None
    return Solution(width, height, tuple(paths.get(number, ()) for number in range(1, max(paths, default=0) + 1)))


def _walk(around: dict[int, list[int]], start: int) -> tuple[int, ...]:
    path = [start, around[start][0]]
    while len(around[path[-1]]) == 2:
        first, second = around[path[-1]]
        path.append(second if first == path[-2] else first)
    return tuple(path)


def drawable_links(width: int, cells: Sequence[int], solution: Solution) -> set[Link] | None:
    """The links of a solution, if `paths_from_links` makes the same solution of them; else None (paths that jump, cross
    or do not start at their numbers)."""
    links = solution.links()
    steps = sum(max(0, len(path) - 1) for path in solution.paths)
    if not links <= {*Grid(width, solution.height).links()} or len(links) != steps:
        return None
    drawn = paths_from_links(width, solution.height, cells, links)
    return links if drawn is not None and without_missing(drawn) == without_missing(solution) else None


def without_missing(solution: Solution) -> tuple[tuple[int, ...], ...]:
    """The paths, without empty ones at the end."""
    paths = solution.paths
    while paths and not paths[-1]:
        paths = paths[:-1]
    return paths
