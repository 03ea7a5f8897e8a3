"""What the squares of a lab program's boards mean: which symbol is solid, which is empty.

The assignment suggests `X` and `.` (Part 5) and leaves the choice free.  A number is a path's number; every other word,
and 0, is a symbol.  SOLIDS and EMPTIES have the meaning of most; the places of `0` and unknown symbols tell theirs:

    in the solution     every square is on a path or solid, so a single unknown symbol is solid
    in the puzzle       a symbol is solid if the solution has solid squares there, empty if it has paths there
    one for both        the puzzle does not say which squares are solid: `Meaning.same` is its symbol
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from numlink.formats.lab_output import LabOutput, PrintedBoard, WordRows
from numlink.formats.reading import INTEGER
from numlink.model.grid import EMPTY, SOLID

ReadRows = tuple[tuple[int | None, ...], ...]
"""Row by row 0 empty, -1 solid, else a number; None for a square whose text has no meaning."""

SOLIDS = frozenset("X#*@") | {"-1"}
EMPTIES = frozenset("._-~") | {"", "·", "□", "░"}

_Symbols = dict[str, int]
"""Symbol -> SOLID or EMPTY."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The boards of one run in numbers, and the symbols that were taken for solid and for empty squares.

    `same` is the symbol by which the puzzle shows solid and empty squares alike; None if it has no such symbol.
    """

    puzzle: ReadRows | None
    solution: ReadRows | None
    solid: frozenset[str]
    empty: frozenset[str]
    same: str | None = None

    @property
    def told(self) -> str | None:
        """Which symbols other than the assignment's were read as what, for a message; None if there are none."""
        parts = []
        for what, symbols, usual in (("solid", self.solid, {"X"}), ("empty", self.empty, {".", ""})):
            if unusual := sorted(symbols - usual):
                parts.append(f"{' and '.join(map(_shown, unusual))} as {what}")
        return f"read {', '.join(parts)}" if parts else None


def meaning(output: LabOutput, *, solid: str | None = None, empty: str | None = None) -> Meaning:
    """The boards of an output in numbers; the words `solid` and `empty`, if given, have that meaning.  O(cells).

    >>> from numlink.formats.lab_output import lab_outputs
    >>> [output] = lab_outputs("1 1 0\\n2 # 0\\n2 3 3\\n\\n1 1 1\\n2 # 1\\n2 3 3\\n")
    >>> meaning(output).puzzle, meaning(output).told
    (((1, 1, 0), (2, -1, 0), (2, 3, 3)), "read '#' as solid, '0' as empty")
    """
    puzzle, solution = _named(output.puzzle), _named(output.solution)
    asked = {_name(word): value for word, value in ((solid, SOLID), (empty, EMPTY)) if word is not None}
    in_puzzle, in_solution = _symbols(puzzle), _symbols(solution)
    solved = {symbol: _in_solution(symbol, in_solution, in_puzzle) for symbol in in_solution} | asked
    below = _below(puzzle, solution, solved)
    hidden = {symbol: _in_puzzle(symbol, in_puzzle, solved, below.get(symbol, set())) for symbol in in_puzzle} | asked
    same = None
    if len(in_puzzle) == 1:
        [only] = in_puzzle
        if hidden[only] == EMPTY and below.get(only, set()) == {True, False}:
            same = only
    read = _values(puzzle, hidden)
    if same is not None and read is not None and puzzle is not None and solution is not None:
        read = _told_apart(read, puzzle, solution, same, solved)
    used = [(hidden, in_puzzle), (solved, in_solution)]
    solids, empties = (
        frozenset(symbol for table, symbols in used for symbol in symbols if table.get(symbol) == value)
        for value in (SOLID, EMPTY)
    )
    return Meaning(read, _values(solution, solved), solids, empties, same)


def _shown(symbol: str) -> str:
    return f"'{symbol}'"


def _in_solution(symbol: str, others: set[str], in_puzzle: set[str]) -> int:
    """The meaning of a symbol in a solution; `others` are all symbols of the solution, `symbol` included."""
    if symbol in SOLIDS:
        return SOLID
    if symbol in EMPTIES:
        # such a symbol is solid if the solution has no other one, and the puzzle has it and others but none of SOLIDS
        parts_from_empty = symbol in in_puzzle and len(in_puzzle) > 1 and not in_puzzle & SOLIDS
        return SOLID if len(others) == 1 and parts_from_empty else EMPTY
    return EMPTY if others & SOLIDS else SOLID


def _in_puzzle(symbol: str, others: set[str], solved: _Symbols, below: set[bool]) -> int:
    """The meaning of a symbol in a puzzle; `below` says what the solution has at its squares, as in `_below`."""
    if symbol in SOLIDS:
        return SOLID
    if solved.get(symbol) == SOLID and len(others) > 1:
        return SOLID
    if symbol in EMPTIES:
        return EMPTY
    if below == {True} or (others & EMPTIES and not others & SOLIDS):
        return SOLID
    return EMPTY


def _below(puzzle: WordRows | None, solution: WordRows | None, solved: _Symbols) -> dict[str, set[bool]]:
    """Symbol of the puzzle -> what the solution has at its squares: True for solid squares, False for paths."""
    found: dict[str, set[bool]] = {}
    for word, other in _pairs(puzzle or (), solution or ()):
        if not _is_number(word) and (_is_number(other) or solved.get(other) == SOLID):
            found.setdefault(word, set()).add(not _is_number(other))
    return found


def _told_apart(read: ReadRows, puzzle: WordRows, solution: WordRows, same: str, solved: _Symbols) -> ReadRows:
    """The puzzle in numbers: squares with the symbol `same` are solid where the solution is solid.

    A solution of another size tells nothing, so `read` is returned as it is.
    """
    if [*map(len, puzzle)] != [*map(len, solution)]:
        return read
    rows = []
    for row, words, others in zip(read, puzzle, solution, strict=True):
        pairs = zip(words, others, strict=True)
        solids = [word == same and solved.get(other) == SOLID and not _is_number(other) for word, other in pairs]
        rows.append(tuple(SOLID if is_solid else value for is_solid, value in zip(solids, row, strict=True)))
    return tuple(rows)


def _named(board: PrintedBoard | None) -> WordRows | None:
    if board is None:
        return None
    names = {word: _name(word) for row in board.rows for word in row}
    return tuple(tuple(map(names.__getitem__, row)) for row in board.rows)


def _name(word: str) -> str:
    """A word in its shortest spelling: XXXX and xx become X, 00 becomes 0."""
    if INTEGER.fullmatch(word):
        return str(int(word))
    return word[0].upper() if word and len({*word.upper()}) == 1 else word


def _is_number(name: str) -> bool:
    return name != "0" and INTEGER.fullmatch(name) is not None


def _symbols(rows: WordRows | None) -> set[str]:
    """The symbols of a board: its words that are no numbers and could mean a square."""
    words = {word for row in rows or () for word in row}
    return {word for word in words if word in ("0", "X", "-1", "") or (len(word) == 1 and not word.isalnum())}


def _pairs(first: Iterable[Iterable[str]], second: Iterable[Iterable[str]]) -> Iterator[tuple[str, str]]:
    for row, other in zip(first, second, strict=False):
        yield from zip(row, other, strict=False)


def _values(rows: WordRows | None, table: _Symbols) -> ReadRows | None:
    """A board in numbers."""
    if rows is None:
        return None
    values: dict[str, int | None] = {word: int(word) for row in rows for word in row if _is_number(word)}
    values |= table
    return tuple(tuple(values.get(word) for word in row) for row in rows)
