"""The groups in which a command's help lists its options."""

from __future__ import annotations

from enum import StrEnum


class OptionGroup(StrEnum):
    """A heading of `--help`; groups are listed in this order."""

    EVERYDAY = "Everyday options"
    PUZZLE = "Puzzle"
    BOARD = "Board"
    STYLE = "Style"
    PROOF = "Proof"
    OUTPUT = "Output"
    RUN = "Run"
