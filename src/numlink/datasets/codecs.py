"""The codec of each format of shards."""

from __future__ import annotations

from numlink.datasets.plan import ShardFormat
from numlink.datasets.shards import Codec


def codec(format: ShardFormat) -> Codec:
    """The codec that reads and writes shards of a format; its libraries are loaded by this call."""
    if format is ShardFormat.JSONL:
        from numlink.datasets.lines import JsonLines

        return JsonLines()
    from numlink.datasets.parquet import Parquet

    return Parquet()
