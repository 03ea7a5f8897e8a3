"""The two boards of a lab program's output: is every number one simple path, and does the puzzle belong to it?

If the squares of a number are connected, two of them have one neighbour with the number and none has three or more,
they form a simple path. Otherwise the number gets a fault and counts as `broken`: the order of its squares is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from numlink.errors import Fault, FaultCode
from numlink.model.grid import EMPTY, SOLID, Grid, cells_of_numbers
from numlink.model.reach import line_from, reached
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
    LabPart.BOARD: (FaultCode.RAGGED, FaultCode.WRONG_SIZE, FaultCode.WRONG_LAYOUT),
    LabPart.SETS: (FaultCode.PIECES,),
    LabPart.NUMBERS: (FaultCode.NUMBERING,),
    LabPart.PRINT: (
        FaultCode.UNREADABLE,
        FaultCode.SAME_SYMBOL,
        FaultCode.SOLIDS_DIFFER,
        FaultCode.TRACE_DIFFERS,
        FaultCode.WRONG_ENDS,
        FaultCode.NUMBER_ONCE,
        FaultCode.NUMBER_TOO_OFTEN,
        FaultCode.MISSING_PATH,
        FaultCode.EXTRA_PATH,
    ),
    LabPart.PROGRAM: (FaultCode.NO_BOARD, FaultCode.STOPPED),
}
"""The faults of each part.  All other codes belong to Part 3: a path that addpath() would not have drawn."""


def part_of(fault: Fault) -> LabPart:
    """The part of the assignment that a fault belongs to.

    >>> part_of(Fault(FaultCode.NUMBERING, (), ""))
    <LabPart.NUMBERS: 4>
    """
    return next((part for part, codes in PARTS.items() if fault.code in codes), LabPart.PATHS)


def fault_at(width: int, code: FaultCode, *cells: int, sentence: str) -> Fault:
    """A fault whose message names the first of `cells`; the board is `width` squares wide."""
    positions = tuple(divmod(cell, width) for cell in cells)
    return Fault(code, positions, f"{where(width, cells[0])}: {sentence}.")


STEP_B = "addpath takes a square only if its one neighbour on the path is the square before it, step (b)"
"""The end of a message about a path that touches itself."""


@dataclass(slots=True)
class Partition:
    """A solution, read as `paths`: {number: squares in order}, and `broken`: {number: squares that form none}."""

    width: int
    height: int
    owner: Sequence[int]  # the number of each square; 0 uncovered, -1 solid
    around: Sequence[Sequence[int]]  # the squares beside each square
    paths: dict[int, tuple[int, ...]] = field(default_factory=dict)
    broken: dict[int, tuple[int, ...]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def fault(self, code: FaultCode, *cells: int, sentence: str) -> None:
        self.faults.append(fault_at(self.width, code, *cells, sentence=sentence))

    @property
    def numbers(self) -> dict[int, int]:
        """{number: its first square}, in the order of rows."""
        return {number: cells[0] for number, cells in cells_of_numbers(self.owner).items()}


def partition(width: int, owner: Sequence[int], ends: dict[int, tuple[int, ...]]) -> Partition:
    """The paths of a solution: `owner` is the number of each square, row by row; 0 uncovered, -1 solid.

    `ends` are the squares of each number in the puzzle, {} if it is not known.  O(squares).

    >>> partition(3, [1, 1, 2, -1, 1, 2], {}).paths
    {1: (0, 1, 4), 2: (2, 5)}
    >>> [fault.code.value for fault in partition(2, [1, 1, 1, 1], {}).faults]
    ['loop']
    """
    grid = Grid(width, len(owner) // width)
    found = Partition(width, grid.height, owner, [grid.neighbours(cell) for cell in range(grid.size)])
    uncovered = "this square is empty in the solution; each one is on a path or, if none reaches it, solid"
    for cell in (cell for cell, number in enumerate(owner) if number == EMPTY):
        found.fault(FaultCode.UNCOVERED, cell, sentence=uncovered)
    for number, cells in cells_of_numbers(owner).items():
        same = {cell: [other for other in found.around[cell] if owner[other] == number] for cell in cells}
        fault = _fault(found, number, same, ends.get(number, ()))
        if fault is None:
            end = next(cell for cell, others in same.items() if len(others) == 1)
            found.paths[number] = tuple(line_from(end, same.__getitem__))
        else:
            code, squares, sentence = fault
            found.fault(code, *squares, sentence=sentence)
            found.broken[number] = cells
    for cell in (cell for cell, number in enumerate(owner) if number == SOLID):
        for other in found.around[cell]:
            if owner[other] == SOLID and other > cell:
                sentence = (
                    f"a solid square is next to the solid one at {where(found.width, other)}: two free neighbours, "
                    "so addpath had room for one more path and should not have returned FAILURE"
                )
                found.fault(FaultCode.SOLIDS_MEET, cell, other, sentence=sentence)
    return found


def _fault(
    found: Partition, number: int, same: dict[int, list[int]], ends: tuple[int, ...]
) -> tuple[FaultCode, tuple[int, ...], str] | None:
    """Why squares form no simple path, as (code, squares, sentence); `same` has the neighbours of each among them."""
    first = min(same)
    if len(same) == 1:
        sentence = (
            f"path {number} is this square alone; addpath begins with two free neighbours, and a square that "
            "no path takes is solid"
        )
        return FaultCode.SHORT_PATH, (first,), sentence
    joined = set(reached([first], same.__getitem__))
    if len(joined) < len(same):
        sentence = (
            f"number {number} is here and at {where(found.width, first)}, and these squares are not connected: "
            "two sets with one number, or another path was drawn over its squares"
        )
        return FaultCode.PIECES, (next(cell for cell in same if cell not in joined), first), sentence
    crowded = next((cell for cell, others in same.items() if len(others) > 2), None)
    if crowded is not None:
        sentence = (
            f"this square has {len(same[crowded])} neighbours on its own path {number}, so the path touches "
            f"itself; {STEP_B}"
        )
        return FaultCode.TOUCHES_ITSELF, (crowded,), sentence
    if all(len(others) == 2 for others in same.values()):
        cell = next((end for end in ends if end in same), first)
        sentence = f"this square has two neighbours on its own path {number}, which is a loop without ends; {STEP_B}"
        return FaultCode.LOOP, (cell,), sentence
    return None


def puzzle_faults(found: Partition, puzzle: Sequence[int]) -> Iterator[Fault]:
    """Faults for numbers and solid squares of a puzzle that do not fit the solution `found`.  O(squares)."""
    ends = cells_of_numbers(puzzle)
    numbers = found.numbers
    faults: list[tuple[FaultCode, Sequence[int], str]] = []
    for number, cells in ends.items():
        path = found.paths.get(number, ())
        tips = (path[0], path[-1]) if path else ()
        strange = [cell for cell in cells if (cell not in tips if path else found.owner[cell] != number)]
        if number not in numbers:
            sentence = f"number {number} of the puzzle is on no square of the solution"
            faults.append((FaultCode.EXTRA_PATH, cells[:1], sentence))
        elif len(cells) != 2:
            code = FaultCode.NUMBER_ONCE if len(cells) == 1 else FaultCode.NUMBER_TOO_OFTEN
            times = "once" if len(cells) == 1 else f"{len(cells)} times"
            sentence = f"number {number} is on the puzzle {times}; a path has two ends, its first and last"
            faults.append((code, cells, sentence))
        elif strange:
            ending = " and at ".join(where(found.width, tip) for tip in tips)
            sentence = f"the puzzle has number {number} here, "
            sentence += f"but path {number} of the solution ends at {ending}" if path else "but the solution does not"
            faults.append((FaultCode.WRONG_ENDS, (strange[0], *tips), sentence))
    for number, cell in numbers.items():
        if number not in ends:
            sentence = f"path {number} of the solution goes over this square, but no {number} is on the puzzle"
            faults.append((FaultCode.MISSING_PATH, (cell,), sentence))
    for cell, (hidden, shown) in enumerate(zip(puzzle, found.owner, strict=True)):
        if (hidden == SOLID) != (shown == SOLID):
            in_one = "solid in the solution but not in the puzzle"
            in_one = "solid in the puzzle but not in the solution" if hidden == SOLID else in_one
            sentence = f"this square is {in_one}"
            faults.append((FaultCode.SOLIDS_DIFFER, (cell,), sentence))
    return (fault_at(found.width, code, *cells, sentence=sentence) for code, cells, sentence in faults)
