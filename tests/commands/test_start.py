"""Starting is fast: no command imports what it does not use; seconds depend on the machine and are not measured."""

import io
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import click
import pytest

from numlink.cli import numlink
from numlink.commands.listed import commands

HEAVY = {
    "asyncio",
    "duckdb",
    "fastapi",
    "multiprocessing",
    "numpy",
    "pyarrow",
    "reportlab",
    "rich",
    "textual",
    "unittest",
}
"""Modules that take tens of milliseconds each and that few commands need."""

TOLD = "import sys; from numlink.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"


def imported(*arguments):
    done = subprocess.run(
        [sys.executable, "-c", TOLD, *arguments], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
    )
    return set(done.stderr.splitlines()[-1].split())


def test_help_imports_no_command():
    found = imported("--help")
    ours = {"numlink", "numlink.cli", "numlink.commands", "numlink.commands.listed", "numlink.commands.messages"}
    assert {name for name in found if name.startswith("numlink")} == ours | {"numlink.errors"}
    assert not found & HEAVY


@pytest.mark.parametrize(
    ("arguments", "never"),
    [
        (
            ["classic", "7"],
            [
                "exact.verdict",
                "exact.board_arrays",
                "formats.grid",
                "reasoning",
                "engine.search",
                "engine.frontier",
                "formats.json_lines",
            ],
        ),
        (
            ["new", "7"],
            [
                "exact.solve",
                "exact.count",
                "exact.verdict",
                "reasoning",
                "engine.frontier",
                "engine.deduction",
                "render.picture",
            ],
        ),
        (["formats"], ["engine.search", "exact", "making.generate"]),
        (["completion", "bash"], ["making.wishes", "model.grid"]),
        (["solve", "--help"], ["making.wishes", "making.generate", "render.picture"]),
    ],
)
def test_a_command_imports_only_what_it_uses(arguments, never):
    assert all(find_spec(f"numlink.{part}") for part in never), "a part was renamed"
    found = imported(*arguments)
    wrong = [name for name in found for part in never if f"{name}.".startswith(f"numlink.{part}.")]
    assert wrong == []
    assert not found & HEAVY


@pytest.mark.parametrize("name", commands())
def test_every_command_of_the_list_loads(name):
    assert numlink.get_command(click.Context(numlink), name).name == name


def test_the_command_of_the_how_to_works(tmp_path, capsys):
    """docs/howto_command.md shows a complete command."""
    text = (Path(__file__).parents[2] / "docs/howto_command.md").read_text()
    room = {}
    exec(text.split("```python\n")[1].split("```")[0], room)
    with room["command"].make_context("width", ["--json", "-"]) as context, mock.patch.object(sys, "stdin", stdin()):
        assert room["command"].invoke(context) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == '{"puzzle":1,"width":3}'
    assert lines[1].startswith('{"puzzle":2,"error":"line 3')


def stdin():
    return io.TextIOWrapper(io.BytesIO(b"1 . 1\n\n1 ? 1\n"))
