"""Lines on stderr, and exit codes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import islice
from typing import TypeVar

import click

from numlink.errors import UnclearPicture

Part = TypeVar("Part")

QUIET = "numlink.quiet"  # the key under which Click's context keeps --quiet

SAME_NAMES = "animate budget count difficulty effort font lossy misleading paper per_page scale seed shard_size"
"""The arguments in messages of the library whose options on the command line have the same name."""

OPTIONS = {name: f"--{name.replace('_', '-')}" for name in SAME_NAMES.split()}
OPTIONS |= {"folder": "--saves", "format": "--from", "rating": "--no-rating"}
"""Argument in a message of the library -> the option that replaces it on the command line."""

RECIPE_WORDS = {"difficulty", "effort", "misleading", "seed"}
"""The arguments that occur as `word=value` in recipes, where they stay as they are."""


class Exit(IntEnum):
    """Exit codes; INTERRUPTED is the one that shells expect after Ctrl-C."""

    YES = 0
    NO = 1
    BAD_INPUT = 2
    BUDGET_ENDED = 3
    INTERRUPTED = 130


def say(words: str | None) -> None:
    """Write a line of information, if there is one, to stderr, unless --quiet was given."""
    context = click.get_current_context(silent=True)
    if words is not None and (context is None or not context.meta.get(QUIET)):
        complain(words)


def heeding_options(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts; messages written while they are made obey this command's --quiet, in any thread."""
    context = click.get_current_context(silent=True)
    return iter(parts) if context is None else _within(context, iter(parts))


def _within(context: click.Context, parts: Iterator[Part]) -> Iterator[Part]:
    over = False
    while not over:
        with context.scope(cleanup=False):  # Click keeps a stack of contexts for each thread
            found = [*islice(parts, 1)]
        yield from found
        over = not found


def complain(words: str) -> None:
    """Write a line to stderr, also with --quiet; arguments of the library in it become options."""
    click.echo("numlink: " + " ".join(with_options(words).split()), err=True)


def show_seen(error: UnclearPicture) -> None:
    """Write what was seen of the board in an unclear picture to stderr, as plain text."""
    if error.board is not None:
        from numlink.formats import dumps

        click.echo(dumps(error.board), err=True, nl=False)


def with_options(words: str) -> str:
    """A message of the library with the command line's options in place of arguments."""
    return re.sub(rf"\b({'|'.join(OPTIONS)})=([\w.-]*\w)?", _option, words)


def _option(argument: re.Match[str]) -> str:
    """The option for `name=` or `name=value`.  True and False are dropped, because a flag has no value; `seed=5` stays,
    because it is part of a recipe."""
    if argument[2] and argument[1] in RECIPE_WORDS:
        return argument[0]
    option = OPTIONS[argument[1]]
    return f"{option} {argument[2]}" if argument[2] not in (None, "True", "False") else option
