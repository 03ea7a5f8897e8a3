"""Files, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from numlink.errors import InputError


def is_device(path: str) -> bool:
    """Whether the path is a pipe or a device like /dev/null, which takes anything and is never replaced."""
    target = Path(path)
    return target.exists() and not target.is_file() and not target.is_dir()


def write_file(path: str, content: bytes) -> None:
    """Write a file whole or not at all: into a temporary file beside it, then renamed over it.

    A link is followed; what is no regular file (a pipe, /dev/null) is written to, never replaced.
    """
    target = Path(os.path.realpath(path))
    try:
        if is_device(path):
            target.write_bytes(content)
            return
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}. Choose another file.") from None


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
