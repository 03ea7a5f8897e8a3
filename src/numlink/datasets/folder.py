"""The folder of a dataset, on a disk or behind a URL: whole files or none, one writer at a time, errors in one line.

    DIR/manifest.json      the plan, versions, counts, checksums; `complete` is true once all is done
    DIR/batch.toml         the plan as a configuration file
    DIR/00000.parquet ...  the shards
    DIR/.lock              who is writing (gone when nobody is)

A local file is written beside its place, flushed to the disk and renamed; an object store puts objects whole.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import time
from typing import IO, Any

from numlink.errors import InputError, MissingExtra
from numlink.files import is_left_over, replace_file

MANIFEST = "manifest.json"
CONFIGURATION = "batch.toml"
LOCK = ".lock"

FORGOTTEN = 600
"""Seconds after which a lock in an object store that nobody refreshed is taken to be left behind."""

REFRESH = 60
"""Seconds between two refreshments."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Folder:
    """Where a dataset lies: a path, or a URL that fsspec knows.  Raises InputError where it cannot be reached."""

    def __init__(self, target: str) -> None:
        try:
            import fsspec
            from fsspec.implementations.local import LocalFileSystem
        except ImportError:
            raise MissingExtra("a dataset", "dataset") from None
        self.target = str(target)
        try:
            self.system, self.root = fsspec.core.url_to_fs(self.target)
        except (ValueError, ImportError) as error:
            raise InputError(f"cannot reach {self.target}: {error}. Give a folder, or a URL such as s3://...") from None
        self.local = Path(self.root) if isinstance(self.system, LocalFileSystem) else None
        self._lock: _LocalLock | _RemoteLock | None = None

    def path(self, name: str) -> str:
        """The path of a file as the file system knows it."""
        return f"{self.root.rstrip('/')}/{name}"

    def url(self, name: str) -> str:
        """A file as DuckDB names it."""
        return str(self.system.unstrip_protocol(self.path(name))) if self.local is None else self.path(name)

    def make(self) -> None:
        """Make the folder where there is none."""
        with self._told("write"):
            if self.local is not None:
                self.local.mkdir(parents=True, exist_ok=True)
            else:
                self.system.makedirs(self.root, exist_ok=True)

    def names(self) -> list[str]:
        """The files in the folder, sorted."""
        with self._told("read"):
            try:
                self.system.invalidate_cache()
                found = self.system.ls(self.root, detail=False)
            except FileNotFoundError:
                return []
        return sorted(str(path).rstrip("/").rpartition("/")[2] for path in found)

    def sizes(self) -> dict[str, int]:
        """The files in the folder and their bytes."""
        with self._told("read"):
            self.system.invalidate_cache()
            found = self.system.ls(self.root, detail=True)
        return {str(entry["name"]).rstrip("/").rpartition("/")[2]: entry["size"] for entry in found}

    def open(self, name: str) -> IO[bytes]:
        """A file to be read."""
        with self._told("read", name):
            return self.system.open(self.path(name), "rb")  # type: ignore[no-any-return]

    def read(self, name: str) -> bytes:
        """All of a file."""
        with self._told("read", name), self.system.open(self.path(name), "rb") as file:
            return file.read()  # type: ignore[no-any-return]

    def write(self, name: str, content: bytes) -> None:
        """A file, whole or not at all."""
        if self._lock is not None:
            self._lock.refresh()
        with self._told("write"):
            if self.local is None:
                self.system.pipe_file(self.path(name), content)
                return
            replace_file(self.local / name, content, flushed=True)

    def delete(self, name: str) -> None:
        """Remove a file."""
        with self._told("write"):
            self.system.rm_file(self.path(name))

    def manifest(self) -> dict[str, Any] | None:
        """The manifest, or None where there is none; raises InputError for one that cannot be read."""
        if MANIFEST not in self.names():
            return None
        try:
            found = json.loads(self.read(MANIFEST))
        except ValueError:
            found = None
        if not isinstance(found, dict) or not {"run", "options", "complete"} <= set(found):
            raise InputError(f"{self.target}/{MANIFEST} is not a manifest of numlink. Choose another folder.")
        return found

    @contextmanager
    def locked(self, run: str) -> Iterator[None]:
        """Be the only writer, taking over a lock left behind; raises InputError where another is, with its run id."""
        kind = _LocalLock if self.local is not None and fcntl is not None else _RemoteLock
        with self._told("write"):
            lock = kind(self, run)
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
        except OSError as error:
            reason = error.strerror or str(error) or type(error).__name__
            if error.errno in FULL:
                raise InputError(
                    f"no room left for {self.target}: {reason}. What is there is whole and nothing is lost; "
                    f"make room, then: numlink batch --resume {self.target}"
                ) from None
            where = f"{self.target.rstrip('/')}/{name}" if name else self.target
            remedy = "Choose a folder you can write to." if doing == "write" else "Is the dataset whole?"
            raise InputError(f"cannot {doing} {where}: {reason}. {remedy}") from None


def checksum(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return sha256(content).hexdigest()


def refusal(folder: Folder, owner: dict[str, Any]) -> InputError:
    """What is said to a second writer."""
    who = f"process {owner.get('process', '?')} on {owner.get('host', '?')}"
    return InputError(
        f"run {owner.get('run', '?')} ({who}) is writing into {folder.target}. Wait for it, or choose another folder."
    )


def _owner(run: str) -> dict[str, Any]:
    return {"run": run, "host": socket.gethostname(), "process": os.getpid(), "token": secrets.token_hex(8)}


def _parsed(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class _LocalLock:
    """A file that the system keeps locked as long as the process lives: after a kill it is free by itself."""

    def __init__(self, folder: Folder, run: str) -> None:
        self.path = Path(folder.path(LOCK))
        while True:
            file = open(self.path, "a+b")  # noqa: SIM115 - held until release
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # it may have been released and removed between the two calls: then another file counts
                with suppress(FileNotFoundError):
                    if os.path.samestat(os.fstat(file.fileno()), os.stat(self.path)):
                        break
                file.close()
            except BlockingIOError:
                with file:
                    file.seek(0)
                    raise refusal(folder, _parsed(file.read())) from None
        file.truncate(0)
        file.write(json.dumps(_owner(run)).encode())
        file.flush()
        self.file = file

    def refresh(self) -> None:
        """Nothing to do: the system knows that we live."""

    def release(self) -> None:
        """Remove the file while it is still ours."""
        self.path.unlink()
        self.file.close()


class _RemoteLock:
    """An object that says who writes; refreshed while writing, so that one left behind is known by its age."""

    def __init__(self, folder: Folder, run: str) -> None:
        self.folder = folder
        self.owner = _owner(run)
        there = self._read()
        if there and not self._forgotten(there):
            raise refusal(folder, there)
        self._write()
        if self._read().get("token") != self.owner["token"]:
            raise refusal(folder, self._read())

    def _read(self) -> dict[str, Any]:
        try:
            return _parsed(self.folder.system.cat_file(self.folder.path(LOCK)))
        except FileNotFoundError:
            return {}

    def _write(self) -> None:
        self.written = time()
        text = json.dumps({**self.owner, "time": self.written})
        self.folder.system.pipe_file(self.folder.path(LOCK), text.encode())

    def _forgotten(self, there: dict[str, Any]) -> bool:
        """Whether its process is gone, as far as that can be known from here."""
        if there.get("host") == self.owner["host"] and isinstance(there.get("process"), int):
            try:
                os.kill(there["process"], 0)
            except ProcessLookupError:
                return True
            except OSError:
                pass
        return time() - float(there.get("time", 0)) > FORGOTTEN

    def refresh(self) -> None:
        """Say now and then that we live; raises InputError where another took the lock over."""
        if time() - self.written < REFRESH:
            return
        there = self._read()
        if there.get("token", self.owner["token"]) != self.owner["token"]:
            raise refusal(self.folder, there)
        self._write()

    def release(self) -> None:
        """Remove the object if it is ours."""
        if self._read().get("token") == self.owner["token"]:
            self.folder.system.rm_file(self.folder.path(LOCK))
