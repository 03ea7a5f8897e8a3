"""The codec of each format of shards."""

from __future__ import annotations

from numlink.datasets.edition import NEW, Edition
from numlink.datasets.plan import ShardFormat
from numlink.datasets.shards import Codec


def codec(format: ShardFormat, edition: Edition = NEW) -> Codec:
    """What reads and writes shards of a format; libraries are loaded when it is used."""
    if format is ShardFormat.JSONL:
        from numlink.datasets.lines import JsonLines

        return JsonLines(edition)
    from numlink.datasets.parquet import Parquet

    return Parquet(edition)
