"""In which order the paths of a board can have grown: an exact test of "repeat so long as the path can be extended".

A path grows from its first square to its last and ends where it cannot go on.  A *way on* from an end is a square
beside it that is on no path yet and has no other neighbour on the path; so when the path ended, every way on from its
last square, as the finished board shows it, was on a path drawn before:

    1 1 1 2        path 1 ends at its right: the way on is the square of path 2, so path 2 came first
    3 3 X 2        path 3 could have gone on into X, and X is on no path: its other end was the last square,
                   or the program is wrong

**Placing greedily is exact.**  Call a path *ready* when all ways on from one of its ends are on placed paths.  Placing
more paths only takes ways away, so a ready path stays ready.  If some order p1, p2, ... of all paths is possible, then
whatever set is placed, the first pi of that order that is not in it is ready: p1 ... p(i-1) are placed, and with them
all ways on from its last square.  So placing any ready path, again and again, places all paths exactly when some
order does.  What is left at the end was stopped early, whatever the order: of the paths left over, the first one drawn
could have gone on from either end.

Starts and steps need no test: a random start can be any free square that has a free neighbour, each of the four
neighbours is first in one of the four orders, and a simple path that never runs beside itself has taken legal steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Way = tuple[int, int]
"""An end of a path and a square it could have gone on to."""

Neighbours = Sequence[Sequence[int]]
"""The squares beside each square."""


@dataclass(frozen=True, slots=True)
class GrowthOrder:
    """An order in which paths can have grown, by number, and of those left over a way on from either end."""

    order: tuple[int, ...]
    stuck: dict[int, tuple[Way, ...]]


def ways_on(path: Sequence[int], around: Neighbours) -> tuple[list[int], list[int]]:
    """The squares beside the first and the last square of a path that have no other neighbour on it.

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
    """Place `paths` (by number) greedily; `owner` holds the number of each square, and those in `done` are placed.

    O(squares).

    >>> row = [[1], [0, 2], [1, 3], [2, 4], [3]]
    >>> place({1: (0, 1), 2: (2, 3)}, [1, 1, 2, 2, -1], row, set()).order
    (1, 2)
    >>> place({1: (1, 2)}, [-1, 1, 1, -1, -1], row, set()).stuck
    {1: ((1, 0), (2, 3))}
    """
    ways = {number: ways_on(path, around) for number, path in paths.items()}
    waiting: dict[tuple[int, int], int] = {}
    freed_by: dict[int, list[tuple[int, int]]] = {}
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
    """From each end of a path a square it could have gone on to."""
    return tuple(
        (end, next(cell for cell in cells if owner[cell] not in placed))
        for end, cells in zip((path[0], path[-1]), ways, strict=True)
    )


def first_too_early(
    order: Sequence[int], paths: Mapping[int, Sequence[int]], owner: Sequence[int], around: Neighbours, done: set[int]
) -> int | None:
    """The first path of `order` that could have gone on from both ends if it was drawn then; None where none could.

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
