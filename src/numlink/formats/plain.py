"""numlink's plain text: rows of tokens that a person can read and type.

rules: cover            optional `key: value` lines before the board
name: first steps       ; starts a comment
1 . 2
1 X 2                   .  empty    X or #  solid    a positive integer
path 1: (0,0) (1,0)     optional: the solution, (row,column) from 0
path 2: (0,2) (1,2)
                        a blank line ends a puzzle; a stream holds any number
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from numlink.errors import CannotHold, InputError, ParseError
from numlink.formats.base import Format, Item
from numlink.puzzle import COVER, EMPTY, SOLID, Puzzle, Rules, Solution
from numlink.render.text import simple

KEY_LINE = re.compile(r"([A-Za-z][A-Za-z_-]*)\s*:\s*(.*)")
PATH_LINE = re.compile(r"path\s+([0-9]{1,9})\s*:\s*(.*)")
POSITION = re.compile(r"\(\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)")
TOKEN = re.compile(r"\S+")
RESERVED = ("rules", "name", "seed", "recipe")

Lines = list[tuple[int, str]]
"""Lines of one puzzle with their numbers, comments and blank ends removed."""


@dataclass(slots=True)
class _Draft:
    """One puzzle while its lines are read."""

    keys: dict[str, str] = field(default_factory=dict)
    rows: list[list[int]] = field(default_factory=list)
    paths: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    first_row: int = 0


def read(text: str) -> Iterator[Item]:
    """Each block of lines as a Puzzle, or as the ParseError that says what is wrong with it."""
    for block in _blocks(text):
        try:
            yield _puzzle(block)
        except ParseError as error:
            yield error
        except InputError as error:
            yield ParseError(str(error), line=block[0][0])


def write(puzzles: Iterable[Puzzle]) -> str:
    """Puzzles with their rules and whatever else is known, one blank line between two."""
    return "\n".join(_text(puzzle) for puzzle in puzzles)


def _blocks(text: str) -> Iterator[Lines]:
    block: Lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        code = line.split(";", 1)[0].rstrip()
        if code:
            block.append((number, code))
        elif block and not line.strip():
            yield block
            block = []
    if block:
        yield block


def _puzzle(block: Lines) -> Puzzle:
    draft = _Draft()
    for number, line in block:
        _read_line(draft, number, line)
    if not draft.rows:
        raise ParseError("no board after the 'key: value' lines. Put its rows right below them.", line=block[-1][0])
    width, height = len(draft.rows[0]), len(draft.rows)
    solution = None
    if draft.paths:
        paths = [draft.paths.get(number, []) for number in range(1, max(draft.paths) + 1)]
        solution = Solution.from_positions(width, height, paths)
    keys = draft.keys
    return Puzzle(
        width,
        height,
        tuple(cell for row in draft.rows for cell in row),
        Rules.named(keys["rules"]) if "rules" in keys else COVER,
        solution,
        name=keys.get("name"),
        seed=_seed(keys["seed"]) if "seed" in keys else None,
        recipe=keys.get("recipe"),
        notes={key: value for key, value in keys.items() if key not in RESERVED},
    )


def _seed(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,100}", text):
        raise InputError(f"a seed is a whole number, not {text!r}.")
    return int(text)


def _read_line(draft: _Draft, number: int, line: str) -> None:
    stripped = line.strip()
    path = PATH_LINE.fullmatch(stripped)
    if path and draft.rows:
        _read_path(draft, number, line, path)
        return
    key = KEY_LINE.fullmatch(stripped)
    if key and not draft.rows:
        if key[1] in draft.keys:
            raise ParseError(f"'{key[1]}' is given twice. Keep one.", line=number)
        draft.keys[key[1]] = key[2]
        return
    if draft.paths:
        raise ParseError(
            f"found {stripped[:20]!r} after the paths; expected 'path k: (row,column) ...'. "
            "Put a blank line before the next puzzle.",
            line=number,
        )
    row = [_cell(number, token) for token in TOKEN.finditer(line)]
    if not draft.rows:
        draft.first_row = number
    elif len(row) != len(draft.rows[0]):
        raise ParseError(
            f"this row has {len(row)} cells, the first one (line {draft.first_row}) has {len(draft.rows[0])}. "
            "Make all rows equally long.",
            line=number,
            column=len(line) if len(row) < len(draft.rows[0]) else 1,
        )
    draft.rows.append(row)


def _cell(number: int, token: re.Match[str]) -> int:
    text = token[0]
    if text == ".":
        return EMPTY
    if text in ("X", "#"):
        return SOLID
    if re.fullmatch(r"0*[1-9][0-9]{0,8}", text):
        return int(text)
    raise ParseError(
        f"found {text[:20]!r}; expected '.', 'X', '#' or a positive integer. Separate cells by blanks.",
        line=number,
        column=token.start() + 1,
    )


def _read_path(draft: _Draft, number: int, line: str, path: re.Match[str]) -> None:
    name = int(path[1])
    size = len(draft.rows) * len(draft.rows[0])
    if not 1 <= name <= max(1_000_000, size):
        raise ParseError(f"path {name} has no number on a board of {size} cells.", line=number)
    if name in draft.paths:
        raise ParseError(f"path {name} is given twice. Keep one.", line=number)
    rest = POSITION.sub("", path[2]).strip()
    if rest:
        raise ParseError(
            f"found {rest[:20]!r}; expected cells like (0,3), row then column, separated by blanks.",
            line=number,
            column=line.find(rest.split()[0]) + 1,
        )
    draft.paths[name] = [(int(row), int(column)) for row, column in POSITION.findall(path[2])]


def _text(puzzle: Puzzle) -> str:
    keys = {"rules": puzzle.rules.name, "name": puzzle.name, "seed": puzzle.seed, "recipe": puzzle.recipe}
    keys.update(puzzle.notes)
    lines = [f"{key}: {_value(key, str(value))}" for key, value in keys.items() if value is not None]
    lines.append(simple(puzzle))
    if puzzle.solution is not None:
        for number, path in enumerate(puzzle.solution.positions(), start=1):
            if path:
                lines.append(f"path {number}: " + " ".join(f"({row},{column})" for row, column in path))
    return "\n".join(lines) + "\n"


def _value(key: str, value: str) -> str:
    if not KEY_LINE.fullmatch(f"{key}: x"):
        raise CannotHold(f"plain text has no room for the note {key!r}: a key is one word of letters. Use json.")
    if value != value.strip() or ";" in value or len(value.splitlines()) > 1:
        raise CannotHold(
            f"plain text cannot hold this {key}: {value[:40]!r} (a ';' starts a comment there, a line ends it). "
            "Rename it or use json."
        )
    return value


def _looks_plain(text: str) -> bool:
    """Whether the first board row after comments and `key: value` lines holds nothing but tokens."""
    for line in text.splitlines():
        code = line.split(";", 1)[0].strip()
        if code and not KEY_LINE.fullmatch(code):
            return all(re.fullmatch(r"\.|X|#|[0-9]+", token) for token in code.split())
    return False


FORMAT = Format(
    name="plain",
    summary="numlink's plain text: rows of '.', 'X' and numbers",
    holds="everything",
    read=read,
    write=write,
    recognise=_looks_plain,
    endings=(".txt", ".nl", ".plain"),
)
