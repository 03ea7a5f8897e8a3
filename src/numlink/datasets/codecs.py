"""Codecs turn rows of a dataset into the bytes of a shard and back.

    worker:       rows ──pack──> piece (bytes)
    coordinator:  pieces, and an older version of the shard ──join──> bytes of the shard
    reader:       bytes of the shard ──read──> a shard in memory ──> rows

`join` keeps those rows of the older version `base` that the pieces do not replace; `cut` gives the first rows of a
shard. The bytes of a shard depend on its rows alone, not on how they were cut into pieces; rows are sorted by index.

A shard in memory takes `size` bytes; `sealed`: its bytes hold checksums of their own, which were right. `row` and
`several` give rows by their index in the shard, with the columns `names` only (None: all), `identities` (index,
attempt, hash) of each row. Bytes that are no shard raise DamagedShard when they are read, whatever is wrong with them.

`make_piece` is the whole task of a worker, which writes no files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from numlink.datasets.plan import Plan, ShardFormat
from numlink.datasets.rows import Row, first_row
from numlink.errors import InputError
from numlink.version import GENERATOR_VERSION, GRADE_VERSION, __version__

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


Versions = tuple[str, int, int]

VERSIONS: Versions = (__version__, GENERATOR_VERSION, GRADE_VERSION)
"""The versions of numlink, generator and rating, the same for coordinator and workers."""

Attempt = tuple[int, int]  # (index, number of the first attempt to try)


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows of a shard: their bytes and number, and the index that ran dry, before which they end; else None."""

    data: bytes
    made: int
    dry: int | None


def make_piece(plan: Plan, items: Sequence[Attempt], versions: Versions = VERSIONS) -> Piece:
    """The rows of these items: of each the first attempt, from the given one on, that is a puzzle of the wanted grade.

    Items are in order; from the first index that runs dry no rows are made. Raises InputError for other `versions`.
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
