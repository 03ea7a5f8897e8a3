"""What every command shares: the options that mean the same everywhere, reading and writing."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from math import nan
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import click

from numlink import formats, render
from numlink.errors import IllegalPuzzle, InputError, ParseError
from numlink.files import is_device, write_file
from numlink.formats.base import Format, Item
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle
from numlink.model.rules import EVERY_RULES, Rules

if TYPE_CHECKING:
    from numlink.render.picture import Options, Picture

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

STANDARD = "-"
"""The file name that stands for standard input or output."""

WORST_FIRST = (2, 3, 1, 0)
"""A stream of puzzles exits with the worst of their codes, in this order."""


def worst(codes: Iterable[int]) -> int:
    """The exit code of a stream whose puzzles ended with `codes`."""
    return min(codes, key=WORST_FIRST.index, default=0)


def _rules(_: click.Context, __: click.Parameter, name: str | None) -> Rules | None:
    return None if name is None else Rules.named(name)


def _rules_option(default: str) -> Callable[[Decorated], Decorated]:
    names = ", ".join(rules.name for rules in EVERY_RULES)
    return click.option("--rules", callback=_rules, metavar="NAME", help=f"One of {names}. Default: {default}.")


def rules_option(function: Decorated) -> Decorated:
    """`--rules`: None means the puzzle's own."""
    return _rules_option("the puzzle's own")(function)


def new_rules_option(function: Decorated) -> Decorated:
    """`--rules` where puzzles are made: None means cover."""
    return _rules_option("cover")(function)


def seed_option(function: Decorated) -> Decorated:
    """`--seed`: None draws a fresh one."""
    return click.option(
        "--seed", type=int, metavar="N", help="The same seed gives the same result. Default: a fresh one."
    )(function)


def difficulty_option(function: Decorated) -> Decorated:
    """`--difficulty`: the grade of puzzles made on the spot; "any" where it is not given."""
    return click.option(
        "--difficulty", metavar="GRADE", default="any", callback=lambda _, __, word: word.lower(),
        help="Make puzzles of this grade: easy, medium, hard, expert or extreme. Default: any.",
    )(function)  # fmt: skip


def budget_option(function: Decorated) -> Decorated:
    """`--budget`: seconds for each puzzle, after which to go on without an answer."""
    return click.option(
        "--budget", callback=_budget, metavar="SECONDS", help="Give each puzzle this many seconds (else exit code 3)."
    )(function)


def _budget(_: click.Context, __: click.Parameter, text: str | None) -> float | None:
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = nan
    if not seconds > 0:  # nan neither
        raise InputError(f"--budget must be a number of seconds above 0, not {text[:40]!r}.")
    return seconds


def json_option(function: Decorated) -> Decorated:
    """`--json`: one object a line."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON, one object a line.")(function)


def output_option(function: Decorated) -> Decorated:
    """`-o`: a file whose ending chooses the format."""
    return click.option(
        "-o",
        "--output",
        callback=_output,
        metavar="FILE",
        help="Write to FILE; its ending chooses the format. '-' is standard output.",
    )(function)


def _output(_: click.Context, __: click.Parameter, path: str | None) -> str | None:
    """The path; raises InputError before any work is done where nothing can be written."""
    if path is None or path == STANDARD:
        return path
    if not path:
        raise InputError("-o needs the name of a file. Give one, or '-' for standard output.")
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    if os.path.isdir(target) and os.path.splitext(target)[1]:  # else its ending is the better complaint
        raise InputError(f"cannot write {path}: Is a directory. Choose another file.")
    if not os.path.isdir(folder):
        raise InputError(f"cannot write {path}: there is no folder {folder}. Choose another file, or make it.")
    if not os.access(target if is_device(path) else folder, os.W_OK):
        raise InputError(f"cannot write {path}: Permission denied. Choose another file.")
    return path


def progress_option(function: Decorated) -> Decorated:
    """`--progress`: show progress even where stderr is no terminal."""
    return click.option(
        "--progress", "progress_asked", is_flag=True, help="Show progress on stderr; default: on a terminal."
    )(function)


Each = TypeVar("Each")


def progress(items: Iterable[Each], words: str, *, asked: bool, total: int | None = None) -> Iterator[Each]:
    """`items` with a progress bar on stderr, on a terminal or when asked, once they take more than a second."""
    if not asked and not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    begun = monotonic()
    console = Console(stderr=True)
    # lines of a result go above the bar on a terminal, but stay in their pipe or file
    with Progress(*columns, console=console, transient=not asked, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task(words, total=total, visible=asked)
        for item in items:
            yield item
            bar.update(task, advance=1, visible=asked or monotonic() - begun > 1)


def source_argument(function: Decorated) -> Decorated:
    """`[FILE|-|URL]`, standard input by default."""
    return click.argument("source", metavar="[FILE|-|URL]", default=STANDARD)(function)


def from_option(function: Decorated) -> Decorated:
    """`--from`: the format of the input where it cannot be recognised."""
    return click.option("--from", "from_format", metavar="FORMAT", help="Format of the input; default: recognised.")(
        function
    )


def each_puzzle(source: str, from_format: str | None, codes: list[int]) -> Iterator[Puzzle]:
    """The legal puzzles of a source; each other one is told on stderr and leaves a 2 in `codes`."""
    for _, puzzle in each_numbered(source, from_format, codes):
        yield puzzle


def each_numbered(source: str, from_format: str | None, codes: list[int]) -> Iterator[tuple[int, Puzzle]]:
    """`each_puzzle` with the position of each in the source, from 1."""
    for number, item in enumerate(each_item(source, from_format), start=1):
        faults = check(item) if isinstance(item, Puzzle) else []
        if isinstance(item, Puzzle) and not faults:
            yield number, item
            continue
        problem = IllegalPuzzle(faults) if faults else item
        click.echo(f"numlink: {f'puzzle {number}: ' if number > 1 else ''}{problem}", err=True)
        codes.append(2)


def each_item(source: str, from_format: str | None) -> Iterator[Item]:
    """The items of a source, of which there must be at least one."""
    items = read_items(source, from_format)
    first = next(items, None)
    if first is None:
        raise ParseError("the input holds no board. Give at least one.")
    yield first
    yield from items


def read_items(source: str, from_format: str | None = None) -> Iterator[Item]:
    """The puzzles of a file, of standard input or of a URL, each bad one as its ParseError.

    A format that was guessed and is not numlink's own is told on stderr.
    """
    text = source_text(source)
    if from_format is None:
        found = formats.recognise(text)
        if found.name not in ("plain", "json"):
            click.echo(f"numlink: read as format {found.name}.", err=True)
        from_format = found.name
    return formats.iterate(text, from_format)


def source_text(source: str) -> str:
    """The text behind a FILE, '-' or URL argument; a URL is a puzzle by itself and nothing is fetched."""
    if re.match(r"[a-z]+://", source):
        return source
    if source != STANDARD:
        return formats.read_text(source)
    if sys.stdin is None:
        raise InputError("standard input is closed. Name a file.")
    if sys.stdin.isatty():
        click.echo("numlink: reading a puzzle from the terminal; end it with Ctrl-D.", err=True)
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"standard input is not UTF-8 text (byte {error.start}). Give a text of puzzles.") from None


def write_text(text: str, output: str | None) -> None:
    """Text to standard output or, whole or not at all, to a file."""
    if output is None or output == STANDARD:
        click.echo(text, nl=False)
    else:
        write_file(output, text.encode())


def write_lines(lines: Iterable[str], output: str | None) -> None:
    """Lines to standard output, each as soon as it is known, or all of them to a file."""
    if output is not None and output != STANDARD:
        write_file(output, "".join(lines).encode())
        return
    for line in lines:
        click.echo(line, nl=False)
        sys.stdout.flush()


def write_output(
    puzzles: Iterable[Puzzle], output: str | None, *, as_json: bool, pictured: Options | None = None
) -> None:
    """Puzzles to standard output (plain text, or JSON) or to a file in the format of its ending.

    On a terminal, a command that says how boards are `pictured` has them drawn.  What a format cannot say is told
    on stderr.  An ending like .svg makes a picture, drawn as `pictured` says
    (None: the boards without their solutions).
    """
    picture = None if as_json else picture_for(output)
    if picture is not None and output is not None:
        write_file(output, picture.draw(list(puzzles), pictured or render.default_options()))
        return
    if not as_json and output is None and pictured is not None and sys.stdout.isatty():
        from numlink.render.terminal import fitting

        for puzzle in puzzles:
            click.echo(fitting(puzzle, puzzle.solution if pictured.solved else None, sys.stdout), color=True)
        return
    written = formats.write(puzzles, format_for(output, as_json=as_json).name)
    write_text(written.text, output)
    for note in written.notes:
        click.echo(f"numlink: {note}", err=True)


def picture_for(output: str | None) -> Picture | None:
    """The kind of picture that the output's ending stands for, unless it stands for a format of puzzles."""
    if output is None or output == STANDARD or formats.format_for_file(output) is not None:
        return None
    return render.picture_for_file(output)


def require_ending(output: str | None, *, as_json: bool) -> None:
    """Raise InputError before any work is done where the output's ending names neither a picture nor a format."""
    if as_json or picture_for(output) is None:
        format_for(output, as_json=as_json)


def report_as_json(output: str | None, *, as_json: bool) -> bool:
    """Whether a report (verdicts, counts: no puzzles) is written as JSON: if asked for, or by the output's ending.

    Raises InputError where the ending stands for a picture.
    """
    if picture_for(output) is not None:
        raise InputError(f"{output} is no picture: a report is text. Use .txt or .json.")
    if as_json or output is None or output == STANDARD:
        return as_json
    found = formats.format_for_file(output)
    return found is not None and found.name == "json"


def format_for(output: str | None, *, as_json: bool) -> Format:
    """JSON if asked for, else the format of the output's ending; plain text to standard output."""
    if as_json or output is None or output == STANDARD:
        return formats.format_named("json" if as_json else "plain")
    found = formats.format_named("plain") if is_device(output) else formats.format_for_file(output)
    if found is None:
        known = ", ".join([".txt", ".json", *render.endings()])
        raise InputError(f"the ending of {output} names no format. Use {known} or another (numlink formats).")
    return found
