"""The rows of a dataset: what is stored of a puzzle, and how rows become the bytes of a shard.

    worker:       rows ──pack──> piece (bytes)
    coordinator:  pieces, and a shard some rows of which they replace ──join──> the shard's bytes

The bytes of a shard depend on its rows alone, never on how they were cut into pieces: rows are sorted by index, put
into one chunk, and the options of the Parquet writer are pinned.
"""

from __future__ import annotations

import io
import json
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate, chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from numlink.datasets.plan import FAILURES, Plan, candidate
from numlink.errors import InputError, MissingExtra
from numlink.exact.prove import prove
from numlink.exact.verdict import Claim
from numlink.formats.json_lines import puzzle_object
from numlink.model.grid import source_cells
from numlink.model.layout import require_plain
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Rules
from numlink.model.symmetry import Symmetry
from numlink.reasoning.rate import rate

if TYPE_CHECKING:
    import pyarrow

Row = dict[str, Any]

COLUMNS = {
    "index": "int64", "attempt": "int32", "size": "string", "width": "int32", "height": "int32", "rules": "string",
    "pairs": "int32", "shortest": "int32", "longest": "int32", "cells": "list<int32>", "paths": "list<list<int32>>",
    "claim": "string", "engine": "string", "conflicts": "int64", "decisions": "int64", "propagations": "int64",
    "states": "int64", "grade": "string", "rating": "string", "seed": "int64", "recipe": "string", "hash": "string",
}  # fmt: skip
"""Columns of a Parquet shard and their types; docs/datasets.md says what they mean."""

WRITER = {"compression": "zstd", "compression_level": 3, "version": "2.6", "data_page_version": "1.0"}
"""Options of the Parquet writer that decide bytes; what is not named here is the library's default."""


def arrow() -> Any:
    """The pyarrow module; raises MissingExtra where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("a dataset", "dataset") from None
    return pyarrow


def schema() -> pyarrow.Schema:
    """The Arrow schema of COLUMNS."""
    pa = arrow()
    types = {
        "int32": pa.int32(),
        "int64": pa.int64(),
        "string": pa.string(),
        "list<int32>": pa.list_(pa.int32()),
        "list<list<int32>>": pa.list_(pa.list_(pa.int32())),
    }
    return pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])


def canonical_hash(puzzle: Puzzle) -> str:
    """32 hexadecimal digits, the same for all 8 symmetric copies and all numberings of a puzzle under the same rules.

    It is the hash of `puzzle.canonical()`, found without making the copies: 128 bits of BLAKE2b over the rules, the
    size and the cells, 4 bytes each.
    """
    require_plain(puzzle.layout, "a dataset")
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
    """Cells with numbers 1, 2, 3, ... in order of first appearance."""
    names = {0: 0, -1: -1}
    return [names.setdefault(cell, len(names) - 1) for cell in cells]


def first_row(plan: Plan, index: int, first: int = 0, *, free: Callable[[str], bool] = lambda _: True) -> Row | None:
    """The row of an index's first candidate, from attempt `first` on, that has the wanted grade and is `free` by hash.

    None where the index runs dry: no attempt is left, or too many orders of a grade failed in a row.  `first` must be
    0 or follow an attempt that is a puzzle, so that the count in a row does not depend on it.
    """
    grade = plan.grade(index)
    patience = FAILURES if grade is not None and plan.orders(grade) else plan.attempts
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
    grade, rating = rated(puzzle) if plan.rating else (None, None)
    if plan.difficulty and grade != plan.grade(index):
        return None
    return row_of(puzzle, plan, index, attempt) | {"grade": grade, "rating": rating, "hash": name}


def rated(puzzle: Puzzle) -> tuple[str, str]:
    """Grade of a proven puzzle, and the figures behind it as JSON; no clock has a say."""
    found = rate(puzzle, proven=True).to_json()
    return str(found["grade"]), json.dumps(found, separators=(",", ":"))


def row_of(puzzle: Puzzle, plan: Plan, index: int, attempt: int) -> Row:
    """A proven puzzle as a row."""
    solution = puzzle.solution
    assert solution is not None
    verdict = prove(puzzle, solution, claim=Claim(plan.proof))
    assert verdict.answer == "unique", f"{puzzle.recipe}: {verdict}"
    effort = verdict.effort
    lengths = [len(path) for path in solution.paths]
    return {
        "index": index,
        "attempt": attempt,
        "size": f"{puzzle.width}x{puzzle.height}",
        "width": puzzle.width,
        "height": puzzle.height,
        "rules": puzzle.rules.name,
        "pairs": len(lengths),
        "shortest": min(lengths),
        "longest": max(lengths),
        "cells": list(puzzle.cells),
        "paths": [list(path) for path in solution.paths],
        "claim": plan.proof,
        "engine": "search and frontier" if effort.states else "search",
        "conflicts": effort.conflicts,
        "decisions": effort.decisions,
        "propagations": effort.propagations,
        "states": effort.states,
        "grade": None,
        "rating": None,
        "seed": puzzle.seed,
        "recipe": puzzle.recipe,
        "hash": None,
    }


def puzzle_of(row: Row) -> Puzzle:
    """The puzzle of a row, with its solution; what else is known of it as notes."""
    width, height = row["width"], row["height"]
    notes = {key: row[key] for key in ("grade", "hash") if row.get(key) is not None}
    return Puzzle(
        width,
        height,
        tuple(row["cells"]),
        Rules.named(row["rules"]),
        Solution(width, height, tuple(map(tuple, row["paths"]))),
        seed=row["seed"],
        recipe=row["recipe"],
        notes=notes,
    )


# -- bytes ---------------------------------------------------------------------------------------------------------


def pack(format: str, rows: Sequence[Row]) -> bytes:
    """Rows as a piece of a shard."""
    if format == "jsonl":
        return b"".join(_line(row) for row in rows)
    pa = arrow()
    sink = io.BytesIO()
    columns = [_array([row[name] for row in rows], kind) for name, kind in zip(COLUMNS, schema().types, strict=True)]
    batch = pa.RecordBatch.from_arrays(columns, schema=schema())
    with pa.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return sink.getvalue()


def _array(values: Sequence[Any], kind: pyarrow.DataType) -> pyarrow.Array:
    """Values of a column as Arrow holds them.

    `pyarrow.array` would load pandas wherever it is installed: 50 MB and a third of a second in every process.
    """
    pa = arrow()
    known = [value is not None for value in values]
    buffers = [None if all(known) else pa.py_buffer(_bits(known))]
    if pa.types.is_integer(kind):
        numbers = array("i" if kind.bit_width == 32 else "q", (value or 0 for value in values))
        return pa.Array.from_buffers(kind, len(values), [*buffers, pa.py_buffer(numbers)])
    text = pa.types.is_string(kind)
    parts: list[Any] = [(value or "").encode() if text else value or () for value in values]
    buffers.append(pa.py_buffer(array("i", accumulate(map(len, parts), initial=0))))
    if text:
        return pa.Array.from_buffers(kind, len(values), [*buffers, pa.py_buffer(b"".join(parts))])
    below = _array(list(chain.from_iterable(parts)), kind.value_type)
    return pa.Array.from_buffers(kind, len(values), buffers, children=[below])


def _bits(flags: Sequence[bool]) -> bytes:
    """Eight flags a byte, the first one lowest."""
    number = sum(1 << place for place, flag in enumerate(flags) if flag)
    return number.to_bytes(-(-len(flags) // 8), "little")


def join(format: str, pieces: Iterable[bytes], base: bytes | None = None) -> bytes:
    """The shard of these pieces; where they replace rows of another shard, `base` holds its bytes."""
    return _join_lines(pieces, base) if format == "jsonl" else _join_tables(pieces, base)


def cut(format: str, shard: bytes, rows: int) -> bytes:
    """The shard's first `rows` rows."""
    if format == "jsonl":
        return b"".join(shard.splitlines(keepends=True)[:rows])
    return _parquet(read_table(shard).slice(0, rows))


def read_table(shard: bytes) -> pyarrow.Table:
    """A Parquet shard as a table."""
    # `read_table` would load all of pyarrow.dataset, 50 MB of memory; a Python file would be read by one of Arrow's
    # threads, which at the end of a short process aborts it (1 in 100)
    pa = arrow()
    return pa.parquet.ParquetFile(pa.BufferReader(shard)).read(use_threads=False)


def _join_tables(pieces: Iterable[bytes], base: bytes | None) -> bytes:
    pa = arrow()
    empty = pa.Table.from_batches([], schema())
    table = pa.concat_tables([empty, *(pa.ipc.open_stream(piece).read_all() for piece in pieces)])
    if base is not None:
        table = pa.concat_tables([_others(base, table["index"]), table])
    return _parquet(table.sort_by("index"))


def _others(shard: bytes, indices: pyarrow.ChunkedArray) -> pyarrow.Table:
    """The rows of a shard that have none of these indices; the rest of it is let go of."""
    import pyarrow.compute as pc

    table = read_table(shard)
    return table.filter(pc.invert(pc.is_in(table["index"], indices)))


def _parquet(table: pyarrow.Table) -> bytes:
    pa = arrow()
    sink = io.BytesIO()
    plain = pa.Table.from_batches(table.combine_chunks().to_batches(), schema())
    pa.parquet.write_table(plain, sink, row_group_size=max(1, plain.num_rows), store_schema=False, **WRITER)
    return sink.getvalue()


_INDEX = re.compile(rb'\{"index":([0-9]+),')


def _index(line: bytes) -> int:
    found = _INDEX.match(line)
    if not found:
        raise InputError(f"a line of a shard does not start with its index: {line[:40]!r}. Make the dataset anew.")
    return int(found[1])


def _join_lines(pieces: Iterable[bytes], base: bytes | None) -> bytes:
    lines = {_index(line): line for line in (base or b"").splitlines(keepends=True)}
    for piece in pieces:
        lines.update((_index(line), line) for line in piece.splitlines(keepends=True))
    return b"".join(lines[index] for index in sorted(lines))


def _line(row: Row) -> bytes:
    """The puzzle's JSON object of the contract with the other columns around it; the index comes first."""
    extra = {key: value for key, value in row.items() if value is not None and key not in ("cells", "paths")}
    if "rating" in extra:
        extra["rating"] = json.loads(extra["rating"])
    text = {**extra, **puzzle_object(puzzle_of(row)), "hash": row["hash"]}
    return json.dumps(text, separators=(",", ":")).encode() + b"\n"


def rows_of(format: str, shard: bytes) -> Iterator[Row]:
    """The rows of a shard."""
    if format == "parquet":
        for batch in read_table(shard).to_batches(max_chunksize=1000):
            yield from batch.to_pylist()
        return
    for line in shard.splitlines():
        found = json.loads(line)
        width = found["width"]
        found["cells"] = [cell for cells in found["cells"] for cell in cells]
        found["paths"] = [[row * width + column for row, column in path] for path in found["paths"]]
        if found.get("rating") is not None:
            found["rating"] = json.dumps(found["rating"], separators=(",", ":"))
        yield {name: found.get(name) for name in COLUMNS}
