"""`numlink help`: the same as `--help`, and the man page."""

from __future__ import annotations

from collections.abc import Iterator

import click

from numlink.commands.options import quiet_option
from numlink.errors import InputError


@click.command("help")
@click.argument("names", metavar="[COMMAND]...", nargs=-1)
@click.option("--man", is_flag=True, help="Write a page for man (troff).")
@quiet_option
@click.pass_context
def command(context: click.Context, names: tuple[str, ...], man: bool) -> None:
    """Show the help of numlink or of one of its commands.

    With --man, write it as a page for man: that of one command, or without a command that of all.
    """
    assert context.parent is not None
    asked = context.parent
    for name in names:
        group = asked.command
        found = group.get_command(asked, name) if isinstance(group, click.Group) else None
        if found is None:
            known = ", ".join(group.list_commands(asked)) if isinstance(group, click.Group) else "none"
            raise InputError(f"{asked.command_path} has no command {name[:40]!r}. It has: {known}.")
        asked = click.Context(found, info_name=name, parent=asked)
    if man:
        from numlink.commands.manual import manual_page

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
