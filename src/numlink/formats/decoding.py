"""Decodes text: UTF-8, UTF-16 with a byte order mark, else Windows-1252."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from numlink.errors import ParseError
from numlink.pictures import is_picture

CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\ufffd]")
"""Characters that no text holds: control characters other than blanks and line ends, and the replacement for a byte
without a character."""
UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Decoded(NamedTuple):
    """A text, with a sentence about its encoding if it is not UTF-8 or UTF-16."""

    text: str
    note: str | None = None


def decoded(data: bytes, name: str, *, what: str = "a text file of puzzles") -> Decoded:
    """The text of bytes; raises ParseError, with `name` and the place, if they are not text.

    >>> decoded("1 . 1".encode("utf-16"), "a file"), decoded(b"1 \\xb7 1", "a file")
    (Decoded(text='1 . 1', note=None), Decoded(text='1 · 1', note='read as Windows-1252 text.'))
    """
    marked = data.startswith(UTF_16_MARKS)
    try:
        return Decoded(data.decode("utf-16" if marked else "utf-8-sig"))
    except UnicodeDecodeError as error:
        if is_picture(data):
            raise ParseError(f"{name} is a picture, not text. Give {what}.") from None
        text = data.decode("cp1252", errors="replace")
        if not marked and not CONTROL.search(text):
            return Decoded(text, "read as Windows-1252 text.")
        place = 0 if marked else error.start
        raise ParseError(f"{name} is not UTF-8 text (byte {place}). Give {what}.") from None
