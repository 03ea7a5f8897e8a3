"""`numlink convert`: puzzles from one format into another."""

from __future__ import annotations

from functools import partial

import click

from numlink import formats
from numlink.commands.options import STANDARD, common, option
from numlink.commands.sources import StreamOptions, reads_puzzles
from numlink.commands.targets import format_asked, format_for, picture_for, write_output, write_texts
from numlink.errors import InputError

_one_source = click.argument("sources", metavar="[IN]", default=STANDARD, callback=lambda _, __, given: (given,))


@click.command("convert")
@partial(reads_puzzles, sources=_one_source)
@click.argument("target", metavar="[OUT]", required=False)
@option("--to", "to_format", metavar="FORMAT", help="Output format. Default: by OUT's extension, or plain.")
@common("rules")
@option("--lossy", is_flag=True, help="Drop or change what doesn't fit the format, with a warning.")
@option("--no-solutions", is_flag=True, help="Omit solutions.")
def command(stream: StreamOptions, target: str | None, to_format: str | None, lossy: bool, no_solutions: bool) -> None:
    """Convert puzzles from IN (a file, '-' or a URL) into another format.

    Rules, names and notes that the format can't hold are dropped, with a warning.  A puzzle that doesn't fit is
    refused, the others are converted, and the exit code is 2.  `numlink formats` lists what each format can hold.
    """
    if target is not None and stream.output is not None:
        raise InputError(f"two outputs are named, {target} and {stream.output}. Name one.")
    output = stream.output if target is None else target
    to_format = format_asked(to_format, as_json=stream.as_json)
    report, rules = stream.report, stream.rules
    readable = report.readable(stream.entries())
    bare = ((place, puzzle.with_solution(None) if no_solutions else puzzle) for place, puzzle in readable)
    found = ((place, report.under(place, puzzle, rules)) for place, puzzle in bare)
    if to_format is None and picture_for(output):
        if pictured := [*found]:
            write_output(pictured, output, report, as_json=False)
        return
    chosen = format_for(output, as_json=False) if to_format is None else formats.format_named(to_format)
    write_texts(found, output, report, chosen, lossy=lossy)
