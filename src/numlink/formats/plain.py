"""numlink's plain text: rows of tokens that a person can read and type.

rules: cover            optional `key: value` lines before the board
name: first steps       ; starts a comment
1 . 2
1 X 2                   .  empty    X or #  solid    a positive integer
path 1: (0,0) (1,0)     optional: the solution, (row,column) from 0
path 2: (0,2) (1,2)
                        a puzzle ends at a blank line or at a `key: value` line behind the board, so that files can be
                        joined; a text holds any number of puzzles

Boards beyond the rectangle (docs/boards.md) say so in lines above their rows: `board: hex`, `wrap: rows|columns|both`,
`layers: 2` (a line `---` then separates the layers), `vias: (0,1) ...` (the layers then meet only there),
`walls: (0,1)|(0,2) ...`.  A `+` is a bridge.  `board: tiling` has its polygons in a line `tiling: [[[x,y],...],...]`.
Rows without blanks, with 0 for empty or with commas are read if they have only one meaning (grid/).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import starmap

from numlink.errors import InputError, ParseError, quoted
from numlink.formats.base import METADATA, Format, Item, Losses
from numlink.formats.layout_builder import LayoutDraft
from numlink.formats.plain_looks import CELL, COMMENT, HEADERS, KEY_LINE, LAID, PATH_LINE, has_header, is_row, looks
from numlink.formats.reading import INTEGER, TOKEN, CellBudget, NumberedLine, item, shown, wrong
from numlink.model.characters import BETWEEN_LAYERS, BRIDGE, headers, simple
from numlink.model.grid import EMPTY, SOLID, Coordinates, Grid
from numlink.model.kinds.names import Feature
from numlink.model.kinds.tiling import Tiling
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, EVERY_RULES, Rules
from numlink.model.sizes import largest_number
from numlink.model.words import counted, written

POSITION = re.compile(r"\(\s*+([0-9]{1,9})\s*+,\s*+([0-9]{1,9})\s*+(?:,\s*+([0-9]{1,9})\s*+)?\)")
OVER = SOLID - 1
"""The content of a cell with `+` until all rows are read; it is EMPTY then."""
OTHERS = ("bridges", "kind", "width", "height", "size", "cells", "paths", "path", "solids", "holes", "columns", "rows")
MEANT = frozenset([*HEADERS, *OTHERS])
"""Words that say something of a board: a key that is one of them in another spelling is no note."""


@dataclass(slots=True)
class _Draft:
    """One puzzle while its lines are read."""

    keys: dict[str, tuple[int, str]] = field(default_factory=dict)
    rows: list[list[int]] = field(default_factory=list)
    row_lines: list[int] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    """For each line `---`, the number of rows above it."""
    grid: Grid | None = None
    """The board; None until all its rows are read."""
    paths: dict[int, list[Coordinates]] = field(default_factory=dict)
    largest_path: int = 0


def read_lines(lines: Iterable[NumberedLine]) -> Iterator[Item]:
    """One Puzzle from each block of lines, or the ParseError that says what is wrong with the block; each item as soon
    as the line that ends its block has come."""
    budget = CellBudget("")
    for block in _blocks(lines):
        budget.grow(sum(len(line) for _, line in block))
        yield item(block[0][0], _puzzle, block, budget)


def _blocks(lines: Iterable[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """The lines of each puzzle without comments; a line with a comment only does not end one."""
    block: list[NumberedLine] = []
    has_board = False
    for number, line in lines:
        code = line.split(COMMENT, 1)[0].rstrip()
        is_header = code[:1].isalpha() and KEY_LINE.fullmatch(code) is not None
        if block and ((not code and not line.strip()) or (is_header and has_board)):
            yield block
            block, has_board = [], False
        if code:
            block.append((number, code))
            has_board = has_board or not is_header
    if block:
        yield block


def _puzzle(block: list[NumberedLine], budget: CellBudget) -> Puzzle:
    draft = _Draft()
    for line in _spaced(block):
        _read_line(draft, line, budget)
    if not draft.rows:
        raise ParseError("no board after the 'key: value' lines. Put its rows right below them.", line=block[-1][0])
    grid = _laid_out(draft)
    solution = None
    if draft.paths:
        missing: list[Coordinates] = []  # one list for all missing paths: a single path 1000000 has 999,999 before it
        paths = [draft.paths.get(number, missing) for number in range(1, draft.largest_path + 1)]
        solution = Solution.from_positions(grid.width, grid.height, paths, layout=grid.layout)
    values = {key: value for key, (_, value) in draft.keys.items()}
    return Puzzle(
        grid.width,
        grid.height,
        tuple(cell for row in draft.rows for cell in row),
        _rules(draft),
        solution,
        name=values.get("name"),
        seed=_seed(draft),
        recipe=values.get("recipe"),
        notes={key: value for key, value in values.items() if key not in HEADERS},
        layout=grid.layout,
    )


def _spaced(block: list[NumberedLine]) -> list[NumberedLine]:
    """The block; rows without blanks, with 0 for empty or with commas are changed into rows of plain text."""
    places = [index for index, (_, text) in enumerate(block) if is_row(text.strip())]
    if all(CELL.fullmatch(token) for index in places[:2] for token in block[index][1].split()):
        return block  # nearly all boards are rows of plain text already
    from numlink.formats.grid import spelt_plainly  # only now: few texts need it

    rows = spelt_plainly([block[index][1] for index in places])
    if rows is None:
        return block
    changed = dict(zip(places, rows, strict=True))
    return [(number, changed.get(index, text)) for index, (number, text) in enumerate(block)]


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
        raise ParseError(f"a seed must be a whole number, not {shown(text)}.", line=line)
    return int(text)


def _read_line(draft: _Draft, line: NumberedLine, budget: CellBudget) -> None:
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
            if key[1] not in HEADERS and (meant := meant_by(key[1])) is not None:
                raise ParseError(_not_a_note(key[1], meant), line=number)
            draft.keys[key[1]] = (number, key[2])
            return
    if draft.paths:
        raise wrong(
            f"{shown(stripped)} after the paths",
            "'path k: (row,column) ...'",
            "Put a blank line before the next puzzle.",
            line=number,
        )
    if stripped == BETWEEN_LAYERS and draft.rows:
        draft.breaks.append(len(draft.rows))
    else:
        _read_row(draft, line)


def meant_by(key: str) -> str | None:
    """The word of MEANT that a key spells in another way (`Rules`, `wall`, `bridges`); None if it is a note's."""
    plain = key.lower().replace("-", "").replace("_", "")
    return next((word for word in MEANT if plain in (word, f"{word}s", word.removesuffix("s"))), None)


def _not_a_note(key: str, meant: str) -> str:
    if meant in HEADERS:
        return f"'{key}' is not a header of plain text. Write '{meant}: ...'."
    remedy = (
        "A bridge is '+' in its row."
        if meant == "bridges"
        else f"The rows say it; leave the line out. Headers are {', '.join(HEADERS)}."
    )
    return f"'{key}' is not a header of plain text. {remedy}"


def _read_row(draft: _Draft, line: NumberedLine) -> None:
    number, text = line
    try:
        row = [_cell(token) for token in text.split()]
    except KeyError:
        raise _bad_cell(line) from None
    if draft.rows and len(row) != len(draft.rows[0]):
        width = len(draft.rows[0])
        starts = [token.start() for token in TOKEN.finditer(text)]
        raise ParseError(
            f"this row has {len(row)} cells, the first one (line {draft.row_lines[0]}) has {width}. "
            "Make all rows equally long.",
            line=number,
            column=1 + (starts[width] if len(row) > width else len(text)),
        )
    draft.rows.append(row)
    draft.row_lines.append(number)


@lru_cache(maxsize=4096)
def _cell(token: str) -> int:
    """The content of a cell with this token, KeyError for others; boards repeat tokens: the cache halves the time."""
    if token in (".", BRIDGE):
        return EMPTY if token == "." else OVER
    if not CELL.fullmatch(token):
        raise KeyError(token)
    return SOLID if token in ("X", "#") else int(token.lstrip("0"))  # int() refuses a token with thousands of zeros


def _bad_cell(line: NumberedLine) -> ParseError:
    token = next(token for token in TOKEN.finditer(line[1]) if not CELL.fullmatch(token[0]))
    other = token[0] in ("0", "-")  # as imos, copris and others write an empty cell
    return wrong(
        shown(token[0]),
        "'.', 'X', '#', '+' or a positive integer",
        "An empty cell is '.'; or name another format with format=." if other else "Separate cells by blanks.",
        line=line[0],
        column=token.start() + 1,
    )


def _read_path(draft: _Draft, line: NumberedLine, path: re.Match[str], budget: CellBudget) -> None:
    name = int(path[1])
    grid = _laid_out(draft)
    if not 1 <= name <= largest_number(grid.size):
        raise ParseError(f"path {name} has no number on a board of {grid.size} cells.", line=line[0])
    if name in draft.paths:
        raise ParseError(f"path {name} is given twice. Keep one.", line=line[0])
    if name > draft.largest_path:
        budget.take(name - draft.largest_path, f"path {name}", line=line[0], column=1)
        draft.largest_path = name
    draft.paths[name] = list(_positions(line, line[1].index(":") + 1, grid))


def _positions(line: NumberedLine, start: int, grid: Grid) -> Iterator[Coordinates]:
    number, text = line
    layered = grid.layout.layers > 1
    limits = (grid.width, grid.height, grid.layout.layers)
    for at, match in _scanned(POSITION, text, start):
        if match and not layered and match[3] is None:
            row, column = int(match[1]), int(match[2])
            if row < grid.height and column < grid.width:
                yield row, column
                continue
        if not match or bool(match[3]) != layered:
            rest = text[at:].split()[0]
            expected = "a cell like (1,0,3), layer, row, column from 0" if layered else CELL_EXPECTED
            raise wrong(shown(rest), expected, "Separate cells by blanks.", line=number, column=at + 1)
        position = _position(match)
        if any(part >= limit for part, limit in zip(reversed(position), limits, strict=False)):
            layers = f"layers 0 to {grid.layout.layers - 1}, " if layered else ""
            expected = f"{layers}rows 0 to {grid.height - 1} and columns 0 to {grid.width - 1}"
            raise wrong(written(position), expected, "Correct this cell.", line=number, column=at + 1)
        yield position


def _scanned(pattern: re.Pattern[str], text: str, start: int = 0) -> Iterator[tuple[int, re.Match[str] | None]]:
    """(index, match) of each entry of a text from `start` on, without blanks; the last is None where anything else
    stands."""
    while True:
        while text[start : start + 1].isspace():
            start += 1
        if start == len(text):
            return
        match = pattern.match(text, start)
        yield start, match
        if match is None:
            return
        start = match.end()


CELL_EXPECTED = "a cell like (0,3), row then column from 0"


def _position(match: re.Match[str]) -> Coordinates:
    return tuple(int(part) for part in match.groups() if part)


def _laid_out(draft: _Draft) -> Grid:
    """The board, after all its rows are read; raises ParseError at the line whose header or row is wrong."""
    if draft.grid is None:
        draft.grid = _layout(draft).grid
    return draft.grid


def _layout(draft: _Draft) -> LayoutDraft:
    keys = {key: draft.keys[key] for key in LAID if key in draft.keys}
    height = _layer_height(draft, keys.get("layers"))
    board = LayoutDraft(len(draft.rows[0]), height)
    if any(OVER in row for row in draft.rows):
        keys["bridges"] = (0, "")
    if not keys:
        return board
    readers: dict[str, Callable[[int, str], None]] = {
        "tiling": lambda line, text: board.tiling(Tiling.from_json(text)),
        "board": lambda line, text: board.kind(text),
        "wrap": lambda line, text: board.wrap(text),
        "layers": lambda line, text: board.layers(int(text)),
        "bridges": lambda line, text: _bridges(draft, board),
        "vias": lambda line, text: board.vias(map(_position, _matches(VIAS, POSITION, text, line))),
        "walls": lambda line, text: board.walls(map(_wall, _matches(WALLS, WALL, text, line))),
    }
    for key, reader in readers.items():
        if key in keys:
            line, text = keys[key]
            try:
                reader(line, text)
            except ParseError:
                raise
            except InputError as error:
                raise ParseError(f"{key}: {error}", line=line) from None
    return board


VIAS = "cells like (0,3), row then column from 0"
WALLS = "pairs of cells like (0,1)|(0,2), row then column from 0"
WALL = re.compile(POSITION.pattern + r"\s*+\|\s*+" + POSITION.pattern)


def _wall(match: re.Match[str]) -> tuple[Coordinates, Coordinates]:
    parts = [None if part is None else int(part) for part in match.groups()]
    first, second = (tuple(part for part in side if part is not None) for side in (parts[:3], parts[3:]))
    return first, second


def _matches(expected: str, pattern: re.Pattern[str], text: str, line: int) -> Iterator[re.Match[str]]:
    """The entries of a header, separated by blanks; raises ParseError at anything else."""
    for start, match in _scanned(pattern, text):
        if not match:
            raise wrong(shown(text[start:].split()[0]), expected, "Separate them by blanks.", line=line)
        yield match


def _layer_height(draft: _Draft, header: tuple[int, str] | None) -> int:
    """The number of rows of a layer; raises ParseError if layers differ in height or `layers:` tells another number."""
    line, text = header or (0, "1")
    if not INTEGER.fullmatch(text) or int(text) < 1:
        raise ParseError(f"layers: a number of layers is 1 or more, not {shown(text)}.", line=line)
    found = len(draft.breaks) + 1
    if found != int(text):
        said = f"'layers' says {int(text)}" if header else "there is no 'layers: ...' above it"
        raise ParseError(
            f"the lines '{BETWEEN_LAYERS}' make {counted(found, 'layer')} of the board, but {said}. Make them agree.",
            line=line or draft.row_lines[min(draft.breaks[0], len(draft.row_lines) - 1)],
        )
    ends = [*draft.breaks, len(draft.rows)]
    heights = [end - begin for begin, end in zip([0, *draft.breaks], ends, strict=True)]
    for layer, height in enumerate(heights, start=1):
        if height != heights[0]:
            raise ParseError(
                f"layer {layer} has {counted(height, 'row')}, layer 1 has {heights[0]}. Make all layers equally high.",
                line=draft.row_lines[ends[layer - 1] - 1],
            )
    return heights[0]


def _bridges(draft: _Draft, board: LayoutDraft) -> None:
    """Move the bridges from the rows, which become empty there, to the layout."""
    places = [
        (row, column) for row, cells in enumerate(draft.rows) for column in range(len(cells)) if cells[column] == OVER
    ]
    for row, column in places:
        draft.rows[row][column] = EMPTY
    positions = [board.grid.position(row * board.width + column) for row, column in places]
    try:
        board.bridges(positions)
    except InputError as error:
        raise ParseError(str(error), line=draft.row_lines[_first_bad(board, positions, places)]) from None


def _first_bad(board: LayoutDraft, positions: list[Coordinates], places: list[tuple[int, int]]) -> int:
    """The row (from 0) of the first bridge that the board cannot have, found by bisection."""
    low, high = 0, len(places) - 1
    while low < high:
        middle = (low + high) // 2
        try:
            board.bridges(positions[: middle + 1])
            low = middle + 1
        except InputError:
            high = middle
    return places[low][0]


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The puzzle as a block of lines: headers, rows, the paths of its solution."""
    keys = {"rules": puzzle.rules.name, "name": puzzle.name, "seed": puzzle.seed, "recipe": puzzle.recipe}
    for key in puzzle.notes:
        if meant_by(key) is not None:
            losses.note(f"has no room for a note {key!r}, which means something about the board there: left out")
    lines = []
    for key, value in {**keys, **{key: puzzle.notes[key] for key in puzzle.notes if meant_by(key) is None}}.items():
        if value is not None and _fits_a_line(str(value)):
            lines.append(f"{key}: {value}")
        elif value is not None:
            losses.note(f"cannot hold this {key}: {quoted(value)} (a ';' starts a comment, a line ends it): left out")
    plain = puzzle.layout.plain
    if not plain:
        lines += [f"{key}: {value}".rstrip() for key, value in headers(puzzle.grid).items()]
    lines.append(simple(puzzle.rows(), None if plain else puzzle.grid))
    if puzzle.solution is not None:
        spelt = "({},{})".format if puzzle.layout.layers == 1 else "({},{},{})".format
        for number, path in enumerate(puzzle.solution.positions(), start=1):
            if path:
                lines.append(f"path {number}: " + " ".join(starmap(spelt, path)))
    return "\n".join(lines) + "\n"


def _fits_a_line(value: str) -> bool:
    """Whether a text is read back as it is from behind a key."""
    return value == value.strip() and COMMENT not in value and "\n" not in value and "\r" not in value


FORMAT = Format(
    name="plain",
    summary="numlink's plain text: rows of '.', 'X' and numbers",
    holds="everything",
    read_lines=read_lines,
    write=write,
    recognise=looks,
    is_certain=has_header,
    endings=(".txt", ".nl", ".plain"),
    separator="\n",
    says=EVERY_RULES,
    keeps=METADATA,
    features=tuple(Feature),
    solids=True,
    solutions=True,
)
