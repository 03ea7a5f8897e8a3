"""Codecs turn rows of a dataset into the bytes of a shard and back.

    worker:       rows ──pack──> piece (bytes)
    coordinator:  pieces, and an older version of the shard ──join──> bytes of the shard
    reader:       bytes of the shard ──read──> Shard ──> rows

The bytes of a shard depend on its rows alone, not on how they were cut into pieces; rows are sorted by index.  Bytes
that are no shard raise DamagedShard when they are read, whatever is wrong with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from numlink.datasets.plan import ShardFormat
from numlink.datasets.rows import Row


class Shard(Protocol):
    """A shard in memory, which takes `size` bytes; `sealed`: its bytes hold checksums of their own, which were right.

    `names` are the columns wanted (None: all), `identities` the (index, attempt, hash) of all rows. All raise
    DamagedShard.
    """

    size: int
    sealed: bool

    def __len__(self) -> int: ...
    def row(self, place: int, names: Sequence[str] | None = None) -> Row: ...
    def several(self, places: Sequence[int], names: Sequence[str]) -> Iterator[Row]: ...
    def rows(self) -> Iterator[Row]: ...
    def identities(self) -> Iterator[tuple[int, int, str]]: ...


class Codec(Protocol):
    """A format of shards.

    `join` gives a shard with the rows of some pieces, and of the shard `base` those that they do not replace; `cut` the
    first `rows` rows of a shard; `read` raises DamagedShard.
    """

    def pack(self, rows: Sequence[Row]) -> bytes: ...
    def join(self, pieces: Iterable[bytes], base: bytes | None = None) -> bytes: ...
    def cut(self, shard: bytes, rows: int) -> bytes: ...
    def read(self, shard: bytes) -> Shard: ...


def codec(format: ShardFormat) -> Codec:
    """The codec that reads and writes shards of a format; its libraries are loaded by this call."""
    if format is ShardFormat.JSONL:
        from numlink.datasets.lines import JsonLines

        return JsonLines()
    from numlink.datasets.parquet import Parquet

    return Parquet()
