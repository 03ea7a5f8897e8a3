"""Codecs turn rows of a dataset into the bytes of a shard and back.

    worker:       rows ──pack──> piece (bytes)
    coordinator:  pieces, and an older version of the shard ──join──> bytes of the shard
    reader:       bytes of the shard ──read──> a shard in memory ──> rows

`join` keeps those rows of the older version `base` that the pieces do not replace; `cut` gives the first rows of a
shard. The bytes of a shard depend on its rows alone, not on how they were cut into pieces; rows are sorted by index.

A shard in memory takes `size` bytes; `sealed`: its bytes hold checksums of their own, which were right. `row` and
`several` give rows by their index in the shard, with the columns `names` only (None: all), `identities` (index,
attempt, hash) of each row. Bytes that are no shard raise DamagedShard when they are read, whatever is wrong with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from numlink.datasets.plan import ShardFormat

if TYPE_CHECKING:
    from numlink.datasets.lines import JsonLines, LinesShard
    from numlink.datasets.parquet import Parquet, TableShard

Codec: TypeAlias = "JsonLines | Parquet"
Shard: TypeAlias = "LinesShard | TableShard"


def codec(format: ShardFormat) -> Codec:
    """The codec that reads and writes shards of a format; its libraries are loaded by this call."""
    if format is ShardFormat.JSONL:
        from numlink.datasets.lines import JsonLines

        return JsonLines()
    from numlink.datasets.parquet import Parquet

    return Parquet()
