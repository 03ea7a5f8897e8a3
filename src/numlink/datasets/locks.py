"""Who writes into a folder: one process at a time, on a disk or behind a URL."""

from __future__ import annotations

import json
import os
import secrets
import socket
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import time
from typing import Protocol

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

KNOWS_LOCKS = fcntl is not None
"""Whether the system locks files for us."""

FORGOTTEN = 600
"""Seconds after which a lock in an object store that nobody refreshed is taken to be left behind."""

REFRESH = 60
"""Seconds between two refreshments."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a lock; `process` 0 where that is not known, `time` of the last sign of life."""

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
    """This process as the owner of a lock; `run` is the id of the run."""
    return Owner(run, socket.gethostname(), os.getpid(), secrets.token_hex(8))


def owner_from(content: bytes) -> Owner:
    """Who wrote a lock; what cannot be read is not known."""
    try:
        found = json.loads(content.decode())
    except (ValueError, RecursionError):
        found = None
    known = found if isinstance(found, dict) else {}

    def text(key: str) -> str:
        value = known.get(key)
        return value if isinstance(value, str) and value.isprintable() else "?"

    process, seen = known.get("process"), known.get("time")
    return Owner(
        text("run"),
        text("host"),
        process if type(process) is int and 0 < process < 1 << 31 else 0,
        text("token"),
        float(seen) if isinstance(seen, int | float) and abs(seen) < 1e18 else 0.0,
    )


class Taken(Exception):
    """Another holds the lock."""

    def __init__(self, owner: Owner) -> None:
        super().__init__(str(owner))
        self.owner = owner


class Lock(Protocol):
    """A lock that is held."""

    def refresh(self) -> None:
        """Say that we live; raises Taken where another took the lock over."""

    def release(self) -> None:
        """Let go of it."""


class DiskLock:
    """A file that the system keeps locked as long as the process lives: after a kill it is free by itself."""

    def __init__(self, path: Path, run: str) -> None:
        self.path = path
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
                    raise Taken(owner_from(file.read())) from None
        file.truncate(0)
        file.write(this_process(run).to_bytes())
        file.flush()
        self.file = file

    def refresh(self) -> None:
        """Nothing to do: the system knows that we live."""

    def release(self) -> None:
        """Remove the file while it is still ours."""
        self.path.unlink()
        self.file.close()


class Objects(Protocol):
    """What a lock needs of the store it lies in."""

    def read(self, name: str) -> bytes: ...
    def create(self, name: str, content: bytes) -> None: ...
    def write(self, name: str, content: bytes) -> None: ...
    def delete(self, name: str) -> None: ...


class ObjectLock:
    """An object that says who writes; refreshed while writing, so that one left behind is known by its age."""

    def __init__(self, store: Objects, name: str, run: str) -> None:
        self.store = store
        self.name = name
        self.owner = this_process(run)
        self.written = time()
        try:
            self.store.create(self.name, self._content())
        except FileExistsError:
            self._take_over()

    def _take_over(self) -> None:
        """Put our lock in place of one left behind; raises Taken where its owner may live, or another was faster.

        Stores cannot remove an object on condition: of two processes that find the same lock left behind, one may
        remove the new lock of the other.  That other raises Taken when it next refreshes its lock.
        """
        there = self._read()
        if there is not None:
            if not self._forgotten(there):
                raise Taken(there)
            self.store.delete(self.name)
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

    def _require_ours(self) -> None:
        there = self._read()
        if there is not None and there.token != self.owner.token:
            raise Taken(there)

    def _forgotten(self, there: Owner) -> bool:
        """Whether its process is gone, as far as that can be known from here."""
        if there.host == self.owner.host and there.process:
            try:
                os.kill(there.process, 0)
            except ProcessLookupError:
                return True
            except OSError:
                pass
        return time() - there.time > FORGOTTEN

    def refresh(self) -> None:
        """Write the time into the lock, every REFRESH seconds."""
        if time() - self.written >= REFRESH:
            self._require_ours()
            self.written = time()
            self.store.write(self.name, self._content())

    def release(self) -> None:
        """Remove the object if it is ours."""
        there = self._read()
        if there is not None and there.token == self.owner.token:
            self.store.delete(self.name)
