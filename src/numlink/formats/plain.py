"""numlink's plain text: rows of tokens that a person can read and type.

rules: cover            optional `key: value` lines before the board
name: first steps       ; starts a comment
1 . 2
1 X 2                   .  empty    X or #  solid    a positive integer
path 1: (0,0) (1,0)     optional: the solution, (row,column) from 0
path 2: (0,2) (1,2)
                        a puzzle ends at a blank line or at a `key: value` line after the board, so that files can be
                        joined; a text holds any number of puzzles

Boards beyond the rectangle (docs/boards.md) say so in lines above their rows: `board: hex`, `wrap: rows|columns|both`,
`layers: 2` (a line `---` then separates the layers), `vias: (0,1) ...` (the layers then meet only there),
`walls: (0,1)|(0,2) ...`.  A `+` is a bridge.  `board: tiling` has its polygons in a line `tiling: [[[x,y],...],...]`.
Rows without blanks, with 0 for empty or with commas are read if they are unambiguous (grid/).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, pairwise, starmap

from numlink.errors import InputError, ParseError, quoted
from numlink.formats.base import METADATA, Format, Item, Losses
from numlink.formats.layout_builder import PARTS, with_part
from numlink.formats.plain_looks import CELL, COMMENT, HEADERS, KEY_LINE, PATH_LINE, has_header, is_row, looks
from numlink.formats.reading import INTEGER, CellBudget, NumberedLine, TextPiece, item, shown, wrong
from numlink.model.characters import BETWEEN_LAYERS, BRIDGE, headers, simple
from numlink.model.grid import EMPTY, SOLID, Coordinates, Grid
from numlink.model.kinds.names import Feature
from numlink.model.kinds.tiling import Tiling
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, EVERY_RULES, Rules
from numlink.model.sizes import largest_number
from numlink.model.words import counted, written

POSITION = re.compile(r"\(\s*+([0-9]{1,9})\s*+,\s*+([0-9]{1,9})\s*+(?:,\s*+([0-9]{1,9})\s*+)?\)")
OVER = SOLID - 1  # the content of a cell with `+` until all rows are read; then it becomes EMPTY
OTHERS = ("bridges", "kind", "width", "height", "size", "cells", "paths", "path", "solids", "holes", "columns", "rows")
MEANT = frozenset([*HEADERS, *OTHERS])
"""Words that describe a board: a key that spells one of them in another way is not a note."""
EMPTY_CELL = "An empty cell is '.'; or name another format with format=."  # the remedy for `0` and `-`


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a board, the line number of each row, and for each line `---` the number of rows above it."""

    cells: list[list[int]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)


_Keys = dict[str, NumberedLine]  # header -> the number of its line, and its value


def read_lines(lines: Iterable[NumberedLine]) -> Iterator[Item]:
    """One Puzzle from each block of lines, or the ParseError that says what is wrong with the block; each item as soon
    as the line after its block arrives.  A block that is only a number, such as a page's, is no puzzle."""
    budget = CellBudget("")
    for block in _blocks(lines):
        budget.grow(sum(len(line) for _, line in block))
        if len(block) > 1 or not block[0][1].strip().isdecimal():
            yield item(block[0][0], _puzzle, block, budget)


def _blocks(lines: Iterable[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """The lines of each puzzle, without comments; a line with only a comment does not end a puzzle."""
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
    lines = [*map(TextPiece.of, _spaced(block))]
    keys = _keys(lines)
    behind = lines[len(keys) :]
    if not behind:
        raise ParseError("no board after the 'key: value' lines. Put its rows right below them.", line=block[-1][0])
    ends = (at for at, line in enumerate(behind) if at and PATH_LINE.fullmatch(line.text.strip()))
    end = next(ends, len(behind))
    rows = _rows(behind[:end])
    grid = _grid(keys, rows)
    paths = _paths(behind[end:], grid, budget)
    values = {key: value for key, (_, value) in keys.items()}
    return Puzzle(
        grid.width,
        grid.height,
        tuple(cell for row in rows.cells for cell in row),
        _rules(keys),
        Solution(grid.width, grid.height, paths, grid.layout) if paths else None,
        name=values.get("name"),
        seed=_seed(keys),
        recipe=values.get("recipe"),
        notes={key: value for key, value in values.items() if key not in HEADERS},
        layout=grid.layout,
    )


def _spaced(block: list[NumberedLine]) -> list[NumberedLine]:
    """The block; rows without blanks, with 0 for empty or with commas are changed into rows of plain text."""
    places = [index for index, (_, text) in enumerate(block) if is_row(text.strip())]
    if all(CELL.fullmatch(token) for index in places[:2] for token in block[index][1].split()):
        return block  # nearly all boards are rows of plain text already
    from numlink.formats.grid import plain_rows  # only now: few texts need it

    rows = plain_rows([block[index][1] for index in places])
    if rows is None:
        return block
    changed = dict(zip(places, rows, strict=True))
    return [(number, changed.get(index, text)) for index, (number, text) in enumerate(block)]


def _keys(lines: list[TextPiece]) -> _Keys:
    """The `key: value` lines above the rows."""
    keys: _Keys = {}
    for line in lines:
        key = KEY_LINE.fullmatch(line.text.strip())
        if key is None:
            break
        if key[1] in keys:
            raise ParseError(f"'{key[1]}' is given twice. Keep one.", line=line.line)
        if key[1] not in HEADERS and (meant := meant_by(key[1])) is not None:
            raise ParseError(_not_a_note(key[1], meant), line=line.line)
        keys[key[1]] = (line.line, key[2])
    return keys


def meant_by(key: str) -> str | None:
    """The word of MEANT that a key spells in another way (`Rules`, `wall`, `bridges`); None if it is a note."""
    plain = key.lower().replace("-", "").replace("_", "")
    return next((word for word in MEANT if plain in (word, f"{word}s", word.removesuffix("s"))), None)


def _not_a_note(key: str, meant: str) -> str:
    remedy = f"The rows show it; leave the line out. Headers are {', '.join(HEADERS)}."
    if meant in HEADERS:
        remedy = f"Write '{meant}: ...'."
    elif meant == "bridges":
        remedy = "A bridge is '+' in its row."
    return f"'{key}' is not a header of plain text. {remedy}"


def _rules(keys: _Keys) -> Rules:
    line, name = keys.get("rules", (0, COVER.name))
    try:
        return Rules.named(name)
    except InputError as error:
        raise ParseError(str(error), line=line) from None


def _seed(keys: _Keys) -> int | None:
    if "seed" not in keys:
        return None
    line, text = keys["seed"]
    if not re.fullmatch(r"-?[0-9]{1,4000}", text):
        raise ParseError(f"a seed must be a whole number, not {shown(text)}.", line=line)
    return int(text)


def _rows(lines: list[TextPiece]) -> _Rows:
    rows = _Rows()
    for line in lines:
        if rows.cells and line.text.strip() == BETWEEN_LAYERS:
            rows.breaks.append(len(rows.cells))
            continue
        words = line.text.split()
        try:
            rows.cells.append([*map(_cell, words)])
        except KeyError:
            raise _bad_cell(line, words) from None
        rows.lines.append(line.line)
        width = len(rows.cells[0])
        if len(words) != width:
            problem = f"this row has {len(words)} cells, but the first (line {rows.lines[0]}) has {width}."
            column = line.word(width).column if len(words) > width else 1 + len(line.text)
            raise ParseError(f"{problem} Make all rows the same length.", line=line.line, column=column)
    return rows


@lru_cache(maxsize=4096)
def _cell(token: str) -> int:
    """The content of a cell with this token; KeyError for others.  The cache halves the time: boards repeat tokens."""
    if token in (".", BRIDGE):
        return EMPTY if token == "." else OVER
    if not CELL.fullmatch(token):
        raise KeyError(token)
    return SOLID if token in ("X", "#") else int(token.lstrip("0"))  # int() refuses a token with thousands of zeros


def _bad_cell(line: TextPiece, words: list[str]) -> ParseError:
    bad = next(index for index, word in enumerate(words) if not CELL.fullmatch(word))
    other = words[bad] in ("0", "-")  # as imos, copris and others write an empty cell
    remedy = EMPTY_CELL if other else "Separate cells with spaces."
    return line.word(bad).wrong("'.', 'X', '#', '+' or a positive integer", remedy)


def _grid(keys: _Keys, rows: _Rows) -> Grid:
    """The board; raises ParseError at the line whose header or row is wrong."""
    grid = Grid(len(rows.cells[0]), _layer_height(rows, keys.get("layers")))
    for part in PARTS:
        key = "board" if part == "kind" else part
        if part == "bridges":
            grid = _with_bridges(grid, rows)
        elif key in keys:
            line, text = keys[key]
            try:
                grid = with_part(grid, part, VALUES[part](text, line))
            except ParseError:
                raise
            except InputError as error:
                raise ParseError(f"{key}: {error}", line=line) from None
    return grid


def _layer_height(rows: _Rows, header: NumberedLine | None) -> int:
    """The number of rows of a layer; raises ParseError if layers differ in height or `layers:` disagrees."""
    line, text = header or (0, "1")
    if not INTEGER.fullmatch(text) or int(text) < 1:
        raise ParseError(f"layers: the number of layers must be at least 1, not {shown(text)}.", line=line)
    found = len(rows.breaks) + 1
    if found != int(text):
        said = f"'layers' is {int(text)}" if header else "no line 'layers: ...' is above it"
        raise ParseError(
            f"lines '{BETWEEN_LAYERS}' divide the board into {counted(found, 'layer')}, but {said}. Make them agree.",
            line=line or rows.lines[min(rows.breaks[0], len(rows.lines) - 1)],
        )
    first = (*rows.breaks, len(rows.cells))[0]
    for layer, (begin, end) in enumerate(pairwise((0, *rows.breaks, len(rows.cells))), start=1):
        if end - begin != first:
            raise ParseError(
                f"layer {layer} has {counted(end - begin, 'row')}, layer 1 has {first}. Make them the same height.",
                line=rows.lines[end - 1],
            )
    return first


def _with_bridges(grid: Grid, rows: _Rows) -> Grid:
    """The board with the bridges of the rows, which become empty there."""
    bridges: dict[int, list[Coordinates]] = {}
    for index, (line, row) in enumerate(zip(rows.lines, rows.cells, strict=True)):
        if OVER in row:
            columns = [column for column, content in enumerate(row) if content == OVER]
            bridges[line] = [grid.position(index * grid.width + column) for column in columns]
            rows.cells[index] = [EMPTY if content == OVER else content for content in row]
    try:
        return with_part(grid, "bridges", chain.from_iterable(bridges.values())) if bridges else grid
    except InputError:  # again row by row, to find the line
        errors = (item(line, with_part, grid, "bridges", found) for line, found in bridges.items())
        raise next(error for error in errors if isinstance(error, ParseError)) from None


VIAS = "cells like (0,3), row then column from 0"
WALLS = "pairs of cells like (0,1)|(0,2), row then column from 0"
WALL = re.compile(POSITION.pattern + r"\s*+\|\s*+" + POSITION.pattern)


def _matches(expected: str, pattern: re.Pattern[str], text: str, line: int) -> Iterator[re.Match[str]]:
    """The entries of a header, separated by blanks; raises ParseError at anything else."""
    for start, match in _scanned(pattern, text):
        if not match:
            raise wrong(shown(text[start:].split()[0]), expected, "Separate them with spaces.", line=line)
        yield match


def _position(match: re.Match[str]) -> Coordinates:
    first, second, third = match.groups()
    return (int(first), int(second)) if third is None else (int(first), int(second), int(third))


def _wall(match: re.Match[str]) -> tuple[Coordinates, Coordinates]:
    first, second = (tuple(int(part) for part in match.group(*side) if part) for side in ((1, 2, 3), (4, 5, 6)))
    return first, second


VALUES: dict[str, Callable[[str, int], object]] = {
    "tiling": lambda text, line: Tiling.from_json(text),
    "kind": lambda text, line: text,
    "wrap": lambda text, line: text,
    "layers": lambda text, line: int(text),
    "vias": lambda text, line: map(_position, _matches(VIAS, POSITION, text, line)),
    "walls": lambda text, line: map(_wall, _matches(WALLS, WALL, text, line)),
}
"""Part of a layout -> the reader of its header, from the header's text and line."""


def _scanned(pattern: re.Pattern[str], text: str, start: int = 0) -> Iterator[tuple[int, re.Match[str] | None]]:
    """(index, match) of each entry of a text from `start` on, without blanks; (index, None) at anything else."""
    while start < len(text):
        if text[start].isspace():
            start += 1
            continue
        match = pattern.match(text, start)
        yield start, match
        start = len(text) if match is None else match.end()


def _paths(lines: list[TextPiece], grid: Grid, budget: CellBudget) -> tuple[tuple[int, ...], ...]:
    """The paths on the lines below the rows; () for each number without one."""
    paths: dict[int, tuple[int, ...]] = {}
    last = 0
    for line in lines:
        path = PATH_LINE.fullmatch(line.text.strip())
        if path is None:
            found, expected = f"{shown(line.text.strip())} after the paths", "'path k: (row,column) ...'"
            raise wrong(found, expected, "Put a blank line before the next puzzle.", line=line.line)
        name = int(path[1])
        if not 1 <= name <= largest_number(grid.size):
            raise ParseError(f"path {name}: no number of a board of {grid.size} cells is that large.", line=line.line)
        if name in paths:
            raise ParseError(f"path {name} is given twice. Keep one.", line=line.line)
        if name > last:
            budget.take(name - last, f"path {name}", line=line.line, column=1)
            last = name
        paths[name] = tuple(_path_cells(line, grid))
    return tuple(paths.get(number, ()) for number in range(1, last + 1))


def _path_cells(line: TextPiece, grid: Grid) -> Iterator[int]:
    layers = grid.layout.layers
    for at, match in _scanned(POSITION, line.text, line.text.index(":") + 1):
        if not match or bool(match[3]) != (layers > 1):
            expected = "a cell like (1,0,3), layer, row, column" if layers > 1 else "a cell like (0,3), row then column"
            rest = shown(line.text[at:].split()[0])
            raise line.wrong(f"{expected} from 0", "Separate cells with spaces.", found=rest, at=at)
        position = _position(match)
        try:
            cell = grid.cell(*position)
        except InputError:
            layered = f"layers 0 to {layers - 1}, " if layers > 1 else ""
            expected = f"{layered}rows 0 to {grid.height - 1} and columns 0 to {grid.width - 1}"
            raise line.wrong(expected, "Correct this cell.", found=written(position), at=at) from None
        yield cell


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The puzzle as a block of lines: headers, rows, the paths of its solution."""
    keys = {"rules": puzzle.rules.name, "name": puzzle.name, "seed": puzzle.seed, "recipe": puzzle.recipe}
    for key in puzzle.notes:
        if meant_by(key) is not None:
            losses.note(f"cannot store a note {key!r}, because that name is reserved: left out")
    lines = []
    for key, value in {**keys, **{key: puzzle.notes[key] for key in puzzle.notes if meant_by(key) is None}}.items():
        text = str(value)
        if value is not None and text == text.strip() and not {COMMENT, "\n", "\r"} & {*text}:
            lines.append(f"{key}: {text}")
        elif value is not None:
            losses.note(f"cannot store this {key}: {quoted(value)} (no ';' or line break fits there): left out")
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
