"""Where the files of a dataset lie: on a disk, or behind a URL that fsspec knows.  All methods raise OSError."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from numlink.datasets.locks import KNOWS_LOCKS, DiskLock, Lock, ObjectLock
from numlink.errors import InputError, MissingExtra
from numlink.files import replace_file


class Store(Protocol):
    """The files of one folder, without folders in it."""

    local: bool

    def url(self, name: str) -> str:
        """A file as other libraries name it."""

    def make(self) -> None:
        """Make the folder where there is none."""

    def names(self) -> list[str]:
        """The files in the folder, in any order; none where there is no folder."""

    def sizes(self) -> dict[str, int]:
        """The files in the folder and their bytes."""

    def read(self, name: str) -> bytes:
        """All of a file."""

    def create(self, name: str, content: bytes) -> None:
        """Put a file where there is none; raises FileExistsError where there is one."""

    def write(self, name: str, content: bytes) -> None:
        """Put a file, whole or not at all."""

    def delete(self, name: str) -> None:
        """Remove a file."""

    def lock(self, name: str, run: str) -> Lock:
        """Be the only writer; raises Taken."""


class Disk:
    """A folder of this machine; needs no library."""

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
        if path.exists() and not path.is_file() and not path.is_dir():
            raise OSError(errno.EINVAL, "it is a pipe or a device")  # reading it might never end
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


class Unreached(OSError):
    """The service behind a URL failed."""


@contextmanager
def _as_os_errors() -> Iterator[None]:
    """Turn what a service raises into OSError: every library has errors of its own, rooted in Exception.

    s3fs, gcsfs and others try again themselves, with growing pauses, what may pass (throttling, lost connections).
    """
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
            try:  # S3: If-None-Match, so that of two only one is let in
                self.system.pipe_file(path, content, mode="create")
            except FileExistsError:
                raise
            except OSError:  # s3fs says "invalid argument" of an object that is there
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
"""Characters of a library's message that are told; some quote the whole answer of a server."""


def one_line(error: Exception) -> str:
    """What an error says, in one line without a full stop at its end."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(said.split())[:LONGEST].rstrip(". ") or type(error).__name__


def _last(path: Any) -> str:
    return str(path).rstrip("/").rpartition("/")[2]


def store_at(target: str) -> Store:
    """The store of a path or URL; raises InputError where nothing is known of it."""
    if "://" not in target:
        return Disk(target)
    try:
        import fsspec
        from fsspec.implementations.local import LocalFileSystem
    except ImportError:
        raise MissingExtra(f"a dataset at {target}", "dataset") from None
    try:
        system, root = fsspec.core.url_to_fs(target)
    except Exception as error:  # of any library: it may lack, log in or connect at once
        raise InputError(
            f"cannot reach {target}: {one_line(error)}. Give a folder, or a URL such as s3://..."
        ) from None
    return Disk(root) if isinstance(system, LocalFileSystem) else Remote(system, root)
