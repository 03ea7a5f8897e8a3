"""Reading puzzles from FILEs, '-' or URLs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from numlink import formats
from numlink.commands.messages import say
from numlink.commands.options import STANDARD
from numlink.commands.report import Entry, Place
from numlink.errors import InputError, ParseError
from numlink.formats.base import Item
from numlink.model.puzzle import Puzzle

ADDRESS = re.compile(r"[A-Za-z]+://|[^\s?]*\?pzprv3[./]")
"""The beginning of an address, which is no file: a scheme, or a page followed by `?pzprv3` as pzprs writes it."""


def each_entry(sources: Sequence[str], from_format: str | None = None, *, pick: int | None = None) -> Iterator[Entry]:
    """The puzzles of all sources (none: standard input) with their places; for one that cannot be read, its error.

    `pick`: only the puzzle with this number (from 1) of each source.  If one of several sources cannot be used, its
    error is an entry in place of its puzzles; a single source raises its error.
    """
    several = len(sources) > 1
    for source in sources or (STANDARD,):
        try:
            yield from _entries(source, from_format, pick, several=several)
        except InputError as error:
            if not several:
                raise
            yield Entry(Place(source=source), error)


def _entries(source: str, from_format: str | None, pick: int | None, *, several: bool) -> Iterator[Entry]:
    items = read_items(source, from_format)
    start = list(islice(items, 2))
    if not start:
        raise ParseError("the input holds no board. Give at least one.")
    alone = len(start) == 1 and not several
    number = 0
    for number, item in enumerate(chain(start, items), start=1):
        if pick in (None, number):
            name = item.name if isinstance(item, Puzzle) else None
            yield Entry(Place(number, name, source if several else None, alone), item)
        if pick == number:
            return
    if pick is not None:
        raise InputError(f"there is no puzzle {pick}: the input holds {number}. Give a smaller --pick.")


def read_items(source: str, from_format: str | None = None) -> Iterator[Item]:
    """The puzzles of a file, of standard input or of a URL; for one that cannot be read, its ParseError.

    With `from_format` None the format is told from the content; a line on stderr names it unless it is plain or json.
    """
    text = source_text(source)
    if from_format is not None:
        return formats.iterate(text, from_format)
    found, items = formats.guess(text)
    if found.name not in ("plain", "json"):
        say(f"read as format {found.name}.")
    return items


def source_text(source: str) -> str:
    """The text of a FILE, of standard input ('-') or the URL itself: a URL holds its puzzle, and nothing is fetched."""
    if ADDRESS.match(source):
        return source
    if source != STANDARD:
        return formats.read_text(source)
    if sys.stdin is None:
        raise InputError("standard input is closed. Name a file.")
    if sys.stdin.isatty():
        say("reading a puzzle from the terminal; end it with Ctrl-D.")
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"standard input is not UTF-8 text (byte {error.start}). Give a text of puzzles.") from None
