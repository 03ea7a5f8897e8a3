"""`numlink completion`, and what the shells ask while someone types."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from numlink.commands.options import quiet_option

VARIABLE = "_NUMLINK_COMPLETE"
"""The environment variable by which a shell asks, as Click's programs have it."""

SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command("completion", short_help="Print what makes a shell complete commands and options.")
@click.argument("shell", type=click.Choice([*SHELLS]), metavar="bash|zsh|fish")
@quiet_option
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the lines that make a shell complete numlink's commands, options, their words and files."""
    click.echo(SHELLS[shell](context.find_root().command, {}, "numlink", VARIABLE).source())


def answer(group: click.Group, instruction: str) -> int:
    """What a shell asked by the environment variable: `bash_source`, `bash_complete` and so on; the exit code."""
    from click.shell_completion import shell_complete

    return shell_complete(group, {}, "numlink", VARIABLE, instruction)


def with_words(command: click.Command) -> click.Command:
    """The command, its files and words as Click's types, by which it completes; values are read elsewhere."""
    for parameter in command.params:
        wanted = parameter.metavar or ""
        if words := _words(parameter.name or "", wanted):
            parameter.type = click.Choice(words)
        elif {"FILE", "IN", "OUT", "IMAGE", "FILE.ttf"} & {*wanted.replace("[", "|").replace("]", "|").split("|")}:
            parameter.type = click.Path()
        elif "DIR" in wanted or wanted == "FOLDER":
            parameter.type = click.Path(file_okay=False)
        elif wanted == "[FILE | SIZE]":
            parameter.type = click.Path()
    return command


def _words(name: str, metavar: str) -> list[str]:
    """The words that an option or argument takes, where they are few."""
    if name == "rules":
        from numlink.model.rules import EVERY_RULES

        return [rules.name for rules in EVERY_RULES]
    if name in ("from_format", "to_format") and metavar == "FORMAT":
        from numlink.formats import names

        return [*names()]
    if name == "names" and metavar == "[COMMAND]...":
        from numlink.commands.examples import EXAMPLES

        return [*EXAMPLES]
    if name == "answer":
        from numlink.commands.schema import ANSWERS

        return [*ANSWERS]
    if name in ("difficulty", "claim", "proof"):
        from numlink.making.wishes import Difficulty
        from numlink.model.rules import Claim

        return [word.value for word in (Difficulty if name == "difficulty" else Claim)]
    if name == "theme":
        from numlink.render.theme import THEMES

        return [*THEMES]
    return []
