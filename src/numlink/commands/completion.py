"""`numlink completion`, and the answers to shells that ask for completions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete

from numlink.commands.options import LISTED, common

VARIABLE = "_NUMLINK_COMPLETE"
"""The environment variable with which a shell asks for completions; Click defines its name and values."""

COMPINIT = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }"
"""A line of zsh that loads `compdef` if it is missing."""


class _Zsh(ZshComplete):
    """Click's script for zsh, with COMPINIT in front, because it needs `compdef`."""

    source_template = ZshComplete.source_template.replace("\n", f"\n\n{COMPINIT}\n", 1)


class _Fish(FishComplete):
    """Click's script for fish, corrected: Click's own cuts a word or its description at the second comma."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split -m 1 ","')


SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": _Zsh, "fish": _Fish}


@click.command("completion")
@click.argument("shell", type=click.Choice([*SHELLS]), metavar="bash|zsh|fish")
@common("quiet")
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the completion script for your shell, which completes commands, options, words and files."""
    click.echo(SHELLS[shell](context.find_root().command, {}, "numlink", VARIABLE).source())


def answer(group: click.Group, instruction: str) -> int:
    """Answer a shell that set VARIABLE to `bash_source`, `bash_complete`, ...; returns the exit code."""
    from click.shell_completion import add_completion_class, shell_complete

    for name, shell in SHELLS.items():
        add_completion_class(shell, name)
    return shell_complete(group, {}, "numlink", VARIABLE, instruction)


class _Words(click.ParamType):  # type: ignore[type-arg]  # generic from Click 8.2 on
    """Completes one of `words`; with `listed`, a list of them, separated by commas; with `files`, files too."""

    name = "words"

    def __init__(self, words: Iterable[str], *, listed: bool, files: bool) -> None:
        self.words = [*words]
        self.listed = listed
        self.files = files

    def shell_complete(self, _: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        before, comma, last = incomplete.rpartition(",") if self.listed else ("", "", incomplete)
        taken = {*before.split(",")}
        found = [word for word in self.words if word.startswith(last.lower()) and word not in taken]
        # an item of type "file" makes the shell add files; it comes first, because bash drops the items before it
        files = [CompletionItem(incomplete, type="file")] if self.files else []
        return files + [CompletionItem(f"{before}{comma}{word}") for word in found]


def with_words(command: click.Command) -> click.Command:
    """The command, with parameter types that let Click complete files and words; do not run it afterwards."""
    for parameter in command.params:
        kinds = {*re.findall(r"[A-Za-z.]+", parameter.metavar or "")}
        files = bool(kinds & {"FILE", "IN", "OUT", "IMAGE", "FILE.ttf", "BOOK"})
        if words := words_of(parameter):
            parameter.type = _Words(words, listed=takes_a_list(parameter), files=files)
        elif files:
            parameter.type = click.Path()
        elif kinds & {"DIR", "FOLDER"}:
            parameter.type = click.Path(file_okay=False)
    return command


def takes_a_list(parameter: click.Parameter) -> bool:
    """Whether a parameter takes several words separated by commas, as its metavar says."""
    metavar = parameter.metavar or ""
    return metavar.endswith(LISTED) or metavar in ("LIST", "GRADES")


LISTS = {
    "names": "commands.listed:commands", "answer": "commands.schema:ANSWERS", "theme": "render.theme:THEMES",
    "paper": "render.book.design:PAPERS", "shape": "making.shapes:INSIDE",
}  # fmt: skip
"""Name of a parameter -> its words, or the function that lists them, as module:name, imported when a shell asks."""


def words_of(parameter: click.Parameter) -> list[str]:
    """The words that an option or argument takes; [] if it takes any text or is a click.Choice."""
    name = parameter.name or ""
    if not parameter.metavar:
        return []
    if name in LISTS:
        module, _, listed = LISTS[name].partition(":")
        words = getattr(import_module(f"numlink.{module}"), listed)
        return [*map(str, words() if callable(words) else words)]
    if name in ("from_format", "to_format", "picture_or_format"):
        from numlink import formats, render
        from numlink.commands.show import DRAWN_TEXT

        pictures = (*DRAWN_TEXT, *render.names()) if name == "picture_or_format" else ()
        return [*pictures, *formats.names(written=True)]
    from numlink.making.wishes import NAMED  # only now: a shell that asks for commands needs none

    if name in NAMED:
        return [*map(str, NAMED[name].words)]
    return ["today"] if name == "day" else []
