"""Writing puzzles, reports and pictures to standard output or a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from numlink import formats, render
from numlink.commands.messages import say
from numlink.commands.options import STANDARD
from numlink.errors import InputError
from numlink.files import is_device, write_file
from numlink.formats.base import Format
from numlink.model.puzzle import Puzzle

if TYPE_CHECKING:
    from numlink.render.picture import Options, Picture


def write_text(text: str, output: str | None) -> None:
    """Write text to standard output or, whole or not at all, to a file."""
    if output is None or output == STANDARD:
        click.echo(text, nl=False)
    else:
        write_file(output, text.encode())


def write_lines(lines: Iterable[str], output: str | None) -> None:
    """Write lines to standard output, each as soon as it is known, or, whole or not at all, to a file."""
    if output is not None and output != STANDARD:
        write_file(output, (line.encode() for line in lines))
        return
    for line in lines:
        click.echo(line, nl=False)
        sys.stdout.flush()


def write_output(
    puzzles: Iterable[Puzzle],
    output: str | None,
    *,
    as_json: bool,
    solved: bool | None = None,
    pictured: Options | None = None,
) -> None:
    """Write puzzles to standard output (plain text or JSON) or to a file in the format of its ending.

    On a terminal boards are drawn, with their paths if `solved`; `solved` None: plain text there too.  What a format
    leaves out is told on stderr.  An ending like .svg makes a picture, drawn by `pictured` (None: black and white).
    """
    picture = None if as_json else picture_for(output)
    if picture is not None and output is not None:
        write_file(output, picture.draw(list(puzzles), pictured or render.default_options(solved=bool(solved))))
        return
    if not as_json and output is None and solved is not None and sys.stdout.isatty():
        from numlink.render.terminal import fitting

        for puzzle in puzzles:
            click.echo(fitting(puzzle, puzzle.solution if solved else None, sys.stdout), color=True)
        return
    written = formats.write(puzzles, format_for(output, as_json=as_json).name)
    write_text(written.text, output)
    for note in written.notes:
        say(note)


def write_found(puzzles: Iterable[Puzzle], output: str | None, *, solved: bool) -> None:
    """Write puzzles: without `output` each as soon as it is known, with empty lines between; else all at once."""
    if output is not None:
        write_output(puzzles, output, as_json=False, solved=solved)
        return
    for index, puzzle in enumerate(puzzles):
        if index:
            click.echo()
        write_output([puzzle], None, as_json=False, solved=solved)
        sys.stdout.flush()


def picture_for(output: str | None) -> Picture | None:
    """The kind of picture that the output's ending stands for; None if it stands for a format of puzzles or nothing."""
    if output is None or output == STANDARD or formats.format_for_file(output) is not None:
        return None
    return render.picture_for_file(output)


def require_ending(output: str | None, *, as_json: bool) -> None:
    """Raise InputError, before any work is done, if the ending of the file names neither a picture nor a format.

    With `as_json`, for standard output and for a device any ending will do.
    """
    if output is not None and (as_json or picture_for(output) is None):
        format_for(output, as_json=as_json)


def report_as_json(output: str | None, *, as_json: bool) -> bool:
    """Whether a report (verdicts, counts: no puzzles) is written as JSON: if asked for, or by the output's ending.

    Raises InputError if the ending stands for a picture.
    """
    if picture_for(output) is not None:
        raise InputError(f"{output} is no picture: a report is text. Use .txt or .json.")
    if as_json or output is None or output == STANDARD:
        return as_json
    found = formats.format_for_file(output)
    return found is not None and found.name == "json"


def format_for(output: str | None, *, as_json: bool) -> Format:
    """The format to write: JSON if asked for, plain text to standard output or a device, else that of a file's ending.

    Raises InputError if the ending stands for no format.
    """
    if as_json or output is None or output == STANDARD:
        return formats.format_named("json" if as_json else "plain")
    found = formats.format_named("plain") if is_device(output) else formats.format_for_file(output)
    if found is None:
        known = ", ".join([".txt", ".json", *render.endings()])
        raise InputError(f"the ending of {output} names no format. Use {known} or another (numlink formats).")
    return found
