"""Finds the shards of a dataset in progress, which no manifest lists yet, and verifies them."""

from __future__ import annotations

from collections.abc import Iterator

from numlink.datasets.codecs import codec
from numlink.datasets.folder import Folder, checksum
from numlink.datasets.manifest import WrittenShard
from numlink.datasets.plan import Plan
from numlink.datasets.rows import canonical_hash, puzzle_of
from numlink.errors import InputError


def shard_found(plan: Plan, shard: int, content: bytes) -> WrittenShard | None:
    """The entry of shard number `shard` with these bytes, which may have only its first rows; None if damaged."""
    indices = plan.indices(shard)
    try:
        found = codec(plan.format).read(content)
        if [index for index, _, _ in found.identities()] != list(indices[: len(found)]):
            return None
        whole = found.sealed or all(canonical_hash(puzzle_of(row)) == row["hash"] for row in found.rows())
    except InputError:
        return None
    if not whole or not len(found):
        return None
    return WrittenShard(plan.shard_name(shard), len(found), len(content), checksum(content))


def shards_found(folder: Folder, plan: Plan) -> Iterator[tuple[int, WrittenShard]]:
    """(number, entry) of the shards that a dataset in progress has; damaged ones are left out."""
    there = set(folder.names())
    for shard in range(plan.shards):
        if plan.shard_name(shard) in there:
            entry = shard_found(plan, shard, folder.read(plan.shard_name(shard)))
            if entry is not None:
                yield shard, entry
