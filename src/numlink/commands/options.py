"""The options and arguments that mean the same in every command."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from functools import partial
from math import isnan, nan
from typing import Any, TypeVar

import click

from numlink.commands.messages import QUIET
from numlink.errors import InputError
from numlink.files import is_device
from numlink.making.option_groups import OptionGroup
from numlink.model.arguments import seed_of
from numlink.model.rules import RULES_IN_WORDS, Rules

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

Record = tuple[str, str]  # an option in the help: (its names and metavar, its words)

GRADES_IN_TURN = "easy, medium, hard, expert, extreme, or like easy,hard."
"""The help text of a --difficulty that takes several grades."""

MOST = 10**18  # the largest --count: more than any computer makes
STANDARD = "-"  # the file name that stands for standard input or output
LISTED = ",..."  # the ending of the metavar of an option that takes several words with commas between

SEVERAL = {"style": "lab,app", "symmetry": "none,rotate", "pairs": "5,6,7"}
"""Wish that may have several values -> an example of them."""


class GroupedOption(click.Option):
    """An option of a group."""

    def __init__(self, *arguments: Any, group: OptionGroup, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.group = group

    def get_help_extra(self, _: click.Context) -> Any:
        """Nothing: the help texts name defaults, and the messages about numbers out of range name the range."""
        return {}


def option(
    *names: str, group: OptionGroup = OptionGroup.RUN, read: Callable[[Any], Any] | None = None, **settings: Any
) -> Callable[[Decorated], Decorated]:
    """`click.option` in a group; its value is `read` of the given text, or None if none is given."""
    if read is not None:
        settings["callback"] = lambda _, __, given: None if given is None else read(given)
    return click.option(*names, cls=GroupedOption, group=group, **settings)


everyday = partial(option, group=OptionGroup.EVERYDAY)  # `option` for the options that come first in a command's help


class GroupedCommand(click.Command):
    """A command whose help lists its options by group, everyday options first."""

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        for title, records in option_records(context):
            with formatter.section(title):
                formatter.write_dl(records)


def option_records(context: click.Context) -> Iterator[tuple[str, list[Record]]]:
    """(heading, its options) for each group of the context's command; one group if the command has none."""
    found: dict[str, list[Record]] = {}
    grouped = isinstance(context.command, GroupedCommand)
    if grouped:
        found = {group: [] for group in OptionGroup}
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and not isinstance(parameter, click.Argument):
            group = getattr(parameter, "group", OptionGroup.RUN) if grouped else "Options"
            found.setdefault(group, []).append(record)
    return ((title, records) for title, records in found.items() if records)


def _rules_option(default: str) -> Callable[[Decorated], Decorated]:
    return everyday("--rules", read=Rules.named, metavar="NAME", help=f"{RULES_IN_WORDS} Default: {default}.")


def wish_option(
    key: str, *, more: str = "", several: bool = False, read: Callable[[str], Any] | None = None
) -> Callable[[Decorated], Decorated]:
    """The option of a wish (making/wishes.py), named by its key; `more` is added to its help.

    Its value is what `read`, or else the wish, makes of the text; None if it is not given.  With `read=str` it is the
    text, and so it is with `several`, where the text may list values that take turns.
    """
    from numlink.making.wishes import WISHES  # only now: most commands wish for nothing

    wish = WISHES[key]
    turns = f" Several are used in turn: {SEVERAL[key]}." if several else ""
    return option(
        f"--{key}", wish.attribute, read=None if several or read is str else read or wish.read,
        metavar=wish.metavar + LISTED if several else wish.metavar, help=wish.help + turns + more, group=wish.group,
    )  # fmt: skip


def _theme(name: str) -> str:
    from numlink.render.theme import theme_named

    return theme_named(name).name


def _budget(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = nan
    if not seconds > 0:  # nan neither
        raise InputError(f"--budget must be a number of seconds above 0, not {text[:40]!r}.")
    return seconds


def budget_option_of(default: str) -> Callable[[Decorated], Decorated]:
    """`--budget`: seconds for each puzzle, after which it gets no answer."""
    return option(
        "--budget", read=_budget, metavar="SECONDS",
        help=f"Time limit per puzzle; exit code 3 if it is reached. Default: {default}.",
    )  # fmt: skip


def _reading_option(function: Decorated) -> Decorated:
    """`--reading`: what a person who solves the puzzle knows about it."""
    from numlink.reasoning.rate import READINGS  # only for the commands that reason

    return option(
        "--reading", type=click.Choice([reading.value for reading in READINGS]), default=READINGS[-1].value,
        help="rules: reason from the puzzle's rules alone. strict: also use strict uniqueness, if the puzzle has it. "
        "Default: strict.",
    )(function)  # fmt: skip


class Amount(click.FloatRange):
    """A FloatRange that refuses nan, which Click's accepts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


def writable(_: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    """The path; raises InputError, before any work is done, if it cannot be written."""
    if path is None or path == STANDARD:
        return path
    if not path:
        raise InputError(f"{parameter.opts[0]} needs the name of a file. Give one, or '-' for standard output.")
    target = os.path.realpath(path)
    try:
        os.lstat(target)
    except OSError as error:  # a missing file or folder is handled below
        if error.errno == errno.ENAMETOOLONG:
            raise InputError(f"cannot write {path[:60]}...: {error.strerror}. Choose another file.") from None
    folder = os.path.dirname(target)
    # if the ending chooses the format, a folder without one gets the better message about endings
    if os.path.isdir(target) and (os.path.splitext(target)[1] or "--output" not in parameter.opts):
        raise InputError(f"cannot write {path}: Is a directory. Choose another file.")
    if not os.path.isdir(folder):
        raise InputError(f"cannot write {path}: there is no folder {folder}. Choose another file, or make it.")
    if not os.access(target if is_device(path) else folder, os.W_OK):
        raise InputError(f"cannot write {path}: Permission denied. Choose another file.")
    return path


def output_option_of(words: str) -> Callable[[Decorated], Decorated]:
    """`-o`, with these words as its help."""
    return everyday("-o", "--output", callback=writable, metavar="FILE", help=words)


def heed_quiet(context: click.Context, _: click.Parameter, wanted: bool) -> bool:
    """Keep --quiet in the context, for `messages.say`."""
    if wanted:
        context.meta[QUIET] = True
    return wanted


COMMON: dict[str, Callable[[Any], Any]] = {
    "sources": click.argument("sources", metavar="[FILE|-|URL]...", nargs=-1),  # without one, standard input is read
    "from": option(
        "--from", "from_format", metavar="FORMAT", group=OptionGroup.PUZZLE, help="Input format. Default: detected.",
    ),
    "pick": option(
        "--pick", type=click.IntRange(min=1), metavar="N", group=OptionGroup.PUZZLE,
        help="Use only the Nth puzzle of each FILE or URL.",
    ),
    "output": output_option_of("Output file; its extension sets the format. '-': standard output."),
    "report": output_option_of("Output file; JSON if it ends in .json. '-': standard output."),  # for answers in words
    "json": everyday("--json", "as_json", is_flag=True, help="Write JSON, one object per line."),
    "quiet": option(  # not passed to the command
        "--quiet", is_flag=True, expose_value=False, callback=heed_quiet, help="Write only errors to stderr.",
    ),
    "rules": _rules_option("the puzzle's own"),  # None: the puzzle's own
    "either-rules": _rules_option("the puzzle's own, or cover"),  # for commands that read puzzles or make them
    "new-rules": _rules_option("cover"),  # for commands that make puzzles; None: cover
    "seed": option(  # None: a random one
        "--seed", type=int, read=seed_of, metavar="N", group=OptionGroup.EVERYDAY,
        help="The same seed gives the same result. Default: random.",
    ),
    "budget": budget_option_of("none"),
    "workers": option(
        "--workers", type=click.IntRange(min=1), metavar="N", default=1,
        help="Number of processes; the output doesn't depend on it. Default: 1.",
    ),
    "progress": option(  # None: on a terminal only
        "--progress/--no-progress", "progress_asked", default=None,
        help="Show progress on stderr. Default: only on a terminal.",
    ),
    "reading": _reading_option,
    "theme": everyday(
        "--theme", metavar="NAME", default="numbers", read=_theme,
        help="numbers (default), letters, colour or colour-letters.",
    ),
    "exclude": option(
        "--exclude", multiple=True, metavar="BOOK|DATASET|FILE", group=OptionGroup.PUZZLE,
        help="Skip puzzles that occur, perhaps rotated or reflected, in a book (PDF), dataset or file.",
    ),
    "allow-many": option(
        "--allow-many", is_flag=True, group=OptionGroup.PROOF,
        help="Keep puzzles that aren't proven unique, and mark them.",
    ),
}  # fmt: skip
"""The options and arguments that mean the same in every command, by name."""


def common(*names: str) -> Callable[[Decorated], Decorated]:
    """The options of COMMON with these names, in this order."""

    def add(function: Decorated) -> Decorated:
        for name in reversed(names):
            function = COMMON[name](function)
        return function

    return add
