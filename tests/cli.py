"""Running the command line in tests: in process for speed, as a program where the process matters."""

import io
import signal
import subprocess
import sys
from dataclasses import dataclass
from unittest import mock

from numlink.cli import main


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str


def numlink(*arguments, stdin="", capsys):
    """Run in this process with `stdin` as a pipe."""
    reader = io.TextIOWrapper(io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin))
    with mock.patch.object(sys, "stdin", reader):
        code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return Run(code, captured.out, captured.err)


def heed_ctrl_c():
    """A test run in the background ignores SIGINT, and so would the programs it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(*arguments, **options):
    """Start as a program of its own."""
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    options.setdefault("preexec_fn", heed_ctrl_c)
    return subprocess.Popen([sys.executable, "-m", "numlink", *map(str, arguments)], **options)


def assert_one_line_error(run, *words):
    """Exit code 2, nothing on stdout, one line on stderr that starts with the program's name."""
    lines = [line for line in run.err.splitlines() if not line.startswith("numlink: seed ")]
    assert run.code == 2, run
    assert run.out == ""
    assert len(lines) == 1, run.err
    assert lines[0].startswith("numlink: ")
    for word in words:
        assert word in lines[0], lines[0]
