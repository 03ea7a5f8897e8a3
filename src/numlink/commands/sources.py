"""Reading puzzles from a FILE, '-' or a URL."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import click

from numlink import formats
from numlink.commands.options import STANDARD
from numlink.errors import IllegalPuzzle, InputError, ParseError
from numlink.formats.base import Item
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle


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
