"""numlink's JSON: one object per puzzle, one line per object; docs/formats.md lists the keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Annotated, Any, NotRequired, TypedDict

from numlink.errors import InputError, ParseError, quoted
from numlink.formats.base import METADATA, Format, Item, Losses
from numlink.formats.layout_builder import PARTS, with_part
from numlink.formats.reading import NumberedLine, lines_of, with_line_feeds
from numlink.model.arguments import is_broken
from numlink.model.characters import via_positions
from numlink.model.grid import Grid
from numlink.model.kinds.names import Feature, Kind
from numlink.model.layout import PLAIN, Layout, Wrap
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, EVERY_RULES, Rules
from numlink.model.words import counted

START = re.compile(r"\s*(?:\{|\[\s*(?:[^\sA-Za-z]|$))")
"""The beginning of JSON; `[begin]` and `[problem]` belong to the format janko."""

RulesWord = Annotated[str, tuple(rules.name for rules in EVERY_RULES)]
JsonPosition = Annotated[list[int], "[row, column] from 0; with layers [layer, row, column]"]
JsonPath = Annotated[list[JsonPosition], "the cells of a path in order"]


class LayoutObject(TypedDict):
    """The keys by which the board of a puzzle differs from a plain rectangle."""

    kind: NotRequired[Annotated[str, Kind]]
    tiling: NotRequired[Annotated[list[list[list[float]]], "the corners [x, y] of each cell of a tiling"]]
    wrap: NotRequired[Annotated[str, Wrap]]
    walls: NotRequired[Annotated[list[list[JsonPosition]], "the two cells of each wall"]]
    bridges: NotRequired[list[JsonPosition]]
    layers: NotRequired[int]
    vias: NotRequired[Annotated[list[list[int]], "[row, column] where layers meet; without it everywhere"]]


class PuzzleObject(LayoutObject):
    """A puzzle; any other key is a note, whose value is text."""

    width: int
    height: int
    rules: RulesWord
    cells: Annotated[list[list[int]], "rows of cells: 0 empty, -1 a block, k an endpoint of path k; layer by layer"]
    paths: NotRequired[Annotated[list[JsonPath], "the solution, path k at place k - 1"]]
    name: NotRequired[str]
    seed: NotRequired[int]
    recipe: NotRequired[Annotated[str, "reproduces the puzzle"]]


RESERVED = frozenset(PuzzleObject.__annotations__)  # the keys that cannot be keys of notes

SIDES = {"width": "width", "cols": "width", "columns": "width", "height": "height", "rows": "height"}
"""The side that each key states: ours and those of other programs, which count only if they are whole numbers."""


def puzzle_object(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as its JSON object, a `PuzzleObject`; keys without a value are left out."""
    found: PuzzleObject = {
        "width": puzzle.width,
        "height": puzzle.height,
        "rules": puzzle.rules.name,
        "cells": [list(row) for row in puzzle.rows()],
    }
    if not puzzle.layout.plain:
        found = {**found, **layout_object(puzzle.grid)}
    if puzzle.solution is not None:
        found["paths"] = paths_object(puzzle.solution)
    about = {"name": puzzle.name, "seed": puzzle.seed, "recipe": puzzle.recipe}
    known = {key: value for key, value in about.items() if value is not None}
    return {**found, **known, **{key: value for key, value in puzzle.notes.items() if key not in RESERVED}}


def layout_object(grid: Grid) -> LayoutObject:
    """The keys of the layout of a board that is no plain rectangle; positions as in `JsonPosition`."""
    layout = grid.layout

    def position(cell: int) -> list[int]:
        return list(grid.position(cell))

    found: LayoutObject = {"kind": layout.kind.value}
    if layout.tiling is not None:
        found["tiling"] = layout.tiling.lists()
    if layout.wrap is not Wrap.NONE:
        found["wrap"] = layout.wrap.value
    if layout.walls:
        found["walls"] = [list(map(position, wall)) for wall in sorted(layout.walls)]
    if layout.bridges:
        found["bridges"] = list(map(position, sorted(layout.bridges)))
    if layout.layers > 1:
        found["layers"] = layout.layers
    if layout.vias is not None:
        found["vias"] = list(map(list, via_positions(grid)))
    return found


def paths_object(solution: Solution) -> list[JsonPath]:
    """Paths as `[[[row, column], ...], ...]`, path k at index k - 1; with layers [layer, row, column]."""
    return [[list(position) for position in path] for path in solution.positions()]


def json_line(entry: Mapping[str, Any]) -> str:
    """An object as one line without blanks, with its line end; numlink writes all JSON lines with this."""
    return json.dumps(entry, separators=(",", ":")) + "\n"


def read(text: str) -> Iterator[Item]:
    """The puzzles of a JSON document (one object, or a list of them), or else of one object per line."""
    document = loaded(with_line_feeds(text))
    if not isinstance(document, ParseError):
        entries = document if isinstance(document, list) else [document]
        for index, entry in enumerate(entries):
            yield _item(entry, f"$[{index}]" if isinstance(document, list) else "$", 0)
        return
    lines = [(number, line) for number, line in lines_of(text) if line.strip()]
    if not any(isinstance(loaded(line), dict) for _, line in lines):
        yield document  # no line is an object, so the document itself is broken
        return
    yield from read_lines(lines)


def read_lines(lines: Iterable[NumberedLine]) -> Iterator[Item]:
    """The puzzle of each line, as soon as the line arrives."""
    for number, line in lines:
        if line.strip():
            entry = loaded(line)
            broken = isinstance(entry, ParseError)
            yield ParseError(entry.problem, line=number, column=entry.column) if broken else _item(entry, "$", number)


def loaded(text: str) -> Any:
    """The value of a JSON text; for other text, returns (never raises) a ParseError with its line and any column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        return ParseError(
            f"this is not JSON: {error.msg}. Correct the text there.", line=error.lineno, column=error.colno
        )
    except (RecursionError, ValueError):
        return ParseError("this JSON is nested too deeply or holds a number that is too long.", line=1)


def _item(entry: Any, path: str, line: int) -> Item:
    """The puzzle of one object, or a ParseError that names its `path` in the document and its `line` (0: unknown)."""
    try:
        return puzzle_of(entry)
    except InputError as error:
        return ParseError(f"at {path}: {error}" if path != "$" else str(error), line=line)


def puzzle_of(entry: Any) -> Puzzle:
    """The puzzle of a JSON value, a `PuzzleObject` with or without its width, height and rules.

    Raises InputError, which names the key, for a value that is not a puzzle.
    """
    if not isinstance(entry, dict) or "cells" not in entry:
        raise InputError("a puzzle is an object with the key 'cells': rows of 0 (empty), -1 (block) and numbers.")
    for text in chain.from_iterable(entry.items()):
        if isinstance(text, str) and is_broken(text):
            raise InputError(f"{quoted(text)} holds half of a surrogate pair. Correct the text.")
    rows = entry["cells"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise InputError(f"'cells' is {quoted(rows)}; expected a list of rows, each a list of whole numbers.")
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            if type(cell) is not int:  # isinstance would accept a bool
                raise InputError(f"'cells'[{number}][{column}] is {quoted(cell)}; expected a whole number.")
    puzzle = Puzzle.from_rows(rows, rules=_rules(entry.get("rules")), layout=layout_of(entry, rows))
    _require_size(entry, puzzle)
    paths = entry.get("paths")
    solution = None if paths is None else solution_of(puzzle, paths)
    return replace(
        puzzle,
        solution=solution,
        name=_optional(entry, "name", str),
        seed=_optional(entry, "seed", int),
        recipe=_optional(entry, "recipe", str),
        notes={key: value for key, value in entry.items() if key not in RESERVED and isinstance(value, str)},
    )


def _require_size(entry: Mapping[str, Any], puzzle: Puzzle) -> None:
    """Raise InputError if an object states another size than its cells have."""
    for key, side in SIDES.items():
        stated, actual = entry.get(key), getattr(puzzle, side)
        if key in entry and stated != actual and (key == side or type(stated) is int):
            raise InputError(f"'{key}' is {quoted(stated)}, but 'cells' has {actual}. Make them agree.")
    size = entry.get("size")
    numbers = size if isinstance(size, list) else [size]
    fitting = (puzzle.width, puzzle.height, len(puzzle.cells))
    if all(type(number) is int for number in numbers) and any(number not in fitting for number in numbers):
        raise InputError(f"'size' is {quoted(size)}, but 'cells' has {puzzle.width}x{puzzle.height}. Make them agree.")


def layout_of(entry: Mapping[str, Any], rows: list[list[int]]) -> Layout:
    """The layout of an object whose cells are `rows`; an InputError names the key whose value is wrong."""
    if not rows or not any(key in entry for key in PARTS):
        return PLAIN
    layers = entry.get("layers", 1)
    if type(layers) is not int or layers < 1:
        raise InputError(f"'layers' must be a whole number of at least 1, not {quoted(layers)}.")
    if len(rows) % layers:
        raise InputError(
            f"'cells' has {counted(len(rows), 'row')}, which do not divide into {layers} layers. Correct one."
        )
    grid = Grid(len(rows[0]), len(rows) // layers)
    for key in PARTS:
        if key in entry:
            try:
                grid = with_part(grid, key, _value(key, entry[key]))
            except InputError as error:
                raise InputError(f"'{key}': {error}") from None
    return grid.layout


def _value(key: str, value: Any) -> Any:
    """The value of a key of the layout; raises InputError for a wrong type (`tiling` and `layers` are not checked)."""
    fits, expected = True, ""
    if key in ("kind", "wrap"):
        fits, expected = isinstance(value, str), "a word"
    elif key in ("bridges", "vias"):
        fits, expected = _are_positions(value), "a list of [row, column] or [layer, row, column]"
    elif key == "walls":
        fits = isinstance(value, list) and all(_are_positions(wall) and len(wall) == 2 for wall in value)
        expected = "a list of walls, each two positions"
    if not fits:
        raise InputError(f"expected {expected}, not {quoted(value)}.")
    return value


def _are_positions(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_position, value))


def _rules(name: Any) -> Rules:
    if name is None:
        return COVER
    if not isinstance(name, str):
        raise InputError(f"'rules' must be a word such as \"cover\", not {quoted(name)}.")
    return Rules.named(name)


def solution_of(puzzle: Puzzle, paths: Any) -> Solution:
    """The value of the key `paths` as a solution; raises InputError unless it lists paths on the puzzle's board."""
    if not isinstance(paths, list) or not all(isinstance(path, list) for path in paths):
        raise InputError(f"'paths' is {quoted(paths)}; expected a list of paths, each a list of [row, column].")
    grid = Grid(puzzle.width, puzzle.height, layout=puzzle.layout)
    cells = tuple(tuple(_cells_of(path, f"'paths'[{number}]", grid)) for number, path in enumerate(paths))
    return Solution(puzzle.width, puzzle.height, cells, puzzle.layout)


def _cells_of(path: list[Any], where: str, grid: Grid) -> Iterator[int]:
    for index, position in enumerate(path):
        try:
            cell = grid.cell(*position) if _is_position(position) else None
        except InputError:
            cell = None
        if cell is None:
            last = grid.layout.layers - 1
            expected = f"[layer, row, column] with layers 0 to {last}, rows" if last else "[row, column] with rows"
            raise InputError(
                f"{where}[{index}] is {quoted(position)}; expected {expected} 0 to {grid.height - 1} "
                f"and columns 0 to {grid.width - 1}."
            )
        yield cell


def _is_position(value: Any) -> bool:
    return isinstance(value, list) and len(value) in (2, 3) and all(type(number) is int for number in value)


def _optional(entry: dict[str, Any], key: str, kind: type) -> Any:
    value = entry.get(key)
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise InputError(f"'{key}' must be {'text' if kind is str else 'a whole number'}, not {quoted(value)}.")
    return value


def write(puzzle: Puzzle, losses: Losses) -> str:
    for key in RESERVED.intersection(puzzle.notes):
        losses.note(f"cannot store a note {key!r}, because that name is reserved: left out")
    return json_line(puzzle_object(puzzle))


def _has_cells(text: str) -> bool:
    """Whether the document, or its first line or entry, is an object of numlink: with rows of cells, not words."""
    entry = loaded(text)
    if isinstance(entry, ParseError):
        entry = loaded(text.lstrip().split("\n", 1)[0])
    entry = entry[0] if isinstance(entry, list) and entry else entry
    rows = entry.get("cells") if isinstance(entry, dict) else None
    lists = isinstance(rows, list) and all(isinstance(row, list) for row in rows)
    return lists and not (rows and all(isinstance(cell, str) for row in rows for cell in row))


FORMAT = Format(
    name="json",
    summary="numlink's JSON, one object per line",
    holds="everything",
    read=read,
    read_lines=read_lines,
    write=write,
    recognise=lambda text: bool(START.match(text)),
    is_certain=_has_cells,
    endings=(".json", ".jsonl", ".ndjson"),
    says=EVERY_RULES,
    keeps=METADATA,
    features=tuple(Feature),
    solids=True,
    solutions=True,
    no_paths=True,
)
