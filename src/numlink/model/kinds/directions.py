"""Directions for boards of polygons: each cell's links get different numbers, and of n numbers d + n / 2 leads back.

1. Every link is oriented so that at each cell the numbers of links in and links out differ by at most one.
2. The oriented links are halved again and again, until in each part no cell has two links out or two links in.
3. A link of part p is direction p at the cell that it leads out of, and direction p + n / 2 at the other.

Steps 1 and 2 walk along links, each link once: at each cell that a walk passes, one link leads in and one leads out
(step 1), or one goes to each half (step 2).  O(links * log(n)).

    0 ── 1 ── 2        oriented 0>1, 1>2, 2>3, 3>0        part 0 {0>1, 1>2, 2>3, 3>0}: one link in, one link out
    │         │                                           of each cell
    └─── 3 ───┘
"""

from __future__ import annotations

from collections.abc import Sequence

FEWEST_PARTS = 2  # the fewest parts of the links: two parts give four directions, one for each arrow of a keyboard


def directions(count: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Per cell from 0 to count - 1, per direction, the cell that the link there leads to, -1 for no link.

    The number of directions is the smallest power of two that is at least 4 and at least the most links of a cell.

    >>> directions(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    [[1, -1, 3, -1], [2, -1, 0, -1], [3, -1, 1, -1], [0, -1, 2, -1]]
    """
    parts = [_with_ways(count, links)]
    while len(parts) < FEWEST_PARTS or any(_most(part) > 1 for part in parts):
        parts = [half for part in parts for half in _halves(count, part)]
    found = [[-1] * (2 * len(parts)) for _ in range(count)]
    for number, part in enumerate(parts):
        for start, end in part:
            found[start][number] = end
            found[end][number + len(parts)] = start
    return found


def _most(links: Sequence[tuple[int, int]]) -> int:
    """The largest number of links out of one cell, or into one cell."""
    times: dict[tuple[int, int], int] = {}
    for link in links:
        for side in enumerate(link):
            times[side] = times.get(side, 0) + 1
    return max(times.values(), default=0)


def _with_ways(count: int, links: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The links as (start, end), so that at each cell the numbers of links in and links out differ by at most one."""
    return [link for walk in _walks(count, links) for link in walk]


def _halves(count: int, links: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The links in two parts: each part has half (rounded up or down) of the links out of each cell and into it."""
    halves: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for walk in _walks(2 * count, [(start, count + end) for start, end in links]):
        for place, (start, end) in enumerate(walk):
            halves[place % 2].append((min(start, end), max(start, end) - count))
    return halves


def _walks(count: int, links: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Walks as lists of their links, each link as (cell before, cell behind); each link is in one walk.

    Walks that start at a cell with an odd number of links come first: each ends at another of these cells.
    """
    around: list[list[int]] = [[] for _ in range(count)]
    for place, link in reversed([*enumerate(links)]):
        for cell in link:
            around[cell].append(place)
    left = [len(places) for places in around]
    walked = [False] * len(links)
    walks = []
    for odd_only in (True, False):
        for start in range(count):
            while left[start] > 0 and (left[start] % 2 or not odd_only):
                walk = []
                here = start
                while left[here] > 0:
                    place = around[here].pop()
                    if walked[place]:
                        continue
                    walked[place] = True
                    there = sum(links[place]) - here
                    walk.append((here, there))
                    left[here] -= 1
                    left[there] -= 1
                    here = there
                walks.append(walk)
    return walks
