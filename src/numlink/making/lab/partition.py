"""The two boards of a lab program's output: is every number one simple path, and does the puzzle belong to it?

If the squares of a number are connected, two of them have one neighbour with the number and none has three or more,
they are a simple path. Otherwise the number gets a fault and counts as `broken`: the order of its squares is not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from numlink.errors import Fault, FaultCode
from numlink.model.grid import EMPTY, SOLID, Grid
from numlink.model.words import where


class LabPart(IntEnum):
    """The parts of the assignment, named by what their functions do; PROGRAM is the whole program."""

    BOARD = 1
    SETS = 2
    PATHS = 3
    NUMBERS = 4
    PRINT = 5
    PROGRAM = 6


PARTS = {
    FaultCode.RAGGED: LabPart.BOARD,
    FaultCode.WRONG_SIZE: LabPart.BOARD,
    FaultCode.WRONG_LAYOUT: LabPart.BOARD,
    FaultCode.PIECES: LabPart.SETS,
    FaultCode.NUMBERING: LabPart.NUMBERS,
    FaultCode.UNREADABLE: LabPart.PRINT,
    FaultCode.SAME_SYMBOL: LabPart.PRINT,
    FaultCode.SOLIDS_DIFFER: LabPart.PRINT,
    FaultCode.TRACE_DIFFERS: LabPart.PRINT,
    FaultCode.WRONG_ENDS: LabPart.PRINT,
    FaultCode.NUMBER_ONCE: LabPart.PRINT,
    FaultCode.NUMBER_TOO_OFTEN: LabPart.PRINT,
    FaultCode.MISSING_PATH: LabPart.PRINT,
    FaultCode.EXTRA_PATH: LabPart.PRINT,
    FaultCode.NO_BOARD: LabPart.PROGRAM,
    FaultCode.STOPPED: LabPart.PROGRAM,
}
"""The part of each fault code.  All other codes belong to Part 3: a path that addpath() would not have drawn."""


def part_of(fault: Fault) -> LabPart:
    """The part of the assignment that a fault belongs to.

    >>> part_of(Fault(FaultCode.NUMBERING, (), ""))
    <LabPart.NUMBERS: 4>
    """
    return PARTS.get(fault.code, LabPart.PATHS)


def fault_at(width: int, code: FaultCode, *cells: int, sentence: str) -> Fault:
    """A fault whose message names the first of `cells`; the board is `width` squares wide."""
    positions = tuple(divmod(cell, width) for cell in cells)
    return Fault(code, positions, f"{where(width, cells[0])}: {sentence}.")


STEP_B = "addpath takes a square only if its one neighbour on the path is the square before it, step (b)"
"""The end of a message about a path that touches itself."""


@dataclass(slots=True)
class Partition:
    """A solution, read as `paths`: {number: squares in order}, and `broken`: {number: squares of no simple path}."""

    width: int
    height: int
    owner: Sequence[int]
    """The number of each square; 0 uncovered, -1 solid."""
    around: Sequence[Sequence[int]]
    """The squares beside each square."""
    paths: dict[int, tuple[int, ...]] = field(default_factory=dict)
    broken: dict[int, tuple[int, ...]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def fault(self, code: FaultCode, *cells: int, sentence: str) -> None:
        self.faults.append(fault_at(self.width, code, *cells, sentence=sentence))

    def where(self, cell: int) -> str:
        return where(self.width, cell)

    @property
    def numbers(self) -> dict[int, int]:
        """{number: its first square}, in the order of rows."""
        found: dict[int, int] = {}
        for cell, number in enumerate(self.owner):
            if number > 0:
                found.setdefault(number, cell)
        return found


def neighbours_of(width: int, height: int) -> list[Sequence[int]]:
    grid = Grid(width, height)
    return [tuple(grid.neighbours(cell)) for cell in range(grid.size)]


def partition(width: int, owner: Sequence[int], ends: dict[int, tuple[int, ...]]) -> Partition:
    """The paths of a solution: `owner` is the number of each square, row by row; 0 uncovered, -1 solid.

    `ends` are the squares of each number in the puzzle, {} if it is not known.  O(squares).

    >>> partition(3, [1, 1, 2, -1, 1, 2], {}).paths
    {1: (0, 1, 4), 2: (2, 5)}
    >>> [fault.code.value for fault in partition(2, [1, 1, 1, 1], {}).faults]
    ['ring']
    """
    height = len(owner) // width
    found = Partition(width, height, owner, neighbours_of(width, height))
    members: dict[int, list[int]] = {}
    for cell, number in enumerate(owner):
        if number > 0:
            members.setdefault(number, []).append(cell)
        elif number == EMPTY:
            found.fault(
                FaultCode.UNCOVERED, cell,
                sentence="this square is empty in the solution; each one is on a path or, if none reaches it, solid",
            )  # fmt: skip
    for number, cells in members.items():
        path = _path(found, number, cells, ends.get(number, ()))
        (found.paths if path else found.broken)[number] = path or tuple(cells)
    for cell in (cell for cell, number in enumerate(owner) if number == SOLID):
        for other in found.around[cell]:
            if owner[other] == SOLID and other > cell:
                found.fault(
                    FaultCode.SOLIDS_MEET, cell, other,
                    sentence=f"a solid square lies beside the solid one at {found.where(other)}: two free neighbours, "
                    "so addpath had room for one more path and should not have returned FAILURE",
                )  # fmt: skip
    return found


def _path(found: Partition, number: int, cells: list[int], ends: tuple[int, ...]) -> tuple[int, ...]:
    """The squares of a number in order; () and a fault in `found` if they are no simple path."""
    owner = found.owner
    same = {cell: [other for other in found.around[cell] if owner[other] == number] for cell in cells}
    if len(cells) == 1:
        found.fault(
            FaultCode.SHORT_PATH, cells[0],
            sentence=f"path {number} is this square alone; addpath begins with two free neighbours, and a square that "
            "no path takes is solid",
        )  # fmt: skip
        return ()
    pieces = _pieces(cells, same)
    if len(pieces) > 1:
        first, second = pieces[0][0], pieces[1][0]
        found.fault(
            FaultCode.PIECES, second, first,
            sentence=f"number {number} stands here and at {found.where(first)}, and these squares are not joined: "
            "two sets with one number, or another path was drawn over its squares",
        )  # fmt: skip
        return ()
    crowded = [cell for cell in cells if len(same[cell]) > 2]
    if crowded:
        cell = crowded[0]
        found.fault(
            FaultCode.TOUCHES_ITSELF, cell,
            sentence=f"this square has {len(same[cell])} neighbours on its own path {number}, so the path runs beside "
            f"itself; {STEP_B}",
        )  # fmt: skip
        return ()
    tips = [cell for cell in cells if len(same[cell]) == 1]
    if not tips:
        cell = next((end for end in ends if end in same), cells[0])
        found.fault(
            FaultCode.RING, cell,
            sentence=f"this square has two neighbours on its own path {number}, which is a ring without ends; "
            f"{STEP_B}",
        )  # fmt: skip
        return ()
    path = [tips[0]]
    while len(path) < len(cells):
        path.append(next(other for other in same[path[-1]] if len(path) == 1 or other != path[-2]))
    return tuple(path)


def _pieces(cells: list[int], same: dict[int, list[int]]) -> list[list[int]]:
    """The connected sets of squares, in the order of `cells`; `same` are a square's neighbours in `cells`."""
    seen: set[int] = set()
    pieces = []
    for start in cells:
        if start in seen:
            continue
        piece = [start]
        seen.add(start)
        for cell in piece:  # `piece` grows during the loop
            fresh = [other for other in same[cell] if other not in seen]
            seen.update(fresh)
            piece += fresh
        pieces.append(piece)
    return pieces


def puzzle_faults(found: Partition, puzzle: Sequence[int]) -> Iterator[Fault]:
    """Faults for numbers and solid squares of a puzzle that do not fit the solution `found`.  O(squares)."""
    width = found.width
    ends = ends_of(puzzle)
    for number, cells in ends.items():
        if number not in found.paths and number not in found.broken:
            yield fault_at(
                width, FaultCode.EXTRA_PATH, cells[0],
                sentence=f"number {number} of the puzzle is on no square of the solution",
            )  # fmt: skip
        elif len(cells) != 2:
            code = FaultCode.NUMBER_ONCE if len(cells) == 1 else FaultCode.NUMBER_TOO_OFTEN
            times = "once" if len(cells) == 1 else f"{len(cells)} times"
            yield fault_at(
                width, code, *cells,
                sentence=f"number {number} stands on the puzzle {times}; a path has two ends, its first and last",
            )  # fmt: skip
        elif number in found.paths and {*cells} != {found.paths[number][0], found.paths[number][-1]}:
            path = found.paths[number]
            wrong = next(cell for cell in cells if cell not in (path[0], path[-1]))
            yield fault_at(
                width, FaultCode.WRONG_ENDS, wrong, path[0], path[-1],
                sentence=f"the puzzle has number {number} here, but path {number} of the solution ends at "
                f"{found.where(path[0])} and at {found.where(path[-1])}",
            )  # fmt: skip
        elif number in found.broken and any(found.owner[cell] != number for cell in cells):
            wrong = next(cell for cell in cells if found.owner[cell] != number)
            yield fault_at(
                width, FaultCode.WRONG_ENDS, wrong,
                sentence=f"the puzzle has number {number} here, and the solution does not",
            )  # fmt: skip
    for number, cell in found.numbers.items():
        if number not in ends:
            yield fault_at(
                width, FaultCode.MISSING_PATH, cell,
                sentence=f"path {number} of the solution goes over this square, and no {number} is on the puzzle",
            )  # fmt: skip
    for cell, (hidden, shown) in enumerate(zip(puzzle, found.owner, strict=True)):
        if (hidden == SOLID) != (shown == SOLID):
            which = (
                "solid in the puzzle and not in the solution"
                if hidden == SOLID
                else ("solid in the solution and not in the puzzle")
            )
            yield fault_at(width, FaultCode.SOLIDS_DIFFER, cell, sentence=f"this square is {which}")


def ends_of(puzzle: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """{number: its squares} of a puzzle given as the number of each square, row by row."""
    found: dict[int, list[int]] = {}
    for cell, number in enumerate(puzzle):
        if number > 0:
            found.setdefault(number, []).append(cell)
    return {number: tuple(cells) for number, cells in found.items()}
