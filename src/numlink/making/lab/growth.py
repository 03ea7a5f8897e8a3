"""How the paths of a board can have grown: the order of paths, and the `New path:` lines step by step.

A path grows from its first square to its last and ends when it cannot go on.  A *way on* from an end of a path is a
square beside the end that has no other neighbour on the path.  The path ended, so every way on from its last square was
on a path that had been drawn before:

    1 1 1 2        path 1 ends at its right: the way on is the square of path 2, so path 2 came first
    3 3 X 2        path 3 could have gone on to X, which is on no path: the other end of path 3 was its last square,
                   or the program is wrong

**Placing greedily is exact.**  Call a path *ready* if all ways on from one of its ends are on placed paths; it stays
ready when more paths are placed.  In any possible order, the first path that is not placed is ready.  So placing any
ready path, again and again, places all paths if and only if some order is possible.

In a trace, `New path: (4,5) (4,4) (4,3) ...`, the first square must be free, each next one free and beside the last
one, with no other neighbour on the path, and at the end no square fits.  Programs count from 0 or from 1 and print row
or column first; the convention is chosen under which most paths of the trace are paths of the solution.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from numlink.errors import Fault, FaultCode
from numlink.formats.lab_lines import Square
from numlink.formats.lab_output import TracedPath
from numlink.making.lab.partition import STEP_B, Partition, fault_at
from numlink.model.words import where

Way = tuple[int, int]  # (end of a path, a way on from this end)
Neighbours = Sequence[Sequence[int]]  # the squares beside each square


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


class Convention(Enum):
    """How a program writes a square: (row, column) or (column, row), counted from 0 or from 1."""

    ROW_COLUMN = (0, False)
    ROW_COLUMN_FROM_1 = (1, False)
    X_Y = (0, True)
    X_Y_FROM_1 = (1, True)

    def read(self, square: Square) -> Square:
        """A square as the program writes it, as (row, column) from 0.

        >>> Convention.X_Y_FROM_1.read((3, 1))
        (0, 2)
        """
        origin, swapped = self.value
        first, second = square[0] - origin, square[1] - origin
        return (second, first) if swapped else (first, second)

    @property
    def told(self) -> str | None:
        """A sentence that names this convention; None for the assignment's own."""
        origin, swapped = self.value
        if self is Convention.ROW_COLUMN:
            return None
        return f"the trace writes {'(column, row)' if swapped else '(row, column)'}, counted from {origin}"


@dataclass(frozen=True, slots=True)
class Traced:
    """A trace read under a convention: each path's cells, None outside; `fits`: its paths are the solution's."""

    coordinates: Convention
    paths: tuple[tuple[int | None, ...], ...]
    fits: bool


def laid(trace: Sequence[TracedPath], width: int, height: int, found: Partition | None) -> Traced:
    """The trace under the convention that fits best: most paths of `found`, then most squares on the board."""
    best: tuple[tuple[int, int], Traced] | None = None
    for coordinates in Convention:
        paths = tuple(_cells(path, coordinates, width, height) for path in trace)
        on_board = sum(cell is not None for path in paths for cell in path)
        matching = sum(_matches(path, found) for path in paths) if found is not None else 0
        complete = found is not None and matching == len(paths) == len(found.paths) + len(found.broken)
        read = Traced(coordinates, paths, complete)
        if complete:
            return read
        if best is None or (matching, on_board) > best[0]:
            best = (matching, on_board), read
    assert best is not None
    return best[1]


def _cells(path: TracedPath, coordinates: Convention, width: int, height: int) -> tuple[int | None, ...]:
    squares = map(coordinates.read, path.squares)
    return tuple(row * width + column if 0 <= row < height and 0 <= column < width else None for row, column in squares)


def _matches(path: Sequence[int | None], found: Partition) -> bool:
    """Whether a traced path is a path of the solution, either way round; of a `broken` one only squares count."""
    if not path or path[0] is None:
        return False
    number = found.owner[path[0]]
    # lengths are compared first: many paths of a trace may begin on one long path of the solution
    if number in found.broken:  # the order of its squares is not known
        inside, squares = [cell for cell in path if cell is not None], found.broken[number]
        return len(inside) == len(squares) and sorted(inside) == [*squares]
    drawn = found.paths.get(number, ())
    return len(path) == len(drawn) and tuple(path) in (drawn, drawn[::-1])


def step_faults(traced: Traced, width: int, around: Neighbours) -> Iterator[Fault]:
    """The first fault of each path of a trace, by the conditions of Part 3.  O(squares)."""
    owner = [0] * len(around)
    for number, path in enumerate(traced.paths, start=1):
        fault = _step_fault(number, path, owner, width, around)
        if fault is not None:
            yield fault
        for cell in path:
            if cell is not None and not owner[cell]:
                owner[cell] = number


def _step_fault(
    number: int, path: Sequence[int | None], owner: Sequence[int], width: int, around: Neighbours
) -> Fault | None:
    """The first fault of a path, None if it has none; `owner` is the path of each square, 0 free."""
    mine: dict[int, None] = {}
    for cell in path:
        if cell is None:
            return Fault(FaultCode.OUTSIDE, (), f"path {number} of the trace leaves the board.")
        found = _entering(cell, mine, owner, width, around)
        if found is not None:
            code, sentence = found
            return fault_at(width, code, cell, sentence=f"{sentence} (path {number} of the trace)")
        mine[cell] = None
    last = next(reversed(mine))
    if len(mine) == 1:
        sentence = f"a path of one square; addpath begins with two (path {number} of the trace)"
        return fault_at(width, FaultCode.SHORT_PATH, last, sentence=sentence)
    for cell in around[last]:
        if not owner[cell] and cell not in mine and sum(other in mine for other in around[cell]) == 1:
            sentence = f"path {number} of the trace stops here and could have gone on to {where(width, cell)}"
            return fault_at(width, FaultCode.COULD_GO_ON, last, cell, sentence=sentence)
    return None


def _entering(
    cell: int, mine: dict[int, None], owner: Sequence[int], width: int, around: Neighbours
) -> tuple[FaultCode, str] | None:
    if owner[cell]:
        return FaultCode.CROSSING, f"this square is already on path {owner[cell]}, against step (a) of addpath"
    if cell in mine:
        return FaultCode.REPEATED_CELL, "this square is on its path already, against step (a) of addpath"
    if mine:
        last = next(reversed(mine))
        if cell not in around[last]:
            return FaultCode.JUMP, f"this is not a neighbour of the square before it, {where(width, last)}"
    if sum(other in mine for other in around[cell]) > 1:
        return FaultCode.TOUCHES_ITSELF, f"this square has two neighbours on its own path; {STEP_B}"
    return None


def difference(traced: Traced, found: Partition) -> Fault | None:
    """A fault for the first path of the trace that the solution lacks, or for another number of paths; else None."""
    for number, path in enumerate(traced.paths, start=1):
        if _matches(path, found):
            continue
        inside = [cell for cell in path if cell is not None]
        if len(inside) < len(path):
            return Fault(
                FaultCode.TRACE_DIFFERS,
                (),
                f"path {number} of the trace leaves the board; no path of the solution does.",
            )
        owners = Counter(found.owner[cell] for cell in inside)
        drawn = max(sorted(owners), key=owners.__getitem__, default=0)
        stray = next((cell for cell in inside if found.owner[cell] != drawn), None)
        passed = {*inside}
        missing = next((cell for cell in found.paths.get(drawn, ()) if cell not in passed), None)
        if stray is not None:
            what = _what(found.owner[stray])
            cell, sentence = stray, f"path {number} of the trace passes this square, which is {what} in the solution"
        elif missing is not None:
            cell, sentence = missing, f"this square is on path {drawn} of the solution, and the trace leaves it out"
        else:
            cell = inside[0] if inside else 0
            sentence = f"path {number} of the trace is in another order than path {drawn} of the solution"
        return fault_at(found.width, FaultCode.TRACE_DIFFERS, cell, sentence=sentence)
    if len(traced.paths) != len(found.paths) + len(found.broken):
        sentence = f"the trace has {len(traced.paths)} paths and the solution {len(found.paths) + len(found.broken)}."
        return Fault(FaultCode.TRACE_DIFFERS, (), sentence)
    return None


def _what(number: int) -> str:
    return f"on path {number}" if number > 0 else "solid" if number else "empty"
