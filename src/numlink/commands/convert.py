"""`numlink convert`: puzzles from one format into another."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from numlink import formats
from numlink.commands.options import STANDARD, from_option, json_option, output_option, rules_option
from numlink.commands.sources import each_item
from numlink.commands.targets import format_for, picture_for, write_output
from numlink.errors import InputError, ParseError
from numlink.files import write_file
from numlink.formats.base import Format, Item, Losses
from numlink.formats.writing import finish, write_one
from numlink.model.rules import Rules

BAD_INPUT = 2


@click.command("convert", short_help="Convert between formats, nothing lost in silence.")
@click.argument("source", metavar="[IN]", default=STANDARD)
@click.argument("target", metavar="[OUT]", required=False)
@from_option
@click.option("--to", "to_format", metavar="FORMAT", help="Format of the output; default: the ending of OUT, or plain.")
@rules_option
@click.option("--lossy", is_flag=True, help="Leave out or change what the format has no room for, and say so.")
@click.option("--no-solutions", is_flag=True, help="Leave the solutions out.")
@json_option
@output_option
def command(
    source: str,
    target: str | None,
    from_format: str | None,
    to_format: str | None,
    rules: Rules | None,
    lossy: bool,
    no_solutions: bool,
    as_json: bool,
    output: str | None,
) -> int:
    """Convert puzzles from a FILE, '-' or URL into another format.

    Nothing is lost in silence: what the format cannot say is told on stderr, what it has no room for is refused, one
    line a puzzle, and the others are converted all the same (exit code 2).  `numlink formats` lists what each holds.
    """
    output = _one_output(target, output)
    if to_format is None and not as_json and picture_for(output):
        return _draw(each_item(source, from_format), output, rules)
    chosen = _chosen_format(output, to_format, as_json=as_json)
    losses = Losses(chosen.name, lossy=lossy)
    conversion = _Conversion(chosen, losses, rules, no_solutions)
    texts = conversion.texts(each_item(source, from_format))
    if output in (None, STANDARD):
        _print(finish(texts, chosen, losses))
    else:
        assert output is not None
        content = "".join(finish(texts, chosen, losses))
        if content or not conversion.failed:
            write_file(output, content.encode())
    for note in losses.notes():
        click.echo(f"numlink: {note}", err=True)
    return BAD_INPUT if conversion.failed else 0


def _draw(items: Iterator[Item], output: str | None, rules: Rules | None) -> int:
    """A picture of all puzzles that can be read, without their solutions (`numlink show --solution` draws them)."""
    puzzles, code = [], 0
    for position, item in enumerate(items, start=1):
        if isinstance(item, ParseError):
            code = BAD_INPUT
            click.echo(f"numlink: {f'puzzle {position}: ' if position > 1 else ''}{item}", err=True)
        else:
            puzzles.append(item.with_rules(rules))
    if puzzles:
        write_output(puzzles, output, as_json=False)
    return code


class _Conversion:
    """Writes puzzles one by one, complains about bad ones and goes on."""

    def __init__(self, format: Format, losses: Losses, rules: Rules | None, no_solutions: bool) -> None:
        self.failed = False
        self._format = format
        self._losses = losses
        self._rules = rules
        self._no_solutions = no_solutions

    def texts(self, items: Iterator[Item]) -> Iterator[str]:
        """The text of each puzzle that can be written."""
        for position, item in enumerate(items, start=1):
            try:
                if isinstance(item, ParseError):
                    raise item
                puzzle = item.with_rules(self._rules)
                yield write_one(
                    puzzle.with_solution(None) if self._no_solutions else puzzle, self._format, self._losses
                )
            except InputError as error:
                self.failed = True
                click.echo(f"numlink: {f'puzzle {position}: ' if position > 1 else ''}{error}", err=True)


def _one_output(target: str | None, output: str | None) -> str | None:
    if target is not None and output is not None:
        raise InputError(f"two outputs are named, {target} and {output}. Name one.")
    return output if target is None else target


def _chosen_format(output: str | None, to_format: str | None, *, as_json: bool) -> Format:
    """The format of --to, --json, the ending of the output, or plain text."""
    if as_json and to_format not in (None, "json"):
        raise InputError(f"--json and --to {to_format} ask for two formats. Give one of them.")
    return format_for(output, as_json=as_json) if to_format is None else formats.format_named(to_format)


def _print(parts: Iterator[str]) -> None:
    for part in parts:
        sys.stdout.write(part)
