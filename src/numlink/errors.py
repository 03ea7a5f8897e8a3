"""Every error that numlink raises on purpose, and its exit code on the command line.

    NumlinkError                   caught once, in cli.py, printed as one line
     ├─ InputError (ValueError)    exit 2: something given cannot be used
     │   ├─ ParseError             text that cannot be read: carries line and column
     │   ├─ IllegalPuzzle          a readable board that breaks the rules of every Numberlink: carries its faults
     │   ├─ Unreadable             a file that cannot be read: its message names the file
     │   │   └─ UnclearPicture     a picture that shows no board, or one in doubt: carries what was seen
     │   └─ CannotHold             a format cannot store a feature
     ├─ MissingExtra               exit 2: an optional library is not installed: names the pip command
     └─ Unanswered                 exit 3: no answer; never a "no"
         ├─ BudgetEnded            the budget ended first
         └─ OutOfReach             no budget would be enough

A message says what, where and what to do, in that order; where a caller needs them apart, the last is `remedy`.  It
speaks of arguments (`budget=`), which the command line turns into options.  Every error can be pickled, so that a
worker process can send it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copyreg import __newobj__  # type: ignore[attr-defined]  # the documented way to make an object without `__init__`
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, TypedDict, TypeVar

Result = TypeVar("Result")

LONGEST_WORD, KEPT = 300, 100
"""A message cuts a word of LONGEST_WORD characters or more, such as a number, to its first KEPT characters."""


def shortened(message: str) -> str:
    """A message in which words of LONGEST_WORD or more characters are cut.

    >>> len(shortened(f"number {'9' * 4_000} is too large"))
    123
    """
    return re.sub(rf"(\S{{{KEPT}}})\S{{{LONGEST_WORD - KEPT},}}", r"\1...", message)


def quoted(value: object, length: int = 40) -> str:
    """A wrong argument as messages quote it: the beginning of its `repr`, or words for a number that is too long for
    Python to write out.

    >>> quoted("x"), quoted(10**5_000), quoted([10**5_000])
    ("'x'", 'a number with thousands of digits', 'a list with a number with thousands of digits')
    """
    try:
        return repr(value) if isinstance(value, int) else repr(value)[:length]
    except ValueError:  # of an int with more than 4,300 digits
        number = "a number with thousands of digits"
        return number if isinstance(value, int) else f"a {type(value).__name__} with {number}"


class NumlinkError(Exception):
    """Every error that numlink raises on purpose: catch this one to catch them all.

    Its text, `shortened`, is `reason` and, behind it, `remedy`: what to do, "" if `reason` says it or nothing helps.

    >>> import numlink
    >>> try:
    ...     verdict = numlink.solve(numlink.parse("1 . .")[0])
    ... except numlink.NumlinkError as error:
    ...     print(error)
    row 1, column 1: number 1 occurs once; every number needs two cells. Add its partner or remove it.
    """

    def __init__(self, reason: str, *, remedy: str = "") -> None:
        self.reason = reason
        self.remedy = remedy
        super().__init__(self.with_remedy(remedy))

    def with_remedy(self, remedy: str) -> str:
        """The text with this remedy in place of its own."""
        return shortened(f"{self.reason} {remedy}" if remedy else self.reason)

    def __reduce__(self) -> tuple[Any, ...]:  # the default calls `__init__` with `args`, which are not its arguments
        return __newobj__, (type(self), *self.args), self.__dict__


def raising(results: Iterable[Result | NumlinkError]) -> Iterator[Result]:
    """Yield the results; raise the first NumlinkError among them."""
    for found in results:
        if isinstance(found, NumlinkError):
            raise found
        yield found


class InputError(NumlinkError, ValueError):
    """An argument, a file or a text that cannot be used; the message says what to give instead.  Also a ValueError."""


def unknown_name(what: str, name: object, known: Iterable[str]) -> InputError:
    """The error for a name that is not among `known`; `what` says what it should name.

    >>> print(unknown_name("mode", "gray", ["light", "dark"]))
    'gray' is not a known mode. Use one of light, dark.
    """
    return InputError(f"{quoted(name)} is not a known {what}. Use one of {', '.join(known)}.")


class ParseError(InputError):
    """Text that cannot be read.

    `line` and `column` count from 1 and are 0 where they are not known; `problem` is the message without them.

    >>> import numlink
    >>> try:
    ...     puzzles = numlink.parse("1 . ?")
    ... except numlink.ParseError as error:
    ...     error.line, error.column
    (1, 5)
    """

    def __init__(self, message: str, *, remedy: str = "", line: int = 0, column: int = 0) -> None:
        self.problem = f"{message} {remedy}" if remedy else message
        self.line = line
        self.column = column
        where = ", ".join(f"{name} {value}" for name, value in (("line", line), ("column", column)) if value)
        super().__init__(f"{where}: {message}" if where else message, remedy=remedy)


class FaultCode(Enum):
    """What can be wrong with a board, a solution or a program's output; the value is the word used in JSON."""

    NUMBER_ONCE = "number-once"
    NUMBER_TOO_OFTEN = "number-too-often"
    WRONG_SIZE = "wrong-size"
    WRONG_LAYOUT = "wrong-layout"
    MISSING_PATH = "missing-path"
    EXTRA_PATH = "extra-path"
    OUTSIDE = "outside"
    SHORT_PATH = "short-path"
    WRONG_ENDS = "wrong-ends"
    JUMP = "jump"
    THROUGH_WALL = "through-wall"
    TURNS_ON_BRIDGE = "turns-on-bridge"
    ON_SOLID = "on-solid"
    REPEATED_CELL = "repeated-cell"
    CROSSING = "crossing"
    THROUGH_ENDPOINT = "through-endpoint"
    UNCOVERED = "uncovered"
    HALF_BRIDGE = "half-bridge"
    TOUCHES_ITSELF = "touches-itself"

    # in the output of a program written for the lab assignment (making/lab)
    SOLIDS_MEET = "solids-meet"  # two solid cells are neighbours
    NUMBERING = "numbering"  # the paths are not numbered in an order that the assignment allows
    COULD_GO_ON = "could-go-on"  # a path ends beside a cell that it could have entered
    PIECES = "pieces"  # the cells of one number are not connected
    LOOP = "loop"  # a path has no ends
    RAGGED = "ragged"  # the rows of a board have different lengths
    UNREADABLE = "unreadable"  # a token is neither a number nor a symbol
    SAME_SYMBOL = "same-symbol"  # one symbol is printed for solid and for empty cells
    SOLIDS_DIFFER = "solids-differ"  # puzzle and solution have different solid cells
    TRACE_DIFFERS = "trace-differs"  # the trace of the run and the solution have different paths
    NO_BOARD = "no-board"  # the output holds no board
    STOPPED = "stopped"  # the program was ended by a signal or by the time limit
    SAME_BOARDS = "same-boards"  # every run prints the same board
    STARTS = "starts"  # the first cells of paths are not spread as a correct program's are
    ORDERS = "orders"  # some order of trying a cell's neighbours never occurs


class FaultObject(TypedDict):
    """One thing that is wrong."""

    code: Annotated[str, FaultCode]
    cells: Annotated[list[list[int]], "positions it concerns"]
    message: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: its code, the positions it concerns, and a sentence with a remedy.

    Positions are (row, column), on a board with layers (layer, row, column), from 0; rows and columns in the sentence
    count from 1.

    >>> import numlink
    >>> numlink.check(numlink.parse("1 . 2")[0])[0].code
    <FaultCode.NUMBER_ONCE: 'number-once'>
    """

    code: FaultCode
    cells: tuple[tuple[int, ...], ...]
    message: str

    def __str__(self) -> str:
        return self.message

    def to_json(self) -> FaultObject:
        """The fault as a JSON object."""
        return {"code": self.code.value, "cells": [list(cell) for cell in self.cells], "message": self.message}


class IllegalPuzzle(InputError):
    """A board that can be read but is no Numberlink under any rules; `faults` lists every `Fault`.

    >>> import numlink
    >>> try:
    ...     verdict = numlink.solve(numlink.parse("1 . 2")[0])
    ... except numlink.IllegalPuzzle as error:
    ...     [fault.code.value for fault in error.faults]
    ['number-once', 'number-once']
    """

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        more = f" (and {len(faults) - 1} more; `numlink check` lists them)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0].message}{more}")


class Unreadable(InputError):
    """A file that cannot be read; the message names it."""


class UnclearPicture(Unreadable):
    """A picture that shows no board, or a board that is partly in doubt.

    `board` is the Puzzle as far as it was seen (it may break the rules), or None if no board was found.
    """

    def __init__(self, message: str, board: Any = None) -> None:
        self.board = board
        super().__init__(message)


class CannotHold(InputError):
    """A format cannot store a feature of the puzzle; the message names the feature, the cell and what to do.

    >>> import numlink
    >>> try:
    ...     text = numlink.dumps(numlink.parse("1 X 1"), "puzzlink")
    ... except numlink.CannotHold as error:
    ...     print(error)
    puzzlink cannot store the block at row 1, column 2. Use plain, json, lab, penpa or flowfree.
    """


class MissingExtra(NumlinkError):
    """An optional library is not installed; `extra` is the extra of numlink that installs it.

    >>> print(MissingExtra("a PDF", "pdf"))  # doctest: +ELLIPSIS
    a PDF needs an optional library. Install it with: ...pip install 'numlink[pdf]'
    """

    def __init__(self, purpose: str, extra: str) -> None:
        self.purpose = purpose
        self.extra = extra
        super().__init__(f"{purpose} needs an optional library. Install it with: {_pip()} install 'numlink[{extra}]'")


@contextmanager
def optional(purpose: str, extra: str) -> Iterator[None]:
    """Raise MissingExtra if an import inside fails."""
    try:
        yield
    except ImportError:
        raise MissingExtra(purpose, extra) from None


def _pip() -> str:
    """The command for this Python's pip: `pip` if the first one on PATH is this Python's, else `<python> -m pip`."""
    from shlex import quote  # only now: every command imports this module
    from shutil import which

    found = which("pip")
    here = os.path.dirname(sys.executable)
    return "pip" if found and os.path.dirname(found) == here else f"{quote(sys.executable)} -m pip"


class NoSolution(InputError):
    """The puzzle has no solution, and the call needs one: `sample`, `heat`, `repair`."""


class Unanswered(NumlinkError):
    """The work stopped without an answer, which does not mean that the answer is no."""


class BudgetEnded(Unanswered):
    """`budget` seconds were over before the answer (give more, or None for no limit), or the work was stopped."""


class OutOfReach(Unanswered):
    """No budget would be enough: the board is too large or too wide for every method that could answer."""
