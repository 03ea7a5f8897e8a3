"""Stores for the files of a dataset: a folder on a disk, whose methods raise OSError, or behind a URL.

A lock in the folder lets only one process write there at a time.
"""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import socket
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import time
from typing import Any

from numlink.errors import InputError, optional
from numlink.files import is_device, replace_file

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

FORGOTTEN = 600  # seconds after which a lock in an object store counts as abandoned unless it was refreshed

REMOVING = ".remove."  # the middle of the name of a second lock, held while a lock is removed: NAME.remove.TOKEN

REFRESH = 60  # seconds, at least, between two refreshes of a lock in an object store


@dataclass(frozen=True, slots=True)
class Owner:
    """The process that holds a lock: run, host, process id (0: not known), a random token, when it last wrote."""

    run: str
    host: str
    process: int
    token: str
    time: float = 0.0

    def to_bytes(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    def __str__(self) -> str:
        return f"run {self.run} (process {self.process or '?'} on {self.host})"


def this_process(run: str) -> Owner:
    return Owner(run, socket.gethostname(), os.getpid(), secrets.token_hex(8))


def owner_from(content: bytes) -> Owner:
    """The owner in the bytes of a lock; its parts are '?' and 0 if the bytes name none."""
    with suppress(ValueError, TypeError, RecursionError):
        found = Owner(**json.loads(content.decode()))
        readable = (found.run + found.host).isprintable() and re.fullmatch("[0-9a-f]{1,64}", found.token)
        if readable and 0 < found.process < 1 << 31 and abs(found.time) < 1e18:
            return found
    return Owner("?", "?", 0, "?")


class Taken(Exception):
    """Another process, `owner`, holds the lock."""

    def __init__(self, owner: Owner) -> None:
        super().__init__(str(owner))
        self.owner = owner


class DiskLock:
    """A file that the operating system keeps locked while the process runs; raises Taken if another one holds it."""

    def __init__(self, path: Path, run: str) -> None:
        self.path = path
        while True:
            file = open(self.path, "a+b")  # noqa: SIM115 - held until release
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # try again if the owner removed the file between these two calls: it is no longer in the folder
                with suppress(FileNotFoundError):
                    if os.path.samestat(os.fstat(file.fileno()), os.stat(self.path)):
                        break
                file.close()
            except BlockingIOError:
                with file:
                    file.seek(0)
                    raise Taken(owner_from(file.read())) from None
        file.truncate(0)
        file.write(this_process(run).to_bytes())
        file.flush()
        self.file = file

    def refresh(self) -> None: ...

    def release(self) -> None:
        self.path.unlink()
        self.file.close()


class ObjectLock:
    """A lock as an object that names its owner and when it last wrote; raises Taken if another process holds it."""

    def __init__(self, store: Disk | Remote, name: str, run: str) -> None:
        self.store = store
        self.name = name
        self.owner = this_process(run)
        self.written = time()
        try:
            self.store.create(self.name, self._content())
        except FileExistsError:
            self._take_over()

    def _take_over(self) -> None:
        """Replace an abandoned lock; raises Taken if its owner may be running, or another process was faster.

        Stores cannot remove an object conditionally. So a process that removes a lock holds a second lock meanwhile,
        named after the first one's token, and checks again that the first is still there.
        """
        there = self._read()
        if there is None:
            return self._create()
        if not self._forgotten(there):
            raise Taken(there)
        removing = ObjectLock(self.store, f"{self.name}{REMOVING}{there.token.strip('?')}", self.owner.run)
        try:
            now = self._read()
            if now is not None:
                if now.token != there.token:
                    raise Taken(now)
                self.store.delete(self.name)
            self._create()
        finally:
            removing.release()

    def _create(self) -> None:
        try:
            self.store.create(self.name, self._content())
        except FileExistsError:
            raise Taken(self._read() or this_process("?")) from None

    def _content(self) -> bytes:
        return replace(self.owner, time=self.written).to_bytes()

    def _read(self) -> Owner | None:
        try:
            return owner_from(self.store.read(self.name))
        except FileNotFoundError:
            return None

    def _forgotten(self, there: Owner) -> bool:
        """Whether the owner is gone: its process does not exist on this machine, or its lock is FORGOTTEN."""
        if there.host == self.owner.host and there.process:
            try:
                os.kill(there.process, 0)
            except ProcessLookupError:
                return True
            except OSError:
                pass
        return time() - there.time > FORGOTTEN

    def refresh(self) -> None:
        if time() - self.written >= REFRESH:
            there = self._read()
            if there is not None and there.token != self.owner.token:
                raise Taken(there)
            self.written = time()
            self.store.write(self.name, self._content())

    def release(self) -> None:
        there = self._read()
        if there is not None and there.token == self.owner.token:
            self.store.delete(self.name)


class Disk:
    """A folder on a disk; needs no library.

    `sizes` is {} without a folder; `create` raises FileExistsError if the file exists; `write` is atomic;
    `lock` takes the lock file for the run with this id, and raises Taken if another process holds it.
    """

    local = True

    def __init__(self, root: str) -> None:
        self.root = Path(root)

    def url(self, name: str) -> str:
        return str(self.root / name)

    def make(self) -> None:
        self.root.mkdir(parents=True, exist_ok=True)

    def sizes(self) -> dict[str, int]:
        found = {}
        with suppress(FileNotFoundError), os.scandir(self.root) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):  # another process removed it just now
                    found[entry.name] = entry.stat().st_size
        return found

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

    def lock(self, name: str, run: str) -> DiskLock | ObjectLock:
        return DiskLock(self.root / name, run) if fcntl else ObjectLock(self, name, run)


class Remote:
    """A folder behind a URL, with the methods of Disk; these raise any exception, as every library has its own."""

    local = False

    def __init__(self, system: Any, root: str) -> None:
        self.system = system
        self.root = root.rstrip("/")

    def url(self, name: str) -> str:
        return str(self.system.unstrip_protocol(self._path(name)))

    def make(self) -> None:
        self.system.makedirs(self.root, exist_ok=True)

    def sizes(self) -> dict[str, int]:
        self.system.invalidate_cache()
        try:
            entries = self.system.ls(self.root, detail=True)
        except FileNotFoundError:
            return {}
        return {entry["name"].rstrip("/").rpartition("/")[2]: entry["size"] for entry in entries}

    def read(self, name: str) -> bytes:
        return bytes(self.system.cat_file(self._path(name)))

    def create(self, name: str, content: bytes) -> None:
        path = self._path(name)
        try:  # on S3 this is If-None-Match: only one of two processes succeeds
            self.system.pipe_file(path, content, mode="create")
        except FileExistsError:
            raise
        except OSError:  # s3fs raises "invalid argument" if the object exists
            self.system.invalidate_cache()
            if self.system.exists(path):
                raise FileExistsError(path) from None
            raise

    def write(self, name: str, content: bytes) -> None:
        self.system.pipe_file(self._path(name), content)

    def delete(self, name: str) -> None:
        self.system.rm_file(self._path(name))

    def lock(self, name: str, run: str) -> ObjectLock:
        return ObjectLock(self, name, run)

    def _path(self, name: str) -> str:
        return f"{self.root}/{name}"


LONGEST = 200  # the most characters shown of a library's message


def one_line(error: Exception) -> str:
    """The message of an error on one line, without a full stop."""
    message = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(message.split())[:LONGEST].rstrip(". ") or type(error).__name__


def store_at(target: str) -> Disk | Remote:
    """The store of a path or URL; raises InputError if it cannot be reached, MissingExtra without fsspec."""
    if "://" not in target:
        return Disk(target)
    with optional(f"a dataset at {target}", "dataset"):
        import fsspec
        from fsspec.implementations.local import LocalFileSystem
    try:
        system, root = fsspec.core.url_to_fs(target)
    except Exception as error:  # a library may be missing, or fail to log in or to connect
        raise InputError(
            f"cannot reach {target}: {one_line(error)}. Give a folder, or a URL such as s3://..."
        ) from None
    return Disk(root) if isinstance(system, LocalFileSystem) else Remote(system, root)
