"""The part of the lab assignment that each fault belongs to."""

from __future__ import annotations

from enum import IntEnum

from numlink.errors import Fault, FaultCode
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
