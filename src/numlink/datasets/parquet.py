"""Shards in Parquet: one row group, written with fixed options, so that the same rows give the same bytes."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from numlink.datasets.rows import DamagedShard, Row, columns, may_be_null
from numlink.errors import optional

if TYPE_CHECKING:
    import pyarrow

WRITER = {
    "compression": "zstd",
    "compression_level": 3,
    "version": "2.6",
    "data_page_version": "1.0",
    "write_page_checksum": True,  # lets readers find a flipped byte
}
"""Options of pyarrow's writer that are not its defaults."""

AT_ONCE = 1000  # rows turned into dicts at once


def arrow() -> Any:
    with optional("a dataset in Parquet", "dataset"):
        import pyarrow
        import pyarrow.json
        import pyarrow.parquet
    return pyarrow


@cache
def schema() -> pyarrow.Schema:
    pa = arrow()

    def typed(kind: str) -> Any:
        part = kind.removeprefix("list<")
        return pa.type_for_alias(kind) if part == kind else pa.list_(typed(part.removesuffix(">")))

    return pa.schema([(name, typed(kind)) for name, kind in columns().items()])


class Parquet:
    def __init__(self) -> None:
        self.schema = schema()

    def pack(self, rows: Sequence[Row]) -> bytes:
        """The rows as JSON lines, which `join` reads."""
        return "".join(f"{json.dumps(row)}\n" for row in rows).encode()

    def join(self, pieces: Iterable[bytes], base: bytes | None = None) -> bytes:
        table = self._made(b"".join(pieces))
        if base is not None:
            table = arrow().concat_tables([self._others(base, table["index"]), table])
        return self._bytes(table.sort_by("index"))

    def cut(self, shard: bytes, rows: int) -> bytes:
        return self._bytes(self._table(shard).slice(0, rows))

    def read(self, shard: bytes) -> TableShard:
        table = self._table(shard)
        for name in self.schema.names:
            if not may_be_null(name) and _has_nulls(table[name]):
                raise DamagedShard(f"has an empty field in column {name}")
        return TableShard(table)

    def _made(self, lines: bytes) -> pyarrow.Table:
        """The rows of JSON lines; `pyarrow.array` would load pandas, which takes 50 MB in every worker."""
        pa = arrow()
        if not lines:
            return self.schema.empty_table()
        whole = pa.json.ReadOptions(use_threads=False, block_size=len(lines) + 1)
        return pa.json.read_json(
            pa.BufferReader(lines),
            read_options=whole,
            parse_options=pa.json.ParseOptions(explicit_schema=self.schema, unexpected_field_behavior="ignore"),
        )

    def _others(self, shard: bytes, indices: pyarrow.ChunkedArray) -> pyarrow.Table:
        import pyarrow.compute as pc

        table = self._table(shard)
        return table.filter(pc.invert(pc.is_in(table["index"], indices)))

    def _table(self, shard: bytes) -> pyarrow.Table:
        """A shard as a table with our columns.  Raises DamagedShard."""
        # `read_table` would load pyarrow.dataset, 50 MB of memory.  A Python file object would be read by a thread of
        # Arrow, which aborts 1 in 100 short processes at their end.
        pa = arrow()
        with _arrow_errors():
            file = pa.parquet.ParquetFile(pa.BufferReader(shard), page_checksum_verification=True)
            there = file.schema_arrow
            for part in self.schema:
                if there.get_field_index(part.name) < 0 or there.field(part.name).type != part.type:
                    raise DamagedShard(f"has no column {part.name} of {columns()[part.name]}")
            table = file.read(columns=self.schema.names, use_threads=False)
            table.validate(full=True)
            return table.select(self.schema.names).cast(self.schema)

    def _bytes(self, table: pyarrow.Table) -> bytes:
        pa = arrow()
        sink = io.BytesIO()
        plain = pa.Table.from_batches(table.combine_chunks().to_batches(), self.schema)
        pa.parquet.write_table(plain, sink, row_group_size=max(1, plain.num_rows), store_schema=False, **WRITER)
        return sink.getvalue()


class TableShard:
    def __init__(self, table: pyarrow.Table) -> None:
        self.table = table
        self.size: int = table.nbytes
        self.sealed = True
        # a dict, because Arrow searches all names at each access, which takes half a millisecond per row
        self.columns: dict[str, pyarrow.ChunkedArray] = dict(zip(table.column_names, table.columns, strict=True))

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def row(self, place: int, names: Sequence[str] | None = None) -> Row:
        with _arrow_errors():
            if names is None:
                return next(self.several((place,), list(self.columns)))
            return {name: self.columns[name][place].as_py() for name in names}

    def several(self, places: Sequence[int], names: Sequence[str]) -> Iterator[Row]:
        pa = arrow()
        table = self.table.select(names)
        for start in range(0, len(places), AT_ONCE):
            some = places[start : start + AT_ONCE]
            with _arrow_errors():
                if some[-1] - some[0] == len(some) - 1:  # they have no gaps
                    part = table.slice(some[0], len(some))
                else:
                    part = table.take(pa.array(some, pa.int64()))
                columns = [column.to_pylist() for column in part.columns]
            # by columns, because by rows it takes ten times as long
            yield from (dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True))

    def rows(self) -> Iterator[Row]:
        return self.several(range(len(self)), list(self.columns))

    def identities(self) -> Iterator[tuple[int, int, str]]:
        with _arrow_errors():
            found = [self.table[name].to_pylist() for name in ("index", "attempt", "hash")]
        yield from zip(*found, strict=True)


@contextmanager
def _arrow_errors() -> Iterator[None]:
    """Turn errors of Arrow, files, values, types and keys within the block into DamagedShard."""
    pa = arrow()
    try:
        yield
    except DamagedShard:
        raise
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, OverflowError) as error:
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise DamagedShard(f"is not a Parquet file of a dataset ({reason[:100]})") from None


def _has_nulls(values: Any) -> bool:
    if values.null_count:
        return True
    pa = arrow()
    return bool(pa.types.is_list(values.type)) and any(
        _has_nulls(chunk.flatten()) for chunk in getattr(values, "chunks", [values])
    )
