"""`numlink convert`: puzzles from one format into another."""

from __future__ import annotations

from collections.abc import Iterator

import click

from numlink import formats
from numlink.commands.options import STANDARD, common, option
from numlink.commands.report import Entry, Place, Report
from numlink.commands.sources import each_entry
from numlink.commands.targets import format_for, picture_for, write_output, write_texts
from numlink.errors import InputError
from numlink.formats.base import Format
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules


@click.command("convert")
@click.argument("source", metavar="[IN]", default=STANDARD)
@click.argument("target", metavar="[OUT]", required=False)
@common("from", "pick")
@option("--to", "to_format", metavar="FORMAT", help="Output format. Default: by OUT's extension, or plain.")
@common("rules")
@option("--lossy", is_flag=True, help="Drop or change what doesn't fit the format, with a warning.")
@option("--no-solutions", is_flag=True, help="Omit solutions.")
@common("quiet", "json", "output")
def command(
    source: str,
    target: str | None,
    from_format: str | None,
    pick: int | None,
    to_format: str | None,
    rules: Rules | None,
    lossy: bool,
    no_solutions: bool,
    as_json: bool,
    output: str | None,
) -> int:
    """Convert puzzles from IN (a file, '-' or a URL) into another format.

    Rules, names and notes that the format can't hold are dropped, with a warning.  A puzzle that doesn't fit is
    refused, the others are converted, and the exit code is 2.  `numlink formats` lists what each format can hold.
    """
    output = _one_output(target, output)
    report = Report()
    entries = each_entry((source,), from_format, pick=pick)
    if to_format is None and not as_json and picture_for(output):
        readable = [(place, report.under(place, puzzle, rules)) for place, puzzle in report.readable(entries)]
        if readable:
            write_output(readable, output, report, as_json=False)
        return report.code
    chosen = _chosen_format(output, to_format, as_json=as_json)
    found = _converted(entries, report, rules, no_solutions=no_solutions)
    write_texts(found, output, report, chosen, lossy=lossy)
    return report.code


def _converted(
    entries: Iterator[Entry], report: Report, rules: Rules | None, *, no_solutions: bool
) -> Iterator[tuple[Place, Puzzle]]:
    """The puzzles that can be read, as they are to be written; the others are refused with a line on stderr."""
    for place, item in report.readable(entries):
        yield place, report.under(place, item.with_solution(None) if no_solutions else item, rules)


def _one_output(target: str | None, output: str | None) -> str | None:
    if target is not None and output is not None:
        raise InputError(f"two outputs are named, {target} and {output}. Name one.")
    return output if target is None else target


def _chosen_format(output: str | None, to_format: str | None, *, as_json: bool) -> Format:
    """The format of --to, --json, the ending of the output, or plain text."""
    if as_json and to_format not in (None, "json"):
        raise InputError(f"--json and --to {to_format} ask for two formats. Give one of them.")
    return format_for(output, as_json=as_json) if to_format is None else formats.format_named(to_format)
