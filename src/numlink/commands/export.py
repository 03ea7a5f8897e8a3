"""`numlink export`: the player with its puzzles as one HTML file."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import click

from numlink.commands.collection import playable
from numlink.commands.messages import say
from numlink.commands.options import STANDARD, budget_option_of, common, output_option_of
from numlink.commands.report import PlaceObject
from numlink.commands.sources import StreamOptions, reads_puzzles
from numlink.commands.targets import UntilStopped, write_lines, write_text
from numlink.errors import InputError
from numlink.exact.verdict import Answer
from numlink.formats.json_lines import json_line
from numlink.model.words import counted

SECONDS_A_PUZZLE = 20.0  # seconds for the proof of each puzzle, without --budget


class PlayableObject(PlaceObject):
    """A puzzle of an exported page."""

    verdict: Annotated[str, Answer]
    hints: Annotated[bool, "whether the page has hints for it"]


@click.command("export")
@partial(reads_puzzles, output=output_option_of("HTML file to write. '-': standard output."))
@common("rules", "allow-many", "exclude")
@budget_option_of("20")
def command(stream: StreamOptions, allow_many: bool, exclude: tuple[str, ...]) -> None:
    """Write puzzles as one playable HTML file, which opens from disk and needs no network.

    Repeats are skipped, and so are puzzles not proven unique; --allow-many keeps those, without hints.  --json prints a
    line about each puzzle.  Exit code 1: a puzzle isn't unique; 3: time ran out.
    """
    output, as_json = stream.output, stream.as_json
    to_file = output is not None and output != STANDARD
    if to_file and not str(output).lower().endswith((".html", ".htm")):
        raise InputError(f"the player is an HTML page, and {output} does not end in .html. Give -o puzzle.html.")
    if not to_file and sys.stdout.isatty():
        raise InputError("a web page can't be shown in a terminal. Name a file with -o puzzle.html.")
    if as_json and not to_file:
        raise InputError("--json describes a page written to a file. Name it with -o puzzle.html.")
    report = stream.report
    found = ((place, puzzle.with_rules(stream.rules)) for place, puzzle in report.legal(stream.entries()))
    entries = []
    objects = []
    seconds = stream.budget or SECONDS_A_PUZZLE
    until = UntilStopped(playable(found, report, budget=seconds, allow_many=allow_many, exclude=exclude))
    for place, puzzle, answer in until:
        entries.append((puzzle, answer is Answer.UNIQUE))
        known: PlayableObject = {**place.to_json(), "verdict": answer.value, "hints": entries[-1][1]}
        objects.append(known)
    if entries:
        from numlink.web.pages import export_page

        write_text(export_page(entries), output)
        if to_file and not until.stopped:
            say(f"{counted(len(entries), 'puzzle')} in {output}.")
        if as_json:
            write_lines(map(json_line, objects), None)
    elif not report.codes:
        raise InputError("a page needs at least one puzzle, and none is left.")
    until.end(output)
