"""Reading what lab programs printed: from files, folders of files or standard input, in any encoding."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterator, Sequence

from numlink.commands.options import STANDARD
from numlink.commands.sources import require_standard_input
from numlink.errors import InputError
from numlink.files import unreadable

PUZZLES = re.compile(
    r"\A\s*(?:\{|[a-z]+://|pzprv3)|(?:^|\n)(?:path [0-9]+:|(?:rules|wrap|layers|vias|walls|recipe): |board: [a-z])"
)
"""Finds what texts of puzzles hold and no lab program prints: JSON, URLs, pzprv3, numlink's lines of keys and paths."""


def decoded(data: bytes) -> str:
    """The text of an output in UTF-8 or UTF-16, which a Windows shell writes; a wrong byte becomes U+FFFD.

    >>> decoded("1 X".encode("utf-16")), decoded(b"1 X \\xdb")
    ('1 X', '1 X \\ufffd')
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    return data.decode("utf-8-sig", errors="replace")


def files_of(sources: Sequence[str]) -> Iterator[str]:
    """The sources, with each folder replaced by the files in it and its subfolders, sorted by name.

    Hidden files and folders, whose names begin with a dot, are left out unless they are named as a source.
    """
    for source in sources:
        if not os.path.isdir(source):
            yield source
            continue
        found = list(_files_in(source))
        if not found:
            raise InputError(f"{source} holds no files. Name the folder with the outputs.")
        yield from found


def _files_in(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))  # os.walk goes on with these
        for name in sorted(names):
            if not name.startswith("."):
                yield os.path.join(place, name)


def text_of(source: str) -> str:
    """The text of a file or of standard input; raises InputError if it cannot be read."""
    if source != STANDARD:
        try:
            with open(source, "rb") as file:
                return decoded(file.read())
        except OSError as error:
            raise unreadable(source, error, "Name a file with a program's output.") from None
    require_standard_input("a program's output")
    return decoded(sys.stdin.buffer.read())


def holds_puzzles(text: str) -> bool:
    """Whether a text is in a format of puzzles and not the output of a lab program."""
    return PUZZLES.search(text) is not None
