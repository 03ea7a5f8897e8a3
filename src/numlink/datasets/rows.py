"""The rows of a dataset: their columns, and which candidate an index keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, NotRequired, TypedDict, get_type_hints

from numlink.datasets.plan import Plan, candidate
from numlink.errors import InputError
from numlink.exact.prove import prove
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import PLAIN, Layout, sides_in_words, size_in_words
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Rules
from numlink.reasoning.grade import Rating, Reading
from numlink.reasoning.rate import rate

Row = dict[str, Any]  # {column: value} of a puzzle


class DamagedShard(InputError):
    """The bytes are not a shard; the message is a predicate that says why: "has no column size"."""


OF_EVERY_ROW = {
    "index": "int64", "attempt": "int32", "size": "string", "width": "int32", "height": "int32", "rules": "string",
    "pairs": "int32", "shortest": "int32", "longest": "int32", "cells": "list<int32>", "paths": "list<list<int32>>",
    "claim": "string", "engine": "string", "conflicts": "int64", "decisions": "int64", "propagations": "int64",
    "states": "int64", "grade": "string", "seed": "int64", "recipe": "string", "hash": "string",
}  # fmt: skip
"""Columns and types of every row; LAYOUT follow `height`, the rating follows `grade` (docs/datasets.md)."""

LAYOUT = {
    "kind": "string", "wrap": "string", "layers": "int32",
    "vias": "list<int32>", "walls": "list<list<int32>>", "bridges": "list<int32>", "tiling": "string",
}  # fmt: skip
"""The columns that describe a board, named as in JSON files; `tiling` holds JSON text."""

_FIGURES = {
    int: "int32", bool: "bool", float | None: "double", tuple[int, ...]: "list<int32>", str | None: "string",
    Reading: "string",
}  # fmt: skip
"""Type of a figure of a rating -> type of its column."""

_OTHERWISE = frozenset({"number", "order", "remark"})  # parts of a rating without a column

PUZZLE = ("index", "width", "height", *LAYOUT, "rules", "cells", "paths", "grade", "seed", "recipe", "hash")
"""The columns that `puzzle_of` needs."""


@cache
def figures() -> tuple[tuple[str, str, str], ...]:
    """(name in Rating, column, type) of each figure that has a column, called `rating_...` if the name is taken."""
    kinds = get_type_hints(Rating)
    for name, part in vars(Rating).items():
        if isinstance(part, property):
            kinds[name] = get_type_hints(part.fget)["return"]
    return tuple(
        (name, f"rating_{name}" if name in OF_EVERY_ROW else name, _FIGURES[kind])
        for name, kind in kinds.items()
        if kind in _FIGURES and name not in _OTHERWISE
    )


@cache
def columns() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, kind in OF_EVERY_ROW.items():
        found[name] = kind
        if name == "height":
            found |= LAYOUT
        if name == "grade":
            found |= {column: kind for _, column, kind in figures()}
    return found


def row_type() -> Any:
    kinds = {name: _TYPES[kind] for name, kind in columns().items()}
    return _typed("row", {name: kind | None if may_be_null(name) else kind for name, kind in kinds.items()})


def entry_type() -> Any:
    """The keys of a line in JSON lines that the JSON of a puzzle lacks, as a TypedDict."""
    kinds = {name: _TYPES[kind] for name, kind in columns().items() if name not in (*LAYOUT, "cells", "paths")}
    return _typed("entry", {name: NotRequired[kind] if may_be_null(name) else kind for name, kind in kinds.items()})


_typed: Any = TypedDict  # called with a name that type checkers cannot follow

_TYPES: dict[str, Any] = {
    "int32": int, "int64": int, "bool": bool, "double": float, "string": str, "list<int32>": list[int],
    "list<list<int32>>": list[list[int]],
}  # fmt: skip


def may_be_null(column: str) -> bool:
    """Whether a column may be empty: the rating's, and two of the board."""
    return column in ("grade", "vias", "tiling") or column not in {**OF_EVERY_ROW, **LAYOUT}


def canonical_hash(puzzle: Puzzle) -> str:
    """32 hexadecimal digits that are the same for all symmetric copies and numberings of a puzzle under the same rules.

    BLAKE2b over a text of rules, size, layout (if it is not plain) and cells of `puzzle.canonical()`.
    """
    placement, cells = puzzle.smallest_copy()
    grid = placement.grid
    laid = "" if grid.layout.plain else f" {grid.layout!r}"
    drawn = "" if grid.layout.tiling is None else f" {grid.layout.tiling.text}"
    text = f"{puzzle.rules.name} {grid.width}x{grid.height}{laid} {' '.join(map(str, cells))}{drawn}"
    return blake2b(text.encode(), digest_size=16).hexdigest()


def board_columns(layout: Layout) -> dict[str, Any]:
    """The values of LAYOUT for a layout."""
    return {
        "kind": layout.kind.value,
        "wrap": layout.wrap.value,
        "layers": layout.layers,
        "vias": None if layout.vias is None else sorted(layout.vias),
        "walls": [list(wall) for wall in sorted(layout.walls)],
        "bridges": sorted(layout.bridges),
        "tiling": None if layout.tiling is None else layout.tiling.text,
    }


RECTANGLE = board_columns(PLAIN)  # those of a plain rectangle


def layout_in(row: Mapping[str, Any]) -> Layout:
    """The layout that the columns of a row describe; raises InputError if they are no layout."""
    given = {name: row[name] for name in LAYOUT if row[name] is not None}
    if all(given[name] == RECTANGLE[name] for name in given):
        return PLAIN
    try:
        if "tiling" in given:
            given["tiling"] = Tiling.from_json(given["tiling"])
        return Layout(**given)
    except InputError:
        raise
    except (TypeError, ValueError):
        raise InputError("its walls, bridges or vias are not cells.") from None


def first_row(plan: Plan, index: int, first: int = 0, *, free: Callable[[str], bool] = lambda _: True) -> Row | None:
    """The row of an index's first candidate, from attempt `first` on, with the wanted grade and a `free` hash.

    None if the index runs dry. `first` is 0 or follows an attempt that gave a puzzle: failures in a row are counted.
    """
    most = plan.most_failures(index)
    failures = 0
    for attempt in range(first, plan.attempts):
        puzzle = candidate(plan, index, attempt)
        failures = failures + 1 if puzzle is None else 0
        if failures == most:
            return None
        if puzzle is None or not free(name := canonical_hash(puzzle)):
            continue
        found = rate(puzzle, proven=True) if plan.rating else None  # without a budget, so the same on every machine
        if not plan.difficulty or (found is not None and found.grade is plan.grade(index)):
            return row_of(puzzle, plan, index, attempt, found) | {"hash": name}
    return None


def row_of(puzzle: Puzzle, plan: Plan, index: int, attempt: int, rating: Rating | None = None) -> Row:
    """The row of a puzzle, whose claim it proves again; leaves the hash empty."""
    solution = puzzle.solution
    assert solution is not None
    verdict = prove(puzzle, solution, claim=plan.claim)
    assert verdict.answer == "unique", f"{puzzle.recipe}: {verdict}"
    effort = verdict.effort
    lengths = [len(path) for path in solution.paths]
    known: dict[str, Any] = {} if rating is None else {**rating.to_json()}
    return {
        "index": index,
        "attempt": attempt,
        "size": size_in_words(puzzle),
        "width": puzzle.width,
        "height": puzzle.height,
        **board_columns(puzzle.layout),
        "rules": puzzle.rules.name,
        "pairs": len(lengths),
        "shortest": min(lengths),
        "longest": max(lengths),
        "cells": list(puzzle.cells),
        "paths": [list(path) for path in solution.paths],
        "claim": plan.claim.value,
        "engine": "search and frontier" if effort.states else "search",
        **effort.to_json(),
        "grade": None if rating is None else str(rating.grade),
        **{column: known.get(name) for name, column, _ in figures()},
        "seed": puzzle.seed,
        "recipe": puzzle.recipe,
        "hash": None,
    }


def puzzle_of(row: Row) -> Puzzle:
    """The puzzle of a row, with its solution, and grade and hash as notes; raises InputError for a bad row."""
    width, height = row["width"], row["height"]
    layout = layout_in(row)
    paths = tuple(map(tuple, row["paths"]))
    if any(path and not (0 <= min(path) and max(path) < width * height * layout.layers) for path in paths):
        raise InputError(
            f"a path leaves the board of {sides_in_words(width, height, layout.tiling, layers=layout.layers)}."
        )
    notes = {key: row[key] for key in ("grade", "hash") if row.get(key) is not None}
    return Puzzle(
        width,
        height,
        tuple(row["cells"]),
        Rules.named(row["rules"]),
        Solution(width, height, paths, layout),
        seed=row["seed"],
        recipe=row["recipe"],
        notes=notes,
        layout=layout,
    )
