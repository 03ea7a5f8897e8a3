"""Stores for the files of a dataset: a folder on a disk, or behind a URL; methods raise OSError."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from numlink.datasets.locks import KNOWS_LOCKS, DiskLock, Lock, ObjectLock
from numlink.errors import InputError, MissingExtra
from numlink.files import is_device, replace_file


class Store(Protocol):
    """The files of one folder; folders in it are not used.

    `names` is [] without a folder; `create` raises FileExistsError if the file exists; `write` is whole or not at all;
    `lock` takes the lock in a file for the run with this id, and raises Taken if another process holds it.
    """

    local: bool

    def url(self, name: str) -> str: ...
    def make(self) -> None: ...
    def names(self) -> list[str]: ...
    def sizes(self) -> dict[str, int]: ...
    def read(self, name: str) -> bytes: ...
    def create(self, name: str, content: bytes) -> None: ...
    def write(self, name: str, content: bytes) -> None: ...
    def delete(self, name: str) -> None: ...
    def lock(self, name: str, run: str) -> Lock: ...


class Disk:
    """A folder on a disk; needs no library."""

    local = True

    def __init__(self, root: str) -> None:
        self.root = Path(root)

    def url(self, name: str) -> str:
        return str(self.root / name)

    def make(self) -> None:
        self.root.mkdir(parents=True, exist_ok=True)

    def names(self) -> list[str]:
        try:
            return os.listdir(self.root)
        except FileNotFoundError:
            return []

    def sizes(self) -> dict[str, int]:
        with os.scandir(self.root) as entries:
            return {entry.name: entry.stat().st_size for entry in entries}

    def read(self, name: str) -> bytes:
        path = self.root / name
        if is_device(str(path)):
            raise OSError(errno.EINVAL, "it is a pipe or a device")  # reading a pipe or a device might never end
        return path.read_bytes()

    def create(self, name: str, content: bytes) -> None:
        with open(self.root / name, "xb") as file:
            file.write(content)

    def write(self, name: str, content: bytes) -> None:
        replace_file(self.root / name, content, flushed=True)

    def delete(self, name: str) -> None:
        (self.root / name).unlink()

    def lock(self, name: str, run: str) -> Lock:
        return DiskLock(self.root / name, run) if KNOWS_LOCKS else ObjectLock(self, name, run)


class Unreached(OSError): ...


@contextmanager
def _as_os_errors() -> Iterator[None]:
    """Turn any exception within the block into OSError, because every library has errors of its own."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise Unreached(str(error) or type(error).__name__) from error


class Remote:
    """A folder behind a URL."""

    local = False

    def __init__(self, system: Any, root: str) -> None:
        self.system = system
        self.root = root.rstrip("/")

    def url(self, name: str) -> str:
        return str(self.system.unstrip_protocol(self._path(name)))

    def make(self) -> None:
        with _as_os_errors():
            self.system.makedirs(self.root, exist_ok=True)

    def names(self) -> list[str]:
        with _as_os_errors():
            self.system.invalidate_cache()
            try:
                return [_last(path) for path in self.system.ls(self.root, detail=False)]
            except FileNotFoundError:
                return []

    def sizes(self) -> dict[str, int]:
        with _as_os_errors():
            self.system.invalidate_cache()
            return {_last(entry["name"]): entry["size"] for entry in self.system.ls(self.root, detail=True)}

    def read(self, name: str) -> bytes:
        with _as_os_errors():
            return bytes(self.system.cat_file(self._path(name)))

    def create(self, name: str, content: bytes) -> None:
        path = self._path(name)
        with _as_os_errors():
            try:  # on S3 this is If-None-Match: of two processes only one succeeds
                self.system.pipe_file(path, content, mode="create")
            except FileExistsError:
                raise
            except OSError:  # s3fs raises "invalid argument" if the object exists
                self.system.invalidate_cache()
                if self.system.exists(path):
                    raise FileExistsError(path) from None
                raise

    def write(self, name: str, content: bytes) -> None:
        with _as_os_errors():
            self.system.pipe_file(self._path(name), content)

    def delete(self, name: str) -> None:
        with _as_os_errors():
            self.system.rm_file(self._path(name))

    def lock(self, name: str, run: str) -> Lock:
        return ObjectLock(self, name, run)

    def _path(self, name: str) -> str:
        return f"{self.root}/{name}"


LONGEST = 200
"""The most characters of a library's message that are shown."""


def one_line(error: Exception) -> str:
    """The message of an error on one line, without a full stop."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(said.split())[:LONGEST].rstrip(". ") or type(error).__name__


def _last(path: Any) -> str:
    return str(path).rstrip("/").rpartition("/")[2]


def store_at(target: str) -> Store:
    """The store of a path or URL; raises InputError if it cannot be reached, MissingExtra without fsspec."""
    if "://" not in target:
        return Disk(target)
    try:
        import fsspec
        from fsspec.implementations.local import LocalFileSystem
    except ImportError:
        raise MissingExtra(f"a dataset at {target}", "dataset") from None
    try:
        system, root = fsspec.core.url_to_fs(target)
    except Exception as error:  # of any library: one may be missing, or fail to log in or to connect
        raise InputError(
            f"cannot reach {target}: {one_line(error)}. Give a folder, or a URL such as s3://..."
        ) from None
    return Disk(root) if isinstance(system, LocalFileSystem) else Remote(system, root)
