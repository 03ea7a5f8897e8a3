"""How the rows of a dataset become the bytes of a shard, and shards rows again.

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
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from numlink.datasets.plan import ShardFormat
from numlink.datasets.rows import COLUMNS, Row, puzzle_of
from numlink.errors import InputError, MissingExtra
from numlink.formats.json_lines import puzzle_object

if TYPE_CHECKING:
    import pyarrow

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


def pack(format: ShardFormat, rows: Sequence[Row]) -> bytes:
    """Rows as a piece of a shard."""
    if format is ShardFormat.JSONL:
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


def join(format: ShardFormat, pieces: Iterable[bytes], base: bytes | None = None) -> bytes:
    """The shard of these pieces; where they replace rows of another shard, `base` holds its bytes."""
    return _join_lines(pieces, base) if format is ShardFormat.JSONL else _join_tables(pieces, base)


def cut(format: ShardFormat, shard: bytes, rows: int) -> bytes:
    """The shard's first `rows` rows."""
    if format is ShardFormat.JSONL:
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


def rows_of(format: ShardFormat, shard: bytes) -> Iterator[Row]:
    """The rows of a shard."""
    if format is ShardFormat.PARQUET:
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
