"""Writes files atomically; the error for a file that cannot be read; numlink's own folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from numlink.errors import InputError, Unreadable

LEFT_OVER = ".tmp"  # the ending of the temporary files of `replace_file`


def unreadable(path: str | Path, error: OSError | ValueError, remedy: str = "Name another file.") -> Unreadable:
    """The error for a file that cannot be read: the reason, then a similar name in its folder or else `remedy`.

    If `path` is a folder, the advice is to name a file in it.

    >>> print(unreadable("puzzels.txt", FileNotFoundError(2, "No such file or directory")))
    cannot read puzzels.txt: No such file or directory. Name another file.
    """
    reason = getattr(error, "strerror", None) or str(error)
    if isinstance(error, IsADirectoryError):
        remedy = "Name a file in it."
    elif isinstance(error, FileNotFoundError):
        folder = Path(path).parent
        if not os.path.isdir(folder):
            reason = f"there is no folder {folder}"
        elif near := _name_like(Path(path).name, folder):
            remedy = f"Did you mean {folder / near}?"
    return Unreadable(f"cannot read {path}: {reason}.", remedy=remedy)


def _name_like(name: str, folder: Path) -> str | None:
    """The name in a folder that is most similar to `name`; None if none is similar."""
    from difflib import get_close_matches  # only for an error

    try:
        return next(iter(get_close_matches(name, os.listdir(folder), n=1, cutoff=0.8)), None)
    except OSError:
        return None


def is_device(path: str) -> bool:
    """Whether the path is a pipe or a device like /dev/null, which takes anything and is never replaced."""
    # os.path returns False for a text that cannot be a name, such as 5 000 characters; Path raises OSError
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def write_file(path: str, content: bytes | Iterable[bytes]) -> None:
    """Write a file atomically: into a temporary file in its folder, which is then renamed.

    `content` is bytes or an iterable of parts, which are written one by one.  A symbolic link is followed; a pipe or
    a device (/dev/null) is written to directly, never replaced.  Raises InputError if the file cannot be written.
    """
    try:
        target = Path(os.path.realpath(path))
        if is_device(path):
            with target.open("wb") as device:
                device.writelines(_parts(content))
            return
        replace_file(target, content)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error, "file") from None


def _unwritable(path: str, error: OSError | ValueError, what: str) -> InputError:
    """The error for a path that cannot be written; a ValueError means a character that no name can have."""
    if isinstance(error, InputError):
        return error
    if isinstance(error, OSError):
        return InputError(f"cannot write {path}: {error.strerror}. Choose another {what}.")
    return InputError(f"cannot write {path!r}: the name has an invalid character. Choose another {what}.")


def _parts(content: bytes | Iterable[bytes]) -> Iterable[bytes]:
    return (content,) if isinstance(content, bytes) else content


def replace_file(target: Path, content: bytes | Iterable[bytes], *, flushed: bool = False) -> None:
    """Write a temporary file, then rename it to `target`; with `flushed`, flush its content to the disk first.

    A killed process may leave the temporary file behind; `is_left_over` recognises its name.  Raises OSError.
    """
    import tempfile  # only now: at the top, it would cost every command 5 ms

    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=LEFT_OVER)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(_parts(content))
            if flushed:
                file.flush()
                os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def is_left_over(name: str) -> bool:
    """Whether this is the name of a temporary file of `replace_file`, left by a process that was killed."""
    return name.startswith(".") and name.endswith(LEFT_OVER)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def write_folder(path: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Write a folder of `files`, pairs (name, content), atomically: into a temporary folder, which is then renamed.

    Raises InputError if `path` is a file or a folder that is not empty, or cannot be written.
    """
    import shutil  # only now, as in `replace_file`
    import tempfile

    try:
        target = Path(os.path.realpath(path))
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise InputError(f"{path} is not an empty folder. Choose another name, or empty it.")
        temporary = tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            for name, content in files:
                (Path(temporary) / name).write_bytes(content)
            os.chmod(temporary, 0o777 & ~_umask())
            os.replace(temporary, target)
        except BaseException:
            shutil.rmtree(temporary)
            raise
    except (OSError, ValueError) as error:
        raise _unwritable(path, error, "folder") from None


def data_folder() -> Path:
    """The folder of saved games and daily puzzles, in the place that XDG, Windows or macOS defines."""
    if sys.platform in ("win32", "darwin"):
        import click

        return Path(click.get_app_dir("numlink"))
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "numlink"
