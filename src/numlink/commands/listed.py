"""The commands in `commands.txt`: headings of `numlink --help`, commands below each, and examples below each command.

The file is read on demand, and a command is imported only when it is used, so that `--help` stays fast.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple


class CommandLine(NamedTuple):
    """A command in the list: its heading, its line in `--help`, its examples as (command line, what it does)."""

    heading: str
    line: str
    examples: list[tuple[str, str]]


@cache
def commands() -> dict[str, CommandLine]:
    """Name of each command -> its entry, in the order of the list."""
    found: dict[str, CommandLine] = {}
    heading = name = ""
    for line in Path(__file__).with_name("commands.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            typed, _, does = line.strip().partition("  # ")
            found[name].examples.append((typed, does))
        elif line.startswith("  "):
            name, _, words = line.strip().partition(": ")
            found[name] = CommandLine(heading, words, [])
        elif line:
            heading = line
    return found
