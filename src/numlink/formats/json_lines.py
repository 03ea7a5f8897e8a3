"""numlink's JSON: one object a puzzle, one a line; docs/formats.md lists the keys."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from numlink.errors import InputError, ParseError
from numlink.formats.base import Format, Item
from numlink.puzzle import COVER, Puzzle, Rules, Solution

RESERVED = frozenset({"width", "height", "rules", "cells", "paths", "name", "seed", "recipe"})


def puzzle_object(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as the JSON object of the contract; what is not known is left out."""
    found: dict[str, Any] = {
        "width": puzzle.width,
        "height": puzzle.height,
        "rules": puzzle.rules.name,
        "cells": [list(row) for row in puzzle.rows()],
    }
    if puzzle.solution is not None:
        found["paths"] = paths_object(puzzle.solution)
    for key in ("name", "seed", "recipe"):
        if getattr(puzzle, key) is not None:
            found[key] = getattr(puzzle, key)
    found.update({key: value for key, value in puzzle.notes.items() if key not in RESERVED})
    return found


def paths_object(solution: Solution) -> list[list[list[int]]]:
    """Paths as `[[[row, column], ...], ...]`, path k at index k - 1."""
    return [[list(position) for position in path] for path in solution.positions()]


def read(text: str) -> Iterator[Item]:
    """A whole JSON document (one object, or a list of them), else one object a line."""
    document = _loads(text)
    if not isinstance(document, ParseError):
        for entry in document if isinstance(document, list) else [document]:
            yield _item(entry, 0)
        return
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not any(isinstance(_loads(line), dict) for _, line in lines):
        yield document  # no line is an object of its own: the document as a whole is broken
        return
    for number, line in lines:
        entry = _loads(line)
        if isinstance(entry, ParseError):
            yield ParseError(entry.problem, line=number, column=entry.column)
        else:
            yield _item(entry, number)


def _loads(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        return ParseError(f"this is not JSON: {error.msg}.", line=error.lineno, column=error.colno)
    except (RecursionError, ValueError):
        return ParseError("this JSON is nested too deeply or holds a number that is too long.", line=1)


def _item(entry: Any, line: int) -> Item:
    try:
        return _puzzle(entry)
    except InputError as error:
        return ParseError(str(error), line=line)


def _puzzle(entry: Any) -> Puzzle:
    if not isinstance(entry, dict) or "cells" not in entry:
        raise InputError("a puzzle is an object with the key 'cells': rows of 0 (empty), -1 (solid) and numbers.")
    rows = entry["cells"]
    if not isinstance(rows, list) or not all(isinstance(row, list) and all(map(_is_int, row)) for row in rows):
        raise InputError("'cells' must be a list of rows, each a list of whole numbers.")
    puzzle = Puzzle.from_rows(rows, rules=_rules(entry.get("rules")))
    for key, actual in (("width", puzzle.width), ("height", puzzle.height)):
        if key in entry and entry[key] != actual:
            raise InputError(f"'{key}' says {entry[key]!r:.40}, but 'cells' has {actual}. Make them agree.")
    return Puzzle(
        puzzle.width,
        puzzle.height,
        puzzle.cells,
        puzzle.rules,
        _solution(puzzle, entry.get("paths")),
        name=_optional(entry, "name", str),
        seed=_optional(entry, "seed", int),
        recipe=_optional(entry, "recipe", str),
        notes={key: value for key, value in entry.items() if key not in RESERVED and isinstance(value, str)},
    )


def _rules(name: Any) -> Rules:
    if name is None:
        return COVER
    if not isinstance(name, str):
        raise InputError(f"'rules' must be a word such as \"cover\", not {name!r:.40}.")
    return Rules.named(name)


def _solution(puzzle: Puzzle, paths: Any) -> Solution | None:
    if paths is None:
        return None
    if not isinstance(paths, list) or not all(isinstance(path, list) and all(map(_is_pair, path)) for path in paths):
        raise InputError("'paths' must be a list of paths, each a list of [row, column].")
    return Solution.from_positions(puzzle.width, puzzle.height, paths)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_int, value))


def _optional(entry: dict[str, Any], key: str, kind: type) -> Any:
    value = entry.get(key)
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise InputError(f"'{key}' must be {'text' if kind is str else 'a whole number'}, not {value!r:.40}.")
    return value


def write(puzzles: Iterable[Puzzle]) -> str:
    """One compact object a line."""
    return "".join(json.dumps(puzzle_object(puzzle), separators=(",", ":")) + "\n" for puzzle in puzzles)


FORMAT = Format(
    name="json",
    summary="numlink's JSON, one object a line",
    holds="everything",
    read=read,
    write=write,
    recognise=lambda text: text.lstrip()[:1] in ("{", "["),
    endings=(".json", ".jsonl", ".ndjson"),
)
