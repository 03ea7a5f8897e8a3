"""`numlink help`, and the man page (troff with the macros of man(7)) made from the same text."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator

import click

from numlink.commands.listed import commands
from numlink.commands.options import common, option, option_records
from numlink.errors import InputError
from numlink.version import RELEASED, __version__


@click.command("help")
@click.argument("names", metavar="[COMMAND]...", nargs=-1)
@option("--man", is_flag=True, help="Write a man page (troff).")
@common("quiet")
@click.pass_context
def command(context: click.Context, names: tuple[str, ...], man: bool) -> None:
    """Show the help of numlink or one of its commands, or with --man, the man page of one or all."""
    assert context.parent is not None
    asked = context.parent
    for name in names:
        group = asked.command
        found = group.get_command(asked, name) if isinstance(group, click.Group) else None
        if found is None:
            known = ", ".join(group.list_commands(asked)) if isinstance(group, click.Group) else "none"
            raise InputError(f"{asked.command_path} has no command {name[:40]!r}. Use one of {known}.")
        asked = click.Context(found, info_name=name, parent=asked)
    if man:
        click.echo(manual_page(list(asked_contexts(asked)) if not names else [asked]), nl=False)
    else:
        click.echo(asked.get_help())


def asked_contexts(context: click.Context) -> Iterator[click.Context]:
    """A command's context, then those of its subcommands in the order of their list."""
    yield context
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            below = group.get_command(context, name)
            assert below is not None
            yield from asked_contexts(click.Context(below, info_name=name, parent=context))


def manual_page(contexts: Iterable[click.Context]) -> str:
    """The man page of the first command; the other commands are sections of it."""
    first, *others = contexts
    title = first.command_path.replace(" ", "-").upper()
    lines = [f'.TH "{title}" "1" "{RELEASED}" "numlink {__version__}" "numlink"', ".SH NAME"]
    summary = first.command.short_help or (first.command.help or "").partition("\n")[0]
    lines.append(_escaped(f"{first.command_path.replace(' ', '-')} - {summary.rstrip('.')}"))
    lines += [".SH SYNOPSIS", *_synopsis(first), ".SH DESCRIPTION", *_description(first)]
    lines += [".SH OPTIONS", *_options(first), *_examples(first, ".SH")]
    for context in others:
        name = context.command_path
        lines += [f'.SH "{name.upper()}"', *_synopsis(context), ".PP", *_description(context)]
        lines += [*_options(context), *_examples(context, ".PP")]
    return "\n".join(lines) + "\n"


def _synopsis(context: click.Context) -> Iterator[str]:
    yield f".B {_escaped(context.command_path)}"
    yield _escaped(" ".join(context.command.collect_usage_pieces(context)))


def _description(context: click.Context) -> Iterator[str]:
    paragraphs = inspect.cleandoc(context.command.help or "").split("\n\n")
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ".PP"
        yield _escaped(" ".join(paragraph.split()))


def _options(context: click.Context) -> Iterator[str]:
    groups = [*option_records(context)]
    for title, records in groups:
        if len(groups) > 1:
            yield f".SS {title}"
        for names, words in records:
            yield from (".TP", f".B {_escaped(names)}", _escaped(words))


def _examples(context: click.Context, heading: str) -> Iterator[str]:
    """The command's examples; their lines are kept."""
    title, _, lines = (context.command.epilog or "").removeprefix("\b\n").partition("\n")
    if lines:
        yield f"{heading} {title.rstrip(':').upper()}" if heading == ".SH" else f"{heading}\n{title}"
        yield from (".nf", *map(_escaped, lines.split("\n")), ".fi")


def _escaped(text: str) -> str:
    """Text escaped so that troff prints it unchanged: no line begins a request, hyphens can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def epilog(name: str) -> str:
    """The examples of a command as text whose lines Click keeps: each command line, then what it does."""
    lines = [line for typed, words in commands()[name].examples for line in (f"  {typed}", f"      {words}")]
    return "\b\nExamples:\n" + "\n".join(lines)
