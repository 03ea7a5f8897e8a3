"""Judges one output of a lab program by all parts of the assignment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from numlink.errors import Fault, FaultCode
from numlink.formats.lab import Meaning, meaning
from numlink.formats.lab_output import LabOutput, PrintedBoard
from numlink.making.lab.growth import Traced, Way, difference, first_too_early, read_trace, step_faults, stuck
from numlink.making.lab.partition import LabPart, Partition, fault_at, part_of, partition, puzzle_faults
from numlink.model.grid import cells_of_numbers
from numlink.model.judge import check
from numlink.model.layout import PLAIN
from numlink.model.puzzle import Puzzle
from numlink.model.rules import NO_TOUCH
from numlink.model.words import where

BoardSize = tuple[int, int]  # (width, height) in squares


class Numbering(Enum):
    """The order in which a program numbers its paths; the assignment allows both (Part 4)."""

    READING = "by rows"
    CREATION = "in the order of creation"


@dataclass(frozen=True, slots=True)
class LabVerdict:
    """The faults of one output, and `notes` on how it was read.

    `numbering` is None if not known; `judged` are the parts that could be judged.
    """

    faults: tuple[Fault, ...]
    notes: tuple[str, ...] = ()
    numbering: Numbering | None = None
    judged: frozenset[LabPart] = frozenset()

    def passed(self, part: LabPart) -> bool | None:
        """Whether a part has no fault; None if it cannot be judged."""
        if any(part_of(fault) is part for fault in self.faults):
            return False
        return True if part in self.judged else None


ALL_PARTS = frozenset(LabPart)
BOARD_PART = frozenset({LabPart.BOARD})
PRINTED_PARTS = frozenset({LabPart.BOARD, LabPart.PRINT, LabPart.PROGRAM})
"""The parts that can be judged without a solution, or if a square is unreadable."""
NOTHING_PRINTED = Fault(FaultCode.NO_BOARD, (), "the program printed nothing.")
NO_BOARD = Fault(
    FaultCode.NO_BOARD, (), "no board was found in the output: rows of numbers, '.' and 'X', or boxes between '|'."
)
_TWO_BOARDS = "Give the two boards that the lab's program prints."
NO_SOLUTION = Fault(FaultCode.MISSING_PATH, (), f"the board comes without its solution. {_TWO_BOARDS}")
NO_PUZZLE = Fault(FaultCode.MISSING_PATH, (), f"the solution comes without its puzzle. {_TWO_BOARDS}")


def judge(
    output: LabOutput, *, size: BoardSize | None = None, solid: str | None = None, empty: str | None = None
) -> LabVerdict:
    """Judge what one run of a program printed; `size` is the size that was asked for (None: the output's own).

    `solid` and `empty` are the symbols that the program prints for solid and for empty squares; None: recognised from
    the output.  O(squares).

    >>> from numlink.formats.lab_output import lab_outputs
    >>> [output] = lab_outputs("X 1 1 X\\n\\nX 1 1 X\\n")
    >>> [fault.code.value for fault in judge(output).faults]
    ['could-go-on']
    """
    read = meaning(output, solid=solid, empty=empty)
    notes = [read.note] if read.note else []
    puzzle = _flat(read.puzzle)
    numbering = None
    judged: frozenset[LabPart] = frozenset()
    if not output.boards:
        faults = [NO_BOARD]
    elif faults := [*_shapes(output.boards, size or output.size)]:
        judged = BOARD_PART
    elif faults := [*_unreadable(output, read)]:
        judged = PRINTED_PARTS
    else:
        width = output.boards[0].size[0]
        if output.solution is None:
            judged, faults = PRINTED_PARTS, [*_alone(width, puzzle), NO_SOLUTION]
        else:
            found = partition(width, _flat(read.solution), cells_of_numbers(puzzle))
            traced = read_trace(output.trace, width, found.height, found) if output.trace else None
            notes += [traced.note] if traced and traced.note else []
            faults, numbering = _faults(found, traced)
            judged, faults = ALL_PARTS, [*faults, *(puzzle_faults(found, puzzle) if output.puzzle else [NO_PUZZLE])]
        if read.same is not None:
            what = f"the puzzle prints '{read.same}' for solid squares and for empty ones"
            faults.insert(0, Fault(FaultCode.SAME_SYMBOL, (), f"{what}, so they cannot be told apart."))
    return LabVerdict(tuple(faults), tuple(notes), numbering, judged)


def _faults(found: Partition, traced: Traced | None) -> tuple[list[Fault], Numbering | None]:
    """(faults, numbering) of a solution; the faults of a trace's steps count only if the solution has others."""
    if traced is not None and traced.fits:
        order, numbering = _order_faults(found, [found.owner[path[0] or 0] for path in traced.paths])
        numbers = [fault for fault in order if fault.code is FaultCode.NUMBERING]
        return [*step_faults(traced, found.width, found.around), *found.faults, *numbers], numbering
    order, numbering = _order_faults(found, None)
    own = [*found.faults, *order]
    if traced is not None:
        differs = difference(traced, found)
        steps = step_faults(traced, found.width, found.around) if own else ()
        own = [*steps, *own, *([differs] if differs else [])]
    return own, numbering


def judge_puzzle(puzzle: Puzzle) -> LabVerdict:
    """Judge a board with its solution; there is no fault if the lab assignment's program could have made it.

    The program grows paths that do not run beside themselves.  At its end every cell is on a path or solid, no two
    solid cells lie side by side, and each path ended only when it could not go on.  Paths are numbered by rows or in
    the order of creation.  The puzzle may have other solutions.  O(cells).  Source: assignment 7, Parts 1 to 4.

    >>> from numlink.making.classic import generate_classic
    >>> judge_puzzle(generate_classic(7, seed=2015)).faults
    ()
    """
    if puzzle.layout != PLAIN:
        sentence = "the lab's boards are plain rectangles. Give one."
        return LabVerdict((Fault(FaultCode.WRONG_LAYOUT, (), sentence),), judged=BOARD_PART)
    if puzzle.solution is None:
        faults = [*_alone(puzzle.width, puzzle.cells), NO_SOLUTION]
        return LabVerdict(tuple(faults), judged=PRINTED_PARTS)
    faults = check(puzzle, puzzle.solution, NO_TOUCH)
    if faults:
        return LabVerdict(tuple(faults), judged=ALL_PARTS)
    owner = [*chain.from_iterable(puzzle.filled(puzzle.solution))]
    found = partition(puzzle.width, owner, cells_of_numbers(puzzle.cells))
    faults, numbering = _faults(found, None)
    return LabVerdict(tuple(faults), (), numbering, ALL_PARTS)


def _order_faults(found: Partition, drawn: Sequence[int] | None) -> tuple[list[Fault], Numbering | None]:
    """Faults of paths that ended too early and of wrong numbers, and the order of the numbers."""
    ended_early = stuck(found)
    faults = [_ended_early(found, number, ways) for number, ways in sorted(ended_early.items())]
    numbers = found.numbers
    used = sorted(numbers)
    if used != [*range(1, len(used) + 1)]:
        missing = next(expected for expected, number in enumerate(used, start=1) if number != expected)
        sentence = (
            f"a path has number {used[-1]} and none has number {missing}; "
            f"the {len(used)} paths get the numbers 1 to {len(used)} in sequence"
        )
        return [*faults, fault_at(found.width, FaultCode.NUMBERING, numbers[used[-1]], sentence=sentence)], None
    if [*numbers] == used:
        return faults, Numbering.READING
    why = _not_by_creation(found, {*ended_early}, drawn)
    if why is None:
        return faults, Numbering.CREATION
    number, expected = next(_shifted(numbers))
    sentence = f"the path met here has number {number}; numbered by rows it would have {expected}, and {why}"
    return [*faults, fault_at(found.width, FaultCode.NUMBERING, numbers[number], sentence=sentence)], None


def _not_by_creation(found: Partition, ended_early: set[int], drawn: Sequence[int] | None) -> str | None:
    """Why paths are not numbered in the order in which they were drawn; None if they are, or may be."""
    used = sorted(found.numbers)
    if drawn is not None:
        number = next(_shifted(found.numbers))[0]
        return None if [*drawn] == used else f"the trace draws it as path {[*drawn].index(number) + 1}"
    kept = [number for number in used if number in found.paths and number not in ended_early]
    early = first_too_early(found, kept, {*found.broken, *ended_early})
    if early is None:
        return None
    return f"in the order of creation path {early} would have continued, with only paths of smaller numbers in its way"


def _shifted(numbers: dict[int, int]) -> Iterator[tuple[int, int]]:
    """(number, the number it would have by rows) of each path where they differ, in reading order."""
    return ((number, expected) for expected, number in enumerate(numbers, start=1) if number != expected)


def _ended_early(found: Partition, number: int, ways: Sequence[Way]) -> Fault:
    """The fault of a path that ended too early in every order: `ways` has a way on from each of its ends."""
    (first, step), (last, other) = ways
    waits = [found.owner[cell] for cell in (step, other) if found.owner[cell] > 0]
    sentence = f"path {number} ends here and could have continued to {where(found.width, step)}"
    sentence += f", and from its other end, {where(found.width, last)}, to {where(found.width, other)}"
    if waits:
        *others, largest = sorted({number, *waits})
        listed = f"{', '.join(map(str, others))} and {largest}"
        sentence += f"; whichever of the paths {listed} was drawn first had room there"
    return fault_at(found.width, FaultCode.COULD_GO_ON, first, step, last, other, sentence=sentence)


def _shapes(boards: Sequence[PrintedBoard], asked: BoardSize | None) -> Iterator[Fault]:
    """Faults of the boards' shapes: ragged rows, a size that was not `asked` for, two different sizes."""
    wanted, why = asked, "n asks for"
    for board in boards:
        width, height = board.size
        index = next((index for index, row in enumerate(board.rows) if len(row) != width), None)
        if index is not None:
            sentence = (
                f"line {board.lines[index]}: row {index + 1} has {len(board.rows[index])} squares, but the longest has "
                f"{width}; all rows of a board must be the same length."
            )
            yield Fault(FaultCode.RAGGED, (), sentence)
        elif wanted is not None and board.size != wanted:
            sentence = (
                f"line {board.line}: a board of {height} rows and {width} columns; {why} {wanted[1]} and {wanted[0]}."
            )
            yield Fault(FaultCode.WRONG_SIZE, (), sentence)
        elif wanted is None:
            wanted, why = board.size, "the puzzle has"


def _unreadable(output: LabOutput, read: Meaning) -> Iterator[Fault]:
    """A fault for each square whose text is neither a number nor a known symbol."""
    for board, rows in ((output.puzzle, read.puzzle), (output.solution, read.solution)):
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                if value is None and board is not None:
                    sentence = (
                        f"'{board.rows[row][column][:20]}' (line {board.lines[row]}) is neither a number nor a known "
                        "symbol for solid or empty; --solid and --empty name others"
                    )
                    yield fault_at(len(values), FaultCode.UNREADABLE, row * len(values) + column, sentence=sentence)


def _alone(width: int, puzzle: Sequence[int]) -> list[Fault]:
    """The faults of a puzzle by itself, such as a number that occurs once."""
    return check(Puzzle(width, len(puzzle) // width, tuple(puzzle)))


def _flat(rows: Sequence[Sequence[int | None]]) -> list[int]:
    return [value for row in rows for value in row if value is not None]
