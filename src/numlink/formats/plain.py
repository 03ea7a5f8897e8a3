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
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from numlink.errors import CannotHold, InputError, ParseError
from numlink.formats.base import METADATA, Format, Item, Losses
from numlink.formats.reading import TOKEN, CellBudget, Line, lines_of, shown, wrong
from numlink.model.characters import simple
from numlink.model.grid import EMPTY, SOLID
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, EVERY_RULES, Rules
from numlink.model.sizes import largest_number

KEY_LINE = re.compile(r"([A-Za-z][A-Za-z_-]*)\s*:\s*(.*)")
PATH_LINE = re.compile(r"path\s+([0-9]{1,9})\s*:\s*(.*)")
POSITION = re.compile(r"\(\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)")
CELL = re.compile(r"\.|X|#|0*[1-9][0-9]{0,8}")
COMMENT = ";"
RESERVED = ("rules", "name", "seed", "recipe")


@dataclass(slots=True)
class _Draft:
    """One puzzle while its lines are read."""

    keys: dict[str, tuple[int, str]] = field(default_factory=dict)
    rows: list[list[int]] = field(default_factory=list)
    paths: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    first_row: int = 0
    largest_path: int = 0


def read(text: str) -> Iterator[Item]:
    """Each block of lines as a Puzzle, or as the ParseError that says what is wrong with it."""
    budget = CellBudget(text)
    for block in _blocks(text):
        try:
            yield _puzzle(block, budget)
        except ParseError as error:
            yield error
        except InputError as error:
            yield ParseError(str(error), line=block[0][0])


def _blocks(text: str) -> Iterator[list[Line]]:
    """The lines of each puzzle without comments; a line with a comment only does not end one."""
    block: list[Line] = []
    for number, line in lines_of(text):
        code = line.split(COMMENT, 1)[0].rstrip()
        if code:
            block.append((number, code))
        elif block and not line.strip():
            yield block
            block = []
    if block:
        yield block


def _puzzle(block: list[Line], budget: CellBudget) -> Puzzle:
    draft = _Draft()
    for line in block:
        _read_line(draft, line, budget)
    if not draft.rows:
        raise ParseError("no board after the 'key: value' lines. Put its rows right below them.", line=block[-1][0])
    width, height = len(draft.rows[0]), len(draft.rows)
    solution = None
    if draft.paths:
        missing: list[tuple[int, int]] = []  # one for all: a lone path 1000000 would need a million
        paths = [draft.paths.get(number, missing) for number in range(1, draft.largest_path + 1)]
        solution = Solution.from_positions(width, height, paths)
    values = {key: value for key, (_, value) in draft.keys.items()}
    return Puzzle(
        width,
        height,
        tuple(cell for row in draft.rows for cell in row),
        _rules(draft),
        solution,
        name=values.get("name"),
        seed=_seed(draft),
        recipe=values.get("recipe"),
        notes={key: value for key, value in values.items() if key not in RESERVED},
    )


def _rules(draft: _Draft) -> Rules:
    line, name = draft.keys.get("rules", (0, COVER.name))
    try:
        return Rules.named(name)
    except InputError as error:
        raise ParseError(str(error), line=line) from None


def _seed(draft: _Draft) -> int | None:
    if "seed" not in draft.keys:
        return None
    line, text = draft.keys["seed"]
    if not re.fullmatch(r"-?[0-9]{1,4000}", text):
        raise ParseError(f"a seed is a whole number, not {shown(text)}.", line=line)
    return int(text)


def _read_line(draft: _Draft, line: Line, budget: CellBudget) -> None:
    number, text = line
    stripped = text.strip()
    if draft.rows:
        path = PATH_LINE.fullmatch(stripped)
        if path:
            _read_path(draft, line, path, budget)
            return
    else:
        key = KEY_LINE.fullmatch(stripped)
        if key:
            if key[1] in draft.keys:
                raise ParseError(f"'{key[1]}' is given twice. Keep one.", line=number)
            draft.keys[key[1]] = (number, key[2])
            return
    if draft.paths:
        raise wrong(
            f"{shown(stripped)} after the paths",
            "'path k: (row,column) ...'",
            "Put a blank line before the next puzzle.",
            line=number,
        )
    _read_row(draft, line)


def _read_row(draft: _Draft, line: Line) -> None:
    number, text = line
    try:
        row = [_cell(token) for token in text.split()]
    except KeyError:
        raise _bad_cell(line) from None
    if not draft.rows:
        draft.first_row = number
    elif len(row) != len(draft.rows[0]):
        width = len(draft.rows[0])
        starts = [token.start() for token in TOKEN.finditer(text)]
        raise ParseError(
            f"this row has {len(row)} cells, the first one (line {draft.first_row}) has {width}. "
            "Make all rows equally long.",
            line=number,
            column=1 + (starts[width] if len(row) > width else len(text)),
        )
    draft.rows.append(row)


@lru_cache(maxsize=4096)
def _cell(token: str) -> int:
    """The content that a token stands for; the cache makes reading twice as fast, since boards repeat tokens."""
    if token == ".":
        return EMPTY
    if not CELL.fullmatch(token):
        raise KeyError(token)
    return SOLID if token in ("X", "#") else int(token)


def _bad_cell(line: Line) -> ParseError:
    token = next(token for token in TOKEN.finditer(line[1]) if not CELL.fullmatch(token[0]))
    other = token[0] in ("0", "-")  # as imos, copris and others write an empty cell
    return wrong(
        shown(token[0]),
        "'.', 'X', '#' or a positive integer",
        "An empty cell is '.'; name another format with --from." if other else "Separate cells by blanks.",
        line=line[0],
        column=token.start() + 1,
    )


def _read_path(draft: _Draft, line: Line, path: re.Match[str], budget: CellBudget) -> None:
    name = int(path[1])
    size = len(draft.rows) * len(draft.rows[0])
    if not 1 <= name <= largest_number(size):
        raise ParseError(f"path {name} has no number on a board of {size} cells.", line=line[0])
    if name in draft.paths:
        raise ParseError(f"path {name} is given twice. Keep one.", line=line[0])
    if name > draft.largest_path:
        budget.take(name - draft.largest_path, f"path {name}", line=line[0], column=1)
        draft.largest_path = name
    start = line[1].index(":") + 1
    cells = []
    while True:
        while line[1][start : start + 1].isspace():
            start += 1
        if start == len(line[1]):
            break
        match = POSITION.match(line[1], start)
        if not match:
            rest = line[1][start:].split()[0]
            remedy = "Separate cells by blanks."
            expected = "a cell like (0,3), row then column from 0"
            raise wrong(shown(rest), expected, remedy, line=line[0], column=start + 1)
        row, column = int(match[1]), int(match[2])
        if row >= len(draft.rows) or column >= len(draft.rows[0]):
            expected = f"rows 0 to {len(draft.rows) - 1} and columns 0 to {len(draft.rows[0]) - 1}"
            raise wrong(f"({row},{column})", expected, "Correct this cell.", line=line[0], column=start + 1)
        cells.append((row, column))
        start = match.end()
    draft.paths[name] = cells


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The puzzle with its rules and whatever else is known."""
    keys = {"rules": puzzle.rules.name, "name": puzzle.name, "seed": puzzle.seed, "recipe": puzzle.recipe}
    lines = [f"{key}: {_value(key, str(value))}" for key, value in keys.items() if value is not None]
    lines += [f"{key}: {_value(key, value)}" for key, value in puzzle.notes.items() if key not in RESERVED]
    lines.append(simple(puzzle.rows()))
    if puzzle.solution is not None:
        for number, path in enumerate(puzzle.solution.positions(), start=1):
            if path:
                lines.append(f"path {number}: " + " ".join(f"({row},{column})" for row, column in path))
    return "\n".join(lines) + "\n"


def _value(key: str, value: str) -> str:
    if not KEY_LINE.fullmatch(f"{key}: x"):
        raise CannotHold(f"plain text has no room for the note {key!r}: a key is one word of letters. Use json.")
    if value != value.strip() or COMMENT in value or "\n" in value or "\r" in value:
        raise CannotHold(
            f"plain text cannot hold this {key}: {value[:40]!r} (a ';' starts a comment there, a line ends it). "
            "Rename it or use json."
        )
    return value


def _looks(text: str) -> bool:
    """Whether the first board after comments and `key: value` lines is rows of tokens, equally many in each."""
    width = 0
    for number, line in lines_of(text):
        code = line.split(COMMENT, 1)[0].split()
        if width and not line.strip():
            return True
        if not code or (not width and KEY_LINE.fullmatch(" ".join(code))):
            continue
        if width and PATH_LINE.match(" ".join(code)):
            return True
        if not all(CELL.fullmatch(token) for token in code) or width not in (0, len(code)):
            return False
        width = len(code)
        if number > ENOUGH:
            return True
    return width > 0


ENOUGH = 1000
"""Lines after which a text that has looked plain so far is taken for it."""


def resembles(text: str) -> bool:
    """Whether the first row of the board holds a token of this format: enough to say what is wrong with the text."""
    for _, line in lines_of(text):
        code = line.split(COMMENT, 1)[0].strip()
        if code and not KEY_LINE.fullmatch(code):
            return any(CELL.fullmatch(token) or token == "0" for token in code.split())
    return bool(text.strip())


FORMAT = Format(
    name="plain",
    summary="numlink's plain text: rows of '.', 'X' and numbers",
    holds="everything",
    read=read,
    write=write,
    recognise=_looks,
    endings=(".txt", ".nl", ".plain"),
    separator="\n",
    says=EVERY_RULES,
    keeps=METADATA,
    solids=True,
    solutions=True,
)
