"""Running the command line in tests: in process for speed, as a program if the process matters."""

import io
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
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
    if "--json" in map(str, arguments) and (find_spec("jsonschema") or "NUMLINK_CI" in os.environ):
        require_declared([str(argument) for argument in arguments], captured.out)
    return Run(code, captured.out, captured.err)


DECLARED = {
    "solve": ("verdict", "solutions", "error"),
    "prove": ("verdict", "error"),
    "count": ("count", "error"),
    "heat": ("heat", "error"),
    "census": ("census",),
    "check": ("check", "check-verdict", "check-unreadable", "lab", "marked", "error"),
    "rate": ("rating", "error"),
    "explain": ("explanation", "error"),
    "verify-certificate": ("verified",),
    "formats": ("format",),
    "book": ("printed",),
    "export": ("playable",),
    "dataset check": ("dataset-check",),
    "dataset stats": ("dataset-stats",),
    "dataset show": ("dataset-row", "puzzle"),
} | dict.fromkeys(("new", "classic", "convert", "sample", "repair", "show"), ("puzzle", "error"))
"""The schemas of each command; every answer must fulfil one of them."""


def require_declared(arguments, out):
    """Check every line of a command's JSON against the schemas of its answers; undeclared keys fail."""
    command = " ".join(arguments[: 1 + (arguments[0] == "dataset")])
    for line in out.splitlines():
        answer = json.loads(line)
        problems = {name: first_problem(name, answer) for name in DECLARED[command]}
        assert None in problems.values(), (line[:300], problems)


def first_problem(name, answer):
    """Why an answer does not fulfil a schema, or None."""
    found = next(iter(validator(name).iter_errors(answer)), None)
    return found and f"{'/'.join(map(str, found.path))}: {found.message[:200]}"


@cache
def validator(name):
    from jsonschema import Draft202012Validator

    from numlink.commands.schema import schema

    return Draft202012Validator(closed(schema(name)))


def closed(part):
    """A schema, or a part of one, that forbids all keys that it does not declare."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {name: closed(each) for name, each in part.items()}
    return {"additionalProperties": False, **found} if "properties" in found else found


def heed_ctrl_c():
    """A test run in the background ignores SIGINT, and so would the programs it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(*arguments, **options):
    """Start as a program of its own."""
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    options.setdefault("preexec_fn", heed_ctrl_c)
    return subprocess.Popen([sys.executable, "-m", "numlink", *map(str, arguments)], **options)


ROOM = "numlink: there are only about "
"""What a dataset that fills much of a size says before it begins."""


def without_room(told):
    """The lines of stderr, except the one about the room of a size."""
    return "".join(line for line in told.splitlines(keepends=True) if not line.startswith(ROOM))


def assert_one_line_error(run, *words):
    """Exit code 2, nothing on stdout, one line on stderr that starts with the program's name."""
    lines = [line for line in run.err.splitlines() if not line.startswith(("numlink: seed ", ROOM))]
    assert run.code == 2, run
    assert run.out == ""
    assert len(lines) == 1, run.err
    assert lines[0].startswith("numlink: ")
    for word in words:
        assert word in lines[0], lines[0]
