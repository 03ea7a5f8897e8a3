"""Codecs encode rows of a dataset as the bytes of a shard, and decode them.

    worker:       rows ──pack──> piece (bytes)
    coordinator:  pieces, and an older version of the shard ──join──> bytes of the shard
    reader:       bytes of the shard ──read──> a shard in memory ──> rows

`join` keeps the rows of the older version `base` that the pieces do not replace; `cut` returns the first rows of a
shard. The bytes of a shard depend only on its rows, not on the pieces they came in; rows are sorted by index.

A shard in memory takes `size` bytes; `sealed`: its bytes contain checksums, which were right. `row` and `several`
return rows by their index in the shard, with only the columns `names` (None: all), `identities` (index, attempt, hash)
of each row. Reading bytes that are not a shard raises DamagedShard, whatever is wrong with them.

A worker's task is `make_piece`; workers write no files.  At the end of this module: shards in JSON lines, where each
line is a puzzle that every numlink command can read, with the other columns as keys; `parquet` has the other format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

from numlink.datasets.plan import Plan, ShardFormat
from numlink.datasets.rows import LAYOUT, DamagedShard, Row, board_columns, columns, first_row, may_be_null, puzzle_of
from numlink.errors import InputError, quoted
from numlink.formats.json_lines import layout_of, puzzle_object
from numlink.version import GENERATOR_VERSION, GRADE_VERSION, __version__

if TYPE_CHECKING:
    from numlink.datasets.parquet import Parquet, TableShard

Codec: TypeAlias = "JsonLines | Parquet"
Shard: TypeAlias = "LinesShard | TableShard"


def codec(format: ShardFormat) -> Codec:
    """The codec for shards of a format; this call loads its libraries."""
    if format is ShardFormat.JSONL:
        return JsonLines()
    from numlink.datasets.parquet import Parquet

    return Parquet()


Versions = tuple[str, int, int]

VERSIONS: Versions = (__version__, GENERATOR_VERSION, GRADE_VERSION)
"""The versions of numlink, generator and rating, which coordinator and workers must share."""

Attempt = tuple[int, int]  # (index, number of the first attempt to try)


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows of a shard: their bytes, their number, and the index that ran dry, which ends them, or None."""

    data: bytes
    made: int
    dry: int | None


def make_piece(plan: Plan, items: Sequence[Attempt], versions: Versions = VERSIONS) -> Piece:
    """Make the row of each item: the first attempt, from the given one on, that is a puzzle of the wanted grade.

    Items are in order; none is made from the first index on that runs dry. Raises InputError for other `versions`.
    """
    if versions != VERSIONS:
        theirs, ours = ("numlink {} with generator {} and rating {}".format(*pair) for pair in (versions, VERSIONS))
        raise InputError(f"the coordinator has {theirs}, a worker {ours}. Install the same on both.")
    rows: list[Row] = []
    for index, first in items:
        row = first_row(plan, index, first)
        if row is None:
            return Piece(codec(plan.format).pack(rows), len(rows), index)
        rows.append(row)
    return Piece(codec(plan.format).pack(rows), len(rows), None)


# -- JSON lines ----------------------------------------------------------------------------------------------------

_INDEX = re.compile(rb'\{"index":([0-9]{1,18}),"attempt":([0-9]{1,9}),')
_HASH = re.compile(rb'"hash":"([0-9a-f]{32})"')
"""Match index and attempt at the beginning of a line, and the hash anywhere in it, without parsing its JSON."""


class JsonLines:
    def pack(self, rows: Sequence[Row]) -> bytes:
        return b"".join(self._line(row) for row in rows)

    def join(self, pieces: Iterable[bytes], base: bytes | None = None) -> bytes:
        lines = {_index_of(line): line for part in (base or b"", *pieces) for line in _lines(part)}
        return b"".join(lines[index] + b"\n" for index in sorted(lines))

    def cut(self, shard: bytes, rows: int) -> bytes:
        return b"".join(line + b"\n" for line in _lines(shard)[:rows])

    def read(self, shard: bytes) -> LinesShard:
        return LinesShard(_lines(shard), len(shard))

    def _line(self, row: Row) -> bytes:
        written = ("cells", "paths", *LAYOUT)  # columns that the JSON of the puzzle already has
        extra = {key: value for key, value in row.items() if value is not None and key not in written}
        text = extra | puzzle_object(puzzle_of(row)) | {"hash": row["hash"]}
        return json.dumps(text, separators=(",", ":")).encode() + b"\n"


class LinesShard:
    def __init__(self, lines: list[bytes], size: int) -> None:
        self.lines = lines
        self.size = size
        self.sealed = False

    def __len__(self) -> int:
        return len(self.lines)

    def row(self, place: int, names: Sequence[str] | None = None) -> Row:
        found = self._row(place)
        return found if names is None else {name: found[name] for name in names}

    def several(self, places: Sequence[int], names: Sequence[str]) -> Iterator[Row]:
        return (self.row(place, names) for place in places)

    def rows(self) -> Iterator[Row]:
        return map(self._row, range(len(self.lines)))

    def identities(self) -> Iterator[tuple[int, int, str]]:
        for place, line in enumerate(self.lines):
            first, name = _INDEX.match(line), _HASH.search(line)
            if first and name:
                yield int(first[1]), int(first[2]), name[1].decode()
            else:
                row = self._row(place)
                yield row["index"], row["attempt"], row["hash"]

    def _row(self, place: int) -> Row:
        try:
            found = json.loads(self.lines[place].decode())
            if not isinstance(found, dict):
                raise ValueError("no object")
            return _flat(found)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            reason = str(error) if isinstance(error, _WrongType) else "is not a row of a dataset"
            raise DamagedShard(f"has a bad line {place + 1}: it {reason}") from None


class _WrongType(ValueError):
    """A field has a value that its column cannot hold; the message is a predicate: "has no width"."""


def _flat(found: dict[str, Any]) -> Row:
    for name in ("cells", "paths"):
        if not isinstance(found.get(name), list):
            raise _WrongType(f"has no list of {name}")
    width, height = found["width"], found["height"]
    if type(width) is not int or type(height) is not int:
        raise _WrongType("has no width or no height")
    try:
        layout = layout_of(found, found["cells"])
    except InputError as error:
        raise _WrongType(f"has a bad board: {error}".rstrip(".")) from None
    found["cells"] = [cell for cells in found["cells"] for cell in cells]
    found["paths"] = [[_cell(position, width, height, layout.layers) for position in path] for path in found["paths"]]
    row = {name: found.get(name) for name in columns()} | board_columns(layout)
    for name, holds in _tests().items():
        value = row[name]
        if not (may_be_null(name) if value is None else holds(value)):
            raise _WrongType(f"has a bad {name}: {quoted(value)}")
    return row


def _cell(position: Any, width: int, height: int, layers: int) -> int:
    layer, row, column = position if layers > 1 else (0, *position)
    whole = type(layer) is type(row) is type(column) is int
    if not (whole and 0 <= layer < layers and 0 <= row < height and 0 <= column < width):
        raise _WrongType(f"has a path through {quoted(position)}")
    return int((layer * height + row) * width + column)


@cache
def _tests() -> dict[str, Callable[[Any], bool]]:
    """For each column, a function that says whether it can hold a value."""

    def whole(bits: int) -> Callable[[Any], bool]:
        return lambda value: type(value) is int and -(1 << bits) <= value < 1 << bits

    small = whole(31)
    tests: dict[str, Callable[[Any], bool]] = {
        "int32": small,
        "int64": whole(63),
        "bool": lambda value: type(value) is bool,
        "double": lambda value: type(value) in (int, float) and isfinite(value),
        "string": lambda value: type(value) is str and value.isprintable(),
        "list<int32>": lambda value: type(value) is list and all(map(small, value)),
        "list<list<int32>>": lambda value: all(map(small, (cell for path in value for cell in path))),
    }
    return {name: tests[kind] for name, kind in columns().items()}


def _lines(shard: bytes) -> list[bytes]:
    return shard.split(b"\n")[: -1 if shard.endswith(b"\n") else None] if shard else []


def _index_of(line: bytes) -> int:
    found = _INDEX.match(line)
    if not found:
        raise DamagedShard(f"has a line that does not start with its index: {line[:40]!r}")
    return int(found[1])
