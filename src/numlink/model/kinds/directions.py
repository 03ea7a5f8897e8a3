"""Named ways out of the cells of any board: links numbered so that no cell has two of one number.

A *direction* is a number of a link, and the way along it: of n directions the second half leads back.  Each link is
first given a way, so that as many lead to a cell as away from it, or one more; then the links are parted in halves
until no cell has two that lead away, or two that lead to it, in one part.  Both are done by walking along links that
were not walked before: at each cell a walk passes, one link leads in and one out, or one goes to each half.
O(links * log(n)).

    0 ── 1 ── 2        ways 0>1, 1>2, 2>3, 3>0        parts  {0>1, 1>2, 2>3, 3>0}: each cell has one link in and one out
    │         │
    └─── 3 ───┘
"""

from __future__ import annotations

from collections.abc import Sequence

FEWEST_PARTS = 2
"""Of them there are four directions, so that the arrows of a keyboard have one each."""


def directions(count: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Per cell of `count` and direction the cell that a link leads to, -1 for none; a power of two of directions.

    There are as few of them as the most links of a cell allow.

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
    """The most links that lead away from a cell, or to it."""
    times: dict[tuple[int, int], int] = {}
    for link in links:
        for side in enumerate(link):
            times[side] = times.get(side, 0) + 1
    return max(times.values(), default=0)


def _with_ways(count: int, links: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each link with its cells in one order or the other."""
    return [link for walk in _walks(count, links) for link in walk]


def _halves(count: int, links: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The links in two parts; each has half of those that lead away from a cell, and half of those that lead to it."""
    halves: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for walk in _walks(2 * count, [(start, count + end) for start, end in links]):
        for place, (start, end) in enumerate(walk):
            halves[place % 2].append((min(start, end), max(start, end) - count))
    return halves


def _walks(count: int, links: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Walks along links, each link once, its cells in the order in which the walk passes them.

    Those from cells with an odd number of links come first: each ends at another one.
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
