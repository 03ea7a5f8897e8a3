"""The rows of a dataset: what is stored of a puzzle, and how an index finds the candidate that it keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from operator import itemgetter
from typing import Any, NotRequired, TypedDict, get_type_hints

from numlink.datasets.board_columns import COLUMNS as LAID
from numlink.datasets.board_columns import board_columns, layout_in
from numlink.datasets.plan import Plan, candidate
from numlink.errors import InputError
from numlink.exact.prove import prove
from numlink.model.grid import source_cells
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Rules
from numlink.model.symmetry import Symmetry
from numlink.reasoning.grade import Rating, Reading
from numlink.reasoning.rate import rate

Row = dict[str, Any]

PLAIN = {
    "index": "int64", "attempt": "int32", "size": "string", "width": "int32", "height": "int32", "rules": "string",
    "pairs": "int32", "shortest": "int32", "longest": "int32", "cells": "list<int32>", "paths": "list<list<int32>>",
    "claim": "string", "engine": "string", "conflicts": "int64", "decisions": "int64", "propagations": "int64",
    "states": "int64", "grade": "string", "seed": "int64", "recipe": "string", "hash": "string",
}  # fmt: skip
"""Columns of every row and their types; behind `height` those of the board follow, behind `grade` those of the rating.
docs/datasets.md says what they mean."""

_FIGURES = {
    int: "int32", bool: "bool", float | None: "double", tuple[int, ...]: "list<int32>", str | None: "string",
    Reading: "string",
}  # fmt: skip
"""Types of what a rating has, and of their columns."""

_OTHERWISE = frozenset({"number", "order", "remark"})
"""Parts of a rating without a column: its grade and its other figures say the same, or no proven puzzle has them."""

PUZZLE = ("index", "width", "height", *LAID, "rules", "cells", "paths", "grade", "seed", "recipe", "hash")
"""What `puzzle_of` needs."""


@cache
def figures() -> tuple[tuple[str, str, str], ...]:
    """(name, column, type) of the figures behind a grade: the fields and properties of a rating, under their own names.

    One that a column of the board has already is `rating_` and its name: `longest` is that of the paths.
    """
    kinds = get_type_hints(Rating)
    for name, part in vars(Rating).items():
        if isinstance(part, property):
            kinds[name] = get_type_hints(part.fget)["return"]
    return tuple(
        (name, f"rating_{name}" if name in PLAIN else name, _FIGURES[kind])
        for name, kind in kinds.items()
        if kind in _FIGURES and name not in _OTHERWISE
    )


@cache
def columns() -> dict[str, str]:
    """The columns and their types, in order."""
    found: dict[str, str] = {}
    for name, kind in PLAIN.items():
        found[name] = kind
        if name == "height":
            found |= LAID
        if name == "grade":
            found |= {column: kind for _, column, kind in figures()}
    return found


def row_type() -> Any:
    """The columns of a row as a TypedDict."""
    kinds = {name: _TYPES[kind] for name, kind in columns().items()}
    return _typed("row", {name: kind | None if may_be_null(name) else kind for name, kind in kinds.items()})


def entry_type() -> Any:
    """What a line of a dataset in JSON lines has beside the keys of a puzzle, which say the board and its paths."""
    kinds = {name: _TYPES[kind] for name, kind in columns().items() if name not in (*LAID, "cells", "paths")}
    return _typed("entry", {name: NotRequired[kind] if may_be_null(name) else kind for name, kind in kinds.items()})


_typed: Any = TypedDict
"""TypedDict as a function of a table, which type checkers cannot follow."""

_TYPES: dict[str, Any] = {
    "int32": int, "int64": int, "bool": bool, "double": float, "string": str, "list<int32>": list[int],
    "list<list<int32>>": list[list[int]],
}  # fmt: skip
"""The Python type of each type of column."""


def may_be_null(column: str) -> bool:
    """Whether this column may be empty: of a row that is not rated, or that was written before the column was known."""
    return column == "grade" or column not in PLAIN


def canonical_hash(puzzle: Puzzle) -> str:
    """32 hexadecimal digits, the same for all symmetric copies and all numberings of a puzzle under the same rules.

    It is the hash of `puzzle.canonical()`, found without making the copies: 128 bits of BLAKE2b over the rules, the
    size and the cells, 4 bytes each.
    """
    if not puzzle.layout.plain:
        puzzle = puzzle.canonical()
        cells = " ".join(map(str, puzzle.cells))
        text = f"{puzzle.rules.name} {puzzle.width}x{puzzle.height} {puzzle.layout!r} {cells}"
        if puzzle.layout.tiling is not None:
            text += f" {puzzle.layout.tiling.text}"
        return blake2b(text.encode(), digest_size=16).hexdigest()
    copies = [copy(puzzle.cells) for copy in _copies(puzzle.width, puzzle.height)]
    if min(puzzle.cells) == 0:  # no solids: the smallest copy is one with the longest row of empty cells in front
        fronts = [next((place for place, cell in enumerate(copy) if cell), 0) for copy in copies]
        longest = max(fronts)
        copies = [copy for copy, front in zip(copies, fronts, strict=True) if front == longest]
    best = min(map(_renumbered, copies))
    sides = sorted((puzzle.width, puzzle.height))
    text = f"{puzzle.rules.name} {sides[0]}x{sides[1]} {' '.join(map(str, best))}"
    return blake2b(text.encode(), digest_size=16).hexdigest()


@lru_cache(maxsize=64)
def _copies(width: int, height: int) -> list[Callable[[Sequence[int]], Sequence[int]]]:
    """What lays out the cells of a board as each symmetry does; of a rectangle only the narrow copies."""
    kept = [symmetry for symmetry in Symmetry if width == height or symmetry.value[0] == (width > height)]
    if width == height == 1:
        return [tuple]
    return [itemgetter(*source_cells(width, height, symmetry)) for symmetry in kept]


def _renumbered(cells: Sequence[int]) -> list[int]:
    """Cells with numbers 1, 2, 3, ... in order of first appearance; 0 (empty) and -1 (solid) stay."""
    names = {0: 0, -1: -1}
    return [names.setdefault(cell, len(names) - 1) for cell in cells]


def first_row(plan: Plan, index: int, first: int = 0, *, free: Callable[[str], bool] = lambda _: True) -> Row | None:
    """The row of an index's first candidate, from attempt `first` on, that has the wanted grade and is `free` by hash.

    None where the index runs dry: no attempt is left, or too many orders of a grade failed in a row.  `first` must be
    0 or follow an attempt that is a puzzle, so that the count in a row does not depend on it.
    """
    patience = plan.patience(index)
    failures = 0
    for attempt in range(first, plan.attempts):
        puzzle = candidate(plan, index, attempt)
        failures = failures + 1 if puzzle is None else 0
        if failures == patience:
            return None
        if puzzle is not None and (row := _row_if_wanted(puzzle, plan, index, attempt, free)) is not None:
            return row
    return None


def _row_if_wanted(puzzle: Puzzle, plan: Plan, index: int, attempt: int, free: Callable[[str], bool]) -> Row | None:
    """A candidate's row; what is held already is neither rated nor proven again."""
    if not free(name := canonical_hash(puzzle)):
        return None
    found = rate(puzzle, proven=True) if plan.rating else None  # no clock has a say
    if plan.difficulty and (found is None or found.grade is not plan.grade(index)):
        return None
    return row_of(puzzle, plan, index, attempt, found) | {"hash": name}


def _rating_of(found: Rating | None) -> Row:
    """The columns of the rating; empty ones where there is none."""
    if found is None:
        return {"grade": None} | {column: None for _, column, _ in figures()}
    known: dict[str, Any] = {**found.to_json()}
    return {"grade": str(found.grade)} | {column: known[name] for name, column, _ in figures()}


def row_of(puzzle: Puzzle, plan: Plan, index: int, attempt: int, rating: Rating | None = None) -> Row:
    """A proven puzzle as a row."""
    solution = puzzle.solution
    assert solution is not None
    verdict = prove(puzzle, solution, claim=plan.claim)
    assert verdict.answer == "unique", f"{puzzle.recipe}: {verdict}"
    effort = verdict.effort
    lengths = [len(path) for path in solution.paths]
    return {
        "index": index,
        "attempt": attempt,
        "size": f"{puzzle.width}x{puzzle.height}",
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
        "conflicts": effort.conflicts,
        "decisions": effort.decisions,
        "propagations": effort.propagations,
        "states": effort.states,
        **_rating_of(rating),
        "seed": puzzle.seed,
        "recipe": puzzle.recipe,
        "hash": None,
    }


def puzzle_of(row: Row) -> Puzzle:
    """The puzzle of a row, with its solution; what else is known of it as notes.  Raises InputError for no board."""
    width, height = row["width"], row["height"]
    layout = layout_in(row)
    paths = tuple(map(tuple, row["paths"]))
    if any(path and not (0 <= min(path) and max(path) < width * height * layout.layers) for path in paths):
        raise InputError(f"a path leaves the board of {width}x{height}.")
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
