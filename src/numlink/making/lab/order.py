"""The order in which the paths of a board can have grown: an exact test of the assignment's "repeat so long as the path
can be extended".

A path grows from its first square to its last and ends when it cannot go on.  A *way on* from an end of a path is a
square beside the end that has no other neighbour on the path.  The path ended, so every way on from its last square was
on a path that had been drawn before:

    1 1 1 2        path 1 ends at its right: the way on is the square of path 2, so path 2 came first
    3 3 X 2        path 3 could have gone on to X, which is on no path: the other end of path 3 was its last square,
                   or the program is wrong

**Placing greedily is exact.**  Placing a path means to take it as the next in the order.  Call a path *ready* if all
ways on from one of its ends are on placed paths; a ready path stays ready when more paths are placed.  Let p1, p2, ...
be a possible order of all paths, and let any set of paths be placed.  The first path pi of this order that is not
placed is ready, because p1 ... p(i-1) are placed and all ways on from the last square of pi are on them.  So placing
any ready path, again and again, places all paths if and only if some order is possible.  Otherwise some paths are left
over, and were ended too early in every order: the first of them to be drawn could have gone on from either end.

Starts and steps need no test: a random start can be any free square that has a free neighbour, each of the four
neighbours is first in one of the four orders, and a simple path that never runs beside itself has taken legal steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Way = tuple[int, int]
"""(end of a path, a way on from this end)."""

Neighbours = Sequence[Sequence[int]]
"""The squares beside each square."""


@dataclass(frozen=True, slots=True)
class GrowthOrder:
    """Path numbers in a possible order of growth; and for each path left over a way on from each of its ends."""

    order: tuple[int, ...]
    stuck: dict[int, tuple[Way, ...]]


def ways_on(path: Sequence[int], around: Neighbours) -> tuple[list[int], list[int]]:
    """The ways on from the first square of a path, and from its last.

    >>> row = [[1], [0, 2], [1, 3], [2]]
    >>> ways_on([1, 2], row)
    ([0], [3])
    """
    on_path = set(path)
    first, last = (
        [cell for cell in around[end] if cell not in on_path and sum(other in on_path for other in around[cell]) == 1]
        for end in (path[0], path[-1])
    )
    return first, last


def place(paths: Mapping[int, Sequence[int]], owner: Sequence[int], around: Neighbours, done: set[int]) -> GrowthOrder:
    """Place `paths` ({number: squares}) greedily; the numbers in `done` count as placed before.

    `owner` is the number of each square, 0 uncovered, -1 solid.  O(squares).

    >>> row = [[1], [0, 2], [1, 3], [2, 4], [3]]
    >>> place({1: (0, 1), 2: (2, 3)}, [1, 1, 2, 2, -1], row, set()).order
    (1, 2)
    >>> place({1: (1, 2)}, [-1, 1, 1, -1, -1], row, set()).stuck
    {1: ((1, 0), (2, 3))}
    """
    ways = {number: ways_on(path, around) for number, path in paths.items()}
    waiting: dict[tuple[int, int], int] = {}  # (number, side 0 or 1): how many ways on are on no placed path
    freed_by: dict[int, list[tuple[int, int]]] = {}  # path: each (number, side) with a way on that lies on this path
    ready: deque[int] = deque()
    for number, ends in ways.items():
        for side, cells in enumerate(ends):
            unplaced = [owner[cell] for cell in cells if owner[cell] not in done]
            waiting[number, side] = len(unplaced)
            for other in unplaced:
                freed_by.setdefault(other, []).append((number, side))
            if not unplaced:
                ready.append(number)
    order: list[int] = []
    placed = set(done)
    while ready:
        number = ready.popleft()
        if number in placed:
            continue
        placed.add(number)
        order.append(number)
        for other, side in freed_by.get(number, ()):
            waiting[other, side] -= 1
            if not waiting[other, side]:
                ready.append(other)
    left = {number: path for number, path in paths.items() if number not in placed}
    return GrowthOrder(tuple(order), {number: _possible(left[number], ways[number], owner, placed) for number in left})


def _possible(
    path: Sequence[int], ways: tuple[list[int], list[int]], owner: Sequence[int], placed: set[int]
) -> tuple[Way, ...]:
    return tuple(
        (end, next(cell for cell in cells if owner[cell] not in placed))
        for end, cells in zip((path[0], path[-1]), ways, strict=True)
    )


def first_too_early(
    order: Sequence[int], paths: Mapping[int, Sequence[int]], owner: Sequence[int], around: Neighbours, done: set[int]
) -> int | None:
    """The first path that, drawn in this `order`, could have gone on from both ends; None if none could.

    >>> row = [[1], [0, 2], [1, 3], [2, 4], [3]]
    >>> paths, owner = {1: (0, 1), 2: (2, 3)}, [1, 1, 2, 2, -1]
    >>> first_too_early([1, 2], paths, owner, row, set()), first_too_early([2, 1], paths, owner, row, set())
    (None, 2)
    """
    placed = set(done)
    for number in order:
        if all(any(owner[cell] not in placed for cell in cells) for cells in ways_on(paths[number], around)):
            return number
        placed.add(number)
    return None
