"""Which part of the assignment each fault of a lab program belongs to."""

from __future__ import annotations

from enum import IntEnum

from numlink.errors import Fault, FaultCode
from numlink.model.words import where


class Part(IntEnum):
    """The parts of the assignment, by what their functions do."""

    BOARD = 1
    SETS = 2
    PATHS = 3
    NUMBERS = 4
    PRINT = 5
    PROGRAM = 6


PARTS = {
    FaultCode.RAGGED: Part.BOARD,
    FaultCode.WRONG_SIZE: Part.BOARD,
    FaultCode.WRONG_LAYOUT: Part.BOARD,
    FaultCode.PIECES: Part.SETS,
    FaultCode.NUMBERING: Part.NUMBERS,
    FaultCode.UNREADABLE: Part.PRINT,
    FaultCode.SAME_SYMBOL: Part.PRINT,
    FaultCode.SOLIDS_DIFFER: Part.PRINT,
    FaultCode.TRACE_DIFFERS: Part.PRINT,
    FaultCode.WRONG_ENDS: Part.PRINT,
    FaultCode.NUMBER_ONCE: Part.PRINT,
    FaultCode.NUMBER_TOO_OFTEN: Part.PRINT,
    FaultCode.MISSING_PATH: Part.PRINT,
    FaultCode.EXTRA_PATH: Part.PRINT,
    FaultCode.NO_BOARD: Part.PROGRAM,
    FaultCode.STOPPED: Part.PROGRAM,
}
"""All other faults are of Part 3: a path that addpath() would not have drawn."""


def part_of(fault: Fault) -> Part:
    """The part of the assignment that a fault belongs to.

    >>> part_of(Fault(FaultCode.NUMBERING, (), ""))
    <Part.NUMBERS: 4>
    """
    return PARTS.get(fault.code, Part.PATHS)


def fault_at(width: int, code: FaultCode, *cells: int, sentence: str) -> Fault:
    """A fault at the first of `cells` of a board that is `width` squares wide."""
    positions = tuple(divmod(cell, width) for cell in cells)
    return Fault(code, positions, f"{where(width, cells[0])}: {sentence}.")
