"""The folder of a dataset, on a disk or behind a URL: files are written atomically, by one process at a time.

A local file is written under another name, flushed to the disk and renamed; object stores write objects atomically.
Contents are checked when they are read. An error is one line with a remedy.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256

from numlink.datasets.codecs import Codec, Shard, codec
from numlink.datasets.manifest import CONFIGURATION, LOCK, MANIFEST, Manifest, WrittenShard, manifest_from
from numlink.datasets.plan import Plan
from numlink.datasets.rows import DamagedShard, canonical_hash, puzzle_of
from numlink.datasets.stores import REMOVING, DiskLock, ObjectLock, Taken, one_line, store_at
from numlink.errors import InputError, quoted
from numlink.files import is_left_over
from numlink.model.arguments import written_out

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # error codes of a full file system


class ServiceFailed(InputError):
    """The service behind a URL gives no answer, or refuses; the dataset may still be intact."""


class Folder:
    """The folder of a dataset: a path, or a URL for fsspec.  Raises InputError; for a service ServiceFailed.

    `missing` is the remedy if a file cannot be read.
    """

    def __init__(self, target: str, *, missing: str = "Is the dataset complete?") -> None:
        self.target = written_out(target)
        self.missing = missing
        try:
            nameless = b"\0" in os.fsencode(self.target)
        except UnicodeEncodeError:
            nameless = True
        if nameless:
            raise InputError(f"no folder can have the name {quoted(self.target)}. Give another one.")
        self.store = store_at(self.target)
        self.local = self.store.local
        self._lock: DiskLock | ObjectLock | None = None
        self.begun = False  # whether the folder has a manifest, so that a run can be resumed

    def place(self, name: str) -> str:
        """The path or URL of a file, for messages."""
        return f"{self.target.rstrip('/')}/{name}"

    def url(self, name: str) -> str:
        """The path or URL of a file, for other libraries."""
        return self.store.url(name)

    def make(self) -> None:
        with self._store_errors("write"):
            self.store.make()

    def names(self) -> list[str]:
        return sorted(self.sizes())

    def sizes(self) -> dict[str, int]:
        with self._store_errors("read"):
            return self.store.sizes()

    def read(self, name: str) -> bytes:
        with self._store_errors("read", name):
            return self.store.read(name)

    def write(self, name: str, content: bytes) -> None:
        """Write a file atomically, and refresh the lock."""
        with self._store_errors("write", name):
            if self._lock is not None:
                self._lock.refresh()
            self.store.write(name, content)
        if name == MANIFEST:
            self.begun = True

    def delete(self, name: str) -> None:
        with self._store_errors("write", name):
            self.store.delete(name)

    def manifest(self) -> Manifest | None:
        """The manifest, or None if there is none; raises InputError if it cannot be used."""
        if MANIFEST not in self.names():
            return None
        content = self.read(MANIFEST)
        self.begun = True
        try:
            return manifest_from(content)
        except InputError as error:
            where = self.place(MANIFEST)
            configuration = self.place(CONFIGURATION)
            remedy = f"Restore that file, or start over: numlink batch --config {configuration} -o OTHER"
            raise InputError(f"{where} cannot be used: {error} {remedy}") from None

    def content(self, entry: WrittenShard) -> bytes:
        """The bytes of a shard; raises InputError if size or checksum differ from the manifest's `entry`."""
        content = self.read(entry.name)
        if len(content) != entry.bytes or checksum(content) != entry.sha256:
            what = "size" if len(content) != entry.bytes else "checksum"
            raise self.damage(entry.name, f"does not match the manifest: its {what} differs")
        return content

    def shard(self, entry: WrittenShard, codec: Codec) -> Shard:
        """A shard, read by `codec`; raises InputError if it is damaged or has more or fewer rows than listed."""
        content = self.content(entry)
        with self.reading(entry.name):
            shard = codec.read(content)
            if len(shard) != entry.rows:
                raise DamagedShard(f"has {len(shard):,} rows, but the manifest says {entry.rows:,}")
        return shard

    @contextmanager
    def reading(self, name: str) -> Iterator[None]:
        """Turn a DamagedShard raised within the block into an InputError that names the file."""
        try:
            yield
        except DamagedShard as error:
            raise self.damage(name, str(error)) from None

    def damage(self, name: str, problem: str) -> InputError:
        """The error for a damaged shard; `problem` is a predicate: "has 3 rows"."""
        return InputError(f"{self.place(name)} {problem}. Make it again: numlink batch --resume {self.target}")

    @contextmanager
    def locked(self, run: str) -> Iterator[None]:
        """Make `run` the only writer within the block; InputError names another run that is writing."""
        with self._store_errors("write"):
            lock = self.store.lock(LOCK, run)
        try:
            self._lock = lock
            for name in self.names():
                if is_left_over(name) or name.startswith(f"{LOCK}{REMOVING}"):
                    self.delete(name)
            yield
        finally:
            self._lock = None
            with suppress(Exception):
                lock.release()

    @contextmanager
    def _store_errors(self, doing: str, name: str = "") -> Iterator[None]:
        """Turn an error of the store within the block into an InputError with a remedy, on one line."""
        try:
            yield
        except Taken as error:
            raise InputError(
                f"{error.owner} is writing into {self.target}. Wait for it, or choose another folder."
            ) from None
        except Exception as error:  # every library has its own errors
            if self.local and not isinstance(error, OSError):
                raise
            raise self.failure(error, doing, name) from None

    def failure(self, error: Exception, doing: str, name: str = "") -> InputError:
        """The error for a file, or for the folder, that cannot be read or written; `doing` is "read" or "write"."""
        words = self._words(error, doing, self.place(name) if name else self.target)
        return InputError(words) if self.local or isinstance(error, FileNotFoundError) else ServiceFailed(words)

    def _words(self, error: Exception, doing: str, where: str) -> str:
        reason = one_line(error)
        begun = self._lock is not None and self.begun
        again = f"numlink batch --resume {self.target}" if begun else "the same again"
        kept = f"Nothing is lost; {{}}, then: {again}"
        if isinstance(error, OSError) and error.errno in FULL:
            return f"no space left for {self.target}: {reason}. {kept.format('free some space')}"
        if self.local or isinstance(error, FileNotFoundError):
            remedy = "Choose a folder you can write to." if doing == "write" else self.missing
        elif begun:
            remedy = kept.format("once the service answers")
        else:
            remedy = "Check the address, the credentials and the connection, and try again."
        return f"cannot {doing} {where}: {reason}. {remedy}"


def checksum(content: bytes) -> str:
    return sha256(content).hexdigest()


def shard_found(plan: Plan, shard: int, content: bytes) -> WrittenShard | None:
    """The entry of shard number `shard` with these bytes, which may hold only its first rows; None if damaged."""
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
    """(number, entry) of the shards of a dataset in progress, without damaged ones."""
    there = set(folder.names())
    for shard in range(plan.shards):
        if plan.shard_name(shard) in there:
            entry = shard_found(plan, shard, folder.read(plan.shard_name(shard)))
            if entry is not None:
                yield shard, entry
