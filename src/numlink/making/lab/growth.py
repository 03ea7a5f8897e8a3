"""How the paths of a board can have grown: the order of paths, and the `New path:` lines step by step.

A path grows from its first square to its last and ends when it cannot go on.  A *way on* from an end of a path is a
square beside the end that has no other neighbour on the path.  As the path ended, every way on from its last square
lay on a path that had been drawn before:

    1 1 1 2        path 1 ends at its right: the way on is the square of path 2, so path 2 came first
    3 3 X 2        path 3 could have continued to X, which is on no path: the other end of path 3 was its last square,
                   or the program is wrong

**Greedy placing is exact.**  Call a path *ready* if all ways on from one of its ends are on placed paths; it stays
ready when more paths are placed.  In any possible order, the first path not yet placed is ready.  So placing any
ready path, again and again, places all paths if and only if some order is possible.

In a trace, `New path: (4,5) (4,4) (4,3) ...`, the first square must be free, each next one free and beside the last
one, with no other neighbour on the path, and at the end no square fits.  Programs count from 0 or from 1 and print row
or column first; the convention is chosen under which most paths of the trace are paths of the solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product

from numlink.errors import Fault, FaultCode
from numlink.formats.lab_output import TracedPath
from numlink.making.lab.partition import STEP_B, Partition, fault_at
from numlink.model.words import where

Way = tuple[int, int]  # (end of a path, a way on from this end)
Neighbours = Sequence[Sequence[int]]  # the squares beside each square


def ways_on(path: Sequence[int], around: Neighbours) -> list[list[int]]:
    """The ways on from the first square of a path, and from its last.

    >>> row = [[1], [0, 2], [1, 3], [2]]
    >>> ways_on([1, 2], row)
    [[0], [3]]
    """
    on_path = set(path)
    return [
        [cell for cell in around[end] if cell not in on_path and sum(other in on_path for other in around[cell]) == 1]
        for end in (path[0], path[-1])
    ]


def stuck(found: Partition) -> dict[int, list[Way]]:
    """A way on from each end of every path that no order can place; `broken` ones count as placed.  O(squares).

    >>> from numlink.making.lab.partition import partition
    >>> stuck(partition(5, [1, 1, 2, 2, -1], {})), stuck(partition(4, [-1, 1, 1, -1], {}))
    ({}, {1: [(1, 0), (2, 3)]})
    """
    ways = {number: ways_on(path, found.around) for number, path in found.paths.items()}
    owner = found.owner
    beside: dict[int, list[int]] = {}  # for each path, the paths with a way on that lies on it
    for number, ends in ways.items():
        for cell in chain(*ends):
            beside.setdefault(owner[cell], []).append(number)
    placed = {*found.broken}
    waiting = [*ways]
    for number in waiting:  # `waiting` grows during the loop
        if number not in placed and any(all(owner[cell] in placed for cell in cells) for cells in ways[number]):
            placed.add(number)
            waiting += beside.get(number, ())
    return {
        number: [
            (end, next(cell for cell in cells if owner[cell] not in placed))
            for end, cells in zip((path[0], path[-1]), ways[number], strict=True)
        ]
        for number, path in found.paths.items()
        if number not in placed
    }


def first_too_early(found: Partition, order: Sequence[int], placed: set[int]) -> int | None:
    """The first path that, drawn in this `order` after those `placed`, could have gone on from both ends; or None.

    >>> from numlink.making.lab.partition import partition
    >>> found = partition(5, [1, 1, 2, 2, -1], {})
    >>> first_too_early(found, [1, 2], set()), first_too_early(found, [2, 1], set())
    (None, 2)
    """
    for number in order:
        ways = ways_on(found.paths[number], found.around)
        if all(any(found.owner[cell] not in placed for cell in cells) for cells in ways):
            return number
        placed.add(number)
    return None


@dataclass(frozen=True, slots=True)
class Traced:
    """A trace's paths as cells, None outside the board.

    `note`: a sentence on how the trace writes squares, None if as in the assignment; `fits`: the paths are those of the
    solution.
    """

    note: str | None
    paths: list[list[int | None]]
    fits: bool


def read_trace(trace: Sequence[TracedPath], width: int, height: int, found: Partition | None) -> Traced:
    """The trace, read in the convention that fits best: most paths of `found`, then most squares on the board."""
    best, most = Traced(None, [], fits=False), (-1, -1)
    for swapped, origin in product((False, True), (0, 1)):
        paths: list[list[int | None]] = []
        for path in trace:
            squares = [(first - origin, second - origin)[:: -1 if swapped else 1] for first, second in path.squares]
            paths.append([
                row * width + column if 0 <= row < height and 0 <= column < width else None for row, column in squares
            ])  # fmt: skip
        on_board = sum(cell is not None for path in paths for cell in path)
        matching = sum(_matches(path, found) for path in paths) if found is not None else 0
        fits = found is not None and matching == len(paths) == len(found.numbers)
        if fits or (matching, on_board) > most:
            most = (matching, on_board)
            order = "(column, row)" if swapped else "(row, column)"
            note = f"the trace writes {order}, counted from {origin}" if swapped or origin else None
            best = Traced(note, paths, fits)
        if fits:
            break
    return best


def _matches(path: Sequence[int | None], found: Partition) -> bool:
    """Whether a traced path is a path of the solution, in either direction; for a `broken` one only squares count."""
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
        fault = _step_fault(path, owner, width, around)
        if fault is not None:
            code, cells, sentence = fault
            sentence = sentence.format(path=f"path {number} of the trace")
            yield fault_at(width, code, *cells, sentence=sentence) if cells else Fault(code, (), f"{sentence}.")
        for cell in path:
            if cell is not None and not owner[cell]:
                owner[cell] = number


def _step_fault(
    path: Sequence[int | None], owner: Sequence[int], width: int, around: Neighbours
) -> tuple[FaultCode, tuple[int, ...], str] | None:
    """The code, squares and sentence of the first fault of a path; `owner` is the path of each square, 0 if free."""
    mine: set[int] = set()
    last = 0
    for cell in path:
        if cell is None:
            return FaultCode.OUTSIDE, (), "{path} leaves the board"
        if owner[cell]:
            sentence = f"this square is already on path {owner[cell]}, against step (a) of addpath ({{path}})"
            return FaultCode.CROSSING, (cell,), sentence
        if cell in mine:
            sentence = "this square is already on its path, against step (a) of addpath ({path})"
            return FaultCode.REPEATED_CELL, (cell,), sentence
        if mine and cell not in around[last]:
            sentence = f"this is not a neighbour of the square before it, {where(width, last)} ({{path}})"
            return FaultCode.JUMP, (cell,), sentence
        if sum(other in mine for other in around[cell]) > 1:
            sentence = f"this square has two neighbours on its own path; {STEP_B} ({{path}})"
            return FaultCode.TOUCHES_ITSELF, (cell,), sentence
        mine.add(cell)
        last = cell
    if len(mine) == 1:
        return FaultCode.SHORT_PATH, (last,), "a path of one square; addpath begins with two ({path})"
    for cell in around[last]:
        if not owner[cell] and cell not in mine and sum(other in mine for other in around[cell]) == 1:
            sentence = f"{{path}} stops here and could have continued to {where(width, cell)}"
            return FaultCode.COULD_GO_ON, (last, cell), sentence
    return None


def difference(traced: Traced, found: Partition) -> Fault | None:
    """A fault for the first path of the trace that the solution lacks, or for another number of paths; else None."""
    for number, path in enumerate(traced.paths, start=1):
        if _matches(path, found):
            continue
        inside = [cell for cell in path if cell is not None]
        if len(inside) < len(path):
            sentence = f"path {number} of the trace leaves the board; no path of the solution does."
            return Fault(FaultCode.TRACE_DIFFERS, (), sentence)
        owners = Counter(found.owner[cell] for cell in inside)
        drawn = max(sorted(owners), key=owners.__getitem__, default=0)
        stray = next((cell for cell in inside if found.owner[cell] != drawn), None)
        passed = {*inside}
        missing = next((cell for cell in found.paths.get(drawn, ()) if cell not in passed), None)
        if stray is not None:
            what = {0: "empty", -1: "solid"}.get(found.owner[stray], f"on path {found.owner[stray]}")
            sentence = f"path {number} of the trace passes this square, which is {what} in the solution"
        elif missing is not None:
            sentence = f"this square is on path {drawn} of the solution, but the trace leaves it out"
        else:
            sentence = f"path {number} of the trace is in another order than path {drawn} of the solution"
        cell = next((cell for cell in (stray, missing, *inside) if cell is not None), 0)
        return fault_at(found.width, FaultCode.TRACE_DIFFERS, cell, sentence=sentence)
    if len(traced.paths) != len(found.numbers):
        sentence = f"the trace has {len(traced.paths)} paths and the solution {len(found.numbers)}."
        return Fault(FaultCode.TRACE_DIFFERS, (), sentence)
    return None
