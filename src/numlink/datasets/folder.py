"""The folder of a dataset, on a disk or behind a URL: whole files or none, one writer at a time, errors in one line.

    DIR/_manifest.json     the plan, versions, counts, checksums; `complete` is true once all is done
    DIR/_batch.toml        the plan as a configuration file
    DIR/00000.parquet ...  the shards
    DIR/_lock              who is writing (gone when nobody is)

A local file is written beside its place, flushed to the disk and renamed; an object store puts objects whole.
Nothing in the folder is trusted.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256

from numlink.datasets.edition import CONFIGURATION, LOCK, MANIFEST
from numlink.datasets.locks import Lock, Taken
from numlink.datasets.manifest import Manifest, WrittenShard, manifest_from
from numlink.datasets.shards import Codec, DamagedShard, Shard
from numlink.datasets.stores import one_line, store_at
from numlink.errors import InputError
from numlink.files import is_left_over

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class ServiceFailed(InputError):
    """The service behind a URL gives no answer, or refuses: that says nothing about the dataset."""


class Folder:
    """Where a dataset lies: a path, or a URL that fsspec knows.  Raises InputError where it cannot be reached."""

    def __init__(self, target: str) -> None:
        self.target = str(target)
        try:
            nameless = b"\0" in os.fsencode(self.target)
        except UnicodeEncodeError:
            nameless = True
        if nameless:
            raise InputError(f"no folder can have the name {self.target!r:.40}. Give another one.")
        self.store = store_at(self.target)
        self.local = self.store.local
        self._lock: Lock | None = None
        self._begun = False  # a manifest is there: a run can be resumed

    def place(self, name: str) -> str:
        """A file as messages name it."""
        return f"{self.target.rstrip('/')}/{name}"

    def url(self, name: str) -> str:
        """A file as other libraries name it."""
        return self.store.url(name)

    def make(self) -> None:
        """Make the folder where there is none."""
        with self._told("write"):
            self.store.make()

    def names(self) -> list[str]:
        """The files in the folder, sorted."""
        with self._told("read"):
            return sorted(self.store.names())

    def sizes(self) -> dict[str, int]:
        """The files in the folder and their bytes."""
        with self._told("read"):
            return self.store.sizes()

    def read(self, name: str) -> bytes:
        """All of a file."""
        with self._told("read", name):
            return self.store.read(name)

    def write(self, name: str, content: bytes) -> None:
        """A file, whole or not at all."""
        with self._told("write", name):
            if self._lock is not None:
                self._lock.refresh()
            self.store.write(name, content)
        if name == MANIFEST:
            self._begun = True

    def delete(self, name: str) -> None:
        """Remove a file."""
        with self._told("write", name):
            self.store.delete(name)

    def manifest(self) -> Manifest | None:
        """The manifest, or None where there is none; raises InputError for one that cannot be used."""
        if MANIFEST not in self.names():
            return None
        content = self.read(MANIFEST)
        self._begun = True
        try:
            return manifest_from(content)
        except InputError as error:
            where = self.place(MANIFEST)
            configuration = self.place(CONFIGURATION)
            remedy = f"Restore that file, or start anew: numlink batch --config {configuration} -o OTHER"
            raise InputError(f"{where} cannot be used: {error} {remedy}") from None

    def content(self, entry: WrittenShard) -> bytes:
        """The bytes of a shard, which are those of the manifest; raises InputError where they are not."""
        content = self.read(entry.name)
        if len(content) != entry.bytes or checksum(content) != entry.sha256:
            what = "size" if len(content) != entry.bytes else "checksum"
            raise self.damage(entry.name, f"is not what the manifest says: its {what} differs")
        return content

    def shard(self, codec: Codec, entry: WrittenShard) -> Shard:
        """A shard with all its rows; raises InputError where it is damaged."""
        content = self.content(entry)
        with self.reading(entry.name):
            shard = codec.read(content)
            if len(shard) != entry.rows:
                raise DamagedShard(f"has {len(shard):,} rows, the manifest says {entry.rows:,}")
        return shard

    @contextmanager
    def reading(self, name: str) -> Iterator[None]:
        """Say of which shard it is that something is wrong with it."""
        try:
            yield
        except DamagedShard as error:
            raise self.damage(name, str(error)) from None

    def damage(self, name: str, problem: str) -> InputError:
        """What is said of a damaged shard."""
        return InputError(f"{self.place(name)} {problem}. Make it again: numlink batch --resume {self.target}")

    @contextmanager
    def locked(self, run: str) -> Iterator[None]:
        """Be the only writer, taking over a lock left behind; raises InputError where another is, with its run id."""
        with self._told("write"):
            lock = self.store.lock(LOCK, run)
        try:
            self._lock = lock
            for name in self.names():
                if is_left_over(name):
                    self.delete(name)
            yield
        finally:
            self._lock = None
            with suppress(OSError):
                lock.release()

    @contextmanager
    def _told(self, doing: str, name: str = "") -> Iterator[None]:
        """Turn an error of the file system into one line with a remedy."""
        try:
            yield
        except Taken as error:
            raise InputError(
                f"{error.owner} is writing into {self.target}. Wait for it, or choose another folder."
            ) from None
        except OSError as error:
            raise self.failure(error, doing, name) from None

    def failure(self, error: OSError, doing: str, name: str = "") -> InputError:
        """What is raised where a file or the folder cannot be read or written."""
        words = self._words(error, doing, self.place(name) if name else self.target)
        return InputError(words) if self.local or isinstance(error, FileNotFoundError) else ServiceFailed(words)

    def _words(self, error: OSError, doing: str, where: str) -> str:
        """What failed, why, and what to do."""
        reason = one_line(error)
        begun = self._lock is not None and self._begun
        again = f"numlink batch --resume {self.target}" if begun else "the same again"
        kept = f"What is there is whole and nothing is lost; {{}}, then: {again}"
        if error.errno in FULL:
            return f"no room left for {self.target}: {reason}. {kept.format('make room')}"
        if self.local or isinstance(error, FileNotFoundError):
            remedy = "Choose a folder you can write to." if doing == "write" else "Is the dataset whole?"
        elif begun:
            remedy = kept.format("once the service answers")
        else:
            remedy = "Look at the address, the credentials and the connection, and try again."
        return f"cannot {doing} {where}: {reason}. {remedy}"


def checksum(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return sha256(content).hexdigest()
