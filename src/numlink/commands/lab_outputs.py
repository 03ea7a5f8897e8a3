"""The output of lab programs: read from files, folders or standard input, or from programs that are run here.

This is not a sandbox: a program has all rights of the user; limits on time, memory and output protect the machine.
"""

from __future__ import annotations

import codecs
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress

from numlink.commands.options import STANDARD
from numlink.commands.sources import require_standard_input
from numlink.errors import Fault, FaultCode, InputError, quoted
from numlink.files import unreadable

LARGEST_OUTPUT = 64_000_000
"""The most bytes that a program may print.  For n = 1000, the trace and both boxed boards take 46.8 million."""

TOO_LONG, TOO_MUCH = getattr(signal, "SIGXCPU", 24), getattr(signal, "SIGXFSZ", 25)
"""The signals by which the limits of time and output end a program; Windows has neither."""


def command_line(command: str, *, n: int, file: str | None = None) -> list[str]:
    """The words of a command with {n} and {file} filled in; no shell reads them.

    >>> command_line("python3 '{file}' --size={n}", n=7, file="a b.py")
    ['python3', 'a b.py', '--size=7']
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"--run {quoted(command, 60)}: {error}. Close the quotes.") from None
    if not words:
        raise InputError("--run needs a command, such as './lab {n}'.")
    return [word.replace("{n}", str(n)).replace("{file}", file or "") for word in words]


def run_program(words: list[str], *, n: int, seconds: float, megabytes: int) -> tuple[str, Fault | None]:
    """Run a program, with the line `n` on its standard input; raises InputError if it cannot be started.

    `seconds` and `megabytes` limit it; 0 megabytes: no limit.
    Returns what it printed, and the fault if it was stopped or ended by a signal.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as printed:
        given.write(f"{n}\n".encode())
        given.seek(0)
        try:
            process = subprocess.Popen(
                words, stdin=given, stdout=printed, stderr=subprocess.DEVNULL, start_new_session=True,
                preexec_fn=None if sys.platform == "win32" else lambda: _limit(megabytes),
            )  # fmt: skip
        except (OSError, ValueError) as error:  # ValueError: a zero byte in the words
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError(f"cannot run {words[0]}: {reason}. Name a program, such as './lab {{n}}'.") from None
        try:
            ended = -process.wait(seconds)  # above 0: the signal that ended it
        except subprocess.TimeoutExpired:
            ended = TOO_LONG
        finally:
            _end(process)
        printed.seek(0)
        text = decoded(printed.read(LARGEST_OUTPUT + 1))
    fault = Fault(FaultCode.STOPPED, (), f"{_signalled(ended, seconds)}, for n = {n}.") if ended > 0 else None
    return text, fault


def _signalled(number: int, seconds: float) -> str:
    """What the signal that ended a program means, in words for its author."""
    if number == TOO_MUCH:
        return f"printed more than {LARGEST_OUTPUT // 1_000_000} megabytes"
    if number == TOO_LONG:
        return f"still running after {seconds:g} seconds"
    if number == signal.SIGSEGV:
        return "segmentation fault: it accessed memory outside its own, such as a square off the board"
    name = signal.Signals(number).name if number in {*map(int, signal.Signals)} else f"signal {number}"
    return f"ended by {name}"


def _limit(megabytes: int) -> None:
    """Set the system's limits in the new process, or lower ones that it has, which only an administrator can raise."""
    import resource

    wanted = {resource.RLIMIT_FSIZE: LARGEST_OUTPUT, resource.RLIMIT_CORE: 0}
    if megabytes:
        wanted[resource.RLIMIT_AS] = megabytes << 20
    for what, limit in wanted.items():
        highest = resource.getrlimit(what)[1]
        lowered = limit if highest == resource.RLIM_INFINITY else min(limit, highest)
        resource.setrlimit(what, (lowered, lowered))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and all that it started."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        process.kill()
    process.wait()


PUZZLES = re.compile(
    r"\A\s*(?:\{|[a-z]+://|pzprv3)|(?:^|\n)(?:path [0-9]+:|(?:rules|wrap|layers|vias|walls|recipe): |board: [a-z])"
)
"""Finds text that no lab program prints: JSON, URLs, pzprv3, and the keys and paths of plain text."""


def decoded(data: bytes) -> str:
    """The text of an output in UTF-8 or UTF-16 (as Windows shells write); a wrong byte becomes U+FFFD.

    >>> decoded("1 X".encode("utf-16")), decoded(b"1 X \\xdb")
    ('1 X', '1 X \\ufffd')
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    return data.decode("utf-8-sig", errors="replace")


def files_of(sources: Sequence[str]) -> Iterator[str]:
    """The sources, with each folder replaced by the files below it, sorted by name, without hidden ones."""
    for source in sources:
        if not os.path.isdir(source):
            yield source
            continue
        found = list(_files_in(source))
        if not found:
            raise InputError(f"{source} contains no files. Name the folder with the outputs.")
        yield from found


def _files_in(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))  # os.walk descends into these
        for name in sorted(names):
            if not name.startswith("."):
                yield os.path.join(place, name)


def text_of(source: str) -> str:
    """The text of a file or of standard input; raises InputError if it cannot be read."""
    if source != STANDARD:
        try:
            with open(source, "rb") as file:
                return decoded(file.read())
        except OSError as error:
            raise unreadable(source, error, "Name a file with a program's output.") from None
    require_standard_input("a program's output")
    return decoded(sys.stdin.buffer.read())


def holds_puzzles(text: str) -> bool:
    """Whether a text is in a format of puzzles and not the output of a lab program."""
    return PUZZLES.search(text) is not None
