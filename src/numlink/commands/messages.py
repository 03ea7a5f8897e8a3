"""What a command says on stderr, and the codes it exits with."""

from __future__ import annotations

import re
from enum import IntEnum

import click

QUIET = "numlink.quiet"
"""Under this key Click's context remembers --quiet."""


OPTIONS = {
    "animate": "--animate",
    "budget": "--budget",
    "count": "--count",
    "difficulty": "--difficulty",
    "effort": "--effort",
    "folder": "--saves",
    "font": "--font",
    "format": "--from",
    "lossy": "--lossy",
    "misleading": "--misleading",
    "paper": "--paper",
    "per_page": "--per-page",
    "rating": "--no-rating",
    "scale": "--scale",
    "seed": "--seed",
    "shard_size": "--shard-size",
}
"""Arguments of the library that its messages name, and the options that stand for them on the command line."""


RECIPE_WORDS = {"difficulty", "effort", "misleading", "seed"}
"""Those that a recipe gives values to."""


class Exit(IntEnum):
    """Exit codes; `INTERRUPTED` is what shells expect after Ctrl-C."""

    YES = 0
    NO = 1
    BAD_INPUT = 2
    BUDGET_ENDED = 3
    INTERRUPTED = 130


def say(words: str) -> None:
    """One line of information on stderr, unless --quiet."""
    context = click.get_current_context(silent=True)
    if context is None or not context.meta.get(QUIET):
        complain(words)


def complain(words: str) -> None:
    """One line on stderr, whatever was asked for, with options where the library speaks of arguments."""
    click.echo("numlink: " + " ".join(with_options(words).split()), err=True)


def with_options(words: str) -> str:
    """What the library says, with the command line's options in place of its arguments."""
    return re.sub(rf"\b({'|'.join(OPTIONS)})=([\w.-]*\w)?", _option, words)


def _option(argument: re.Match[str]) -> str:
    """The option for `name=` or `name=value`; a flag has no value, and `seed=5` stays: it is a word of a recipe."""
    if argument[2] and argument[1] in RECIPE_WORDS:
        return argument[0]
    option = OPTIONS[argument[1]]
    return f"{option} {argument[2]}" if argument[2] not in (None, "True", "False") else option
