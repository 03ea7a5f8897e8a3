"""How the rows of a dataset become the bytes of a shard, and shards rows again.

    worker:       rows ──pack──> piece (bytes)
    coordinator:  pieces, and a shard some rows of which they replace ──join──> the shard's bytes
    reader:       the shard's bytes ──read──> Shard ──> rows

The bytes of a shard depend on its rows alone, never on how they were cut into pieces: rows are sorted by index.
What is read is not trusted: bytes that are no shard raise DamagedShard, whatever is wrong with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from numlink.datasets.rows import Row
from numlink.errors import InputError


class DamagedShard(InputError):
    """The bytes are no shard; the message, a clause without a subject, says why."""


class Shard(Protocol):
    """A shard in memory, of `size` bytes; `sealed` where its bytes hold checksums of their own, which were right."""

    size: int
    sealed: bool

    def __len__(self) -> int: ...

    def row(self, place: int, names: Sequence[str] | None = None) -> Row:
        """One row, with these columns only; raises DamagedShard."""

    def rows(self) -> Iterator[Row]:
        """All rows; raises DamagedShard."""

    def identities(self) -> Iterator[tuple[int, int, str]]:
        """(index, attempt, hash) of each row, without making all of it; raises DamagedShard."""


class Codec(Protocol):
    """A format of shards."""

    def pack(self, rows: Sequence[Row]) -> bytes:
        """Rows as a piece of a shard."""

    def join(self, pieces: Iterable[bytes], base: bytes | None = None) -> bytes:
        """The shard of these pieces; where they replace rows of another shard, or follow them, `base` is its bytes."""

    def cut(self, shard: bytes, rows: int) -> bytes:
        """The shard's first `rows` rows."""

    def read(self, shard: bytes) -> Shard:
        """The shard of these bytes; raises DamagedShard where they are none."""
